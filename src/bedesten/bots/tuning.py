"""Finds the weights of a judgement by self-play.

    python -m bedesten.bots.tuning istanbul --games 2000 --seats 2,4 --iterations 200

lets the search play against itself, looks at every position at rest, and asks how the
features of each seat foretell who wins: a softmax of weighed features over the seats,
fitted by gradient descent. A game for one is fitted to its score by least squares.
Habits are fitted in the same way to what the search chose. The result is written to a
data file, from which the next run can start.
"""

from __future__ import annotations

import tomllib
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from pathlib import Path
from typing import Any

from librt.vecs import vec

import bedesten
from bedesten.bots.judgement import ALONE, HABITS, SEVERAL, Tables, feature_names, tables_of
from bedesten.bots.judgement.judging import MOST_SEATS, Judgement, outcome
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.searching import SearchBot
from bedesten.bots.thinking import Thought, drawn
from bedesten.kernel.game import Game
from bedesten.kernel.rng import Rng, seeded
from bedesten.kernel.state import CHANCE, State

_RASH = 12  # one move in so many is any, so that odd positions are seen too


@dataclass(frozen=True)
class Sample:
    """Rows of features, and what share each of them should get.

    Of a position: a row a seat, and who won. Of a decision: a row a word, and how often
    the search went for it.
    """

    rows: list[list[float]]
    results: list[float]


class SelfPlay:
    """Games that the search plays against itself, and what is seen in them."""

    def __init__(self, game: Game[Any, Any, Any], tables: Tables, given: Namespace) -> None:
        self.game = game
        self.positions: list[Sample] = []
        self.decisions: list[Sample] = []
        self.given = given
        self.tables = tables

    def play(self, seats: int, seed: str) -> None:
        given = self.given
        thought = Thought({self.game.name: self.tables})
        judgement = thought.judgement(self.game.name, seats)
        bot = SearchBot(thought, given.iterations, turns=given.turns)
        s: State = self.game.start(seats, self.game.check_options({}), self.game.data({}))
        luck, minds = seeded(seed), seeded(f"{seed}/minds")
        s.luck = luck
        seen: list[list[list[float]]] = []
        turn = -1
        while not s.is_over():
            seat = int(s.actor)
            if seat == CHANCE:
                s.advance(seat, s.draw(luck))
                continue
            if judgement.quiet(s) and int(s.turn) != turn:
                turn = int(s.turn)
                seen.append([features(s, one, judgement) for one in range(seats)])
            rash = minds.below(_RASH) == 0 or len(s.legal(seat)) == 1
            s.advance(seat, s.draw(minds) if rash else self._chosen(bot, judgement, s, seat, minds))
        results = vec[float]([0.0] * MOST_SEATS)
        outcome(s, results)
        shares = [results[seat] for seat in range(seats)]
        self.positions += [Sample(rows, shares) for rows in seen]

    def _chosen(self, bot: SearchBot, judgement: Judgement, s: State, seat: int, minds: Rng) -> int:
        known = Knowledge(self.game, s, seat)
        found = bot.weigh(known, minds)
        numbers = self.game.numbers
        if self.given.thin and minds.below(self.given.thin) == 0:
            rows = [considered(s, seat, numbers[one.word], judgement) for one in found]
            self.decisions.append(Sample(rows, [one.share for one in found]))
        return numbers[drawn(found, minds)]


def features(s: State, seat: int, judgement: Judgement) -> list[float]:
    row = vec[float]([0.0] * len(judgement.weights))
    judgement.look(s, seat, row)
    return [row[n] for n in range(len(row))]


def considered(s: State, seat: int, word: int, judgement: Judgement) -> list[float]:
    judgement.trace = vec[float]([0.0] * len(judgement.habits))
    judgement.traced = True
    judgement.lean(s, seat, word)
    judgement.traced = False
    return [judgement.trace[n] for n in range(len(judgement.trace))]


