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
from bedesten.server import metrics, speech, wire
from bedesten.server.people import new_id
from bedesten.server.speech import Eyes
from bedesten.server.store import Conflict, News, Row, Store
from bedesten.server.work import Thought, choose, hint
from bedesten.server.workers import Workers, WorkFailed
from bedesten.tables.entries import (
    Abandoned,
    Began,
    CameBack,
    Entry,
    Opened,
    Rematched,
    Said,
    Sat,
    Stood,
    StoodIn,
    What,
)
from bedesten.tables.refusal import Refusal
from bedesten.tables.table import PLAYING, TIME_OUTS, Change, OutdatedRules, Table

log = structlog.get_logger()

PACES: Final = {"instant": 0.0, "fast": 0.25, "normal": 0.8, "slow": 2.0}
WORKING: Final = 20.0  # seconds for anything else that workers do
IDLE: Final = 600.0  # seconds after which a table that nobody watches is put away
KEPT: Final = 15.0  # seconds for which a process takes care of a table
BACKLOG: Final = 64  # messages that may wait for a slow page
MOST_RESUMED: Final = 60  # entries that are sent one by one after a lost connection

Found = TypeVar("Found")
Wish = Callable[[Table], "What | Sequence[What]"]


class Page:
    """One open connection: what is still to be sent to it."""

    def __init__(self, person: str, eyes: Eyes) -> None:
        self.person = person
        self.eyes = eyes
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue(BACKLOG)
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


