"""The first entries of a table: a new one, the next game of a round, a record."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

import bedesten
from bedesten.kernel.fair_luck import Commitment, new_secret, promise_of
from bedesten.kernel.match import Match
from bedesten.tables.chairs import settled
from bedesten.tables.entries import (
    Abandoned,
    Began,
    Chair,
    ClockRule,
    Opened,
    Payload,
    StandInRule,
    TableEntry,
)
from bedesten.tables.refusal import Refusal
from bedesten.tables.table import Table

RECORD_PERSON: Final = "record"
"""The person at every seat of a record's table; no cookie holds this id."""


@dataclass(frozen=True)
class Promised:
    """A secret whose promise was given away before the table was opened."""

    ticket: str
    secret: str


def opened(
    game: str,
    chairs: Sequence[Chair],
    *,
    host: str,
    options: Mapping[str, Any] | None = None,
    visibility: str = "private",
    pace: str = "normal",
    take_back: str = "consent",
    clock_rule: ClockRule | None = None,
    seed: int | str | None = None,
    promised: Promised | None = None,
    shuffle: bool = False,
    data: Mapping[str, Any] | None = None,
    stand_in: StandInRule | None = None,
    hints: str = "alone",
) -> Opened:
    """The first entry of a new table; Refusal if the game does not allow it.

    With a seed the table is for practice. Otherwise its luck is promised: now, or before.
    What counts in a campaign is never taken back once something was revealed.
    """
    try:
        found = bedesten.game(game)
        found.check_seats(len(chairs))
        found.check_options(options or {})
        found.data(found.changes(data or {}))
        Match(found, seats=len(chairs), seed=seed, options=options, data=data)
    except ValueError as error:
        raise Refusal("bad_table", why=str(error)) from None
    if found.solo_tasks is not None and len(chairs) == 1 and not data:
        take_back = "never"
    secret = new_secret() if promised is None else promised.secret
    return Opened(
        game=game,
        options=dict(options or {}),
        chairs=settled(chairs),
        host=host,
        visibility=visibility,
        pace=pace,
        take_back=take_back,
        clock=clock_rule,
        seed=seed,
        shuffle=shuffle,
        join_token=secrets.token_urlsafe(16),
        watch_token=secrets.token_urlsafe(16),
        data=dict(data or {}),
        commitment=None if seed is not None else Commitment(promise_of(secret), secret=secret),
        ticket="" if promised is None else promised.ticket,
        practice=seed is not None,
        bot_secret=secrets.token_hex(16),
        stand_in=stand_in,
        hints=hints,
    )


def rematch(finished: Table, host: str, promised: Promised | None = None) -> Opened:
    """The first entry of a table for another game in the same round.

    The host and the bots are seated; the seats of the other people are open.
    """
    agreed = finished.agreed
    chairs = [
        Chair("open") if chair.kind == "person" and chair.person != host else chair
        for chair in finished.chairs
    ]
    return opened(
        agreed.game,
        chairs,
        host=host,
        options=agreed.options,
        visibility=agreed.visibility,
        pace=finished.pace,
        take_back=agreed.take_back,
        clock_rule=agreed.clock,
        promised=promised,
        shuffle=agreed.shuffle,
        data=agreed.data,
        stand_in=agreed.stand_in,
        hints=agreed.hints,
    )


def record_entries(record: str, host: str, now: float) -> list[TableEntry]:
    """The entries of a table that shows a record; Refusal if the record is not valid."""
    try:
        match = bedesten.replay(record)
    except ValueError as error:
        raise Refusal("bad_record", why=str(error)) from None
    if match.commitment is not None:
        report = bedesten.verify(record)
        if not report.ok:
            raise Refusal("bad_record", why=f"line {report.line}: {report.reason}")
    chairs = settled([Chair("person", name, person=RECORD_PERSON) for name in match.names])
    named = [
        msgspec.structs.replace(chair, name=name)
        for chair, name in zip(chairs, match.names, strict=True)
    ]
    first = Opened(
        game=match.game.name,
        options=match.options,
        chairs=named,
        host=host,
        visibility="private",
        pace="instant",
        take_back="never",
        clock=None,
        seed=match.seed,
        shuffle=False,
        join_token=secrets.token_urlsafe(16),
        watch_token=secrets.token_urlsafe(16),
        data=match.changes,
        from_record=True,
        commitment=match.commitment,
    )
    answers = [(answer.seat, answer.word) for answer in match.history]
    payloads: list[Payload] = [
        first,
        Began(match.rules, named, answers, match.start, match.jumps()),
    ]
    if not match.over:
        payloads.append(Abandoned())
    return [TableEntry(n, now, payload) for n, payload in enumerate(payloads)]
