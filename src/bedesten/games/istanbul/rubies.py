"""The palace, the mosques and the gem dealer: ways to a ruby. [IST-5.10 to IST-5.12]"""

from __future__ import annotations

from mypy_extensions import i64

from bedesten.games.istanbul import steps
from bedesten.games.istanbul.ledger import give_good, pay_lira, take_ruby, take_tile
from bedesten.games.istanbul.state import (
    ANY,
    AT_DEALER,
    AT_PALACE,
    Istanbul,
    colours_at,
    dealer_price,
    mosque_of,
    palace_price,
)
from bedesten.games.istanbul.words import GOOD
from bedesten.kernel.agenda import how_many, so_many, which_kind
from bedesten.kernel.rows import total
from bedesten.kernel.step import Question, Step
from bedesten.kernel.words import Seat, Word, Words, bit, say


def can_pay_palace(s: Istanbul, seat: Seat) -> bool:
    """The seat has the goods that the uncovered part of the track asks. [IST-5.10]"""
    if s.rubies[AT_PALACE] == 0:
        return False
    goods = s.players[seat].goods
    price = palace_price(s)
    if total(goods) < price:
        return False
    good: i64
    for good in range(4):
        if goods[good] < asked_of(s, good, price):
            return False
    return True


def asked_of(s: Istanbul, good: i64, price: i64) -> i64:
    """How often the first fields of the track show a good."""
    n: i64 = 0
    field: i64
    for field in range(price):
        if s.printed.track[field] == good:
            n += 1
    return n


class IstanbulPalace(Step):
    """Give what the track asks; where it shows any good, the choice is free. [IST-5.10]"""

    clause = "IST-5.10"

    def run(self, s: Istanbul, seat: Seat, _: i64, /) -> None:
        price = palace_price(s)
        good: i64
        for good in range(4):
            for _n in range(asked_of(s, good, price)):
                give_good(s, seat, good)
        free = asked_of(s, ANY, price)
        if free > 0:
            s.then(steps.GIVE_ANY, seat, 4 * free)
        else:
            s.then(steps.TAKE_PALACE_RUBY, seat)


class GiveAny(Question):
    """Give goods of any kind, in the order of the kinds. [IST-5.10]

    The detail holds how many are owed, and the kind given last: a kind can be
    given if it and those after it suffice.
    """

    clause = "IST-5.10"

    def options(self, s: Istanbul, seat: Seat, detail: i64, /) -> Words:
        owed = how_many(detail)
        goods = s.players[seat].goods
        words: Words = 0
        left: i64 = 0
        good: i64 = 3
        while good >= which_kind(detail):
            left += goods[good]
            if goods[good] > 0 and left >= owed:
                words |= say(GOOD + good)
            good -= 1
        return words

    def answer(self, s: Istanbul, seat: Seat, detail: i64, word: Word, /) -> None:
        give_good(s, seat, word - GOOD)
        owed = how_many(detail) - 1
        if owed > 0:
            s.then(steps.GIVE_ANY, seat, so_many(owed, word - GOOD))
        else:
            s.then(steps.TAKE_PALACE_RUBY, seat)


class TakePalaceRuby(Step):
    """Each next ruby costs one good more. [IST-5.10]"""

    clause = "IST-5.10"

    def run(self, s: Istanbul, seat: Seat, _: i64, /) -> None:
        take_ruby(s, seat, AT_PALACE)


def tiles_to_take(s: Istanbul, seat: Seat, place: i64) -> Words:
    """The colours of a mosque whose top tile a seat can take, as goods. [IST-5.11]"""
    p = s.players[seat]
    words: Words = 0
    colour: i64
    for colour in range(4):
        if colours_at(place) & bit(colour) != 0 and not p.has_tile(colour):
            taken = s.mosques[colour]
            tiles = s.printed.mosque_tiles
            if taken < len(tiles) and p.goods[colour] >= tiles[taken]:
                words |= say(GOOD + colour)
    return words


class Mosque(Step):
    """Take a tile. [IST-5.11]"""

    clause = "IST-5.11"

    def run(self, s: Istanbul, seat: Seat, place: i64, /) -> None:
        s.then(steps.TAKE_TILE, seat, place)


class TakeTile(Question):
    """Give one good for the top tile of its colour; both colours bring a ruby. [IST-5.11]"""

    clause = "IST-5.11"

    def options(self, s: Istanbul, seat: Seat, place: i64, /) -> Words:
        return tiles_to_take(s, seat, place)

    def answer(self, s: Istanbul, seat: Seat, place: i64, word: Word, /) -> None:
        colour = word - GOOD
        give_good(s, seat, colour)
        take_tile(s, seat, colour)
        both = colours_at(place)
        source = mosque_of(colour)
        if s.players[seat].tiles & both == both and s.rubies[source] > 0:
            take_ruby(s, seat, source)


def can_buy_ruby(s: Istanbul, seat: Seat) -> bool:
    return s.rubies[AT_DEALER] > 0 and s.players[seat].lira >= dealer_price(s)


class Dealer(Step):
    """Buy a ruby; the next one costs a lira more. [IST-5.12]"""

    clause = "IST-5.12"

    def run(self, s: Istanbul, seat: Seat, _: i64, /) -> None:
        pay_lira(s, seat, dealer_price(s))
        take_ruby(s, seat, AT_DEALER)
