"""Trains a value network with one hidden layer by temporal differences, TD(lambda).

    python -m bedesten.bots.training.td_lambda choose_write --seats 2,3,4 --out new.toml

Greedy bots play, each with noise on the present weights, for variety. The network predicts a
seat's final score from its features at every turn: a linear part, and a hidden layer of ReLU
units beside it (a skip connection). Final scores are noisy, so the targets rest as much on
the network's own predictions for later positions. At the end all weights are scaled so that
a softmax over the seats gives win probabilities.
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
from bedesten.bots.evaluation import (
    HIDDEN_MINUS,
    HIDDEN_PLUS,
    VALUE,
    Evaluations,
    WeightTables,
    feature_names,
)
from bedesten.bots.greedy import GreedyBot
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.training.common import features_of, starting_weights, write_weights
from bedesten.kernel.game import read_variant
from bedesten.kernel.match import Match
from bedesten.kernel.rng import seeded

Rows = NDArray[np.float64]

_BASE_NOISE, _NOISE = 0.06, 0.15  # standard deviation: constant, and per unit of weight
_FIXED = ("rubies", "score")  # weights without noise, which set the scale
_WORLDS = 2
_LAMBDA = 0.6
_BATCH = 1024
_WEIGHT_DECAY = 0.1


@dataclass(frozen=True)
class TrainingGames:
    """Games of bots whose weights have noise."""

    game: str
    tables: WeightTables
    seats: list[int]
    changes: Mapping[str, Any] | None

    def played(self, n: int) -> tuple[Rows, Rows]:
        """The features by turn and seat, and the final scores."""
        noise = np.random.default_rng(n)
        seats = self.seats[n % len(self.seats)]
        bots = [self._noisy_bot(noise) for _ in range(seats)]
        game = bedesten.game(self.game)
        match = Match(game, seats=seats, seed=f"td-lambda/{n}", data=self.changes)
        evaluation = Evaluations({self.game: self.tables}).of(self.game, seats)
        rng = seeded(f"td-lambda/{n}")
        seen: list[list[list[float]]] = []
        turn = -1
        while not match.over:
            if evaluation.is_quiet(match.state) and int(match.state.turn) != turn:
                turn = int(match.state.turn)
                seen.append([features_of(match.state, seat, evaluation) for seat in range(seats)])
            seat = match.actors[0]
            match.play(seat, bots[seat].choose(Knowledge.of(match, seat), rng))
        return np.array(seen), np.array(match.scores, dtype=float)

    def _noisy_bot(self, noise: np.random.Generator) -> GreedyBot:
        weights = {
            name: weight
            if name in _FIXED
            else weight + noise.normal(0.0, _BASE_NOISE + _NOISE * abs(weight))
            for name, weight in self.tables[VALUE].items()
        }
        return GreedyBot(Evaluations({self.game: {**self.tables, VALUE: weights}}), _WORLDS)


class ValueNetwork:
    """A linear part and a hidden layer of ReLU units, on standardized features."""

    def __init__(self, rows: Rows, targets: Rows, hidden: int, seed: int) -> None:
        self.mean = rows.mean(0)
        deviation = rows.std(0)
        self.deviation = np.where(deviation > 1e-6, deviation, np.inf)  # drops constant features
        rng = np.random.default_rng(seed)
        many = rows.shape[1]
        inputs = self.standardized(rows)
        square = inputs.T @ inputs + 10.0 * np.eye(many)
        self.bias = np.array([targets.mean()])
        self.weights = np.linalg.solve(square, inputs.T @ (targets - targets.mean()))
        self.hidden = rng.normal(0.0, many**-0.5, (many, hidden))
        self.hidden_bias = np.zeros(hidden)
        self.output = rng.normal(0.0, 0.1 * hidden**-0.5, hidden)
        self.parameters = [self.bias, self.weights, self.hidden, self.hidden_bias, self.output]
        self.first_moments = [np.zeros_like(one) for one in self.parameters]
        self.second_moments = [np.zeros_like(one) for one in self.parameters]
        self.steps = 0

    def standardized(self, rows: Rows) -> Rows:
        found: Rows = (rows - self.mean) / self.deviation
        return found

    def predict(self, inputs: Rows) -> Rows:
        return self._forward(inputs)[1]

    def _forward(self, inputs: Rows) -> tuple[Rows, Rows]:
        """The activations of the hidden layer, and the output."""
        active = np.maximum(inputs @ self.hidden + self.hidden_bias, 0.0)
        return active, self.bias[0] + inputs @ self.weights + active @ self.output

    def fit(self, inputs: Rows, targets: Rows, epochs: int, rate: float) -> None:
        rng = np.random.default_rng(self.steps)
        for n in range(epochs):
            order = rng.permutation(len(inputs))
            decayed = rate if 3 * n < 2 * epochs else rate / 4
            for first in range(0, len(order), _BATCH):
                batch = order[first : first + _BATCH]
                self._step(inputs[batch], targets[batch], decayed)

    def _step(self, inputs: Rows, targets: Rows, rate: float) -> None:
        """One step of AdamW."""
        active, output = self._forward(inputs)
        error = (output - targets) * (2.0 / len(output))
        back = np.outer(error, self.output) * (active > 0.0)
        gradients = [
            error.sum(keepdims=True),
            inputs.T @ error,
            inputs.T @ back,
            back.sum(0),
            active.T @ error,
        ]
        self.steps += 1
        for parameter, gradient, first, second in zip(
            self.parameters, gradients, self.first_moments, self.second_moments, strict=True
        ):
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient * gradient - second)
            unbiased = first / (1.0 - 0.9**self.steps)
            parameter -= rate * unbiased / (np.sqrt(second / (1.0 - 0.999**self.steps)) + 1e-8)
            if parameter is not self.bias:
                parameter -= rate * _WEIGHT_DECAY * parameter

    def tables(self, names: tuple[str, ...], scale: float) -> dict[str, dict[str, float]]:
        """The weights for features that are not standardized; biases go to `constant`.

        The output weight of a hidden unit is folded into its input weights, all but the sign.
        """
        first = names.index("constant")
        found = {VALUE: self.weights / self.deviation}
        found[VALUE][first] += self.bias[0] - self.weights @ (self.mean / self.deviation)
        for kind, sign in ((HIDDEN_PLUS, 1.0), (HIDDEN_MINUS, -1.0)):
            for n in np.flatnonzero(self.output * sign > 0.0):
                unit = self.hidden[:, n] / self.deviation
                shift = self.hidden[:, n] @ (self.mean / self.deviation)
                unit[first] += self.hidden_bias[n] - shift
                found[f"{VALUE}_{kind}_{n + 1}"] = unit * abs(self.output[n])
        return {
            table: {name: scale * float(x) for name, x in zip(names, row, strict=True)}
            for table, row in found.items()
        }


def trained(
    games: list[tuple[Rows, Rows]], hidden: int, rounds: int, seed: int
) -> tuple[ValueNetwork, float]:
    """A network that predicts final scores, and the scale that turns them into logits."""
    rows = np.concatenate([seen.reshape(-1, seen.shape[2]) for seen, _ in games])
    scores = np.concatenate([np.tile(final, len(seen)) for seen, final in games])
    network = ValueNetwork(rows, scores, hidden, seed)
    inputs = network.standardized(rows)
    network.fit(inputs, scores, epochs=8, rate=2e-3)
    for n in range(rounds):
        targets = lambda_returns(games, network.predict(inputs))
        network.fit(inputs, targets, epochs=4, rate=1e-3)
        explained = _explained(network.predict(inputs), scores)
        print(f"round {n + 1}: {explained:.3f} of the variance explained")
    return network, _softmax_scale(games, network.predict(inputs))


def lambda_returns(games: list[tuple[Rows, Rows]], predicted: Rows) -> Rows:
    """The target of every position: predictions for later ones, and the final score."""
    found = np.empty_like(predicted)
    for values, returns, (_, scores) in zip(
        _by_game(games, predicted), _by_game(games, found), games, strict=True
    ):
        returns[-1] = scores
        for turn in range(len(returns) - 2, -1, -1):
            returns[turn] = (1.0 - _LAMBDA) * values[turn + 1] + _LAMBDA * returns[turn + 1]
    return found


def _by_game(games: list[tuple[Rows, Rows]], column: Rows) -> Iterator[Rows]:
    """Views of a column, one for each game, by turn and seat."""
    at = 0
    for seen, _ in games:
        turns, seats = seen.shape[:2]
        yield column[at : at + turns * seats].reshape(turns, seats)
        at += turns * seats


def _explained(predicted: Rows, scores: Rows) -> float:
    variance = scores.var()  # 0 in a few games that all end alike
    return float(1.0 - ((predicted - scores) ** 2).mean() / variance) if variance > 0.0 else 0.0


def _softmax_scale(games: list[tuple[Rows, Rows]], predicted: Rows) -> float:
    """The factor with which a softmax of the predictions has the least cross-entropy."""

    def cross_entropy(scale: float) -> float:
        whole = 0.0
        for values, (_, scores) in zip(_by_game(games, predicted), games, strict=True):
            logits = scale * values
            logits -= logits.max(1, keepdims=True)
            log_chances = logits - np.log(np.exp(logits).sum(1, keepdims=True))
            won = scores == scores.max()
            whole -= log_chances[:, won].sum() / won.sum()
        return whole

    return min((0.1 * n for n in range(5, 80)), key=cross_entropy)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=bedesten.games())
    parser.add_argument("--seats", default="2", help="numbers of players, in turn: 2,3,2,4")
    parser.add_argument("--data", type=Path, help="a variant's data file")
    parser.add_argument("--games", type=int, default=6200)
    parser.add_argument("--hidden", type=int, default=24, help="units of the hidden layer")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--weights", type=Path, help="start from this file, not the shipped one")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    seats = [int(n) for n in given.seats.split(",")]
    for n in seats:
        bedesten.game(given.game).check_seats(n)
    tables = starting_weights(given.game, given.weights)
    names, _ = feature_names(given.game)
    if "constant" not in names:
        parser.error(f"the evaluation of {given.game} has no constant, which hidden units need")
    if 1 in seats:
        parser.error("a solo game has no winner; use cross_entropy for it")
    changes = None if given.data is None else read_variant(given.data)
    training = TrainingGames(given.game, tables, seats, changes)
    with ProcessPoolExecutor(given.jobs) as pool:
        games = list(pool.map(training.played, range(given.games), chunksize=8))
    network, scale = trained(games, given.hidden, given.rounds, given.seed)
    kept = {name: table for name, table in tables.items() if not name.startswith(VALUE)}
    write_weights(given.out, {**network.tables(names, scale), **kept})


if __name__ == "__main__":
    main()
