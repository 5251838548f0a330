"""Games of self-play for training: every seat's features at every turn, and who won.

Game number n follows from the seed and n alone: its seats, its options, its bots and its luck.
So a run can be divided among processes, interrupted and resumed. Half of the games have the
options that the game has by default, the others draw each option.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from librt.vecs import vec
from numpy.typing import NDArray

import bedesten
from bedesten import bots
from bedesten.bots.evaluation import Evaluations, feature_names
from bedesten.bots.evaluation.base import MOST_SEATS, outcome
from bedesten.bots.knowledge import Knowledge
from bedesten.kernel.match import Match
from bedesten.kernel.rng import Rng, seeded

Rows = NDArray[np.float32]

LEVELS: Final = ("merchant", "merchant", "merchant", "merchant", "greedy", "master")
"""The levels that play, drawn for each game: mostly the usual one, and its neighbours."""

_MOST_TURNS: Final = 600  # games of weak bots may not end
_RANDOM_MOVES: Final = 40  # one move in so many is random, so that more kinds of positions are seen


@dataclass(frozen=True)
class Samples:
    """Positions of one number of seats."""

    rows: Rows
    """By position, seat and feature."""
    won: Rows
    """By position and seat; winners share 1. In a solo game, the final score."""
    games: NDArray[np.int64]
    """By position, the number of its game."""

    def save(self, path: Path) -> None:
        """Write the samples so that a crash leaves either the old file or the new one."""
        draft = path.with_suffix(".part")
        with draft.open("wb") as file:
            np.savez_compressed(file, rows=self.rows, won=self.won, games=self.games)
        draft.replace(path)


def load(paths: list[Path]) -> Samples:
    """The samples of several files with the same number of seats."""
    parts = [np.load(path) for path in paths]
    return Samples(
        np.concatenate([part["rows"] for part in parts]),
        np.concatenate([part["won"] for part in parts]),
        np.concatenate([part["games"] for part in parts]),
    )


@dataclass(frozen=True)
class GameSeries:
    """A series of games."""

    game: str
    seats: int
    seed: str

    def chunk(self, numbers: range) -> Samples:
        """The samples of some games; those that did not end have none."""
        width = len(feature_names(self.game)[0])
        rows = [np.zeros((0, self.seats, width), np.float32)]
        won = [np.zeros((0, self.seats), np.float32)]
        games = []
        for n in numbers:
            seen, result = self.played(n)
            if seen:
                rows.append(np.array(seen, np.float32))
                won.append(np.tile(np.array(result, np.float32), (len(seen), 1)))
                games += [n] * len(seen)
        return Samples(np.concatenate(rows), np.concatenate(won), np.array(games, np.int64))

    def played(self, n: int) -> tuple[list[list[list[float]]], list[float]]:
        """Play a game: the features by turn and seat, and the result by seat."""
        seed = f"{self.seed}/{self.game}/{self.seats}/{n}"
        rng = seeded(f"{seed}/minds")
        match = self._begun(seed, rng)
        bot = bots.bot(LEVELS[rng.below(len(LEVELS))])
        evaluation = Evaluations().of(self.game, self.seats)
        row = vec[float]([0.0] * len(evaluation.weights))
        seen: list[list[list[float]]] = []
        turn = -1
        while not match.over:
            s = match.state
            if int(s.turn) > _MOST_TURNS:
                return [], []
            if int(s.turn) != turn and evaluation.is_quiet(s):
                turn = int(s.turn)
                position = []
                for seat in range(self.seats):
                    for feature in range(len(row)):
                        row[feature] = 0.0
                    evaluation.features(s, seat, row)
                    position.append([row[feature] for feature in range(len(row))])
                seen.append(position)
            seat = match.actors[0]
            if rng.below(_RANDOM_MOVES) == 0:
                choices = match.choices(seat)
                match.play(seat, choices[rng.below(len(choices))])
            else:
                match.play(seat, bot.choose(Knowledge.of(match, seat), rng))
        values = vec[float]([0.0] * MOST_SEATS)
        outcome(match.state, values)
        return seen, [values[seat] for seat in range(self.seats)]

    def _begun(self, seed: str, rng: Rng) -> Match:
        """A game with drawn options; with the default ones if the game refuses the others."""
        options: dict[str, Any] = {}
        if rng.below(2) == 0:
            for name, schema in bedesten.game(self.game).options["properties"].items():
                values = schema.get("enum", [False, True])
                options[name] = values[rng.below(len(values))]
        try:
            return bedesten.new(self.game, seats=self.seats, seed=seed, **options)
        except ValueError:  # such as a variant that is not for so many players
            return bedesten.new(self.game, seats=self.seats, seed=seed)
