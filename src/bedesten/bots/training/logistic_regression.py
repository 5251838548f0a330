"""Fits linear value and policy weights to games of self-play.

    python -m bedesten.bots.training.logistic_regression istanbul --games 2000 --seats 2,4

lets the search play against itself and records the features of every quiet position. The
value weights are fitted to who won: a softmax over the seats (multinomial logistic
regression), by stochastic gradient descent. A solo game is fitted to its score by least
squares. The policy weights are fitted in the same way to what the search chose. The
result is a weights file, from which the next run can start.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from pathlib import Path
from typing import Any

from librt.vecs import vec

import bedesten
from bedesten.bots.candidates import sample
from bedesten.bots.evaluation import (
    POLICY,
    SOLO_VALUE,
    VALUE,
    Evaluations,
    WeightTables,
    feature_names,
)
from bedesten.bots.evaluation.base import MOST_SEATS, Evaluation, outcome
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.search_bot import SearchBot
from bedesten.bots.training.common import (
    features_of,
    policy_features_of,
    starting_weights,
    write_weights,
)
from bedesten.kernel.game import Game
from bedesten.kernel.rng import Rng, seeded
from bedesten.kernel.state import CHANCE, State

_RANDOM_MOVES = 12  # one move in so many is random, so that more kinds of positions are seen


@dataclass(frozen=True)
class Sample:
    """Rows of features with a target distribution over them.

    For the value: a row for each seat, and who won. For the policy: a row for each word, and
    the shares that the search gave them.
    """

    rows: list[list[float]]
    targets: list[float]


class SelfPlay:
    """Games that the search plays against itself, and the samples taken from them."""

    def __init__(self, game: Game[Any, Any, Any], tables: WeightTables, given: Namespace) -> None:
        self.game = game
        self.positions: list[Sample] = []
        self.decisions: list[Sample] = []
        self.given = given
        self.tables = tables

    def play(self, seats: int, seed: str) -> None:
        given = self.given
        evaluations = Evaluations({self.game.name: self.tables})
        evaluation = evaluations.of(self.game.name, seats)
        bot = SearchBot(evaluations, given.simulations, rollout_turns=given.rollout_turns)
        s: State = self.game.start(seats, self.game.check_options({}), self.game.data({}))
        chance, rng = seeded(seed), seeded(f"{seed}/minds")
        s.luck = chance
        seen: list[list[list[float]]] = []
        turn = -1
        while not s.is_over():
            seat = int(s.actor)
            if seat == CHANCE:
                s.advance(seat, s.draw(chance))
                continue
            if evaluation.is_quiet(s) and int(s.turn) != turn:
                turn = int(s.turn)
                seen.append([features_of(s, one, evaluation) for one in range(seats)])
            at_random = rng.below(_RANDOM_MOVES) == 0 or len(s.legal(seat)) == 1
            word = s.draw(rng) if at_random else self._chosen(bot, evaluation, s, seat, rng)
            s.advance(seat, word)
        values = vec[float]([0.0] * MOST_SEATS)
        outcome(s, values)
        targets = [values[seat] for seat in range(seats)]
        self.positions += [Sample(rows, targets) for rows in seen]

    def _chosen(self, bot: SearchBot, evaluation: Evaluation, s: State, seat: int, rng: Rng) -> int:
        known = Knowledge(self.game, s, seat)
        found = bot.candidates(known, rng)
        numbers = self.game.numbers
        if self.given.thin and rng.below(self.given.thin) == 0:
            rows = [policy_features_of(s, seat, numbers[one.word], evaluation) for one in found]
            self.decisions.append(Sample(rows, [one.share for one in found]))
        return numbers[sample(found, rng)]


def fitted(
    samples: Sequence[Sample], start: list[float], epochs: int, ridge: float
) -> tuple[list[float], float]:
    """The weights that minimize the loss, found by RMSprop, and the mean loss with them."""
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
    for epoch in range(epochs):
        loss = 0.0
        rate = 0.05 / sqrt(1 + epoch)
        for n in range(len(order) - 1, 0, -1):
            k = int(rng.below(n + 1))
            order[n], order[k] = order[k], order[n]
        for first in range(0, len(order), 64):
            batch = order[first : first + 64]
            gradient = [ridge * w for w in weights]
            for k in batch:
                loss += _add_gradient(
                    rows[k], samples[k].targets, weights, gradient, 1 / len(batch)
                )
            for n in range(many):
                squares[n] = 0.99 * squares[n] + 0.01 * gradient[n] * gradient[n]
                weights[n] -= rate * gradient[n] / (sqrt(squares[n]) + 1e-6) * 0.2
    return [w / d for w, d in zip(weights, scale, strict=True)], loss / max(1, len(samples))


def _scale(samples: Sequence[Sample], n: int) -> float:
    """The standard deviation of a feature; 1 if it is constant."""
    values = [row[n] for one in samples for row in one.rows]
    mean = sum(values) / len(values)
    spread = sqrt(sum((x - mean) ** 2 for x in values) / len(values))
    return spread if spread > 1e-6 else 1.0


Sparse = list[tuple[int, float]]
"""A row without its zeros: a word has few policy features."""


def _add_gradient(
    rows: list[Sparse],
    targets: list[float],
    weights: list[float],
    gradient: list[float],
    share: float,
) -> float:
    """Add one sample's part to the gradient; return its loss."""
    logits = [sum(x * weights[n] for n, x in row) for row in rows]
    if len(rows) == 1:
        errors = [logits[0] - targets[0]]
        loss = errors[0] ** 2
    else:
        most = max(logits)
        odds = [exp(logit - most) for logit in logits]
        whole = sum(odds)
        errors = [o / whole - target for o, target in zip(odds, targets, strict=True)]
        loss = -sum(t * log(o / whole + 1e-12) for o, t in zip(odds, targets, strict=True))
    for row, error in zip(rows, errors, strict=True):
        step = error * share
        for n, x in row:
            gradient[n] += step * x
    return loss


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=bedesten.games())
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seats", default="2", help="numbers of players, in turn: 2,2,4")
    parser.add_argument("--simulations", type=int, default=100)
    parser.add_argument("--rollout-turns", type=int, default=0)
    parser.add_argument(
        "--thin",
        type=int,
        default=4,
        help="fit the policy to one decision in so many; 0: keep the policy",
    )
    parser.add_argument("--epochs", type=int, default=12, help="passes over the samples")
    parser.add_argument("--ridge", type=float, default=1e-4)
    parser.add_argument("--seed", default="self-play")
    parser.add_argument("--weights", type=Path, help="start from this file, not the shipped one")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    game = bedesten.game(given.game)
    tables = starting_weights(game.name, given.weights)
    seats = [int(n) for n in given.seats.split(",")]
    series = SelfPlay(game, tables, given)
    for n in range(given.games):
        series.play(seats[n % len(seats)], f"{given.seed}/{n}")
    names, policy_names = feature_names(game.name)
    table = SOLO_VALUE if seats == [1] else VALUE
    for kind, known, samples in (
        (table, names, series.positions),
        (POLICY, policy_names, series.decisions),
    ):
        if not samples:
            continue
        start = [tables.get(kind, {}).get(name, 0.0) for name in known]
        found, loss = fitted(samples, start, given.epochs, given.ridge)
        tables = {name: one for name, one in tables.items() if not name.startswith(f"{kind}_")}
        tables[kind] = dict(zip(known, found, strict=True))
        print(f"{kind}: {given.games} games, {len(samples)} samples, loss {loss:.4f}")
        write_weights(given.out, tables)


if __name__ == "__main__":
    main()
