"""Taking back: which choices of a match can be undone, and what its log says afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bedesten.kernel.event import Event
from bedesten.kernel.match import Answer, Match
from bedesten.tables.entries import Rewound, TookBack


@dataclass(frozen=True)
class LoggedAnswer:
    """The events of one answer, and the number of the entry that tells them."""

    number: int
    seat: int
    turn: int
    events: tuple[Event, ...]


@dataclass
class TakeBackRequest:
    """A seat asks the other people to let it go back."""

    seat: int
    to: int
    """The number of answers that would stand."""
    waiting_for: list[int]
    agreed: list[int] = field(default_factory=list)

    def copy(self) -> TakeBackRequest:
        return TakeBackRequest(self.seat, self.to, self.waiting_for.copy(), self.agreed.copy())


def before_choice(match: Match, seat: int, choices: int) -> int | None:
    """The number of answers before the last choices of a seat; None if it made fewer."""
    own = _choices(match, seat)
    return own[-choices] if len(own) >= choices else None


def undo(
    match: Match, payload: TookBack | Rewound, log: Sequence[LoggedAnswer], number: int
) -> list[LoggedAnswer]:
    """Undo choices in a match; the log of what stands.

    The events of an entry of which something was undone, and of all later entries, belong
    to the entry that undid it: its number is `number`.
    """
    before = match.history
    if isinstance(payload, TookBack):
        undone = _choices(match, payload.seat)[-payload.choices :]
        match.take_back(payload.seat, payload.choices)
    else:
        undone = list(range(payload.to, len(before)))
        match.rewind(payload.to, next_draw=payload.draw)
    return _standing(log, before, match.history, undone, number)


def _choices(match: Match, seat: int) -> list[int]:
    """Where in the history the choices of a seat are."""
    return [n for n, one in enumerate(match.history) if one.seat == seat and not one.forced]


def _standing(
    log: Sequence[LoggedAnswer],
    before: Sequence[Answer],
    after: Sequence[Answer],
    undone: Sequence[int],
    number: int,
) -> list[LoggedAnswer]:
    cut = log[min(undone)].number
    gone = set(undone)
    kept = iter(
        logged
        for n, (answer, logged) in enumerate(zip(before, log, strict=True))
        if n not in gone and not answer.forced
    )
    found: list[LoggedAnswer] = []
    for answer in after:
        if answer.forced:
            at = found[-1].number if found else 0
            found.append(LoggedAnswer(at, answer.seat, answer.turn, ()))
            continue
        logged = next(kept, None) or LoggedAnswer(number, answer.seat, answer.turn, ())
        at = logged.number if logged.number < cut else number
        found.append(LoggedAnswer(at, logged.seat, logged.turn, logged.events))
    return found
