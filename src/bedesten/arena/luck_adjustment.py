"""Results with the luck taken out (AIVAT): less noise, the same mean.

Every die and every draw has known odds. At each of them the chances after the outcome, less their
mean over all outcomes, are the luck of every seat. That difference has the mean 0 whatever function
gives the chances, so a result less its luck is an unbiased estimate of the same strength. The
better the chances, the smaller its variance.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec

from bedesten.bots.evaluation.base import MOST_SEATS
from bedesten.bots.evaluation.network import Chances
from bedesten.bots.networks import chances_of
from bedesten.bots.search.tree import rollout
from bedesten.kernel.match import Match
from bedesten.kernel.rng import Rng, seeded
from bedesten.kernel.state import CHANCE, State
from bedesten.kernel.words import MOST_WORDS, SHEET

_ROLLOUTS: Final = 4  # to the next quiet position, where the chances are best


def luck_by_seat(match: Match) -> list[float]:
    """How much better its draws have made every seat's chance to win, over a whole match."""
    game = match.game
    s: State = game.start(match.seats, game.check_options(match.options), game.data(match.changes))
    outlook = Outlook(chances_of(game.name, match.seats))
    luck = [0.0] * match.seats
    for number, answer in enumerate(match.history):
        if answer.forced:
            continue
        word = game.numbers[answer.word]
        if answer.seat == CHANCE:
            for seat, more in enumerate(outlook.luck(s, word, seeded(f"outlook/{number}"))):
                luck[seat] += more
        s.advance(answer.seat, word)
    return luck


class Outlook:
    """The chances in any position: those of the next quiet positions, reached by the policy.

    Rollouts are seeded, so that the outcomes of a draw are compared by common random numbers and
    the chances are a function of the position.
    """

    def __init__(self, chances: Chances) -> None:
        self._chances = chances
        self._values = vec[float]([0.0] * MOST_SEATS)
        self._priors = vec[float]([0.0] * (MOST_WORDS * SHEET))

    def of(self, s: State, rng: Rng) -> list[float]:
        """Every seat's chance to win."""
        total = [0.0] * int(s.seats)
        for _ in range(_ROLLOUTS):
            world = s.copy()
            world.luck = rng
            rollout(world, self._chances.evaluation, rng, 0, self._priors)
            self._chances.read(world, self._values)
            for seat in range(len(total)):
                total[seat] += self._values[seat] / _ROLLOUTS
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
