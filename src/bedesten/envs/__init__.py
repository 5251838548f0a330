"""Environments for learning programs: batches, PettingZoo, Gymnasium, OpenSpiel and MCP.

All of them are made from `bedesten.games()`. `bedesten.envs.<game>_v0` is a
game's PettingZoo module, `batch` steps many games together, `layout` describes
the observations. Importing `bedesten.envs.gymnasium` or `bedesten.envs.openspiel`
registers the games there. Each needs its extra; without it the import says how
to install it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import bedesten
from bedesten.envs import game_modules
from bedesten.envs.layouts import layout_of
from bedesten.envs.seats import usual_seats

if TYPE_CHECKING:
    from bedesten.envs.batches import Batch
    from bedesten.envs.fields import Layout
    from bedesten.envs.pettingzoo import GameModule

    def __getattr__(name: str) -> GameModule:
        """What a type checker makes of `from bedesten.envs import istanbul_v0`."""


__all__ = ["batch", "layout"]

game_modules.install()


def layout(game: str, *, seats: int | None = None, **more: Any) -> Layout:
    """The layout of a game's observations, with these seats and options."""
    seats = usual_seats(bedesten.game(game)) if seats is None else seats
    match = bedesten.new(game, seats=seats, chance="manual", **more)
    return layout_of(match.game, match.state)


def batch(game: str, n: int, **more: Any) -> Batch:
    """A batch of n games that are stepped together; `Batch` has the other arguments."""
    from bedesten.envs.extras import needing

    with needing("batch"):
        from bedesten.envs.batches import Batch
    return Batch(game, n, **more)
