"""Bots' turns and expired clocks: the server's own moves at the tables of one process.

If several processes share a database, one of them holds the lease on a table and
plays its bots; if it dies, another process takes the lease over.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import msgspec
import structlog

from bedesten.kernel.rng import seeded
from bedesten.server import clock, metrics
from bedesten.server.database import database_failure
from bedesten.server.jobs import BotRequest, choose
from bedesten.server.store import Store
from bedesten.server.workers import JobFailed, Workers
from bedesten.tables.clock import MAX_TIME_OUTS
from bedesten.tables.entries import By, Payload, StoodIn
from bedesten.tables.refusal import Refusal
from bedesten.tables.table import Table

if TYPE_CHECKING:
    from bedesten.server.live_tables import Command, LiveTable

log = structlog.get_logger()

PACES: Final = {"instant": 0.0, "fast": 0.4, "normal": 1.0, "slow": 2.0}
"""Seconds from a question to a bot's answer, the time for thinking included."""
AT_ONCE: Final = 0.2
"""Seconds that a bot may think at the pace at which it waits for nothing."""
OVERHEAD: Final = 0.06
"""Seconds of them for everything but the search: the way to the worker, storing, sending."""
LEAST_MS: Final = 20
"""Milliseconds that a bot may think even if it has waited too long for a worker."""
FALLBACKS: Final = ("greedy", "random")
"""The bots that choose if no worker could, in this order."""
FALLBACK_TIME: Final = 5.0
"""Seconds that each of them has."""
RETRY: Final = 60.0
"""Seconds until the bots of a table that has failed are started again."""
DATABASE_RETRY: Final = 1.0
"""Seconds until bots and clocks try again if the database could not store their move."""
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
        self._failed: dict[str, float] = {}  # by table: until when its bots stay off
        self._closing = False
        self._is_storing = True  # False: the last move could not be stored

    def start(self, live: LiveTable) -> None:
        """Start the task of a table, if it has none and there is something to do."""
        id = live.table.id
        now = clock.now()
        if self._closing or self.is_running(id) or next_action(live.table, now) is None:
            return
        if self._failed.get(id, now) > now:
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
        await self._store.leases.release()

    def _ended(self, id: str, task: asyncio.Task[None]) -> None:
        if self._tasks.get(id) is task:
            del self._tasks[id]
        self._failed.pop(id, None)
        if not task.cancelled() and task.exception() is not None:
            self._failed[id] = clock.now() + RETRY
            log.error("bots of a table failed", table=id, exc_info=task.exception())

    async def _run(self, live: LiveTable) -> None:
        """Act at a table as long as there is something to do; wait while nothing can be stored."""
        is_going_on = True
        while is_going_on:
            try:
                is_going_on = await self._act(live)
            except Exception as error:
                reason = database_failure(error)
                if reason is None:
                    raise
                if self._is_storing:
                    log.warning("bots wait for the database", why=reason)
                self._is_storing = False
                await asyncio.sleep(DATABASE_RETRY)

    async def _act(self, live: LiveTable) -> bool:
        """Make the next move of the server at a table; False if there is none."""
        if next_action(live.table, clock.now()) is None or not await self._holds_lease(live):
            return False
        now = clock.now()
        table = live.table  # another process may have moved meanwhile
        due = next_action(table, now)
        if due is None:
            return False
        asked = table.bots_asked()
        expired = table.expired(now)
        if asked:
            await self._play_bots(live, asked)
        elif expired:
            await self._play_expired(live, expired[0])
        else:
            await _wait(live, due)
        return True

    async def _holds_lease(self, live: LiveTable) -> bool:
        """Acquire the lease on a table unless this process has it; False if another does."""
        leases = self._store.leases
        if leases.is_good(live.lease_term):
            return True
        term = leases.term
        if await leases.acquire(live.table.id):
            live.lease_term = term
            return True
        return False

    async def _play_bots(self, live: LiveTable, seats: Sequence[int]) -> None:
        table = live.table
        numbers = {seat: table.posed[seat] for seat in seats}
        began = time.monotonic()
        until = began + (PACES[table.bot_pace] or AT_ONCE)
        thoughts = await asyncio.gather(*(self._think(live, seat, until) for seat in seats))
        await _keep_pace(live, began)
        for seat, thought in zip(seats, thoughts, strict=True):
            await self._play(live, seat, numbers[seat], thought, "bot")

    async def _play_expired(self, live: LiveTable, seat: int) -> None:
        """Play for a person whose time is up; after several times a bot takes the seat."""
        table = live.table
        number = table.posed[seat]
        thought = await self._think(live, seat)
        await self._play(live, seat, number, thought, "clock")
        if live.table.clocks.time_outs[seat] >= MAX_TIME_OUTS and seat not in live.table.stand_ins:
            await self._change(table.id, lambda _: StoodIn(seat, "time"))

    async def _play(
        self, live: LiveTable, seat: int, number: int, thought: Thought, by: By
    ) -> None:
        def command(table: Table) -> Payload:
            played = table.play(seat, number, thought.words, clock.now(), by)
            return (
                msgspec.structs.replace(played, is_fallback=True) if thought.is_fallback else played
            )

        try:
            await self._change(live.table.id, command)
            self._is_storing = True
        except Refusal as refusal:
            # Somebody has taken something back, or another process was first.
            log.info("bot's answer dropped", table=live.table.id, why=refusal.code)

    async def _think(self, live: LiveTable, seat: int, until: float | None = None) -> Thought:
        """A bot's answer; of a sealed plan all words, so that their number tells nobody anything.

        It thinks until the moment at which its answer is due. If all workers are busy it starts
        late, and thinks less.
        """
        table = live.table
        thought = await self._choose(live, table, seat, (), until)
        while (said := table.unfinished_plan(seat, thought.words)) is not None:
            following = await self._choose(live, table, seat, said, until)
            is_fallback = thought.is_fallback or following.is_fallback
            thought = Thought((*said, *following.words), is_fallback)
        return thought

    async def _choose(
        self,
        live: LiveTable,
        table: Table,
        seat: int,
        said: tuple[str, ...],
        until: float | None,
    ) -> Thought:
        """A bot's next word; a simple one if it could not think in any worker."""
        level = table.level_of(seat)
        try:
            began = time.perf_counter()
            word = await self._workers.run_later(
                choose,
                lambda: (bot_request(table, seat, said=said), _ms_until(until)),
                seconds=self._thinking,
                owner=live.owner(),
                key=table.id,
                background=not live.is_watched(),
            )
            metrics.THOUGHTS.labels(level).observe(time.perf_counter() - began)
            return Thought((word,))
        except JobFailed as error:
            log.error("bot failed", table=table.id, seat=seat, bot=level, why=str(error))
            metrics.FALLBACKS.inc()
            word = await _simple_choice(bot_request(table, seat, said=said))
            return Thought((word,), is_fallback=True)


