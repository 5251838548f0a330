"""What is stored: people, tables, and the entries that a table consists of.

An entry is stored before any client hears of it. Its primary key is the table and its
number, so of two entries with number 17 only one is stored, whichever process writes it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import URL, bindparam, delete, insert, or_, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bedesten.server.database import Database, shielded
from bedesten.server.schema import entries, people, sitters, solo_games, tables
from bedesten.tables.entries import (
    Began,
    Opened,
    Sat,
    Stood,
    TableEntry,
    decode_payload,
    encode_payload,
)
from bedesten.tables.table import PLAYING, WAITING

CHANNEL: Final = "bedesten"
"""The channel of notifications between processes."""
MAX_BATCH: Final = 64
"""Tables whose entries are committed in one transaction."""


class Conflict(Exception):
    """Another process has stored an entry of that number, or a table of that id."""


class Person(msgspec.Struct, frozen=True):
    """A guest, known by a cookie."""

    id: str
    name: str
    colour: str
    language: str
    settings: dict[str, Any]


PERSON_FIELDS: Final = ("name", "colour", "language", "settings")


class Notification(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a process publishes to the others: a table's latest entry, or who is present."""

    by: str
    """The process."""
    table: str
    number: int = -1
    here: list[str] | None = None
    """The people who are connected to the table through that process."""


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


