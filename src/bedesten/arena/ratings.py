"""Ratings on the Elo scale, by the library openskill.

Its Bradley-Terry model compares every seat of a game with every other. It is made
for players who change, and takes one game after another. Bots do not change, so we
pass over all games several times with the same small sigma (step size) and average
over the later passes: then early games weigh no more than late ones, and ratings
are within a few points of the maximum likelihood. Bounds come from a jackknife
over groups of deals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import inf, log, sqrt
from statistics import fmean
from typing import Final, NamedTuple

from openskill.models import BradleyTerryFull

from bedesten.arena.estimates import Estimate

_GROUPS: Final = 10
_T: Final = 2.262  # 95 % of Student's t distribution with one degree of freedom less than groups
_BETA: Final = 25 / 6
_LEARNING_SIGMA: Final = _BETA  # large steps at first
_SETTLING_SIGMA: Final = _BETA / 4
_LEAST_UPDATES: Final = 1500  # games to pass over, repeated if there are fewer
# Two players whose ratings differ by this have odds of e to 1; 400 points of Elo are 10 to 1.
_POINTS: Final = 400 / (log(10) * _BETA * sqrt(2))


class Finish(NamedTuple):
    """The result of one game: bots and places, by seat."""

    deal: int
    bots: Sequence[str]
    ranks: Sequence[int]


def ratings(names: Sequence[str], games: Sequence[Finish]) -> dict[str, Estimate]:
    """Every bot's rating; their mean is 0, and 400 points are odds of ten to one.

    Every pair of bots starts with a draw (a prior), so that a bot that never loses has
    a finite rating too.
    """
    draws = [Finish(-1, pair, (1, 1)) for pair in combinations(names, 2)]
    rough = _fitted(dict.fromkeys(names, 0.0), [*games, *draws], _LEARNING_SIGMA, 1)
    skills = _fitted(rough, [*games, *draws], _SETTLING_SIGMA, _LEAST_UPDATES)
    middle = _points(skills)
    if len({game.deal for game in games}) < _GROUPS:
        return {name: Estimate(middle[name], -inf, inf) for name in names}
    without = []
    for n in range(_GROUPS):
        others = [game for game in games if game.deal % _GROUPS != n]
        without.append(_points(_fitted(skills, [*others, *draws], _SETTLING_SIGMA, _LEAST_UPDATES)))
    found: dict[str, Estimate] = {}
    for name in names:
        each = [one[name] for one in without]
        centre = fmean(each)
        variance = (_GROUPS - 1) / _GROUPS * sum((one - centre) ** 2 for one in each)
        spread = _T * sqrt(variance)
        found[name] = Estimate(middle[name], middle[name] - spread, middle[name] + spread)
    return found


def _fitted(
    skills: Mapping[str, float], games: Sequence[Finish], sigma: float, least_updates: int
) -> dict[str, float]:
    """The mean of the skills over the later half of the updates, in at least two passes."""
    model = BradleyTerryFull(mu=0.0, beta=_BETA, sigma=sigma, tau=0.0)
    now = dict(skills)
    sums = dict.fromkeys(now, 0.0)
    passes = max(2, -(-least_updates // len(games)))
    for n in range(passes):
        for game in games:
            before = [now[bot] for bot in game.bots]
            rated = model.rate([[model.rating(mu=mu)] for mu in before], ranks=list(game.ranks))
            # A bot in several seats learns from each of them.
            for bot, was, (becomes,) in zip(game.bots, before, rated, strict=True):
                now[bot] += becomes.mu - was
            if n >= passes // 2:
                for name, skill in now.items():
                    sums[name] += skill
    counted = len(games) * (passes - passes // 2)
    return {name: skill / counted for name, skill in sums.items()}


def _points(skills: Mapping[str, float]) -> dict[str, float]:
    middle = fmean(skills.values())
    return {name: _POINTS * (skill - middle) for name, skill in skills.items()}
