"""The only hands that move pieces in Stalls; every change is told as an event."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bedesten.kernel.words import Seat
from examples.tiny_game.state import NO_STALL, Stalls

# Events. What their numbers mean is said in `events.py`.
ROUND_BEGAN: Final = 0
CHOSE: Final = 1
OPENED: Final = 2
ROLLED: Final = 3
SCORED: Final = 4
ENDED: Final = 5


def leave_stalls(s: Stalls) -> None:
    """Before a round nobody has chosen. [STA-2.1]"""
    seat: Seat
    for seat in range(s.seats):
        s.stalls[seat] = NO_STALL


def choose(s: Stalls, seat: Seat, stall: i64) -> None:
    s.stalls[seat] = stall
    s.tell(CHOSE, seat)


def roll(s: Stalls, seat: Seat, pips: i64) -> None:
    s.rolled = pips
    s.tell(ROLLED, seat, pips)


def score(s: Stalls, seat: Seat, points: i64) -> None:
    s.scores[seat] += points
    s.tell(SCORED, seat, points, s.scores[seat])