def fitted(
    samples: Sequence[Sample], start: list[float], rounds: int, ridge: float
) -> tuple[list[float], float]:
    """The weights that foretell the results best, and the mean loss with them."""
    many = len(start)
    scale = [_scale(samples, n) for n in range(many)]
    rows = [
        [[(n, x / scale[n]) for n, x in enumerate(row) if x] for row in one.rows] for one in samples
    ]
    weights = [w * d for w, d in zip(start, scale, strict=True)]
    squares = [1e-8] * many
    rng = seeded("fit")
    order = list(range(len(samples)))
    loss = 0.0
    for turn in range(rounds):
        loss = 0.0
        pace = 0.05 / sqrt(1 + turn)
        for n in range(len(order) - 1, 0, -1):
            k = int(rng.below(n + 1))
            order[n], order[k] = order[k], order[n]
        for first in range(0, len(order), 64):
            batch = order[first : first + 64]
            slope = [ridge * w for w in weights]
            for k in batch:
                loss += _learn(rows[k], samples[k].results, weights, slope, 1 / len(batch))
            for n in range(many):
                squares[n] = 0.99 * squares[n] + 0.01 * slope[n] * slope[n]
                weights[n] -= pace * slope[n] / (sqrt(squares[n]) + 1e-6) * 0.2
    return [w / d for w, d in zip(weights, scale, strict=True)], loss / max(1, len(samples))


def _scale(samples: Sequence[Sample], n: int) -> float:
    """How far a feature strays; 1 where it never does."""
    values = [row[n] for one in samples for row in one.rows]
    mean = sum(values) / len(values)
    spread = sqrt(sum((x - mean) ** 2 for x in values) / len(values))
    return spread if spread > 1e-6 else 1.0


Sparse = list[tuple[int, float]]
"""A row without its zeros: of habits, few go for one word."""


def _learn(
    rows: list[Sparse],
    results: list[float],
    weights: list[float],
    slope: list[float],
    share: float,
) -> float:
    """Add one sample's part to the slope; return its loss."""
    points = [sum(x * weights[n] for n, x in row) for row in rows]
    if len(rows) == 1:
        errors = [points[0] - results[0]]
        loss = errors[0] ** 2
    else:
        most = max(points)
        odds = [exp(p - most) for p in points]
        whole = sum(odds)
        errors = [o / whole - result for o, result in zip(odds, results, strict=True)]
        loss = -sum(r * log(o / whole + 1e-12) for o, r in zip(odds, results, strict=True))
    for row, error in zip(rows, errors, strict=True):
        step = error * share
        for n, x in row:
            slope[n] += step * x
    return loss


def starting_tables(game: str, path: Path | None) -> dict[str, Mapping[str, float]]:
    """The shipped tables of a game, with those of a file in their place, bends and all."""
    shipped = tables_of(game)
    given = {} if path is None else tomllib.loads(path.read_text(encoding="utf-8"))
    replaced = [f"{table}_" for table in (SEVERAL, ALONE) if table in given]
    kept = {name: one for name, one in shipped.items() if not name.startswith(tuple(replaced))}
    return kept | given


def write_weights(path: Path, tables: Tables) -> None:
    lines = ["# Found by self-play; docs/bots.md tells how.", ""]
    for table, weights in tables.items():
        lines += [f"[{table}]", *(f"{name} = {w:.4f}" for name, w in weights.items()), ""]
    path.write_text("\n".join(lines), encoding="utf-8")


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=bedesten.games())
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seats", default="2", help="numbers of players, in turn: 2,2,4")
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--turns", type=int, default=0, help="played on before judging")
    parser.add_argument(
        "--thin",
        type=int,
        default=4,
        help="fit habits to one decision in so many; 0: keep the habits",
    )
    parser.add_argument("--rounds", type=int, default=12, help="passes over the samples")
    parser.add_argument("--ridge", type=float, default=1e-4)
    parser.add_argument("--seed", default="tuning")
    parser.add_argument("--weights", type=Path, help="start from this file, not the shipped one")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    game = bedesten.game(given.game)
    tables = starting_tables(game.name, given.weights)
    seats = [int(n) for n in given.seats.split(",")]
    series = SelfPlay(game, tables, given)
    for n in range(given.games):
        series.play(seats[n % len(seats)], f"{given.seed}/{n}")
    names, habits = feature_names(game.name)
    table = ALONE if seats == [1] else SEVERAL
    for kind, known, samples in (
        (table, names, series.positions),
        (HABITS, habits, series.decisions),
    ):
        if not samples:
            continue
        start = [tables.get(kind, {}).get(name, 0.0) for name in known]
        found, loss = fitted(samples, start, given.rounds, given.ridge)
        tables = {name: one for name, one in tables.items() if not name.startswith(f"{kind}_")}
        tables[kind] = dict(zip(known, found, strict=True))
        print(f"{kind}: {given.games} games, {len(samples)} samples, loss {loss:.4f}")
        write_weights(given.out, tables)


if __name__ == "__main__":
    main()