class Sitting:
    """A table that is alive here."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.pages: set[Page] = set()
        self.minding: asyncio.Task[None] | None = None
        self.request = speech.request(table)  # as the pages know it
        self.used = time.monotonic()
        self.kept_until = 0.0  # by this process
        self.elsewhere: dict[str, tuple[float, list[str]]] = {}  # guests of other processes

    def here(self) -> set[str]:
        """Whose pages are open, in any process."""
        now = time.monotonic()
        others = [one for until, there in self.elsewhere.values() if until > now for one in there]
        return {*others, *self.guests()}

    def guests(self) -> set[str]:
        return {page.person for page in self.pages if page.person}


class Hall:
    """All tables."""

    def __init__(self, store: Store, workers: Workers, thinking: float) -> None:
        self.thinking = thinking
        self.store = store
        self.workers = workers
        self.name = store.process
        self.opened_at = time.time()
        self.sittings: dict[str, Sitting] = {}
        self.loading: dict[str, asyncio.Task[Sitting]] = {}
        self.changes: set[asyncio.Task[Sitting]] = set()
        self.errands: set[asyncio.Task[None]] = set()
        self.connections: set[asyncio.Task[None]] = set()
        self.closing = False

    # -- finding ----------------------------------------------------------

    async def sitting(self, id: str) -> Sitting:
        """A table, from memory or from its entries; Refusal if there is none."""
        found = self.sittings.get(id)
        if found is None:
            task = self.loading.get(id)
            if task is None:
                task = asyncio.create_task(self._load(id))
                self.loading[id] = task
                task.add_done_callback(lambda _: self.loading.pop(id, None))
            found = await asyncio.shield(task)
        found.used = time.monotonic()
        return found

    async def _load(self, id: str) -> Sitting:
        entries = await self.store.entries(id)
        if not entries:
            raise Refusal("no_table")
        try:
            table = await asyncio.to_thread(Table, id, entries, self.opened_at)
        except OutdatedRules:
            raise Refusal("outdated") from None
        sitting = Sitting(table)
        self.sittings[id] = sitting
        self._mind(sitting)
        return sitting

    async def table(self, id: str) -> Table:
        return (await self.sitting(id)).table

    def info(self, sitting: Sitting, person: str) -> wire.TableInfo:
        return speech.table_info(sitting.table, person, sitting.here(), time.time())

    # -- changing ---------------------------------------------------------

    async def open(self, first: Opened) -> Sitting:
        """A new table; it begins at once if nobody is waited for."""
        id = new_id()
        now = time.time()
        table = Table(id, [Entry(0, now, first)], self.opened_at)
        entries = [Entry(0, now, first)]
        if not table.open_seats:
            entries.append(Entry(1, now, table.begin()))
            table.take(entries[-1])
        return await self.add(table, entries)

    async def add(self, table: Table, entries: Sequence[Entry]) -> Sitting:
        """Store a whole table."""
        await self.store.append(
            table.id, entries, _row(table, time.time()), new_table=table.agreed.game
        )
        sitting = self.sittings[table.id] = Sitting(table)
        self._mind(sitting)
        return sitting

    async def change(self, id: str, wish: Wish) -> Sitting:
        """Check a wish, store what comes of it, and tell everybody.

        Once begun it is carried through, even if whoever wished has gone meanwhile.
        """
        task = asyncio.create_task(self._change(id, wish))
        self.changes.add(task)
        task.add_done_callback(self.changes.discard)
        return await asyncio.shield(task)

    async def _change(self, id: str, wish: Wish) -> Sitting:
        sitting = await self.sitting(id)
        async with sitting.lock:
            while True:
                wanted = wish(sitting.table)
                whats = wanted if isinstance(wanted, Sequence) else [wanted]
                now = time.time()
                draft = sitting.table.fork()
                entries = [
                    Entry(sitting.table.number + n, now, what) for n, what in enumerate(whats, 1)
                ]
                changes = [draft.take(entry) for entry in entries]
                try:
                    await self.store.append(id, entries, _row(draft, now))
                    break
                except Conflict:
                    await self._catch_up(sitting)
            for entry in entries:
                metrics.ENTRIES.labels(type(entry.what).__name__.lower()).inc()
            sitting.table = draft
            self._tell(sitting, entries, changes)
        self._mind(sitting)
        return sitting

    async def catch_up(self, id: str) -> None:
        """Take in what another process has stored."""
        sitting = self.sittings.get(id)
        if sitting is not None:
            async with sitting.lock:
                await self._catch_up(sitting)
            self._mind(sitting)

    async def _catch_up(self, sitting: Sitting) -> None:
        for entry in await self.store.entries(sitting.table.id, sitting.table.number):
            draft = sitting.table.fork()
            change = draft.take(entry)
            sitting.table = draft
            self._tell(sitting, [entry], [change])

    # -- other processes --------------------------------------------------

    async def look_at_neighbours(self) -> None:
        """Catch up with whatever was stored elsewhere, and say again who is here."""
        if not self.store.is_shared or not self.sittings:
            return
        numbers = await self.store.numbers(list(self.sittings))
        for id, sitting in list(self.sittings.items()):
            if numbers.get(id, -1) > sitting.table.number:
                await self.catch_up(id)
            if sitting.pages:
                await self._say_who_is_here(sitting)

    async def _say_who_is_here(self, sitting: Sitting) -> None:
        here = sorted(sitting.guests())
        await self.store.tell(News(self.name, sitting.table.id, here=here[:200]))

    def heard_of_guests(
        self, sitting: Sitting, process: str, people: list[str], until: float
    ) -> None:
        before = sitting.here()
        sitting.elsewhere[process] = (until, people)
        if sitting.here() != before:
            self.tell_table(sitting)

    def _guests_changed(self, sitting: Sitting) -> None:
        if self.store.is_shared and not self.closing:
            task = asyncio.create_task(self._say_who_is_here(sitting))
            self.errands.add(task)
            task.add_done_callback(self.errands.discard)
            task.add_done_callback(_report)

    # -- telling ----------------------------------------------------------

    def _tell(
        self, sitting: Sitting, entries: Sequence[Entry], changes: Sequence[Change | None]
    ) -> None:
        """Send every page what it may know; the last view alone, if there were several entries."""
        table, now = sitting.table, time.time()
        sent: dict[tuple[Eyes, int], bytes] = {}
        for page in sitting.pages:
            for entry, change in zip(entries, changes, strict=True):
                if isinstance(entry.what, Said):
                    said = table.lines[-1]
                    if not table.is_muted(page.person, said):
                        page.send(encode(wire.Chatted(speech.line(said))))
                elif change is not None:
                    eyes = page.eyes = _moved_eyes(table, page.eyes)
                    key = (_shared(eyes), change.number)
                    if key not in sent:
                        sent[key] = encode(speech.moved(table, change, eyes, now))
                    page.send(sent[key])
        request = speech.request(table)
        if request != sitting.request:
            sitting.request = request
            for page in sitting.pages:
                page.send(encode(wire.Asking(request)))
        if table.status != PLAYING or any(isinstance(e.what, _ABOUT_TABLES) for e in entries):
            self.tell_table(sitting)

    def tell_table(self, sitting: Sitting) -> None:
        """Who sits, who is here, what the clocks say."""
        for page in sitting.pages:
            page.send(encode(wire.TableChanged(self.info(sitting, page.person))))

    def snapshot(self, sitting: Sitting, page: Page) -> bytes:
        page.eyes = _moved_eyes(sitting.table, page.eyes)
        return encode(speech.snapshot(sitting.table, page.eyes, sitting.here(), time.time()))

    async def missed(self, sitting: Sitting, page: Page, after: int) -> list[bytes]:
        """The moves since a number, one by one; none if it is too long ago or was taken back."""
        last = sitting.table.number
        if not 0 <= after < last or last - after > MOST_RESUMED:
            return []
        entries = [e for e in await self.store.entries(sitting.table.id) if e.number <= last]
        return await asyncio.to_thread(_retold, sitting.table.id, entries, after, page.eyes)

    def enter(self, sitting: Sitting, page: Page) -> None:
        """Add a page; the others hear that somebody is there."""
        others = list(sitting.pages)
        sitting.pages.add(page)
        for other in others:
            other.send(encode(wire.TableChanged(self.info(sitting, other.person))))
        self._guests_changed(sitting)
        sitting.used = time.monotonic()

    def leave(self, sitting: Sitting, page: Page) -> None:
        sitting.pages.discard(page)
        sitting.used = time.monotonic()
        self.tell_table(sitting)
        self._guests_changed(sitting)

    # -- bots and clocks --------------------------------------------------

    def _mind(self, sitting: Sitting) -> None:
        """See to it that bots answer and clocks run out."""
        idle = sitting.minding is None or sitting.minding.done()
        if idle and not self.closing and _wake(sitting.table, time.time()) is not None:
            sitting.minding = asyncio.create_task(self._minded(sitting))
            sitting.minding.add_done_callback(_report)

    async def _minded(self, sitting: Sitting) -> None:
        while not self.closing:
            now = time.time()
            table = sitting.table
            if _wake(table, now) is None:
                return
            if not await self._keeps(sitting, now):
                return
            asked = table.bots_asked()
            expired = table.expired(now)
            if asked:
                await self._let_bots_answer(sitting, asked)
            elif expired:
                await self._time_is_up(sitting, expired[0])
            else:
                await self._until(sitting, table.deadline() or now)

    async def _keeps(self, sitting: Sitting, now: float) -> bool:
        """Whether it is this process that takes care of a table."""
        if not self.store.is_shared or sitting.kept_until > now + KEPT / 2:
            return True
        if await self.store.keep(sitting.table.id, self.name, now, now + KEPT):
            sitting.kept_until = now + KEPT
            return True
        return False

    async def _until(self, sitting: Sitting, moment: float) -> None:
        """Wait for a clock, but look again now and then: somebody may have answered."""
        number = sitting.table.number
        while sitting.table.number == number and not self.closing:
            rest = moment - time.time()
            if rest <= 0:
                return
            await asyncio.sleep(min(rest, 0.25))

    async def _let_bots_answer(self, sitting: Sitting, seats: Sequence[int]) -> None:
        table = sitting.table
        numbers = {seat: table.posed[seat] for seat in seats}
        pace = PACES[table.agreed.pace]
        words, _ = await asyncio.gather(
            asyncio.gather(*(self._word(table, seat) for seat in seats)), asyncio.sleep(pace)
        )
        for seat, word in zip(seats, words, strict=True):
            await self._answer_for(sitting, seat, numbers[seat], word, "bot")

    async def _time_is_up(self, sitting: Sitting, seat: int) -> None:
        table = sitting.table
        number = table.posed[seat]
        word = await self._word(table, seat)
        await self._answer_for(sitting, seat, number, word, "clock")
        if sitting.table.time_outs[seat] >= TIME_OUTS and seat not in sitting.table.stand_ins:
            await self.change(table.id, lambda _: StoodIn(seat, "time"))

    async def _answer_for(
        self, sitting: Sitting, seat: int, number: int, word: str, by: str
    ) -> None:
        try:
            await self.change(
                sitting.table.id, lambda table: table.play(seat, number, [word], time.time(), by)
            )
        except Refusal as refusal:
            # Somebody has taken something back, or another process was first.
            log.info("bot's answer dropped", table=sitting.table.id, why=refusal.code)

    async def _word(self, table: Table, seat: int) -> str:
        """What a bot says; should its process fail twice, any choice."""
        thought = thought_of(table, seat)
        try:
            began = time.perf_counter()
            word = await self.workers.run(choose, thought, seconds=self.thinking)
            metrics.THOUGHTS.labels(thought.level).observe(time.perf_counter() - began)
            return word
        except WorkFailed:
            log.error("bot failed", table=table.id, seat=seat, level=thought.level)
            match = table.running()
            known = Knowledge(match.game, match.state, seat)
            return bots.bot("random").choose(known, seeded(thought.luck))

    async def hint(self, sitting: Sitting, seat: int, id: int, language: str) -> wire.Hinted:
        """What a bot would say in a seat's place."""
        table = sitting.table
        if seat not in table.posed or table.status != PLAYING:
            raise Refusal("not_asked")
        found = await self.worked_out(hint, thought_of(table, seat, bots.HINT_LEVEL), language)
        return wire.Hinted(id, found.word, found.text, found.weighed)

    async def worked_out(self, function: Callable[..., Found], *arguments: object) -> Found:
        """What a worker process finds."""
        try:
            return await self.workers.run(function, *arguments, seconds=WORKING)
        except WorkFailed:
            raise Refusal("overworked") from None

    async def wake(self) -> None:
        """Take up the tables at which something is to be done, after a start or a crash."""
        for id in await self.store.to_wake(time.time()):
            if self.closing:
                return
            if id not in self.sittings:
                try:
                    await self.sitting(id)
                except Refusal as refusal:
                    log.warning("table left alone", table=id, why=refusal.code)
            else:
                self._mind(self.sittings[id])

    def put_away(self) -> None:
        """Forget tables that nobody has looked at for a while; they can be loaded again."""
        now = time.monotonic()
        for id, sitting in list(self.sittings.items()):
            busy = sitting.pages or sitting.lock.locked()
            minded = sitting.minding is not None and not sitting.minding.done()
            if not busy and not minded and now - sitting.used > IDLE:
                del self.sittings[id]

    async def close(self) -> None:
        """Stop minding; what was stored stays."""
        self.closing = True
        tasks = [s.minding for s in self.sittings.values() if s.minding is not None]
        for task in (*tasks, *self.connections):
            task.cancel()
        await asyncio.gather(*tasks, *self.changes, return_exceptions=True)
        await self.store.release(self.name)


