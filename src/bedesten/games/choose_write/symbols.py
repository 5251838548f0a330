"""The action symbols of a sheet, as a set: bit n is a symbol of place n, bit 14 + n its second one.

[CW-1.6]
"""

from __future__ import annotations

from mypy_extensions import i64

from bedesten.games.choose_write.sheet import SYMBOL_PLACES
from bedesten.kernel.words import Words, bit, span


def symbols_of(counts: list[int]) -> i64:
    """The set of so many symbols at each place: none, one or two."""
    symbols: i64 = 0
    for place, n in enumerate(counts):
        if not 0 <= n <= 2:
            raise ValueError(f"a place has no symbol, one or two, not {n}")
        if n > 0:
            symbols |= bit(place)
        if n > 1:
            symbols |= bit(SYMBOL_PLACES + place)
    return symbols


def symbols_at(symbols: i64, place: i64) -> i64:
    return (symbols >> place & 1) + (symbols >> SYMBOL_PLACES + place & 1)


def with_symbol(symbols: i64) -> Words:
    """The places that have a symbol left."""
    return (symbols | symbols >> SYMBOL_PLACES) & span(0, SYMBOL_PLACES)


def without_one(symbols: i64, place: i64) -> i64:
    """Cross a symbol of a place, the second one first."""
    second = bit(SYMBOL_PLACES + place)
    return symbols & ~second if symbols & second != 0 else symbols & ~bit(place)
