"""The sixteen places, and how far they lie apart. [IST-1]"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bedesten.games.istanbul.words import PLACE
from bedesten.kernel.words import Words, say

WAINWRIGHT: Final = 1
FABRIC: Final = 2
SPICE: Final = 3
FRUIT: Final = 4
POST_OFFICE: Final = 5
CARAVANSARY: Final = 6
FOUNTAIN: Final = 7
BLACK_MARKET: Final = 8
TEA_HOUSE: Final = 9
LARGE_MARKET: Final = 10
SMALL_MARKET: Final = 11
POLICE_STATION: Final = 12
PALACE: Final = 13
SMALL_MOSQUE: Final = 14
GREAT_MOSQUE: Final = 15
DEALER: Final = 16
PLACES: Final = 16

WIDTH: Final = 4


def at(place: i64) -> Words:
    """The word for a place, as a set."""
    return say(PLACE + place - 1)


def distance(a: i64, b: i64) -> i64:
    """Orthogonal steps between two cells, numbered from 0 row by row. [IST-1.4]"""
    down = a // WIDTH - b // WIDTH
    across = a % WIDTH - b % WIDTH
    return (down if down >= 0 else -down) + (across if across >= 0 else -across)


def places_within(cells: vec[i64], least: i64, most: i64) -> vec[i64]:
    """For every place the places so many steps away, as words; there is no place 0."""
    rows = vec[i64]()
    here: i64
    a: i64
    b: i64
    for here in range(PLACES + 1):
        near: Words = 0
        for a in range(PLACES):
            if cells[a] == here:
                for b in range(PLACES):
                    if least <= distance(a, b) <= most:
                        near |= at(cells[b])
        rows = append(rows, near)
    return rows