_ABOUT_TABLES: Final = (Sat, Stood, Began, StoodIn, CameBack, Rematched, Abandoned)


def encode(message: wire.ToClient) -> bytes:
    return wire.ENCODER.encode(message)


def thought_of(table: Table, seat: int, level: str | None = None) -> Thought:
    """What a bot needs to decide. It gets a world that its seat could be in, never the truth."""
    match = table.running()
    decided = sum(answer.seat == seat and not answer.forced for answer in match.history)
    # Only a digest: the seed itself would foretell the dice.
    secret = f"{match.seed}/{table.id}/bot/{seat}/{decided}"
    luck = hashlib.sha256(secret.encode()).hexdigest()
    world = match.fork()
    world.state = match.state.imagine(seat, seeded(f"{luck}/world"))
    return Thought(match.game.name, world.position(), seat, level or table.level_of(seat), luck)


def _row(table: Table, now: float) -> Row:
    return Row(table.status, _wake(table, now), frozenset({table.agreed.host, *table.people}))


def _wake(table: Table, now: float) -> float | None:
    return now if table.bots_asked() else table.deadline()


def _shared(eyes: Eyes) -> Eyes:
    """Those who see the same get the same message; all spectators do."""
    return Eyes("", None, eyes.language) if eyes.seat is None else eyes


def _moved_eyes(table: Table, eyes: Eyes) -> Eyes:
    """Look through a seat that is still one's own."""
    mine = table.seats_of(eyes.person)
    if eyes.seat in mine or (eyes.seat is None and not mine):
        return eyes
    return speech.eyes_of(table, eyes.person, eyes.language)


def _retold(id: str, entries: Sequence[Entry], after: int, eyes: Eyes) -> list[bytes]:
    table = Table(id, [entry for entry in entries if entry.number <= after])
    sent: list[bytes] = []
    for entry in entries[after + 1 :]:
        change = table.take(entry)
        if change is not None:
            sent.append(encode(speech.moved(table, change, _moved_eyes(table, eyes), entry.at)))
    return sent


def _report(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.error("minding failed", exc_info=task.exception())
