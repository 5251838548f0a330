"""Paying with goods: cards that stand for two goods, and the sheet for the rest. [CW-2.7]

The goods asked are kept in `need`. A card named lowers it, below zero where it
gives too much. A payment is right if the sheet covers what is left, and if no
card named could be left out without crossing off more.
"""

from __future__ import annotations

from mypy_extensions import i64

from bedesten.games.choose_write.ledger import name_card, unname_card
from bedesten.games.choose_write.state import PAIR_GOODS, PAIRS, ChooseWrite, Player
from bedesten.kernel.rows import total


def owned(p: Player, good: i64) -> i64:
    """How many of a good a seat could give, with all its goods cards."""
    n = p.goods[good]
    pair: i64
    for pair in range(PAIRS):
        n += p.goods_cards[pair] * PAIR_GOODS[4 * pair + good]
    return n


def can_pay_goods(s: ChooseWrite, p: Player, letter: i64) -> bool:
    """The goods shown at a palace can be given. [CW-5.12]"""
    good: i64
    if total(p.goods_cards) == 0:
        for good in range(4):
            if p.goods[good] < s.prices[4 * letter + good]:
                return False
        return True
    for good in range(4):
        if owned(p, good) < s.prices[4 * letter + good]:
            return False
    return True


def sheet_covers(p: Player) -> bool:
    """The sheet holds what the cards named leave to be paid."""
    return (
        p.need[0] <= p.goods[0]
        and p.need[1] <= p.goods[1]
        and p.need[2] <= p.goods[2]
        and p.need[3] <= p.goods[3]
    )


def every_card_counts(p: Player) -> bool:
    """Without any one of the cards named more would be crossed off."""
    pair: i64
    for pair in range(PAIRS):
        if p.named[pair] > 0 and not _counts(p, pair):
            return False
    return True


def _counts(p: Player, pair: i64) -> bool:
    good: i64
    for good in range(4):
        held = PAIR_GOODS[4 * pair + good]
        if held > 0 and p.need[good] + held > 0:
            return True
    return False


def leads_to_payment(p: Player, pair: i64) -> bool:
    """Naming a card, and then perhaps others not before it, can make a right payment."""
    if p.goods_cards[pair] == 0:
        return False
    name_card(p, pair)
    right = _can_be_completed(p, pair)
    unname_card(p, pair)
    return right


def _can_be_completed(p: Player, first: i64) -> bool:
    if not every_card_counts(p):
        return False  # and no further card would mend that
    if sheet_covers(p):
        return True
    pair: i64
    for pair in range(first, PAIRS):
        if leads_to_payment(p, pair):
            return True
    return False
