"""Choosing at the same time: what a seat plans, and how it is carried out. [CW-4.5]

Actions and cards are made of parts. While seats choose together, the parts that
a seat has settled are only written down as its plan; the sheet stays as it is
until all have chosen, and is looked at as the plan will leave it. In a guild
turn nothing is planned, and every part is carried out at once.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.games.choose_write import steps
from bedesten.games.choose_write.ledger import (
    USED_PLACE,
    cross_bonus,
    cross_symbol,
    forget_plan,
    plan,
    put_off,
    told,
)
from bedesten.games.choose_write.plan_entries import (
    planned_detail,
    planned_part,
    planned_word,
)
from bedesten.games.choose_write.state import (
    NO_PLACE,
    ChooseWrite,
    ChooseWritePlayer,
    next_clockwise,
)
from bedesten.games.choose_write.words import BONUS, SYMBOL
from bedesten.kernel.step import ASKS_NOBODY, ASKS_SEAT, Step
from bedesten.kernel.words import Seat, Word


class Part(Step):
    """Something that an action brings or asks, to be planned or carried out."""

    number: i64

    def __init__(self, asks: i64 = ASKS_SEAT) -> None:
        super().__init__()
        self.asks = asks
        self.number = 0  # its place in the book, which knows it

    def run(self, s: ChooseWrite, seat: Seat, detail: i64, /) -> None:
        self.answer(s, seat, detail, 0)

    def answer(self, s: ChooseWrite, seat: Seat, detail: i64, word: Word, /) -> None:
        if s.waiting != 0:
            plan(s, seat, self.number, detail, word)
        else:
            self.effect(s, s.players[seat], detail, word)
        self.follow(s, seat, detail, word)

    def effect(self, s: ChooseWrite, p: ChooseWritePlayer, detail: i64, word: Word, /) -> None:
        """What comes of it on a sheet; on a draft nothing else may change."""

    def follow(self, s: ChooseWrite, seat: Seat, detail: i64, word: Word, /) -> None:
        """What is asked next because of it."""


class Given(Part):
    """A part that leaves nothing to choose."""

    def __init__(self) -> None:
        super().__init__(ASKS_NOBODY)


PARTS: Final = vec[Part]([Part()] * 256)
"""All parts by the number of their step; the book fills them in."""


def has_begun(s: ChooseWrite, seat: Seat) -> bool:
    """A seat that chooses together with others has settled something."""
    p = s.players[seat]
    return s.waiting != 0 and (p.using != NO_PLACE or p.planned > 0)


def sheet_of(s: ChooseWrite, seat: Seat) -> ChooseWritePlayer:
    """A seat's sheet as its plan will leave it; to be read only."""
    p = s.players[seat]
    if not has_begun(s, seat):
        return p
    draft = s.draft
    draft.assign(p)
    _take_effect(s, draft, p)
    return draft


def carry_out(s: ChooseWrite, seat: Seat) -> None:
    """What a seat has planned is carried out, wholly. [CW-4.5]"""
    p = s.players[seat]
    put_off(p, 0)
    _take_effect(s, p, p)
    forget_plan(p)


def carry_out_all(s: ChooseWrite) -> None:
    """Seat by seat, clockwise; cards that one has to draw come before the next. [CW-4.5]"""
    mark = s.depth
    n: i64
    for n in range(s.seats):
        if s.depth == mark:
            carry_out(s, next_clockwise(s, n))
        else:
            s.then(steps.CARRY_OUT, next_clockwise(s, n))


def _take_effect(s: ChooseWrite, p: ChooseWritePlayer, committed: ChooseWritePlayer) -> None:
    """Let happen on a sheet what a seat has committed."""
    if committed.using != NO_PLACE:
        told(s, p, USED_PLACE, committed.using)
    if committed.crossing == SYMBOL:
        cross_symbol(s, p, committed.using)
    elif committed.crossing == BONUS:
        cross_bonus(s, p)
    n: i64
    for n in range(committed.planned):
        entry = committed.plan[n]
        part = PARTS[planned_part(entry)]
        part.effect(s, p, planned_detail(entry), planned_word(entry))


class ChooseWriteCarryOut(Step):
    """A seat's plan is carried out when those before it have drawn their cards. [CW-4.5]"""

    clause = "CW-4.5"

    def run(self, s: ChooseWrite, seat: Seat, _: i64, /) -> None:
        carry_out(s, seat)
