"""`bedesten export`, `import` and `backup`: everything that a server keeps."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import typer

from bedesten.cli.usage_error import STDIN, UsageError, as_usage_error

_SUMMARY = "{people} people, {tables} tables, {entries} entries"


def export(file: str, db: str | None) -> None:
    from bedesten.server.archive import export as run

    with as_usage_error():
        if file == STDIN:
            asyncio.run(run(_database(db), sys.stdout))
            return
        try:
            handle = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        except FileExistsError:
            raise UsageError(f"{file} is there already; name another") from None
        except OSError as error:
            raise UsageError(f"cannot write {file}: {error.strerror}") from None
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            counts = asyncio.run(run(_database(db), out))
    typer.echo(_SUMMARY.format(**counts))


def import_(file: str, db: str | None) -> None:
    from bedesten.server.archive import import_ as run

    with as_usage_error(f"{file}: "):
        if file == STDIN:
            counts = asyncio.run(run(_usual(db), iter(sys.stdin)))
        else:
            try:
                with open(file, encoding="utf-8") as lines:
                    counts = asyncio.run(run(_usual(db), lines))
            except OSError as error:
                raise UsageError(f"cannot read {file}: {error.strerror}") from None
    typer.echo(_SUMMARY.format(**counts))


def backup(file: Path, db: str | None) -> None:
    from bedesten.server.archive import backup as run

    with as_usage_error():
        run(_database(db), file)
    typer.echo(f"{file} and {file}.key")


def _usual(db: str | None) -> str:
    from bedesten.server.settings import usual_database

    return db or usual_database()


def _database(db: str | None) -> str:
    """One that is there."""
    chosen = _usual(db)
    if "://" not in chosen and not Path(chosen).exists():
        raise UsageError(f"there is no database {chosen}; name one with --db")
    return chosen
