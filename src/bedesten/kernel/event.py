"""Events with the game's names in place of the kernel's numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import msgspec

from bedesten.kernel.state import NOBODY, Told
from bedesten.kernel.words import bit

MAX_NAMED = 20_000
"""Events that are kept, so that equal ones are one object."""
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
    """The clause of its cause; empty: the clause of the step that told it."""
    fields: dict[str, Field]
    adds_up: str = ""
    """The sum that it is part of: those of a sum in a row are told as one sentence of `{amounts}`.
    The fields are then a number n and what it counts, or n alone with `thing`."""
    thing: str = ""
    """The name of what n counts, if no field says it."""
    lasting: bool = False
    """Whether players want to read it again much later, however long ago it was."""
    clauses: Mapping[str, str] = field(default_factory=dict)
    """The clause by the value of the field that decides it, in place of `clause`."""
    causes: bool = False
    """Whether what the same step then tells of the same seat comes of it, if it is `caused`."""
    caused: bool = False
    """Whether its clause is that of the event which caused it, if there is one."""
    aside: bool = False
    """Whether nobody does it, but it belongs to what the player before has done."""
    quiet: bool = False
    """Whether a log on a page leaves it out, because the board shows it and nobody asks why."""
    begins: bool = False
    """Whether a turn or a round begins with it; its text is then a heading."""


class Event(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened at a table."""

    name: str
    clause: str
    seat: int | None
    values: dict[str, Any]
    seen_by: int

    def is_seen_by(self, seat: int | None) -> bool:
        """Whether a seat may know of it; None for spectators."""
        return self.seen_by < 0 if seat is None else self.seen_by & bit(seat) != 0


def named(
    told: Iterable[Told], kinds: Sequence[EventKind], step_clauses: Sequence[str]
) -> list[Event]:
    """Events of the kernel with the names of their kinds and the clauses of their causes.

    Equal events are one object: the logs of many games hold the same few thousand over and over.
    """
    found: list[Event] = []
    causes: dict[tuple[int, int], str] = {}
    """By step and seat, the clause of the last event that causes others."""
    for one in told:
        if one.kind < 0:
            causes.clear()  # a forced answer begins something new
            continue
        kind = kinds[one.kind]
        cause = causes.get((one.step, one.seat), "") if kind.caused else ""
        event = _kept(one, kind, cause or kind.clause or step_clauses[one.step])
        if kind.causes:
            causes[one.step, one.seat] = event.clause
        found.append(event)
    return found


def _kept(told: Told, kind: EventKind, clause: str) -> Event:
    key = (id(kind), told.seat, told.a, told.b, told.c, told.d, told.seen_by, clause)
    known = _named.get(key)
    if known is not None and known[0] is kind:
        return known[1]
    if len(_named) >= MAX_NAMED:
        _named.clear()
    event = _event(told, kind, clause)
    _named[key] = (kind, event)
    return event


def _event(told: Told, kind: EventKind, clause: str) -> Event:
    numbers = [told.a, told.b, told.c, told.d]
    values: dict[str, Any] = {}
    at = 0
    for name, meaning in kind.fields.items():
        if isinstance(meaning, Amounts):
            values[name] = dict(zip(meaning.kinds, numbers[at:], strict=False))
            at += len(meaning.kinds)
            continue
        values[name] = numbers[at] if isinstance(meaning, str) else meaning[numbers[at]]
        at += 1
    for value in values.values():
        if isinstance(value, str):
            clause = kind.clauses.get(value, clause)
    seat = None if told.seat == NOBODY else told.seat
    return Event(kind.name, clause, seat, values, told.seen_by)


_named: dict[tuple[Any, ...], tuple[EventKind, Event]] = {}
"""By kind, numbers and clause; the kind is kept too, so that its id stays its own."""
