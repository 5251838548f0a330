"""Whether the server can do its work: the database stores, the workers answer."""

from __future__ import annotations

import asyncio
import time
from typing import Final

import structlog
from msgspec import Struct

import bedesten
from bedesten.server.database import database_failure
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


def _sentence(reason: str) -> str:
    return f"the database cannot be used: {reason}"
