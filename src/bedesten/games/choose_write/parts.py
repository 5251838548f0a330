"""The parts of which actions and cards are made: payments, gains, choices. [CW-4.9]

A part is planned while seats choose together, and carried out when all have
chosen; in a guild turn it is carried out at once. Either way it writes through
the ledger, on the draft or on the sheet.
"""

from __future__ import annotations

from librt.vecs import append
from mypy_extensions import i64

from bedesten.games.choose_write import steps
from bedesten.games.choose_write.ledger import (
    cross_bonus,
    cross_lira,
    cross_symbol,
    finish_payment,
    hand_over_card,
    mark_bonus,
    mark_goods,
    mark_lira,
    name_card,
    take_palace_ruby,
    take_ruby,
    tick,
)
from bedesten.games.choose_write.payment import (
    can_pay_goods,
    leads_to_payment,
    owned,
    sheet_covers,
)
from bedesten.games.choose_write.sheet import PALACE_A, TICK_PLACES
from bedesten.games.choose_write.state import (
    MAKERS,
    NO_PLAN,
    PAIRS,
    ChooseWrite,
    Player,
    lira_fields,
    working,
)
from bedesten.games.choose_write.words import (
    BONUS,
    DONE,
    DRAW,
    GOOD,
    GOODS,
    LIRA,
    PASS,
    PLACE,
    SYMBOL,
)
from bedesten.kernel.rows import total
from bedesten.kernel.step import ASKS_NOBODY, ASKS_SEAT, RuleError, Step
from bedesten.kernel.words import Seat, Word, Words, bit, held, say, span


class Part(Step):
    """Something that an action brings or asks, to be planned or carried out."""

    number: i64

    def __init__(self, number: i64, asks: i64 = ASKS_SEAT) -> None:
        super().__init__()
        self.asks = asks
        self.number = number

    def run(self, s: ChooseWrite, seat: Seat, detail: i64, /) -> None:
        self.answer(s, seat, detail, 0)

    def answer(self, s: ChooseWrite, seat: Seat, detail: i64, word: Word, /) -> None:
        if s.waiting != 0:
            p = s.drafts[seat]
            p.plan = append(p.plan, self.number | word << 8 | detail << 16)
        self.effect(s, seat, detail, word)
        self.follow(s, seat, detail, word)

    def effect(self, s: ChooseWrite, seat: Seat, detail: i64, word: Word, /) -> None:
        """What comes of it, on the sheet that the seat works on."""

    def follow(self, s: ChooseWrite, seat: Seat, detail: i64, word: Word, /) -> None:
        """What is asked next because of it."""


class Given(Part):
    """A part that leaves nothing to choose."""

    def __init__(self, number: i64) -> None:
        super().__init__(number, ASKS_NOBODY)


# -- without a choice -----------------------------------------------------------


class MarkBonus(Given):
    """Who does not use the card marks a bonus action. [CW-4.4]"""

    clause = "CW-4.4"

    def effect(self, s: ChooseWrite, seat: Seat, _: i64, _word: Word, /) -> None:
        mark_bonus(s, seat)


class PayLira(Given):
    """[CW-5.2, CW-4.6]"""

    clause = "CW-5.2"

    def effect(self, s: ChooseWrite, seat: Seat, n: i64, _word: Word, /) -> None:
        cross_lira(s, seat, n)


class GainLira(Given):
    """[CW-1.5]"""

    clause = "CW-1.5"

    def effect(self, s: ChooseWrite, seat: Seat, n: i64, _word: Word, /) -> None:
        mark_lira(s, seat, n)


class GainGoods(Given):
    """Goods of one kind: the detail is the kind, and four times their number. [CW-1.4]"""

    clause = "CW-1.4"

    def effect(self, s: ChooseWrite, seat: Seat, detail: i64, _word: Word, /) -> None:
        mark_goods(s, seat, detail & 3, detail >> 2)


class GainRuby(Given):
    """A ruby; of palace A to D where the detail is 1 to 4. [CW-1.3]"""

    clause = "CW-1.3"

    def effect(self, s: ChooseWrite, seat: Seat, source: i64, _word: Word, /) -> None:
        if source == 0:
            take_ruby(s, seat)
        else:
            take_palace_ruby(s, seat, source - 1)


