"""`bedesten backup`: a copy of an SQLite database and of its key."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bedesten.cli.databases import existing_database
from bedesten.cli.options import Database
from bedesten.cli.usage_error import as_usage_error


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The copy.")], db: Database = None
) -> None:
    """Copy the database, also while the server runs."""
    from bedesten.server.archive import backup as run

    with as_usage_error():
        run(existing_database(db), file)
    typer.echo(f"{file} and {file}.key")
