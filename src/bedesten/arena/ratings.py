"""Ratings on the scale of Elo, by the library openskill.

Its Bradley-Terry model compares every seat of a game with every other. It is made
for players who come and go, and hears one game after another. Bots stay as they
are, so all games are heard several times, with the same small doubt, and the mean
over the later hearings is taken: then no game weighs more for having come first,
and ratings come out within a few points of the likeliest ones. Bounds are those
of a jackknife: what the ratings would be without one part of the deals after
another.
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
_SURE: Final = 2.262  # 95 % of Student's distribution with so many groups less one
_BETA: Final = 25 / 6
_LEARNING: Final = _BETA  # the doubt with which games are heard at first
_SETTLING: Final = _BETA / 4
_MANY: Final = 1500  # games to be heard at least, again and again if there are fewer
# Two players whose ratings differ by this have odds of e to 1; 400 points of Elo are 10 to 1.
_POINTS: Final = 400 / (log(10) * _BETA * sqrt(2))


class Finish(NamedTuple):
    """The end of one game: bots and places, by seat."""

    deal: int
    bots: Sequence[str]
    ranks: Sequence[int]


def ratings(names: Sequence[str], games: Sequence[Finish]) -> dict[str, Estimate]:
    """Every bot's rating; their mean is 0, and 400 points more are odds of ten to one.

    Every two bots begin with a draw, so that whoever never loses has a rating too.
    """
    draws = [Finish(-1, pair, (1, 1)) for pair in combinations(names, 2)]
    begun = _heard(dict.fromkeys(names, 0.0), [*games, *draws], _LEARNING, 1)
    skills = _heard(begun, [*games, *draws], _SETTLING, _MANY)
    middle = _points(skills)
    if len({game.deal for game in games}) < _GROUPS:
        return {name: Estimate(middle[name], -inf, inf) for name in names}
    without = []
    for n in range(_GROUPS):
        others = [game for game in games if game.deal % _GROUPS != n]
        without.append(_points(_heard(skills, [*others, *draws], _SETTLING, _MANY)))
    found: dict[str, Estimate] = {}
    for name in names:
        each = [one[name] for one in without]
        centre = fmean(each)
        variance = (_GROUPS - 1) / _GROUPS * sum((one - centre) ** 2 for one in each)
        spread = _SURE * sqrt(variance)
        found[name] = Estimate(middle[name], middle[name] - spread, middle[name] + spread)
    return found


def _heard(
    skills: Mapping[str, float], games: Sequence[Finish], doubt: float, many: int
) -> dict[str, float]:
    """The mean of the skills over the later half of so many games, or of two hearings of all."""
    model = BradleyTerryFull(mu=0.0, beta=_BETA, sigma=doubt, tau=0.0)
    now = dict(skills)
    sums = dict.fromkeys(now, 0.0)
    hearings = max(2, -(-many // len(games)))
    for hearing in range(hearings):
        for game in games:
            before = [now[bot] for bot in game.bots]
            rated = model.rate([[model.rating(mu=mu)] for mu in before], ranks=list(game.ranks))
            # A bot in several seats learns from each of them.
            for bot, was, (becomes,) in zip(game.bots, before, rated, strict=True):
                now[bot] += becomes.mu - was
            if hearing >= hearings // 2:
                for name, skill in now.items():
                    sums[name] += skill
    heard = len(games) * (hearings - hearings // 2)
    return {name: skill / heard for name, skill in sums.items()}


def _points(skills: Mapping[str, float]) -> dict[str, float]:
    middle = fmean(skills.values())
    return {name: _POINTS * (skill - middle) for name, skill in skills.items()}
