"""Tallies: how many there are of each kind, all in one number.

Goods of four kinds, improvements of five places, rubies of four palaces: a count takes twelve
bits, the first kind the lowest. Tallies are added and subtracted like numbers, as long as no count
falls below zero or rises above MOST. So sheets are copied, compared and paid from without a loop.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from mypy_extensions import i64

Tally: TypeAlias = i64

MOST: Final = 2047
"""The largest count: its twelfth bit is needed to compare tallies."""

EACH_GOOD: Final = 0x001_001_001_001
"""One good of each kind."""

_KIND: Final = 12
_COUNT: Final = 0xFFF
_ONES: Final = 0x001_001_001_001_001
_TOPS: Final = 0x800_800_800_800_800


def some(kind: i64, n: i64 = 1) -> Tally:
    """So many of a kind, and nothing else."""
    return n << _KIND * kind


def count(tally: Tally, kind: i64) -> i64:
    """How many of a kind there are."""
    return tally >> _KIND * kind & _COUNT


def covers(tally: Tally, price: Tally) -> bool:
    """There are at least as many of every kind as a price asks."""
    return (tally + _TOPS - price) & _TOPS == _TOPS


def lacking(tally: Tally, price: Tally) -> i64:
    """The kinds, as bits, of which there are fewer than a price asks."""
    short = (_TOPS + price - tally - _ONES & _TOPS) >> _KIND - 1
    return (short | short >> 11 | short >> 22 | short >> 33 | short >> 44) & 31


def enough(goods: Tally, n: i64) -> i64:
    """The kinds of goods, as bits, of which there are at least so many."""
    return ~lacking(goods, n * EACH_GOOD) & 15


def rest(price: Tally, given: Tally) -> Tally:
    """What is left of a price when something has been given, perhaps too much."""
    left = price + _TOPS - given
    kept = left & _TOPS
    return left & kept - (kept >> _KIND - 1)


def total(tally: Tally) -> i64:
    """How many there are of all kinds."""
    n: i64 = 0
    while tally != 0:
        n += tally & _COUNT
        tally >>= _KIND
    return n


def tallied(counts: list[int]) -> Tally:
    """Counts by kind as one number."""
    tally: Tally = 0
    for kind, n in enumerate(counts):
        if not 0 <= n <= MOST:
            raise ValueError(f"a count is 0 to {MOST}, not {n}")
        tally += some(kind, n)
    return tally


def counts(tally: Tally, kinds: int) -> list[int]:
    """The counts of so many kinds."""
    return [count(tally, kind) for kind in range(kinds)]
