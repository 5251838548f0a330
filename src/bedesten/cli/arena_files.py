"""The files that `bedesten arena` writes besides its journal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import msgspec

import bedesten
from bedesten.arena.html_report import html_report
from bedesten.arena.tournament_summary import Summary
from bedesten.cli.usage_error import UsageError

OUTPUTS: Final = (".json", ".html")
SCHEMA: Final = "bedesten-arena-2"
"""The version of the JSON that `summary_data` gives."""


def check_outputs(out: Sequence[Path], records: Path | None) -> None:
    """Check the files to write before anything is played."""
    for path in out:
        if path.suffix not in OUTPUTS:
            raise UsageError(f"--out is a file that ends in {' or '.join(OUTPUTS)}, not {path}")
        if not path.parent.is_dir():
            raise UsageError(f"cannot write {path}: there is no folder {path.parent}")
    if records is not None and records.exists() and not records.is_dir():
        raise UsageError(f"--records is a folder, and {records} is a file")


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot write {folder}: {error.strerror}") from None


def write_summary(path: Path, found: Summary) -> None:
    if path.suffix == ".html":
        text = html_report(found, bedesten.game(found.plan.terms.game).title)
    else:
        text = (
            msgspec.json.format(msgspec.json.encode(summary_data(found)), indent=2).decode() + "\n"
        )
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None


def summary_data(found: Summary) -> dict[str, Any]:
    """All figures as plain data; unknown bounds are null."""
    data: dict[str, Any] = {"schema": SCHEMA} | msgspec.to_builtins(asdict(found))
    del data["evidence"]
    data["plan"] = msgspec.to_builtins(found.plan)
    data["line_ups"] = [list(line_up) for line_up in found.plan.line_ups]
    data["lengths"] = [{"turns": t, "games": n} for t, n in found.lengths.items()]
    return data
