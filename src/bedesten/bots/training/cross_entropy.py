"""Optimizes value weights by the results of the greedy bot (the cross-entropy method).

    python -m bedesten.bots.training.cross_entropy choose_write --seats 2 --out new.toml

Logistic regression finds the features that predict the winner. That suits a search, which
tries things out, but a feature that correlates with winning need not cause it. So here
every generation samples sets of weights from a Gaussian, each set plays the same deals
against the present weights, and the best sets (the elite) give the next mean and standard
deviation. In a solo game the fitness is the score, and at the end the weights are scaled
to predict it.
"""

from __future__ import annotations

import random
from argparse import ArgumentParser
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import fmean
from typing import Any

import bedesten
from bedesten.bots.evaluation import SOLO_VALUE, VALUE, Evaluations, WeightTables, feature_names
from bedesten.bots.greedy import GreedyBot
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.training.common import features_of, starting_weights, write_weights
from bedesten.bots.training.logistic_regression import Sample, fitted
from bedesten.kernel.game import Game
from bedesten.kernel.match import Match
from bedesten.kernel.rng import seeded

Weights = dict[str, float]

_POPULATION = 24  # sets of weights in a generation
_ELITE = 6  # of them, the best
_BASE_NOISE, _NOISE = 0.05, 0.12  # first standard deviation: constant, and per unit of weight
_WIN = 1.0  # fitness of a win, beside the score
_WORLDS = 2


@dataclass
class CrossEntropy:
    """Sets of weights that play the same deals."""

    game: Game[Any, Any, Any]
    tables: WeightTables
    seats: int
    games: int

    @property
    def table(self) -> str:
        return SOLO_VALUE if self.seats == 1 else VALUE

    def player(self, weights: Mapping[str, float]) -> GreedyBot:
        tables = {**self.tables, self.table: weights}
        return GreedyBot(Evaluations({self.game.name: tables}), _WORLDS)

    def fitness(self, weights: Weights, deals: str) -> float:
        """The mean result of a set of weights against the present one."""
        one, present = self.player(weights), self.player(self.tables[self.table])
        found = []
        for n in range(self.games):
            seat = n % self.seats
            bots = [one if other == seat else present for other in range(self.seats)]
            match = self.play(bots, f"{deals}/{n // self.seats}")
            won = float(seat in match.ranking[0]) if self.seats > 1 else 0.0
            found.append(match.scores[seat] + _WIN * won)
        return fmean(found)

    def play(self, bots: list[GreedyBot], deal: str) -> Match:
        match = Match(self.game, seats=self.seats, seed=deal)
        rng = seeded(deal)
        while not match.over:
            seat = match.actors[0]
            match.play(seat, bots[seat].choose(Knowledge.of(match, seat), rng))
        return match

    def optimized(self, generations: int, rng: random.Random) -> Weights:
        mean = dict(self.tables[self.table])
        deviation = {name: _BASE_NOISE + _NOISE * abs(weight) for name, weight in mean.items()}
        for n in range(generations):
            population = [_sampled(mean, deviation, rng) for _ in range(_POPULATION)]
            population.sort(key=lambda one: self.fitness(one, f"{n}"), reverse=True)
            elite = population[:_ELITE]
            for name in mean:
                centre = fmean(one[name] for one in elite)
                spread = sqrt(fmean((one[name] - centre) ** 2 for one in elite))
                mean[name] += 0.7 * (centre - mean[name])
                deviation[name] += 0.25 * (spread - deviation[name])
            print(f"generation {n + 1}: {self.fitness(mean, 'check'):.3f}")
        return mean

    def calibrated(self, weights: Weights) -> Weights:
        """The weights of a solo game, scaled so that the value predicts the score."""
        names = list(weights)
        tables = {**self.tables, SOLO_VALUE: weights}
        evaluation = Evaluations({self.game.name: tables}).of(self.game.name, 1)
        samples: list[Sample] = []
        for n in range(self.games):
            match = Match(self.game, seats=1, seed=f"calibrate/{n}")
            bot, rng, rows = self.player(weights), seeded(f"calibrate/{n}"), []
            while not match.over:
                if evaluation.is_quiet(match.state):
                    row = dict(zip(names, features_of(match.state, 0, evaluation), strict=True))
                    value = sum(weights[name] * x for name, x in row.items())
                    rows.append([1.0, value, row.get("early", 0.0)])
                match.play(0, bot.choose(Knowledge.of(match, 0), rng))
            samples += [Sample([row], [float(match.scores[0])]) for row in rows]
        (constant, scale, early), _ = fitted(samples, [0.0, 1.0, 0.0], epochs=20, ridge=0.0)
        found = {name: scale * weight for name, weight in weights.items()}
        found["constant"] = found.get("constant", 0.0) + constant
        if "early" in found:
            found["early"] += early
        return found


def _sampled(mean: Weights, deviation: Weights, rng: random.Random) -> Weights:
    return {name: weight + rng.gauss(0.0, deviation[name]) for name, weight in mean.items()}


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=bedesten.games())
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--generations", type=int, default=12)
    parser.add_argument("--games", type=int, default=40, help="that each set of weights plays")
    parser.add_argument("--seed", default="cross-entropy")
    parser.add_argument("--weights", type=Path, help="start from this file, not the shipped one")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    game = bedesten.game(given.game)
    game.check_seats(given.seats)
    tables = starting_weights(game.name, given.weights)
    method = CrossEntropy(game, tables, given.seats, given.games)
    names, _ = feature_names(game.name)
    tables[method.table] = {name: tables[method.table].get(name, 0.0) for name in names}
    found = method.optimized(given.generations, random.Random(given.seed))
    tables[method.table] = method.calibrated(found) if given.seats == 1 else found
    write_weights(given.out, tables)


if __name__ == "__main__":
    main()
