"""The contents of the rulebook: every step of Basari, numbered."""

from __future__ import annotations

from typing import Final

SET_UP: Final = 0
NAME_SEAT: Final = 1
PLACE_START: Final = 2
DEAL_START: Final = 3
START_ROUND: Final = 4
ROLL_AND_WALK: Final = 5
CHOOSE_TILE: Final = 6
LOOK_AT_ACTION: Final = 7
CARRY_OUT: Final = 8
ROLL_AGAIN: Final = 9
OPEN_HAGGLE: Final = 10
ROLL_TO_OPEN: Final = 11
COMPARE_ROLLS: Final = 12
OPEN_OFFER: Final = 13
ANSWER_OFFER: Final = 14
ADD_GEM: Final = 15
END_ROUND: Final = 16
SCORE: Final = 17
MAY_CARRY_OUT: Final = 18
