"""What worker processes do: they are given values, and give values back."""

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
from bedesten.tables.opening import record_entries
from bedesten.tables.refusal import Refusal

GENTLE = 10  # whoever waits for an answer on the net comes before whoever thinks


class BotRequest(msgspec.Struct, frozen=True):
    """What a bot is to decide: a world that fits all that its seat knows, and its luck."""

    game: str
    world: dict[str, Any]
    seat: int
    level: str
    luck: str


def live(pipe: Connection) -> None:
    """A worker's life: load everything once, then work until nobody is at the other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends its workers itself
    if hasattr(os, "nice"):
        os.nice(GENTLE)
    for name in bedesten.games():
        bedesten.game(name)
    try:
        pipe.send((True, None))
        while True:
            function, arguments = pipe.recv()
            pipe.send(_done(function, arguments))
    except (EOFError, OSError):
        return


def _done(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[bool, Any]:
    try:
        return True, function(*arguments)
    except Exception as error:
        return False, repr(error)


def choose(request: BotRequest) -> str:
    """A bot's word."""
    return bots.bot(request.level).choose(_known(request), seeded(request.luck))


def frames(request: replays.FrameRequest) -> bytes:
    """A stretch of a game, answer by answer, as JSON."""
    return wire.ENCODER.encode(replays.frames(request))


def course(record: str) -> bytes:
    """How the scores went, as JSON."""
    return wire.ENCODER.encode(replays.course(record))


def import_record(record: str, host: str, now: float) -> bytes | tuple[str, str]:
    """The entries of a table for a record, as JSON; or why there is none."""
    try:
        return msgspec.json.encode(record_entries(record, host, now))
    except Refusal as refusal:
        return (refusal.code, str(refusal.values.get("why", "")))


class HintResult(msgspec.Struct, frozen=True):
    """What a strong player would say in somebody's place, and why."""

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
