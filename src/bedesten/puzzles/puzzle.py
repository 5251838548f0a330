"""A puzzle as it is stored, and as a lesson of one step that can be played."""

from __future__ import annotations

from typing import Any, Final

import msgspec

SOLVER: Final = 0
"""The seat that is to find the way."""


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn in which one first word alone brings the most."""

    game: str
    seed: int
    """Of the game of bots in which it was found."""
    turn: int
    position: dict[str, Any]
    gain: int
    """How many rubies the solution brings."""
    solution: tuple[str, ...]
    solved_by: tuple[str, ...]
    """The levels that find its first word."""

    @property
    def name(self) -> str:
        return f"{self.seed}-{self.turn}"

    @property
    def difficulty(self) -> int:
        """How many of the levels asked miss it, from the weakest on."""
        return 4 - len(self.solved_by)
