"""What the places do, and the caravan and guild cards, as rows of parts. [CW-5, CW-2.4, CW-2.5]"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.games.choose_write import sheet, steps
from bedesten.games.choose_write.card_parts import NO_PART, PARTS_A_CARD, part_detail, part_step
from bedesten.games.choose_write.effects import (
    cards_to_hand_over,
    goods_to_sell,
    palaces_to_pay,
    pay_palace,
)
from bedesten.games.choose_write.ledger import USED_PLACE, commit_crossing, plan, told
from bedesten.games.choose_write.payment import can_pay_goods, owned
from bedesten.games.choose_write.plan_entries import planned_part, planned_word
from bedesten.games.choose_write.planning import PARTS, Part
from bedesten.games.choose_write.sheet import MAKER_AT, NO_MAKER
from bedesten.games.choose_write.state import (
    LETTERS,
    LIRA_MADE,
    ChooseWrite,
    ChooseWritePlayer,
    open_caravan,
)
from bedesten.games.choose_write.symbols import symbols_at
from bedesten.games.choose_write.tally import count, total
from bedesten.games.choose_write.words import BONUS, DRAW, PLACE, SYMBOL
from bedesten.kernel.agenda import how_many, so_many
from bedesten.kernel.step import ASKS_NOBODY, Question, Step
from bedesten.kernel.words import Seat, Word, Words, say, span


def doable(s: ChooseWrite, p: ChooseWritePlayer, places: Words) -> Words:
    """Those of the places whose action, if it asks for a payment, can be paid for. [CW-4.7]"""
    palaces = places & span(sheet.PALACE_A, LETTERS)
    if palaces != 0:
        places ^= palaces ^ palaces_to_pay(s, p, palaces >> sheet.PALACE_A)
    if p.lira < s.printed.dealer_price:
        places &= ~say(sheet.DEALER)
    if p.goods_cards == 0:
        places &= ~say(sheet.STALL)
    if places & say(sheet.MARKET) != 0 and goods_to_sell(p, s.printed.market_goods) == 0:
        places &= ~say(sheet.MARKET)
    if places & say(sheet.CARAVANSARY) != 0 and not can_do_caravan(s, p):
        places &= ~say(sheet.CARAVANSARY)
    return places


def can_do_caravan(s: ChooseWrite, p: ChooseWritePlayer) -> bool:
    return can_do_card(s, p, s.printed.caravan_cards, open_caravan(s))


def can_do_card(s: ChooseWrite, p: ChooseWritePlayer, cards: vec[i64], card: i64) -> bool:
    """What a caravan or guild card asks to be given can be given. [CW-4.6, CW-4.7]"""
    n: i64
    for n in range(PARTS_A_CARD):
        part = cards[PARTS_A_CARD * card + n]
        if part == NO_PART:
            break
        step = part_step(part)
        detail = part_detail(part)
        if step == steps.PALACE and palaces_to_pay(s, p, detail) == 0:
            return False
        if step == steps.VISIT_PALACE and not can_pay_goods(s, p, detail):
            return False
        if step == steps.HAND_OVER and cards_to_hand_over(p, detail) == 0:
            return False
        if step == steps.GIVE_GOOD and total(owned(p)) < how_many(detail):
            return False
    return True


def act(s: ChooseWrite, seat: Seat, place: i64) -> None:
    """Plan what a place brings; what it asks, and what comes after, is for the agenda. [CW-5]"""
    printed = s.printed
    maker = MAKER_AT[place]
    if maker != NO_MAKER:
        n = printed.income[maker] + count(s.players[seat].ticks, maker)
        if printed.made[maker] == LIRA_MADE:
            plan(s, seat, steps.GAIN_LIRA, n)
        else:
            plan(s, seat, steps.GAIN_GOODS, so_many(n, printed.made[maker]))
    elif place >= sheet.PALACE_A:
        plan(s, seat, steps.VISIT_PALACE, place - sheet.PALACE_A)
        pay_palace(s, seat, place - sheet.PALACE_A)
    elif place == sheet.DEALER:
        plan(s, seat, steps.PAY_LIRA, printed.dealer_price)
        plan(s, seat, steps.GAIN_RUBY)
    elif place == sheet.MARKET:
        s.then(steps.SELL, seat, printed.market_goods)
        s.then(steps.GAIN_LIRA, seat, printed.market_lira)
        s.then(steps.MARK, seat, 1)
    elif place == sheet.POST_OFFICE:
        plan(s, seat, steps.GAIN_GOODS_CARD)
        plan(s, seat, steps.GAIN_LIRA, printed.post_lira)
    elif place == sheet.CARAVANSARY:
        plan(s, seat, steps.USE_CARAVAN)
        next_part(s, seat, 0)
    elif place == sheet.ROASTER:
        s.then(steps.GOOD, seat, so_many(printed.roaster_goods))
    elif place == sheet.GUILD_HALL:
        plan(s, seat, steps.GAIN_GUILD_CARD)
    elif place == sheet.STALL:
        s.then(steps.HAND_OVER, seat)
        s.then(steps.GAIN_LIRA, seat, printed.stall_lira)
    elif place == sheet.CATACOMBS:
        s.then(steps.CATACOMBS, seat)
    elif place == sheet.WAINWRIGHT:
        s.then(steps.TICK, seat, printed.wainwright_ticks)


def do_card(s: ChooseWrite, seat: Seat, cards: vec[i64], card: i64) -> None:
    """Put the parts of a caravan or guild card on the agenda, in the order named. [CW-4.9]"""
    n: i64
    for n in range(PARTS_A_CARD):
        part = cards[PARTS_A_CARD * card + n]
        if part == NO_PART:
            break
        s.then(part_step(part), seat, part_detail(part))


def caravan_part(s: ChooseWrite, n: i64) -> i64:
    """A part of the open caravan card; NO_PART after the last one."""
    return (
        s.printed.caravan_cards[PARTS_A_CARD * open_caravan(s) + n] if n < PARTS_A_CARD else NO_PART
    )


def next_part(s: ChooseWrite, seat: Seat, n: i64) -> None:
    """Put a part of the open caravan card on the agenda, and then those after it. [CW-4.9]

    A seat that plans to draw is asked what follows when all have drawn. [CW-4.5] By rules 1 it
    was asked at once.
    """
    part = caravan_part(s, n)
    if part == NO_PART:
        return
    if (
        s.waiting != 0
        and s.printed.rules > 1
        and PARTS[part_step(part)].asks != ASKS_NOBODY
        and plans_to_draw(s, seat)
    ):
        plan(s, seat, steps.PUT_OFF, n)
        return
    s.then(part_step(part), seat, part_detail(part))
    s.then(steps.NEXT_PART, seat, n + 1)


def plans_to_draw(s: ChooseWrite, seat: Seat) -> bool:
    p = s.players[seat]
    n: i64
    for n in range(p.planned):
        part = planned_part(p.plan[n])
        if part == steps.DRAW_OR_GOOD:
            if planned_word(p.plan[n]) == DRAW:
                return True
        elif (
            part == steps.GAIN_GOODS_CARD
            or part == steps.GAIN_GUILD_CARD
            or part == steps.KEEP_GUILD
        ):
            return True
    return False


class NextPart(Step):
    """The parts of a caravan card come one after another. [CW-4.9]"""

    clause = "CW-4.9"

    def run(self, s: ChooseWrite, seat: Seat, n: i64, /) -> None:
        next_part(s, seat, n)


class Cross(Question):
    """Who is not in turn crosses a symbol of the place, or a bonus action, and acts. [CW-4.3]"""

    clause = "CW-4.3"

    def options(self, s: ChooseWrite, seat: Seat, place: i64, /) -> Words:
        p = s.players[seat]  # nothing on the sheet has changed before
        words: Words = 0
        if p.bonus > 0:
            words = say(BONUS)
        if place < sheet.PALACE_A and symbols_at(p.symbols, place) > 0:
            words |= say(SYMBOL)
        return words

    def answer(self, s: ChooseWrite, seat: Seat, place: i64, word: Word, /) -> None:
        commit_crossing(s, seat, word)
        act(s, seat, place)


class Catacombs(Part):
    """Carry out any other place, with nothing crossed there. [CW-5.10]"""

    clause = "CW-5.10"

    def options(self, s: ChooseWrite, seat: Seat, _: i64, /) -> Words:
        places = span(PLACE, sheet.PLACES) & ~say(sheet.CATACOMBS)
        return doable(s, s.players[seat], places)  # before, something was crossed at most

    def effect(self, s: ChooseWrite, p: ChooseWritePlayer, _: i64, word: Word, /) -> None:
        told(s, p, USED_PLACE, word - PLACE)

    def follow(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        act(s, seat, word - PLACE)
