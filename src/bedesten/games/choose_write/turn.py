"""A turn: a place card that all may use, or a guild card of one's own. [CW-4]"""

from __future__ import annotations

from mypy_extensions import i64

from bedesten.games.choose_write import steps
from bedesten.games.choose_write.actions import act, can_do_card, caravan_part, do_card, doable
from bedesten.games.choose_write.card_parts import part_detail, part_step
from bedesten.games.choose_write.draws import fill_display
from bedesten.games.choose_write.end_of_turn import bonus_rubies
from bedesten.games.choose_write.ledger import (
    LAST_ROUND,
    LEFT_CARD_OPENED,
    TURN_BEGAN,
    choose_to_keep,
    commit_place,
    cross_lira,
    discard_place_card,
    keep_guild_card,
    plan,
    play_guild_card,
    play_place_card,
    put_off,
)
from bedesten.games.choose_write.place_cards import NO_CARD, place_of
from bedesten.games.choose_write.planning import PARTS, carry_out_all
from bedesten.games.choose_write.sheet import opened
from bedesten.games.choose_write.state import (
    ChooseWrite,
    ChooseWritePlayer,
    is_solo,
    next_clockwise,
)
from bedesten.games.choose_write.symbols import with_symbol
from bedesten.games.choose_write.words import GUILD, HAND, LEFT, PASS, PLACE, RIGHT
from bedesten.kernel.state import NOBODY
from bedesten.kernel.step import Question, Step, Together
from bedesten.kernel.words import Seat, Word, Words, bit, lowest, say, size


class ChooseWriteStartTurn(Step):
    """Turns go clockwise. [CW-4.1]"""

    clause = "CW-4.1"

    def run(self, s: ChooseWrite, seat: Seat, _: i64, /) -> None:
        start_turn(s, seat)


