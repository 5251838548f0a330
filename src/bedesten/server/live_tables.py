"""The tables in the memory of this process and their subscribers.

Every change takes one path: a command is checked against the table, the entries
that it produces are stored, and only then the table changes and the subscribers
are told.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import islice
from typing import Final, TypeAlias, TypeVar, cast

import structlog
from sqlalchemy.exc import SQLAlchemyError

from bedesten.server import clock, messages, metrics, wire
from bedesten.server.appending import Conflict, Notification, TableRow
from bedesten.server.bot_runner import BotRunner, bot_request, next_action
from bedesten.server.budgets import Budgets, Costs, measured
from bedesten.server.database import database_failure
from bedesten.server.fair_queue import Owner
from bedesten.server.guard import Buckets
from bedesten.server.identity import new_id
from bedesten.server.jobs import hint
from bedesten.server.messages import Viewer
from bedesten.server.protocols import Channel
from bedesten.server.sentences import said
from bedesten.server.settings import Settings
from bedesten.server.store import DamagedEntry, Store, StoredTable
from bedesten.server.subscriber import Subscriber
from bedesten.server.workers import NOBODY, JobFailed, Workers
from bedesten.tables import opening
from bedesten.tables.absence import Presence
from bedesten.tables.entries import (
    Abandoned,
    Admitted,
    Began,
    CameBack,
    HintTaken,
    Hurried,
    Knocked,
    Nudged,
    Opened,
    Paced,
    Payload,
    Rematched,
    Said,
    Sat,
    Shared,
    Stood,
    StoodIn,
    TableEntry,
    Voted,
)
from bedesten.tables.opening import Promised
from bedesten.tables.refusal import Refusal
from bedesten.tables.summary import summarized, summary_of
from bedesten.tables.table import OVER, PLAYING, Change, OutdatedRules, Table

log = structlog.get_logger()

JOB_TIMEOUT: Final = 20.0
"""Seconds that a job other than a bot's turn may take."""
IDLE_TIMEOUT: Final = 600.0
"""Seconds after which a table without subscribers is evicted from memory."""
MAX_IDLE_ANSWERS: Final = 100_000
"""Answers, under 1 kB each, in tables without subscribers; the longest idle are evicted."""
LONG_GAME: Final = 5_000
"""Answers of a game from which on it is replayed in no more than one thread at a time."""
MAX_RESUMED: Final = 60
"""Entries that are sent one by one after a lost connection; none of a long game."""
ADDRESS_TABLES: Final = 3
"""Tables that an address may open in an hour, in quotas of a person."""
SUMMARY_DELAY: Final = 1.0
"""Seconds until what lists show of some tables is stored, together."""
MAX_SUMMARIES: Final = 64
"""Tables whose summaries are stored at once."""
MAX_FAILED: Final = 10
"""Tables that may fail to load, one after another, before resuming is put off."""
MAX_PRESENCE: Final = 200
"""People in one notification, which holds 8 kB."""

Result = TypeVar("Result")
Command: TypeAlias = Callable[[Table], Payload | Sequence[Payload]]
"""Checks what somebody wants against a table. Raises Refusal, or returns what to append."""


class DamagedTable(Exception):
    """The entries of a table do not add up to one."""


