"""A turn: move, meet the other merchants, act, and what follows. [IST-3, IST-4, IST-5.0]"""

from __future__ import annotations

from mypy_extensions import i64

from bedesten.games.istanbul import steps
from bedesten.games.istanbul.board import DEALER, FOUNTAIN, PALACE, PLACES, POST_OFFICE, at
from bedesten.games.istanbul.cards import TurnQuestion, in_hand
from bedesten.games.istanbul.dice import RollSum
from bedesten.games.istanbul.ledger import (
    LAST_ROUND,
    NEUTRAL,
    NEUTRAL_MOVED,
    OWN,
    TURN_BEGAN,
    TURN_CUT_SHORT,
    go_to,
    leave_assistant,
    pay_merchant,
    pay_neutral,
    play_card,
    send_family,
    take_assistant,
)
from bedesten.games.istanbul.places import action_at, can_act
from bedesten.games.istanbul.state import Istanbul, IstanbulPlayer
from bedesten.games.istanbul.words import (
    ACT,
    DEALER_TWICE,
    FAR,
    LEAVE,
    PALACE_TWICE,
    PASS,
    PAY,
    PLACE,
    POST_TWICE,
    RETURN,
    STAY,
    SUM,
    TAKE_NEUTRAL,
    TAKE_OWN,
)
from bedesten.kernel.step import Question, Step
from bedesten.kernel.words import Seat, Word, Words, say


class IstanbulStartTurn(Step):
    """Each turn begins with a move. [IST-3.4]"""

    clause = "IST-3.4"

    def run(self, s: Istanbul, seat: Seat, _: i64, /) -> None:
        s.turn += 1
        s.used = 0
        s.tell(TURN_BEGAN, seat, s.turn)
        s.then(steps.MOVE, seat)
        s.then(steps.END_TURN, seat)


class Move(TurnQuestion):
    """Go to another place one or two steps away; cards change that. [IST-3.1, IST-7.5, IST-7.6]"""

    clause = "IST-3.1"

    def answers(self, s: Istanbul, seat: Seat, _: i64, /) -> Words:
        p = s.players[seat]
        return s.near[p.merchant] | in_hand(p, STAY) | in_hand(p, FAR) | return_card(p)

    def play(self, s: Istanbul, seat: Seat, _: i64, card: i64, /) -> bool:
        if card == STAY:
            play_card(s, seat, card)
            s.then(steps.LAY_DOWN)
            s.then(steps.ARRIVE, seat, s.players[seat].merchant)
        elif card == FAR:
            play_card(s, seat, card)
            s.then(steps.MOVE_FAR, seat)
        else:
            return call_back(s, seat, card)
        return True

    def decide(self, s: Istanbul, seat: Seat, _: i64, word: Word, /) -> None:
        s.then(steps.ARRIVE, seat, word - PLACE + 1)


class MoveFar(Question):
    """Go to a place three or four steps away. [IST-7.6]"""

    clause = "IST-7.6"

    def options(self, s: Istanbul, seat: Seat, _: i64, /) -> Words:
        return s.distant[s.players[seat].merchant]

    def answer(self, s: Istanbul, seat: Seat, _: i64, word: Word, /) -> None:
        s.then(steps.LAY_DOWN)
        s.then(steps.ARRIVE, seat, word - PLACE + 1)


class Arrive(Step):
    """At the fountain no assistant is needed and nobody is paid. [IST-3.3, IST-4.2]"""

    clause = "IST-3.3"

    def run(self, s: Istanbul, seat: Seat, place: i64, /) -> None:
        go_to(s, seat, place)
        s.then(steps.ACT if place == FOUNTAIN else steps.USE_ASSISTANT, seat, place)


class UseAssistant(TurnQuestion):
    """An own assistant lying there joins the stack, else one is left; or the turn ends.

    A neutral assistant serves as well. [IST-3.2, IST-3.6, IST-10.2]
    """

    clause = "IST-3.2"

    def answers(self, s: Istanbul, seat: Seat, place: i64, /) -> Words:
        p = s.players[seat]
        words = say(PASS) | return_card(p)
        if s.neutral_assistants[place] > 0:
            words |= say(TAKE_NEUTRAL)
        if p.out & at(place) != 0:
            words |= say(TAKE_OWN)
        elif p.stack > 0:
            words |= say(LEAVE)
        return words

    def play(self, s: Istanbul, seat: Seat, _: i64, card: i64, /) -> bool:
        return call_back(s, seat, card)

    def decide(self, s: Istanbul, seat: Seat, place: i64, word: Word, /) -> None:
        if word == PASS:
            s.tell(TURN_CUT_SHORT, seat)
            return
        if word == LEAVE:
            leave_assistant(s, seat, place)
        else:
            take_assistant(s, seat, place, OWN if word == TAKE_OWN else NEUTRAL)
        met = merchants_met(s, seat, place) > 0
        s.then(steps.MEET_MERCHANTS if met else steps.ACT, seat, place)


def return_card(p: IstanbulPlayer) -> Words:
    """Before the assistant step an assistant may be called back. [IST-7.7]"""
    if p.out != 0:
        return in_hand(p, RETURN)
    return 0


