"""Facts about the seats of a game that all environments need."""

from __future__ import annotations

from typing import Any, Final

from bedesten.kernel.game import Game
from bedesten.kernel.step import ASKS_TOGETHER

_USUAL: Final = 4


def usual_seats(game: Game[Any, Any, Any]) -> int:
    """The number of seats if none is given: 4, or the nearest number that the game allows."""
    least, most = game.seats
    return min(max(_USUAL, least), most)


def has_simultaneous_decisions(game: Game[Any, Any, Any]) -> bool:
    """Whether several seats ever decide at once."""
    book = game.blank(usual_seats(game), game.check_options({}), game.data({})).book
    return any(step.asks == ASKS_TOGETHER for step in book)
