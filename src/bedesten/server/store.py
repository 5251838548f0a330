"""What is kept: people, tables, and the entries that a table consists of.

An entry is stored before anybody hears of it. Its key is the table and its number,
so of two that would be number 17 only one gets in, whichever process writes it.
"""

from __future__ import annotations

import asyncio
import os
import secrets as random_secrets
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

try:
    import fcntl
except ImportError:  # not on this system
    fcntl = None  # type: ignore[assignment]

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import (
    URL,
    Connection,
    bindparam,
    delete,
    event,
    insert,
    make_url,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bedesten.server.schema import entries, people, secrets, sitters, solo_games, tables
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

CHANNEL = "bedesten"
BATCH = 64  # tables whose entries are committed at once
_MIGRATION_LOCK = 0x6265_6465  # the lock under which processes migrate one after another


class Conflict(Exception):
    """Somebody else has written an entry of that number."""


class Person(msgspec.Struct, frozen=True):
    """Somebody who has come by."""

    id: str
    name: str
    colour: str
    language: str
    settings: dict[str, Any]


class Notification(msgspec.Struct, frozen=True, omit_defaults=True):
    """What processes that share a database tell each other."""

    by: str
    """The process."""
    table: str
    number: int = -1
    here: list[str] | None = None
    """The people who watch the table there."""


class TableRow(msgspec.Struct, frozen=True):
    """What is found about a table without reading its entries."""

    status: str
    wake: float | None
    """When the server has to do something by itself; None if it waits for people."""
    people: frozenset[str]


@dataclass(frozen=True)
class PendingAppend:
    """What one table wants to store."""

    table: str
    new: Sequence[TableEntry]
    row: TableRow
    new_table: str | None


def database_url(db: str) -> URL:
    """The URL of a database: a file's name stands for SQLite."""
    url = make_url(db if "://" in db else f"sqlite:///{db}")
    backend = url.get_backend_name()
    if backend == "sqlite":
        return url.set(drivername="sqlite+aiosqlite")
    if backend in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+asyncpg")
    raise ValueError(f"a database is a file or a postgresql:// URL, not {backend}")


P = ParamSpec("P")
T = TypeVar("T")


def shielded(
    work: Callable[Concatenate[Store, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Store, P], Coroutine[Any, Any, T]]:
    """Let work on the database run to its end when whoever asked for it is called off.

    A request whose other half was refused is called off at any moment, and a connection
    left in the middle of a statement is lost.
    """

    @wraps(work)
    async def run(self: Store, /, *args: P.args, **kwargs: P.kwargs) -> T:
        task = asyncio.create_task(work(self, *args, **kwargs))
        self._operations.add(task)
        task.add_done_callback(self._operations.discard)
        return await asyncio.shield(task)

    return run


class Store:
    def __init__(self, url: URL, process: str = "") -> None:
        self.url = url
        self.process = process
        self._lock: int | None = None
        self._pending: list[tuple[PendingAppend, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None
        self._operations: set[asyncio.Task[Any]] = set()
        self.is_shared = url.get_backend_name() == "postgresql"
        """Whether other processes may work on the same tables."""
        if self.is_shared:
            self.engine: AsyncEngine = create_async_engine(
                url, pool_size=8, max_overflow=8, pool_pre_ping=True
            )
        else:
            if url.database:
                Path(url.database).parent.mkdir(parents=True, exist_ok=True)
            self.engine = create_async_engine(url)
            event.listen(self.engine.sync_engine, "connect", _set_up_sqlite)

    async def open(self, alone: bool = True) -> None:
        """Bring the database up to date; ValueError if another server has the file."""
        self._make_private()
        if alone:
            self._lock_file()
        try:
            await self._bring_up_to_date()
        except (OSError, SQLAlchemyError) as error:
            reason = str(getattr(error, "orig", None) or error).splitlines()[0]
            raise ValueError(f"the database cannot be opened: {reason}") from None

    async def _bring_up_to_date(self) -> None:
        async with self.engine.connect() as connection:
            if self.is_shared:
                await connection.execute(text(f"SELECT pg_advisory_lock({_MIGRATION_LOCK})"))
            try:
                await connection.run_sync(_migrate)
                await connection.commit()
            finally:
                if self.is_shared:
                    await connection.execute(text(f"SELECT pg_advisory_unlock({_MIGRATION_LOCK})"))
                    await connection.commit()

    async def close(self) -> None:
        if self._writing is not None:
            await asyncio.gather(self._writing, return_exceptions=True)
        await asyncio.gather(*self._operations, return_exceptions=True)
        await self.engine.dispose()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _lock_file(self) -> None:
        """Two servers on one SQLite file would not hear of each other."""
        file = self.url.database
        if self.is_shared or not file or fcntl is None:
            return
        self._lock = os.open(f"{file}.lock", os.O_CREAT | os.O_RDWR, 0o600)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._lock)
            self._lock = None
            raise ValueError(
                f"another server has opened {file}; several need a PostgreSQL database"
            ) from None

    @shielded
    async def notify(self, news: Notification) -> None:
        """Let the processes that share the database know something."""
        if self.is_shared:
            async with self.engine.begin() as connection:
                await connection.execute(_NOTIFY, _notify_parameters(news))

    @shielded
    async def is_healthy(self) -> bool:
        async with self.engine.connect() as connection:
            return (await connection.execute(text("SELECT 1"))).scalar() == 1

    def _make_private(self) -> None:
        file = self.url.database
        if not self.is_shared and file and file != ":memory:":
            os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))

    @shielded
    async def key(self) -> bytes:
        """The key that signs cookies and links, made at the first start.

        It lies beside an SQLite file, readable by nobody else; processes that
        share a database share the key in it.
        """
        if not self.is_shared:
            return _key_in_file(Path(f"{self.url.database}.key"))
        async with self.engine.begin() as connection:
            fresh = {"name": "key", "value": random_secrets.token_hex(32)}
            await connection.execute(
                postgresql.insert(secrets).values(fresh).on_conflict_do_nothing()
            )
            found = await connection.execute(select(secrets.c.value).where(secrets.c.name == "key"))
            return bytes.fromhex(found.scalar_one())

    @shielded
    async def write_key(self, key: bytes) -> None:
        """Go on with the key of another database."""
        if not self.is_shared:
            path = Path(f"{self.url.database}.key")
            path.unlink(missing_ok=True)
            _key_in_file(path, key)
            return
        value = {"value": key.hex()}
        async with self.engine.begin() as connection:
            await connection.execute(
                postgresql.insert(secrets)
                .values(name="key", **value)
                .on_conflict_do_update(index_elements=["name"], set_=value)
            )

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
    async def write_person(self, person: Person, now: float) -> None:
        kept = {
            "name": person.name,
            "colour": person.colour,
            "language": person.language,
            "settings": msgspec.json.encode(person.settings).decode(),
        }
        async with self.engine.begin() as connection:
            await connection.execute(
                self._insert(people)
                .values(id=person.id, created=now, **kept)
                .on_conflict_do_update(index_elements=["id"], set_=kept)
            )

    def _insert(self, table: Any) -> Any:
        return postgresql.insert(table) if self.is_shared else sqlite.insert(table)

    # -- tables -----------------------------------------------------------

    async def append(
        self, table: str, new: Sequence[TableEntry], row: TableRow, new_table: str | None = None
    ) -> None:
        """Add entries to a table; Conflict if one of their numbers is taken.

        `new_table` names the game of a table that begins with them. What several
        tables want to store at the same time is committed together.
        """
        added = PendingAppend(table, new, row, new_table)
        stored = asyncio.get_running_loop().create_future()
        self._pending.append((added, stored))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_all())
        await stored

    async def _write_all(self) -> None:
        while self._pending:
            batch, self._pending = self._pending[:BATCH], self._pending[BATCH:]
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
        """Store all of it, or nothing."""
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
        """The entries of a table from a number on; none if there is no such table."""
        async with self.engine.connect() as connection:
            found = await connection.execute(
                select(entries.c.number, entries.c.at, entries.c.what)
                .where(entries.c.table_id == table, entries.c.number > after)
                .order_by(entries.c.number)
            )
            return [TableEntry(row.number, row.at, decode_payload(row.what)) for row in found]

    async def tables_of(self, person: str, most: int = 100, game: str = "") -> list[str]:
        """The tables at which a person sits or that it has opened, the latest first."""
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
        """Tables at which the server has something to do by a moment."""
        query = select(tables.c.id).where(tables.c.status == PLAYING, tables.c.wake <= until)
        return await self._ids(query, most)

    @shielded
    async def _ids(self, query: Any, most: int) -> list[str]:
        async with self.engine.connect() as connection:
            found = await connection.execute(query.order_by(tables.c.changed.desc()).limit(most))
            return list(found.scalars())

    @shielded
    async def latest_numbers(self, ids: Sequence[str]) -> dict[str, int]:
        """How far tables are."""
        async with self.engine.connect() as connection:
            found = await connection.execute(
                select(tables.c.id, tables.c.number).where(tables.c.id.in_(ids))
            )
            return {row.id: row.number for row in found}

    @shielded
    async def acquire_lease(self, table: str, keeper: str, now: float, until: float) -> bool:
        """Take care of a table's bots and clocks until a moment; False if another does."""
        if not self.is_shared:
            return True
        async with self.engine.begin() as connection:
            done = await connection.execute(
                update(tables)
                .where(
                    tables.c.id == table,
                    or_(
                        tables.c.keeper.is_(None),
                        tables.c.keeper == keeper,
                        tables.c.kept_until < now,
                    ),
                )
                .values(keeper=keeper, kept_until=until)
            )
            return bool(done.rowcount)

    @shielded
    async def release_leases(self, keeper: str) -> None:
        """Let others take care of what one process did."""
        if self.is_shared:
            async with self.engine.begin() as connection:
                await connection.execute(
                    update(tables).where(tables.c.keeper == keeper).values(keeper=None)
                )

    @shielded
    async def count(self) -> dict[str, int]:
        """How many tables there are in each status."""
        query = text("SELECT status, count(*) AS n FROM tables GROUP BY status")
        async with self.engine.connect() as connection:
            return {row.status: row.n for row in await connection.execute(query)}

    # -- solo campaigns ---------------------------------------------------

    @shielded
    async def solo_games(self, person: str) -> dict[str, str]:
        """The games that were counted for a person, by their tables."""
        async with self.engine.connect() as connection:
            found = await connection.execute(
                select(solo_games.c.table_id, solo_games.c.counted).where(
                    solo_games.c.person_id == person
                )
            )
            return {row.table_id: row.counted for row in found}

    @shielded
    async def count_solo(self, person: str, hash: str, table: str, counted: str) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(
                self._insert(solo_games)
                .values(person_id=person, hash=hash, table_id=table, counted=counted)
                .on_conflict_do_nothing()
            )


_SEATING = (Opened, Sat, Stood, Began)

# Put together once: to do so for every move would cost as much as the move.
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
    """Whoever waits may have gone."""
    if stored.done():
        return
    if error is None:
        stored.set_result(None)
    else:
        stored.set_exception(error)


def _set_up_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "bedesten.server:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _key_in_file(path: Path, key: bytes | None = None) -> bytes:
    try:
        file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return bytes.fromhex(path.read_text().strip())
    with os.fdopen(file, "w") as out:
        out.write((key or random_secrets.token_bytes(32)).hex() + "\n")
    return bytes.fromhex(path.read_text().strip())
