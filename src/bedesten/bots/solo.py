"""How hard the deal of a solo game is, measured by what a bot scores with it."""

from __future__ import annotations

from statistics import fmean

import bedesten
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.levels import player_of
from bedesten.kernel.rng import seeded


def solo_estimate(game: str, seed: int | str, games: int = 4, level: str = "trader") -> float:
    """The mean score of a level in a solo game with a seed.

    The bot's own random numbers differ from game to game. Chance answers the same
    choices with the same draws; other choices meet the same piles in another order.
    """
    return fmean(_score(game, seed, n, level) for n in range(games))


def _score(game: str, seed: int | str, n: int, level: str) -> int:
    match = bedesten.new(game, seats=1, seed=seed)
    rng = seeded(f"{seed}/estimate/{n}")
    player = player_of(level, game)
    while not match.over:
        match.play(0, player.choose(Knowledge(match.game, match.state, 0), rng))
    return match.scores[0]