class Store(Database):
    """The data of a server. Entries of several tables are written by group commit."""

    def __init__(self, url: URL, process: str = "") -> None:
        super().__init__(url)
        self.process = process
        self._pending: list[tuple[PendingAppend, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def close(self) -> None:
        if self._writing is not None:
            await asyncio.gather(self._writing, return_exceptions=True)
        await super().close()

    @shielded
    async def notify(self, news: Notification) -> None:
        """Publish a notification to the processes that share the database."""
        if self.is_shared:
            async with self.engine.begin() as connection:
                await connection.execute(_NOTIFY, _notify_parameters(news))

    # -- people -----------------------------------------------------------

    @shielded
    async def person(self, id: str) -> Person | None:
        async with self.engine.connect() as connection:
            found = await connection.execute(select(people).where(people.c.id == id))
            row = found.one_or_none()
        if row is None:
            return None
        settings = msgspec.json.decode(row.settings, type=dict[str, Any])
        return Person(row.id, row.name, row.colour, row.language, settings)

    @shielded
    async def write_person(
        self, person: Person, now: float, changed: Collection[str] = PERSON_FIELDS
    ) -> None:
        """Insert a person, or update the fields that have changed, and no others."""
        kept = {
            "name": person.name,
            "colour": person.colour,
            "language": person.language,
            "settings": msgspec.json.encode(person.settings).decode(),
        }
        async with self.engine.begin() as connection:
            await connection.execute(
                self.insert(people)
                .values(id=person.id, created=now, **kept)
                .on_conflict_do_update(
                    index_elements=["id"], set_={name: kept[name] for name in changed}
                )
            )

    # -- tables -----------------------------------------------------------

    async def append(
        self, table: str, new: Sequence[TableEntry], row: TableRow, new_table: str | None = None
    ) -> None:
        """Add entries to a table; Conflict if one of their numbers is taken.

        `new_table` names the game of a table that begins with them. Group commit: what
        several tables append at the same time is written in one transaction.
        """
        added = PendingAppend(table, new, row, new_table)
        stored = asyncio.get_running_loop().create_future()
        self._pending.append((added, stored))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_all())
        await stored

    async def _write_all(self) -> None:
        while self._pending:
            batch, self._pending = self._pending[:MAX_BATCH], self._pending[MAX_BATCH:]
            try:
                await self._write([added for added, _ in batch])
            except IntegrityError:
                for added, stored in batch:
                    await self._write_one(added, stored)
            except BaseException as error:
                for _, stored in batch:
                    _settle(stored, error)
            else:
                for _, stored in batch:
                    _settle(stored)

    async def _write_one(self, added: PendingAppend, stored: asyncio.Future[None]) -> None:
        try:
            await self._write([added])
        except IntegrityError:
            _settle(stored, Conflict())
        except BaseException as error:
            _settle(stored, error)
        else:
            _settle(stored)

    async def _write(self, batch: Sequence[PendingAppend]) -> None:
        """Write a batch in one transaction."""
        async with self.engine.begin() as connection:
            for one in batch:
                if one.new_table is not None:
                    await connection.execute(_OPEN, _opening(one))
            await connection.execute(_ADD, [row for one in batch for row in _entry_rows(one)])
            await connection.execute(_ADVANCE, [_progress(one) for one in batch])
            if self.is_shared:
                news = [Notification(self.process, one.table, one.new[-1].number) for one in batch]
                await connection.execute(_NOTIFY, [_notify_parameters(one) for one in news])
            for one in batch:
                if any(isinstance(entry.payload, _SEATING) for entry in one.new):
                    await self._seat(connection, one.table, one.row.people)

    async def _seat(self, connection: AsyncConnection, table: str, seated: frozenset[str]) -> None:
        await connection.execute(delete(sitters).where(sitters.c.table_id == table))
        if seated:
            await connection.execute(
                insert(sitters), [{"table_id": table, "person_id": one} for one in sorted(seated)]
            )

    @shielded
    async def entries(self, table: str, after: int = -1) -> list[TableEntry]:
        """The entries of a table after a number; none if there is no such table."""
        async with self.engine.connect() as connection:
            found = await connection.execute(
                select(entries.c.number, entries.c.at, entries.c.what)
                .where(entries.c.table_id == table, entries.c.number > after)
                .order_by(entries.c.number)
            )
            return [TableEntry(row.number, row.at, decode_payload(row.what)) for row in found]

    async def tables_of(self, person: str, most: int = 100, game: str = "") -> list[str]:
        """The ids of the tables that a person sits at or has opened, the latest first."""
        query = (
            select(tables.c.id)
            .join(sitters, sitters.c.table_id == tables.c.id)
            .where(sitters.c.person_id == person)
        )
        return await self._ids(query.where(tables.c.game == game) if game else query, most)

    async def public_tables(self, status: str, most: int = 100) -> list[str]:
        query = select(tables.c.id).where(
            tables.c.status == status, tables.c.visibility == "public"
        )
        return await self._ids(query, most)

    async def due(self, until: float, most: int = 100) -> list[str]:
        """The ids of the tables at which the server has to act by a moment."""
        query = select(tables.c.id).where(tables.c.status == PLAYING, tables.c.wake <= until)
        return await self._ids(query, most)

    @shielded
    async def _ids(self, query: Any, most: int) -> list[str]:
        async with self.engine.connect() as connection:
            found = await connection.execute(query.order_by(tables.c.changed.desc()).limit(most))
            return list(found.scalars())

    @shielded
    async def latest_numbers(self, ids: Sequence[str]) -> dict[str, int]:
        """The latest entry number of each table."""
        async with self.engine.connect() as connection:
            found = await connection.execute(
                select(tables.c.id, tables.c.number).where(tables.c.id.in_(ids))
            )
            return {row.id: row.number for row in found}

    @shielded
    async def acquire_lease(self, table: str, process: str, now: float, until: float) -> bool:
        """Acquire or renew the lease on a table's bots and clocks; False if another holds it."""
        if not self.is_shared:
            return True
        async with self.engine.begin() as connection:
            done = await connection.execute(
                update(tables)
                .where(
                    tables.c.id == table,
                    or_(
                        tables.c.keeper.is_(None),
                        tables.c.keeper == process,
                        tables.c.kept_until < now,
                    ),
                )
                .values(keeper=process, kept_until=until)
            )
            return bool(done.rowcount)

    @shielded
    async def release_leases(self, process: str) -> None:
        """Give up all leases of a process."""
        if self.is_shared:
            async with self.engine.begin() as connection:
                await connection.execute(
                    update(tables).where(tables.c.keeper == process).values(keeper=None)
                )

    # -- solo campaigns ---------------------------------------------------

    @shielded
    async def solo_games(self, person: str, game: str) -> dict[str, str]:
        """The counted games of a person's campaign as JSON, by table."""
        async with self.engine.connect() as connection:
            found = await connection.execute(
                select(solo_games.c.table_id, solo_games.c.counted)
                .join(tables, tables.c.id == solo_games.c.table_id)
                .where(solo_games.c.person_id == person, tables.c.game == game)
            )
            return {row.table_id: row.counted for row in found}

    @shielded
    async def count_solo(self, person: str, hash: str, table: str, counted: str) -> None:
        """Add a game to a person's campaign, once."""
        async with self.engine.begin() as connection:
            await connection.execute(
                self.insert(solo_games)
                .values(person_id=person, hash=hash, table_id=table, counted=counted)
                .on_conflict_do_nothing()
            )


_SEATING = (Opened, Sat, Stood, Began)

# Built once: building a statement costs as much as a move.
_OPEN = insert(tables)
_ADD = insert(entries)
_ADVANCE = (
    update(tables)
    .where(tables.c.id == bindparam("of"))
    .values(
        status=bindparam("now_status"),
        changed=bindparam("now_changed"),
        number=bindparam("now_number"),
        wake=bindparam("now_wake"),
    )
)
_NOTIFY = text("SELECT pg_notify(:channel, :news)")


def _notify_parameters(news: Notification) -> dict[str, str]:
    return {"channel": CHANNEL, "news": msgspec.json.encode(news).decode()}


def _entry_rows(added: PendingAppend) -> list[dict[str, Any]]:
    return [
        {
            "table_id": added.table,
            "number": entry.number,
            "at": entry.at,
            "what": encode_payload(entry.payload),
        }
        for entry in added.new
    ]


def _progress(added: PendingAppend) -> dict[str, Any]:
    last = added.new[-1]
    return {
        "of": added.table,
        "now_status": added.row.status,
        "now_changed": last.at,
        "now_number": last.number,
        "now_wake": added.row.wake,
    }


def _opening(added: PendingAppend) -> dict[str, Any]:
    first = added.new[0]
    payload: Any = first.payload
    return {
        "id": added.table,
        "game": added.new_table,
        "status": WAITING,
        "visibility": payload.visibility,
        "created": first.at,
        "changed": first.at,
        "number": first.number,
        "wake": added.row.wake,
    }


def _settle(stored: asyncio.Future[None], error: BaseException | None = None) -> None:
    """Wake the caller of `append`, unless it was cancelled."""
    if stored.done():
        return
    if error is None:
        stored.set_result(None)
    else:
        stored.set_exception(error)
