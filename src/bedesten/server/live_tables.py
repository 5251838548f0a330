"""The tables that are alive in this process, who watches them, and who plays there by itself.

Whatever happens goes one way: a wish is checked against the table, its entries
are stored, and only then is the table changed and everybody told.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

import structlog

from bedesten import bots
from bedesten.bots.knowledge import Knowledge
from bedesten.kernel.rng import seeded
from bedesten.server import messages, metrics, wire
from bedesten.server.identity import new_id
from bedesten.server.jobs import BotRequest, choose, hint
from bedesten.server.messages import Viewer
from bedesten.server.store import Conflict, Notification, Store, TableRow
from bedesten.server.workers import JobFailed, Workers
from bedesten.tables.entries import (
    Abandoned,
    Began,
    CameBack,
    Opened,
    Payload,
    Rematched,
    Said,
    Sat,
    Stood,
    StoodIn,
    TableEntry,
)
from bedesten.tables.refusal import Refusal
from bedesten.tables.table import PLAYING, TIME_OUTS, Change, OutdatedRules, Table

log = structlog.get_logger()

PACES: Final = {"instant": 0.0, "fast": 0.25, "normal": 0.8, "slow": 2.0}
JOB_TIMEOUT: Final = 20.0  # seconds for anything else that workers do
IDLE_TIMEOUT: Final = 600.0  # seconds after which a table that nobody watches is put away
LEASE: Final = 15.0  # seconds for which a process takes care of a table
QUEUE_LIMIT: Final = 64  # messages that may wait for a slow page
MOST_RESUMED: Final = 60  # entries that are sent one by one after a lost connection

Result = TypeVar("Result")
Command = Callable[[Table], Payload | Sequence[Payload]]


class Subscriber:
    """One open connection: what is still to be sent to it."""

    def __init__(self, person: str, viewer: Viewer) -> None:
        self.person = person
        self.viewer = viewer
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue(QUEUE_LIMIT)
        self.missed = False  # it was too slow, and needs to see the whole table again

    def send(self, message: bytes) -> None:
        """Lay a message out; who lets too many lie gets one snapshot instead."""
        if self.missed:
            return
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.missed = True
            while not self.waiting.empty():
                self.waiting.get_nowait()
            self.waiting.put_nowait(None)


class LiveTable:
    """A table that is alive here."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.subscribers: set[Subscriber] = set()
        self.bot_task: asyncio.Task[None] | None = None
        self.request = messages.request(table)  # as the pages know it
        self.used = time.monotonic()
        self.lease_until = 0.0  # by this process
        self.remote_presence: dict[str, tuple[float, list[str]]] = {}  # guests of other processes

    def here(self) -> set[str]:
        """Whose pages are open, in any process."""
        now = time.monotonic()
        others = [
            one for until, there in self.remote_presence.values() if until > now for one in there
        ]
        return {*others, *self.guests()}

    def guests(self) -> set[str]:
        return {subscriber.person for subscriber in self.subscribers if subscriber.person}


