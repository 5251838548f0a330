"""The chances in any position, also in the middle of a turn and before a draw."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec

from bedesten.bots.evaluation.base import MOST_SEATS
from bedesten.bots.evaluation.network import Chances
from bedesten.bots.search.tree import rollout
from bedesten.kernel.rng import Rng
from bedesten.kernel.state import CHANCE, NOBODY, State
from bedesten.kernel.words import MOST_WORDS, SHEET

ROLLOUTS: Final = 4  # to the next quiet position, where the chances are best
MOST_OUTCOMES: Final = 1300  # of several draws in a row: four dice


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
        """Every seat's chance to win; in a solo game, the expected score."""
        seats = int(s.seats)
        if s.actor == NOBODY or self._chances.evaluation.is_quiet(s):
            self._chances.read(s, self._values)
            return [self._values[seat] for seat in range(seats)]
        total = [0.0] * seats
        for _ in range(self._rollouts):
            world = s.copy()
            world.luck = rng
            rollout(world, self._chances.evaluation, rng, 0, self._priors)
            self._chances.read(world, self._values)
            for seat in range(seats):
                total[seat] += self._values[seat] / self._rollouts
        return total

    def mean(self, s: State, rng: Rng, most: int = MOST_OUTCOMES) -> list[float]:
        """The mean of the chances after a draw, over all draws by their odds.

        Draws that follow at once are averaged likewise, up to so many outcomes of all together;
        beyond that rollouts draw them.
        """
        weights = s.weights()
        tickets = sum(weights.values())
        mean = [0.0] * int(s.seats)
        seed = rng.state
        for word, many in weights.items():
            rng.state = seed
            after = s.copy()
            after.advance(CHANCE, word)
            left = most // len(weights)
            found = self.mean(after, rng, left) if _may_go_on(after, left) else self.of(after, rng)
            mean = [one + two * many / tickets for one, two in zip(mean, found, strict=True)]
        rng.state = seed
        return mean

    def after(self, s: State, drawn: int, rng: Rng) -> list[float]:
        """The chances after a draw."""
        after = s.copy()
        after.advance(CHANCE, drawn)
        return self.of(after, rng)

    def luck(self, s: State, drawn: int, rng: Rng) -> list[float]:
        """The chances after a draw, less their mean over all draws."""
        mean = self.mean(s, rng, 1)
        return [one - two for one, two in zip(self.after(s, drawn, rng), mean, strict=True)]


def _may_go_on(s: State, most: int) -> bool:
    return s.actor == CHANCE and len(s.weights()) <= most
