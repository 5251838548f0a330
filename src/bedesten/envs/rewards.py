"""Rewards: the utility of a finished game, and potential-based shaping on the way."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bedesten.envs.encoders.base import Encoder
from bedesten.kernel.state import NOBODY, State

SOLO_SCALE: Final = 10.0
"""A game with one seat has no ranking: its utility is the score divided by this."""


def utilities(s: State) -> list[float]:
    """The utility of a finished game for each seat, from 1 for the best to -1 for the last.

    Places are evenly spaced, tied seats share theirs, and the sum is zero.
    """
    n: int = s.seats
    if n == 1:
        return [s.standing(0)[0] / SOLO_SCALE]
    standings = [s.standing(seat) for seat in range(n)]
    found: list[float] = []
    for mine in standings:
        better = 0
        equal = 0
        for standing in standings:
            if standing > mine:
                better += 1
            elif standing == mine:
                equal += 1
        found.append((n - 2 * better - equal) / (n - 1))
    return found


@mypyc_attr(acyclic=True)
class Rewards:
    """The rewards of one episode, step by step.

    The end of a game pays its utilities. With a shaping weight, the potential of a
    seat is that weight for every point it is ahead of the average score, and each
    step also pays the change of the potential (potential-based reward shaping). The
    potential after the end is zero, so shaping adds nothing over a whole episode.
    """

    weight: float
    potentials: vec[float]

    def __init__(self, seats: i64, weight: float) -> None:
        self.weight = weight
        self.potentials = vec[float]([0.0] * seats)

    def reset(self, s: State, encoder: Encoder) -> None:
        """Start an episode at this state."""
        seat: i64
        if self.weight != 0.0:
            for seat in range(s.seats):
                self.potentials[seat] = self._potential(s, encoder, seat)

    def step(self, s: State, encoder: Encoder, rewards: vec[float], at: i64) -> None:
        """Write the reward of each seat for the step that has led to this state."""
        seat: i64
        if s.actor == NOBODY:
            worth = utilities(s)
            for seat in range(s.seats):
                rewards[at + seat] = worth[seat] - self.potentials[seat]
                self.potentials[seat] = 0.0
        elif self.weight != 0.0:
            for seat in range(s.seats):
                potential = self._potential(s, encoder, seat)
                rewards[at + seat] = potential - self.potentials[seat]
                self.potentials[seat] = potential
        else:
            for seat in range(s.seats):
                rewards[at + seat] = 0.0

    def _potential(self, s: State, encoder: Encoder, seat: i64) -> float:
        scores: i64 = 0
        other: i64
        for other in range(s.seats):
            scores += encoder.score(s, other)
        ahead: int = encoder.score(s, seat) * s.seats - scores
        return self.weight * ahead / int(s.seats)
