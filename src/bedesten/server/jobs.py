"""The functions that run in worker processes: values in, values out."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

import msgspec

import bedesten
from bedesten import bots
from bedesten.bots.knowledge import Knowledge
from bedesten.kernel.rng import seeded
from bedesten.kernel.text import LANGUAGES
from bedesten.server import lessons, messages, replays, wire
from bedesten.server.luck import draws_made, table_luck
from bedesten.server.warm_up import warm_up
from bedesten.tables.absence import Presence
from bedesten.tables.entries import Began, Opened, Played, TableEntry
from bedesten.tables.fairness import Drawn
from bedesten.tables.opening import record_entries
from bedesten.tables.refusal import Refusal
from bedesten.tables.table import OVER, Table

_ENTRIES = list[TableEntry]

NICENESS = 10  # requests from the network come before bots


class BotRequest(msgspec.Struct, frozen=True):
    """A decision that a bot has to make, in an imagined world that fits what its seat knows."""

    game: str
    world: dict[str, Any]
    seat: int
    level: str
    luck: str


def serve_jobs(pipe: Connection) -> None:
    """The main loop of a worker process: load all games, then run jobs until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends its workers itself
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    warm_up()
    try:
        pipe.send((True, None))
        while True:
            function, arguments = pipe.recv()
            pipe.send(_outcome(function, arguments))
    except (EOFError, OSError):
        return


def _outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[bool, Any]:
    try:
        return True, function(*arguments)
    except Exception as error:
        return False, repr(error)


def choose(request: BotRequest, ms: int | None = None) -> str:
    """The word that a bot chooses, within so many milliseconds if it searches."""
    return bots.bot(request.level, ms).choose(_known(request), seeded(request.luck))


def frames(request: replays.FrameRequest) -> bytes:
    """A part of a game, answer by answer, as JSON."""
    return wire.ENCODER.encode(replays.frames(request))


def course(record: str, language: str) -> bytes:
    """The scores by turn and the result, as JSON."""
    return wire.ENCODER.encode(replays.course(record, language))


def luck(table: str, entries: bytes, language: str) -> bytes:
    """The luck of a table that has begun, as JSON; the entries are JSON, too."""
    found = table_luck(table, msgspec.json.decode(entries, type=_ENTRIES), language)
    return wire.ENCODER.encode(found)


def lesson(request: lessons.LessonRequest, is_explored: bool) -> bytes | tuple[str, str]:
    """A lesson's table, or what words would lead to, as JSON; or code and reason of a refusal."""
    try:
        if is_explored:
            return wire.ENCODER.encode(lessons.explored(request))
        return wire.ENCODER.encode(lessons.lesson_table(request))
    except Refusal as refusal:
        return (refusal.code, str(refusal.values.get("why", "")))


class NewDraws(msgspec.Struct, frozen=True):
    """The draws of a table that are to be counted now."""

    game: str
    seen: list[Drawn]
    """By everybody, when they were made."""
    revealed: list[Drawn]
    """Cards of hidden piles, of a game that has ended since."""


def new_draws(table: str, entries: bytes, after: int) -> NewDraws:
    """The draws that entries after a number have made or revealed, at a table with fair luck."""
    found = Table(table, ())
    decoded: list[TableEntry] = msgspec.json.decode(entries, type=_ENTRIES)
    first = decoded[0].payload
    assert isinstance(first, Opened)
    if first.commitment is None or first.from_record:
        return NewDraws(first.game, [], [])
    made = list(draws_made(found, decoded))
    moves = [one.number for one in decoded if isinstance(one.payload, Began | Played)]
    ended_now = found.status == OVER and moves[-1] > after
    return NewDraws(
        first.game,
        seen=[drawn for number, drawn in made if drawn.is_open and number > after],
        revealed=[drawn for _, drawn in made if not drawn.is_open and ended_now],
    )


class ImportedRecord(msgspec.Struct, frozen=True):
    """A table that shows a record, as JSON: its entries, and what its host is told."""

    game: str
    status: str
    entries: bytes
    info: bytes


def import_record(id: str, record: str, host: str, now: float) -> ImportedRecord | tuple[str, str]:
    """The table that shows a record; or code and reason of the refusal."""
    try:
        entries = record_entries(record, host, now)
    except Refusal as refusal:
        return (refusal.code, str(refusal.values.get("why", "")))
    table = Table(id, entries)
    info = messages.table_info(table, host, Presence(), now)
    return ImportedRecord(
        table.agreed.game, table.status, msgspec.json.encode(entries), wire.ENCODER.encode(info)
    )


class HintResult(msgspec.Struct, frozen=True):
    """What a strong bot would choose in a seat's place, and why."""

    words: list[str]
    texts: dict[str, str]
    weighed: list[tuple[str, float | None, float | None]]


def hint(request: BotRequest) -> HintResult:
    known = _known(request)
    advice = bots.advise(known, seeded(request.luck))
    return HintResult(
        list(advice.words),
        {language: advice.text(language) for language in LANGUAGES},
        [(one.word, one.chance, one.error) for one in advice.weighed],
    )


def _known(request: BotRequest) -> Knowledge:
    match = bedesten.from_position(request.game, request.world, seed=0)
    return Knowledge(match.game, match.state, request.seat)
