"""A board for a game that has none of its own: the view, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.console import RenderableType
from rich.pretty import Pretty
from rich.text import Text

from bedesten.boards import Drawing
from bedesten.boards.signs import seat_sign
from bedesten.kernel.match import Match
from bedesten.kernel.text import sentences


class PlainBoard:
    """What every board can do."""

    quiet: ClassVar[frozenset[str]] = frozenset()
    loud: ClassVar[frozenset[str]] = frozenset()
    secret: ClassVar[bool] = False
    besides: str = "c"

    def __init__(self, language: str) -> None:
        self.language = language
        self.say = sentences("bedesten.boards", language)

    def headline(self, match: Match) -> str:
        return self.say("turn", n=match.state.turn)

    def draw(self, match: Match, seat: int | None, width: int, height: int | None) -> Drawing:
        return Drawing(Pretty(match.view(seat)), width, 0)

    def mark(self, seat: int) -> Text:
        return seat_sign(seat)

    def hint(self, match: Match, seat: int, word: str) -> Text:
        return Text()

    def brief(self, match: Match, seat: int, word: str) -> Text | None:
        return None

    def listed(self, step: str, words: Sequence[str]) -> tuple[list[str], list[str]]:
        return list(words), []

    def legend(self, match: Match, seat: int) -> list[RenderableType]:
        return []

    def clause(self, step: str, word: str) -> str | None:
        return None

    def also_called(self, word: str) -> tuple[str, ...]:
        return ()

    def standings(self) -> tuple[str, ...]:
        return (self.say("points"),)


def board(language: str) -> PlainBoard:
    return PlainBoard(language)
