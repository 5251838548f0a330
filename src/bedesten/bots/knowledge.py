"""What a seat may know when it is asked."""

from __future__ import annotations

from typing import Any

from bedesten.kernel.game import Game
from bedesten.kernel.rng import Rng
from bedesten.kernel.state import State, step_of


class Knowledge:
    """One seat's side of the table.

    Everything is worked out when it is asked for: a bot that looks at its
    choices alone pays for nothing else.
    """

    def __init__(self, game: Game[Any, Any, Any], state: State, seat: int) -> None:
        self.game = game
        self.seat = seat
        self._truth = state

    @property
    def step(self) -> str:
        """What is asked."""
        return self.game.steps[step_of(self._truth.question(self.seat))]

    @property
    def choices(self) -> tuple[str, ...]:
        """The words that may be said now."""
        words = self.game.vocabulary
        return tuple(words[n] for n in self._truth.legal(self.seat))

    @property
    def view(self) -> dict[str, Any]:
        """The table as this seat sees it."""
        return self.game.show(self._truth, self.seat)

    def imagine(self, rng: Rng) -> State:
        """A world that fits what this seat knows."""
        return self._truth.imagine(self.seat, rng)
