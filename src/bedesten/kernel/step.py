"""The kinds of steps: whom a rule asks, which answers are legal, and what they do."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bedesten.kernel.words import Seat, Word, Words

ASKS_NOBODY: Final = 0
ASKS_SEAT: Final = 1
ASKS_CHANCE: Final = 2
ASKS_WIDE: Final = 3
ASKS_TOGETHER: Final = 4

EVERYBODY: Final = -1
"""All seats; where it says who may see something, spectators too."""


class RuleError(Exception):
    """A bug in the rules or in their caller; never a player's fault."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Step:
    """One thing that the rules do. Steps hold no data: a game has one object of each."""

    clause: ClassVar[str] = ""
    """The clause of the rules that it carries out."""

    asks: i64

    def __init__(self) -> None:
        self.asks = ASKS_NOBODY

    def run(self, s: Any, seat: Seat, detail: i64, /) -> None:
        """Carry out a step that waits for nobody."""
        raise RuleError("this step does not run by itself")

    def options(self, s: Any, seat: Seat, detail: i64, /) -> Words:
        """The legal answers; has no side effects."""
        raise RuleError("this step asks nothing")

    def spread(self, s: Any, seat: Seat, detail: i64, sheet: vec[i64], /) -> None:
        """Mark the legal answers on an empty sheet."""
        raise RuleError("this step asks nothing")

    def answer(self, s: Any, seat: Seat, detail: i64, word: Word, /) -> None:
        """Apply an answer."""
        raise RuleError("this step takes no answer")

    def is_open(self, s: Any, seat: Seat, detail: i64, /) -> bool:
        """Whether the options are public knowledge.

        The kernel answers a question with one legal answer itself, unless that would reveal to
        the others what only the seat knows.
        """
        return True

    def tickets(self, s: Any, seat: Seat, detail: i64, /) -> i64:
        """The number of tickets, each equally likely."""
        raise RuleError("this step draws nothing")

    def drawn(self, s: Any, seat: Seat, detail: i64, ticket: i64, /) -> Word:
        """The word of a ticket; tickets are numbered from 0."""
        raise RuleError("this step draws nothing")

    def asked(self, s: Any, detail: i64, /) -> i64:
        """The seats asked at once, as bits."""
        return EVERYBODY

    def reveal(self, s: Any, detail: i64, /) -> None:
        """Continue after all seats asked at once have answered."""
        raise RuleError("this step reveals nothing")


@mypyc_attr(allow_interpreted_subclasses=True)
class Question(Step):
    """A step that asks one seat: `options`, `answer`."""

    def __init__(self) -> None:
        self.asks = ASKS_SEAT


@mypyc_attr(allow_interpreted_subclasses=True)
class Wide(Step):
    """A question with words beyond the first 63: `spread`, `answer`."""

    def __init__(self) -> None:
        self.asks = ASKS_WIDE


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance(Step):
    """A step that chance decides: `tickets`, `drawn`, `answer`."""

    def __init__(self) -> None:
        self.asks = ASKS_CHANCE


@mypyc_attr(allow_interpreted_subclasses=True)
class Draw(Chance):
    """A card drawn from a hidden pile: a draw reveals something even if one card is left."""

    def is_open(self, s: Any, seat: Seat, detail: i64, /) -> bool:
        return False


@mypyc_attr(allow_interpreted_subclasses=True)
class Together(Step):
    """A step that asks several seats at once; none sees the others' answers.

    Each seat has an agenda of its own until it has answered everything: every seat is asked
    `options` and `answer`, and what `answer` schedules is asked of that seat next. Until then
    rules write to the seat's own draft only. When the last seat is done, `reveal` continues.
    """

    def __init__(self) -> None:
        self.asks = ASKS_TOGETHER
