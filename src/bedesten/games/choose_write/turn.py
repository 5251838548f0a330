"""A turn: a place card that all may use, or a guild card of one's own. [CW-4]"""

from __future__ import annotations

from mypy_extensions import i64

from bedesten.games.choose_write import steps
from bedesten.games.choose_write.actions import act, can_do, can_do_card, do_card
from bedesten.games.choose_write.ledger import (
    GAVE_UP_GUILD_CARD,
    KEPT_GUILD_CARD,
    LAST_ROUND,
    LEFT_CARD_OPENED,
    PLAYED_GUILD,
    PLAYED_PLACE,
    TURN_BEGAN,
    USED_PLACE,
    cross_lira,
    told,
)
from bedesten.games.choose_write.parts import Given, carry_out
from bedesten.games.choose_write.sheet import PALACE_A, opened
from bedesten.games.choose_write.state import (
    GUILD_CARDS,
    NO_CARD,
    ChooseWrite,
    Player,
    is_solo,
    next_clockwise,
    place_of,
)
from bedesten.games.choose_write.words import GUILD, HAND, LEFT, PASS, PLACE, RIGHT
from bedesten.kernel.state import NOBODY
from bedesten.kernel.step import Question, Step, Together
from bedesten.kernel.words import Seat, Word, Words, bit, lowest, say, size


class StartTurn(Step):
    """Turns go clockwise. [CW-4.1]"""

    clause = "CW-4.1"

    def run(self, s: ChooseWrite, seat: Seat, _: i64, /) -> None:
        s.turn += 1
        s.active = seat
        s.tell(TURN_BEGAN, seat, s.turn)
        s.then(steps.PLAY, seat)


