"""Events with the game's names in place of the kernel's numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from bedesten.kernel.state import NOBODY, Told
from bedesten.kernel.words import bit

NUMBER = "number"
SEAT = "seat"


@dataclass(frozen=True)
class Amounts:
    """A field of several numbers, one for each kind."""

    kinds: tuple[str, ...]


Field: TypeAlias = "str | tuple[str, ...] | Amounts"
"""NUMBER, SEAT, the names that a number stands for, or amounts by kind."""


@dataclass(frozen=True)
class EventKind:
    """The name of an event and the meaning of its numbers, in their order."""

    name: str
    clause: str
    fields: dict[str, Field]
    adds_up: bool = False
    """Whether several in a row are told as one; the fields are then a thing and its number n."""


@dataclass(frozen=True)
class Event:
    """One thing that happened at a table."""

    name: str
    clause: str
    seat: int | None
    values: dict[str, Any]
    seen_by: int

    def is_seen_by(self, seat: int | None) -> bool:
        """Whether a seat may know of it; None for spectators."""
        return self.seen_by < 0 if seat is None else self.seen_by & bit(seat) != 0


def named(told: Told, kinds: Sequence[EventKind]) -> Event:
    """An event of the kernel with the names of its kind."""
    kind = kinds[told.kind]
    numbers = [told.a, told.b, told.c, told.d]
    values: dict[str, Any] = {}
    at = 0
    for field, meaning in kind.fields.items():
        if isinstance(meaning, Amounts):
            values[field] = dict(zip(meaning.kinds, numbers[at:], strict=False))
            at += len(meaning.kinds)
            continue
        values[field] = numbers[at] if isinstance(meaning, str) else meaning[numbers[at]]
        at += 1
    seat = None if told.seat == NOBODY else told.seat
    return Event(kind.name, kind.clause, seat, values, told.seen_by)
