"""Sources of luck whose draws are numbered: a seed, for practice and simulations."""

from __future__ import annotations

from typing import Protocol

from bedesten.kernel.rng import nth_below, seeded


class Luck(Protocol):
    """A source of luck: every draw has a number, and its ticket depends on nothing else."""

    def ticket(self, draw: int, tickets: int) -> int:
        """The ticket of a draw: a number from 0 to tickets - 1, all equally likely."""


class SeededLuck:
    """The luck of a seed: draw n takes the n-th number of its generator."""

    def __init__(self, seed: int | str) -> None:
        self._first = seeded(str(seed))

    def ticket(self, draw: int, tickets: int) -> int:
        return nth_below(self._first, draw, tickets)
