"""The bot that looks one turn ahead and chooses the word with the highest value."""

from __future__ import annotations

from statistics import fmean as mean

from bedesten.bots.budget import Budget
from bedesten.bots.candidates import Candidate, sample
from bedesten.bots.determinization import imagined_worlds, with_seeds
from bedesten.bots.evaluation import Evaluations
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.mixed_strategy import mixed_candidates
from bedesten.bots.search.lookahead import Lookahead
from bedesten.bots.search.simultaneous import is_simultaneous
from bedesten.kernel.rng import Rng

_MOST_CELLS = 81  # of a payoff matrix, per world


class GreedyBot:
    """Tries every word in some imagined worlds and finishes its own turn there."""

    def __init__(self, evaluations: Evaluations, worlds: int) -> None:
        self.evaluations = evaluations
        self.worlds = worlds

    def choose(self, known: Knowledge, rng: Rng) -> str:
        choices = known.choices
        return choices[0] if len(choices) == 1 else sample(self.candidates(known, rng), rng)

    def candidates(self, known: Knowledge, rng: Rng) -> list[Candidate]:
        """Every legal word with its mean value; the share of the best is 1, or shares are mixed."""
        worlds = imagined_worlds(known, rng, self.worlds)
        evaluation = self.evaluations.of(known.game.name, int(worlds[0].seats))
        if is_simultaneous(worlds[0]):
            budget = Budget(_MOST_CELLS * self.worlds)
            return mixed_candidates(known, worlds, evaluation, rng, budget)
        numbers = known.game.numbers
        ahead = Lookahead(
            known.seat, worlds[0].turn, numbers.get("pass", -1), evaluation, rng.copy()
        )
        tries = with_seeds(worlds, rng)
        found = [
            Candidate(word, mean(ahead.value(*one, numbers[word]) for one in tries), 0.0, 1)
            for word in known.choices
        ]
        best = max(found, key=lambda one: one.chance)
        best.share = 1.0
        return found
