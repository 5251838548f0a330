"""Taking back: which choices of a match can be undone, and what its log says afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeAlias

import msgspec

from bedesten.kernel.append_list import AppendList
from bedesten.kernel.event import Event
from bedesten.kernel.match import MANUAL, Match
from bedesten.kernel.state import CHANCE
from bedesten.tables.entries import Rewound, TookBack


class LoggedAnswer(msgspec.Struct, frozen=True, gc=False):
    """The events of one answer, and the number of the entry that tells them."""

    number: int
    seat: int
    turn: int
    events: tuple[Event, ...]
    is_only: bool = False
    """Whether the table has given it, because there was no other."""


Log: TypeAlias = AppendList[LoggedAnswer]
"""One for each answer of the match. Their numbers never fall."""


class Undo(msgspec.Struct, frozen=True, gc=False):
    """What going back would take back."""

    choices: int
    """The seat's own answers, from the first that it chose in its last entry."""
    to: int
    """The number of answers that would stand."""
    is_free: bool
    """Whether nothing was revealed and nobody else has chosen since."""
    turns: int
    """How many turns of other seats go with it."""
    is_new_luck: bool
    """Whether dice or cards were seen that fall anew."""


class Decision(msgspec.Struct, frozen=True, gc=False):
    """The last decision of a seat and what has happened since, as far as that was looked at."""

    choices: int
    """The seat's own answers, from the first of the decision on."""
    first: int
    """Where in the history the first one is."""
    to: int
    """The number of answers that stand if it is taken back with consent."""
    turns: frozenset[tuple[int, int]]
    """The turns of other seats since, each with its seat."""
    is_new_luck: bool
    """Whether dice or cards were seen since."""
    seen: int
    """How many answers of the match were looked at."""


@dataclass(frozen=True)
class Undone:
    """The game as it was before something was taken back, to go back to."""

    seat: int
    number: int
    """The entry that took it back."""
    is_free: bool
    reveals: int
    """What had been revealed after it: more, and the game has gone another way."""
    match: Match
    log: Log
    cut: int
    """Where in the log the first entry begins of which something was taken back."""


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
    """The number of answers before the last choices of a seat; None if it made fewer.

    If one of them was hidden and lies open now, those that were given together with it go back
    too: nobody chooses again who knows what the others have chosen.
    """
    if match.choices_made(seat) < choices:
        return None
    return _before_secrets(match, next(islice(match.choices_from_last(seat), choices - 1, None)))


def _before_secrets(match: Match, to: int) -> int:
    """The number of answers before those that were hidden together with the one at an index."""
    history = match.history
    here = history[to]
    while here.sealed and to > 0:
        before = history[to - 1]
        if not before.sealed or before.reveals != here.reveals:
            break
        to -= 1
    return to


def last_decision(match: Match, log: Log, seat: int, known: Decision | None) -> Decision | None:
    """The last decision of a seat; None if it has decided nothing.

    A decision is a whole entry of the seat; what the table has answered for it is none. If it is
    `known` from earlier, and the seat has not answered since, only what is new is looked at.
    """
    found = known or _found_decision(match, log, seat)
    length = len(match.history)
    if found is None or found.seen == length:
        return found
    turns, is_new_luck = found.turns, found.is_new_luck
    for one in match.history[found.seen :]:
        if one.seat == CHANCE:
            is_new_luck = True
        elif one.seat != seat and (one.seat, one.turn) not in turns:
            turns |= {(one.seat, one.turn)}
    return Decision(found.choices, found.first, found.to, turns, is_new_luck, length)


def _found_decision(match: Match, log: Log, seat: int) -> Decision | None:
    choices = 0
    first: int | None = None
    for passed, choice in enumerate(match.choices_from_last(seat), 1):
        if first is not None and log[choice].number != log[first].number:
            break
        if not log[choice].is_only:
            choices, first = passed, choice
    if first is None:
        return None
    to = _before_secrets(match, first)
    return Decision(choices, first, to, frozenset(), False, to)


def next_undo(decision: Decision, free: int) -> Undo:
    """What going back to a seat's last decision takes back."""
    if decision.choices <= free:
        return Undo(decision.choices, decision.first, True, 0, False)
    turns = len(decision.turns)
    return Undo(decision.choices, decision.to, False, turns, decision.is_new_luck)


def redo(undone: Undone, unused_draw: int, number: int) -> tuple[Match, Log]:
    """The match and its log as they were; what was taken back is told again by this entry.

    No draw that was made since is made again.
    """
    match = undone.match.fork()
    if match.chance != MANUAL:
        match.skip_to(max(match.unused_draw, unused_draw))
    log = undone.log.until(undone.cut)
    for one in undone.log[undone.cut :]:
        log.append(msgspec.structs.replace(one, number=number))
    return match, log


def freely(match: Match, seat: int, people: Sequence[int]) -> int:
    """How many of its last choices a seat may undo without consent.

    What binds is left alone if one of the other people has to answer it.
    """
    free = match.free_take_backs(seat)
    if match.game.binding:
        for undone, choice in enumerate(islice(match.choices_from_last(seat), free)):
            if not set(people).isdisjoint(_answering(match, choice)):
                return undone
    return free


def _answering(match: Match, choice: int) -> list[int]:
    """Who answers a choice that binds, or what was forced after it; nobody if nothing binds."""
    said = match.history
    binds = said[choice].word in match.game.binding
    end = choice + 1
    while end < len(said) and said[end].forced and said[end].seat == said[choice].seat:
        binds = binds or said[end].word in match.game.binding
        end += 1
    if not binds:
        return []
    return [said[end].seat] if end < len(said) else list(match.actors)


def undo(match: Match, payload: TookBack | Rewound, log: Log, number: int) -> Log:
    """Undo choices in a match; the log of what stands.

    The events of an entry of which something was undone, and of all later entries, belong
    to the entry that undid it: its number is `number`.
    """
    before = match.history
    undone = undone_by(match, payload)
    if isinstance(payload, TookBack):
        match.take_back(payload.seat, payload.choices)
    else:
        match.rewind(payload.to, next_draw=payload.draw)
    if not undone:
        return log
    stands = entry_begins(log, min(undone))
    kept = iter(
        logged
        for n, (answer, logged) in enumerate(
            zip(before[stands:], log[stands:], strict=True), stands
        )
        if n not in undone and not answer.forced
    )
    found = log.until(stands)
    for answer in match.history[stands:]:
        if answer.forced:
            at = found[-1].number if found else 0
            found.append(LoggedAnswer(at, answer.seat, answer.turn, ()))
            continue
        logged = next(kept, None)
        if logged is None:
            found.append(LoggedAnswer(number, answer.seat, answer.turn, ()))
        else:
            found.append(msgspec.structs.replace(logged, number=number))
    return found


def undone_by(match: Match, payload: TookBack | Rewound) -> set[int]:
    """Where in the history the answers are that an entry undoes."""
    if isinstance(payload, TookBack):
        return set(islice(match.choices_from_last(payload.seat), payload.choices))
    return set(range(payload.to, len(match.history)))


def entry_begins(log: Log, answer: int) -> int:
    """Where in the log the entry of an answer begins."""
    number = log[answer].number
    while answer > 0 and log[answer - 1].number == number:
        answer -= 1
    return answer
