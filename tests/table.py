"""A table for tests: speak the words of a game, roll the dice yourself, read what lies on it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import bedesten
from bedesten import CHANCE, Event


class Table:
    """A match whose dice and draws are said like everything else."""

    def __init__(self, game: str, seats: int, **options: Any) -> None:
        self.game = game
        self.match = bedesten.new(game, seats=seats, chance="manual", **options)
        self.events: list[Event] = []
        """Everything told since the table was laid, or since `arrange`."""

    @property
    def actor(self) -> int:
        """Who is asked first: the lowest seat, or CHANCE."""
        return self.match.actors[0]

    def say(self, *words: str) -> list[Event]:
        """Answer in turn for whoever is asked first, be it a seat or chance."""
        told: list[Event] = []
        for word in words:
            told += self.match.play(self.actor, word)
        self.events += told
        return told

    def play(self, seat: int, *words: str) -> list[Event]:
        """Answer for one seat, several words at once."""
        told = list(self.match.play(seat, *words))
        self.events += told
        return told

    def chance(self, *words: str) -> list[Event]:
        """Answer for chance."""
        told: list[Event] = []
        for word in words:
            told += self.match.play(CHANCE, word)
        self.events += told
        return told

    def options(self, seat: int | None = None) -> tuple[str, ...]:
        return self.match.choices(self.actor if seat is None else seat)

    @property
    def view(self) -> dict[str, Any]:
        """What a spectator sees."""
        return self.match.view(None)

    def arrange(self, change: Callable[[dict[str, Any]], None]) -> None:
        """Lay the pieces otherwise: `change` edits the position, which is then checked."""
        position = copy.deepcopy(self.match.position())
        change(position)
        self.match = bedesten.from_position(self.game, position, chance="manual")
        self.events = []
