"""Whether the server can do its work: the database stores, the workers answer."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from typing import Final

import structlog
from msgspec import Struct
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as SQLTimeoutError

import bedesten
from bedesten.server.live_tables import LiveTables

log = structlog.get_logger()

TIMEOUT: Final = 5.0
"""Seconds that the database has to store something."""
INTERVAL: Final = 1.0
"""Seconds for which an answer of the database holds."""
RECENT: Final = 10.0
"""Seconds for which a failure of the database is told, and logged only once."""


class HealthReport(Struct, frozen=True):
    ok: bool
    version: str
    problems: list[str]
    """Why the server cannot do its work, in sentences."""
    damaged: int
    """Tables that could not be read. They concern nobody else, so the server is well."""


class Health:
    """Knows what has failed lately, and tries to store something when it is asked."""

    def __init__(self, live_tables: LiveTables) -> None:
        self._live_tables = live_tables
        self._lock = asyncio.Lock()
        self._checked = -INTERVAL
        self._problem = ""
        self._failed = -RECENT
        self._failures = 0

    def database_failed(self, reason: str) -> None:
        """Note that something could not be stored or read; log it, but not every time."""
        now = time.monotonic()
        self._failures += 1
        self._problem = _sentence(reason)
        if now - self._failed > RECENT:
            log.error("database failed", why=reason, times=self._failures)
            self._failures = 0
            self._failed = now

    async def report(self) -> HealthReport:
        live_tables = self._live_tables
        async with self._lock:
            if time.monotonic() - self._checked >= INTERVAL:
                self._problem = await self._try_database()
                self._checked = time.monotonic()
        problems = [self._problem] if self._problem else []
        problems += live_tables.workers.problems()
        if live_tables.closing:
            problems.append("the server stops")
        return HealthReport(not problems, bedesten.__version__, problems, len(live_tables.damaged))

    async def _try_database(self) -> str:
        """Store something small; what went wrong, or nothing."""
        try:
            async with asyncio.timeout(TIMEOUT):
                await self._live_tables.store.leases.beat()
        except TimeoutError:
            return _sentence("it does not answer")
        except Exception as error:
            reason = database_failure(error)
            if reason is None:
                raise
            return _sentence(reason)
        return ""


def database_failure(error: BaseException) -> str | None:
    """What a database says that could not do its work; None for other errors, such as our own."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        error = error.__cause__ or error.orig
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


def _sentence(reason: str) -> str:
    return f"the database cannot be used: {reason}"
