"""Writing entries by group commit: one transaction for what all tables append meanwhile.

This is the only writing that every move waits for. It has a connection of its own beside
SQLAlchemy's pool and takes the rows of a batch in one statement each, which costs a tenth.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Protocol

import msgspec
from sqlalchemy import URL

from bedesten.server.database import set_up_sqlite
from bedesten.tables.entries import Began, Opened, Sat, Stood, TableEntry, encode_payload
from bedesten.tables.table import WAITING

CHANNEL: Final = "bedesten"
"""The channel of notifications between processes."""
MAX_BATCH: Final = 64
"""Tables whose entries are committed in one transaction."""
MAX_ROWS: Final = 200
"""Entries in one statement; SQLite takes 999 parameters at least."""


class Conflict(Exception):
    """Another process has stored an entry of that number, or a table of that id or promise."""


class Notification(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a process publishes to the others: a table's latest entry, or who is present."""

    by: str
    """The process."""
    table: str
    number: int = -1
    here: list[str] | None = None
    """The people who are connected to the table through that process."""
    gone: bool = False
    """The process has stopped: its tables are free."""


class TableRow(msgspec.Struct, frozen=True):
    """What is known about a table without reading its entries."""

    status: str
    wake: float | None
    """When the server has to act by itself; None if it waits for people."""
    people: frozenset[str]


@dataclass(frozen=True)
class PendingAppend:
    """The entries of one table that wait for the next transaction."""

    table: str
    new: Sequence[TableEntry]
    row: TableRow
    new_table: str | None
    """The game of a table that begins with these entries."""


class Writer(Protocol):
    """Writes batches, one after another."""

    async def write(self, batch: Sequence[PendingAppend]) -> None:
        """Write a batch in one transaction, each table at most once; Conflict changes nothing."""

    async def close(self) -> None:
        """Close the connection."""


class Appender:
    """Collects what is appended while a transaction runs, for the next one."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._pending: list[tuple[PendingAppend, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    def append(self, added: PendingAppend) -> asyncio.Future[None]:
        """Append entries; the result is a Conflict if one of their numbers is taken."""
        stored = asyncio.get_running_loop().create_future()
        self._pending.append((added, stored))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_all())
        return stored

    async def close(self) -> None:
        """Finish what is being written."""
        if self._writing is not None:
            await asyncio.gather(self._writing, return_exceptions=True)
        await self._writer.close()

    async def _write_all(self) -> None:
        while self._pending:
            await self._collect()
            batch = self._next_batch()
            try:
                await self._writer.write([added for added, _ in batch])
            except Conflict:
                for added, stored in batch:
                    await self._write_one(added, stored)
            except BaseException as error:
                for _, stored in batch:
                    _settle(stored, error)
            else:
                for _, stored in batch:
                    _settle(stored)

    async def _collect(self) -> None:
        """Let the commands that have arrived join the batch: go on while each pass brings more."""
        seen = 0
        while seen < len(self._pending) < MAX_BATCH:
            seen = len(self._pending)
            await asyncio.sleep(0)

    def _next_batch(self) -> list[tuple[PendingAppend, asyncio.Future[None]]]:
        """The longest waiting, up to the second append to a table."""
        seen: set[str] = set()
        for added, _ in self._pending[:MAX_BATCH]:
            if added.table in seen:
                break
            seen.add(added.table)
        batch, self._pending = self._pending[: len(seen)], self._pending[len(seen) :]
        return batch

    async def _write_one(self, added: PendingAppend, stored: asyncio.Future[None]) -> None:
        try:
            await self._writer.write([added])
        except BaseException as error:
            _settle(stored, error)
        else:
            _settle(stored)


def _settle(stored: asyncio.Future[None], error: BaseException | None = None) -> None:
    """Wake the caller of `append`, unless it was cancelled."""
    if stored.done():
        return
    if error is None:
        stored.set_result(None)
    else:
        stored.set_exception(error)


# -- rows --------------------------------------------------------------------

_SEATING: Final = (Opened, Sat, Stood, Began)

EntryRow = tuple[str, int, float, str]
"""Table, number, at, what."""
ProgressRow = tuple[str, str, float, int, float | None]
"""Table, status, changed, number, wake."""


def _entry_rows(batch: Sequence[PendingAppend]) -> list[EntryRow]:
    return [
        (added.table, entry.number, entry.at, encode_payload(entry.payload))
        for added in batch
        for entry in added.new
    ]


def _progress(added: PendingAppend) -> ProgressRow:
    last = added.new[-1]
    return added.table, added.row.status, last.at, last.number, added.row.wake


def _opening(added: PendingAppend) -> tuple[Any, ...]:
    first = added.new[0]
    payload: Any = first.payload
    return (
        *(added.table, added.new_table, WAITING, payload.visibility),
        *(first.at, first.at, first.number, added.row.wake, payload.ticket or None),
    )


def _seatings(batch: Sequence[PendingAppend]) -> list[PendingAppend]:
    """The appends that change who sits at a table."""
    return [
        added for added in batch if any(isinstance(entry.payload, _SEATING) for entry in added.new)
    ]


_OPEN: Final = (
    "INSERT INTO tables "
    "(id, game, status, visibility, created, changed, number, wake, luck_ticket) VALUES "
)
_UNSEAT: Final = "DELETE FROM sitters WHERE table_id = "
_SEAT: Final = "INSERT INTO sitters (table_id, person_id) VALUES "


# -- SQLite ------------------------------------------------------------------


class SqliteWriter:
    """Writes on a thread of its own: committing waits for the disk."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._connection: sqlite3.Connection | None = None
        self._thread: ThreadPoolExecutor | None = None

    async def write(self, batch: Sequence[PendingAppend]) -> None:
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, "appending")
        await asyncio.get_running_loop().run_in_executor(self._thread, self._write, batch)

    async def close(self) -> None:
        thread, self._thread = self._thread, None
        if thread is not None:
            await asyncio.get_running_loop().run_in_executor(thread, self._close)
            thread.shutdown()

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._file, isolation_level=None, cached_statements=512)
        set_up_sqlite(connection)
        self._connection = connection
        return connection

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _write(self, batch: Sequence[PendingAppend]) -> None:
        connection = self._connection or self._open()
        execute = connection.execute
        rows = _entry_rows(batch)
        progress = [_progress(added) for added in batch]
        try:
            execute("BEGIN IMMEDIATE")
            for added in batch:
                if added.new_table is not None:
                    execute(_OPEN + "(?, ?, ?, ?, ?, ?, ?, ?, ?)", _opening(added))
            for first in range(0, len(rows), MAX_ROWS):
                part = rows[first : first + MAX_ROWS]
                execute(_sqlite_add(len(part)), [value for row in part for value in row])
            execute(_sqlite_advance(len(batch)), [value for row in progress for value in row])
            for added in _seatings(batch):
                execute(_UNSEAT + "?", (added.table,))
                sitting = [(added.table, person) for person in sorted(added.row.people)]
                connection.executemany(_SEAT + "(?, ?)", sitting)
            execute("COMMIT")
        except BaseException as error:
            # SQLite has already rolled back after some errors, a full disk among them.
            with suppress(sqlite3.Error):
                if connection.in_transaction:
                    execute("ROLLBACK")
            if isinstance(error, sqlite3.IntegrityError):
                raise Conflict from None
            raise


