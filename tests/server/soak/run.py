"""Runs the soak: servers, players and faults together, then the account."""

from __future__ import annotations

import asyncio
import json
import random
import resource
import shutil
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import select

from bedesten.server.database import database_url
from bedesten.server.schema import tables
from bedesten.server.store import Store
from bedesten.tables.entries import TableEntry
from bedesten.tables.table import OVER, Table
from server.harness import Server
from server.postgres import Postgres, running_postgres
from server.soak.account import Account, waits_for_server
from server.soak.chaos import Chaos
from server.soak.faults import Faults
from server.soak.players import Party

PROCESSES = 3
"""Server processes on one PostgreSQL."""
CALM = 60.0
"""Seconds in which every table has to go on when nothing is broken any more."""
EXPECTED = frozenset({"database failed", "heartbeat failed", "bot failed"})
"""Errors that servers may log while their disk, their database or their workers are broken."""
MEGABYTE = 1_048_576

Replay = Callable[[str, Sequence[TableEntry]], Table]


@dataclass
class Report:
    """What a soak has come to."""

    database: str
    seconds: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)
    tables: int = 0
    finished: int = 0
    entries: int = 0
    acknowledged: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    silences: int = 0
    errors: Counter[str] = field(default_factory=Counter)
    memory: list[tuple[float, float]] = field(default_factory=list)
    """Seconds since the start, and megabytes of the process that is never killed."""
    folder: str = ""
    """Where the logs were left behind because of errors that none should have."""

    def unexpected(self) -> set[str]:
        """The errors in the logs that no fault explains."""
        return set(self.errors) - EXPECTED

    def growth(self) -> float:
        """By how many megabytes the last quarter of the run is above the second."""
        quarter = len(self.memory) // 4
        second = self.memory[quarter : 2 * quarter]
        last = self.memory[-quarter:]
        return statistics.median(m for _, m in last) - statistics.median(m for _, m in second)

    def lines(self) -> Iterator[str]:
        yield f"{self.database}: {self.seconds / 60:.1f} minutes"
        yield f"  faults: {sum(self.faults.values())} ({_counted(self.faults)})"
        yield f"  tables: {self.tables}, {self.finished} finished; entries: {self.entries}"
        yield f"  acknowledged: {self.acknowledged}; lost 0, doubled 0, stuck 0; all records verify"
        yield f"  refused: {_counted(self.refused) or 'nothing'}; silences: {self.silences}"
        yield f"  errors logged: {_counted(self.errors) or 'none'}"
        if self.folder:
            yield f"  unexpected: {', '.join(sorted(self.unexpected()))}: see {self.folder}"
        if self.memory:
            megabytes = [m for _, m in self.memory]
            yield f"  memory: {megabytes[0]:.0f} MB at first, {max(megabytes):.0f} at most, " + (
                f"{megabytes[-1]:.0f} at last, growth {self.growth():+.1f}"
                if len(megabytes) > 8
                else ""
            )


def _counted(found: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in found.most_common())


async def soak(seconds: float, seed: int, parties: int, *, cluster: bool) -> Report:
    """Run one soak; AssertionError if something was lost, doubled or stuck."""
    rng = random.Random(seed)
    folder = Path(tempfile.mkdtemp(prefix="bedesten-soak-"))  # left behind if the soak fails
    data = folder / "data"
    data.mkdir()
    faults = Faults(data)
    if cluster:
        with running_postgres() as postgres:
            report = await _soak(postgres.url, folder, faults, seconds, rng, parties, postgres)
    else:
        report = await _soak(str(data / "tables.db"), folder, faults, seconds, rng, parties)
    if report.unexpected():
        report.folder = str(folder)
    else:
        shutil.rmtree(folder)
    return report


