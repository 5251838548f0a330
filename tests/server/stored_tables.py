"""Tables written into a database before a server opens it."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing

from bedesten.server.appending import TableRow
from bedesten.server.database import database_url
from bedesten.server.store import Store
from bedesten.tables.entries import Chair, TableEntry
from bedesten.tables.opening import opened
from bedesten.tables.table import Table

BOTS = [Chair("bot", level="random")] * 3


async def write_tables(
    db: str,
    ids: Sequence[str],
    chairs: Sequence[Chair] = BOTS,
    *,
    host: str = "host",
    game: str = "basari",
    pace: str = "slow",
    visibility: str = "private",
    at: float = 1000.0,
    moves: int = 0,
) -> None:
    """Tables that have begun, due one second after another from a moment on."""
    store = Store(database_url(db))
    await store.open()
    try:
        for n, id in enumerate(ids):
            first = opened(game, chairs, host=host, seed=n, pace=pace, visibility=visibility)
            entries = [TableEntry(0, at + n, first)]
            table = Table(id, entries)
            entries.append(TableEntry(1, at + n, table.begin()))
            table.apply(entries[-1])
            whim = random.Random(n)
            for number in range(2, moves + 2):
                seat = whim.choice(sorted(table.posed))
                word = whim.choice(table.running().choices(seat))
                entries.append(TableEntry(number, at + n, table.play(seat, None, [word], at + n)))
                table.apply(entries[-1])
            row = TableRow(table.status, at + n, frozenset({host}))
            await store.append(id, entries, row, new_table=game)
    finally:
        await store.close()


def numbers(db: str) -> dict[str, int]:
    """The latest entry number of every table in an SQLite file."""
    with closing(sqlite3.connect(db)) as connection:
        return dict(connection.execute("SELECT id, number FROM tables").fetchall())


def damage(db: str, table: str, number: int, what: str | bytes) -> None:
    """Replace what an entry says."""
    with closing(sqlite3.connect(db)) as connection:
        if isinstance(what, bytes):
            what = f"CAST(x'{what.hex()}' AS TEXT)"
        else:
            what = "'" + what.replace("'", "''") + "'"
        changed = connection.execute(
            f"UPDATE entries SET what = {what} WHERE table_id = ? AND number = ?", (table, number)
        )
        assert changed.rowcount == 1
        connection.commit()
