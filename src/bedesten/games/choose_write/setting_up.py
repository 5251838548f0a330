"""The set-up, played like the rest so that chance answers for it. [CW-3]"""

from __future__ import annotations

from mypy_extensions import i64

from bedesten.games.choose_write import steps
from bedesten.games.choose_write.ledger import STARTS, hand_out_sheet
from bedesten.games.choose_write.state import (
    GUILD_CARDS,
    NONE,
    RUBY_CARDS,
    ChooseWrite,
    next_clockwise,
)
from bedesten.games.choose_write.words import SEAT
from bedesten.kernel.state import NOBODY
from bedesten.kernel.step import Chance, Step
from bedesten.kernel.words import Seat, Word, span


class ChooseWriteSetUp(Step):
    """Sheets, piles, and a random player to start. [CW-3.3]"""

    clause = "CW-3.3"

    def run(self, s: ChooseWrite, _seat: Seat, _: i64, /) -> None:
        s.pile = s.printed.place_cards.whole
        s.goods_pile = s.printed.goods_cards
        s.guild_pile = span(0, GUILD_CARDS)
        s.ruby_pile = span(0, RUBY_CARDS)
        for p in s.players:
            hand_out_sheet(s, p)
        s.then(steps.NAME_STARTER)
        s.then(steps.DEAL)


class ChooseWriteNameStarter(Chance):
    """A random player starts. [CW-3.3]"""

    clause = "CW-3.3"

    def tickets(self, s: ChooseWrite, _seat: Seat, _: i64, /) -> i64:
        return s.seats

    def drawn(self, s: ChooseWrite, _seat: Seat, _: i64, ticket: i64, /) -> Word:
        return SEAT + ticket

    def answer(self, s: ChooseWrite, _seat: Seat, _: i64, word: Word, /) -> None:
        s.first = word - SEAT
        s.active = s.first
        s.tell(STARTS, s.first)


class Deal(Step):
    """Ruby cards, the display, a place card for each, and a caravan card. [CW-3.1, CW-3.2]"""

    clause = "CW-3.2"

    def run(self, s: ChooseWrite, _seat: Seat, _: i64, /) -> None:
        n: i64
        letter: i64
        for _n in range(s.printed.ruby_cards):
            for letter in range(4):
                s.then(steps.ADD_RUBY_CARD, NOBODY, letter)
        s.then(steps.FILL_DISPLAY)
        for n in range(s.seats):
            s.then(steps.DRAW_PLACE_CARD, next_clockwise(s, n))
        s.then(steps.TURN_CARAVAN)
        s.then(steps.TAKE_FOUNTAINS)


class TakeFountains(Step):
    """What the fountains bring is taken when all cards are dealt; then the game begins. [CW-3.2]"""

    clause = "CW-3.2"

    def run(self, s: ChooseWrite, _seat: Seat, _: i64, /) -> None:
        for kind in s.fountains:
            s.then(steps.FOUNTAIN, NOBODY, kind)
        s.fountains = NONE
        s.then(steps.START_TURN, s.first)
