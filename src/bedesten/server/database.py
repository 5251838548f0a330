"""Opening a database: SQLite or PostgreSQL, its migrations, its file lock and the signing key."""

from __future__ import annotations

import asyncio
import os
import secrets as random_secrets
import sqlite3
from collections.abc import Callable, Coroutine
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, Final, ParamSpec, Protocol, TypeVar

try:
    import fcntl
except ImportError:  # not on this system
    fcntl = None  # type: ignore[assignment]

from alembic import command
from alembic.config import Config
from sqlalchemy import URL, Connection, event, make_url, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as SQLTimeoutError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bedesten.server.schema import secrets

_MIGRATION_LOCK: Final = 0x6265_6465
"""The advisory lock under which processes migrate one after another."""

P = ParamSpec("P")
T = TypeVar("T")
D = TypeVar("D", bound="Operating")


class Operating(Protocol):
    """Whatever waits for its database operations when it is closed."""

    _operations: set[asyncio.Task[Any]]


def database_url(db: str) -> URL:
    """The URL of a database; a file name means SQLite."""
    url = make_url(db if "://" in db else f"sqlite:///{db}")
    backend = url.get_backend_name()
    if backend == "sqlite":
        return url.set(drivername="sqlite+aiosqlite")
    if backend in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+asyncpg")
    raise ValueError(f"a database is a file or a postgresql:// URL, not {backend}")


def shielded(
    operation: Callable[Concatenate[D, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[D, P], Coroutine[Any, Any, T]]:
    """Shield a database operation from cancellation: it finishes even if the request is cancelled.

    A connection that is cancelled in the middle of a statement is lost.
    """

    @wraps(operation)
    async def run(self: D, /, *args: P.args, **kwargs: P.kwargs) -> T:
        task = asyncio.create_task(operation(self, *args, **kwargs))
        self._operations.add(task)
        task.add_done_callback(self._operations.discard)
        task.add_done_callback(_retrieve)
        return await asyncio.shield(task)

    return run


def _retrieve(task: asyncio.Task[Any]) -> None:
    """Take note of a failure that nobody waits for any more; otherwise it would be logged."""
    if not task.cancelled():
        task.exception()


class Database:
    """A connection pool on a database of ours."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self._lock: int | None = None
        self._operations: set[asyncio.Task[Any]] = set()
        self.is_shared = url.get_backend_name() == "postgresql"
        """Whether other processes may use the same database."""
        if self.is_shared:
            self.engine: AsyncEngine = create_async_engine(
                url, pool_size=8, max_overflow=8, pool_pre_ping=True, hide_parameters=True
            )
        else:
            self.engine = create_async_engine(url, hide_parameters=True)
            event.listen(
                self.engine.sync_engine, "connect", lambda connection, _: set_up_sqlite(connection)
            )

    async def open(self, alone: bool = True) -> None:
        """Migrate to the newest schema; ValueError if the database cannot be used, or is in use."""
        try:
            self._make_file()
            if alone:
                self._lock_file()
            await self._migrate()
            if alone and not self.is_shared:
                await self._check_writable()
        except (OSError, SQLAlchemyError) as error:
            reason = str(getattr(error, "orig", None) or error).splitlines()[0]
            needed = "" if self.is_shared else " its file and folder must be writable;"
            raise ValueError(
                f"the database cannot be opened: {reason};{needed} choose another with --db"
            ) from None

    async def close(self) -> None:
        await asyncio.gather(*self._operations, return_exceptions=True)
        await self.engine.dispose()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    async def _check_writable(self) -> None:
        """Take SQLite's lock for writing once: if nothing is new, migrating only reads."""
        async with self.engine.connect() as connection:
            await connection.execute(text("BEGIN IMMEDIATE"))

    async def _migrate(self) -> None:
        async with self.engine.connect() as connection:
            if self.is_shared:
                await connection.execute(text(f"SELECT pg_advisory_lock({_MIGRATION_LOCK})"))
            try:
                await connection.run_sync(_upgrade)
                await connection.commit()
            finally:
                if self.is_shared:
                    await connection.execute(text(f"SELECT pg_advisory_unlock({_MIGRATION_LOCK})"))
                    await connection.commit()

    def _make_file(self) -> None:
        """Make an SQLite file that its owner alone can read, and the folder for it."""
        file = self.url.database
        if not self.is_shared and file and file != ":memory:":
            Path(file).parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))

    def _lock_file(self) -> None:
        """Lock an SQLite file: two servers on it would not be notified of each other's entries."""
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

    def insert(self, table: Any) -> Any:
        """An INSERT that knows ON CONFLICT."""
        return postgresql.insert(table) if self.is_shared else sqlite.insert(table)

    # -- the signing key --------------------------------------------------

    @shielded
    async def key(self) -> bytes:
        """The key that signs cookies and links, made at the first start.

        It lies beside an SQLite file, readable by its owner only; processes that
        share a database share the key in it.
        """
        if not self.is_shared:
            return _key_in_file(Path(f"{self.url.database}.key"))
        async with self.engine.begin() as connection:
            fresh = {"name": "key", "value": random_secrets.token_hex(32)}
            await connection.execute(self.insert(secrets).values(fresh).on_conflict_do_nothing())
            found = await connection.execute(select(secrets.c.value).where(secrets.c.name == "key"))
            return bytes.fromhex(found.scalar_one())

    @shielded
    async def write_key(self, key: bytes) -> None:
        """Replace the key by that of another database."""
        if not self.is_shared:
            path = Path(f"{self.url.database}.key")
            path.unlink(missing_ok=True)
            _key_in_file(path, key)
            return
        value = {"value": key.hex()}
        async with self.engine.begin() as connection:
            await connection.execute(
                self.insert(secrets)
                .values(name="key", **value)
                .on_conflict_do_update(index_elements=["name"], set_=value)
            )


def set_up_sqlite(connection: Any) -> None:
    """Set up a connection: an acknowledged commit survives a power cut."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _upgrade(connection: Connection) -> None:
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


def database_failure(error: BaseException) -> str | None:
    """What a database says that could not do its work; None for other errors, such as our own."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        error = error.orig  # its cause may be the group of tasks in which it was raised
    if isinstance(error, sqlite3.Error):
        is_failure = getattr(error, "sqlite_errorcode", 0) % _PRIMARY_CODES in _SQLITE_FAILURES
    else:
        state = getattr(error, "sqlstate", None)
        is_failure = isinstance(error, (OSError, SQLTimeoutError)) or (
            state[:2] in _POSTGRES_FAILURES if state else _is_of_asyncpg(error)
        )
    return (str(error) or repr(error)).splitlines()[0][:200] if is_failure else None


def _is_of_asyncpg(error: BaseException) -> bool:
    return "asyncpg" in type(error).__module__


_PRIMARY_CODES: Final = 256
"""An extended code of SQLite is a multiple of this and the primary code."""
_SQLITE_FAILURES: Final = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_READONLY,
}
_POSTGRES_FAILURES: Final = {"08", "25", "40", "53", "55", "57", "58", "XX"}
"""Classes of SQLSTATE: connection, read-only, roll-back, resources, locks, shut-down, system."""
