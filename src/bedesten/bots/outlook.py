"""The chances in any position, also in the middle of a turn and before a draw."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec

from bedesten.bots.evaluation.base import MOST_SEATS
from bedesten.bots.evaluation.network import Chances
from bedesten.bots.search.tree import rollout
from bedesten.kernel.rng import Rng
from bedesten.kernel.state import CHANCE, State
from bedesten.kernel.words import MOST_WORDS, SHEET

ROLLOUTS: Final = 4  # to the next quiet position, where the chances are best


class Outlook:
    """The chances in any position: those of the next quiet positions, reached by the policy.

    Rollouts are seeded, so that the outcomes of a draw are compared by common random numbers and
    the chances are a function of the position.
    """

    def __init__(self, chances: Chances, rollouts: int = ROLLOUTS) -> None:
        self._chances = chances
        self._rollouts = rollouts
        self._values = vec[float]([0.0] * MOST_SEATS)
        self._priors = vec[float]([0.0] * (MOST_WORDS * SHEET))

    def of(self, s: State, rng: Rng) -> list[float]:
        """Every seat's chance to win."""
        total = [0.0] * int(s.seats)
        for _ in range(self._rollouts):
            world = s.copy()
            world.luck = rng
            rollout(world, self._chances.evaluation, rng, 0, self._priors)
            self._chances.read(world, self._values)
            for seat in range(len(total)):
                total[seat] += self._values[seat] / self._rollouts
        return total

    def luck(self, s: State, drawn: int, rng: Rng) -> list[float]:
        """The chances after a draw, less their mean over all draws by their odds."""
        weights = s.weights()
        tickets = sum(weights.values())
        mean = [0.0] * int(s.seats)
        actual = mean
        seed = rng.state
        for word, many in weights.items():
            rng.state = seed
            after = s.copy()
            after.advance(CHANCE, word)
            found = self.of(after, rng)
            if word == drawn:
                actual = found
            mean = [one + two * many / tickets for one, two in zip(mean, found, strict=True)]
        return [one - two for one, two in zip(actual, mean, strict=True)]
