"""`bedesten export`: everything that a server keeps, as lines of JSON."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Annotated

import typer

from bedesten.cli.databases import COUNTS, existing_database
from bedesten.cli.files import STDIN
from bedesten.cli.options import Database
from bedesten.cli.usage_error import UsageError, as_usage_error


def export(
    file: Annotated[str, typer.Argument(metavar="FILE", help="- is the standard output.")],
    db: Database = None,
) -> None:
    """Write to a new file that only its owner may read, or to the standard output."""
    from bedesten.server.archive import export as run

    with as_usage_error():
        if file == STDIN:
            asyncio.run(run(existing_database(db), sys.stdout))
            return
        try:
            handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        except FileExistsError:
            raise UsageError(f"{file} already exists; name another file") from None
        except OSError as error:
            raise UsageError(f"cannot write {file}: {error.strerror}") from None
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            counts = asyncio.run(run(existing_database(db), out))
    typer.echo(COUNTS.format(**counts))