def call_back(s: Istanbul, seat: Seat, card: i64) -> bool:
    """Play the card that calls an assistant back, if it is that; the question then stands."""
    if card != RETURN:
        return False
    play_card(s, seat, card)
    s.then(steps.FETCH_ASSISTANT, seat)
    s.then(steps.LAY_DOWN)
    s.again()
    return True


class MeetMerchants(TurnQuestion):
    """Pay each merchant at the place, all or none, or the turn ends. [IST-4.1, IST-4.3]"""

    clause = "IST-4.1"

    def answers(self, s: Istanbul, seat: Seat, place: i64, /) -> Words:
        if s.players[seat].lira >= s.printed.merchant_fee * merchants_met(s, seat, place):
            return say(PAY) | say(PASS)
        return say(PASS)

    def decide(self, s: Istanbul, seat: Seat, place: i64, word: Word, /) -> None:
        if word == PASS:
            s.tell(TURN_CUT_SHORT, seat)
            return
        other: Seat
        for other in range(s.seats):
            if other != seat and s.players[other].merchant == place:
                pay_merchant(s, seat, other)
        n: i64
        for n in range(len(s.neutral_merchants)):
            if s.neutral_merchants[n] == place:
                pay_neutral(s, seat)
                s.then(steps.MOVE_NEUTRAL, seat, n)
        s.then(steps.ACT, seat, place)


def merchants_met(s: Istanbul, seat: Seat, place: i64) -> i64:
    """How many other merchants stand where a seat's merchant is."""
    n: i64 = -1
    for p in s.players:
        if p.merchant == place:
            n += 1
    for neutral in s.neutral_merchants:
        if neutral == place:
            n += 1
    return n


class MoveNeutral(RollSum):
    """A neutral merchant that was paid goes where two dice send it. [IST-4.3]"""

    clause = "IST-4.3"

    def answer(self, s: Istanbul, seat: Seat, n: i64, word: Word, /) -> None:
        s.neutral_merchants[n] = word - SUM + 2
        s.tell(NEUTRAL_MOVED, seat, word - SUM + 2)


class Act(TurnQuestion):
    """Carry out the action of the place, or leave it. [IST-5.0]"""

    clause = "IST-5.0"

    def answers(self, s: Istanbul, seat: Seat, place: i64, /) -> Words:
        if can_act(s, seat, place):
            return say(ACT) | say(PASS)
        return say(PASS)

    def decide(self, s: Istanbul, seat: Seat, place: i64, word: Word, /) -> None:
        if word == ACT:
            begin_action(s, seat, place)
        s.then(steps.ENCOUNTERS, seat)


def begin_action(s: Istanbul, seat: Seat, place: i64) -> None:
    """The action of a place, by the merchant or the family member. [IST-5.9]"""
    s.then(action_at(place), seat, place)
    if twice_card(place) >= 0:
        s.then(steps.ACT_AGAIN, seat, place)


class ActAgain(TurnQuestion):
    """Palace, post office and dealer can be used once more with a card. [IST-7.3]

    By the same figure: a family member that a card has sent home in between is gone.
    """

    clause = "IST-7.3"

    def answers(self, s: Istanbul, seat: Seat, place: i64, /) -> Words:
        p = s.players[seat]
        still_there = p.merchant == place or p.family == place
        if still_there and can_act(s, seat, place):
            return say(PASS) | in_hand(p, twice_card(place))
        return say(PASS)

    def play(self, s: Istanbul, seat: Seat, place: i64, card: i64, /) -> bool:
        if card != twice_card(place):
            return False
        play_card(s, seat, card)
        s.then(action_at(place), seat, place)
        s.then(steps.LAY_DOWN)
        s.again()
        return True

    def decide(self, s: Istanbul, seat: Seat, place: i64, word: Word, /) -> None:
        pass


def twice_card(place: i64) -> i64:
    """The card that repeats the action of a place; -1 if there is none."""
    if place == PALACE:
        return PALACE_TWICE
    if place == POST_OFFICE:
        return POST_TWICE
    if place == DEALER:
        return DEALER_TWICE
    return -1


class SendFamily(Question):
    """The family member goes to another place and uses it; it must be able to. [IST-5.9]"""

    clause = "IST-5.9"

    def is_open(self, s: Istanbul, seat: Seat, _: i64, /) -> bool:
        return False

    def options(self, s: Istanbul, seat: Seat, here: i64, /) -> Words:
        words: Words = 0
        place: i64
        for place in range(1, PLACES + 1):
            if place != here and can_act(s, seat, place):
                words |= at(place)
        return words

    def answer(self, s: Istanbul, seat: Seat, _: i64, word: Word, /) -> None:
        place = word - PLACE + 1
        send_family(s, seat, place)
        begin_action(s, seat, place)


class IstanbulEndTurn(Step):
    """Turns go clockwise; the round in which somebody has enough rubies is the last.

    [IST-3.5, IST-9.1]
    """

    clause = "IST-9.1"

    def run(self, s: Istanbul, seat: Seat, _: i64, /) -> None:
        if s.players[seat].rubies >= s.printed.rubies_to_end and not s.last_round:
            s.last_round = True
            s.tell(LAST_ROUND, seat, s.players[seat].rubies)
        following = (seat + 1) % s.seats
        if s.last_round and following == s.first:
            s.then(steps.FINAL_CARDS)
        else:
            s.then(steps.START_TURN, following)
