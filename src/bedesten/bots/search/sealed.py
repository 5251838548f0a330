"""Choices laid down at the same time: every combination is thought through, then weighed.

What is best hangs on what the others do, so no single choice is: regret matching finds
shares for all seats by which nobody gains from choosing otherwise. Who draws by such
shares cannot be read.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.bots.judgement.judging import MOST_SEATS, Judgement
from bedesten.bots.search.tree import Tree
from bedesten.kernel.rng import Rng
from bedesten.kernel.state import NOBODY, State
from bedesten.kernel.words import Seat, bit, size

MOST_CELLS: Final = 256
ROUNDS: Final = 200  # of regret matching
LUCKS: Final = 4  # worlds a cell is looked at in


def is_laid_at_once(s: State) -> bool:
    """Tell whether several seats say one word each, and few enough to try all combinations."""
    if size(s.waiting) < 2:
        return False
    cells: i64 = 1
    seat: Seat
    for seat in range(s.seats):
        if s.waiting & bit(seat) != 0:
            words = s.legal(seat)
            cells *= len(words)
            if cells > MOST_CELLS:
                return False
            for word in words:
                after = s.copy()
                after.advance(seat, word)
                if after.waiting != s.waiting & ~bit(seat):
                    return False
    return True


class Table:
    """The words of all seats asked, crossed with each other, and what each cell is worth."""

    seats: list[int]
    words: list[list[int]]
    cells: i64
    said: list[list[int]]
    worth: vec[float]
    trees: list[Tree]
    shares: list[list[float]]

    def __init__(self, s: State) -> None:
        self.seats = [seat for seat in range(s.seats) if s.waiting & bit(seat) != 0]
        self.words = [s.legal(seat) for seat in self.seats]
        self.cells = 1
        for words in self.words:
            self.cells *= len(words)
        self.said = [self._combination(cell) for cell in range(self.cells)]
        self.worth = vec[float]([0.0] * (self.cells * MOST_SEATS))
        self.trees: list[Tree] = []
        self.shares: list[list[float]] = []

    def _combination(self, cell: int) -> list[int]:
        """Which of its words each seat says in a cell."""
        found: list[int] = []
        for words in self.words:
            found.append(cell % len(words))
            cell //= len(words)
        return found

    def open(
        self, worlds: list[State], judgement: Judgement, rng: Rng, eager: float, turns: i64
    ) -> None:
        """Begin a tree for what follows each combination."""
        cell: i64
        n: i64
        for cell in range(self.cells):
            lucks: list[State] = []
            for _ in range(LUCKS):
                s = worlds[rng.below(len(worlds))].copy()
                s.luck = rng
                for n in range(len(self.seats)):
                    s.advance(self.seats[n], self.words[n][self.said[cell][n]])
                s.luck = None
                lucks.append(s)
            self.trees.append(Tree(NOBODY, lucks, judgement, rng, eager, turns))

    def grow(self, times: i64) -> None:
        """Go down every tree so many times."""
        cell: i64
        n: i64
        for cell in range(self.cells):
            tree = self.trees[cell]
            tree.grow(times)
            value = tree.value()
            for n in range(MOST_SEATS):
                self.worth[cell * MOST_SEATS + n] = value[n]

    def settle(self) -> None:
        """Find every seat's shares by regret matching."""
        n: i64
        k: i64
        regrets = [[0.0] * len(words) for words in self.words]
        shares = [[0.0] * len(words) for words in self.words]
        for _ in range(ROUNDS):
            now = [_matched(regret) for regret in regrets]
            for n in range(len(self.seats)):
                gains = self._gains(n, now)
                mean = 0.0
                for k in range(len(gains)):
                    mean += gains[k] * now[n][k]
                for k in range(len(gains)):
                    left = regrets[n][k] + gains[k] - mean
                    regrets[n][k] = left if left > 0.0 else 0.0
                    shares[n][k] += now[n][k]
        self.shares = [[one / float(ROUNDS) for one in share] for share in shares]

    def _gains(self, n: i64, now: list[list[float]]) -> list[float]:
        """What each word of the n-th seat is worth against what the others do."""
        gains = [0.0] * len(self.words[n])
        cell: i64
        k: i64
        for cell in range(self.cells):
            said = self.said[cell]
            likely = 1.0
            for k in range(len(said)):
                if k != n:
                    likely *= now[k][said[k]]
            gains[said[n]] += likely * self.worth[cell * MOST_SEATS + self.seats[n]]
        return gains

    def found(self, seat: Seat) -> list[tuple[int, float, float]]:
        """Each word of a seat, how often to say it, and what it is worth against the others."""
        n = self.seats.index(seat)
        gains = self._gains(n, self.shares)
        return [(self.words[n][k], self.shares[n][k], gains[k]) for k in range(len(self.words[n]))]


def _matched(regrets: list[float]) -> list[float]:
    whole = 0.0
    for regret in regrets:
        whole += regret
    if whole <= 0.0:
        return [1.0 / float(len(regrets))] * len(regrets)
    return [regret / whole for regret in regrets]
