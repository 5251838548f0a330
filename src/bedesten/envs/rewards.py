"""What a game is worth to each seat, as rewards."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bedesten.envs.encoders.base import Encoder
from bedesten.kernel.state import NOBODY, State

ALONE: Final = 10.0
"""In a game for one there is nobody to be ranked with: the score counts, in so many parts."""


def utilities(s: State) -> list[float]:
    """What a finished game is worth to each seat: from 1 for the best to -1 for the last.

    Places are evenly apart, tied seats share theirs, and the sum is zero.
    """
    n: int = s.seats
    if n == 1:
        return [s.standing(0)[0] / ALONE]
    standings = [s.standing(seat) for seat in range(n)]
    worth: list[float] = []
    for mine in standings:
        better = 0
        equal = 0
        for standing in standings:
            if standing > mine:
                better += 1
            elif standing == mine:
                equal += 1
        worth.append((n - 2 * better - equal) / (n - 1))
    return worth


@mypyc_attr(acyclic=True)
class Rewards:
    """Pays the rewards of one game.

    With a weight for shaping, a seat is promised so much for every point that it
    is ahead of the average, and each step pays how the promise has changed. The
    end takes the promise back, so that over a whole game nothing is added.
    """

    weight: float
    promised: vec[float]

    def __init__(self, seats: i64, weight: float) -> None:
        self.weight = weight
        self.promised = vec[float]([0.0] * seats)

    def begin(self, s: State, encoder: Encoder) -> None:
        """Promise what the beginning of a game is worth."""
        seat: i64
        if self.weight != 0.0:
            for seat in range(s.seats):
                self.promised[seat] = self._promise(s, encoder, seat)

    def pay(self, s: State, encoder: Encoder, rewards: vec[float], at: i64) -> None:
        """Set down what the last step has brought each seat."""
        seat: i64
        if s.actor == NOBODY:
            worth = utilities(s)
            for seat in range(s.seats):
                rewards[at + seat] = worth[seat] - self.promised[seat]
                self.promised[seat] = 0.0
        elif self.weight != 0.0:
            for seat in range(s.seats):
                promise = self._promise(s, encoder, seat)
                rewards[at + seat] = promise - self.promised[seat]
                self.promised[seat] = promise
        else:
            for seat in range(s.seats):
                rewards[at + seat] = 0.0

    def _promise(self, s: State, encoder: Encoder, seat: i64) -> float:
        scores: i64 = 0
        other: i64
        for other in range(s.seats):
            scores += encoder.score(s, other)
        ahead: int = encoder.score(s, seat) * s.seats - scores
        return self.weight * ahead / int(s.seats)
