"""The bot that plays by the policy alone: the likeliest word, without looking ahead."""

from __future__ import annotations

from bedesten.bots.candidates import Candidate, sample
from bedesten.bots.evaluation import Evaluations
from bedesten.bots.knowledge import Knowledge
from bedesten.kernel.rng import Rng


class PolicyBot:
    """Reads the priors of its words in one imagined world.

    Where several seats choose at once it draws by them, so that it cannot be foreseen.
    """

    def __init__(self, evaluations: Evaluations) -> None:
        self.evaluations = evaluations

    def choose(self, known: Knowledge, rng: Rng) -> str:
        choices = known.choices
        return choices[0] if len(choices) == 1 else sample(self.candidates(known, rng), rng)

    def candidates(self, known: Knowledge, rng: Rng) -> list[Candidate]:
        """Every legal word; shares are the priors, or 1 for the word with the highest one."""
        world = known.imagine(rng)
        if world.actor != known.seat:
            world.turn_to(known.seat)
        evaluation = self.evaluations.of(known.game.name, int(world.seats))
        numbers = known.game.numbers
        priors = {
            word: evaluation.prior(world, known.seat, numbers[word]) for word in known.choices
        }
        likeliest = max(priors, key=lambda word: priors[word])
        whole = sum(priors.values())
        alone = world.waiting & world.waiting - 1 == 0
        return [
            Candidate(word, 0.0, float(word == likeliest) if alone else prior / whole)
            for word, prior in priors.items()
        ]
