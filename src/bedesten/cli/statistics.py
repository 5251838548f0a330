"""Counts of many games, with how sure one can be of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Final

SURE: Final = 1.959964  # 95 % of a normal distribution lie within so many deviations


@dataclass(frozen=True)
class Estimate:
    """A figure and the bounds within which it lies with 95 % certainty."""

    value: float
    low: float
    high: float


def mean(numbers: Sequence[float]) -> Estimate:
    """The mean, with the bounds of the normal distribution."""
    middle = fmean(numbers)
    spread = SURE * stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0
    return Estimate(middle, middle - spread, middle + spread)


def share(part: float, whole: int) -> Estimate:
    """A share, with Wilson's bounds; a victory shared by two counts half for each."""
    p = part / whole
    z = SURE * SURE / whole
    centre = (p + z / 2) / (1 + z)
    spread = SURE * sqrt(p * (1 - p) / whole + z / (4 * whole)) / (1 + z)
    return Estimate(p, max(0.0, centre - spread), min(1.0, centre + spread))
