"""A round: all choose a stall, and who is alone there rolls. [STA-2]"""

from __future__ import annotations

from mypy_extensions import i64

from bedesten.kernel.state import NOBODY
from bedesten.kernel.step import Chance, Question, Step, Together
from bedesten.kernel.words import Seat, Word, Words, say, span
from examples.tiny_game import steps
from examples.tiny_game.ledger import (
    ENDED,
    OPENED,
    ROUND_BEGAN,
    choose,
    leave_stalls,
    roll,
    score,
)
from examples.tiny_game.state import Stalls
from examples.tiny_game.words import KEEP, PIPS, REROLL, STALL


class StallsSetUp(Step):
    """There is nothing to lay out. [STA-1.1]"""

    clause = "STA-1.1"

    def run(self, s: Stalls, _seat: Seat, _: i64, /) -> None:
        s.then(steps.START_ROUND)


class StartRound(Step):
    """All choose, then the round is over. [STA-2.1]"""

    clause = "STA-2.1"

    def run(self, s: Stalls, _seat: Seat, _: i64, /) -> None:
        s.turn += 1
        s.tell(ROUND_BEGAN, NOBODY, s.turn)
        leave_stalls(s)
        s.then(steps.CHOOSE_STALL)
        s.then(steps.END_ROUND)


class ChooseStall(Together):
    """All choose a stall in secret and show it together. [STA-2.1]"""

    clause = "STA-2.1"

    def options(self, s: Stalls, seat: Seat, _: i64, /) -> Words:
        return span(STALL, 3)

    def answer(self, s: Stalls, seat: Seat, _: i64, word: Word, /) -> None:
        choose(s, seat, word - STALL)

    def reveal(self, s: Stalls, _: i64, /) -> None:
        seat: Seat
        for seat in range(s.seats):
            s.tell(OPENED, seat, s.stalls[seat])
            s.then(steps.VISIT, seat)


class Visit(Step):
    """Who is alone at a stall rolls; who shares one scores a little. [STA-2.2, STA-2.4]"""

    clause = "STA-2.2"

    def run(self, s: Stalls, seat: Seat, _: i64, /) -> None:
        if is_alone(s, seat):
            s.then(steps.ROLL, seat)
            s.then(steps.KEEP_OR_REROLL, seat)
            s.then(steps.TAKE_POINTS, seat)
        else:
            score(s, seat, s.shared_points)


def is_alone(s: Stalls, seat: Seat) -> bool:
    other: Seat
    for other in range(s.seats):
        if other != seat and s.stalls[other] == s.stalls[seat]:
            return False
    return True


class Roll(Chance):
    """Roll one die. [STA-2.2]"""

    clause = "STA-2.2"

    def tickets(self, s: Stalls, seat: Seat, _: i64, /) -> i64:
        return 6

    def drawn(self, s: Stalls, seat: Seat, _: i64, ticket: i64, /) -> Word:
        return PIPS + ticket

    def answer(self, s: Stalls, seat: Seat, _: i64, word: Word, /) -> None:
        roll(s, seat, word - PIPS + 1)


class KeepOrReroll(Question):
    """Keep the roll, or roll once more; a six is kept. [STA-2.3]"""

    clause = "STA-2.3"

    def options(self, s: Stalls, seat: Seat, _: i64, /) -> Words:
        if s.rolled == 6:
            return say(KEEP)
        return say(KEEP) | say(REROLL)

    def answer(self, s: Stalls, seat: Seat, _: i64, word: Word, /) -> None:
        if word == REROLL:
            s.then(steps.ROLL, seat)


class TakePoints(Step):
    """Score what the die shows. [STA-2.2]"""

    clause = "STA-2.2"

    def run(self, s: Stalls, seat: Seat, _: i64, /) -> None:
        score(s, seat, s.rolled)
        s.rolled = 0


class EndRound(Step):
    """Play the rounds agreed on. [STA-3.1]"""

    clause = "STA-3.1"

    def run(self, s: Stalls, _seat: Seat, _: i64, /) -> None:
        if s.turn < s.rounds:
            s.then(steps.START_ROUND)
        else:
            s.tell(ENDED)
