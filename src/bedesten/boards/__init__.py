"""Tables drawn as text, for the terminal and for environments; found by the game's name.

A module here that bears the name of a game has a function `board(language)`.
A game without one is drawn plainly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import ClassVar, Protocol

from rich.console import RenderableType
from rich.text import Text

from bedesten.kernel.match import ForcedAnswer, Match


@dataclass(frozen=True)
class Drawing:
    """A picture and its size in columns and lines."""

    picture: RenderableType
    width: int
    height: int


class Board(Protocol):
    """How a game looks."""

    quiet: ClassVar[frozenset[str]]
    """Events that get no sentence."""
    loud: ClassVar[frozenset[str]]
    """Events that begin something new."""
    weighty: ClassVar[frozenset[str]]
    """Events of a kind that is told in full, on a screen of its own if need be."""
    following: ClassVar[frozenset[str]]
    """Events whose sentence stands in the same line as the one before."""
    hinted: ClassVar[frozenset[str]]
    """Reasons why something cannot be done that the hints tell already."""
    secret: ClassVar[bool]
    """Whether a seat is shown what the others must not see, such as a hand of cards."""
    besides: str
    """The letter before the numbers of choices that are offered besides what is asked."""

    def headline(self, match: Match) -> str:
        """The round, the turn, or whatever tells how far the game is."""

    def draw(self, match: Match, seat: int | None, width: int, height: int | None) -> Drawing:
        """The table as a seat sees it, within a width, and a height if one is given."""

    def mark(self, seat: int) -> Text:
        """The sign by which a seat's pieces are known."""

    def hint(self, match: Match, seat: int, word: str) -> Text:
        """What a choice would bring."""

    def whole(
        self, match: Match, seat: int, word: str, text: str, rest: Sequence[ForcedAnswer]
    ) -> str:
        """The text of a choice together with the answers that follow it by themselves."""

    def brief(self, match: Match, seat: int, word: str, step: str = "") -> Text | None:
        """A choice in a word or two, for small screens; None if the board has no short form.

        With a step, as an answer to it instead of what is asked now.
        """

    def listed(self, step: str, words: Sequence[str]) -> tuple[list[str], list[str]]:
        """The choices in the order to list them: what is asked, and what is offered besides."""

    def legend(self, match: Match, seat: int) -> list[RenderableType]:
        """What the signs on the board mean."""

    def clause(self, step: str, word: str) -> str | None:
        """The clause of a choice, if it differs from that of the question."""

    def aside(self, match: Match, seat: int) -> str:
        """What a question leaves open, such as the market it is about; may be empty."""

    def letters(self, match: Match) -> Text:
        """The letters of the colours with what they stand for; may be empty."""

    def examples(self) -> str:
        """How choices of this game may be typed, for the help."""

    def also_called(self, word: str) -> tuple[str, ...]:
        """Further names for a word, in the language of the board."""

    def standings(self) -> tuple[str, ...]:
        """The names of the numbers that rank the seats, the score first."""


def board_of(game: str, language: str) -> Board:
    """The board of a game: its own, or the plain one."""
    name = f"bedesten.boards.{game}"
    module = import_module(name if find_spec(name) else "bedesten.boards.plain")
    found: Board = module.board(language)
    return found