@cache
def _sqlite_add(rows: int) -> str:
    values = ", ".join(["(?, ?, ?, ?)"] * rows)
    return f"INSERT INTO entries (table_id, number, at, what) VALUES {values}"


@cache
def _sqlite_advance(rows: int) -> str:
    values = ", ".join(["(?, ?, ?, ?, ?)"] * rows)
    return (
        "UPDATE tables SET status = column2, changed = column3, number = column4, wake = column5 "
        f"FROM (VALUES {values}) WHERE id = column1"
    )


# -- PostgreSQL --------------------------------------------------------------


class PostgresWriter:
    """Writes by asyncpg. A batch that seats nobody is one statement and one round trip."""

    def __init__(self, url: URL, process: str) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._process = process
        self._pool: Any = None

    async def write(self, batch: Sequence[PendingAppend]) -> None:
        import asyncpg

        if self._pool is None:
            self._pool = await asyncpg.create_pool(self._address, min_size=0, max_size=1)
        try:
            async with self._pool.acquire() as connection:
                await self._write(connection, batch)
        except asyncpg.IntegrityConstraintViolationError:
            raise Conflict from None

    async def close(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            await pool.close()

    async def _write(self, connection: Any, batch: Sequence[PendingAppend]) -> None:
        seatings = _seatings(batch)
        if not seatings:
            await self._add(connection, batch)
            return
        async with connection.transaction():
            for added in batch:
                if added.new_table is not None:
                    await connection.execute(
                        _OPEN + "($1, $2, $3, $4, $5, $6, $7, $8, $9)", *_opening(added)
                    )
            await self._add(connection, batch)
            for added in seatings:
                await connection.execute(_UNSEAT + "$1", added.table)
                sitting = [(added.table, person) for person in sorted(added.row.people)]
                await connection.executemany(_SEAT + "($1, $2)", sitting)

    async def _add(self, connection: Any, batch: Sequence[PendingAppend]) -> None:
        news = [Notification(self._process, one.table, one.new[-1].number) for one in batch]
        await connection.fetch(
            _POSTGRES_ADD,
            *map(list, zip(*_entry_rows(batch), strict=True)),
            *map(list, zip(*map(_progress, batch), strict=True)),
            CHANNEL,
            [msgspec.json.encode(one).decode() for one in news],
        )


_POSTGRES_ADD: Final = """
WITH added AS (
    INSERT INTO entries (table_id, number, at, what)
    SELECT * FROM unnest($1::text[], $2::int[], $3::float8[], $4::text[])
), advanced AS (
    UPDATE tables SET status = now.status, changed = now.changed, number = now.number,
        wake = now.wake
    FROM unnest($5::text[], $6::text[], $7::float8[], $8::int[], $9::float8[])
        AS now (id, status, changed, number, wake)
    WHERE tables.id = now.id
)
SELECT pg_notify($10, news) FROM unnest($11::text[]) AS news
"""
