"""The parts of which actions and cards are made: payments, gains, choices. [CW-4.9]

They write through the ledger, on a draft or on the sheet.
"""

from __future__ import annotations

from mypy_extensions import i64

from bedesten.games.choose_write import steps
from bedesten.games.choose_write.goods_cards import PAIRS, pairs_in
from bedesten.games.choose_write.ledger import (
    cross_lira,
    finish_payment,
    hand_over_card,
    mark_bonus,
    mark_goods,
    mark_lira,
    name_card,
    owe,
    owe_more,
    put_off,
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
from bedesten.games.choose_write.planning import Given, Part, sheet_of
from bedesten.games.choose_write.sheet import MAKER_AT, PALACE_A, WORDS_OF_MAKERS
from bedesten.games.choose_write.state import LETTERS, ChooseWrite, ChooseWritePlayer
from bedesten.games.choose_write.tally import EACH_GOOD, count, covers, enough, lacking, some, total
from bedesten.games.choose_write.words import (
    BONUS,
    DONE,
    DRAW,
    GOOD,
    GOODS,
    LIRA,
    PASS,
    PLACE,
)
from bedesten.kernel.agenda import how_many, so_many, which_kind
from bedesten.kernel.words import Seat, Word, Words, bit, say, span

# -- without a choice -----------------------------------------------------------


class MarkBonus(Given):
    """Who does not use the card marks a bonus action. [CW-4.4]"""

    clause = "CW-4.4"

    def effect(self, s: ChooseWrite, p: ChooseWritePlayer, _: i64, _word: Word, /) -> None:
        mark_bonus(s, p)


class PayLira(Given):
    """[CW-5.2, CW-4.6]"""

    clause = "CW-5.2"

    def effect(self, s: ChooseWrite, p: ChooseWritePlayer, n: i64, _word: Word, /) -> None:
        cross_lira(s, p, n)


class GainLira(Given):
    """[CW-1.5]"""

    clause = "CW-1.5"

    def effect(self, s: ChooseWrite, p: ChooseWritePlayer, n: i64, _word: Word, /) -> None:
        mark_lira(s, p, n)


class GainGoods(Given):
    """Goods of one kind: the detail holds the kind and the number. [CW-1.4]"""

    clause = "CW-1.4"

    def effect(self, s: ChooseWrite, p: ChooseWritePlayer, detail: i64, _word: Word, /) -> None:
        mark_goods(s, p, which_kind(detail), how_many(detail))


class GainRuby(Given):
    """A ruby; of palace A to D where the detail is 1 to 4. [CW-1.3]"""

    clause = "CW-1.3"

    def effect(self, s: ChooseWrite, p: ChooseWritePlayer, source: i64, _word: Word, /) -> None:
        if source == 0:
            take_ruby(s, p)
        else:
            take_palace_ruby(s, p, source - 1)


class GainGoodsCard(Given):
    """A goods card is drawn when the rest is carried out. [CW-4.5]"""

    clause = "CW-2.6"

    def effect(self, s: ChooseWrite, p: ChooseWritePlayer, _: i64, _word: Word, /) -> None:
        if s.waiting == 0:
            s.then(steps.DRAW_GOODS_CARD, p.seat)


class GainGuildCard(Given):
    """[CW-5.8]"""

    clause = "CW-5.8"

    def effect(self, s: ChooseWrite, p: ChooseWritePlayer, _: i64, _word: Word, /) -> None:
        if s.waiting == 0:
            s.then(steps.DRAW_GUILD_CARD, p.seat)


class KeepGuild(Given):
    """Guild cards are drawn, of which one is kept when all have drawn. [CW-2.4]"""

    clause = "CW-2.4"

    def effect(self, s: ChooseWrite, p: ChooseWritePlayer, n: i64, _word: Word, /) -> None:
        if s.waiting == 0:
            for _n in range(n):
                s.then(steps.DRAW_GUILD_CARD, p.seat, 1)


class UseCaravan(Given):
    """Somebody carries the caravan card out, so it moves on. [CW-6.6]"""

    clause = "CW-6.6"

    def effect(self, s: ChooseWrite, p: ChooseWritePlayer, _: i64, _word: Word, /) -> None:
        if s.waiting == 0:
            s.caravan_used = True


# -- with a choice --------------------------------------------------------------


class ChooseWriteSell(Part):
    """Give equal goods at the large market. [CW-5.3]"""

    clause = "CW-5.3"

    def options(self, s: ChooseWrite, seat: Seat, n: i64, /) -> Words:
        return goods_to_sell(s.players[seat], n)  # no good has been marked or crossed before

    def effect(self, s: ChooseWrite, p: ChooseWritePlayer, n: i64, word: Word, /) -> None:
        owe(p, some(word - GOOD, n))

    def follow(self, s: ChooseWrite, seat: Seat, n: i64, word: Word, /) -> None:
        s.then(steps.PAY, seat)


def goods_to_sell(p: ChooseWritePlayer, n: i64) -> Words:
    return enough(owned(p), n) << GOOD


class ChooseWritePalace(Part):
    """Choose a palace that can be paid for; the detail holds the letters, as bits. [CW-5.12]"""

    clause = "CW-5.12"

    def options(self, s: ChooseWrite, seat: Seat, letters: i64, /) -> Words:
        return palaces_to_pay(s, sheet_of(s, seat), letters)

    def follow(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        s.then(steps.VISIT_PALACE, seat, word - PLACE - PALACE_A)


class PutOff(Given):
    """What follows a draw on the same card is asked when all have drawn. [CW-4.5]"""

    clause = "CW-4.5"

    def effect(self, s: ChooseWrite, p: ChooseWritePlayer, part: i64, _word: Word, /) -> None:
        put_off(p, part)


class VisitPalace(Given):
    """Give the goods shown at a letter, and take a ruby. [CW-5.12]"""

    clause = "CW-5.12"

    def effect(self, s: ChooseWrite, p: ChooseWritePlayer, letter: i64, _word: Word, /) -> None:
        owe(p, s.prices[letter])

    def follow(self, s: ChooseWrite, seat: Seat, letter: i64, _word: Word, /) -> None:
        pay_palace(s, seat, letter)


def pay_palace(s: ChooseWrite, seat: Seat, letter: i64) -> None:
    s.then(steps.PAY, seat)
    s.then(steps.GAIN_RUBY, seat, letter + 1)


def palaces_to_pay(s: ChooseWrite, p: ChooseWritePlayer, letters: i64) -> Words:
    words: Words = 0
    letter: i64
    for letter in range(LETTERS):
        if letters & bit(letter) != 0 and can_pay_goods(s, p, letter):
            words |= say(PLACE + PALACE_A + letter)
    return words


class Pay(Part):
    """Name goods cards in ascending order; the sheet pays the rest. [CW-2.7]"""

    clause = "CW-2.7"

    def options(self, s: ChooseWrite, seat: Seat, last: i64, /) -> Words:
        p = sheet_of(s, seat)
        words: Words = 0
        if sheet_covers(p):
            words = say(DONE)
        if p.goods_cards != 0:
            pair: i64
            for pair in range(last, PAIRS):
                if leads_to_payment(p, pair):
                    words |= say(GOODS + pair)
        return words

    def effect(self, s: ChooseWrite, p: ChooseWritePlayer, _: i64, word: Word, /) -> None:
        if word == DONE:
            finish_payment(s, p)
        else:
            name_card(p, word - GOODS)

    def follow(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        if word != DONE:
            s.then(steps.PAY, seat, word - GOODS)


class GiveGood(Part):
    """Choose goods to give, kinds in order; the detail holds how many, and the last kind."""

    clause = "CW-2.5"

    def options(self, s: ChooseWrite, seat: Seat, detail: i64, /) -> Words:
        p = sheet_of(s, seat)
        words: Words = 0
        if not covers(owned(p), p.need):
            return words  # only in a world that is imagined, and none that could be
        spare_goods = owned(p) - p.need
        left: i64 = 0
        good: i64 = 3
        while good >= which_kind(detail):
            spare = count(spare_goods, good)
            left += spare
            if spare > 0 and left >= how_many(detail):
                words |= say(GOOD + good)
            good -= 1
        return words

    def effect(self, s: ChooseWrite, p: ChooseWritePlayer, _: i64, word: Word, /) -> None:
        owe_more(p, some(word - GOOD))

    def follow(self, s: ChooseWrite, seat: Seat, detail: i64, word: Word, /) -> None:
        owed = how_many(detail) - 1
        if owed > 0:
            s.then(steps.GIVE_GOOD, seat, so_many(owed, word - GOOD))
        else:
            s.then(steps.PAY, seat)


class HandOver(Part):
    """Give a goods card as a card; so many goods must still be left to give. [CW-2.7]"""

    clause = "CW-2.7"

    def options(self, s: ChooseWrite, seat: Seat, to_give: i64, /) -> Words:
        return cards_to_hand_over(sheet_of(s, seat), to_give)

    def effect(self, s: ChooseWrite, p: ChooseWritePlayer, _: i64, word: Word, /) -> None:
        hand_over_card(s, p, word - GOODS)


def cards_to_hand_over(p: ChooseWritePlayer, to_give: i64) -> Words:
    """The goods cards that leave so many goods to give."""
    if to_give > 0 and total(owned(p)) - 2 < to_give:
        return 0
    return pairs_in(p.goods_cards) << GOODS


class Mark(Part):
    """Mark fields one by one: a good, a lira or a bonus action; so many. [CW-5.13]"""

    clause = "CW-5.13"

    def options(self, s: ChooseWrite, seat: Seat, _: i64, /) -> Words:
        words = free_fields(s, sheet_of(s, seat))
        return words if words != 0 else say(PASS)

    def effect(self, s: ChooseWrite, p: ChooseWritePlayer, _: i64, word: Word, /) -> None:
        mark_field(s, p, word)

    def follow(self, s: ChooseWrite, seat: Seat, n: i64, word: Word, /) -> None:
        if n > 1 and word != PASS:
            s.then(steps.MARK, seat, n - 1)


def free_fields(s: ChooseWrite, p: ChooseWritePlayer) -> Words:
    words: Words = lacking(p.filled, s.printed.rows * EACH_GOOD) << GOOD
    if p.lira_filled < s.printed.lira_fields:
        words |= say(LIRA)
    if p.bonus_filled < s.printed.bonus_fields:
        words |= say(BONUS)
    return words


def mark_field(s: ChooseWrite, p: ChooseWritePlayer, word: Word) -> None:
    if word == LIRA:
        mark_lira(s, p, 1)
    elif word == BONUS:
        mark_bonus(s, p)
    elif word != PASS:
        mark_goods(s, p, word - GOOD, 1)


class Tick(Part):
    """Tick improvements one by one; the detail says how many. [CW-5.11]"""

    clause = "CW-5.11"

    def options(self, s: ChooseWrite, seat: Seat, _: i64, /) -> Words:
        words = free_boxes(s, sheet_of(s, seat))
        return words if words != 0 else say(PASS)

    def effect(self, s: ChooseWrite, p: ChooseWritePlayer, _: i64, word: Word, /) -> None:
        tick_place(s, p, word)

    def follow(self, s: ChooseWrite, seat: Seat, n: i64, word: Word, /) -> None:
        if n > 1 and word != PASS:
            s.then(steps.TICK, seat, n - 1)


def free_boxes(s: ChooseWrite, p: ChooseWritePlayer) -> Words:
    return WORDS_OF_MAKERS[lacking(p.ticks, s.printed.tick_boxes)]


def tick_place(s: ChooseWrite, p: ChooseWritePlayer, word: Word) -> None:
    if word != PASS:
        tick(s, p, MAKER_AT[word - PLACE])


class Good(Part):
    """Goods of choice, equal or different, kinds in order. [CW-4.9, CW-5.6]"""

    clause = "CW-5.6"

    def options(self, s: ChooseWrite, seat: Seat, detail: i64, /) -> Words:
        last = which_kind(detail)
        return span(GOOD + last, 4 - last)

    def effect(self, s: ChooseWrite, p: ChooseWritePlayer, _: i64, word: Word, /) -> None:
        mark_goods(s, p, word - GOOD, 1)

    def follow(self, s: ChooseWrite, seat: Seat, detail: i64, word: Word, /) -> None:
        left = how_many(detail) - 1
        if left > 0:
            s.then(steps.GOOD, seat, so_many(left, word - GOOD))


class Equal(Part):
    """Several goods of one kind. [CW-2.4]"""

    clause = "CW-2.4"

    def options(self, s: ChooseWrite, seat: Seat, _: i64, /) -> Words:
        return span(GOOD, 4)

    def effect(self, s: ChooseWrite, p: ChooseWritePlayer, n: i64, word: Word, /) -> None:
        mark_goods(s, p, word - GOOD, n)


class LeaveOut(Part):
    """Three different goods: one kind is left out. [CW-2.4, CW-4.9]"""

    clause = "CW-2.4"

    def options(self, s: ChooseWrite, seat: Seat, _: i64, /) -> Words:
        return span(GOOD, 4)

    def effect(self, s: ChooseWrite, p: ChooseWritePlayer, _: i64, word: Word, /) -> None:
        good: i64
        for good in range(4):
            if good != word - GOOD:
                mark_goods(s, p, good, 1)


class DrawOrGood(Part):
    """A goods card, or a good of choice. [CW-2.4]"""

    clause = "CW-2.4"

    def options(self, s: ChooseWrite, seat: Seat, _: i64, /) -> Words:
        return say(DRAW) | span(GOOD, 4)

    def effect(self, s: ChooseWrite, p: ChooseWritePlayer, _: i64, word: Word, /) -> None:
        if word != DRAW:
            mark_goods(s, p, word - GOOD, 1)
        elif s.waiting == 0:
            s.then(steps.DRAW_GOODS_CARD, p.seat)


class TickOrMark(Part):
    """An improvement, or a field. [CW-2.4]"""

    clause = "CW-2.4"

    def options(self, s: ChooseWrite, seat: Seat, _: i64, /) -> Words:
        p = sheet_of(s, seat)
        words = free_boxes(s, p) | free_fields(s, p)
        return words if words != 0 else say(PASS)

    def effect(self, s: ChooseWrite, p: ChooseWritePlayer, _: i64, word: Word, /) -> None:
        if word < GOOD:
            tick_place(s, p, word)
        else:
            mark_field(s, p, word)


class ChosenGood(Given):
    """The good that a seat has chosen at a fountain. [CW-6.4]"""

    clause = "CW-6.4"

    def effect(self, s: ChooseWrite, p: ChooseWritePlayer, good: i64, _word: Word, /) -> None:
        mark_goods(s, p, good, 1)


class ChosenTick(Given):
    """The improvement that a seat has chosen at a fountain. [CW-6.4]"""

    clause = "CW-6.4"

    def effect(self, s: ChooseWrite, p: ChooseWritePlayer, place: i64, _word: Word, /) -> None:
        tick(s, p, MAKER_AT[place])
