"""Everything that can be said in Choose & Write, numbered once for all.

Words that seats say come first, so that every question fits one set.
"""

from __future__ import annotations

from typing import Final

PLACE: Final = 0  # place:1 .. place:14, place:a .. place:d
HAND: Final = 18
LEFT: Final = 19
RIGHT: Final = 20
PILE: Final = 21
GUILD: Final = 22  # guild:1 .. guild:16
GOOD: Final = 38  # good:red .. good:blue
GOODS: Final = 42  # goods:rr .. goods:bb
PASS: Final = 52
SYMBOL: Final = 53
BONUS: Final = 54
LIRA: Final = 55
DONE: Final = 56
DRAW: Final = 57
LEFT_CARD: Final = 58  # left:1 .. left:d
RIGHT_CARD: Final = 76  # right:1 .. right:d
FOUNTAIN: Final = 94  # fountain:lira .. fountain:improvement
RUBY: Final = 98  # ruby:1 .. ruby:20
CARAVAN: Final = 118  # caravan:1 .. caravan:8
SEAT: Final = 126  # seat:0 .. seat:4

PLACE_NAMES: Final = (*[str(n) for n in range(1, 15)], "a", "b", "c", "d")
GOOD_NAMES: Final = ("red", "green", "yellow", "blue")
PAIR_NAMES: Final = ("rr", "rg", "ry", "rb", "gg", "gy", "gb", "yy", "yb", "bb")
FOUNTAIN_NAMES: Final = ("lira", "good", "goods", "improvement")

WORDS: Final = (
    *[f"place:{name}" for name in PLACE_NAMES],
    "hand",
    "left",
    "right",
    "pile",
    *[f"guild:{n}" for n in range(1, 17)],
    *[f"good:{name}" for name in GOOD_NAMES],
    *[f"goods:{name}" for name in PAIR_NAMES],
    "pass",
    "symbol",
    "bonus",
    "lira",
    "done",
    "draw",
    *[f"left:{name}" for name in PLACE_NAMES],
    *[f"right:{name}" for name in PLACE_NAMES],
    *[f"fountain:{name}" for name in FOUNTAIN_NAMES],
    *[f"ruby:{n}" for n in range(1, 21)],
    *[f"caravan:{n}" for n in range(1, 9)],
    *[f"seat:{n}" for n in range(5)],
)