class GainGoodsCard(Given):
    """A goods card is drawn when the rest is carried out. [CW-4.5]"""

    clause = "CW-2.6"

    def effect(self, s: ChooseWrite, seat: Seat, _: i64, _word: Word, /) -> None:
        if s.waiting == 0:
            s.then(steps.DRAW_GOODS_CARD, seat)


class GainGuildCard(Given):
    """[CW-5.8]"""

    clause = "CW-5.8"

    def effect(self, s: ChooseWrite, seat: Seat, _: i64, _word: Word, /) -> None:
        if s.waiting == 0:
            s.then(steps.DRAW_GUILD_CARD, seat)


class KeepGuild(Given):
    """Guild cards are drawn, of which one is kept when all have drawn. [CW-2.4]"""

    clause = "CW-2.4"

    def effect(self, s: ChooseWrite, seat: Seat, n: i64, _word: Word, /) -> None:
        if s.waiting == 0:
            for _n in range(n):
                s.then(steps.DRAW_GUILD_CARD, seat, 1)


class UseCaravan(Given):
    """Somebody carries the caravan card out, so it moves on. [CW-6.6]"""

    clause = "CW-6.6"

    def effect(self, s: ChooseWrite, seat: Seat, _: i64, _word: Word, /) -> None:
        if s.waiting == 0:
            s.caravan_used = True


# -- with a choice --------------------------------------------------------------


class Cross(Part):
    """Who is not in turn crosses a symbol of the place, or a bonus action. [CW-4.3]"""

    clause = "CW-4.3"

    def options(self, s: ChooseWrite, seat: Seat, place: i64, /) -> Words:
        p = working(s, seat)
        words: Words = say(BONUS) if p.bonus > 0 else 0
        if place < PALACE_A and p.symbols[place] > 0:
            words |= say(SYMBOL)
        return words

    def effect(self, s: ChooseWrite, seat: Seat, place: i64, word: Word, /) -> None:
        if word == SYMBOL:
            cross_symbol(s, seat, place)
        else:
            cross_bonus(s, seat)


class Sell(Part):
    """Give equal goods at the large market. [CW-5.3]"""

    clause = "CW-5.3"

    def options(self, s: ChooseWrite, seat: Seat, n: i64, /) -> Words:
        return goods_to_sell(working(s, seat), n)

    def effect(self, s: ChooseWrite, seat: Seat, n: i64, word: Word, /) -> None:
        working(s, seat).need[word - GOOD] = n

    def follow(self, s: ChooseWrite, seat: Seat, n: i64, word: Word, /) -> None:
        s.then(steps.PAY, seat)


def goods_to_sell(p: Player, n: i64) -> Words:
    words: Words = 0
    good: i64
    for good in range(4):
        if owned(p, good) >= n:
            words |= say(GOOD + good)
    return words