class LiveTables:
    """All tables."""

    def __init__(self, store: Store, workers: Workers, thinking: float) -> None:
        self.thinking = thinking
        self.store = store
        self.workers = workers
        self.name = store.process
        self.opened_at = time.time()
        self.tables: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.changes: set[asyncio.Task[LiveTable]] = set()
        self.background_tasks: set[asyncio.Task[None]] = set()
        self.connections: set[asyncio.Task[None]] = set()
        self.closing = False

    # -- finding ----------------------------------------------------------

    async def get(self, id: str) -> LiveTable:
        """A table, from memory or from its entries; Refusal if there is none."""
        found = self.tables.get(id)
        if found is None:
            task = self.loading.get(id)
            if task is None:
                task = asyncio.create_task(self._load(id))
                self.loading[id] = task
                task.add_done_callback(lambda _: self.loading.pop(id, None))
            found = await asyncio.shield(task)
        found.used = time.monotonic()
        return found

    async def _load(self, id: str) -> LiveTable:
        entries = await self.store.entries(id)
        if not entries:
            raise Refusal("no_table")
        try:
            table = await asyncio.to_thread(Table, id, entries, self.opened_at)
        except OutdatedRules:
            raise Refusal("outdated") from None
        live = LiveTable(table)
        self.tables[id] = live
        self._start_bots(live)
        return live

    async def table(self, id: str) -> Table:
        return (await self.get(id)).table

    def info(self, live: LiveTable, person: str) -> wire.TableInfo:
        return messages.table_info(live.table, person, live.here(), time.time())

    # -- changing ---------------------------------------------------------

    async def open(self, first: Opened) -> LiveTable:
        """A new table; it begins at once if nobody is waited for."""
        id = new_id()
        now = time.time()
        table = Table(id, [TableEntry(0, now, first)], self.opened_at)
        entries = [TableEntry(0, now, first)]
        if not table.open_seats:
            entries.append(TableEntry(1, now, table.begin()))
            table.apply(entries[-1])
        return await self.add(table, entries)

    async def add(self, table: Table, entries: Sequence[TableEntry]) -> LiveTable:
        """Store a whole table."""
        await self.store.append(
            table.id, entries, _row(table, time.time()), new_table=table.agreed.game
        )
        live = self.tables[table.id] = LiveTable(table)
        self._start_bots(live)
        return live

    async def change(self, id: str, command: Command) -> LiveTable:
        """Check a wish, store what comes of it, and tell everybody.

        Once begun it is carried through, even if whoever wished has gone meanwhile.
        """
        task = asyncio.create_task(self._change(id, command))
        self.changes.add(task)
        task.add_done_callback(self.changes.discard)
        return await asyncio.shield(task)

    async def _change(self, id: str, command: Command) -> LiveTable:
        live = await self.get(id)
        async with live.lock:
            while True:
                wanted = command(live.table)
                payloads = wanted if isinstance(wanted, Sequence) else [wanted]
                now = time.time()
                draft = live.table.fork()
                entries = [
                    TableEntry(live.table.number + n, now, payload)
                    for n, payload in enumerate(payloads, 1)
                ]
                changes = [draft.apply(entry) for entry in entries]
                try:
                    await self.store.append(id, entries, _row(draft, now))
                    break
                except Conflict:
                    await self._catch_up(live)
            for entry in entries:
                metrics.ENTRIES.labels(type(entry.payload).__name__.lower()).inc()
            live.table = draft
            self._tell(live, entries, changes)
        self._start_bots(live)
        return live

    async def catch_up(self, id: str) -> None:
        """Take in what another process has stored."""
        live = self.tables.get(id)
        if live is not None:
            async with live.lock:
                await self._catch_up(live)
            self._start_bots(live)

    async def _catch_up(self, live: LiveTable) -> None:
        for entry in await self.store.entries(live.table.id, live.table.number):
            draft = live.table.fork()
            change = draft.apply(entry)
            live.table = draft
            self._tell(live, [entry], [change])

    # -- other processes --------------------------------------------------

    async def sync_with_cluster(self) -> None:
        """Catch up with whatever was stored elsewhere, and say again who is here."""
        if not self.store.is_shared or not self.tables:
            return
        numbers = await self.store.latest_numbers(list(self.tables))
        for id, live in list(self.tables.items()):
            if numbers.get(id, -1) > live.table.number:
                await self.catch_up(id)
            if live.subscribers:
                await self._publish_presence(live)

    async def _publish_presence(self, live: LiveTable) -> None:
        here = sorted(live.guests())
        await self.store.notify(Notification(self.name, live.table.id, here=here[:200]))

    def apply_presence(
        self, live: LiveTable, process: str, people: list[str], until: float
    ) -> None:
        before = live.here()
        live.remote_presence[process] = (until, people)
        if live.here() != before:
            self.tell_table(live)

    def _presence_changed(self, live: LiveTable) -> None:
        if self.store.is_shared and not self.closing:
            task = asyncio.create_task(self._publish_presence(live))
            self.background_tasks.add(task)
            task.add_done_callback(self.background_tasks.discard)
            task.add_done_callback(_report)

    # -- telling ----------------------------------------------------------

    def _tell(
        self, live: LiveTable, entries: Sequence[TableEntry], changes: Sequence[Change | None]
    ) -> None:
        """Send every page what it may know; the last view alone, if there were several entries."""
        table, now = live.table, time.time()
        sent: dict[tuple[Viewer, int], bytes] = {}
        for subscriber in live.subscribers:
            for entry, change in zip(entries, changes, strict=True):
                if isinstance(entry.payload, Said):
                    said = table.lines[-1]
                    if not table.is_muted(subscriber.person, said):
                        subscriber.send(encode(wire.Chatted(messages.line(said))))
                elif change is not None:
                    viewer = subscriber.viewer = _current_viewer(table, subscriber.viewer)
                    key = (_shared_viewer(viewer), change.number)
                    if key not in sent:
                        sent[key] = encode(messages.moved(table, change, viewer, now))
                    subscriber.send(sent[key])
        request = messages.request(table)
        if request != live.request:
            live.request = request
            for subscriber in live.subscribers:
                subscriber.send(encode(wire.TakeBackRequestChanged(request)))
        if table.status != PLAYING or any(isinstance(e.payload, _ABOUT_TABLES) for e in entries):
            self.tell_table(live)

    def tell_table(self, live: LiveTable) -> None:
        """Who sits, who is here, what the clocks say."""
        for subscriber in live.subscribers:
            subscriber.send(encode(wire.TableChanged(self.info(live, subscriber.person))))

    def snapshot(self, live: LiveTable, subscriber: Subscriber) -> bytes:
        subscriber.viewer = _current_viewer(live.table, subscriber.viewer)
        return encode(messages.snapshot(live.table, subscriber.viewer, live.here(), time.time()))

    async def missed(self, live: LiveTable, subscriber: Subscriber, after: int) -> list[bytes]:
        """The moves since a number, one by one; none if it is too long ago or was taken back."""
        last = live.table.number
        if not 0 <= after < last or last - after > MOST_RESUMED:
            return []
        entries = [e for e in await self.store.entries(live.table.id) if e.number <= last]
        return await asyncio.to_thread(_retold, live.table.id, entries, after, subscriber.viewer)

    def enter(self, live: LiveTable, subscriber: Subscriber) -> None:
        """Add a page; the others hear that somebody is there."""
        others = list(live.subscribers)
        live.subscribers.add(subscriber)
        for other in others:
            other.send(encode(wire.TableChanged(self.info(live, other.person))))
        self._presence_changed(live)
        live.used = time.monotonic()

    def leave(self, live: LiveTable, subscriber: Subscriber) -> None:
        live.subscribers.discard(subscriber)
        live.used = time.monotonic()
        self.tell_table(live)
        self._presence_changed(live)

    # -- bots and clocks --------------------------------------------------

    def _start_bots(self, live: LiveTable) -> None:
        """See to it that bots answer and clocks run out."""
        idle = live.bot_task is None or live.bot_task.done()
        if idle and not self.closing and _wake(live.table, time.time()) is not None:
            live.bot_task = asyncio.create_task(self._run_bots(live))
            live.bot_task.add_done_callback(_report)

    async def _run_bots(self, live: LiveTable) -> None:
        while not self.closing:
            now = time.time()
            table = live.table
            if _wake(table, now) is None:
                return
            if not await self._holds_lease(live, now):
                return
            asked = table.bots_asked()
            expired = table.expired(now)
            if asked:
                await self._answer_for_bots(live, asked)
            elif expired:
                await self._answer_for_expired(live, expired[0])
            else:
                await self._wait_until(live, table.deadline() or now)

    async def _holds_lease(self, live: LiveTable, now: float) -> bool:
        """Whether it is this process that takes care of a table."""
        if not self.store.is_shared or live.lease_until > now + LEASE / 2:
            return True
        if await self.store.acquire_lease(live.table.id, self.name, now, now + LEASE):
            live.lease_until = now + LEASE
            return True
        return False

    async def _wait_until(self, live: LiveTable, moment: float) -> None:
        """Wait for a clock, but look again now and then: somebody may have answered."""
        number = live.table.number
        while live.table.number == number and not self.closing:
            rest = moment - time.time()
            if rest <= 0:
                return
            await asyncio.sleep(min(rest, 0.25))

    async def _answer_for_bots(self, live: LiveTable, seats: Sequence[int]) -> None:
        table = live.table
        numbers = {seat: table.posed[seat] for seat in seats}
        pace = PACES[table.agreed.pace]
        words, _ = await asyncio.gather(
            asyncio.gather(*(self._word(table, seat) for seat in seats)), asyncio.sleep(pace)
        )
        for seat, word in zip(seats, words, strict=True):
            await self._answer_for(live, seat, numbers[seat], word, "bot")

    async def _answer_for_expired(self, live: LiveTable, seat: int) -> None:
        table = live.table
        number = table.posed[seat]
        word = await self._word(table, seat)
        await self._answer_for(live, seat, number, word, "clock")
        if live.table.time_outs[seat] >= TIME_OUTS and seat not in live.table.stand_ins:
            await self.change(table.id, lambda _: StoodIn(seat, "time"))

    async def _answer_for(
        self, live: LiveTable, seat: int, number: int, word: str, by: str
    ) -> None:
        try:
            await self.change(
                live.table.id, lambda table: table.play(seat, number, [word], time.time(), by)
            )
        except Refusal as refusal:
            # Somebody has taken something back, or another process was first.
            log.info("bot's answer dropped", table=live.table.id, why=refusal.code)

    async def _word(self, table: Table, seat: int) -> str:
        """What a bot says; should its process fail twice, any choice."""
        request = bot_request(table, seat)
        try:
            began = time.perf_counter()
            word = await self.workers.run(choose, request, seconds=self.thinking)
            metrics.THOUGHTS.labels(request.level).observe(time.perf_counter() - began)
            return word
        except JobFailed:
            log.error("bot failed", table=table.id, seat=seat, level=request.level)
            match = table.running()
            known = Knowledge(match.game, match.state, seat)
            return bots.bot("random").choose(known, seeded(request.luck))

    async def hint(self, live: LiveTable, seat: int, id: int, language: str) -> wire.Hinted:
        """What a bot would say in a seat's place."""
        table = live.table
        if seat not in table.posed or table.status != PLAYING:
            raise Refusal("not_asked")
        found = await self.run_job(hint, bot_request(table, seat, bots.HINT_LEVEL), language)
        return wire.Hinted(id, found.word, found.text, found.weighed)

    async def run_job(self, function: Callable[..., Result], *arguments: object) -> Result:
        """What a worker process finds."""
        try:
            return await self.workers.run(function, *arguments, seconds=JOB_TIMEOUT)
        except JobFailed:
            raise Refusal("overworked") from None

    async def wake(self) -> None:
        """Take up the tables at which something is to be done, after a start or a crash."""
        for id in await self.store.due(time.time()):
            if self.closing:
                return
            if id not in self.tables:
                try:
                    await self.get(id)
                except Refusal as refusal:
                    log.warning("table left alone", table=id, why=refusal.code)
            else:
                self._start_bots(self.tables[id])

    def put_away(self) -> None:
        """Forget tables that nobody has looked at for a while; they can be loaded again."""
        now = time.monotonic()
        for id, live in list(self.tables.items()):
            busy = live.subscribers or live.lock.locked()
            minded = live.bot_task is not None and not live.bot_task.done()
            if not busy and not minded and now - live.used > IDLE_TIMEOUT:
                del self.tables[id]

    async def close(self) -> None:
        """Stop minding; what was stored stays."""
        self.closing = True
        tasks = [s.bot_task for s in self.tables.values() if s.bot_task is not None]
        for task in (*tasks, *self.connections):
            task.cancel()
        await asyncio.gather(*tasks, *self.changes, return_exceptions=True)
        await self.store.release_leases(self.name)


