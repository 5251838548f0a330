"""Offers of gems, each kept as one number: its worth. [BAS-4.4]

The number holds how many gems the offer has, then how many of each colour, the dearest first; so
the higher number is the higher offer.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.kernel.rows import total

_COLOUR: Final = 8  # bits for the gems of a colour
_GEMS: Final = 255
_RED: Final = 24
_ALL: Final = 32

WORTH: Final = vec[i64]([1 << 32 | 1 << 24, 1 << 32 | 1 << 16, 1 << 32 | 1 << 8, 1 << 32 | 1])
"""What one gem of each colour adds to an offer."""

_NO_GEMS: Final = vec[i64]([0, 0, 0, 0])


def gems_in(offer: i64, colour: i64) -> i64:
    """How many gems of a colour there are in an offer."""
    return offer >> _RED - _COLOUR * colour & _GEMS


def gems_of(offer: i64) -> vec[i64]:
    """The gems of an offer, by colour."""
    gems = _NO_GEMS[:]
    colour: i64
    for colour in range(4):
        gems[colour] = gems_in(offer, colour)
    return gems


def worth(gems: vec[i64]) -> i64:
    """More gems beat fewer; equal numbers go by the dearest colour. [BAS-4.4]"""
    offer = total(gems) << _ALL
    colour: i64
    for colour in range(4):
        offer |= gems[colour] << _RED - _COLOUR * colour
    return offer
