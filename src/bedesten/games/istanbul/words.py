"""Everything that can be said in Istanbul, numbered once for all.

Words that seats say come first, so that every question fits one set.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

ONE_GOOD: Final = 0
FIVE_LIRA: Final = 1
FAR: Final = 2
STAY: Final = 3
RETURN: Final = 4
FAMILY: Final = 5
SELL_ANY: Final = 6
PALACE_TWICE: Final = 7
POST_TWICE: Final = 8
DEALER_TWICE: Final = 9
CARDS: Final = 10

CARD: Final = 0  # card:one_good .. card:dealer_twice
PLACE: Final = 10  # place:1 .. place:16
GOOD: Final = 26  # good:red .. good:blue
CALL: Final = 30  # call:3 .. call:12
PASS: Final = 40
ACT: Final = 41
PAY: Final = 42
GIVE: Final = 43
DONE: Final = 44
TAKE_OWN: Final = 45
TAKE_NEUTRAL: Final = 46
LEAVE: Final = 47
LIRA: Final = 48
DRAW: Final = 49
FOUR_LOW: Final = 50
FOUR_HIGH: Final = 51
REROLL: Final = 52
YELLOW_TILE: Final = 53
PILE: Final = 54
DISCARDS: Final = 55
CATCH: Final = 56
GOVERNOR: Final = 57
SMUGGLER: Final = 58

DICE: Final = 59  # dice:1-1 .. dice:6-6, 21 pairs
SUM: Final = 80  # sum:2 .. sum:12
DEMAND: Final = 91  # demand:1 .. demand:5
SEAT: Final = 96  # seat:0 .. seat:4
CELL: Final = 101  # cell:1 .. cell:16

CARD_NAMES: Final = (
    "one_good",
    "five_lira",
    "far",
    "stay",
    "return",
    "family",
    "sell_any",
    "palace_twice",
    "post_twice",
    "dealer_twice",
)
GOOD_NAMES: Final = ("red", "green", "yellow", "blue")
FIRST_CALL: Final = 3

_PAIRS: Final = [(a, b) for a in range(1, 7) for b in range(a, 7)]
PAIR_LOW: Final = vec[i64]([a for a, _ in _PAIRS])
PAIR_HIGH: Final = vec[i64]([b for _, b in _PAIRS])
PAIR_OF_ROLL: Final = vec[i64](
    [_PAIRS.index((min(a, b), max(a, b))) for a in range(1, 7) for b in range(1, 7)]
)
SUM_OF_ROLL: Final = vec[i64]([a + b for a in range(1, 7) for b in range(1, 7)])

WORDS: Final = (
    *[f"card:{name}" for name in CARD_NAMES],
    *[f"place:{n}" for n in range(1, 17)],
    *[f"good:{name}" for name in GOOD_NAMES],
    *[f"call:{n}" for n in range(FIRST_CALL, 13)],
    "pass",
    "act",
    "pay",
    "give",
    "done",
    "take:own",
    "take:neutral",
    "leave",
    "lira",
    "draw",
    "four:low",
    "four:high",
    "reroll",
    "tile:yellow",
    "pile",
    "discards",
    "catch",
    "governor",
    "smuggler",
    *[f"dice:{a}-{b}" for a, b in _PAIRS],
    *[f"sum:{n}" for n in range(2, 13)],
    *[f"demand:{n}" for n in range(1, 6)],
    *[f"seat:{n}" for n in range(5)],
    *[f"cell:{n}" for n in range(1, 17)],
)