class LiveTable:
    """A table in memory, with its lock and its subscribers."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.subscribers: set[Subscriber] = set()
        self.request = messages.request(table)  # as the subscribers know it
        self.costs = Costs()
        self.used = time.monotonic()
        self.lease_term = -1  # when this process acquired the lease on its bots and clocks
        self.remote_presence: dict[str, tuple[float, list[str]]] = {}  # by process, until when
        self.left: dict[str, float] = {}  # people of the table: when they were last seen
        self.pace_changed = asyncio.Event()

    def present(self) -> set[str]:
        """The people who are connected, through any process."""
        now = time.monotonic()
        found = self.local_presence()
        for until, people in self.remote_presence.values():
            if until > now:
                found.update(people)
        return found

    def presence(self) -> Presence:
        """Who is connected, and since when the others are gone."""
        return Presence(frozenset(self.present()), self.left)

    def note_left(self, before: set[str]) -> None:
        """Note when people of the table went away, of those who were there before."""
        now = clock.now()
        for person in before - self.present():
            if self.table.is_inside(person):
                self.left[person] = now

    def is_watched(self) -> bool:
        """Whether somebody is connected, through any process."""
        return bool(self.subscribers) or bool(self.present())

    def owner(self) -> Owner:
        """For whom the bots think: somebody who is connected, or the host."""
        for one in self.subscribers:
            return Owner(one.address, one.person)
        return Owner("", self.table.agreed.host)

    def local_presence(self) -> set[str]:
        return {one.person for one in self.subscribers if one.person}


class LiveTables:
    """All tables of this process, loaded when they are needed."""

    def __init__(
        self, store: Store, workers: Workers, settings: Settings, budgets: Budgets
    ) -> None:
        self.store = store
        self.workers = workers
        self.process = store.process
        self.opened_at = clock.now()
        self.tables: dict[str, LiveTable] = {}
        self.connections: set[Channel] = set()
        self.closing = False
        self.woken = asyncio.Event()
        """Set when tables may be due that another process has left."""
        self._living: frozenset[str] = frozenset()  # processes
        self._retiring: asyncio.Task[None] | None = None
        self.damaged: dict[str, str] = {}
        """The tables that could not be read when they were needed, each with the code of why."""
        self.encoding = asyncio.Lock()
        """Held while a snapshot is encoded: one in each pass of the event loop."""
        self._long_game = asyncio.Lock()
        """Held while a thread works at a long game: several would keep the loop waiting."""
        self.budgets = budgets
        self._most_tables = settings.tables
        self._openings: Counter[str] = Counter()  # tables that are being opened, by person
        self._address_openings = Buckets(
            settings.tables * ADDRESS_TABLES / 3600, settings.tables * ADDRESS_TABLES
        )
        self._bots = BotRunner(self.change, store, workers, settings.thinking)
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._background_tasks: set[asyncio.Task[None]] = set()
        self._unsummarized: dict[str, Table] = {}
        self._summarizing: asyncio.Task[None] | None = None

    # -- finding ----------------------------------------------------------

    async def get(self, id: str) -> LiveTable:
        """A table, from memory or from the store; Refusal if there is none."""
        live = self.tables.get(id)
        if live is None:
            task = self._loading.get(id)
            if task is None:
                task = asyncio.create_task(self._load(id))
                self._loading[id] = task
                task.add_done_callback(lambda _: self._loading.pop(id, None))
            live = await asyncio.shield(task)
        live.used = time.monotonic()
        return live

    async def _load(self, id: str) -> LiveTable:
        try:
            entries = await self.store.entries(id)
            if not entries:
                raise Refusal("no_table")
            size = sum(len(getattr(entry.payload, "answers", ())) for entry in entries)
            table = await self._in_thread(size, _read, id, entries, self.opened_at)
            table.clocks.limit(clock.now())
        except (OutdatedRules, DamagedTable, DamagedEntry) as error:
            code = "outdated" if isinstance(error, OutdatedRules) else "damaged"
            if id not in self.damaged:
                log.error("table cannot be read", table=id, why=str(error))
            self.damaged[id] = code
            metrics.DAMAGED.set(len(self.damaged))
            raise Refusal(code) from None
        if self.damaged.pop(id, None) is not None:
            metrics.DAMAGED.set(len(self.damaged))
        return self._keep(table)

    def _keep(self, table: Table) -> LiveTable:
        """Hold a table in memory; if another task has just loaded it, that one counts."""
        live = self.tables.setdefault(table.id, LiveTable(table))
        self._bots.start(live)
        return live

    async def table(self, id: str) -> Table:
        return (await self.get(id)).table

    async def record(self, id: str) -> str:
        """The record of a game that is over; a running one would reveal secrets."""
        table = await self.table(id)
        if not table.is_revealed:
            raise Refusal("not_over")
        return await self._in_thread(table.answers, table.running().record)

    async def _in_thread(
        self, answers: int, function: Callable[..., Result], *arguments: object
    ) -> Result:
        """The result of work that grows with a game of so many answers."""
        if answers < LONG_GAME:
            return await asyncio.to_thread(function, *arguments)
        async with self._long_game:
            return await asyncio.to_thread(function, *arguments)

    def info(self, live: LiveTable, person: str) -> wire.TableInfo:
        return messages.table_info(live.table, person, live.presence(), clock.now())

    async def listed(
        self, stored: StoredTable, person: str, language: str
    ) -> wire.TableInfo | None:
        """A table for a list; one that cannot be read says so. None if there is no such table."""
        try:
            table, presence = await self.outlined(stored)
            return messages.table_info(table, person, presence, clock.now())
        except Refusal as refusal:
            outline = await self.store.outline(stored.id)
            if outline is None:
                return None
            return messages.damaged_info(stored.id, outline, said(refusal, language))

    async def outlined(self, stored: StoredTable) -> tuple[Table, Presence]:
        """A table for lists, and who is there: from memory, from its summary, or from its entries.

        A summary that was missing is kept for the next list.
        """
        live = self.tables.get(stored.id)
        if live is None and stored.summary is not None and stored.id not in self.damaged:
            table = summarized(stored.id, stored.summary, stored.number, self.opened_at)
            if table is not None:
                return table, Presence()
        if live is None:
            live = await self.get(stored.id)
            self._summarize_later(live.table)
        return live.table, live.presence()

    def _summarize_later(self, table: Table) -> None:
        """Keep what lists show of a table."""
        self._unsummarized[table.id] = table
        if not self.closing and (self._summarizing is None or self._summarizing.done()):
            self._summarizing = asyncio.create_task(self._summarize(SUMMARY_DELAY))
            self._summarizing.add_done_callback(_log_failure)

    async def _summarize(self, delay: float = 0.0) -> None:
        """Store what lists show; what could not be stored is kept for the next time."""
        await asyncio.sleep(delay)
        while self._unsummarized:
            some = list(islice(self._unsummarized.values(), MAX_SUMMARIES))
            found = [StoredTable(one.id, one.number, summary_of(one)) for one in some]
            await self.store.write_summaries(found)
            for one in some:
                if self._unsummarized[one.id] is one:
                    del self._unsummarized[one.id]

    # -- changing ---------------------------------------------------------

    async def open(self, first: Opened, id: str | None = None, share: str = "") -> LiveTable:
        """Store a new table; it begins at once if no seat is open.

        The host's share goes into the luck. Conflict if the id or the ticket of the promise is
        taken.
        """
        now = clock.now()
        entries = [TableEntry(0, now, first)]
        table = Table(id or new_id(), entries, self.opened_at)
        if share:
            entries.append(TableEntry(1, now, table.share(first.host, share)))
            table.apply(entries[-1])
        if not table.open_seats:
            entries.append(TableEntry(len(entries), now, table.begin()))
            table.apply(entries[-1])
        return await self.add(table, entries)

    @asynccontextmanager
    async def opening(self, owner: Owner) -> AsyncIterator[None]:
        """Open a table within the quotas of a person and an address; Refusal beyond them."""
        self._openings[owner.person] += 1
        try:
            unfinished = await self.store.unfinished(owner.person)
            if unfinished + self._openings[owner.person] > self._most_tables:
                raise Refusal("too_many_tables", most=self._most_tables)
            self.charge_opening(owner)
            yield
        finally:
            self._openings[owner.person] -= 1
            if not self._openings[owner.person]:
                del self._openings[owner.person]

    def charge_opening(self, owner: Owner) -> None:
        """Count a new table of an address; Refusal if it has opened too many lately."""
        if not self._address_openings.take(owner.address):
            raise Refusal("too_fast")

    async def add(self, table: Table, entries: Sequence[TableEntry]) -> LiveTable:
        """Store a table with all its entries."""
        await self.store.append(
            table.id, entries, _row(table, clock.now()), new_table=table.agreed.game
        )
        return self._keep(table)

    async def rematch(
        self, id: str, person: str, promised: Promised | None = None, share: str = ""
    ) -> LiveTable:
        """The table of the next game in the same round; the first to ask for it opens it.

        Its id follows from the finished table, so that of several people who ask at the
        same time, in whatever process, only one can store it.
        """
        finished = await self.table(id)
        if not finished.seats_of(person) and finished.agreed.host != person:
            raise Refusal("not_seated")
        if finished.status != OVER:
            raise Refusal("not_over")
        if finished.rematch is not None:
            return await self.get(finished.rematch)
        next_id = _rematch_id(finished)
        try:
            live = await self.open(opening.rematch(finished, person, promised), next_id, share)
        except Conflict:
            if not await self.store.entries(next_id):
                raise Refusal("luck_ticket_used") from None
            live = await self.get(next_id)
        await self.change(id, lambda table: [] if table.rematch else Rematched(next_id))
        return live

    async def change(self, id: str, command: Command) -> LiveTable:
        """Carry out a command: check it, store its entries, tell the subscribers.

        If it is cancelled while its entries are being stored, the next command finds them
        in the store and catches up.
        """
        live = await self.get(id)
        async with live.lock:
            while True:
                now = clock.now()
                with measured():
                    wanted = command(live.table)
                    payloads = wanted if isinstance(wanted, Sequence) else [wanted]
                    if not payloads:
                        return live
                    entries = [
                        TableEntry(number, now, payload)
                        for number, payload in enumerate(payloads, live.table.number + 1)
                    ]
                    draft, changes = live.table.advanced(entries)
                try:
                    await self.store.append(id, entries, _row(draft, now))
                    break
                except Conflict:
                    await self._catch_up(live)
            for entry in entries:
                metrics.stored(type(entry.payload)).inc()
            live.table = draft
            with measured():
                self._publish(live, entries, changes)
        self._bots.start(live)
        return live

    async def catch_up(self, id: str) -> None:
        """Apply the entries that another process has stored."""
        live = self.tables.get(id)
        if live is not None:
            async with live.lock:
                await self._catch_up(live)
            self._bots.start(live)

    async def _catch_up(self, live: LiveTable) -> None:
        """Apply new entries; if they do not fit the table in memory, read it again."""
        try:
            await self._apply_new(live)
        except Exception as error:
            if isinstance(error, DamagedEntry) or database_failure(error) is not None:
                raise
            id = live.table.id
            log.error("table read again", table=id, why=repr(error)[:200])
            entries = await self.store.entries(id)
            live.table = await asyncio.to_thread(_read, id, entries, self.opened_at)
            for subscriber in live.subscribers:
                subscriber.request_snapshot()

    async def _apply_new(self, live: LiveTable) -> None:
        for entry in await self.store.entries(live.table.id, live.table.number):
            live.table, changes = live.table.advanced([entry])
            self._publish(live, [entry], changes)

    # -- other processes --------------------------------------------------

    async def sync_with_cluster(self) -> None:
        """Catch up with all entries stored by other processes, and publish presence again."""
        if not self.store.is_shared or not self.tables:
            return
        numbers = await self.store.latest_numbers(list(self.tables))
        for id, live in list(self.tables.items()):
            if numbers.get(id, -1) > live.table.number:
                try:
                    await self.catch_up(id)
                except DamagedEntry as error:
                    log.error("table cannot be read", table=id, why=str(error))
            if live.subscribers:
                await self._publish_presence(live)

    async def _publish_presence(self, live: LiveTable) -> None:
        here = sorted(live.local_presence())[:MAX_PRESENCE]
        await self.store.notify(Notification(self.process, live.table.id, here=here))

    def apply_presence(
        self, live: LiveTable, process: str, people: list[str], until: float
    ) -> None:
        """Note who is connected through another process."""
        before = live.present()
        if people:
            self.workers.queue.promote(live.table.id, live.owner())
        live.remote_presence[process] = (until, people)
        live.note_left(before)
        if live.present() != before:
            self._publish_table(live)

    async def beat(self) -> None:
        """Send a heartbeat, and notice which processes have died."""
        living = await self.store.leases.beat()
        for process in self._living - living:
            self.forget_process(process)
        self._living = living

    def forget_process(self, process: str) -> None:
        """Take note that a process has stopped: its people have gone, its tables are free."""
        for live in self.tables.values():
            if process in live.remote_presence:
                self.apply_presence(live, process, [], 0.0)
                del live.remote_presence[process]
        self.woken.set()

    def _presence_changed(self, live: LiveTable) -> None:
        if self.store.is_shared and not self.closing:
            task = asyncio.create_task(self._publish_presence(live))
            self._background_tasks.add(task)
            task.add_done_callback(self._background_tasks.discard)
            task.add_done_callback(_log_failure)

    # -- subscribers ------------------------------------------------------

    def subscribe(self, live: LiveTable, subscriber: Subscriber) -> None:
        """Add a subscriber; it gets a snapshot, the others hear who is there."""
        others = list(live.subscribers)
        live.subscribers.add(subscriber)
        for other in others:
            other.broadcast(wire.encode(wire.TableChanged(self.info(live, other.person))))
        self.workers.queue.promote(live.table.id, live.owner())
        subscriber.request_snapshot()
        self._presence_changed(live)
        live.used = time.monotonic()

    def unsubscribe(self, live: LiveTable, subscriber: Subscriber) -> None:
        before = live.present()
        live.subscribers.discard(subscriber)
        live.note_left(before)
        live.used = time.monotonic()
        self._publish_table(live)
        self._presence_changed(live)
        if not live.subscribers:
            self._summarize_later(live.table)

    def snapshot(self, live: LiveTable, subscriber: Subscriber, id: int | None = None) -> bytes:
        """The whole table as a subscriber may see it."""
        subscriber.viewer = _current_viewer(live.table, subscriber.viewer)
        return wire.encode(
            messages.snapshot(live.table, subscriber.viewer, live.presence(), clock.now(), id)
        )

    async def missed(self, live: LiveTable, subscriber: Subscriber, after: int) -> list[bytes]:
        """The moves since an entry, one by one; none if they are too many or were taken back."""
        last = live.table.number
        if not 0 <= after < last or last - after > MAX_RESUMED or live.table.answers > LONG_GAME:
            return []
        entries = [e for e in await self.store.entries(live.table.id) if e.number <= last]
        return await asyncio.to_thread(
            _moves_since, live.table.id, entries, after, subscriber.viewer
        )

    def _publish(
        self, live: LiveTable, entries: Sequence[TableEntry], changes: Sequence[Change | None]
    ) -> None:
        """Send every subscriber what it may know of new entries.

        Subscribers who see the same share one encoded message.
        """
        table, now = live.table, clock.now()
        for entry, change in zip(entries, changes, strict=True):
            if isinstance(entry.payload, Nudged):
                nudge = wire.encode(wire.Nudge(entry.payload.seat, entry.payload.by))
                for subscriber in live.subscribers:
                    subscriber.broadcast(nudge)
            elif isinstance(entry.payload, Said | HintTaken):
                line = table.chat.lines[-1]
                said = wire.encode(wire.Chatted(messages.line(line)))
                for subscriber in live.subscribers:
                    if not table.chat.is_muted(subscriber.person, line):
                        subscriber.broadcast(said)
            elif change is not None and live.subscribers:
                telling = messages.Telling(table, change, now)
                encoded: dict[Viewer, bytes] = {}
                for subscriber in live.subscribers:
                    viewer = subscriber.viewer = _current_viewer(table, subscriber.viewer)
                    if change.is_partial and viewer.seat != change.seat:
                        continue
                    shared = _shared_viewer(viewer)
                    message = encoded.get(shared)
                    if message is None:
                        message = wire.encode(messages.moved(telling, viewer))
                        encoded[shared] = message
                    subscriber.broadcast(message)
        request = messages.request(table)
        if request != live.request:
            live.request = request
            for subscriber in live.subscribers:
                subscriber.broadcast(wire.encode(wire.TakeBackRequestChanged(request)))
        if any(isinstance(entry.payload, Paced | Hurried) for entry in entries):
            live.pace_changed.set()
        if table.status != PLAYING or any(isinstance(e.payload, _ABOUT_SEATS) for e in entries):
            self._publish_table(live)

    def _publish_table(self, live: LiveTable) -> None:
        """Send everybody the seats, presence and clocks."""
        for one in live.subscribers:
            one.broadcast(wire.encode(wire.TableChanged(self.info(live, one.person))))

    # -- worker processes -------------------------------------------------

    async def hint(
        self, live: LiveTable, seat: int, words: Sequence[str], id: int | None, owner: Owner
    ) -> wire.Hinted:
        """What a bot would do in a seat's place, after some words that are not sent yet."""
        await self.change(live.table.id, lambda table: table.ask_hint(seat))
        said = live.table.said_so_far(seat, words)
        request = bot_request(live.table, seat, said=said)
        found = await self.run_job(hint, request, owner=owner)
        texts = cast(dict[wire.Language, str], found.texts)
        return wire.Hinted(id, [*said, *found.words], len(said), texts, found.weighed)

    async def run_job(
        self, function: Callable[..., Result], *arguments: object, owner: Owner = NOBODY
    ) -> Result:
        """The result of a function that runs in a worker process; Refusal if it fails."""
        try:
            return await self.workers.run(function, *arguments, seconds=JOB_TIMEOUT, owner=owner)
        except JobFailed as error:
            log.error("job failed", work=function.__name__, why=str(error))
            raise Refusal("overworked") from None

    # -- maintenance ------------------------------------------------------

    async def resume_due(self) -> None:
        """Load the tables at which the server has to act, after a start or a crash elsewhere."""
        failed = 0
        async for id in self.store.due(clock.now()):
            if self.closing:
                return
            if id in self.damaged:
                continue
            try:
                if id in self.tables:
                    self._bots.start(self.tables[id])
                else:
                    await self.get(id)
            except Refusal as refusal:
                log.warning("table skipped", table=id, why=refusal.code)
            except Exception:
                log.exception("table not resumed", table=id)
                failed += 1
                if failed == MAX_FAILED:
                    raise

    def evict_idle(self) -> None:
        """Drop idle tables from memory: those not used for a while, and those beyond the limit."""
        now = time.monotonic()
        answers = 0
        for id, live in sorted(self.tables.items(), key=lambda one: -one[1].used):
            if live.subscribers or live.lock.locked() or self._bots.is_running(id):
                continue
            answers += live.table.answers
            if now - live.used > IDLE_TIMEOUT or answers > MAX_IDLE_ANSWERS:
                del self.tables[id]
                self._summarize_later(live.table)

    async def retire(self) -> None:
        """Hand the bots and clocks of all tables over to the other processes, at once."""
        self.closing = True
        if self._retiring is None:
            self._retiring = asyncio.create_task(self._retire())
        await self._retiring

    async def _retire(self) -> None:
        try:
            await self._bots.close()
            await self.store.notify(Notification(self.process, "", gone=True))
        except (SQLAlchemyError, OSError) as error:  # the heartbeats end all the same
            log.warning("leases not released", error=repr(error))

    async def close(self) -> None:
        """Stop bots and connections, and keep what lists show of the tables in memory."""
        await self.retire()
        for channel in self.connections:
            channel.end()
        try:
            if self._summarizing is not None:
                self._summarizing.cancel()
            self._unsummarized |= {id: live.table for id, live in self.tables.items()}
            await self._summarize()
        except (SQLAlchemyError, OSError) as error:  # lists then read the entries
            log.warning("summaries not stored", error=repr(error))


