"""People who are away: since when, who was nudged, and who wants a bot to play for whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

NUDGE_AFTER: Final = 5
"""Seconds that a seat is asked before it may be nudged."""
NUDGE_PAUSE: Final = 30
"""Seconds between two nudges of a seat."""
MAX_NUDGES: Final = 5
"""Nudges of a seat while it is asked the same question."""


@dataclass(frozen=True)
class Presence:
    """Who is connected, and since when those are gone who were connected before."""

    here: frozenset[str] = frozenset()
    left: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Nudges:
    """The nudges of a seat at one question."""

    question: int
    count: int
    at: float


class Absences:
    """When people last did something, nudges, and votes for bots, by seat."""

    def __init__(self) -> None:
        self.acted: dict[int, float] = {}
        self.nudges: dict[int, Nudges] = {}
        self.votes: dict[int, dict[str, float]] = {}  # seat: when a person has voted

    def copy(self) -> Absences:
        other = Absences()
        other.acted = self.acted.copy()
        other.nudges = self.nudges.copy()
        other.votes = {seat: votes.copy() for seat, votes in self.votes.items()}
        return other

    def began(self, seats: Iterable[int], at: float) -> None:
        """Note that all seats were there when the game began, perhaps at other places before."""
        self.acted = dict.fromkeys(seats, at)

    def nudge(self, seat: int, question: int, at: float) -> None:
        before = self.nudges.get(seat)
        count = before.count if before is not None and before.question == question else 0
        self.nudges[seat] = Nudges(question, count + 1, at)

    def vote(self, seat: int, person: str, at: float) -> None:
        self.votes.setdefault(seat, {})[person] = at

    def voters(self, seat: int, since: float) -> set[str]:
        """The people who have voted since a seat's person went away."""
        return {person for person, at in self.votes.get(seat, {}).items() if at >= since}

    def wait_for_nudge(self, seat: int, question: int, asked_at: float, now: float) -> float | None:
        """Seconds until a seat may be nudged; None if it was nudged often enough."""
        wait = asked_at + NUDGE_AFTER - now
        before = self.nudges.get(seat)
        if before is not None and before.question == question:
            if before.count >= MAX_NUDGES:
                return None
            wait = max(wait, before.at + NUDGE_PAUSE - now)
        return max(wait, 0.0)
