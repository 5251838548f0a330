"""What a sheet of Choose & Write is worth: rubies, means, and bonus rubies within reach."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.games.choose_write.state import ChooseWrite, working
from bedesten.kernel.words import size

RUBY = 14.0


def worth(s: ChooseWrite, seat: int, /) -> float:
    p = working(s, seat)
    goods = [int(n) for n in p.goods]
    value = RUBY * int(p.rubies) + 0.75 * int(p.lira) + 0.7 * int(p.bonus)
    value += 1.2 * _total(p.goods_cards) + 2.2 * int(size(p.guild | p.drawn))
    value += 0.3 * _total(p.symbols) + 1.6 * _total(p.ticks) + 1.1 * sum(goods)
    for row in s.parts.bonus_rows:
        missing = sum(max(0, int(row) - int(n)) for n in p.filled)
        value += _within_reach(missing, 2 * int(row))
    fields = 0
    for box in s.parts.boxes:
        fields += int(box)
        value += _within_reach(max(0, fields - int(p.lira_filled)), int(box))
    return value + 5.0 * max(_covered(s, goods, letter) for letter in range(4)) ** 2


def _total(counts: vec[i64]) -> int:
    return sum(int(n) for n in counts)


def _within_reach(missing: int, whole: int) -> float:
    """A bonus ruby counts the more, the fewer fields are missing."""
    return 0.75 * RUBY * max(0.0, 1.0 - missing / whole) ** 2


def _covered(s: ChooseWrite, goods: list[int], letter: int) -> float:
    """How much of a palace's price the sheet holds."""
    price = [int(s.prices[4 * letter + good]) for good in range(4)]
    return sum(min(goods[good], price[good]) for good in range(4)) / max(1, sum(price))
