"""The five levels of bots, with the settings of each by game from the data file."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal

import msgspec

from bedesten.bots.candidates import Candidate
from bedesten.bots.evaluation import POLICY, SOLO_VALUE, VALUE, Evaluations, shipped_weights
from bedesten.bots.greedy import GreedyBot
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.search_bot import SearchBot
from bedesten.kernel.rng import Rng
from bedesten.kernel.text import read_toml

LEVELS: Final = ("apprentice", "trader", "merchant", "master", "sultan")

USUAL_LEVEL: Final = "merchant"
"""The level that plays where no other is named."""

_ANY: Final = "any"


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a level in a game."""

    algorithm: Literal["greedy", "search"]
    worlds: int = 32
    simulations: int = 100
    ms: int | None = None
    rollout_turns: int = 0
    exploration: float = 1.5
    sharpness: float = 1.0
    weights: dict[str, float] = {}

    def player(self, game: str) -> GreedyBot | SearchBot:
        evaluations = Evaluations()
        if self.weights:
            policy = shipped_weights(game).get(POLICY, {})
            tables = {VALUE: self.weights, SOLO_VALUE: self.weights, POLICY: policy}
            evaluations = Evaluations({game: tables})
        if self.algorithm == "greedy":
            return GreedyBot(evaluations, self.worlds)
        return SearchBot(
            evaluations,
            self.simulations,
            self.ms,
            self.worlds,
            self.exploration,
            self.rollout_turns,
            self.sharpness,
        )


class LevelBot:
    """A level, in any game."""

    def __init__(self, name: str, ms: int | None = None) -> None:
        self.name = name
        self.ms = ms  # an upper bound on the time of the level itself

    def choose(self, known: Knowledge, rng: Rng) -> str:
        return self._player(known.game.name).choose(known, rng)

    def candidates(self, known: Knowledge, rng: Rng) -> list[Candidate]:
        return self._player(known.game.name).candidates(known, rng)

    def _player(self, game: str) -> GreedyBot | SearchBot:
        player = player_of(self.name, game)
        if self.ms is None or isinstance(player, GreedyBot):
            return player
        return player.within(self.ms)


@cache
def player_of(level: str, game: str) -> GreedyBot | SearchBot:
    """The bot that a level is in a game."""
    return level_of(level, game).player(game)


def level_of(level: str, game: str) -> Level:
    """The settings of a level in a game."""
    settings = _levels()[level]
    return settings.get(game, settings[_ANY])


@cache
def _levels() -> dict[str, dict[str, Level]]:
    return msgspec.convert(read_toml("bedesten.bots", "levels.toml"), dict[str, dict[str, Level]])
