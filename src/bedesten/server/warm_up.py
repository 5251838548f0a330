"""First use of everything that is built when it is first needed, in one thread.

msgspec 0.22 builds its tables for a type at its first use, and two threads that do so
at the same time crash the process. So the main thread uses each game once, before the
first connection is accepted and before a worker takes its first job.
"""

from __future__ import annotations

import time
from typing import Any

import bedesten
from bedesten.kernel.text import LANGUAGES
from bedesten.server import messages, wire
from bedesten.server.messages import Viewer
from bedesten.server.sentences import sentence
from bedesten.tables.absence import Presence
from bedesten.tables.entries import Chair, Payload, TableEntry, decode_payload, encode_payload
from bedesten.tables.opening import opened, record_entries
from bedesten.tables.table import PLAYING, Table


def warm_up() -> None:
    """Use every game once: options, components, texts, a move, a position, a record, messages."""
    for language in LANGUAGES:
        sentence("internal", language)
    for name in bedesten.games():
        _use(bedesten.game(name))


def _use(game: bedesten.Game[Any, Any, Any]) -> None:
    game.check_options({})
    game.data({})
    _ = (game.options, game.rules, game.numbers, game.solo_tasks)  # built when first read
    for seats in range(game.seats[0], game.seats[1] + 1):
        _play(game.name, seats)


def _play(name: str, seats: int) -> None:
    """Open a table, answer its first question, and tell of it in every language."""
    now = time.time()
    chairs = [Chair("person", f"{seat}", person=f"{seat}") for seat in range(seats)]
    table = Table("", _stored([opened(name, chairs, host="0", seed=0)], 0, now))
    table.apply(*_stored([table.begin()], 1, now))
    while table.status == PLAYING and table.number < 3:
        seat, asked = next(iter(table.posed.items()))
        word = table.running().choices(seat)[0]
        (entry,) = _stored([table.play(seat, asked, [word], now)], table.number + 1, now)
        change = table.apply(entry)
        assert change is not None
        for language in LANGUAGES:
            for viewer in (Viewer("", None, language), Viewer("0", 0, language)):
                wire.encode(messages.moved(messages.Telling(table, change, now), viewer))
                wire.encode(messages.snapshot(table, viewer, Presence(frozenset({"0"})), now))
    match = table.running()
    bedesten.from_position(name, match.position(), seed=0)
    Table("", record_entries(match.record(), "0", now))


def _stored(payloads: list[Payload], number: int, now: float) -> list[TableEntry]:
    """Entries as they come back from the store."""
    return [
        TableEntry(n, now, decode_payload(encode_payload(payload)))
        for n, payload in enumerate(payloads, number)
    ]
