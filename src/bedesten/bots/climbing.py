"""Finds weights by playing: those are kept with which the greedy bot comes further.

    python -m bedesten.bots.climbing choose_write --seats 2 --rounds 12 --out new.toml

Tuning asks which features foretell the winner. That is right for a search, which tries
things out, but what goes along with winning need not bring it about. So here weights are
strewn around the present ones, each set plays the same deals against the present one, and
the best sets say where to strew next, and how widely (the cross-entropy method). A game
for one is played for its score, and at the end the weights are stretched so that they
foretell it.
"""

from __future__ import annotations

import random
from argparse import ArgumentParser
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import fmean as mean
from typing import Any

import bedesten
from bedesten.bots.greedy import GreedyBot
from bedesten.bots.judgement import ALONE, SEVERAL, Tables, feature_names
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.thinking import Thought
from bedesten.bots.tuning import Sample, features, fitted, starting_tables, write_weights
from bedesten.kernel.game import Game
from bedesten.kernel.match import Match
from bedesten.kernel.rng import seeded

Weights = dict[str, float]

_STREWN = 24  # sets of weights a round
_KEPT = 6  # of them, the best
_NARROW, _WIDE = 0.05, 0.12  # how far sets stray at first: always, and for each unit
_WIN = 1.0  # what a win counts beside the points of the score
_WORLDS = 2


@dataclass
class Climb:
    """Sets of weights that play the same deals."""

    game: Game[Any, Any, Any]
    tables: Tables
    seats: int
    games: int

    @property
    def table(self) -> str:
        return ALONE if self.seats == 1 else SEVERAL

    def player(self, weights: Mapping[str, float]) -> GreedyBot:
        return GreedyBot(Thought({self.game.name: {**self.tables, self.table: weights}}), _WORLDS)

    def reached(self, weights: Weights, deals: str) -> float:
        """How far a set of weights comes, on average, against the present one."""
        one, present = self.player(weights), self.player(self.tables[self.table])
        found = []
        for n in range(self.games):
            seat = n % self.seats
            bots = [one if other == seat else present for other in range(self.seats)]
            match = self.play(bots, f"{deals}/{n // self.seats}")
            won = float(seat in match.ranking[0]) if self.seats > 1 else 0.0
            found.append(match.scores[seat] + _WIN * won)
        return mean(found)

    def play(self, bots: list[GreedyBot], deal: str) -> Match:
        match = Match(self.game, seats=self.seats, seed=deal)
        rng = seeded(deal)
        while not match.over:
            seat = match.actors[0]
            match.play(seat, bots[seat].choose(Knowledge.of(match, seat), rng))
        return match

    def climbed(self, rounds: int, whim: random.Random) -> Weights:
        here = dict(self.tables[self.table])
        width = {name: _NARROW + _WIDE * abs(weight) for name, weight in here.items()}
        for n in range(rounds):
            strewn = [_stray(here, width, whim) for _ in range(_STREWN)]
            strewn.sort(key=lambda one: self.reached(one, f"{n}"), reverse=True)
            best = strewn[:_KEPT]
            for name in here:
                centre = mean(one[name] for one in best)
                spread = sqrt(mean((one[name] - centre) ** 2 for one in best))
                here[name] += 0.7 * (centre - here[name])
                width[name] += 0.25 * (spread - width[name])
            print(f"round {n + 1}: {self.reached(here, 'check'):.3f}")
        return here

    def stretched(self, weights: Weights) -> Weights:
        """The same order of positions, as scores; only a game for one shows them."""
        names = list(weights)
        judgement = Thought({self.game.name: {**self.tables, ALONE: weights}}).judgement(
            self.game.name, 1
        )
        samples: list[Sample] = []
        for n in range(self.games):
            match = Match(self.game, seats=1, seed=f"stretch/{n}")
            bot, rng, rows = self.player(weights), seeded(f"stretch/{n}"), []
            while not match.over:
                if judgement.quiet(match.state):
                    row = dict(zip(names, features(match.state, 0, judgement), strict=True))
                    points = sum(weights[name] * x for name, x in row.items())
                    rows.append([1.0, points, row.get("early", 0.0)])
                match.play(0, bot.choose(Knowledge.of(match, 0), rng))
            samples += [Sample([row], [float(match.scores[0])]) for row in rows]
        (constant, scale, early), _ = fitted(samples, [0.0, 1.0, 0.0], rounds=20, ridge=0.0)
        found = {name: scale * weight for name, weight in weights.items()}
        found["constant"] = found.get("constant", 0.0) + constant
        if "early" in found:
            found["early"] += early
        return found


def _stray(here: Weights, width: Weights, whim: random.Random) -> Weights:
    return {name: weight + whim.gauss(0.0, width[name]) for name, weight in here.items()}


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=bedesten.games())
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--games", type=int, default=40, help="that each set of weights plays")
    parser.add_argument("--seed", default="climbing")
    parser.add_argument("--weights", type=Path, help="start from this file, not the shipped one")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    game = bedesten.game(given.game)
    game.check_seats(given.seats)
    tables = starting_tables(game.name, given.weights)
    climb = Climb(game, tables, given.seats, given.games)
    names, _ = feature_names(game.name)
    tables[climb.table] = {name: tables[climb.table].get(name, 0.0) for name in names}
    climb.tables = tables
    found = climb.climbed(given.rounds, random.Random(given.seed))
    tables[climb.table] = climb.stretched(found) if given.seats == 1 else found
    write_weights(given.out, tables)


if __name__ == "__main__":
    main()
