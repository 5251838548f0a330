"""What bots that think have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from time import perf_counter

from bedesten.bots.judgement import Tables, judgement_with, tables_of
from bedesten.bots.judgement.judging import Judgement
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.search.sealed import Table
from bedesten.kernel.rng import Rng
from bedesten.kernel.state import State

_FINE = 1 << 20
_LUCK = 1 << 30  # half of what starts a generator


@dataclass
class Weighed:
    """A word with the chance to win by it; alone, with the score to be expected."""

    word: str
    chance: float
    share: float = 0.0
    """How often to say it."""
    tried: int = 0
    """How often it was tried; the chance is worth as much."""


@dataclass(frozen=True)
class Thought:
    """By which judgement a bot weighs positions."""

    tables: Mapping[str, Tables] = field(default_factory=dict)
    """Tables of its own, by game, instead of the shipped ones."""
    read: dict[tuple[str, bool], Judgement] = field(default_factory=dict, repr=False, compare=False)
    """What the tables say, for several and for one, so that they are read once."""

    def judgement(self, game: str, seats: int) -> Judgement:
        """A new one each time: it writes while it weighs, and bots may think side by side."""
        key = game, seats == 1
        if key not in self.read:
            self.read[key] = judgement_with(game, seats, self.tables.get(game, tables_of(game)))
        one = self.read[key]
        return type(one)(one.weights, one.habits, one.bends, one.downs)


def imagined(known: Knowledge, rng: Rng, many: int) -> list[State]:
    """Worlds that fit what a seat knows; what others have said in secret is open in them."""
    worlds = [known.imagine(rng) for _ in range(many)]
    for world in worlds:
        if world.waiting != 0:
            for other in range(world.seats):
                if other != known.seat:
                    world.unsay(other)
    return worlds


def each_with_luck(worlds: list[State], rng: Rng) -> list[tuple[State, int]]:
    """Every world with what happens in it: words are compared where both are the same."""
    return [(world, rng.below(_LUCK) * _LUCK + rng.below(_LUCK)) for world in worlds]


@dataclass(frozen=True)
class Budget:
    """How often to go down the tree, and for how long at most."""

    iterations: int
    deadline: float | None = None

    def slices(self, size: int) -> Iterator[int]:
        """Portions of the iterations as long as there is time, one at least.

        Compiled code hears no signal meanwhile, so portions are small.
        """
        left = self.iterations
        while left > 0:
            yield min(left, size)
            left -= size
            if self.deadline is not None and perf_counter() >= self.deadline:
                return


def weigh_sealed(
    known: Knowledge,
    worlds: list[State],
    judgement: Judgement,
    rng: Rng,
    budget: Budget,
    eager: float = 1.5,
    turns: int = 0,
) -> list[Weighed]:
    """What is laid at the same time, with shares that nobody can exploit."""
    table = Table(worlds[0])
    alike = [world for world in worlds if Table(world).words == table.words]
    table.open(alike, judgement, rng, eager, turns)
    each = Budget(max(1, budget.iterations // int(table.cells)), budget.deadline)
    for times in each.slices(4):
        table.grow(times)
    table.settle()
    words = known.game.vocabulary
    return [Weighed(words[n], chance, share, 1) for n, share, chance in table.found(known.seat)]


def drawn(found: list[Weighed], rng: Rng) -> str:
    """A word by the shares."""
    left = rng.below(_FINE) / _FINE * sum(one.share for one in found)
    for one in found:
        left -= one.share
        if left < 0:
            return one.word
    return found[-1].word
