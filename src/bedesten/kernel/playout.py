"""Random games inside compiled code, for benchmarks and rollouts."""

from __future__ import annotations

from mypy_extensions import i64

from bedesten.kernel.rng import Rng
from bedesten.kernel.state import State


def play_out(s: State, rng: Rng, most: i64 = -1) -> i64:
    """Play at random to the end, or for a number of decisions; return the number of decisions.

    Chance is drawn at once and not counted.
    """
    return State.play_on(s, rng, most)


def play_games(start: State, games: i64, rng: Rng) -> tuple[i64, i64]:
    """Play random games from one state; return the decisions and a checksum of the scores."""
    decisions: i64 = 0
    check: i64 = 0
    seat: i64
    for _ in range(games):
        s = start.copy()
        decisions += play_out(s, rng)
        for seat in range(s.seats):
            check = (check * 31 + s.standing(seat)[0]) % 1_000_003
    return decisions, check


def copies(s: State, n: i64) -> i64:
    """Copy a state many times; return a sum, so that the compiler cannot drop the copies."""
    seen: i64 = 0
    for _ in range(n):
        seen += s.copy().seats
    return seen
