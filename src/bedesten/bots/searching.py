"""The bot that searches a tree of imagined games."""

from __future__ import annotations

from time import perf_counter

from bedesten.bots.knowledge import Knowledge
from bedesten.bots.search.sealed import is_laid_at_once
from bedesten.bots.search.tree import Tree
from bedesten.bots.thinking import Budget, Thought, Weighed, drawn, imagined, weigh_sealed
from bedesten.kernel.rng import Rng

_SLICE = 16  # descents between two looks at the clock


class SearchBot:
    """Goes down the tree so many times, or until its time is up."""

    def __init__(
        self,
        thought: Thought,
        iterations: int,
        ms: int | None = None,
        worlds: int = 32,
        eager: float = 1.5,
        turns: int = 0,
    ) -> None:
        self.thought = thought
        self.iterations = iterations
        self.ms = ms
        self.worlds = worlds
        self.eager = eager
        self.turns = turns

    def choose(self, known: Knowledge, rng: Rng) -> str:
        choices = known.choices
        return choices[0] if len(choices) == 1 else drawn(self.weigh(known, rng), rng)

    def weigh(self, known: Knowledge, rng: Rng) -> list[Weighed]:
        """Every word with its chance; the share of the one to say is 1, unless it is drawn."""
        deadline = None if self.ms is None else perf_counter() + self.ms / 1000
        budget = Budget(self.iterations, deadline)
        worlds = imagined(known, rng, min(self.worlds, self.iterations))
        judgement = self.thought.judgement(known.game.name, int(worlds[0].seats))
        if is_laid_at_once(worlds[0]):
            return weigh_sealed(known, worlds, judgement, rng, budget, self.eager, self.turns)
        tree = Tree(known.seat, worlds, judgement, rng, self.eager, self.turns)
        for times in budget.slices(_SLICE):
            tree.grow(times)
        best = tree.best()
        words = known.game.vocabulary
        return [
            Weighed(words[way.word], way.chance(), float(way.word == best), way.visits)
            for way in tree.ways()
        ]
