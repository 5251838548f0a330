"""The end of a turn: bonus rubies, a new card, fountains, palaces, the caravan. [CW-6, CW-7.2]"""

from __future__ import annotations

from mypy_extensions import i64

from bedesten.games.choose_write import steps
from bedesten.games.choose_write.effects import free_boxes
from bedesten.games.choose_write.ledger import (
    CARAVAN_OPENED,
    ENDED,
    mark_lira,
    plan,
    take_box_ruby,
    take_from_display,
    take_row_ruby,
)
from bedesten.games.choose_write.place_cards import NO_CARD
from bedesten.games.choose_write.planning import carry_out_all
from bedesten.games.choose_write.state import (
    CARAVAN_CARDS,
    FOUNTAIN_GOOD,
    FOUNTAIN_GOODS,
    FOUNTAIN_LIRA,
    LETTERS,
    UNSEEN,
    ChooseWrite,
    next_clockwise,
)
from bedesten.games.choose_write.tally import covers
from bedesten.games.choose_write.words import (
    GOOD,
    LEFT,
    PILE,
    PLACE,
    RIGHT,
)
from bedesten.kernel.state import NOBODY
from bedesten.kernel.step import Question, Step, Together
from bedesten.kernel.words import Seat, Word, Words, bit, lowest, say, size, span


class BonusRubies(Step):
    """Rubies for full lira boxes and for rows filled in all columns, once each. [CW-6.1]"""

    clause = "CW-6.1"

    def run(self, s: ChooseWrite, _seat: Seat, _: i64, /) -> None:
        bonus_rubies(s)


def bonus_rubies(s: ChooseWrite) -> None:
    printed = s.printed
    for p in s.players:
        while p.lira_filled >= printed.box_ends[p.boxes]:
            take_box_ruby(s, p)
        while covers(p.filled, printed.row_goods[p.rows]):
            take_row_ruby(s, p)


class Take(Question):
    """Take one of the open cards, or draw from the pile. [CW-6.2]"""

    clause = "CW-6.2"

    def options(self, s: ChooseWrite, seat: Seat, _: i64, /) -> Words:
        words = say(PILE)
        if s.display[0] != NO_CARD:
            words |= say(LEFT)
        if s.display[1] != NO_CARD:
            words |= say(RIGHT)
        return words

    def answer(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        if word == PILE:
            s.then(steps.DRAW_PLACE_CARD, seat)
        else:
            take_from_display(s, seat, word - LEFT)


class ChooseWriteFountain(Step):
    """All take what a fountain shows; then bonus rubies are looked at again. [CW-6.4, CW-6.1]

    Whose sheet has one improvement left ticks it, and the others choose together. By rules 1 such
    a tick came with the others' and did not stand in the record.
    """

    clause = "CW-6.4"

    def run(self, s: ChooseWrite, _seat: Seat, kind: i64, /) -> None:
        n: i64
        if kind == FOUNTAIN_LIRA:
            for n in range(s.seats):
                mark_lira(s, s.players[next_clockwise(s, n)], 1)
        elif kind == FOUNTAIN_GOODS:
            for n in range(s.seats):
                s.then(steps.DRAW_GOODS_CARD, next_clockwise(s, n))
        elif kind == FOUNTAIN_GOOD:
            s.then(steps.FOUNTAIN_GOOD)
        else:
            for n in range(s.seats):
                seat = next_clockwise(s, n)
                if s.printed.rules > 1 and size(free_boxes(s, s.players[seat])) == 1:
                    s.then(steps.TICK, seat, 1)
            s.then(steps.FOUNTAIN_TICK)
        s.then(steps.BONUS_RUBIES)


class FountainGood(Together):
    """Everybody chooses a good, at the same time. [CW-6.4]"""

    clause = "CW-6.4"

    def options(self, s: ChooseWrite, seat: Seat, _: i64, /) -> Words:
        return span(GOOD, 4)

    def answer(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        plan(s, seat, steps.CHOSEN_GOOD, word - GOOD)

    def reveal(self, s: ChooseWrite, _: i64, /) -> None:
        carry_out_all(s)


class FountainTick(Together):
    """Everybody with a choice of improvements ticks one, at the same time. [CW-6.4]"""

    clause = "CW-6.4"

    def asked(self, s: ChooseWrite, _: i64, /) -> i64:
        seats: i64 = 0
        seat: Seat
        for seat in range(s.seats):
            if size(free_boxes(s, s.players[seat])) > 1:
                seats |= bit(seat)
        return seats

    def options(self, s: ChooseWrite, seat: Seat, _: i64, /) -> Words:
        return free_boxes(s, s.players[seat])

    def answer(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        plan(s, seat, steps.CHOSEN_TICK, word - PLACE)

    def reveal(self, s: ChooseWrite, _: i64, /) -> None:
        if s.printed.rules == 1:
            for p in s.players:
                only = free_boxes(s, p)
                if p.planned == 0 and only != 0:
                    plan(s, p.seat, steps.CHOSEN_TICK, lowest(only) - PLACE)
        carry_out_all(s)


class GrowPalaces(Step):
    """A ruby card is added at every letter where a ruby was taken. [CW-6.5]"""

    clause = "CW-6.5"

    def run(self, s: ChooseWrite, _seat: Seat, _: i64, /) -> None:
        left = size(s.ruby_pile)
        letter: i64
        for letter in range(LETTERS):
            if s.taken & bit(letter) != 0 and left > 0:
                s.then(steps.ADD_RUBY_CARD, NOBODY, letter)
                left -= 1
        s.taken = 0


class MoveCaravan(Step):
    """A caravan card that was carried out goes under its pile. [CW-6.6]"""

    clause = "CW-6.6"

    def run(self, s: ChooseWrite, _seat: Seat, _: i64, /) -> None:
        if not s.caravan_used:
            return
        s.caravan_used = False
        s.caravan_top = (s.caravan_top + 1) % CARAVAN_CARDS
        if s.caravan[s.caravan_top] == UNSEEN:
            s.then(steps.TURN_CARAVAN)
        else:
            s.tell(CARAVAN_OPENED, NOBODY, s.caravan[s.caravan_top])


class EndGame(Step):
    """Whatever is left on the agenda falls away. [CW-7.1, CW-7.2]"""

    clause = "CW-7.2"

    def run(self, s: ChooseWrite, _seat: Seat, _: i64, /) -> None:
        s.tell(ENDED)
        s.finish()
