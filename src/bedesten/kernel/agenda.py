"""Entries of the agenda: a step, the seat that it is about and a detail, in one integer.

Eight bits hold the number of the step and four the seat, CHANCE and NOBODY included; the rest is
the detail. Rules know nothing of these bits.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bedesten.kernel.words import Seat

SEAT_SHIFT: Final = 8
DETAIL_SHIFT: Final = 12
STEP_BITS: Final = 255
SEAT_BITS: Final = 15
SEATS_BELOW_ZERO: Final = 2  # CHANCE and NOBODY


def entry(step: i64, seat: Seat, detail: i64) -> i64:
    """A step as it stands on the agenda."""
    return step | seat + SEATS_BELOW_ZERO << SEAT_SHIFT | detail << DETAIL_SHIFT


def step_of(entry: i64) -> i64:
    """The number of the step."""
    return entry & STEP_BITS


def seat_of(entry: i64) -> Seat:
    """The seat that the step is about."""
    return (entry >> SEAT_SHIFT & SEAT_BITS) - SEATS_BELOW_ZERO


def detail_of(entry: i64) -> i64:
    """The detail of the step."""
    return entry >> DETAIL_SHIFT


def for_nobody(entry: i64) -> i64:
    """The same entry about nobody."""
    return entry & ~(SEAT_BITS << SEAT_SHIFT)


def for_seat(entry: i64, seat: Seat) -> i64:
    """An entry about nobody as the same entry about a seat."""
    return entry | seat + SEATS_BELOW_ZERO << SEAT_SHIFT


# -- a detail that is two numbers: how many are meant, and one of four kinds ---

_KIND: Final = 2
_KINDS: Final = 3


def so_many(n: i64, kind: i64 = 0) -> i64:
    """A number of things and a kind, as one detail."""
    return n << _KIND | kind


def how_many(detail: i64) -> i64:
    """The number of things that a detail holds."""
    return detail >> _KIND


def which_kind(detail: i64) -> i64:
    """The kind that a detail holds."""
    return detail & _KINDS
