"""Two dice: rolled in actions, and to send figures about. [IST-2.6, IST-5.6, IST-5.7, IST-8.1]"""

from __future__ import annotations

from mypy_extensions import i64

from bedesten.games.istanbul import steps
from bedesten.games.istanbul.ledger import BENT_DICE, ROLLED, set_dice
from bedesten.games.istanbul.state import RED, Istanbul
from bedesten.games.istanbul.words import (
    DICE,
    FOUR_HIGH,
    FOUR_LOW,
    PAIR_HIGH,
    PAIR_LOW,
    PAIR_OF_ROLL,
    PASS,
    REROLL,
    SUM,
    SUM_OF_ROLL,
)
from bedesten.kernel.step import Chance, Question
from bedesten.kernel.words import Seat, Word, Words, say


def roll_dice(s: Istanbul, seat: Seat) -> None:
    """Roll for an action; the owner of the red tile may bend the dice then. [IST-8.1]"""
    s.then(steps.ROLL_DICE, seat)
    if s.players[seat].has_tile(RED):
        s.then(steps.BEND_DICE, seat)


class RollDice(Chance):
    """Roll both dice; which is which does not matter, so 36 rolls say 21 words."""

    clause = "IST-5.6"

    def tickets(self, s: Istanbul, seat: Seat, _: i64, /) -> i64:
        return 36

    def drawn(self, s: Istanbul, seat: Seat, _: i64, ticket: i64, /) -> Word:
        return DICE + PAIR_OF_ROLL[ticket]

    def answer(self, s: Istanbul, seat: Seat, _: i64, dice: Word, /) -> None:
        set_dice(s, seat, PAIR_LOW[dice - DICE], PAIR_HIGH[dice - DICE], ROLLED)


class BendDice(Question):
    """Red tile: turn one die to a four, or roll both again, once. [IST-8.1]"""

    clause = "IST-8.1"

    def options(self, s: Istanbul, seat: Seat, _: i64, /) -> Words:
        return say(FOUR_LOW) | say(FOUR_HIGH) | say(REROLL) | say(PASS)

    def answer(self, s: Istanbul, seat: Seat, _: i64, word: Word, /) -> None:
        if word == REROLL:
            s.then(steps.ROLL_DICE, seat)
        elif word == FOUR_LOW:
            set_dice(s, seat, 4, s.high, BENT_DICE)
        elif word == FOUR_HIGH:
            set_dice(s, seat, s.low, 4, BENT_DICE)


class RollSum(Chance):
    """Two dice of which only the sum counts: 36 rolls say 11 words."""

    def tickets(self, s: Istanbul, seat: Seat, _: i64, /) -> i64:
        return 36

    def drawn(self, s: Istanbul, seat: Seat, _: i64, ticket: i64, /) -> Word:
        return SUM + SUM_OF_ROLL[ticket] - 2
