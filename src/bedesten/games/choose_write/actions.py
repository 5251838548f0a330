"""What the places do, and the caravan and guild cards, as rows of parts. [CW-5, CW-2.4, CW-2.5]"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.games.choose_write import sheet, steps
from bedesten.games.choose_write.ledger import USED_PLACE, told
from bedesten.games.choose_write.parts import (
    Part,
    cards_to_hand_over,
    goods_to_sell,
    maker_at,
    palaces_to_pay,
)
from bedesten.games.choose_write.payment import can_pay_goods, owned
from bedesten.games.choose_write.state import (
    LIRA_MADE,
    NO_PART,
    PARTS_A_CARD,
    ChooseWrite,
    Player,
    open_caravan,
    working,
)
from bedesten.games.choose_write.words import PLACE
from bedesten.kernel.rows import total
from bedesten.kernel.words import Seat, Word, Words, say


def can_do(s: ChooseWrite, p: Player, place: i64) -> bool:
    """An action that needs a payment which one cannot make cannot be chosen. [CW-4.7]"""
    if place >= sheet.PALACE_A:
        return can_pay_goods(s, p, place - sheet.PALACE_A)
    if place == sheet.DEALER:
        return p.lira >= s.parts.dealer_price
    if place == sheet.MARKET:
        return goods_to_sell(p, s.parts.market_goods) != 0
    if place == sheet.CARAVANSARY:
        return can_do_card(s, p, s.parts.caravan_cards, open_caravan(s))
    if place == sheet.STALL:
        return total(p.goods_cards) > 0
    return True


def can_do_card(s: ChooseWrite, p: Player, cards: vec[i64], card: i64) -> bool:
    """What a caravan or guild card asks to be given can be given. [CW-4.6, CW-4.7]"""
    n: i64
    for n in range(PARTS_A_CARD):
        part = cards[PARTS_A_CARD * card + n]
        if part == NO_PART:
            break
        step = part & 255
        detail = part >> 8
        if step == steps.PALACE and palaces_to_pay(s, p, detail) == 0:
            return False
        if step == steps.VISIT_PALACE and not can_pay_goods(s, p, detail):
            return False
        if step == steps.HAND_OVER and cards_to_hand_over(p, detail) == 0:
            return False
        if step == steps.GIVE_GOOD:
            goods = owned(p, 0) + owned(p, 1) + owned(p, 2) + owned(p, 3)
            if goods < detail >> 2:
                return False
    return True


def act(s: ChooseWrite, seat: Seat, place: i64) -> None:
    """Put the parts of a place's action on the agenda. [CW-5]"""
    parts = s.parts
    maker = maker_at(place)
    if maker >= 0:
        n = parts.income[maker] + working(s, seat).ticks[maker]
        if parts.made[maker] == LIRA_MADE:
            s.then(steps.GAIN_LIRA, seat, n)
        else:
            s.then(steps.GAIN_GOODS, seat, 4 * n + parts.made[maker])
    elif place >= sheet.PALACE_A:
        s.then(steps.VISIT_PALACE, seat, place - sheet.PALACE_A)
    elif place == sheet.DEALER:
        s.then(steps.PAY_LIRA, seat, parts.dealer_price)
        s.then(steps.GAIN_RUBY, seat)
    elif place == sheet.MARKET:
        s.then(steps.SELL, seat, parts.market_goods)
        s.then(steps.GAIN_LIRA, seat, parts.market_lira)
        s.then(steps.MARK, seat, 1)
    elif place == sheet.POST_OFFICE:
        s.then(steps.GAIN_GOODS_CARD, seat)
        s.then(steps.GAIN_LIRA, seat, parts.post_lira)
    elif place == sheet.CARAVANSARY:
        s.then(steps.USE_CARAVAN, seat)
        do_card(s, seat, parts.caravan_cards, open_caravan(s))
    elif place == sheet.ROASTER:
        s.then(steps.GOOD, seat, 4 * parts.roaster_goods)
    elif place == sheet.GUILD_HALL:
        s.then(steps.GAIN_GUILD_CARD, seat)
    elif place == sheet.STALL:
        s.then(steps.HAND_OVER, seat)
        s.then(steps.GAIN_LIRA, seat, parts.stall_lira)
    elif place == sheet.CATACOMBS:
        s.then(steps.CATACOMBS, seat)
    elif place == sheet.WAINWRIGHT:
        s.then(steps.TICK, seat, parts.wainwright_ticks)


def do_card(s: ChooseWrite, seat: Seat, cards: vec[i64], card: i64) -> None:
    """Put the parts of a caravan or guild card on the agenda, in the order named. [CW-4.9]"""
    n: i64
    for n in range(PARTS_A_CARD):
        part = cards[PARTS_A_CARD * card + n]
        if part == NO_PART:
            break
        s.then(part & 255, seat, part >> 8)


class Catacombs(Part):
    """Carry out any other place, with nothing crossed there. [CW-5.10]"""

    clause = "CW-5.10"

    def options(self, s: ChooseWrite, seat: Seat, _: i64, /) -> Words:
        p = working(s, seat)
        words: Words = 0
        place: i64
        for place in range(sheet.PLACES):
            if place != sheet.CATACOMBS and can_do(s, p, place):
                words |= say(PLACE + place)
        return words

    def effect(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        told(s, USED_PLACE, seat, word - PLACE)

    def follow(self, s: ChooseWrite, seat: Seat, _: i64, word: Word, /) -> None:
        act(s, seat, word - PLACE)
