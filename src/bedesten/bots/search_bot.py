"""The bot that runs information-set Monte Carlo tree search."""

from __future__ import annotations

from time import perf_counter

from bedesten.bots.budget import Budget
from bedesten.bots.candidates import Candidate, sample
from bedesten.bots.determinization import imagined_worlds
from bedesten.bots.evaluation import Evaluations
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.mixed_strategy import mixed_candidates
from bedesten.bots.search.simultaneous import is_simultaneous
from bedesten.bots.search.tree import Tree
from bedesten.kernel.rng import Rng

_SLICE = 16  # simulations between two looks at the clock


class SearchBot:
    """Chooses the most visited word after a number of simulations, or when time is up."""

    def __init__(
        self,
        evaluations: Evaluations,
        simulations: int,
        ms: int | None = None,
        worlds: int = 32,
        exploration: float = 1.5,
        rollout_turns: int = 0,
        sharpness: float = 1.0,
    ) -> None:
        self.evaluations = evaluations
        self.simulations = simulations
        self.ms = ms
        self.worlds = worlds
        self.exploration = exploration
        self.rollout_turns = rollout_turns
        self.sharpness = sharpness  # of the policy in rollouts

    def within(self, ms: int) -> SearchBot:
        """The same bot, which takes no longer than so many milliseconds."""
        if self.ms is not None and self.ms <= ms:
            return self
        return SearchBot(
            self.evaluations,
            self.simulations,
            ms,
            self.worlds,
            self.exploration,
            self.rollout_turns,
            self.sharpness,
        )

    def choose(self, known: Knowledge, rng: Rng) -> str:
        choices = known.choices
        return choices[0] if len(choices) == 1 else sample(self.candidates(known, rng), rng)

    def candidates(self, known: Knowledge, rng: Rng) -> list[Candidate]:
        """Every legal word with its value; the share of the best is 1, or shares are mixed."""
        deadline = None if self.ms is None else perf_counter() + self.ms / 1000
        budget = Budget(self.simulations, deadline)
        worlds = imagined_worlds(known, rng, min(self.worlds, self.simulations))
        evaluation = self.evaluations.of(known.game.name, int(worlds[0].seats))
        if is_simultaneous(worlds[0]):
            return mixed_candidates(
                known,
                worlds,
                evaluation,
                rng,
                budget,
                self.exploration,
                self.rollout_turns,
                self.sharpness,
            )
        tree = Tree(
            known.seat,
            worlds,
            evaluation,
            rng,
            self.exploration,
            self.rollout_turns,
            self.sharpness,
        )
        for times in budget.slices(_SLICE):
            tree.simulate(times)
        best = tree.best()
        words = known.game.vocabulary
        return [
            Candidate(words[node.word], node.value(), float(node.word == best), int(node.visits))
            for node in tree.candidates()
        ]
