"""Paying with goods: cards that stand for two goods, and the sheet for the rest. [CW-2.7]

The goods asked are kept in `need`, those of the cards named in `given`. A payment
is right if the sheet covers what is left, and if no card named could be left out
without crossing off more.
"""

from __future__ import annotations

from mypy_extensions import i64

from bedesten.games.choose_write.goods_cards import (
    PAIR_GOODS,
    PAIR_KINDS,
    PAIRS,
    Cards,
    card,
    copies,
)
from bedesten.games.choose_write.state import ChooseWrite, ChooseWritePlayer
from bedesten.games.choose_write.tally import Tally, covers, lacking


def owned(p: ChooseWritePlayer) -> Tally:
    """All the goods that a seat could give, with those of its goods cards."""
    return p.goods + p.card_goods


def can_pay_goods(s: ChooseWrite, p: ChooseWritePlayer, letter: i64) -> bool:
    """The goods shown at a palace can be given. [CW-5.12]"""
    return covers(owned(p), s.prices[letter])


def sheet_covers(p: ChooseWritePlayer) -> bool:
    """The sheet holds what the cards named leave to be paid."""
    return covers(p.goods + p.given, p.need)


def leads_to_payment(p: ChooseWritePlayer, pair: i64) -> bool:
    """Naming a card, and then perhaps others not before it, can make a right payment."""
    if copies(p.goods_cards, pair) == 0:
        return False
    return _completes(p, pair, p.goods_cards, p.named, p.given)


def _completes(p: ChooseWritePlayer, pair: i64, cards: Cards, named: Cards, given: Tally) -> bool:
    cards -= card(pair)
    named += card(pair)
    given += PAIR_GOODS[pair]
    if not every_card_counts(p, named, given):
        return False  # and no further card would mend that
    if covers(p.goods + given, p.need):
        return True
    other: i64
    for other in range(pair, PAIRS):
        if copies(cards, other) > 0 and _completes(p, other, cards, named, given):
            return True
    return False


def every_card_counts(p: ChooseWritePlayer, named: Cards, given: Tally) -> bool:
    """Without any one of the cards named more would be crossed off."""
    pair: i64
    for pair in range(PAIRS):
        if copies(named, pair) > 0 and not _counts(p, pair, given):
            return False
    return True


def _counts(p: ChooseWritePlayer, pair: i64, given: Tally) -> bool:
    """Of one of its goods, less than asked is given without this card."""
    return lacking(given - PAIR_GOODS[pair], p.need) & PAIR_KINDS[pair] != 0
