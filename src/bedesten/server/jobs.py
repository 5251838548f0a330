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
from bedesten.server import replays, wire
from bedesten.server.luck import proven_luck
from bedesten.server.warm_up import warm_up
from bedesten.tables.entries import TableEntry
from bedesten.tables.opening import record_entries
from bedesten.tables.refusal import Refusal

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


def choose(request: BotRequest) -> str:
    """The word that a bot chooses."""
    return bots.bot(request.level).choose(_known(request), seeded(request.luck))


def frames(request: replays.FrameRequest) -> bytes:
    """A part of a game, answer by answer, as JSON."""
    return wire.ENCODER.encode(replays.frames(request))


def course(record: str) -> bytes:
    """The scores by turn, as JSON."""
    return wire.ENCODER.encode(replays.course(record))


def luck(table: str, entries: bytes) -> bytes:
    """The luck of a finished game with all its draws, as JSON; the entries are JSON, too."""
    return wire.ENCODER.encode(proven_luck(table, msgspec.json.decode(entries, type=_ENTRIES)))


def import_record(record: str, host: str, now: float) -> bytes | tuple[str, str]:
    """The entries of a table that shows a record, as JSON; or code and reason of the refusal."""
    try:
        return msgspec.json.encode(record_entries(record, host, now))
    except Refusal as refusal:
        return (refusal.code, str(refusal.values.get("why", "")))


class HintResult(msgspec.Struct, frozen=True):
    """What a strong bot would choose in a seat's place, and why."""

    word: str
    text: str
    weighed: list[tuple[str, float]]


def hint(request: BotRequest, language: str) -> HintResult:
    known = _known(request)
    advice = bots.advise(known, seeded(request.luck), language, request.level)
    return HintResult(
        advice.best, advice.text, [(one.word, one.chance) for one in advice.candidates]
    )


def _known(request: BotRequest) -> Knowledge:
    match = bedesten.from_position(request.game, request.world, seed=0)
    return Knowledge(match.game, match.state, request.seat)
