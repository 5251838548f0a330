"""The base of boards that draw a game in their own way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from rich.text import Text

from bedesten.boards.plain import PlainBoard
from bedesten.boards.signs import seat_piece
from bedesten.boards.table_view import TableView
from bedesten.kernel.match import Match
from bedesten.kernel.state import State
from bedesten.kernel.text import Sentences, sentences

View = TypeVar("View", bound=TableView)


class DrawnBoard(PlainBoard, Generic[View]):
    """A board with a package of its own for texts, and a view of its own to draw from.

    The texts may have `besides`, and `called_<word>` with further names of a word.
    """

    def __init__(
        self,
        language: str,
        package: str,
        view_type: Callable[[Match, int | None, Sentences], View],
    ) -> None:
        super().__init__(language)
        self.say = sentences(package, language)
        self.besides = self.say.texts.get("besides", self.besides)
        self._view_type = view_type
        self._last: tuple[State, int, View] | None = None

    def table(self, match: Match, seat: int | None) -> View:
        """What a seat sees now, chance as little as a spectator; the last answer is cached."""
        looking = None if seat is None or seat < 0 else seat
        answers = len(match.history)
        if self._last is not None:
            state, then, table = self._last
            if state is match.state and then == answers and table.seat == looking:
                return table
        table = self._view_type(match.fork(), looking, self.say)
        self._last = match.state, answers, table
        return table

    def mark(self, seat: int) -> Text:
        return seat_piece(seat)

    def also_called(self, word: str) -> tuple[str, ...]:
        return tuple(self.say.texts.get(f"called_{word.replace(':', '_')}", "").split())


def step_asked(match: Match, seat: int) -> str:
    """The step whose question a seat, or chance, is asked; empty if none is."""
    question = match.question(seat)
    return question.step if question else ""
