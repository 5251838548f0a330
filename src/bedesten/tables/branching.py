"""What if: a table that plays on from a moment of a finished game, for practice."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import msgspec

import bedesten
from bedesten.kernel.match import Match
from bedesten.kernel.record import read
from bedesten.kernel.replay import begun
from bedesten.tables.chairs import checked_level
from bedesten.tables.entries import Began, Chair, Opened, TableEntry
from bedesten.tables.opening import opened
from bedesten.tables.refusal import Refusal


def match_at(record: str, answers: int) -> Match:
    """The match of a record after so many of its answers; Refusal if it is over there."""
    found = read(record)
    match = begun(found, bedesten.game)
    told = [answer for line in found.lines for answer in line.answers]
    if not 0 <= answers <= len(told):
        raise Refusal("no_moment", most=len(told))
    for seat, word in told[:answers]:
        match.repeat(seat, word)
    if match.over:
        raise Refusal("not_playing")
    return match


def branch_entries(
    match: Match, chairs: Sequence[Chair], mine: Sequence[int], host: Chair, level: str, now: float
) -> list[TableEntry]:
    """The entries of a table that begins at a match's position, with luck of its own.

    The host holds the seats `mine`, under the names that they had; bots hold the others.
    """
    if not mine or any(not 0 <= seat < match.seats for seat in mine):
        raise Refusal("no_seat", most=match.seats - 1)
    seated = [
        msgspec.structs.replace(chair, kind="person", person=host.person, level="")
        if seat in mine
        else msgspec.structs.replace(chair, kind="bot", person="", level=checked_level(level))
        for seat, chair in enumerate(chairs)
    ]
    seed = secrets.randbits(63)
    first: Opened = opened(
        match.game.name,
        seated,
        host=host.person,
        options=match.options,
        data=match.changes,
        seed=seed,
    )
    position = match.position()
    branch = bedesten.from_position(
        match.game.name, position, seed=seed, names=[chair.name for chair in first.chairs]
    )
    answers = [(answer.seat, answer.word) for answer in branch.history]
    began = Began(branch.rules, first.chairs, answers, position)
    return [TableEntry(0, now, first), TableEntry(1, now, began)]
