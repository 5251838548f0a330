"""Marks and accuracy: how costs are summed up."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from bedesten.review.model import JudgedChoice, Mark

_INACCURACY: Final = 0.02
_MISTAKE: Final = 0.05
_BLUNDER: Final = 0.10
_TYPICAL: Final = 0.10  # a choice that costs so much counts 1/e for the accuracy


def mark_of(cost: int, whole: int) -> Mark:
    """The mark of a choice by the part of a whole that it has given away."""
    if cost <= 0:
        return "best"
    part = cost / whole
    if part < _INACCURACY:
        return "good"
    if part < _MISTAKE:
        return "inaccuracy"
    return "mistake" if part < _BLUNDER else "blunder"


def accuracy(moments: Sequence[JudgedChoice], whole: int) -> float | None:
    """From 0 to 100: the mean over choices of exp(-cost / 10 points); None without choices."""
    if not moments:
        return None
    kept = sum(exp(-one.cost / whole / _TYPICAL) for one in moments)
    return round(100 * kept / len(moments), 1)