class Play(Question):
    """Play a place card, from the hand or the display, or a guild card. [CW-4.1]"""

    clause = "CW-4.1"

    def is_open(self, s: ChooseWrite, seat: Seat, _: i64, /) -> bool:
        return False

    def options(self, s: ChooseWrite, seat: Seat, _: i64, /) -> Words:
        p = s.players[seat]
        words = say(HAND) | say(LEFT) | say(RIGHT)
        card: i64
        if p.guild != 0:
            for card in range(GUILD_CARDS):
                if p.guild & bit(card) != 0 and can_play_guild(s, p, card):
                    words |= say(GUILD + card)
        return words

    def answer(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        if word >= GUILD:
            play_guild_card(s, seat, word - GUILD)
            return
        p = s.players[seat]
        s.from_hand = word == HAND
        if s.from_hand:
            s.card = p.place
            if not p.seen:
                s.reveals += 1
            p.place = NO_CARD
            p.seen = False
        else:
            s.card = s.display[word - LEFT]
            s.display[word - LEFT] = NO_CARD
        s.discards[s.card] += 1
        s.tell(PLAYED_PLACE, seat, place_of(s.card), word - HAND)
        s.then(steps.USE_CARD)


def can_play_guild(s: ChooseWrite, p: Player, card: i64) -> bool:
    """Its price, and what it asks to be given, can be paid. [CW-4.6]"""
    return p.lira >= s.parts.guild_prices[card] and can_do_card(s, p, s.parts.guild_cards, card)


def play_guild_card(s: ChooseWrite, seat: Seat, card: i64) -> None:
    """Only its owner acts, after paying its price. [CW-4.6]"""
    p = s.players[seat]
    p.guild &= ~bit(card)
    p.guild_played += 1
    s.guild_in_play = card
    s.reveals += 1
    s.tell(PLAYED_GUILD, seat, card)
    cross_lira(s, seat, s.parts.guild_prices[card])
    do_card(s, seat, s.parts.guild_cards, card)
    s.then(steps.END_GUILD_CARD, seat)


class EndGuildCard(Step):
    """The card goes to its discards after its effect; no card was used. [CW-4.6, CW-6.0]"""

    clause = "CW-4.6"

    def run(self, s: ChooseWrite, seat: Seat, _: i64, /) -> None:
        s.guild_discards |= bit(s.guild_in_play)
        s.guild_in_play = NO_CARD
        s.then(steps.BONUS_RUBIES)
        s.then(steps.GROW_PALACES)
        s.then(steps.MOVE_CARAVAN)
        s.then(steps.END_TURN, seat)


class UseCard(Together):
    """All may use the card: its place or a neighbour; who does not marks a bonus action.

    Everybody commits a whole choice without seeing the others'. The detail is 1
    where nobody is in turn: the left card of the solo game. [CW-4.2 to CW-4.5, CW-8.1]
    """

    clause = "CW-4.2"

    def options(self, s: ChooseWrite, seat: Seat, left_card: i64, /) -> Words:
        p = s.players[seat]
        words = say(PASS)
        in_turn = seat == s.active and left_card == 0
        places = opened(place_of(s.card))
        while places != 0:
            place = lowest(places) - PLACE
            if (in_turn or has_cross(p, place)) and can_do(s, p, place):
                words |= say(PLACE + place)
            places &= places - 1
        return words

    def answer(self, s: ChooseWrite, seat: Seat, left_card: i64, word: Word, /) -> None:
        s.drafts[seat].assign(s.players[seat])
        if word == PASS:
            s.then(steps.MARK_BONUS, seat)
            return
        place = word - PLACE
        s.then(steps.ENTER, seat, place)
        if seat != s.active or left_card != 0:
            s.then(steps.CROSS, seat, place)
        act(s, seat, place)

    def reveal(self, s: ChooseWrite, left_card: i64, /) -> None:
        n: i64
        for n in range(s.seats):
            carry_out(s, next_clockwise(s, n))
        s.then(steps.END_USE, s.active, left_card)


def has_cross(p: Player, place: i64) -> bool:
    """A symbol of the place, or a marked bonus action, is left to cross. [CW-4.3]"""
    return p.bonus > 0 or (place < PALACE_A and p.symbols[place] > 0)


class Enter(Given):
    """A seat uses the place that it has chosen. [CW-4.2]"""

    clause = "CW-4.2"

    def effect(self, s: ChooseWrite, seat: Seat, place: i64, _word: Word, /) -> None:
        told(s, USED_PLACE, seat, place)


class EndUse(Step):
    """The steps at the end of a turn, in their order. [CW-6.0]"""

    clause = "CW-6.0"

    def run(self, s: ChooseWrite, seat: Seat, left_card: i64, /) -> None:
        s.card = NO_CARD
        s.then(steps.KEEP)
        s.then(steps.BONUS_RUBIES)
        if s.from_hand:
            s.from_hand = False
            s.then(steps.REFILL_HAND, seat)
        s.then(steps.FILL_DISPLAY)
        s.then(steps.GROW_PALACES)
        s.then(steps.MOVE_CARAVAN)
        s.then(steps.END_TURN, seat, left_card)


class Keep(Together):
    """Who has drawn guild cards keeps one of them, all choosing at once. [CW-2.4, CW-4.5]"""

    clause = "CW-2.4"

    def asked(self, s: ChooseWrite, _: i64, /) -> i64:
        seats: i64 = 0
        seat: Seat
        for seat in range(s.seats):
            if size(s.players[seat].drawn) > 1:
                seats |= bit(seat)
        return seats

    def options(self, s: ChooseWrite, seat: Seat, _: i64, /) -> Words:
        return s.players[seat].drawn << GUILD

    def answer(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        s.drafts[seat].assign(s.players[seat])
        s.drafts[seat].drawn = bit(word - GUILD)

    def reveal(self, s: ChooseWrite, _: i64, /) -> None:
        chosen = self.asked(s, 0)
        n: i64
        for n in range(s.seats):
            seat = next_clockwise(s, n)
            p = s.players[seat]
            if p.drawn != 0:
                kept = s.drafts[seat].drawn if chosen & bit(seat) != 0 else p.drawn
                p.guild |= kept
                given_up = p.drawn & ~kept
                p.drawn = 0
                s.tell(KEPT_GUILD_CARD, seat, lowest(kept), 0, 0, 0, bit(seat))
                if given_up != 0:
                    s.guild_discards |= given_up
                    s.tell(GAVE_UP_GUILD_CARD, seat, lowest(given_up))


class EndTurn(Step):
    """Once somebody has enough rubies the round is played to its end. [CW-7.1]

    A solo game goes on, and after the own turn comes the left card. [CW-8.1, CW-8.3]
    """

    clause = "CW-7.1"

    def run(self, s: ChooseWrite, seat: Seat, left_card: i64, /) -> None:
        if is_solo(s):
            if left_card == 0:
                s.then(steps.LEFT_CARD, seat)
            else:
                s.then(steps.START_TURN, seat)
            return
        if not s.last_round:
            for p in s.players:
                if p.rubies >= s.parts.rubies_to_end:
                    s.last_round = True
            if s.last_round:
                s.tell(LAST_ROUND, seat)
        following = (seat + 1) % s.seats
        if s.last_round and following == s.first:
            s.then(steps.END_GAME)
        else:
            s.then(steps.START_TURN, following)


class LeftCard(Step):
    """The left card is discarded, and may be used as if another had played it. [CW-8.1]"""

    clause = "CW-8.1"

    def run(self, s: ChooseWrite, seat: Seat, _: i64, /) -> None:
        s.card = s.display[0]
        s.display[0] = NO_CARD
        s.discards[s.card] += 1
        s.from_hand = False
        s.tell(LEFT_CARD_OPENED, seat, place_of(s.card))
        s.then(steps.USE_CARD, NOBODY, 1)
