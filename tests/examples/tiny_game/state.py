"""What is on the table in a game of Stalls."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.kernel.rows import same
from bedesten.kernel.state import State
from bedesten.kernel.step import Step
from bedesten.kernel.words import Seat

NO_STALL: Final = -1


class Stalls(State):
    """A game of Stalls in progress."""

    rounds: i64
    shared_points: i64
    stalls: vec[i64]
    scores: vec[i64]
    rolled: i64

    def __init__(self, seats: i64, book: vec[Step], rounds: i64, shared_points: i64) -> None:
        super().__init__(seats, book)
        self.rounds = rounds
        self.shared_points = shared_points
        self.stalls = vec[i64]([NO_STALL] * seats)  # face down until all have chosen
        self.scores = vec[i64]([0] * seats)
        self.rolled = 0  # what the die shows; 0 when nobody has rolled

    def assign(self, other: Stalls) -> None:
        """Become equal to another game with as many seats."""
        self.assign_kernel(other)
        self.rounds = other.rounds
        self.shared_points = other.shared_points
        self.stalls = same(self.stalls, other.stalls)
        self.scores = same(self.scores, other.scores)
        self.rolled = other.rolled

    def copy(self) -> Stalls:
        c = Stalls(self.seats, self.book, self.rounds, self.shared_points)
        c.assign(self)
        return c

    def forget(self, seat: Seat) -> None:
        """The stall chosen is the only secret. [STA-4.1]"""
        self.stalls[seat] = NO_STALL

    def standing(self, seat: Seat) -> list[int]:
        """Most points win. [STA-3.1]"""
        return [self.scores[seat]]