_ABOUT_TABLES: Final = (Sat, Stood, Began, StoodIn, CameBack, Rematched, Abandoned)


def encode(message: wire.ToClient) -> bytes:
    return wire.ENCODER.encode(message)


def bot_request(table: Table, seat: int, level: str | None = None) -> BotRequest:
    """What a bot needs to decide. It gets a world that its seat could be in, never the truth."""
    match = table.running()
    decided = sum(answer.seat == seat and not answer.forced for answer in match.history)
    # Only a digest: the seed itself would foretell the dice.
    secret = f"{match.seed}/{table.id}/bot/{seat}/{decided}"
    luck = hashlib.sha256(secret.encode()).hexdigest()
    world = match.fork()
    world.state = match.state.imagine(seat, seeded(f"{luck}/world"))
    return BotRequest(match.game.name, world.position(), seat, level or table.level_of(seat), luck)


def _row(table: Table, now: float) -> TableRow:
    return TableRow(table.status, _wake(table, now), frozenset({table.agreed.host, *table.people}))


def _wake(table: Table, now: float) -> float | None:
    return now if table.bots_asked() else table.deadline()


def _shared_viewer(viewer: Viewer) -> Viewer:
    """Those who see the same get the same message; all spectators do."""
    return Viewer("", None, viewer.language) if viewer.seat is None else viewer


def _current_viewer(table: Table, viewer: Viewer) -> Viewer:
    """Look through a seat that is still one's own."""
    mine = table.seats_of(viewer.person)
    if viewer.seat in mine or (viewer.seat is None and not mine):
        return viewer
    return messages.viewer_of(table, viewer.person, viewer.language)


def _retold(id: str, entries: Sequence[TableEntry], after: int, viewer: Viewer) -> list[bytes]:
    table = Table(id, [entry for entry in entries if entry.number <= after])
    sent: list[bytes] = []
    for entry in entries[after + 1 :]:
        change = table.apply(entry)
        if change is not None:
            sent.append(
                encode(messages.moved(table, change, _current_viewer(table, viewer), entry.at))
            )
    return sent


def _report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("minding failed", exc_info=task.exception())
