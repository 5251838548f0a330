"""Leases: which of the processes that share a database acts at a table, for bots and clocks.

Every process sends a heartbeat. A lease holds as long as the heartbeat of its holder is
fresh; so one statement a second renews all leases of a process, and if it dies others take
its tables over within seconds. Only the database's clock is asked how old a heartbeat is.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, Final

from sqlalchemy import ColumnElement, delete, extract, func, literal, or_, select, update

from bedesten.server.clock import now
from bedesten.server.database import Database, shielded
from bedesten.server.schema import processes, tables

HEARTBEAT: Final = 0.7
"""Seconds between two heartbeats."""
TIMEOUT: Final = 2.5
"""Seconds without a heartbeat after which a process counts as dead."""
FORGOTTEN: Final = 3_600.0
"""Seconds after which a dead process is deleted."""


class Leases:
    """The leases of one process. On a database of its own it holds them all."""

    def __init__(self, database: Database, process: str) -> None:
        self.process = process
        self.term = 0
        """Counts up when the process may have lost all leases; those of earlier terms are void."""
        self._database = database
        self._operations = database._operations
        self._beaten = 0.0
        self._released = False
        self._lock = asyncio.Lock()
        self._is_shared = database.is_shared

    @shielded
    async def beat(self) -> frozenset[str]:
        """Send a heartbeat; the processes that are alive."""
        async with self._lock:
            return frozenset() if self._released else await self._beat()

    async def _beat(self) -> frozenset[str]:
        began = time.monotonic()
        moment = self._now()
        async with self._database.engine.begin() as connection:
            await connection.execute(
                self._database.insert(processes)
                .values(id=self.process, seen=moment)
                .on_conflict_do_update(index_elements=["id"], set_={"seen": moment})
            )
            await connection.execute(delete(processes).where(processes.c.seen < moment - FORGOTTEN))
            living = frozenset((await connection.execute(self._living())).scalars())
        if began - self._beaten > TIMEOUT:
            self.term += 1
        self._beaten = began
        return living

    def is_good(self, term: int) -> bool:
        """Whether a lease of this process that was acquired in a term still holds."""
        if not self._is_shared:
            return True
        return term == self.term and time.monotonic() - self._beaten < TIMEOUT

    @shielded
    async def acquire(self, table: str) -> bool:
        """Acquire the lease on a table; False if another process holds it."""
        if not self._is_shared:
            return True
        async with self._database.engine.begin() as connection:
            done = await connection.execute(
                update(tables)
                .where(tables.c.id == table, self.is_free())
                .values(keeper=self.process)
            )
            return bool(done.rowcount)

    def is_free(self) -> ColumnElement[bool]:
        """Whether no other process holds the lease on a table, as a condition for a query."""
        return or_(
            tables.c.keeper.is_(None),
            tables.c.keeper == self.process,
            tables.c.keeper.not_in(self._living()),
        )

    @shielded
    async def release(self) -> None:
        """Give up all leases: the process counts as dead at once."""
        async with self._lock, self._database.engine.begin() as connection:
            self._released = True
            self._beaten = 0.0
            await connection.execute(delete(processes).where(processes.c.id == self.process))

    def _living(self) -> Any:
        return select(processes.c.id).where(processes.c.seen > self._now() - TIMEOUT)

    def _now(self) -> ColumnElement[Any]:
        if self._is_shared:
            return extract("epoch", func.clock_timestamp())
        return literal(now())
