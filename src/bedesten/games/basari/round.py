"""A round: all roll and walk, all choose a tile, the actions are carried out. [BAS-3]"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bedesten.games.basari import steps
from bedesten.games.basari.die import Die
from bedesten.games.basari.ledger import (
    DECLINED,
    FOR_DIE,
    FOR_POINTS,
    LAPSED,
    ROUND_BEGAN,
    TURNED_OVER,
    lay_tile,
    score,
    take_gems,
    take_tiles_back,
    walk,
)
from bedesten.games.basari.state import Basari, laid
from bedesten.games.basari.words import DIE, GEMS, PASS, PIPS, POINTS
from bedesten.kernel.state import NOBODY
from bedesten.kernel.step import Question, Step, Together
from bedesten.kernel.words import Seat, Word, Words, lowest, say, size

TILES: Final = 1 << DIE | 1 << POINTS | 1 << GEMS


class StartRound(Step):
    """Phase 1 for all, then phase 2, then the round is over. [BAS-3.1, BAS-1.2]"""

    clause = "BAS-3.1"

    def run(self, s: Basari, _seat: Seat, _: i64, /) -> None:
        s.turn += 1
        s.tell(ROUND_BEGAN, NOBODY, s.turn)
        take_tiles_back(s)
        seat: Seat
        for seat in range(s.seats):
            s.then(steps.ROLL_AND_WALK, seat)
        s.then(steps.CHOOSE_TILE)
        s.then(steps.END_ROUND)


class RollAndWalk(Die):
    """Phase 1: move the pawn by the pips rolled; this roll scores nothing. [BAS-3.1]"""

    clause = "BAS-3.1"

    def answer(self, s: Basari, seat: Seat, _: i64, word: Word, /) -> None:
        walk(s, seat, word - PIPS + 1)


class ChooseTile(Together):
    """Phase 2: all lay a tile face down and turn it over together. [BAS-3.2]"""

    clause = "BAS-3.2"

    def options(self, s: Basari, seat: Seat, _: i64, /) -> Words:
        return TILES

    def answer(self, s: Basari, seat: Seat, _: i64, tile: Word, /) -> None:
        lay_tile(s, seat, tile)

    def reveal(self, s: Basari, _: i64, /) -> None:
        seat: Seat
        for seat in range(s.seats):
            s.tell(TURNED_OVER, seat, s.players[seat].tile)
        s.then(steps.LOOK_AT_ACTION, NOBODY, DIE)
        s.then(steps.LOOK_AT_ACTION, NOBODY, POINTS)
        s.then(steps.LOOK_AT_ACTION, NOBODY, GEMS)


class LookAtAction(Step):
    """One seat alone carries it out, two haggle, for more it lapses. [BAS-3.3, BAS-3.4]"""

    clause = "BAS-3.3"

    def run(self, s: Basari, _seat: Seat, action: Word, /) -> None:
        seats = laid(s, action)
        n = size(seats)
        if n == 1:
            let_act(s, lowest(seats), action)
        elif n == 2:
            s.then(steps.OPEN_HAGGLE, NOBODY, action)
        elif n > 2:
            s.tell(LAPSED, NOBODY, action, n)


def let_act(s: Basari, seat: Seat, action: Word) -> None:
    """A seat has an action to carry out, and is asked if the option says so. [BAS-3.8]"""
    s.then(steps.MAY_CARRY_OUT if s.may_decline else steps.CARRY_OUT, seat, action)


class MayCarryOut(Question):
    """With the option `decline`: carry the action out, or leave it. [BAS-3.8]"""

    clause = "BAS-3.8"

    def options(self, s: Basari, seat: Seat, action: Word, /) -> Words:
        return say(action) | say(PASS)

    def answer(self, s: Basari, seat: Seat, action: Word, word: Word, /) -> None:
        if word == PASS:
            s.tell(DECLINED, seat, action)
        else:
            s.then(steps.CARRY_OUT, seat, action)


class BasariCarryOut(Step):
    """The action is carried out on the archway under the pawn. [BAS-3.6 to BAS-3.8]"""

    clause = "BAS-3.8"

    def run(self, s: Basari, seat: Seat, action: Word, /) -> None:
        archway = s.players[seat].archway
        if action == DIE:
            s.then(steps.ROLL_AGAIN, seat)
        elif action == POINTS:
            score(s, seat, s.printed.points[archway], FOR_POINTS)
        else:
            colour: i64
            for colour in range(4):
                take_gems(s, seat, colour, s.printed.gems[4 * archway + colour])


class RollAgain(Die):
    """The die action: walk by the roll, and score what it lacks to six. [BAS-3.5]"""

    clause = "BAS-3.5"

    def answer(self, s: Basari, seat: Seat, _: i64, word: Word, /) -> None:
        pips = word - PIPS + 1
        walk(s, seat, pips)
        if pips < s.printed.die_points:
            score(s, seat, s.printed.die_points - pips, FOR_DIE)
