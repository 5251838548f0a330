"""The bot that searches a tree of imagined games."""

from __future__ import annotations

from time import perf_counter

from bedesten.bots.judgement import judgement_of
from bedesten.bots.judgement.judging import Judgement
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.search.tree import Tree
from bedesten.kernel.rng import Rng
from bedesten.kernel.state import State

_SLICE = 16  # descents between two looks at the clock: compiled code hears no signal meanwhile


class SearchBot:
    def __init__(
        self,
        iterations: int,
        ms: int | None = None,
        worlds: int = 32,
        eager: float = 1.5,
        turns: int = 0,
        judgement: Judgement | None = None,
    ) -> None:
        self.iterations = iterations
        self.ms = ms
        self.worlds = worlds
        self.eager = eager
        self.turns = turns
        self.judgement = judgement

    def choose(self, known: Knowledge, rng: Rng) -> str:
        choices = known.choices
        if len(choices) == 1:
            return choices[0]
        return known.game.vocabulary[self.tree(known, rng).best()]

    def tree(self, known: Knowledge, rng: Rng) -> Tree:
        deadline = None if self.ms is None else perf_counter() + self.ms / 1000
        judgement = self.judgement or judgement_of(known.game.name)
        worlds = imagined(known, rng, min(self.worlds, self.iterations))
        tree = Tree(known.seat, worlds, judgement, rng, self.eager, self.turns)
        left = self.iterations
        while left > 0 and (deadline is None or perf_counter() < deadline):
            tree.grow(min(left, _SLICE))
            left -= _SLICE
        return tree


def imagined(known: Knowledge, rng: Rng, many: int) -> list[State]:
    """Worlds that fit what a seat knows; what others have said in secret is open in them."""
    worlds = [known.imagine(rng) for _ in range(many)]
    for world in worlds:
        if world.waiting != 0:
            for other in range(world.seats):
                if other != known.seat:
                    world.unsay(other)
    return worlds
