"""How hard a deal of solo Choose & Write is: what a bot makes of it."""

from __future__ import annotations

from statistics import fmean

import bedesten
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.levels import player_of
from bedesten.kernel.rng import seeded

_GAME = "choose_write"


def solo_estimate(seed: int | str, games: int = 4, level: str = "trader") -> float:
    """The rubies that a level takes on average with the luck of a seed.

    The bot's own luck differs from game to game. The same choices would meet the same
    cards; as it chooses otherwise, it meets the same piles in another order.
    """
    return fmean(_rubies(seed, n, level) for n in range(games))


def _rubies(seed: int | str, n: int, level: str) -> int:
    match = bedesten.new(_GAME, seats=1, seed=seed)
    mind = seeded(f"{seed}/estimate/{n}")
    player = player_of(level, _GAME)
    while not match.over:
        match.play(0, player.choose(Knowledge(match.game, match.state, 0), mind))
    return match.scores[0]
