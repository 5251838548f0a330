"""The base of all encoders: functions that write numbers, and the fields that all games share.

A row is all zeros at first, so encoders write only what is not zero. A function
that returns an index returns the one after what it has written.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr, u8

from bedesten.kernel.agenda import step_of
from bedesten.kernel.rows import least
from bedesten.kernel.state import CHANCE, NOBODY, State
from bedesten.kernel.step import RuleError
from bedesten.kernel.words import Seat, lowest

LARGEST: Final = 32767


def count(row: vec[i16], at: i64, n: i64) -> i64:
    """Write a number as it is."""
    row[at] = i16(least(n, LARGEST))
    return at + 1


def counts(row: vec[i16], at: i64, numbers: vec[i64]) -> i64:
    """Write numbers as they are, one after the other."""
    for n in numbers:
        row[at] = i16(least(n, LARGEST))
        at += 1
    return at


def flag(row: vec[i16], at: i64, is_so: bool) -> i64:
    if is_so:
        row[at] = 1
    return at + 1


def one_of(row: vec[i16], at: i64, which: i64, size: i64) -> i64:
    """Write one of several as a flag for each; below 0 is none of them."""
    if which >= 0:
        row[at + which] = 1
    return at + size


def bits(row: vec[i16], at: i64, which: i64, size: i64) -> i64:
    """Write a set as a flag for each possible member."""
    while which != 0:
        row[at + lowest(which)] = 1
        which &= which - 1
    return at + size


def a_seat(row: vec[i16], at: i64, s: State, viewer: Seat, seat: Seat) -> i64:
    """Write a seat as a flag for each, counted from the viewer; below 0 is none."""
    if seat >= 0:
        row[at + (seat - viewer + s.seats) % s.seats] = 1
    return at + s.seats


def seats(row: vec[i16], at: i64, s: State, viewer: Seat, which: i64) -> i64:
    """Write a set of seats as a flag for each, counted from the viewer."""
    while which != 0:
        a_seat(row, at, s, viewer, lowest(which))
        which &= which - 1
    return at + s.seats


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoder:
    """Writes the observation of a seat as a row of numbers, and its legal actions as a mask."""

    width: i64
    words: i64
    questions: vec[i64]
    asking: i64

    def __init__(self, width: i64, words: i64, questions: vec[i64], asking: i64) -> None:
        self.width = width  # numbers in a row
        self.words = words  # in the vocabulary
        self.questions = questions  # the flag of each step; -1 if it asks no seat
        self.asking = asking  # steps that have a flag

    # -- what a game adds -------------------------------------------------

    def score(self, s: State, seat: Seat) -> i64:
        """The score of a seat; override it if there is a faster way than the standing."""
        return s.standing(seat)[0]

    def encode_game(self, s: State, viewer: Seat, row: vec[i16], at: i64) -> i64:
        """Write the game's own fields, as the viewer may know them."""
        raise RuleError("the encoder does not write the game's own fields")

    # -- the rest follows from that ---------------------------------------

    def encode(self, s: State, viewer: Seat, row: vec[i16], at: i64) -> i64:
        """Write the whole row of a seat into zeros."""
        at = one_of(row, at, viewer, s.seats)
        at = count(row, at, s.turn)
        at = flag(row, at, s.actor == NOBODY)
        if s.waiting != 0:
            seats(row, at, s, viewer, s.waiting)
        else:
            a_seat(row, at, s, viewer, s.actor)
        at = flag(row, at + s.seats, s.actor == CHANCE)
        asked: i64 = -1
        if s.may_act(viewer):
            asked = self.questions[step_of(s.question(viewer))]
        at = one_of(row, at, asked, self.asking)
        n: i64
        for n in range(s.seats):
            at = count(row, at, self.score(s, (viewer + n) % s.seats))
        if s.actor == NOBODY:
            _ranks(s, viewer, row, at)
        return self.encode_game(s, viewer, row, at + s.seats)

    def mask(self, s: State, seat: Seat, mask: vec[u8], at: i64) -> None:
        """Mark the legal actions of a seat, in zeros."""
        if seat == s.actor and s.options != 0:
            words = s.options
            while words != 0:
                mask[at + lowest(words)] = 1
                words &= words - 1
        else:
            for word in s.legal(seat):
                mask[at + word] = 1


def _ranks(s: State, viewer: Seat, row: vec[i16], at: i64) -> None:
    standings = [s.standing(seat) for seat in range(s.seats)]
    better: list[list[int]] = []
    for standing in sorted(standings, reverse=True):
        if standing not in better:
            better.append(standing)
    n: i64
    for n in range(s.seats):
        count(row, at + n, better.index(standings[(viewer + n) % s.seats]) + 1)
