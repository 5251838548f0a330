"""Simultaneous decisions: a payoff matrix over joint choices, solved by regret matching.

The best word depends on what the others say, so no single word is best. Regret matching
finds a mixed strategy for every seat such that none gains by deviating (an approximate
equilibrium). A bot that draws from it cannot be predicted.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.bots.evaluation.base import MOST_SEATS, Evaluation
from bedesten.bots.search.tree import Tree
from bedesten.kernel.rng import Rng
from bedesten.kernel.state import NOBODY, State
from bedesten.kernel.words import Seat, bit, size

MOST_CELLS: Final = 256
ITERATIONS: Final = 200  # of regret matching
WORLDS: Final = 4  # that each cell's tree searches


def is_simultaneous(s: State) -> bool:
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


class PayoffMatrix:
    """Every joint choice of the seats asked (a cell), and its payoff for every seat."""

    seats: list[int]
    words: list[list[int]]
    cells: i64
    joint: list[list[int]]
    payoffs: vec[float]
    trees: list[Tree]
    shares: list[list[float]]

    def __init__(self, s: State) -> None:
        self.seats = [seat for seat in range(s.seats) if s.waiting & bit(seat) != 0]
        self.words = [s.legal(seat) for seat in self.seats]
        self.cells = 1
        for words in self.words:
            self.cells *= len(words)
        self.joint = [self._joint_choice(cell) for cell in range(self.cells)]
        self.payoffs = vec[float]([0.0] * (self.cells * MOST_SEATS))
        self.trees: list[Tree] = []
        self.shares: list[list[float]] = []

    def _joint_choice(self, cell: int) -> list[int]:
        """Which of its words each seat says in a cell."""
        found: list[int] = []
        for words in self.words:
            found.append(cell % len(words))
            cell //= len(words)
        return found

    def plant(
        self,
        worlds: list[State],
        evaluation: Evaluation,
        rng: Rng,
        exploration: float,
        rollout_turns: i64,
        sharpness: float = 1.0,
    ) -> None:
        """Start a search tree behind every joint choice."""
        cell: i64
        n: i64
        for cell in range(self.cells):
            after: list[State] = []
            for _ in range(WORLDS):
                s = worlds[rng.below(len(worlds))].copy()
                s.luck = rng
                for n in range(len(self.seats)):
                    s.advance(self.seats[n], self.words[n][self.joint[cell][n]])
                s.luck = None
                after.append(s)
            self.trees.append(
                Tree(NOBODY, after, evaluation, rng, exploration, rollout_turns, sharpness)
            )

    def simulate(self, times: i64) -> None:
        """Run simulations in every tree and update the payoffs."""
        cell: i64
        n: i64
        for cell in range(self.cells):
            tree = self.trees[cell]
            tree.simulate(times)
            value = tree.value()
            for n in range(MOST_SEATS):
                self.payoffs[cell * MOST_SEATS + n] = value[n]

    def solve(self) -> None:
        """Find every seat's mixed strategy by regret matching (the average over iterations)."""
        n: i64
        k: i64
        regrets = [[0.0] * len(words) for words in self.words]
        shares = [[0.0] * len(words) for words in self.words]
        for _ in range(ITERATIONS):
            now = [_matched(regret) for regret in regrets]
            for n in range(len(self.seats)):
                payoffs = self._expected_payoffs(n, now)
                mean = 0.0
                for k in range(len(payoffs)):
                    mean += payoffs[k] * now[n][k]
                for k in range(len(payoffs)):
                    left = regrets[n][k] + payoffs[k] - mean
                    regrets[n][k] = left if left > 0.0 else 0.0
                    shares[n][k] += now[n][k]
        self.shares = [[one / float(ITERATIONS) for one in share] for share in shares]

    def _expected_payoffs(self, n: i64, now: list[list[float]]) -> list[float]:
        """The expected payoff of each word of the n-th seat against the others' strategies."""
        payoffs = [0.0] * len(self.words[n])
        cell: i64
        k: i64
        for cell in range(self.cells):
            joint = self.joint[cell]
            likely = 1.0
            for k in range(len(joint)):
                if k != n:
                    likely *= now[k][joint[k]]
            payoffs[joint[n]] += likely * self.payoffs[cell * MOST_SEATS + self.seats[n]]
        return payoffs

    def strategy(self, seat: Seat) -> list[tuple[int, float, float]]:
        """Each word of a seat, its probability, and its expected payoff."""
        n = self.seats.index(seat)
        payoffs = self._expected_payoffs(n, self.shares)
        return [
            (self.words[n][k], self.shares[n][k], payoffs[k]) for k in range(len(self.words[n]))
        ]


def _matched(regrets: list[float]) -> list[float]:
    """The strategy in proportion to the positive regrets."""
    whole = 0.0
    for regret in regrets:
        whole += regret
    if whole <= 0.0:
        return [1.0 / float(len(regrets))] * len(regrets)
    return [regret / whole for regret in regrets]
