"""What a person types in a whole game, and how to read the file that comes of it."""

from __future__ import annotations

from pathlib import Path

WHOLE_GAME = ("5", *("1", "2", "3") * 120)
"""Enough to end any game: what is not a choice is refused, and the next line is read."""


def moves(path: Path) -> list[str]:
    """The record in a file, without the comment on who played."""
    return [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
