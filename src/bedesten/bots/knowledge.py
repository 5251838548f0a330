"""What a seat may know when it is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bedesten.kernel.agenda import step_of
from bedesten.kernel.game import Game
from bedesten.kernel.match import Match
from bedesten.kernel.position import dump_state
from bedesten.kernel.rng import Rng
from bedesten.kernel.state import State
from bedesten.kernel.text import Catalogue


class Knowledge:
    """What one seat may know, computed on demand: a bot pays only for what it reads."""

    def __init__(
        self,
        game: Game[Any, Any, Any],
        state: State,
        seat: int,
        options: Mapping[str, Any] | None = None,
        changes: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.seat = seat
        self._truth = state
        self._options = options or {}
        self._changes = changes or {}

    @classmethod
    def of(cls, match: Match, seat: int) -> Knowledge:
        """What a seat of a match may know."""
        return cls(match.game, match.state, seat, match.options, match.changes)

    def text(self, language: str) -> Catalogue:
        """All sentences of the game in a language, with the components of the match."""
        return self.game.text(language, self._changes)

    @property
    def step(self) -> str:
        """The name of the step that asks."""
        return self.game.steps[step_of(self._truth.question(self.seat))]

    @property
    def choices(self) -> tuple[str, ...]:
        """The legal words."""
        words = self.game.vocabulary
        return tuple(words[n] for n in self._truth.legal(self.seat))

    @property
    def view(self) -> dict[str, Any]:
        """The table as this seat sees it, as plain data."""
        return self.game.show(self._truth, self.seat)

    def imagine(self, rng: Rng) -> State:
        """A random world that agrees with everything this seat knows (a determinization)."""
        return self._truth.imagine(self.seat, rng)

    @property
    def observation(self) -> dict[str, Any]:
        """All that this seat may know, as plain data for an external program."""
        s = self._truth
        return {
            "game": self.game.name,
            "seat": self.seat,
            "seats": int(s.seats),
            "turn": int(s.turn),
            "actors": list(s.actors()),
            "scores": [s.standing(seat)[0] for seat in range(s.seats)],
        } | self.view

    def imagined_position(self, rng: Rng) -> dict[str, Any]:
        """An imagined world as a position, which an external program can load."""
        return {
            "game": self.game.name,
            "rules": self.game.rules_version,
            "seats": int(self._truth.seats),
            "options": dict(self._options),
            "data": dict(self._changes),
        } | dump_state(self.game, self.imagine(rng))
