"""Learns what positions are worth where that is no plain sum of features.

    python -m bedesten.bots.learning choose_write --seats 2,3,4 --data long.toml --out new.toml

Greedy bots play, each with the present weights a little astray, so that much is seen that
none of them would do. What a seat had in the end is then foretold from what it had at each
turn: by weights, as in tuning, and by bends, sums of features that count only above zero. Both
together are a small neural network with a way past its hidden layer. It learns less from how
games ended, which is mostly luck, than from what it foretells of the positions that came
next (temporal differences). At the end everything is stretched, so that a softmax over the
seats gives chances to win.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import bedesten
from bedesten.bots.greedy import GreedyBot
from bedesten.bots.judgement import DOWN, SEVERAL, UP, Tables, feature_names
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.thinking import Thought
from bedesten.bots.tuning import features, starting_tables, write_weights
from bedesten.kernel.game import read_variant
from bedesten.kernel.match import Match
from bedesten.kernel.rng import seeded

Rows = NDArray[np.float64]

_NARROW, _WIDE = 0.06, 0.15  # how far a weight goes astray: always, and for each unit
_KEPT = ("rubies", "score")  # what the others are weighed against
_WORLDS = 2
_TRUST = 0.6  # in what came later, against what is foretold of the next position
_BATCH = 1024
_FADING = 0.1  # of everything learnt, so that luck is not learnt by heart


@dataclass(frozen=True)
class Practice:
    """Games to learn from."""

    game: str
    tables: Tables
    seats: list[int]
    changes: Mapping[str, Any] | None

    def played(self, n: int) -> tuple[Rows, Rows]:
        """The features by turn and seat, and what each seat had in the end."""
        whim = np.random.default_rng(n)
        seats = self.seats[n % len(self.seats)]
        bots = [self._astray(whim) for _ in range(seats)]
        game = bedesten.game(self.game)
        match = Match(game, seats=seats, seed=f"learning/{n}", data=self.changes)
        judgement = Thought({self.game: self.tables}).judgement(self.game, seats)
        rng = seeded(f"learning/{n}")
        seen: list[list[list[float]]] = []
        turn = -1
        while not match.over:
            if judgement.quiet(match.state) and int(match.state.turn) != turn:
                turn = int(match.state.turn)
                seen.append([features(match.state, seat, judgement) for seat in range(seats)])
            seat = match.actors[0]
            match.play(seat, bots[seat].choose(Knowledge.of(match, seat), rng))
        return np.array(seen), np.array(match.scores, dtype=float)

    def _astray(self, whim: np.random.Generator) -> GreedyBot:
        weights = {
            name: weight
            if name in _KEPT
            else weight + whim.normal(0.0, _NARROW + _WIDE * abs(weight))
            for name, weight in self.tables[SEVERAL].items()
        }
        return GreedyBot(Thought({self.game: {**self.tables, SEVERAL: weights}}), _WORLDS)


class Net:
    """Weights and bends, for features of even spread."""

    def __init__(self, rows: Rows, results: Rows, bends: int, seed: int) -> None:
        self.middle = rows.mean(0)
        spread = rows.std(0)
        self.spread = np.where(spread > 1e-6, spread, np.inf)  # what never differs says nothing
        whim = np.random.default_rng(seed)
        many = rows.shape[1]
        even = self.even(rows)
        square = even.T @ even + 10.0 * np.eye(many)
        self.constant = np.array([results.mean()])
        self.weights = np.linalg.solve(square, even.T @ (results - results.mean()))
        self.bends = whim.normal(0.0, many**-0.5, (many, bends))
        self.corners = np.zeros(bends)
        self.signs = whim.normal(0.0, 0.1 * bends**-0.5, bends)
        self.parts = [self.constant, self.weights, self.bends, self.corners, self.signs]
        self.drift = [np.zeros_like(part) for part in self.parts]
        self.size = [np.zeros_like(part) for part in self.parts]
        self.steps = 0

    def even(self, rows: Rows) -> Rows:
        found: Rows = (rows - self.middle) / self.spread
        return found

    def foretell(self, even: Rows) -> Rows:
        return self._told(even)[1]

    def _told(self, even: Rows) -> tuple[Rows, Rows]:
        """What each bend counts, and all together."""
        bent = np.maximum(even @ self.bends + self.corners, 0.0)
        return bent, self.constant[0] + even @ self.weights + bent @ self.signs

    def learn(self, even: Rows, results: Rows, passes: int, pace: float) -> None:
        whim = np.random.default_rng(self.steps)
        for n in range(passes):
            order = whim.permutation(len(even))
            slower = pace if 3 * n < 2 * passes else pace / 4
            for first in range(0, len(order), _BATCH):
                batch = order[first : first + _BATCH]
                self._step(even[batch], results[batch], slower)

    def _step(self, even: Rows, results: Rows, pace: float) -> None:
        """One step of Adam, with weights that decay."""
        bent, told = self._told(even)
        off = (told - results) * (2.0 / len(told))
        back = np.outer(off, self.signs) * (bent > 0.0)
        slopes = [off.sum(keepdims=True), even.T @ off, even.T @ back, back.sum(0), bent.T @ off]
        self.steps += 1
        for part, slope, drift, size in zip(self.parts, slopes, self.drift, self.size, strict=True):
            drift += 0.1 * (slope - drift)
            size += 0.001 * (slope * slope - size)
            straight = drift / (1.0 - 0.9**self.steps)
            part -= pace * straight / (np.sqrt(size / (1.0 - 0.999**self.steps)) + 1e-8)
            if part is not self.constant:
                part -= pace * _FADING * part

    def tables(self, names: tuple[str, ...], stretch: float) -> dict[str, dict[str, float]]:
        """As weights and bends of the features themselves; what is added goes to the constant."""
        first = names.index("constant")
        found = {SEVERAL: self.weights / self.spread}
        found[SEVERAL][first] += self.constant[0] - self.weights @ (self.middle / self.spread)
        for way, sign in ((UP, 1.0), (DOWN, -1.0)):
            for n in np.flatnonzero(self.signs * sign > 0.0):
                bend = self.bends[:, n] / self.spread
                bend[first] += self.corners[n] - self.bends[:, n] @ (self.middle / self.spread)
                found[f"{SEVERAL}_{way}_{n + 1}"] = bend * abs(self.signs[n])
        return {
            table: {name: stretch * float(x) for name, x in zip(names, row, strict=True)}
            for table, row in found.items()
        }


def learned(
    games: list[tuple[Rows, Rows]], bends: int, rounds: int, seed: int
) -> tuple[Net, float]:
    """A net that foretells the results, and how far to stretch it for chances to win."""
    rows = np.concatenate([seen.reshape(-1, seen.shape[2]) for seen, _ in games])
    ends = np.concatenate([np.tile(scores, len(seen)) for seen, scores in games])
    net = Net(rows, ends, bends, seed)
    even = net.even(rows)
    net.learn(even, ends, passes=8, pace=2e-3)
    for n in range(rounds):
        foretold = net.foretell(even)
        net.learn(even, _later(games, foretold), passes=4, pace=1e-3)
        print(f"round {n + 1}: {_explained(net.foretell(even), ends):.3f} of the spread explained")
    return net, _stretch(games, net.foretell(even))


def _later(games: list[tuple[Rows, Rows]], foretold: Rows) -> Rows:
    """For every position what came later: partly foretold, partly seen."""
    found = np.empty_like(foretold)
    for told, later, (_, scores) in zip(
        _by_game(games, foretold), _by_game(games, found), games, strict=True
    ):
        later[-1] = scores
        for turn in range(len(later) - 2, -1, -1):
            later[turn] = (1.0 - _TRUST) * told[turn + 1] + _TRUST * later[turn + 1]
    return found


def _by_game(games: list[tuple[Rows, Rows]], column: Rows) -> Iterator[Rows]:
    """A game's part of a column, by turn and seat; what is written there stands in the column."""
    at = 0
    for seen, _ in games:
        turns, seats = seen.shape[:2]
        yield column[at : at + turns * seats].reshape(turns, seats)
        at += turns * seats


