"""`bedesten import`: what `bedesten export` has written, into an empty database."""

from __future__ import annotations

import asyncio
import sys
from typing import Annotated

import typer

from bedesten.cli.databases import COUNTS, chosen_database
from bedesten.cli.files import STDIN
from bedesten.cli.options import Database
from bedesten.cli.usage_error import UsageError, as_usage_error


def import_(
    file: Annotated[str, typer.Argument(metavar="FILE", help="- is the standard input.")],
    db: Database = None,
) -> None:
    """Store all lines or none."""
    from bedesten.server.archive import import_ as run

    with as_usage_error(f"{file}: "):
        if file == STDIN:
            counts = asyncio.run(run(chosen_database(db), iter(sys.stdin)))
        else:
            try:
                with open(file, encoding="utf-8") as lines:
                    counts = asyncio.run(run(chosen_database(db), lines))
            except OSError as error:
                raise UsageError(f"cannot read {file}: {error.strerror}") from None
    typer.echo(COUNTS.format(**counts))
