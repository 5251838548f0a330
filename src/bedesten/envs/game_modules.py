"""The import hook behind `bedesten.envs.<game>_v0`, one PettingZoo module per registered game.

PettingZoo expects a module with `env`, `raw_env` and, for parallel environments,
`parallel_env`. The hook makes that module for every name in `bedesten.games()`,
so a new game needs no file here.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Final

import bedesten

_NAME: Final = re.compile(r"bedesten\.envs\.(\w+)_v0")


class GameModuleFinder(MetaPathFinder):
    """Finds the PettingZoo module of a registered game."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        found = _NAME.fullmatch(name)
        if found is None or found[1] not in bedesten.games():
            return None
        return ModuleSpec(name, GameModuleLoader(found[1]), origin="made from the game")


class GameModuleLoader(Loader):
    """Makes the PettingZoo module of a game; MissingExtra if PettingZoo is not installed."""

    def __init__(self, game: str) -> None:
        self._game = game

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        from bedesten.envs.pettingzoo import GameModule

        return GameModule(spec.name, self._game)

    def exec_module(self, module: ModuleType) -> None:
        """Nothing is left to do: the module is made complete."""


def install() -> None:
    """Let Python find the modules of all games."""
    if not any(isinstance(finder, GameModuleFinder) for finder in sys.meta_path):
        sys.meta_path.append(GameModuleFinder())
