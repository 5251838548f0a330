"""What a rule is: whom it asks, what may be said, and what comes of it."""

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
"""All seats, and the gallery too where it is about who may see something."""


class RuleError(Exception):
    """The rules have been written or called wrongly; never a player's fault."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Step:
    """One thing the rules do. Steps carry no data: a game has one of each."""

    clause: ClassVar[str] = ""
    """The clause of the rules that says so."""

    asks: i64

    def __init__(self) -> None:
        self.asks = ASKS_NOBODY

    def run(self, s: Any, seat: Seat, detail: i64, /) -> None:
        """Carry out a step that waits for nobody."""
        raise RuleError("this step does not run by itself")

    def options(self, s: Any, seat: Seat, detail: i64, /) -> Words:
        """The words allowed as answers; asking changes nothing."""
        raise RuleError("this step asks nothing")

    def spread(self, s: Any, seat: Seat, detail: i64, sheet: vec[i64], /) -> None:
        """Mark the words allowed on an empty sheet."""
        raise RuleError("this step asks nothing")

    def answer(self, s: Any, seat: Seat, detail: i64, word: Word, /) -> None:
        """Take the answer of the one who was asked."""
        raise RuleError("this step takes no answer")

    def is_open(self, s: Any, seat: Seat, detail: i64, /) -> bool:
        """Tell whether everybody can see what the options are.

        A question with one answer is answered by the kernel itself, unless
        that would tell the others what only the seat can know.
        """
        return True

    def tickets(self, s: Any, seat: Seat, detail: i64, /) -> i64:
        """How many tickets lie in the urn, each as likely as the others."""
        raise RuleError("this step draws nothing")

    def drawn(self, s: Any, seat: Seat, detail: i64, ticket: i64, /) -> Word:
        """The word on a ticket, from 0 on."""
        raise RuleError("this step draws nothing")

    def asked(self, s: Any, detail: i64, /) -> i64:
        """The seats that are asked together, as bits."""
        return EVERYBODY

    def reveal(self, s: Any, detail: i64, /) -> None:
        """Go on when all the seats asked together have answered."""
        raise RuleError("this step reveals nothing")


@mypyc_attr(allow_interpreted_subclasses=True)
class Question(Step):
    """A step that one seat decides: `options`, `answer`."""

    def __init__(self) -> None:
        self.asks = ASKS_SEAT


@mypyc_attr(allow_interpreted_subclasses=True)
class Wide(Step):
    """A question with words beyond the first 63: `spread`, `answer`."""

    def __init__(self) -> None:
        self.asks = ASKS_WIDE


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance(Step):
    """A step that luck decides: `tickets`, `drawn`, `answer`."""

    def __init__(self) -> None:
        self.asks = ASKS_CHANCE


@mypyc_attr(allow_interpreted_subclasses=True)
class Draw(Chance):
    """A card drawn from a hidden pile: it is news even if only one is left."""

    def is_open(self, s: Any, seat: Seat, detail: i64, /) -> bool:
        return False


@mypyc_attr(allow_interpreted_subclasses=True)
class Together(Step):
    """A step that several seats decide, none seeing the others' answers.

    Each seat has an agenda of its own until it has nothing left to answer:
    `options` and `answer` are asked of every seat, and what `answer` schedules
    is asked of that seat next. Up to here rules write to the seat's own draft
    and to nothing else. When the last seat is done, `reveal` goes on.
    """

    def __init__(self) -> None:
        self.asks = ASKS_TOGETHER
