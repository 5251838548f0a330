"""The end of a round, the scorings, and the end of the game. [BAS-5, BAS-6]"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.games.basari import steps
from bedesten.games.basari.ledger import (
    CAME_ROUND,
    ENDED,
    FOR_LAP,
    FOR_MAJORITY,
    HELD_MOST,
    SCORING_BEGAN,
    TOTALLED,
    count_gems,
    move_starts,
    return_gems,
    score,
)
from bedesten.games.basari.state import Basari
from bedesten.kernel.state import NOBODY
from bedesten.kernel.step import Step
from bedesten.kernel.words import Seat, bit, size


class EndRound(Step):
    """Score if anybody has come round, and end the game or go on. [BAS-5.1, BAS-6.1]"""

    clause = "BAS-5.1"

    def run(self, s: Basari, _seat: Seat, _: i64, /) -> None:
        for p in s.players:
            if p.walked >= s.printed.archways:
                s.then(steps.SCORE)
                return
        s.then(steps.START_ROUND)


class Score(Step):
    """Points for coming round, then the majorities by what is held before any return.

    [BAS-5.2 to BAS-5.5; BAS-6.1 and BAS-7.2 for the last one]
    """

    clause = "BAS-5.2"

    def run(self, s: Basari, _seat: Seat, _: i64, /) -> None:
        s.scorings += 1
        s.tell(SCORING_BEGAN, NOBODY, s.scorings, s.laps)
        before = vec[i64]([p.score for p in s.players])
        seat: Seat
        for seat in range(s.seats):
            count_gems(s, seat)
        for seat in range(s.seats):
            if s.players[seat].walked >= s.printed.archways:
                s.tell(CAME_ROUND, seat)
                score(s, seat, s.printed.lap_points, FOR_LAP)
        colour: i64
        for colour in range(4):
            score_majority(s, colour)
        for seat in range(s.seats):
            s.tell(TOTALLED, seat, before[seat], s.players[seat].score)
        if s.scorings == s.laps:
            s.tell(ENDED)
            return
        move_starts(s)
        s.then(steps.START_ROUND)


def score_majority(s: Basari, colour: i64) -> None:
    """Who holds most of a colour shares its points and gives gems back. [BAS-5.3, BAS-5.4]

    A return touches its own colour only, so colours can be settled one by one.
    """
    leaders = most_of(s, colour)
    n = size(leaders)
    seat: Seat
    for seat in range(s.seats):
        if leaders & bit(seat) != 0:
            s.tell(HELD_MOST, seat, colour, n)
            score(s, seat, s.printed.majority[colour] // n, FOR_MAJORITY + colour)
            return_gems(
                s, seat, colour, s.printed.return_alone if n == 1 else s.printed.return_tied
            )


def most_of(s: Basari, colour: i64) -> i64:
    """The seats with most gems of a colour, as bits; none where nobody holds any. [BAS-5.3]"""
    most: i64 = 1
    leaders: i64 = 0
    seat: Seat
    for seat in range(s.seats):
        n = s.players[seat].gems[colour]
        if n > most:
            most = n
            leaders = bit(seat)
        elif n == most:
            leaders |= bit(seat)
    return leaders
