"""The contents of the rulebook: every step of Stalls, numbered."""

from __future__ import annotations

from typing import Final

SET_UP: Final = 0
START_ROUND: Final = 1
CHOOSE_STALL: Final = 2
VISIT: Final = 3
ROLL: Final = 4
KEEP_OR_REROLL: Final = 5
TAKE_POINTS: Final = 6
END_ROUND: Final = 7
