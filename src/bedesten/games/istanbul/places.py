"""What can be done at the places of the bazaar, rubies and markets apart. [IST-5]"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.games.istanbul import board, steps
from bedesten.games.istanbul.dice import roll_dice
from bedesten.games.istanbul.ledger import (
    CALLED,
    MARKERS_MOVED,
    fetch_assistant,
    gain_extension,
    gain_good,
    gain_lira,
    give_card,
    pay_lira,
    take_discard,
    take_ruby,
)
from bedesten.games.istanbul.markets import can_sell
from bedesten.games.istanbul.rubies import can_buy_ruby, can_pay_palace, tiles_to_take
from bedesten.games.istanbul.state import (
    AT_WAINWRIGHT,
    BLUE,
    GREEN,
    LARGE,
    RED,
    SMALL,
    YELLOW,
    Istanbul,
    card_to_draw,
)
from bedesten.games.istanbul.words import (
    CALL,
    CARD,
    DISCARDS,
    DONE,
    FIRST_CALL,
    GOOD,
    PASS,
    PILE,
    PLACE,
)
from bedesten.kernel.rows import total
from bedesten.kernel.step import Question, Step
from bedesten.kernel.words import Seat, Word, Words, held, say, span

ACTIONS: Final = vec[i64](
    [
        0,
        steps.WAINWRIGHT,
        steps.WAREHOUSE,
        steps.WAREHOUSE,
        steps.WAREHOUSE,
        steps.POST_OFFICE,
        steps.CARAVANSARY,
        steps.FOUNTAIN,
        steps.BLACK_MARKET,
        steps.TEA_HOUSE,
        steps.MARKET,
        steps.MARKET,
        steps.POLICE_STATION,
        steps.PALACE,
        steps.MOSQUE,
        steps.MOSQUE,
        steps.DEALER,
    ]
)


def action_at(place: i64) -> i64:
    """The step that carries out the action of a place."""
    return ACTIONS[place]


def can_act(s: Istanbul, seat: Seat, place: i64) -> bool:
    """An action is offered only if it can be carried out. [IST-5.13]"""
    p = s.players[seat]
    if place == board.WAINWRIGHT:
        return p.lira >= s.printed.extension_price and p.extensions < s.printed.extensions
    if place == board.CARAVANSARY:
        return card_to_draw(s)
    if place == board.LARGE_MARKET:
        return can_sell(s, seat, LARGE)
    if place == board.SMALL_MARKET:
        return can_sell(s, seat, SMALL)
    if place == board.POLICE_STATION:
        return p.family == board.POLICE_STATION
    if place == board.PALACE:
        return can_pay_palace(s, seat)
    if place == board.SMALL_MOSQUE or place == board.GREAT_MOSQUE:
        return tiles_to_take(s, seat, place) != 0
    if place == board.DEALER:
        return can_buy_ruby(s, seat)
    return True


class Wainwright(Step):
    """Lira for an extension; the last one brings a ruby. [IST-5.1]"""

    clause = "IST-5.1"

    def run(self, s: Istanbul, seat: Seat, _: i64, /) -> None:
        p = s.players[seat]
        pay_lira(s, seat, s.printed.extension_price)
        gain_extension(s, seat)
        if p.extensions == s.printed.extensions and s.rubies[AT_WAINWRIGHT] > 0:
            take_ruby(s, seat, AT_WAINWRIGHT)


class Warehouse(Step):
    """Fill up fabric, spice or fruit; the green tile buys one good more. [IST-5.2]"""

    clause = "IST-5.2"

    def run(self, s: Istanbul, seat: Seat, place: i64, /) -> None:
        p = s.players[seat]
        good = RED + place - board.FABRIC
        if p.goods[good] < p.room:
            gain_good(s, seat, good, p.room - p.goods[good])
        if p.has_tile(GREEN) and p.lira >= s.printed.green_tile_price:
            s.then(steps.BUY_EXTRA, seat)


class BuyExtra(Question):
    """Green tile: lira for one good of any kind. [IST-5.2, IST-8.3]"""

    clause = "IST-8.3"

    def options(self, s: Istanbul, seat: Seat, _: i64, /) -> Words:
        return span(GOOD, 4) | say(PASS)

    def answer(self, s: Istanbul, seat: Seat, _: i64, word: Word, /) -> None:
        if word != PASS:
            pay_lira(s, seat, s.printed.green_tile_price)
            gain_good(s, seat, word - GOOD)


class PostOffice(Step):
    """Take what the markers leave visible, then move the next one. [IST-5.3]"""

    clause = "IST-5.3"

    def run(self, s: Istanbul, seat: Seat, _: i64, /) -> None:
        visible = 5 * s.markers
        good: i64
        for good in range(4):
            if s.printed.post[visible + good] > 0:
                gain_good(s, seat, good, s.printed.post[visible + good])
        gain_lira(s, seat, s.printed.post[visible + 4])
        s.markers = (s.markers + 1) % (len(s.printed.post) // 5)
        s.tell(MARKERS_MOVED, seat, s.markers)


class Caravansary(Step):
    """Take cards, each from either pile, and put one back. [IST-5.4]"""

    clause = "IST-5.4"

    def run(self, s: Istanbul, seat: Seat, _: i64, /) -> None:
        for _n in range(s.printed.caravan_cards):
            s.then(steps.TAKE_CARD, seat)
        s.then(steps.PUT_BACK, seat)


class TakeCard(Step):
    """If no card can be had, go without. [IST-5.4]"""

    clause = "IST-5.4"

    def run(self, s: Istanbul, seat: Seat, _: i64, /) -> None:
        if card_to_draw(s):
            s.then(steps.PICK_PILE, seat)


class PickPile(Question):
    """Draw unseen, or take the top discard. [IST-5.4]"""

    clause = "IST-5.4"

    def options(self, s: Istanbul, seat: Seat, _: i64, /) -> Words:
        if len(s.discards) == 0:
            return say(PILE)
        return say(PILE) | say(DISCARDS)

    def answer(self, s: Istanbul, seat: Seat, _: i64, word: Word, /) -> None:
        if word == PILE:
            s.then(steps.DRAW_CARD, seat)
        else:
            take_discard(s, seat)


class PutBack(Question):
    """Lay one card of the hand on the discards. [IST-5.4]"""

    clause = "IST-5.4"

    def is_open(self, s: Istanbul, seat: Seat, _: i64, /) -> bool:
        return total(s.players[seat].hand) == 1

    def options(self, s: Istanbul, seat: Seat, _: i64, /) -> Words:
        return held(CARD, s.players[seat].hand)

    def answer(self, s: Istanbul, seat: Seat, _: i64, card: Word, /) -> None:
        give_card(s, seat, card - CARD)


class IstanbulFountain(Step):
    """Any number of own assistants come back. [IST-5.5]"""

    clause = "IST-5.5"

    def run(self, s: Istanbul, seat: Seat, _: i64, /) -> None:
        s.then(steps.BRING_BACK, seat, 0)


class BringBack(Question):
    """Call one more assistant back, places in ascending order, or leave it at that. [IST-5.5]"""

    clause = "IST-5.5"

    def options(self, s: Istanbul, seat: Seat, last: i64, /) -> Words:
        return s.players[seat].out & ~span(PLACE, last) | say(DONE)

    def answer(self, s: Istanbul, seat: Seat, _: i64, word: Word, /) -> None:
        if word != DONE:
            place = word - PLACE + 1
            fetch_assistant(s, seat, place)
            s.then(steps.BRING_BACK, seat, place)


class BlackMarket(Step):
    """Roll for blue goods, and take a plain one. [IST-5.6]"""

    clause = "IST-5.6"

    def run(self, s: Istanbul, seat: Seat, _: i64, /) -> None:
        roll_dice(s, seat)
        s.then(steps.PICK_PLAIN_GOOD, seat)
        s.then(steps.TAKE_BLUE, seat)


class PickPlainGood(Question):
    """Take one red, green or yellow good. [IST-5.6]"""

    clause = "IST-5.6"

    def options(self, s: Istanbul, seat: Seat, _: i64, /) -> Words:
        return say(GOOD + RED) | say(GOOD + GREEN) | say(GOOD + YELLOW)

    def answer(self, s: Istanbul, seat: Seat, _: i64, good: Word, /) -> None:
        gain_good(s, seat, good - GOOD)


class TakeBlue(Step):
    """A high sum brings one, two or three blue goods. [IST-5.6]"""

    clause = "IST-5.6"

    def run(self, s: Istanbul, seat: Seat, _: i64, /) -> None:
        n: i64 = 0
        for reached in s.printed.blue_from:
            if s.low + s.high >= reached:
                n += 1
        if n > 0:
            gain_good(s, seat, BLUE, n)
        s.low = 0
        s.high = 0


class TeaHouse(Step):
    """Call a number, roll, and be paid. [IST-5.7]"""

    clause = "IST-5.7"

    def run(self, s: Istanbul, seat: Seat, _: i64, /) -> None:
        s.then(steps.CALL_NUMBER, seat)
        roll_dice(s, seat)
        s.then(steps.PAY_FOR_TEA, seat)


class CallNumber(Question):
    """Call a number from 3 to 12. [IST-5.7]"""

    clause = "IST-5.7"

    def options(self, s: Istanbul, seat: Seat, _: i64, /) -> Words:
        return span(CALL, 10)

    def answer(self, s: Istanbul, seat: Seat, _: i64, call: Word, /) -> None:
        s.called = call - CALL + FIRST_CALL
        s.tell(CALLED, seat, s.called)


class PayForTea(Step):
    """A roll that reaches the call pays the call, any other a little. [IST-5.7]"""

    clause = "IST-5.7"

    def run(self, s: Istanbul, seat: Seat, _: i64, /) -> None:
        gain_lira(s, seat, s.called if s.low + s.high >= s.called else s.printed.consolation)
        s.called = 0
        s.low = 0
        s.high = 0


class PoliceStation(Step):
    """The family member is sent out. [IST-5.9]"""

    clause = "IST-5.9"

    def run(self, s: Istanbul, seat: Seat, here: i64, /) -> None:
        s.then(steps.SEND_FAMILY, seat, here)