@dataclass(frozen=True)
class Thought:
    """A bot's answer."""

    words: tuple[str, ...]
    is_fallback: bool = False
    """Whether the bot could not think, and this is a simple choice in its place."""


async def _simple_choice(request: BotRequest) -> str:
    """The greedy bot's choice, made in a thread; a random one if that fails or takes long."""
    for level in FALLBACKS:
        simple = msgspec.structs.replace(request, level=level)
        try:
            async with asyncio.timeout(FALLBACK_TIME):
                return await asyncio.to_thread(choose, simple)
        except Exception as error:
            log.error("simple bot failed", bot=level, why=repr(error)[:200])
    raise JobFailed("no bot finds a choice")


def _ms_until(until: float | None) -> int | None:
    """Milliseconds that a bot may think."""
    if until is None:
        return None
    return max(int((until - OVERHEAD - time.monotonic()) * 1000), LEAST_MS)


def next_action(table: Table, now: float) -> float | None:
    """When the server has to act at a table by itself; None if it waits for people."""
    return now if table.bots_asked() else table.deadline()


def bot_request(
    table: Table, seat: int, level: str | None = None, said: tuple[str, ...] = ()
) -> BotRequest:
    """What a worker needs to choose for a seat: an imagined world, never the true state.

    `said` are the words of a sealed plan that it has chosen so far.
    """
    match = table.running() if not said else table.planned(seat, said)
    # Tables of earlier versions have no secret for bots; a digest of the seed foretells nothing.
    secret = (
        f"{table.agreed.bot_secret or match.seed}/{table.id}/bot/{seat}/{table.posed.get(seat)}"
        f"{'/'.join(('', *said))}"
    )
    luck = hashlib.sha256(secret.encode()).hexdigest()
    world = match.fork()
    world.state = match.state.imagine(seat, seeded(f"{luck}/world"))
    return BotRequest(match.game.name, world.position(), seat, level or table.level_of(seat), luck)


async def _keep_pace(live: LiveTable, began: float) -> None:
    """Wait until an answer is due that was asked for at a moment; the pace may change meanwhile."""
    while (rest := began + PACES[live.table.bot_pace] - time.monotonic()) > 0:
        live.pace_changed.clear()
        try:
            async with asyncio.timeout(rest):
                await live.pace_changed.wait()
        except TimeoutError:
            return


async def _wait(live: LiveTable, until: float) -> None:
    """Wait for a clock to run out, or for the table to change."""
    number = live.table.number
    while live.table.number == number and (rest := until - clock.now()) > 0:
        await asyncio.sleep(min(rest, POLL))
