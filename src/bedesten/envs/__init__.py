"""Environments for learning programs: PettingZoo, Gymnasium, OpenSpiel, batches, MCP.

`istanbul_v0`, `choose_write_v0` and `basari_v0` are PettingZoo environments,
`batch` steps many games at once, `layout` says where everything stands in an
observation. Importing `bedesten.envs.gymnasium` or `bedesten.envs.openspiel`
registers the games there. Each needs its extra, and says so if it is missing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import bedesten
from bedesten.envs.layouts import layout_of

if TYPE_CHECKING:
    from bedesten.envs.batches import Batch
    from bedesten.envs.fields import Layout

__all__ = ["SEATS", "batch", "layout"]

SEATS = 4
"""How many seats a table has if nothing else is said."""


def layout(game: str, *, seats: int = SEATS, **more: Any) -> Layout:
    """Where everything stands in the observations of a game, with these options."""
    match = bedesten.new(game, seats=seats, chance="manual", **more)
    return layout_of(match.game, match.state)


def batch(game: str, n: int, **more: Any) -> Batch:
    """n games stepped together; see `Batch` for what else can be said."""
    from bedesten.envs.extras import needing

    with needing("batch"):
        from bedesten.envs.batches import Batch
    return Batch(game, n, **more)
