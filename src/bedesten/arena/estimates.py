"""Counts of many games, with how sure one can be of them.

Games on one deal hang together. A bound that counted them as independent would
promise too much or too little, so what varies is measured from deal to deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isinf, sqrt
from statistics import fmean, stdev
from typing import Final

SURE: Final = 1.959964  # 95 % of a normal distribution lie within so many deviations


@dataclass(frozen=True)
class Estimate:
    """A figure and the bounds within which it lies with 95 % certainty."""

    value: float
    low: float
    high: float

    def bounds(self, times: float = 1, digits: int = 2) -> str:
        """The bounds as people read them."""
        if isinf(self.low):
            return "unknown"
        return f"{times * self.low:.{digits}f} – {times * self.high:.{digits}f}"

    def percent(self) -> str:
        """A share with its bounds."""
        return f"{100 * self.value:.1f} % ({self.bounds(100, 1)})"


def mean(numbers: Sequence[float]) -> Estimate:
    """The mean, with the bounds of the normal distribution."""
    middle = fmean(numbers)
    spread = SURE * stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0
    return Estimate(middle, middle - spread, middle + spread)


def share(part: float, whole: float) -> Estimate:
    """A share, with Wilson's bounds; a victory shared by two counts half for each."""
    return _wilson(part / whole, whole)


def _wilson(p: float, n: float) -> Estimate:
    z = SURE * SURE / n
    centre = (p + z / 2) / (1 + z)
    spread = SURE * sqrt(p * (1 - p) / n + z / (4 * n)) / (1 + z)
    return Estimate(p, max(0.0, centre - spread), min(1.0, centre + spread))


@dataclass(frozen=True)
class DealRatio:
    """Of one deal: how much of how much."""

    part: float
    whole: float


def share_by_deal(deals: Sequence[DealRatio]) -> Estimate:
    """A share, with Wilson's bounds for as many independent games as the deals are worth.

    That number follows from how much the deals differ. Where next to nothing was
    lost, or won, they cannot tell, and a deal counts as one game.
    """
    part = sum(deal.part for deal in deals)
    whole = sum(deal.whole for deal in deals)
    p = part / whole
    smooth = (part + 1) / (whole + 2)
    differing = smooth * (1 - smooth)
    doubt = 1 / (1 + min(part, whole - part)) if len(deals) > 1 else 1.0
    seen = _variance(deals, p)
    return _wilson(p, differing / ((1 - doubt) * seen + doubt * differing / len(deals)))


def mean_by_deal(deals: Sequence[DealRatio]) -> Estimate:
    """A mean over all games, with the bounds of the normal distribution over deals."""
    middle = sum(deal.part for deal in deals) / sum(deal.whole for deal in deals)
    spread = SURE * sqrt(_variance(deals, middle))
    return Estimate(middle, middle - spread, middle + spread)


def _variance(deals: Sequence[DealRatio], ratio: float) -> float:
    """Of a ratio of sums, the deals being independent."""
    n = len(deals)
    if n < 2:
        return 0.0
    whole = sum(deal.whole for deal in deals)
    square = sum((deal.part - ratio * deal.whole) ** 2 for deal in deals)
    return square * n / (n - 1) / whole**2
