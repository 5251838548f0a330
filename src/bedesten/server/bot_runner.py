"""Bots' turns and expired clocks: the server's own moves at the tables of one process.

If several processes share a database, one of them holds the lease on a table and
plays its bots. The lease lasts some seconds and is renewed; if its holder dies,
another process takes it over.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Final

import structlog

from bedesten import bots
from bedesten.bots.knowledge import Knowledge
from bedesten.kernel.rng import seeded
from bedesten.server import metrics
from bedesten.server.jobs import BotRequest, choose
from bedesten.server.store import Store
from bedesten.server.workers import JobFailed, Workers
from bedesten.tables.clock import MAX_TIME_OUTS
from bedesten.tables.entries import StoodIn
from bedesten.tables.refusal import Refusal
from bedesten.tables.table import Table

if TYPE_CHECKING:
    from bedesten.server.live_tables import Command, LiveTable

log = structlog.get_logger()

PACES: Final = {"instant": 0.0, "fast": 0.25, "normal": 0.8, "slow": 2.0}
"""Seconds that a bot's answer takes at least."""
LEASE: Final = 15.0
"""Seconds for which a process holds a table's lease."""
POLL: Final = 0.25
"""Seconds between looks at whether somebody has answered before the clock ran out."""


class BotRunner:
    """Runs one task for each table at which a bot or a clock is to act."""

    def __init__(
        self,
        change: Callable[[str, Command], Awaitable[LiveTable]],
        store: Store,
        workers: Workers,
        thinking: float,
    ) -> None:
        self._change = change
        self._store = store
        self._workers = workers
        self._thinking = thinking
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._closing = False

    def start(self, live: LiveTable) -> None:
        """Start the task of a table, if it has none and there is something to do."""
        id = live.table.id
        if self._closing or self.is_running(id) or next_action(live.table, time.time()) is None:
            return
        task = asyncio.create_task(self._run(live))
        self._tasks[id] = task
        task.add_done_callback(lambda ended: self._ended(id, ended))

    def is_running(self, id: str) -> bool:
        task = self._tasks.get(id)
        return task is not None and not task.done()

    async def close(self) -> None:
        """Cancel all tasks and give the leases up."""
        self._closing = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._store.release_leases(self._store.process)

    def _ended(self, id: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(id) is task:
            del self._tasks[id]
        if not task.cancelled() and task.exception() is not None:
            log.error("bots of a table failed", table=id, exc_info=task.exception())

    async def _run(self, live: LiveTable) -> None:
        while True:
            now = time.time()
            table = live.table
            due = next_action(table, now)
            if due is None or not await self._holds_lease(live, now):
                return
            asked = table.bots_asked()
            expired = table.expired(now)
            if asked:
                await self._play_bots(live, asked)
            elif expired:
                await self._play_expired(live, expired[0])
            else:
                await _wait(live, due)

    async def _holds_lease(self, live: LiveTable, now: float) -> bool:
        """Acquire or renew the lease on a table; False if another process holds it."""
        if not self._store.is_shared or live.lease_until > now + LEASE / 2:
            return True
        until = now + LEASE
        if await self._store.acquire_lease(live.table.id, self._store.process, now, until):
            live.lease_until = until
            return True
        return False

    async def _play_bots(self, live: LiveTable, seats: Sequence[int]) -> None:
        table = live.table
        numbers = {seat: table.posed[seat] for seat in seats}
        pace = PACES[table.agreed.pace]
        words, _ = await asyncio.gather(
            asyncio.gather(*(self._word(table, seat) for seat in seats)), asyncio.sleep(pace)
        )
        for seat, word in zip(seats, words, strict=True):
            await self._play(live, seat, numbers[seat], word, "bot")

    async def _play_expired(self, live: LiveTable, seat: int) -> None:
        """Play for a person whose time is up; after several times a bot takes the seat."""
        table = live.table
        number = table.posed[seat]
        word = await self._word(table, seat)
        await self._play(live, seat, number, word, "clock")
        if live.table.clocks.time_outs[seat] >= MAX_TIME_OUTS and seat not in live.table.stand_ins:
            await self._change(table.id, lambda _: StoodIn(seat, "time"))

    async def _play(self, live: LiveTable, seat: int, number: int, word: str, by: str) -> None:
        try:
            await self._change(
                live.table.id, lambda table: table.play(seat, number, [word], time.time(), by)
            )
        except Refusal as refusal:
            # Somebody has taken something back, or another process was first.
            log.info("bot's answer dropped", table=live.table.id, why=refusal.code)

    async def _word(self, table: Table, seat: int) -> str:
        """A bot's choice; a random one if the worker fails twice."""
        request = bot_request(table, seat)
        try:
            began = time.perf_counter()
            word = await self._workers.run(choose, request, seconds=self._thinking)
            metrics.THOUGHTS.labels(request.level).observe(time.perf_counter() - began)
            return word
        except JobFailed:
            log.error("bot failed", table=table.id, seat=seat, level=request.level)
            match = table.running()
            known = Knowledge(match.game, match.state, seat)
            return bots.bot("random").choose(known, seeded(request.luck))


def next_action(table: Table, now: float) -> float | None:
    """When the server has to act at a table by itself; None if it waits for people."""
    return now if table.bots_asked() else table.deadline()


def bot_request(table: Table, seat: int, level: str | None = None) -> BotRequest:
    """What a worker needs to choose for a seat: an imagined world, never the true state."""
    match = table.running()
    decided = sum(answer.seat == seat and not answer.forced for answer in match.history)
    # Only a digest: the seed itself would foretell the dice.
    secret = f"{match.seed}/{table.id}/bot/{seat}/{decided}"
    luck = hashlib.sha256(secret.encode()).hexdigest()
    world = match.fork()
    world.state = match.state.imagine(seat, seeded(f"{luck}/world"))
    return BotRequest(match.game.name, world.position(), seat, level or table.level_of(seat), luck)


async def _wait(live: LiveTable, until: float) -> None:
    """Wait for a clock to run out, or for the table to change."""
    number = live.table.number
    while live.table.number == number and (rest := until - time.time()) > 0:
        await asyncio.sleep(min(rest, POLL))