_ABOUT_SEATS: Final = (
    Sat,
    Shared,
    Stood,
    Began,
    StoodIn,
    CameBack,
    Paced,
    Hurried,
    Voted,
    Knocked,
    Admitted,
    Rematched,
    Abandoned,
)


def _read(id: str, entries: Sequence[TableEntry], clocks_from: float) -> Table:
    """The table that entries add up to; DamagedTable if they do not."""
    try:
        return Table(id, entries, clocks_from)
    except (OutdatedRules, MemoryError):
        raise
    except Exception as error:
        raise DamagedTable(repr(error)[:200]) from error


def _row(table: Table, now: float) -> TableRow:
    people = frozenset({table.agreed.host, *table.people})
    return TableRow(table.status, next_action(table, now), people)


def _rematch_id(table: Table) -> str:
    secret = f"{table.id}/{table.agreed.join_token}/rematch"
    return urlsafe_b64encode(hashlib.sha256(secret.encode()).digest()[:16]).decode().rstrip("=")


def _shared_viewer(viewer: Viewer) -> Viewer:
    """Who gets the same message: all spectators of a language do."""
    return Viewer("", None, viewer.language) if viewer.seat is None else viewer


def _current_viewer(table: Table, viewer: Viewer) -> Viewer:
    """The viewer, with another seat if the seat is no longer the person's own."""
    if viewer.seat is not None and table.is_seat_of(viewer.seat, viewer.person):
        return viewer
    if viewer.seat is None and not table.seats_of(viewer.person):
        return viewer
    return messages.viewer_of(table, viewer.person, viewer.language)


def _moves_since(id: str, entries: Sequence[TableEntry], after: int, viewer: Viewer) -> list[bytes]:
    table = Table(id, [entry for entry in entries if entry.number <= after])
    sent: list[bytes] = []
    for entry in entries[after + 1 :]:
        change = table.apply(entry)
        viewer = _current_viewer(table, viewer)
        if change is not None and not (change.is_partial and viewer.seat != change.seat):
            telling = messages.Telling(table, change, entry.at)
            sent.append(wire.encode(messages.moved(telling, viewer)))
    return sent


def _log_failure(task: asyncio.Task[None]) -> None:
    error = None if task.cancelled() else task.exception()
    if error is None:
        return
    reason = database_failure(error)
    if reason is None:
        log.error("background task failed", exc_info=error)
    else:
        log.warning("database failed in the background", why=reason)
