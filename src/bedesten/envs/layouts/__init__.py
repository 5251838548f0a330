"""The layout of each game's observations; a game's is found by its name."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from bedesten.envs.fields import FIXED, Group, Layout, common_fields
from bedesten.kernel.game import Game
from bedesten.kernel.state import State


def layout_of(game: Game[Any, Any, Any], s: State) -> Layout:
    """Where everything stands in the rows of a game like this one."""
    described = import_module(f"bedesten.envs.layouts.{game.name}")
    return Layout(
        game=game,
        seats=int(s.seats),
        version=described.VERSION,
        root=Group(**common_fields(game, s), **described.fields(s)),
        fixed=(*FIXED, *described.FIXED),
    )