class Palace(Part):
    """Choose a palace that can be paid for; the detail holds the letters, as bits. [CW-5.12]"""

    clause = "CW-5.12"

    def options(self, s: ChooseWrite, seat: Seat, letters: i64, /) -> Words:
        return palaces_to_pay(s, working(s, seat), letters)

    def follow(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        s.then(steps.VISIT_PALACE, seat, word - PLACE - PALACE_A)


class VisitPalace(Given):
    """Give the goods shown at a letter, and take a ruby. [CW-5.12]"""

    clause = "CW-5.12"

    def effect(self, s: ChooseWrite, seat: Seat, letter: i64, _word: Word, /) -> None:
        p = working(s, seat)
        good: i64
        for good in range(4):
            p.need[good] = s.prices[4 * letter + good]

    def follow(self, s: ChooseWrite, seat: Seat, letter: i64, _word: Word, /) -> None:
        s.then(steps.PAY, seat)
        s.then(steps.GAIN_RUBY, seat, letter + 1)


def palaces_to_pay(s: ChooseWrite, p: Player, letters: i64) -> Words:
    words: Words = 0
    letter: i64
    for letter in range(4):
        if letters & bit(letter) != 0 and can_pay_goods(s, p, letter):
            words |= say(PLACE + PALACE_A + letter)
    return words


class Pay(Part):
    """Name goods cards in ascending order; the sheet pays the rest. [CW-2.7]"""

    clause = "CW-2.7"

    def options(self, s: ChooseWrite, seat: Seat, last: i64, /) -> Words:
        p = working(s, seat)
        words: Words = say(DONE) if sheet_covers(p) else 0
        if total(p.goods_cards) > 0:
            pair: i64
            for pair in range(last, PAIRS):
                if leads_to_payment(p, pair):
                    words |= say(GOODS + pair)
        return words

    def effect(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        if word == DONE:
            finish_payment(s, seat)
        else:
            name_card(working(s, seat), word - GOODS)

    def follow(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        if word != DONE:
            s.then(steps.PAY, seat, word - GOODS)


class GiveGood(Part):
    """Choose goods to give, kinds in order; the detail holds how many, and the last kind."""

    clause = "CW-2.5"

    def options(self, s: ChooseWrite, seat: Seat, detail: i64, /) -> Words:
        p = working(s, seat)
        words: Words = 0
        left: i64 = 0
        good: i64 = 3
        while good >= detail & 3:
            spare = owned(p, good) - p.need[good]
            left += spare
            if spare > 0 and left >= detail >> 2:
                words |= say(GOOD + good)
            good -= 1
        return words

    def effect(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        working(s, seat).need[word - GOOD] += 1

    def follow(self, s: ChooseWrite, seat: Seat, detail: i64, word: Word, /) -> None:
        owed = (detail >> 2) - 1
        if owed > 0:
            s.then(steps.GIVE_GOOD, seat, 4 * owed + word - GOOD)
        else:
            s.then(steps.PAY, seat)


class HandOver(Part):
    """Give a goods card as a card; so many goods must still be left to give. [CW-2.7]"""

    clause = "CW-2.7"

    def options(self, s: ChooseWrite, seat: Seat, to_give: i64, /) -> Words:
        return cards_to_hand_over(working(s, seat), to_give)

    def effect(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        hand_over_card(s, seat, word - GOODS)


def cards_to_hand_over(p: Player, to_give: i64) -> Words:
    """The goods cards that leave so many goods to give."""
    if to_give == 0:
        return held(GOODS, p.goods_cards)
    goods = total(p.goods) + 2 * total(p.goods_cards)
    return held(GOODS, p.goods_cards) if goods - 2 >= to_give else 0


class Mark(Part):
    """Mark fields one by one: a good, a lira or a bonus action; so many. [CW-5.13]"""

    clause = "CW-5.13"

    def options(self, s: ChooseWrite, seat: Seat, _: i64, /) -> Words:
        words = free_fields(s, working(s, seat))
        return words if words != 0 else say(PASS)

    def effect(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        mark_field(s, seat, word)

    def follow(self, s: ChooseWrite, seat: Seat, n: i64, word: Word, /) -> None:
        if n > 1 and word != PASS:
            s.then(steps.MARK, seat, n - 1)


def free_fields(s: ChooseWrite, p: Player) -> Words:
    words: Words = 0
    good: i64
    for good in range(4):
        if p.filled[good] < s.parts.rows:
            words |= say(GOOD + good)
    if p.lira_filled < lira_fields(s):
        words |= say(LIRA)
    if p.bonus_filled < s.parts.bonus_fields:
        words |= say(BONUS)
    return words


def mark_field(s: ChooseWrite, seat: Seat, word: Word) -> None:
    if word == LIRA:
        mark_lira(s, seat, 1)
    elif word == BONUS:
        mark_bonus(s, seat)
    elif word != PASS:
        mark_goods(s, seat, word - GOOD, 1)


class Tick(Part):
    """Tick improvements one by one; the detail says how many. [CW-5.11]"""

    clause = "CW-5.11"

    def options(self, s: ChooseWrite, seat: Seat, _: i64, /) -> Words:
        words = free_boxes(s, working(s, seat))
        return words if words != 0 else say(PASS)

    def effect(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        tick_place(s, seat, word)

    def follow(self, s: ChooseWrite, seat: Seat, n: i64, word: Word, /) -> None:
        if n > 1 and word != PASS:
            s.then(steps.TICK, seat, n - 1)


def free_boxes(s: ChooseWrite, p: Player) -> Words:
    words: Words = 0
    maker: i64
    for maker in range(MAKERS):
        if p.ticks[maker] < s.parts.tick_boxes[maker]:
            words |= say(PLACE + TICK_PLACES[maker])
    return words


def tick_place(s: ChooseWrite, seat: Seat, word: Word) -> None:
    if word != PASS:
        tick(s, seat, maker_at(word - PLACE))


def maker_at(place: i64) -> i64:
    """Which of the five places with income one is; -1 if it is none."""
    maker: i64
    for maker in range(MAKERS):
        if TICK_PLACES[maker] == place:
            return maker
    return -1


class Good(Part):
    """Goods of choice, equal or different, kinds in order. [CW-4.9, CW-5.6]"""

    clause = "CW-5.6"

    def options(self, s: ChooseWrite, seat: Seat, detail: i64, /) -> Words:
        last = detail & 3
        return span(GOOD + last, 4 - last)

    def effect(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        mark_goods(s, seat, word - GOOD, 1)

    def follow(self, s: ChooseWrite, seat: Seat, detail: i64, word: Word, /) -> None:
        left = (detail >> 2) - 1
        if left > 0:
            s.then(steps.GOOD, seat, 4 * left + word - GOOD)


class Equal(Part):
    """Several goods of one kind. [CW-2.4]"""

    clause = "CW-2.4"

    def options(self, s: ChooseWrite, seat: Seat, _: i64, /) -> Words:
        return span(GOOD, 4)

    def effect(self, s: ChooseWrite, seat: Seat, n: i64, word: Word, /) -> None:
        mark_goods(s, seat, word - GOOD, n)


class LeaveOut(Part):
    """Three different goods: one kind is left out. [CW-2.4, CW-4.9]"""

    clause = "CW-2.4"

    def options(self, s: ChooseWrite, seat: Seat, _: i64, /) -> Words:
        return span(GOOD, 4)

    def effect(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        good: i64
        for good in range(4):
            if good != word - GOOD:
                mark_goods(s, seat, good, 1)


class DrawOrGood(Part):
    """A goods card, or a good of choice. [CW-2.4]"""

    clause = "CW-2.4"

    def options(self, s: ChooseWrite, seat: Seat, _: i64, /) -> Words:
        return say(DRAW) | span(GOOD, 4)

    def effect(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        if word != DRAW:
            mark_goods(s, seat, word - GOOD, 1)
        elif s.waiting == 0:
            s.then(steps.DRAW_GOODS_CARD, seat)


class TickOrMark(Part):
    """An improvement, or a field. [CW-2.4]"""

    clause = "CW-2.4"

    def options(self, s: ChooseWrite, seat: Seat, _: i64, /) -> Words:
        p = working(s, seat)
        words = free_boxes(s, p) | free_fields(s, p)
        return words if words != 0 else say(PASS)

    def effect(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        if word < GOOD:
            tick_place(s, seat, word)
        else:
            mark_field(s, seat, word)


def carry_out(s: ChooseWrite, seat: Seat) -> None:
    """All have chosen: what a seat has planned is to be carried out now. [CW-4.5]"""
    s.players[seat].plan = s.drafts[seat].plan
    s.drafts[seat].plan = NO_PLAN
    s.then(steps.CARRY_OUT, seat)


class CarryOut(Step):
    """What a seat has planned is carried out, wholly. [CW-4.5]"""

    clause = "CW-4.5"

    def run(self, s: ChooseWrite, seat: Seat, _: i64, /) -> None:
        plan = s.players[seat].plan
        s.players[seat].plan = NO_PLAN
        for entry in plan:
            part = s.book[entry & 255]
            if not isinstance(part, Part):
                raise RuleError("only parts are planned")
            part.effect(s, seat, entry >> 16, entry >> 8 & 255)


class ChosenGood(Given):
    """The good that a seat has chosen at a fountain. [CW-6.4]"""

    clause = "CW-6.4"

    def effect(self, s: ChooseWrite, seat: Seat, good: i64, _word: Word, /) -> None:
        mark_goods(s, seat, good, 1)


class ChosenTick(Given):
    """The improvement that a seat has chosen at a fountain. [CW-6.4]"""

    clause = "CW-6.4"

    def effect(self, s: ChooseWrite, seat: Seat, place: i64, _word: Word, /) -> None:
        tick(s, seat, maker_at(place))