async def _soak(
    db: str,
    folder: Path,
    faults: Faults,
    seconds: float,
    rng: random.Random,
    parties: int,
    postgres: Postgres | None = None,
) -> Report:
    report = Report("SQLite" if postgres is None else f"PostgreSQL, {PROCESSES} processes")
    account = Account()
    servers: list[Server] = []
    playing: list[asyncio.Task[None]] = []
    began = time.monotonic()
    try:
        for n in range(1 if postgres is None else PROCESSES):
            log = folder / f"log{n}"
            servers.append(Server(db, "--workers", "1", log=log, environment=faults.environment))
        chaos = Chaos(servers, faults, rng, postgres)
        players = [
            Party(lambda: rng.choice(servers), account, rng.randrange(1000)) for _ in range(parties)
        ]
        playing = [asyncio.create_task(one.play()) for one in players]
        measuring = asyncio.create_task(_measure(servers[0], report, began))
        await chaos.run(seconds)
        measuring.cancel()
        await chaos.heal()
        await _go_on(db, players, playing)
        report.faults = chaos.done
        report.seconds = time.monotonic() - began
    finally:
        for task in playing:
            task.cancel()
        outcomes = await asyncio.gather(*playing, return_exceptions=True)
        for server in servers:
            server.kill()
    for outcome in outcomes:
        if isinstance(outcome, Exception):
            raise outcome
    await _audit(db, account, report)
    for n in range(len(servers)):
        _read_log(folder / f"log{n}", report.errors)
    return report


async def _go_on(db: str, players: list[Party], playing: list[asyncio.Task[None]]) -> None:
    """Wait until all tables at which somebody plays or the server is to act have gone on."""
    before = await _numbers(db)
    current = {one.table for one in players if one.table in before}
    waiting = {id for id, (_, waits) in before.items() if waits or id in current}
    end = time.monotonic() + CALM
    while waiting:
        assert time.monotonic() < end, f"stuck: {sorted(waiting)}"
        for task in playing:
            assert not task.done(), task.exception()
        await asyncio.sleep(1.0)
        now = await _numbers(db, waiting)
        waiting = {id for id in waiting if now[id][0] <= before[id][0] and now[id][0] >= 0}


async def _numbers(db: str, ids: set[str] | None = None) -> dict[str, tuple[int, bool]]:
    """By table: its latest number, and whether the server is to act; -1 if it is over."""
    found: dict[str, tuple[int, bool]] = {}
    async for id, table in _stored(db, ids):
        over = table.status == OVER
        found[id] = (-1 if over else table.number, not over and waits_for_server(table))
    return found


async def _stored(
    db: str, ids: set[str] | None = None, replay: Replay = Table
) -> AsyncIterator[tuple[str, Table]]:
    """All tables of a database, or some, replayed."""
    store = Store(database_url(db))
    await store.open(alone=False)
    try:
        async with store.engine.connect() as connection:
            known = list((await connection.execute(select(tables.c.id))).scalars())
        for id in known:
            if ids is None or id in ids:
                yield id, await asyncio.to_thread(replay, id, await store.entries(id))
    finally:
        await store.close()


async def _audit(db: str, account: Account, report: Report) -> None:
    report.acknowledged = len(account.answers) + sum(account.lines.values())
    async for _, table in _stored(db, replay=account.audit):
        report.tables += 1
        report.finished += table.status == OVER
        report.entries += table.number + 1
    account.audit_lines()
    report.refused, report.silences = account.refused, account.silences


async def audited(db: str, account: Account) -> int:
    """How many entries a database holds; AssertionError if something is lost or doubled."""
    report = Report(db)
    await _audit(db, account, report)
    return report.entries


async def _measure(server: Server, report: Report, began: float) -> None:
    """Note the memory of a process every few seconds."""
    while True:
        try:
            pages = Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]
        except OSError:
            pages = "0"
        megabytes = int(pages) * resource.getpagesize() / MEGABYTE
        if megabytes:
            report.memory.append((time.monotonic() - began, megabytes))
        await asyncio.sleep(2.0)


def _read_log(file: Path, errors: Counter[str]) -> None:
    """Count the errors in a log by what they say; every line must be JSON."""
    for line in file.read_text().splitlines():
        if line.startswith("{"):
            event = json.loads(line)
            if event["level"] in ("error", "critical"):
                errors[event["event"]] += 1
        elif not line.startswith(_SPOKEN):
            errors[line[:80]] += 1


_SPOKEN = "bedesten: "
"""How a line begins in which a server says why it could not start."""
