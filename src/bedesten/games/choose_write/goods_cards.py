"""Hands and piles of goods cards: how many there are of each pair, all in one number. [CW-2.2]

Ten pairs of goods take six bits each, so there are at most 63 cards of a pair. A hand has no
order, nor has a pile: a card is named by chance when it is drawn.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from librt.vecs import append, vec
from mypy_extensions import i64

from bedesten.games.choose_write.tally import Tally, lacking, some
from bedesten.kernel.words import bit

Cards: TypeAlias = i64

PAIRS: Final = 10
MOST_OF_A_PAIR: Final = 63

_PAIR: Final = 6
_COUNT: Final = 63


def _pair_goods() -> vec[i64]:
    goods = vec[i64]()
    for one in range(4):
        for two in range(one, 4):
            goods = append(goods, some(one) + some(two))
    return goods


def _pair_kinds() -> vec[i64]:
    kinds = vec[i64]()
    for goods in PAIR_GOODS:
        kinds = append(kinds, lacking(0, goods))
    return kinds


PAIR_GOODS: Final[vec[i64]] = _pair_goods()
"""The two goods of every pair."""

PAIR_KINDS: Final[vec[i64]] = _pair_kinds()
"""Their kinds, as bits."""


def card(pair: i64, n: i64 = 1) -> Cards:
    """So many cards of a pair."""
    return n << _PAIR * pair


def copies(cards: Cards, pair: i64) -> i64:
    """How many cards of a pair there are."""
    return cards >> _PAIR * pair & _COUNT


def number(cards: Cards) -> i64:
    """How many cards there are."""
    n: i64 = 0
    while cards != 0:
        n += cards & _COUNT
        cards >>= _PAIR
    return n


def pairs_in(cards: Cards) -> i64:
    """The pairs of which there are cards, as bits."""
    pairs: i64 = 0
    pair: i64 = 0
    while cards != 0:
        if cards & _COUNT != 0:
            pairs |= bit(pair)
        cards >>= _PAIR
        pair += 1
    return pairs


def goods_on(cards: Cards) -> Tally:
    """The goods that cards stand for."""
    goods: Tally = 0
    pair: i64 = 0
    while cards != 0:
        goods += (cards & _COUNT) * PAIR_GOODS[pair]
        cards >>= _PAIR
        pair += 1
    return goods


def pair_at(cards: Cards, ticket: i64) -> i64:
    """The pair that a ticket from 0 on stands for, every card having one."""
    pair: i64 = 0
    while ticket >= cards & _COUNT:
        if cards == 0:
            raise IndexError("there are fewer cards")
        ticket -= cards & _COUNT
        cards >>= _PAIR
        pair += 1
    return pair


def cards_of(counts: list[int]) -> Cards:
    """Counts by pair as one number."""
    cards: Cards = 0
    for pair, n in enumerate(counts):
        if not 0 <= n <= MOST_OF_A_PAIR:
            raise ValueError(f"there are at most {MOST_OF_A_PAIR} goods cards of a pair, not {n}")
        cards += card(pair, n)
    return cards
