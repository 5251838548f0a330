"""The layouts of observations, one module per game; a game without one has hashed observations.

A module with the name of a game has `VERSION`, `FIXED` (fields of the view that
stay the same for a whole game) and `fields(state)`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from bedesten.envs import hashed
from bedesten.envs.fields import FIXED, Group, Layout, common_fields
from bedesten.kernel.game import Game
from bedesten.kernel.state import State


def layout_of(game: Game[Any, Any, Any], s: State) -> Layout:
    """The layout of a game with the seats and options of a state."""
    seats, shared = int(s.seats), Group(**common_fields(game, s))
    name = f"{__name__}.{game.name}"
    if find_spec(name) is None:
        own = hashed.HashedFields((*shared.fields, *FIXED))
        return Layout(game, seats, hashed.VERSION, shared, own, FIXED)
    module = import_module(name)
    fixed = (*FIXED, *module.FIXED)
    return Layout(game, seats, module.VERSION, shared, Group(**module.fields(s)), fixed)
