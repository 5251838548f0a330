"""What bots that think have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from bedesten.bots.judgement import (
    Tables,
    judgement_of,
    judgement_with,
)
from bedesten.bots.judgement.judging import Judgement
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.search.sealed import Table
from bedesten.kernel.rng import Rng
from bedesten.kernel.state import State

_FINE = 1 << 20


@dataclass
class Weighed:
    """A word with the chance to win by it; alone, with the score to be expected."""

    word: str
    chance: float
    share: float = 0.0
    """How often to say it."""


@dataclass(frozen=True)
class Thought:
    """By which judgement a bot weighs positions."""

    tables: Mapping[str, Tables] = field(default_factory=dict)
    """Tables of its own, by game, instead of the shipped ones."""

    def judgement(self, game: str, seats: int) -> Judgement:
        if game in self.tables:
            return judgement_with(game, seats, self.tables[game])
        return _shipped(game, seats == 1)


@cache
def _shipped(game: str, alone: bool) -> Judgement:
    return judgement_of(game, 1 if alone else 2)


def imagined(known: Knowledge, rng: Rng, many: int) -> list[State]:
    """Worlds that fit what a seat knows; what others have said in secret is open in them."""
    worlds = [known.imagine(rng) for _ in range(many)]
    for world in worlds:
        if world.waiting != 0:
            for other in range(world.seats):
                if other != known.seat:
                    world.unsay(other)
    return worlds


def weigh_sealed(
    known: Knowledge,
    worlds: list[State],
    judgement: Judgement,
    rng: Rng,
    times: int,
    eager: float,
    turns: int,
) -> list[Weighed]:
    """What is laid at the same time, with shares that nobody can exploit."""
    table = Table(worlds[0])
    for cell in range(table.cells):
        table.explore(cell, worlds, judgement, rng, times, eager, turns)
    table.settle()
    words = known.game.vocabulary
    return [Weighed(words[n], chance, share) for n, share, chance in table.found(known.seat)]


def drawn(found: list[Weighed], rng: Rng) -> str:
    """A word by the shares."""
    left = rng.below(_FINE) / _FINE * sum(one.share for one in found)
    for one in found:
        left -= one.share
        if left < 0:
            return one.word
    return found[-1].word
