"""Shares and means of many games, with 95 % confidence intervals.

Games on one deal are correlated. Bounds that treat them as independent would be too
narrow or too wide, so the deal is the unit of variation (cluster sampling).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isinf, sqrt
from statistics import fmean, stdev
from typing import Final

Z: Final = 1.959964  # 95 % of a normal distribution lie within so many standard deviations


_PRIOR_DEALS: Final = 5.0  # whose weight the slope 1 of the luck has


@dataclass(frozen=True)
class Estimate:
    """An estimate and its 95 % confidence interval."""

    value: float
    low: float
    high: float

    def bounds(self, times: float = 1, digits: int = 2) -> str:
        """The bounds as text."""
        if isinf(self.low):
            return "unknown"
        return f"{times * self.low:.{digits}f} – {times * self.high:.{digits}f}"

    def percent(self) -> str:
        """A share with its bounds, as text."""
        return f"{100 * self.value:.1f} % ({self.bounds(100, 1)})"


def mean(numbers: Sequence[float]) -> Estimate:
    """The mean of independent numbers, with the bounds of the normal distribution."""
    middle = fmean(numbers)
    spread = Z * stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0
    return Estimate(middle, middle - spread, middle + spread)


def share(part: float, whole: float) -> Estimate:
    """A share of independent games, with Wilson's bounds; parts may be fractions."""
    return _wilson(part / whole, whole)


def _wilson(p: float, n: float) -> Estimate:
    square = Z * Z / n
    centre = (p + square / 2) / (1 + square)
    spread = Z * sqrt(p * (1 - p) / n + square / (4 * n)) / (1 + square)
    return Estimate(p, max(0.0, centre - spread), min(1.0, centre + spread))


@dataclass(frozen=True)
class DealRatio:
    """The sums of one deal: a part and the whole."""

    part: float
    whole: float


def share_by_deal(deals: Sequence[DealRatio]) -> Estimate:
    """A share over all deals, with Wilson's bounds for the effective number of games.

    The variance between deals gives the effective number of independent games.
    Where nearly all games were won, or lost, that variance says little, and a deal
    counts as one game.
    """
    part = sum(deal.part for deal in deals)
    whole = sum(deal.whole for deal in deals)
    p = part / whole
    smooth = (part + 1) / (whole + 2)
    binomial = smooth * (1 - smooth)  # the variance of a single game
    doubt = 1 / (1 + min(part, whole - part)) if len(deals) > 1 else 1.0
    between_deals = _variance(deals, p)
    return _wilson(p, binomial / ((1 - doubt) * between_deals + doubt * binomial / len(deals)))


def mean_by_deal(deals: Sequence[DealRatio]) -> Estimate:
    """A mean over all games, with bounds from the variance between deals."""
    middle = sum(deal.part for deal in deals) / sum(deal.whole for deal in deals)
    spread = Z * sqrt(_variance(deals, middle))
    return Estimate(middle, middle - spread, middle + spread)


def without_luck(deals: Sequence[DealRatio], luck: Sequence[float]) -> list[DealRatio]:
    """The deals with their luck taken out, as much of it as explains the results.

    The luck of every deal has the mean 0 and is multiplied by the slope of the results over the
    luck of the *other* deals (control variate, leave-one-out). So the mean stays unbiased, and luck
    that explains nothing does no harm. A slope of 1 is assumed as strongly as some deals say.
    """
    part = sum(deal.part for deal in deals)
    whole = sum(deal.whole for deal in deals)
    by_part = sum(deal.part * one for deal, one in zip(deals, luck, strict=True))
    by_whole = sum(deal.whole * one for deal, one in zip(deals, luck, strict=True))
    square = sum(one * one for one in luck)
    found = []
    for deal, one in zip(deals, luck, strict=True):
        squares = square - one * one
        slope = 1.0
        if squares > 0.0:
            middle = (part - deal.part) / (whole - deal.whole)
            covariance = by_part - deal.part * one - middle * (by_whole - deal.whole * one)
            prior = _PRIOR_DEALS * squares / (len(deals) - 1)
            slope = (covariance + prior) / (squares + prior)
        found.append(DealRatio(deal.part - slope * one, deal.whole))
    return found


def _variance(deals: Sequence[DealRatio], ratio: float) -> float:
    """The variance of a ratio of sums over independent deals (ratio estimator)."""
    n = len(deals)
    if n < 2:
        return 0.0
    whole = sum(deal.whole for deal in deals)
    square = sum((deal.part - ratio * deal.whole) ** 2 for deal in deals)
    return square * n / (n - 1) / whole**2
