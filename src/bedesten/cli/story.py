"""What has happened in a game, answer by answer, told anew from its record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import bedesten
from bedesten.kernel.event import Event
from bedesten.kernel.match import Answer, Match
from bedesten.kernel.record import Record, read
from bedesten.kernel.replay import begun


@dataclass(frozen=True)
class Moment:
    """One answer and what came of it."""

    answer: Answer
    events: tuple[Event, ...]
    after: Match


def moments(match: Match) -> Iterator[Moment]:
    """Play a match again from its beginning."""
    again = before(match)
    for answer in match.history:
        events = again.repeat(answer.seat, answer.word)
        yield Moment(answer, tuple(events), again.fork())


def before(match: Match) -> Match:
    """The match before its first answer."""
    record: Record = read(match.record())
    return begun(record, bedesten.game)


@dataclass(frozen=True)
class Told:
    """An event, and how many answers had been given when it happened."""

    answers: int
    event: Event


def retold(match: Match) -> list[Told]:
    """All events of a match."""
    return [Told(n, event) for n, moment in enumerate(moments(match), 1) for event in moment.events]
