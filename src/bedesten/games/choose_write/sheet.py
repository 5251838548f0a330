"""The places of the sheet, and which of them a card opens. [CW-1]"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.games.choose_write.words import PLACE_NAMES
from bedesten.kernel.words import Words, bit, say

# Places are numbered from 0, as their words are.
DEALER: Final = 1
MARKET: Final = 2
POST_OFFICE: Final = 3
CARAVANSARY: Final = 5
ROASTER: Final = 6
TEA_HOUSE: Final = 7
GUILD_HALL: Final = 8
STALL: Final = 10
CATACOMBS: Final = 11
WAINWRIGHT: Final = 12
PALACE_A: Final = 14
PLACES: Final = 18
SYMBOL_PLACES: Final = 14

# The five places that make goods or lira, and can be improved.
MAKERS: Final = 5
NO_MAKER: Final = -1
TICK_NAMES: Final = ("1", "5", "8", "10", "14")
TICK_PLACES: Final = vec[i64]([0, 4, 7, 9, 13])

# Sharing an edge on the sheet, never diagonal; the catacombs have none. [CW-1.1, CW-1.2]
_NEIGHBOURS: Final = {
    "1": "2 6",
    "2": "1 3 7",
    "3": "2 4 a b",
    "4": "3 5 8",
    "5": "4 9",
    "6": "1 7 10",
    "7": "2 6 11 a c",
    "8": "4 9 13 b d",
    "9": "5 8 14",
    "10": "6 11",
    "11": "7 10",
    "12": "",
    "13": "8 14",
    "14": "9 13",
    "a": "3 7 b c",
    "b": "3 8 a d",
    "c": "7 a d",
    "d": "8 b c",
}


def _opened_by() -> vec[i64]:
    """For every place card the places it opens, as words."""
    opened = vec[i64]([0] * PLACES)
    for n, name in enumerate(PLACE_NAMES):
        words = say(n)
        for neighbour in _NEIGHBOURS[name].split():
            words |= say(PLACE_NAMES.index(neighbour))
        opened[n] = words
    return opened


OPENED_BY: Final[vec[i64]] = _opened_by()


def opened(place: i64) -> Words:
    """The places that a place card opens: its own and the neighbours. [CW-4.2]"""
    return OPENED_BY[place]


def _makers_by_place() -> vec[i64]:
    makers = vec[i64]([NO_MAKER] * PLACES)
    for maker, place in enumerate(TICK_PLACES):
        makers[place] = maker
    return makers


def _words_of_makers() -> vec[i64]:
    """For every set of makers the words of their places."""
    words = vec[i64]([0] * bit(MAKERS))
    for makers in range(bit(MAKERS)):
        for maker, place in enumerate(TICK_PLACES):
            if makers & bit(maker) != 0:
                words[makers] |= say(place)
    return words


MAKER_AT: Final[vec[i64]] = _makers_by_place()
"""Which of the makers a place is, or NO_MAKER."""

WORDS_OF_MAKERS: Final[vec[i64]] = _words_of_makers()
