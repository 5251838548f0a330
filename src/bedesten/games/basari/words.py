"""Everything a seat or chance can say in Basari, numbered once for all."""

from __future__ import annotations

from typing import Final

DIE: Final = 0
POINTS: Final = 1
GEMS: Final = 2
ACCEPT: Final = 3
PASS: Final = 4
DONE: Final = 5
GEM: Final = 6  # gem:red .. gem:blue
ARCHWAY: Final = 10  # archway:1 .. archway:40
PIPS: Final = 50  # pips:1 .. pips:6
SEAT: Final = 56  # seat:0 .. seat:3

LONGEST_RING: Final = 40
COLOURS: Final = ("red", "yellow", "green", "blue")

WORDS: Final = (
    "die",
    "points",
    "gems",
    "accept",
    "pass",
    "done",
    *[f"gem:{colour}" for colour in COLOURS],
    *[f"archway:{n}" for n in range(1, LONGEST_RING + 1)],
    *[f"pips:{n}" for n in range(1, 7)],
    *[f"seat:{n}" for n in range(4)],
)
