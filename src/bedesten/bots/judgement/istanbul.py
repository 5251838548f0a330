"""What a position of Istanbul is worth: rubies, and the means to get the next ones."""

from __future__ import annotations

from bedesten.games.istanbul.state import (
    AT_DEALER,
    AT_PALACE,
    Istanbul,
    dealer_price,
    palace_price,
)
from bedesten.kernel.words import size

RUBY = 30.0
GOOD = (1.6, 1.6, 1.6, 3.0)


def worth(s: Istanbul, seat: int, /) -> float:
    p = s.players[seat]
    goods = [int(n) for n in p.goods]
    lira = int(p.lira)
    value = RUBY * int(p.rubies) + 0.9 * lira + 2.0 * sum(int(n) for n in p.hand)
    value += sum(GOOD[kind] * goods[kind] for kind in range(4))
    value += 7.5 * int(p.extensions) + 7.0 * int(size(p.tiles)) + 1.5 * int(p.stack)
    if s.rubies[AT_DEALER] > 0:
        value += 12.0 * min(1.0, lira / max(1, int(dealer_price(s)))) ** 3
    if s.rubies[AT_PALACE] > 0:
        value += 12.0 * _covered(s, goods) ** 3
    return value


def _covered(s: Istanbul, goods: list[int]) -> float:
    """How much of the palace's price lies on the wheelbarrow."""
    price = int(palace_price(s))
    left = goods.copy()
    have = 0
    free = 0
    for field in range(price):
        good = int(s.parts.track[field])
        if good > 3:
            free += 1
        elif left[good] > 0:
            left[good] -= 1
            have += 1
    return (have + min(free, sum(left))) / price
