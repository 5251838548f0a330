"""Files with one row per simulated game: JSON lines, CSV or Parquet."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import msgspec

from bedesten.arena.simulation import GameRow
from bedesten.cli.usage_error import UsageError

FORMATS: Final = ("jsonl", "csv", "parquet")


def checked_format(path: Path, wanted: str | None) -> str:
    """The format asked for, else that of the file's name; checked before anything is played."""
    found = wanted or path.suffix.removeprefix(".")
    if found not in FORMATS:
        raise UsageError(f"no format {found!r}; --format is one of: {', '.join(FORMATS)}")
    if not path.parent.is_dir():
        raise UsageError(f"cannot write {path}: there is no folder {path.parent}")
    if found == "parquet":
        _pyarrow()
    return found


def write_rows(path: Path, format_: str, rows: Sequence[GameRow]) -> None:
    try:
        if format_ == "parquet":
            _write_parquet(path, rows)
        elif format_ == "csv":
            with path.open("w", newline="", encoding="utf-8") as file:
                table = csv.DictWriter(file, list(rows[0]) if rows else [])
                table.writeheader()
                table.writerows(rows)
        else:
            path.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None


def _write_parquet(path: Path, rows: Sequence[GameRow]) -> None:
    pyarrow, parquet = _pyarrow()
    parquet.write_table(pyarrow.Table.from_pylist(list(rows)), path)


def _pyarrow() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise UsageError("parquet needs pyarrow: pip install 'bedesten[parquet]'") from None
