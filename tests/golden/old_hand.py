"""An old hand that plays the golden games: it looks one turn ahead and never learns.

The bots of the package grow stronger; the golden games are not to change with them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from bedesten.bots.knowledge import Knowledge
from bedesten.games.choose_write.goods_cards import number
from bedesten.games.choose_write.planning import sheet_of
from bedesten.games.choose_write.state import ChooseWrite
from bedesten.games.choose_write.tally import counts, total
from bedesten.games.istanbul.state import (
    AT_DEALER,
    AT_PALACE,
    Istanbul,
    dealer_price,
    palace_price,
)
from bedesten.kernel.rng import Rng
from bedesten.kernel.state import State
from bedesten.kernel.words import size

Worth = Callable[[Any, int], float]

_LONGEST: Final = 12  # own answers that one turn is followed for
_WORLDS: Final = 6  # imagined when others choose at the same time


def chosen(known: Knowledge, rng: Rng) -> str:
    """What the old hand says."""
    choices = known.choices
    if len(choices) == 1:
        return choices[0]
    worth = WORTH[known.game.name]
    world = known.imagine(rng)
    worlds = [world]
    if world.waiting != 0:
        worlds += [known.imagine(rng) for _ in range(_WORLDS - 1)]
    numbers = known.game.numbers
    thought = Thought(known.seat, world.turn, numbers.get("pass", -1), worth, rng)

    def promise(word: str) -> float:
        return sum(thought.tried(one, numbers[word]) for one in worlds)

    return max(choices, key=promise)


class Thought:
    """How a turn could go on."""

    def __init__(self, seat: int, turn: int, passing: int, worth: Worth, rng: Rng) -> None:
        self.seat = seat
        self.turn = turn
        self.passing = passing
        self.worth = worth
        self.rng = rng

    def tried(self, s: State, word: int) -> float:
        """What a word is worth when the rest of the turn is played greedily."""
        return self._finished(_after(s, self.seat, word, self.rng), _LONGEST)

    def _finished(self, s: State, most: int) -> float:
        """Go on with what looks best at once, or pass, whichever turns out better."""
        if most == 0 or s.turn != self.turn or not s.may_act(self.seat):
            return self.worth(s, self.seat)
        words = s.legal(self.seat)
        ways: list[State] = []
        going_on = [_after(s, self.seat, word, self.rng) for word in words if word != self.passing]
        if going_on:
            ways.append(max(going_on, key=lambda after: self.worth(after, self.seat)))
        if self.passing in words:
            ways.append(_after(s, self.seat, self.passing, self.rng))
        return max(self._finished(way, most - 1) for way in ways)


def _after(s: State, seat: int, word: int, rng: Rng) -> State:
    """The state after a word; luck is drawn, and who is asked as well answers anything."""
    after = s.copy()
    after.luck = rng
    after.advance(seat, word)
    while after.waiting != 0 and not after.may_act(seat):
        after.advance(after.actor, after.draw(rng))
    return after


ISTANBUL_RUBY = 30.0
GOOD_WORTH = (1.6, 1.6, 1.6, 3.0)


def worth_in_istanbul(s: Istanbul, seat: int, /) -> float:
    p = s.players[seat]
    goods = [int(n) for n in p.goods]
    lira = int(p.lira)
    value = ISTANBUL_RUBY * int(p.rubies) + 0.9 * lira + 2.0 * sum(int(n) for n in p.hand)
    value += sum(GOOD_WORTH[kind] * goods[kind] for kind in range(4))
    value += 7.5 * int(p.extensions) + 7.0 * int(size(p.tiles)) + 1.5 * int(p.stack)
    if s.rubies[AT_DEALER] > 0:
        value += 12.0 * min(1.0, lira / max(1, int(dealer_price(s)))) ** 3
    if s.rubies[AT_PALACE] > 0:
        value += 12.0 * _palace_covered(s, goods) ** 3
    return value


def _palace_covered(s: Istanbul, goods: list[int]) -> float:
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


SHEET_RUBY = 14.0


def worth_in_choose_write(s: ChooseWrite, seat: int, /) -> float:
    p = sheet_of(s, seat)
    goods = counts(p.goods, 4)
    value = SHEET_RUBY * int(p.rubies) + 0.75 * int(p.lira) + 0.7 * int(p.bonus)
    value += 1.2 * int(number(p.goods_cards)) + 2.2 * int(size(p.guild | p.drawn))
    value += 0.3 * int(size(p.symbols)) + 1.6 * int(total(p.ticks)) + 1.1 * sum(goods)
    for row in s.parts.bonus_rows:
        missing = sum(max(0, int(row) - n) for n in counts(p.filled, 4))
        value += _within_reach(missing, 2 * int(row))
    fields = 0
    for box in s.parts.boxes:
        fields += int(box)
        value += _within_reach(max(0, fields - int(p.lira_filled)), int(box))
    return value + 5.0 * max(_covered(s, goods, letter) for letter in range(4)) ** 2


def _within_reach(missing: int, whole: int) -> float:
    """A bonus ruby counts the more, the fewer fields are missing."""
    return 0.75 * SHEET_RUBY * max(0.0, 1.0 - missing / whole) ** 2


def _covered(s: ChooseWrite, goods: list[int], letter: int) -> float:
    """How much of a palace's price the sheet holds."""
    price = counts(s.prices[letter], 4)
    return sum(min(goods[good], price[good]) for good in range(4)) / max(1, sum(price))


WORTH: Final[dict[str, Worth]] = {
    "istanbul": worth_in_istanbul,
    "choose_write": worth_in_choose_write,
}
