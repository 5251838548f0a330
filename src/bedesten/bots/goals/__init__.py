"""Goals: what the end of a turn promises, in the terms of a game; found by the game's name."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import msgspec


class Goal(msgspec.Struct, frozen=True):
    """A goal, and how many turns after this one it can be reached."""

    kind: str
    """The sentence that tells of it, in `text/<language>.toml`."""
    turns: int
    name: str = ""
    """What it names, as a key of the game's catalogue."""
    amount: int = 0


def goals(game: str, before: Any, after: Any, seat: int) -> list[Goal]:
    """The goals that a seat has at the end of its turn, the nearest first; none without a module.

    `before` is the position at the question, `after` one in which the turn has ended.
    """
    if find_spec(f"{__name__}.{game}") is None:
        return []
    found: list[Goal] = import_module(f"{__name__}.{game}").goals(before, after, seat)
    return sorted(found, key=lambda goal: goal.turns)
