"""The database that `export`, `import` and `backup` work on."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bedesten.cli.usage_error import UsageError

COUNTS: Final = "{people} people, {tables} tables, {entries} entries"


def chosen_database(db: str | None) -> str:
    """The database named, or the one that `bedesten serve` uses."""
    from bedesten.server.settings import usual_database

    return db or usual_database()


def existing_database(db: str | None) -> str:
    """The same; a usage error if it does not exist."""
    chosen = chosen_database(db)
    if "://" not in chosen and not Path(chosen).exists():
        raise UsageError(f"there is no database {chosen}; name one with --db")
    return chosen
