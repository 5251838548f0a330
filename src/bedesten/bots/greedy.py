"""The bot that looks one turn ahead and takes what leaves it best off."""

from __future__ import annotations

from statistics import fmean as mean

from bedesten.bots.knowledge import Knowledge
from bedesten.bots.search.sealed import is_laid_at_once
from bedesten.bots.search.turn import Turn
from bedesten.bots.thinking import (
    Budget,
    Thought,
    Weighed,
    drawn,
    each_with_luck,
    imagined,
    weigh_sealed,
)
from bedesten.kernel.rng import Rng

_SEALED = 81  # combinations of sealed choices that each world is enough for


class GreedyBot:
    """Tries every word in some imagined worlds and finishes its own turn there."""

    def __init__(self, thought: Thought, worlds: int) -> None:
        self.thought = thought
        self.worlds = worlds

    def choose(self, known: Knowledge, rng: Rng) -> str:
        choices = known.choices
        return choices[0] if len(choices) == 1 else drawn(self.weigh(known, rng), rng)

    def weigh(self, known: Knowledge, rng: Rng) -> list[Weighed]:
        worlds = imagined(known, rng, self.worlds)
        judgement = self.thought.judgement(known.game.name, int(worlds[0].seats))
        if is_laid_at_once(worlds[0]):
            cells = Budget(_SEALED * self.worlds)
            return weigh_sealed(known, worlds, judgement, rng, cells)
        numbers = known.game.numbers
        turn = Turn(known.seat, worlds[0].turn, numbers.get("pass", -1), judgement, rng.copy())
        tries = each_with_luck(worlds, rng)
        found = [
            Weighed(word, mean(turn.promise(*one, numbers[word]) for one in tries), 0.0, 1)
            for word in known.choices
        ]
        best = max(found, key=lambda one: one.chance)
        best.share = 1.0
        return found
