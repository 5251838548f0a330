"""Players that are programs, found by name.

A bot is given what its seat knows and answers with one of the words that it may
say. Its luck is handed to it, so the same seed gives the same game everywhere.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final, Protocol

from bedesten.bots.knowledge import Knowledge
from bedesten.kernel.rng import Rng

ANY: Final = "bot"
"""The name under which one asks for a bot, whichever is the usual one."""

USUAL: Final = "greedy"

_BOTS: Final = ("random", "greedy")


class Bot(Protocol):
    """A program that can sit at any table."""

    def choose(self, known: Knowledge, rng: Rng) -> str:
        """The word that it says, one of `known.choices`."""


def names() -> tuple[str, ...]:
    """The names of the bots."""
    return _BOTS


def full_name(name: str) -> str | None:
    """The bot that a name stands for; None if there is none of that name."""
    if name == ANY:
        return USUAL
    return name if name in _BOTS else None


def bot(name: str) -> Bot:
    """A bot by its name."""
    found = full_name(name)
    if found is None:
        raise ValueError(f"no bot {name!r}; there are: {', '.join(_BOTS)}")
    player: Bot = import_module(f"bedesten.bots.{found}").BOT
    return player
