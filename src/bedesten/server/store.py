"""What is stored: people, tables, and the entries that a table consists of.

An entry is stored before any client hears of it. Its primary key is the table and its
number, so of two entries with number 17 only one is stored, whichever process writes it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import URL, bindparam, func, or_, select, text, tuple_, update
from sqlalchemy.exc import DatabaseError

from bedesten.server.appending import (
    CHANNEL,
    Appender,
    Notification,
    PendingAppend,
    PostgresWriter,
    SqliteWriter,
    TableRow,
)
from bedesten.server.database import Database, shielded
from bedesten.server.leases import Leases
from bedesten.server.schema import (
    draw_counts,
    entries,
    people,
    reviews,
    sitters,
    solo_games,
    tables,
)
from bedesten.tables.entries import TableEntry, decode_payload
from bedesten.tables.table import PLAYING, WAITING

CLOCKS_DIFFER: Final = 60.0
"""Seconds by which the clocks of processes may differ."""
DUE_PAGE: Final = 100
"""Due tables that are read at once."""
INLINE_DECODING: Final = 20_000
"""Characters of entries that are decoded on the event loop; more go to a thread."""


class DamagedEntry(Exception):
    """A stored entry that cannot be read."""


class Person(msgspec.Struct, frozen=True):
    """A guest, known by a cookie."""

    id: str
    name: str
    colour: str
    language: str
    settings: dict[str, Any]


PERSON_FIELDS: Final = ("name", "colour", "language", "settings")


class TableOutline(msgspec.Struct, frozen=True):
    """What is stored about a table beside its entries, for one whose entries cannot be read."""

    game: str
    visibility: str
    created: float
    changed: float


class StoredTable(msgspec.Struct, frozen=True):
    """A table in a list: what is stored about it beside its entries."""

    id: str
    number: int
    """Of its last entry."""
    summary: str | None
    """See `tables/summary.py`; may be of an earlier entry."""


_STORED = select(tables.c.id, tables.c.number, tables.c.summary)
_SUMMARIZE = (
    update(tables)
    .where(tables.c.id == bindparam("of"), tables.c.number == bindparam("last"))
    .values(summary=bindparam("text"))
)


class Store(Database):
    """The data of a server. Entries of several tables are written by group commit."""

    def __init__(self, url: URL, process: str = "") -> None:
        super().__init__(url)
        self.process = process
        self.leases = Leases(self, process)
        self._appender = Appender(
            PostgresWriter(url, process) if self.is_shared else SqliteWriter(url.database or "")
        )

    async def close(self) -> None:
        await self._appender.close()
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
        await self._appender.append(PendingAppend(table, new, row, new_table))

    @shielded
    async def entries(self, table: str, after: int = -1) -> list[TableEntry]:
        """The entries of a table after a number; none if there is no such table.

        DamagedEntry if one of them cannot be read.
        """
        query = (
            select(entries.c.number, entries.c.at, entries.c.what)
            .where(entries.c.table_id == table, entries.c.number > after)
            .order_by(entries.c.number)
        )
        try:
            async with self.engine.connect() as connection:
                rows = (await connection.execute(query)).all()
        except DatabaseError as error:
            if any(sign in str(error.orig) for sign in _DAMAGE):
                raise DamagedEntry(f"table {table}: {error.orig}") from None
            raise
        if sum(len(row.what) for row in rows) < INLINE_DECODING:
            return _decoded(table, rows)
        return await asyncio.to_thread(_decoded, table, rows)

    @shielded
    async def outline(self, table: str) -> TableOutline | None:
        async with self.engine.connect() as connection:
            found = await connection.execute(
                select(
                    tables.c.game, tables.c.visibility, tables.c.created, tables.c.changed
                ).where(tables.c.id == table)
            )
            row = found.one_or_none()
        return None if row is None else TableOutline(*row)

    async def tables_of(self, person: str, most: int = 100, game: str = "") -> list[StoredTable]:
        """The tables that a person sits at or has opened, the latest first."""
        query = _STORED.join(sitters, sitters.c.table_id == tables.c.id).where(
            sitters.c.person_id == person
        )
        return await self._found(query.where(tables.c.game == game) if game else query, most)

    @shielded
    async def unfinished(self, person: str) -> int:
        """How many tables a person sits at or has opened that are not over."""
        query = (
            select(func.count())
            .select_from(sitters.join(tables, sitters.c.table_id == tables.c.id))
            .where(sitters.c.person_id == person, tables.c.status.in_((WAITING, PLAYING)))
        )
        async with self.engine.connect() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def public_tables(self, status: str, most: int = 100) -> list[StoredTable]:
        query = _STORED.where(tables.c.status == status, tables.c.visibility == "public")
        return await self._found(query, most)

    @shielded
    async def write_summaries(self, summaries: Sequence[StoredTable]) -> None:
        """Keep what lists show of tables, unless there are entries since."""
        rows = [{"of": one.id, "last": one.number, "text": one.summary} for one in summaries]
        async with self.engine.begin() as connection:
            await connection.execute(_SUMMARIZE, rows)

    async def due(self, now: float) -> AsyncIterator[str]:
        """The ids of all tables at which this process may have to act, longest due first.

        Leaves out those whose lease another process holds. Reads page by page.
        """
        after: tuple[float, str] | None = None
        while page := await self._due_page(now, after):
            for id, _ in page:
                yield id
            id, wake = page[-1]
            after = (wake, id)
            if len(page) < DUE_PAGE:
                return

    @shielded
    async def _due_page(
        self, now: float, after: tuple[float, str] | None
    ) -> list[tuple[str, float]]:
        query = select(tables.c.id, tables.c.wake).where(
            tables.c.status == PLAYING,
            # If the last change is to come, somebody has set the clock back.
            or_(tables.c.wake <= now, tables.c.changed > now + CLOCKS_DIFFER),
            self.leases.is_free(),
        )
        if after is not None:
            query = query.where(tuple_(tables.c.wake, tables.c.id) > tuple_(*after))
        query = query.order_by(tables.c.wake, tables.c.id).limit(DUE_PAGE)
        async with self.engine.connect() as connection:
            return [(row.id, row.wake) for row in await connection.execute(query)]

    @shielded
    async def _found(self, query: Any, most: int) -> list[StoredTable]:
        async with self.engine.connect() as connection:
            found = await connection.execute(query.order_by(tables.c.changed.desc()).limit(most))
            return [StoredTable(*row) for row in found]

    @shielded
    async def latest_numbers(self, ids: Sequence[str]) -> dict[str, int]:
        """The latest entry number of each table."""
        async with self.engine.connect() as connection:
            found = await connection.execute(
                select(tables.c.id, tables.c.number).where(tables.c.id.in_(ids))
            )
            return {row.id: row.number for row in found}

    # -- solo campaigns ---------------------------------------------------

    @shielded
    async def solo_games(self, person: str, game: str) -> dict[str, str]:
        """The counted games of a person's campaign as JSON, by table, the oldest first."""
        async with self.engine.connect() as connection:
            found = await connection.execute(
                select(solo_games.c.table_id, solo_games.c.counted)
                .join(tables, tables.c.id == solo_games.c.table_id)
                .where(solo_games.c.person_id == person, tables.c.game == game)
                .order_by(tables.c.changed)
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

    # -- reviews ----------------------------------------------------------

    @shielded
    async def review(self, table: str, depth: str) -> str | None:
        """The stored review of a table as JSON; None if there is none."""
        query = select(reviews.c.review).where(
            reviews.c.table_id == table, reviews.c.depth == depth
        )
        async with self.engine.connect() as connection:
            found: str | None = (await connection.execute(query)).scalar()
            return found

    @shielded
    async def write_review(self, table: str, depth: str, review: str, figures: str) -> None:
        """Store a review and the figures of its seats, in place of an earlier one."""
        content = {"review": review, "figures": figures}
        async with self.engine.begin() as connection:
            await connection.execute(
                self.insert(reviews)
                .values(table_id=table, depth=depth, **content)
                .on_conflict_do_update(index_elements=["table_id", "depth"], set_=content)
            )

    @shielded
    async def review_figures(self, person: str) -> dict[str, str]:
        """The figures of the reviewed games of a person as JSON, by table, the oldest first."""
        query = (
            select(reviews.c.table_id, reviews.c.figures)
            .join(sitters, sitters.c.table_id == reviews.c.table_id)
            .join(tables, tables.c.id == reviews.c.table_id)
            .where(sitters.c.person_id == person)
            .order_by(tables.c.changed, reviews.c.depth)
        )
        async with self.engine.connect() as connection:
            return {row.table_id: row.figures for row in await connection.execute(query)}

    # -- how draws are distributed ----------------------------------------

    @shielded
    async def uncounted(self, since: float) -> list[tuple[str, int]]:
        """The tables changed since a moment that hold draws not counted yet, by id.

        Each with the number of its last entry that is counted, -1 if none is.
        """
        reached = func.coalesce(tables.c.counted, -1)
        query = (
            select(tables.c.id, reached)
            .where(
                tables.c.status != WAITING,
                tables.c.changed > since,
                reached < tables.c.number,
            )
            .order_by(tables.c.id)
        )
        async with self.engine.connect() as connection:
            return [(row[0], row[1]) for row in await connection.execute(query)]

    @shielded
    async def draw_counts(self) -> tuple[int, str]:
        """The version of the counts, and the counts as JSON; 0 and nothing before the first."""
        async with self.engine.connect() as connection:
            found = await connection.execute(select(draw_counts.c.version, draw_counts.c.counts))
            row = found.one_or_none()
        return (0, "") if row is None else (row.version, row.counts)

    @shielded
    async def write_draw_counts(self, version: int, counts: str, reached: dict[str, int]) -> bool:
        """Replace the counts of a version, and note how far tables are counted.

        False, and nothing is written, if another process has replaced them meanwhile.
        """
        async with self.engine.begin() as connection:
            if version == 0:
                written = await connection.execute(
                    self.insert(draw_counts)
                    .values(id=1, version=1, counts=counts)
                    .on_conflict_do_nothing()
                )
            else:
                written = await connection.execute(
                    update(draw_counts)
                    .where(draw_counts.c.version == version)
                    .values(version=version + 1, counts=counts)
                )
            if written.rowcount != 1:
                return False
            for id, number in reached.items():
                await connection.execute(
                    update(tables).where(tables.c.id == id).values(counted=number)
                )
        return True


_DAMAGE = ("Could not decode", "malformed")
"""What SQLite says of rows that are damaged."""
_NOTIFY = text("SELECT pg_notify(:channel, :news)")


def _notify_parameters(news: Notification) -> dict[str, str]:
    return {"channel": CHANNEL, "news": msgspec.json.encode(news).decode()}


def _decoded(table: str, rows: Sequence[Any]) -> list[TableEntry]:
    found: list[TableEntry] = []
    for row in rows:
        try:
            found.append(TableEntry(row.number, row.at, decode_payload(row.what)))
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise DamagedEntry(f"entry {row.number} of table {table}: {error}") from None
    return found