def start_turn(s: ChooseWrite, seat: Seat) -> None:
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
        cards = p.guild
        while cards != 0:
            card = lowest(cards)
            if can_play_guild(s, p, card):
                words |= say(GUILD + card)
            cards &= cards - 1
        return words

    def answer(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        if word >= GUILD:
            use_guild_card(s, seat, word - GUILD)
            return
        play_place_card(s, seat, word)
        s.then(steps.USE_CARD)


def can_play_guild(s: ChooseWrite, p: ChooseWritePlayer, card: i64) -> bool:
    """Its price, and what it asks to be given, can be paid. [CW-4.6]"""
    return p.lira >= s.printed.guild_prices[card] and can_do_card(s, p, s.printed.guild_cards, card)


def use_guild_card(s: ChooseWrite, seat: Seat, card: i64) -> None:
    """Only its owner acts, after paying its price. [CW-4.6]"""
    play_guild_card(s, seat, card)
    cross_lira(s, s.players[seat], s.printed.guild_prices[card])
    do_card(s, seat, s.printed.guild_cards, card)
    s.then(steps.END_GUILD_CARD, seat)


class EndGuildCard(Step):
    """The card goes to its discards after its effect; no card was used. [CW-4.6, CW-6.0]"""

    clause = "CW-4.6"

    def run(self, s: ChooseWrite, seat: Seat, _: i64, /) -> None:
        s.guild_discards |= bit(s.guild_in_play)
        s.guild_in_play = NO_CARD
        bonus_rubies(s)
        move_on(s, 0)


class UseCard(Together):
    """All may use the card: its place or a neighbour; who does not marks a bonus action.

    Everybody commits a whole choice without seeing the others'. The detail is 1
    where nobody is in turn: the left card of the solo game. [CW-4.2 to CW-4.5, CW-8.1]
    """

    clause = "CW-4.2"

    def options(self, s: ChooseWrite, seat: Seat, left_card: i64, /) -> Words:
        p = s.players[seat]
        places = opened(place_of(s.card))
        if p.bonus == 0 and not is_in_turn(s, seat, left_card):
            places &= with_symbol(p.symbols)  # nothing else is left to cross
        return doable(s, p, places) | say(PASS)

    def answer(self, s: ChooseWrite, seat: Seat, left_card: i64, word: Word, /) -> None:
        if word == PASS:
            plan(s, seat, steps.MARK_BONUS)
            return
        place = word - PLACE
        commit_place(s, seat, place)
        if is_in_turn(s, seat, left_card):
            act(s, seat, place)
        else:
            s.then(steps.CROSS, seat, place)

    def reveal(self, s: ChooseWrite, left_card: i64, /) -> None:
        mark = s.depth
        carry_out_all(s)
        if s.depth == mark:
            end_use(s, left_card)
        else:
            s.then(steps.END_USE, s.active, left_card)


def is_in_turn(s: ChooseWrite, seat: Seat, left_card: i64) -> bool:
    """A seat uses the card without crossing anything. [CW-4.2, CW-8.1]"""
    return seat == s.active and left_card == 0


class EndUse(Step):
    """All have used the card, and have drawn what they had to. [CW-6.0]"""

    clause = "CW-6.0"

    def run(self, s: ChooseWrite, seat: Seat, left_card: i64, /) -> None:
        if go_on_after_draws(s):
            s.then(steps.END_USE, seat, left_card)
        else:
            end_use(s, left_card)


def go_on_after_draws(s: ChooseWrite) -> bool:
    """Ask what follows a draw on the same card; return whether anybody has drawn there. [CW-4.5]

    Seats with one answer give it at once, the others choose together.
    """
    somebody = False
    n: i64
    for n in range(s.seats):
        seat = next_clockwise(s, n)
        p = s.players[seat]
        if p.later == 0:
            continue
        somebody = True
        if size(asked_after_draw(s, seat)) < 2:
            part = caravan_part(s, p.later)
            s.then(part_step(part), seat, part_detail(part))
            s.then(steps.NEXT_PART, seat, p.later + 1)
            put_off(p, 0)
    if somebody:
        s.then(steps.AFTER_DRAW)
    return somebody


def asked_after_draw(s: ChooseWrite, seat: Seat) -> Words:
    part = caravan_part(s, s.players[seat].later)
    return PARTS[part_step(part)].options(s, seat, part_detail(part))


class AfterDraw(Together):
    """Who has drawn by the caravan card goes on with it, all choosing at once. [CW-4.5]"""

    clause = "CW-4.5"

    def asked(self, s: ChooseWrite, _: i64, /) -> i64:
        seats: i64 = 0
        seat: Seat
        for seat in range(s.seats):
            if s.players[seat].later != 0:
                seats |= bit(seat)
        return seats

    def options(self, s: ChooseWrite, seat: Seat, _: i64, /) -> Words:
        return asked_after_draw(s, seat)

    def answer(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        later = s.players[seat].later
        part = caravan_part(s, later)
        PARTS[part_step(part)].answer(s, seat, part_detail(part), word)
        s.then(steps.NEXT_PART, seat, later + 1)

    def reveal(self, s: ChooseWrite, _: i64, /) -> None:
        carry_out_all(s)


def end_use(s: ChooseWrite, left_card: i64) -> None:
    """The steps at the end of a turn, in their order. [CW-6.0]"""
    s.card = NO_CARD
    if cards_to_keep(s):
        s.then(steps.KEEP)
        s.then(steps.BONUS_RUBIES)
    else:
        bonus_rubies(s)
    if s.from_hand:
        s.from_hand = False
        s.then(steps.TAKE if s.pile != 0 else steps.END_GAME, s.active)
        s.then(steps.FILL_DISPLAY)
    else:
        fill_display(s)
    move_on(s, left_card)


def move_on(s: ChooseWrite, left_card: i64) -> None:
    """The last steps of a turn, those that there is a reason for. [CW-6.5, CW-6.6]"""
    if s.taken != 0:
        s.then(steps.GROW_PALACES)
    if s.caravan_used:
        s.then(steps.MOVE_CARAVAN)
    s.then(steps.END_TURN, s.active, left_card)


def cards_to_keep(s: ChooseWrite) -> bool:
    """Somebody has drawn guild cards of which one is kept."""
    for p in s.players:
        if p.drawn != 0:
            return True
    return False


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
        choose_to_keep(s, seat, word - GUILD)

    def reveal(self, s: ChooseWrite, _: i64, /) -> None:
        n: i64
        for n in range(s.seats):
            seat = next_clockwise(s, n)
            if s.players[seat].drawn != 0:
                keep_guild_card(s, seat)


class ChooseWriteEndTurn(Step):
    """Once somebody has enough rubies the round is played to its end. [CW-7.1]

    A solo game goes on, and after the own turn comes the left card. [CW-8.1, CW-8.3]
    """

    clause = "CW-7.1"

    def run(self, s: ChooseWrite, seat: Seat, left_card: i64, /) -> None:
        if is_solo(s):
            if left_card == 0:
                s.then(steps.LEFT_CARD, seat)
            else:
                start_turn(s, seat)
            return
        if not s.last_round:
            for p in s.players:
                if p.rubies >= s.printed.rubies_to_end:
                    s.last_round = True
            if s.last_round:
                s.tell(LAST_ROUND, seat)
        following = next_clockwise(s, 1)
        if s.last_round and following == s.first:
            s.then(steps.END_GAME)
        else:
            start_turn(s, following)


class LeftCard(Step):
    """The left card is discarded, and may be used as if another had played it. [CW-8.1]"""

    clause = "CW-8.1"

    def run(self, s: ChooseWrite, seat: Seat, _: i64, /) -> None:
        s.card = s.display[0]
        s.display[0] = NO_CARD
        discard_place_card(s, s.card)
        s.from_hand = False
        s.tell(LEFT_CARD_OPENED, seat, place_of(s.card))
        s.then(steps.USE_CARD, NOBODY, 1)
