"""The set-up, played like the rest so that chance answers for it. [BAS-2]"""

from __future__ import annotations

from mypy_extensions import i64

from bedesten.games.basari import steps
from bedesten.games.basari.ledger import deal_gems, place
from bedesten.games.basari.state import NOWHERE, Basari
from bedesten.games.basari.words import ARCHWAY, SEAT
from bedesten.kernel.step import Chance, Question, Step
from bedesten.kernel.words import Seat, Word, Words, bit, nth, say, size, span


class BasariSetUp(Step):
    """Deal the gems, place the start tiles, and begin. [BAS-2.1, BAS-7.1]"""

    clause = "BAS-2.1"

    def run(self, s: Basari, _seat: Seat, _: i64, /) -> None:
        deal_gems(s)
        seat: Seat
        for seat in range(s.seats):
            if s.deal_starts:
                s.then(steps.DEAL_START, seat)
            else:
                s.then(steps.NAME_SEAT)
        s.then(steps.START_ROUND)


class NameSeat(Chance):
    """The seats place their start tiles in a random order. [BAS-2.2]"""

    clause = "BAS-2.2"

    def tickets(self, s: Basari, _seat: Seat, _: i64, /) -> i64:
        return size(unplaced(s))

    def drawn(self, s: Basari, _seat: Seat, _: i64, ticket: i64, /) -> Word:
        return SEAT + nth(unplaced(s), ticket)

    def answer(self, s: Basari, _seat: Seat, _: i64, word: Word, /) -> None:
        s.then(steps.PLACE_START, word - SEAT)


class PlaceStart(Question):
    """Choose a free archway for start tile and pawn. [BAS-2.2]"""

    clause = "BAS-2.2"

    def options(self, s: Basari, seat: Seat, _: i64, /) -> Words:
        return free_archways(s)

    def answer(self, s: Basari, seat: Seat, _: i64, word: Word, /) -> None:
        place(s, seat, word - ARCHWAY)


class DealStart(Chance):
    """Chance deals the start fields, each free one as likely. [BAS-7.1]"""

    clause = "BAS-7.1"

    def tickets(self, s: Basari, seat: Seat, _: i64, /) -> i64:
        return size(free_archways(s))

    def drawn(self, s: Basari, seat: Seat, _: i64, ticket: i64, /) -> Word:
        return nth(free_archways(s), ticket)

    def answer(self, s: Basari, seat: Seat, _: i64, word: Word, /) -> None:
        place(s, seat, word - ARCHWAY)


def unplaced(s: Basari) -> i64:
    """The seats whose start tile is not on the ring yet, as bits."""
    seats: i64 = 0
    seat: Seat
    for seat in range(s.seats):
        if s.players[seat].archway == NOWHERE:
            seats |= bit(seat)
    return seats


def free_archways(s: Basari) -> Words:
    free = span(ARCHWAY, s.printed.archways)
    for p in s.players:
        if p.archway != NOWHERE:
            free &= ~say(ARCHWAY + p.archway)
    return free
