"""What has happened in a match, worked out by playing its record again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import bedesten
from bedesten.kernel.event import Event
from bedesten.kernel.match import Answer, Match
from bedesten.kernel.record import Record, read
from bedesten.kernel.replay import begun


@dataclass(frozen=True)
class ReplayedAnswer:
    """One answer, its events, and the match after it."""

    answer: Answer
    events: tuple[Event, ...]
    after: Match


def replayed_answers(match: Match) -> Iterator[ReplayedAnswer]:
    """Play a match again from its start."""
    again = match_at_start(match)
    for answer in match.history:
        events = again.repeat(answer.seat, answer.word)
        yield ReplayedAnswer(answer, tuple(events), again.fork())


def match_at_start(match: Match) -> Match:
    """The match before its first answer."""
    record: Record = read(match.record())
    return begun(record, bedesten.game)


def all_events(match: Match) -> list[Event]:
    """All events of a match since its start."""
    return [event for one in replayed_answers(match) for event in one.events]
