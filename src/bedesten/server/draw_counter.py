"""Counts the draws of all fair tables of a server, as they are made.

A draw that everybody sees is counted when it is made, whether its game is ever finished or not:
games that end early or are given up are no fair sample. Cards of hidden piles are counted when
their game is over, without a test. Each table is read from where it was counted last, in a worker
process; what has been counted is stored with the table.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Final

import msgspec
import structlog
from msgspec import Struct, field

from bedesten.server import clock, jobs
from bedesten.server.database import database_failure
from bedesten.server.live_tables import LiveTables
from bedesten.server.luck import distribution
from bedesten.server.messages import moment
from bedesten.server.store import CLOCKS_DIFFER, DamagedEntry
from bedesten.server.wire import ServerLuck
from bedesten.server.workers import JobFailed
from bedesten.tables.draw_counts import DrawCounts

log = structlog.get_logger()

INTERVAL: Final = 600.0
"""Seconds after which new draws are counted if nobody asks for them."""
LEAST_PAUSE: Final = 2.0
"""Seconds between two rounds of counting."""
WORK_SHARE: Final = 0.05
"""The share of one worker's time that counting may take."""
PATIENCE: Final = 3.0
"""Seconds that somebody who asks waits for the newest counts."""
BATCH: Final = 20
"""Tables that are counted in one transaction; then the counting rests."""
JOB_TIMEOUT: Final = 60.0


class ServerCounts(Struct):
    """What is stored: the counts, and until when they reach."""

    until: float = 0.0
    seen: DrawCounts = field(default_factory=DrawCounts)
    """Draws that everybody saw when they were made."""
    cards: DrawCounts = field(default_factory=DrawCounts)
    """Cards of hidden piles, of finished games."""


class DrawCounter:
    """Keeps the counts of a server; one task of each process runs it."""

    def __init__(self, live_tables: LiveTables) -> None:
        self._store = live_tables.store
        self._workers = live_tables.workers
        self._asked = asyncio.Event()
        self._counted = asyncio.Condition()
        self._pause = 0.0  # seconds to rest after the last tables

    async def run(self) -> None:
        """Count now and then, and when somebody asks, until cancelled."""
        while True:
            self._asked.clear()
            try:
                await self.count()
            except Exception as error:
                reason = database_failure(error)
                if reason is None:
                    log.exception("draws not counted")
                else:
                    log.warning("draws not counted", why=reason)
            async with self._counted:
                self._counted.notify_all()
            await asyncio.sleep(max(LEAST_PAUSE, self._pause))
            with suppress(TimeoutError):
                async with asyncio.timeout(INTERVAL):
                    await self._asked.wait()

    async def luck(self, language: str) -> ServerLuck:
        """The distribution of all draws, counted anew if that is soon done."""
        self._asked.set()
        try:
            async with asyncio.timeout(PATIENCE), self._counted:
                await self._counted.wait()
        except TimeoutError:
            pass  # what was counted before
        _, counts = await self._read()
        return ServerLuck(
            moment(counts.until) if counts.until else None,
            distribution(counts.seen, language, cards=counts.cards),
        )

    async def count(self) -> None:
        """Count what was drawn since the last time.

        Tables come in the order of their random ids, so that a part of them is a fair sample.
        Stops if another process counts at the same time.
        """
        started = clock.now()
        version, counts = await self._read()
        waiting = await self._store.uncounted(counts.until - CLOCKS_DIFFER)
        self._pause = 0.0
        for first in range(0, len(waiting), BATCH):
            await asyncio.sleep(self._pause)
            began = time.monotonic()
            batch = waiting[first : first + BATCH]
            reached = {id: await self._count_table(counts, id, after) for id, after in batch}
            self._pause = (time.monotonic() - began) / WORK_SHARE
            if not await self._write(version, counts, reached):
                return
            version += 1
        counts.until = started
        await self._write(version, counts, {})

    async def _count_table(self, counts: ServerCounts, id: str, after: int) -> int:
        """Add the new draws of a table; the number of its last entry that was read."""
        try:
            entries = await self._store.entries(id)
            found = await self._workers.run_later(
                jobs.new_draws,
                lambda: (id, msgspec.json.encode(entries), after),
                seconds=JOB_TIMEOUT,
                background=True,
            )
        except (DamagedEntry, JobFailed) as error:
            log.warning("draws of a table not counted", table=id, why=str(error))
            return after
        for drawn in found.seen:
            counts.seen.add(found.game, drawn)
        for drawn in found.revealed:
            counts.cards.add(found.game, drawn)
        return entries[-1].number

    async def _read(self) -> tuple[int, ServerCounts]:
        version, text = await self._store.draw_counts()
        return version, msgspec.json.decode(text, type=ServerCounts) if text else ServerCounts()

    async def _write(self, version: int, counts: ServerCounts, reached: dict[str, int]) -> bool:
        text = msgspec.json.encode(counts).decode()
        return await self._store.write_draw_counts(version, text, reached)
