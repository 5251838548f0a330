"""The haggle: two seats outbid each other in gems for one action. [BAS-4]

An offer is put together gem by gem, dearer colours first, so that every offer
has one spelling. A gem can be added only if a legal offer can still be reached.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.games.basari import steps
from bedesten.games.basari.die import Die
from bedesten.games.basari.state import (
    BLUE,
    GAVE_UP,
    GREEN,
    HAGGLE_BEGAN,
    OFFERED,
    RED,
    ROLLED_TO_OPEN,
    YELLOW,
    Basari,
    end_haggle,
    hand_over_offer,
    laid,
)
from bedesten.games.basari.words import ACCEPT, DONE, GEM, PASS, PIPS
from bedesten.kernel.rows import clear
from bedesten.kernel.state import NOBODY
from bedesten.kernel.step import Question, Step
from bedesten.kernel.words import Seat, Word, Words, bit, lowest, say

# What a gem of each colour adds to `worth`.
WORTH: Final = vec[i64]([(1 << 24) + (1 << 16), (1 << 24) + (1 << 8), (1 << 24) + 1, 1 << 24])


class OpenHaggle(Step):
    """The seat with more points opens; equals roll for it. [BAS-4.1]"""

    clause = "BAS-4.1"

    def run(self, s: Basari, _seat: Seat, action: Word, /) -> None:
        s.haggled = action
        seats = laid(s, action)
        one = lowest(seats)
        two = lowest(seats & ~bit(one))
        s.tell(HAGGLE_BEGAN, NOBODY, action, one, two)
        lead = s.players[one].score - s.players[two].score
        if lead == 0:
            roll_to_open(s, one, two)
        else:
            s.then(steps.OPEN_OFFER, one if lead > 0 else two)


class RollToOpen(Die):
    """At equal points each rolls a die. [BAS-4.1]"""

    clause = "BAS-4.1"

    def answer(self, s: Basari, seat: Seat, _: i64, word: Word, /) -> None:
        s.rolls[seat] = word - PIPS + 1
        s.tell(ROLLED_TO_OPEN, seat, s.rolls[seat])


class CompareRolls(Step):
    """The higher roll opens; equal rolls are rolled again. [BAS-4.1]"""

    clause = "BAS-4.1"

    def run(self, s: Basari, one: Seat, _: i64, /) -> None:
        two = rival(s, one)
        lead = s.rolls[one] - s.rolls[two]
        clear(s.rolls)
        if lead == 0:
            roll_to_open(s, one, two)
        else:
            s.then(steps.OPEN_OFFER, one if lead > 0 else two)


class OpenOffer(Question):
    """Offer gems, or leave the action to the rival for nothing. [BAS-4.2]"""

    clause = "BAS-4.2"

    def options(self, s: Basari, seat: Seat, _: i64, /) -> Words:
        return say(PASS) | gems_to_add(s, seat, lead(s))

    def answer(self, s: Basari, seat: Seat, _: i64, word: Word, /) -> None:
        if word == PASS:
            s.tell(GAVE_UP, seat, s.haggled)
            s.then(steps.CARRY_OUT, rival(s, seat), s.haggled)
            end_haggle(s)
        else:
            add_gem(s, seat, word)


class AnswerOffer(Question):
    """Take the gems offered and give up the action, or offer more. [BAS-4.3, BAS-4.6]

    Who cannot offer more has one answer, and the kernel gives it.
    """

    clause = "BAS-4.3"

    def options(self, s: Basari, seat: Seat, _: i64, /) -> Words:
        return say(ACCEPT) | gems_to_add(s, seat, lead(s))

    def answer(self, s: Basari, seat: Seat, _: i64, word: Word, /) -> None:
        if word == ACCEPT:
            hand_over_offer(s, seat)
            s.then(steps.CARRY_OUT, s.bidder, s.haggled)
            end_haggle(s)
        else:
            add_gem(s, seat, word)


class AddGem(Question):
    """Add one more gem, or let the offer stand if it is higher. [BAS-4.4, BAS-4.5]"""

    clause = "BAS-4.4"

    def options(self, s: Basari, seat: Seat, _: i64, /) -> Words:
        ahead = lead(s)
        words = gems_to_add(s, seat, ahead)
        if ahead > 0:
            words |= say(DONE)
        return words

    def answer(self, s: Basari, seat: Seat, _: i64, word: Word, /) -> None:
        if word != DONE:
            add_gem(s, seat, word)
            return
        s.offer, s.draft = s.draft, s.offer
        clear(s.draft)
        s.bidder = seat
        s.tell(OFFERED, seat, s.offer[RED], s.offer[YELLOW], s.offer[GREEN], s.offer[BLUE])
        s.then(steps.ANSWER_OFFER, rival(s, seat))


def worth(gems: vec[i64]) -> i64:
    """More gems beat fewer; equal numbers go by the dearest colour. [BAS-4.4]"""
    n = gems[RED] + gems[YELLOW] + gems[GREEN] + gems[BLUE]
    return n << 24 | gems[RED] << 16 | gems[YELLOW] << 8 | gems[GREEN]


def lead(s: Basari) -> i64:
    """By how much the draft beats the standing offer."""
    return worth(s.draft) - worth(s.offer)


def gems_to_add(s: Basari, seat: Seat, ahead: i64) -> Words:
    """The gems that may come next: own, not dearer than the last, and leading to a raise.

    Gems of a colour and of all cheaper ones can still follow, so a colour
    leads to a raise if the draft, so far ahead, beats the standing offer with them.
    """
    gems = s.players[seat].gems
    words: Words = 0
    colour: i64 = BLUE
    while colour >= RED:
        left = gems[colour] - s.draft[colour]
        if left > 0:
            ahead += left * WORTH[colour]
            if ahead > 0:
                words |= say(GEM + colour)
        if s.draft[colour] > 0:
            break
        colour -= 1
    return words


def add_gem(s: Basari, seat: Seat, gem: Word) -> None:
    s.draft[gem - GEM] += 1
    s.then(steps.ADD_GEM, seat)


def roll_to_open(s: Basari, one: Seat, two: Seat) -> None:
    s.then(steps.ROLL_TO_OPEN, one)
    s.then(steps.ROLL_TO_OPEN, two)
    s.then(steps.COMPARE_ROLLS, one)


def rival(s: Basari, seat: Seat) -> Seat:
    """The other seat in the haggle."""
    return lowest(laid(s, s.haggled) & ~bit(seat))
