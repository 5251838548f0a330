"""Registers the tiny game for one test, as its package and one line would."""

from __future__ import annotations

import sys

import pytest

import bedesten
from examples import tiny_game


def register_tiny_game(monkeypatch: pytest.MonkeyPatch) -> str:
    """Add the tiny game to `bedesten.games()`; return its name."""
    name = tiny_game.GAME.name
    monkeypatch.setattr(bedesten, "_NAMES", (*bedesten.games(), name))
    monkeypatch.setitem(sys.modules, f"bedesten.games.{name}", tiny_game)
    return name
