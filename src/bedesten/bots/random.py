"""The bot that chooses uniformly at random."""

from __future__ import annotations

from bedesten.bots.knowledge import Knowledge
from bedesten.kernel.rng import Rng


class RandomBot:
    def choose(self, known: Knowledge, rng: Rng) -> str:
        choices = known.choices
        return choices[rng.below(len(choices))]
