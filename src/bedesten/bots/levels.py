"""The five levels: how far and how well each looks, by game, as the data file says."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec
from msgspec import structs

from bedesten.bots.greedy import GreedyBot
from bedesten.bots.judgement import ALONE, HABITS, SEVERAL, tables_of
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.searching import SearchBot
from bedesten.bots.thinking import Thought, Weighed
from bedesten.kernel.rng import Rng
from bedesten.kernel.text import read_toml

LEVELS: Final = ("apprentice", "trader", "merchant", "master", "sultan")

USUAL_LEVEL: Final = "merchant"
"""The level that plays where no other is named."""

HINT_LEVEL: Final = "master"
"""The level that gives hints."""

_ANY: Final = "any"


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a level thinks in a game."""

    think: str
    worlds: int = 32
    iterations: int = 100
    ms: int | None = None
    turns: int = 0
    eager: float = 1.5
    weights: dict[str, float] = {}

    def player(self, game: str) -> GreedyBot | SearchBot:
        thought = Thought()
        if self.weights:
            habits = tables_of(game).get(HABITS, {})
            thought = Thought({game: {SEVERAL: self.weights, ALONE: self.weights, HABITS: habits}})
        if self.think == "greedy":
            return GreedyBot(thought, self.worlds)
        return SearchBot(thought, self.iterations, self.ms, self.worlds, self.eager, self.turns)


class LevelBot:
    """A level, whatever it plays."""

    def __init__(self, name: str, ms: int | None = None) -> None:
        self.name = name
        self.ms = ms  # at most, whatever the level would take

    def choose(self, known: Knowledge, rng: Rng) -> str:
        return self._player(known.game.name).choose(known, rng)

    def weigh(self, known: Knowledge, rng: Rng) -> list[Weighed]:
        return self._player(known.game.name).weigh(known, rng)

    def _player(self, game: str) -> GreedyBot | SearchBot:
        if self.ms is None:
            return player_of(self.name, game)
        level = level_of(self.name, game)
        return structs.replace(level, ms=min(self.ms, level.ms or self.ms)).player(game)


@cache
def player_of(level: str, game: str) -> GreedyBot | SearchBot:
    """The bot that a level is in a game."""
    return level_of(level, game).player(game)


def level_of(level: str, game: str) -> Level:
    """How a level thinks in a game."""
    settings = _levels()[level]
    return settings.get(game, settings[_ANY])


@cache
def _levels() -> dict[str, dict[str, Level]]:
    return msgspec.convert(read_toml("bedesten.bots", "levels.toml"), dict[str, dict[str, Level]])
