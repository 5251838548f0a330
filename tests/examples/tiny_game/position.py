"""The whole table of Stalls as plain data, and back from data that may be wrong."""

from __future__ import annotations

from typing import Any

import msgspec

from bedesten.kernel.agenda import step_of
from bedesten.kernel.words import bit
from examples.tiny_game import steps
from examples.tiny_game.state import NO_STALL, Stalls
from examples.tiny_game.view import stall_name
from examples.tiny_game.words import STALL_NAMES


class StallsPieces(msgspec.Struct, forbid_unknown_fields=True):
    stalls: list[str | None]
    scores: list[int]
    rolled: int


def dump(s: Stalls) -> dict[str, Any]:
    pieces = StallsPieces([stall_name(stall) for stall in s.stalls], list(s.scores), s.rolled)
    plain: dict[str, Any] = msgspec.to_builtins(pieces)
    return plain


def load(s: Stalls, data: dict[str, Any]) -> None:
    """Lay the pieces; ValueError if they are not the pieces of the game."""
    pieces = msgspec.convert(data, StallsPieces)
    if len(pieces.stalls) != s.seats or len(pieces.scores) != s.seats:
        raise ValueError(f"there are {s.seats} seats")
    for seat, stall in enumerate(pieces.stalls):
        if stall is not None and stall not in STALL_NAMES:
            raise ValueError(f"there is no stall {stall!r}; there are: {', '.join(STALL_NAMES)}")
        s.stalls[seat] = NO_STALL if stall is None else STALL_NAMES.index(stall)
    for seat, points in enumerate(pieces.scores):
        if points < 0:
            raise ValueError("a score is 0 or more")
        s.scores[seat] = points
    if not 0 <= pieces.rolled <= 6:
        raise ValueError(f"a die shows 1 to 6, not {pieces.rolled}")
    s.rolled = pieces.rolled


def check(s: Stalls) -> None:
    """Compare what is asked with the pieces; ValueError if no game comes to this."""
    if not 1 <= s.turn <= s.rounds or (s.is_over() and s.turn < s.rounds):
        raise ValueError(f"there are {s.rounds} rounds, counted from 1")
    for seat in range(s.seats):
        if (s.stalls[seat] == NO_STALL) != (s.waiting & bit(seat) != 0):
            raise ValueError("who is waited for has no stall, everybody else has one")
    if step_of(s.asked) == steps.KEEP_OR_REROLL and not s.is_over() and s.rolled == 0:
        raise ValueError("a roll is kept after it was made")
