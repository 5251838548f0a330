"""The haggle: two seats outbid each other in gems for one action. [BAS-4]

An offer is put together gem by gem, dearer colours first, so that every offer
has one spelling. A gem can be added only if a legal offer can still be reached.
"""

from __future__ import annotations

from mypy_extensions import i64

from bedesten.games.basari import steps
from bedesten.games.basari.die import Die
from bedesten.games.basari.ledger import (
    GAVE_UP,
    HAGGLE_BEGAN,
    OFFERED,
    ROLLED_TO_OPEN,
    end_haggle,
    hand_over_offer,
    tell_offer,
)
from bedesten.games.basari.offers import WORTH, gems_in
from bedesten.games.basari.round import let_act
from bedesten.games.basari.state import BLUE, RED, Basari, laid
from bedesten.games.basari.words import ACCEPT, DONE, GEM, PASS, PIPS
from bedesten.kernel.rows import clear
from bedesten.kernel.state import NOBODY
from bedesten.kernel.step import Question, Step
from bedesten.kernel.words import Seat, Word, Words, bit, lowest, say


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
        return say(PASS) | gems_to_add(s, seat)

    def answer(self, s: Basari, seat: Seat, _: i64, word: Word, /) -> None:
        if word == PASS:
            s.tell(GAVE_UP, seat, s.haggled)
            let_act(s, rival(s, seat), s.haggled)
            end_haggle(s)
        else:
            add_gem(s, seat, word)


class AnswerOffer(Question):
    """Take the gems offered and give up the action, or offer more. [BAS-4.3, BAS-4.6]

    Who cannot offer more has one answer, and the kernel gives it.
    """

    clause = "BAS-4.3"

    def options(self, s: Basari, seat: Seat, _: i64, /) -> Words:
        return say(ACCEPT) | gems_to_add(s, seat)

    def answer(self, s: Basari, seat: Seat, _: i64, word: Word, /) -> None:
        if word == ACCEPT:
            hand_over_offer(s, seat)
            let_act(s, s.bidder, s.haggled)
            end_haggle(s)
        else:
            add_gem(s, seat, word)


class AddGem(Question):
    """Add one more gem, or let the offer stand if it is higher. [BAS-4.4, BAS-4.5]"""

    clause = "BAS-4.4"

    def options(self, s: Basari, seat: Seat, _: i64, /) -> Words:
        words = gems_to_add(s, seat)
        if s.raised > s.bid:
            words |= say(DONE)
        return words

    def answer(self, s: Basari, seat: Seat, _: i64, word: Word, /) -> None:
        if word != DONE:
            add_gem(s, seat, word)
            return
        s.then(steps.ANSWER_OFFER, rival(s, seat))
        s.bidder = seat
        s.bid = s.raised
        s.raised = 0
        tell_offer(s, OFFERED, seat)


def gems_to_add(s: Basari, seat: Seat) -> Words:
    """The gems that may come next: own, not dearer than the last, and leading to a raise.

    Gems of a colour and of all cheaper ones can still follow, so a colour
    leads to a raise if the draft, with all of them, beats the standing offer.
    """
    gems = s.players[seat].gems
    ahead = s.raised - s.bid
    words: Words = 0
    colour: i64 = BLUE
    while colour >= RED:
        added = gems_in(s.raised, colour)
        left = gems[colour] - added
        if left > 0:
            ahead += left * WORTH[colour]
            if ahead > 0:
                words |= say(GEM + colour)
        if added > 0:
            break
        colour -= 1
    return words


def add_gem(s: Basari, seat: Seat, gem: Word) -> None:
    s.raised += WORTH[gem - GEM]
    s.then(steps.ADD_GEM, seat)


def roll_to_open(s: Basari, one: Seat, two: Seat) -> None:
    s.then(steps.ROLL_TO_OPEN, one)
    s.then(steps.ROLL_TO_OPEN, two)
    s.then(steps.COMPARE_ROLLS, one)


def rival(s: Basari, seat: Seat) -> Seat:
    """The other seat in the haggle: the one whose offer stands, if there is one."""
    if s.bidder != NOBODY:
        return s.bidder
    return lowest(laid(s, s.haggled) & ~bit(seat))
