"""Players that are programs, found by name.

A bot is given what its seat knows and answers with one of its legal words. It draws from
a random generator that is passed in, so the same seed gives the same game everywhere.
"""

from __future__ import annotations

import re
from typing import Final, Protocol

from bedesten.bots.evaluation import Evaluations
from bedesten.bots.greedy import GreedyBot
from bedesten.bots.hints import Advice, advise
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.levels import LEVELS, USUAL_LEVEL, LevelBot
from bedesten.bots.policy import PolicyBot
from bedesten.bots.random import RandomBot
from bedesten.bots.search_bot import SearchBot
from bedesten.bots.solo import solo_estimate
from bedesten.kernel.rng import Rng

__all__ = [
    "ANY",
    "LEVELS",
    "USUAL_LEVEL",
    "Advice",
    "Bot",
    "advise",
    "bot",
    "full_name",
    "names",
    "solo_estimate",
]

ANY: Final = "bot"
"""The name that stands for the usual level."""

_WORLDS: Final = 4  # of the greedy bot

_BOTS: Final = ("random", "policy", "greedy", *LEVELS)


class Bot(Protocol):
    """A program that can sit at any table."""

    def choose(self, known: Knowledge, rng: Rng) -> str:
        """One of `known.choices`."""


def names() -> tuple[str, ...]:
    """The names of the bots."""
    return _BOTS


def full_name(name: str) -> str | None:
    """The bot that a name stands for; None if there is none."""
    if name == ANY:
        return USUAL_LEVEL
    known = name in _BOTS or re.fullmatch("search:[1-9][0-9]{0,6}", name)
    return name if known else None


def bot(name: str, ms: int | None = None) -> Bot:
    """A bot by its name; `ms` bounds the time that a search takes for each answer."""
    found = full_name(name)
    if found is None:
        raise ValueError(f"no bot {name!r}; there are: {', '.join(_BOTS)}, search:400")
    kind, _, simulations = found.partition(":")
    if kind == "random":
        return RandomBot()
    if kind == "policy":
        return PolicyBot(Evaluations())
    if kind == "greedy":
        return GreedyBot(Evaluations(), _WORLDS)
    if kind == "search":
        return SearchBot(Evaluations(), int(simulations), ms)
    return LevelBot(kind, ms)
