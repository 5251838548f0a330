"""Results with the luck taken out (AIVAT): less noise, the same mean.

Every die and every draw has known odds. At each of them the chances after the outcome, less their
mean over all outcomes, are the luck of every seat. That difference has the mean 0 whatever function
gives the chances, so a result less its luck is an unbiased estimate of the same strength. The
better the chances, the smaller its variance.
"""

from __future__ import annotations

from typing import Final

from bedesten.bots.networks import chances_of
from bedesten.bots.outlook import Outlook
from bedesten.kernel.match import Match
from bedesten.kernel.rng import seeded
from bedesten.kernel.state import CHANCE

_ROLLOUTS: Final = 12  # to the next quiet position: less noise than people need


def luck_by_seat(match: Match) -> list[float]:
    """How much better its draws have made every seat's chance to win, over a whole match."""
    game = match.game
    s = match.set_up.copy()
    outlook = Outlook(chances_of(game.name, match.seats), _ROLLOUTS)
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