def _explained(foretold: Rows, ends: Rows) -> float:
    spread = ends.var()  # none in a few games that all end alike
    return float(1.0 - ((foretold - ends) ** 2).mean() / spread) if spread > 0.0 else 0.0


def _stretch(games: list[tuple[Rows, Rows]], foretold: Rows) -> float:
    """By how much a softmax of what is foretold tells best who wins."""

    def surprise(stretch: float) -> float:
        whole = 0.0
        for told, (_, scores) in zip(_by_game(games, foretold), games, strict=True):
            points = stretch * told
            points -= points.max(1, keepdims=True)
            chances = points - np.log(np.exp(points).sum(1, keepdims=True))
            won = scores == scores.max()
            whole -= chances[:, won].sum() / won.sum()
        return whole

    return min((0.1 * n for n in range(5, 80)), key=surprise)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=bedesten.games())
    parser.add_argument("--seats", default="2", help="numbers of players, in turn: 2,3,2,4")
    parser.add_argument("--data", type=Path, help="a variant's data file")
    parser.add_argument("--games", type=int, default=6200)
    parser.add_argument("--bends", type=int, default=24)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--weights", type=Path, help="start from this file, not the shipped one")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    seats = [int(n) for n in given.seats.split(",")]
    for n in seats:
        bedesten.game(given.game).check_seats(n)
    tables = starting_tables(given.game, given.weights)
    names, _ = feature_names(given.game)
    if "constant" not in names:
        parser.error(f"the judgement of {given.game} looks at no constant, which bends need")
    if 1 in seats:
        parser.error("a game for one has no chances to win; its weights are found by climbing")
    changes = None if given.data is None else read_variant(given.data)
    practice = Practice(given.game, tables, seats, changes)
    with ProcessPoolExecutor(given.jobs) as pool:
        games = list(pool.map(practice.played, range(given.games), chunksize=8))
    net, stretch = learned(games, given.bends, given.rounds, given.seed)
    kept = {name: table for name, table in tables.items() if not name.startswith(SEVERAL)}
    write_weights(given.out, {**net.tables(names, stretch), **kept})


if __name__ == "__main__":
    main()
