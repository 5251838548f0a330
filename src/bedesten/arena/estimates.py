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


def _variance(deals: Sequence[DealRatio], ratio: float) -> float:
    """The variance of a ratio of sums over independent deals (ratio estimator)."""
    n = len(deals)
    if n < 2:
        return 0.0
    whole = sum(deal.whole for deal in deals)
    square = sum((deal.part - ratio * deal.whole) ** 2 for deal in deals)
    return square * n / (n - 1) / whole**2
