"""Everything that can be said in Stalls, numbered once for all."""

from __future__ import annotations

from typing import Final

STALL: Final = 0  # stall:left .. stall:right
KEEP: Final = 3
REROLL: Final = 4
PIPS: Final = 5  # pips:1 .. pips:6

STALL_NAMES: Final = ("left", "middle", "right")

WORDS: Final = (
    *[f"stall:{name}" for name in STALL_NAMES],
    "keep",
    "reroll",
    *[f"pips:{n}" for n in range(1, 7)],
)
