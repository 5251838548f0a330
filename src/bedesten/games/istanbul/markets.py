"""The two markets: goods are sold one by one, as far as the demand tile goes. [IST-5.8, IST-7.8]"""

from __future__ import annotations

from mypy_extensions import i64

from bedesten.games.istanbul import steps
from bedesten.games.istanbul.board import LARGE_MARKET
from bedesten.games.istanbul.cards import in_hand
from bedesten.games.istanbul.ledger import gain_lira, give_good, play_card, show_demand
from bedesten.games.istanbul.state import (
    DEMAND_TILES,
    NO_CARD,
    SMALL,
    UNSEEN,
    Istanbul,
    top_demand,
)
from bedesten.games.istanbul.words import CARD, DEMAND, DONE, GOOD, SELL_ANY
from bedesten.kernel.rows import clear, total
from bedesten.kernel.step import Chance, Question, Step
from bedesten.kernel.words import Seat, Word, Words, say


def can_sell(s: Istanbul, seat: Seat, market: i64) -> bool:
    """The demand tile shows a good that the seat has, or a card makes that unnecessary."""
    p = s.players[seat]
    tile = top_demand(s, market)
    good: i64
    for good in range(4):
        if p.goods[good] > 0 and s.printed.demand[4 * tile + good] > 0:
            return True
    return market == SMALL and p.hand[SELL_ANY] > 0 and total(p.goods) > 0


class Market(Step):
    """Sell what the demand tile shows; then it goes under its stack. [IST-5.8]"""

    clause = "IST-5.8"

    def run(self, s: Istanbul, seat: Seat, place: i64, /) -> None:
        market = place - LARGE_MARKET
        tile = top_demand(s, market)
        good: i64
        for good in range(4):
            s.wanted[good] = s.printed.demand[4 * tile + good]
        s.then(steps.SELL, seat, market)
        s.then(steps.END_SALE, seat, market)


class IstanbulSell(Question):
    """Sell one good more, kinds in their order, or be done; one at least is sold.

    A card lets goods of any kind be sold at the small market. [IST-5.8, IST-7.8]
    """

    clause = "IST-5.8"

    def is_open(self, s: Istanbul, seat: Seat, market: i64, /) -> bool:
        before_the_first = s.sold == 0 and s.in_play == NO_CARD
        return not (before_the_first and market == SMALL and total(s.players[seat].hand) > 0)

    def options(self, s: Istanbul, seat: Seat, market: i64, /) -> Words:
        p = s.players[seat]
        words: Words = 0
        good: i64
        for good in range(4):
            if p.goods[good] > 0 and s.wanted[good] > 0:
                words |= say(GOOD + good)
        if s.sold > 0:
            words |= say(DONE)
        elif market == SMALL and s.in_play == NO_CARD and total(p.goods) > 0:
            words |= in_hand(p, SELL_ANY)
        return words

    def answer(self, s: Istanbul, seat: Seat, market: i64, word: Word, /) -> None:
        most = len(s.printed.prices) // 2 - 1
        good: i64
        if word == DONE:
            return
        if word == CARD + SELL_ANY:
            play_card(s, seat, SELL_ANY)
            for good in range(4):
                s.wanted[good] = most
            s.again()
            return
        give_good(s, seat, word - GOOD)
        s.sold += 1
        s.wanted[word - GOOD] -= 1
        for good in range(word - GOOD):
            s.wanted[good] = 0  # kinds never go back, so that every sale has one spelling
        if s.sold < most:
            s.again()


class EndSale(Step):
    """Be paid for what was sold; the next demand tile comes to the top. [IST-5.8]"""

    clause = "IST-5.8"

    def run(self, s: Istanbul, seat: Seat, market: i64, /) -> None:
        gain_lira(s, seat, s.printed.prices[len(s.printed.prices) // 2 * market + s.sold])
        s.sold = 0
        clear(s.wanted)
        s.demand_top[market] = (s.demand_top[market] + 1) % DEMAND_TILES
        if top_demand(s, market) == UNSEEN:
            s.then(steps.TURN_DEMAND, seat, market)
        if s.in_play != NO_CARD:
            s.then(steps.LAY_DOWN)


class TurnDemand(Chance):
    """Which tile comes to the top is unknown until it has been there once. [IST-2.5]"""

    clause = "IST-2.5"

    def tickets(self, s: Istanbul, seat: Seat, market: i64, /) -> i64:
        unseen: i64 = 0
        n: i64
        for n in range(DEMAND_TILES):
            if s.demand[DEMAND_TILES * market + n] == UNSEEN:
                unseen += 1
        return unseen

    def drawn(self, s: Istanbul, seat: Seat, market: i64, ticket: i64, /) -> Word:
        tile: i64 = 0
        while True:
            if not is_seen(s, market, DEMAND_TILES * market + tile):
                if ticket == 0:
                    return DEMAND + tile
                ticket -= 1
            tile += 1

    def answer(self, s: Istanbul, seat: Seat, market: i64, word: Word, /) -> None:
        show_demand(s, market, DEMAND_TILES * market + word - DEMAND)


def is_seen(s: Istanbul, market: i64, tile: i64) -> bool:
    n: i64
    for n in range(DEMAND_TILES):
        if s.demand[DEMAND_TILES * market + n] == tile:
            return True
    return False
