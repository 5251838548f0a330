"""Encodes observations of Istanbul."""

from __future__ import annotations

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i16, i64

from bedesten.envs.encoders.base import (
    Encoder,
    a_seat,
    bits,
    count,
    counts,
    flag,
    one_of,
)
from bedesten.games.istanbul.board import PLACES
from bedesten.games.istanbul.discs import disc_at
from bedesten.games.istanbul.state import (
    AT_DEALER,
    AT_PALACE,
    BLUE,
    DEMAND_TILES,
    Istanbul,
    dealer_price,
    palace_price,
)
from bedesten.games.istanbul.words import CARDS, PLACE
from bedesten.kernel.rows import total
from bedesten.kernel.state import State
from bedesten.kernel.words import Seat

GOODS: Final = 4
DISCS: Final = 2


class IstanbulEncoder(Encoder):
    def score(self, s: State, seat: Seat) -> i64:
        return cast(Istanbul, s).players[seat].rubies

    def encode_game(self, s: State, viewer: Seat, row: vec[i16], at: i64) -> i64:
        game = cast(Istanbul, s)
        for place in game.cells:
            at = one_of(row, at, place - 1, PLACES)
        at = a_seat(row, at, game, viewer, game.first)
        n: i64
        for n in range(game.seats):
            at = player(game, (viewer + n) % game.seats, row, at)
        at = counts(row, at, game.players[viewer].hand)
        at = cards(game, row, at)
        at = supplies(game, row, at)
        return action(game, row, at)


def player(s: Istanbul, seat: Seat, row: vec[i16], at: i64) -> i64:
    p = s.players[seat]
    at = count(row, at, p.lira)
    at = count(row, at, p.rubies)
    at = count(row, at, p.extensions)
    at = bits(row, at, p.tiles, GOODS)
    at = one_of(row, at, p.merchant - 1, PLACES)
    at = one_of(row, at, p.family - 1, PLACES)
    most = s.printed.assistants + 1
    if s.printed.neutral_assistants:
        most += s.seats
    n: i64
    for n in range(p.stack):  # the lowest bit is the disc on top
        row[at + DISCS * n + disc_at(p.neutral, n)] = 1
    at += DISCS * most
    at = bits(row, at, p.out >> PLACE, PLACES)
    at = counts(row, at, p.goods)
    at = count(row, at, p.room)
    at = flag(row, at, not p.has_tile(BLUE))
    at = count(row, at, total(p.hand))
    return counts(row, at, p.known)


def cards(s: Istanbul, row: vec[i16], at: i64) -> i64:
    at = count(row, at, total(s.pile))
    n: i64
    top = len(s.discards) - 1
    for n in range(top + 1):
        row[at + CARDS * n + s.discards[top - n]] = 1
    at += CARDS * total(s.printed.cards)
    return one_of(row, at, s.in_play, CARDS)


def supplies(s: Istanbul, row: vec[i16], at: i64) -> i64:
    """Mosques, demand, figures, the post office, rubies."""
    printed = s.printed
    for taken in s.mosques:
        if taken < len(printed.mosque_tiles):
            row[at] = 1
            count(row, at + 1, printed.mosque_tiles[taken])
        at += 2
    market: i64
    n: i64
    for market in range(2):
        first = DEMAND_TILES * market
        for n in range(DEMAND_TILES):
            tile = s.demand[first + (s.demand_top[market] + n) % DEMAND_TILES]
            at = one_of(row, at, tile - first, DEMAND_TILES)
    at = one_of(row, at, s.governor - 1, PLACES)
    at = one_of(row, at, s.smuggler - 1, PLACES)
    for place in s.neutral_merchants:
        at = one_of(row, at, place - 1, PLACES)
    for n in range(1, PLACES + 1):
        at = count(row, at, s.neutral_assistants[n])
    at = count(row, at, s.markers)
    at = counts(row, at, s.rubies)
    at = price(row, at, s.rubies[AT_PALACE], palace_price(s))
    return price(row, at, s.rubies[AT_DEALER], dealer_price(s))


def price(row: vec[i16], at: i64, rubies: i64, asked: i64) -> i64:
    if rubies > 0:
        row[at] = 1
        count(row, at + 1, asked)
    return at + 2


def action(s: Istanbul, row: vec[i16], at: i64) -> i64:
    """What the turn has come to."""
    at = count(row, at, s.low)
    at = count(row, at, s.high)
    at = count(row, at, s.called)
    at = counts(row, at, s.wanted)
    at = count(row, at, s.sold)
    at = one_of(row, at, s.smuggled, GOODS)
    at = bits(row, at, s.used, 3)
    return flag(row, at, s.last_round)


ENCODER: Final = IstanbulEncoder
