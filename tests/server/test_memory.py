"""Long games and many tables: what is sent is bounded, and idle tables leave the memory."""

from __future__ import annotations

import asyncio
import random
import resource
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

import bedesten
from bedesten.kernel.event import Event
from bedesten.server import live_tables, messages
from bedesten.server.live_tables import LiveTables
from bedesten.tables.taking_back import LoggedAnswer
from server.harness import Guest, Server

pytestmark = pytest.mark.anyio


def record_of_a_long_game(answers: int) -> str:
    """A game in which nobody does anything, on and on."""
    match = bedesten.new("istanbul", seats=2, seed=7)
    policy = random.Random(7)
    while len(match.history) < answers:
        seat = match.actors[0]
        choices = match.choices(seat)
        match.repeat(seat, "pass" if "pass" in choices else policy.choice(choices))
        match.let_chance_answer()
    return match.record()


async def bring_along(guest: Guest, record: str) -> str:
    """The id of the table that shows a record."""
    answer = await guest.http.post(
        "/api/records", content=record, headers={"content-type": "text/plain"}
    )
    assert answer.status_code == 201, answer.text
    id: str = answer.json()["id"]
    return id


async def test_the_snapshot_of_a_long_record_is_bounded(server: Server) -> None:
    """Whoever comes back is sent a snapshot, too, and not the whole game as one move."""
    async with Guest(server) as ada:
        id = await bring_along(ada, record_of_a_long_game(6000))
        for query in ({}, {"after": 0}):
            async with ada.socket(id, **query) as page:
                snapshot = await page.receive()
            assert snapshot["type"] == "snapshot"
            events = [event for one in snapshot["log"] for event in one["events"]]
            assert 0 < len(events) <= messages.MAX_LOG_EVENTS
            assert len(msgspec.json.encode(snapshot)) < 2_000_000


async def test_long_records_hold_nobody_up(tmp_path: Path) -> None:
    """Bringing them along, looking at them and downloading them: calls of others go on.

    On the event loop, or in many threads at once, they took seconds.
    """
    server = Server(str(tmp_path / "tables.db"))
    record = record_of_a_long_game(30_000)
    calling = subprocess.Popen(
        [sys.executable, "-c", CALLING, server.url], stdout=subprocess.PIPE, text=True
    )
    try:
        async with Guest(server) as eve:
            await eve.call("/api/me")
            ids = await asyncio.gather(*(bring_along(eve, record) for _ in range(2)))
            await asyncio.gather(*(eve.call(f"/api/tables/{id}") for id in ids))
            for id in ids:
                async with eve.socket(id, after=0) as page:
                    await page.until("snapshot")
            await asyncio.gather(*(eve.ask(f"/api/tables/{id}/record") for id in ids))
        assert server.process.poll() is None
    finally:
        calling.terminate()
        took = [float(line) for line in calling.communicate()[0].splitlines()]
        server.kill()
    assert len(took) > 20
    assert max(took) < 1.0, sorted(took)[-10:]
    assert sum(took) / len(took) < 0.1, sorted(took)[-10:]


CALLING = """
import sys, time, httpx
with httpx.Client(base_url=sys.argv[1], timeout=60) as client:
    while True:
        began = time.monotonic()
        client.get("/api/me").raise_for_status()
        print(time.monotonic() - began, flush=True)
        time.sleep(0.01)
"""


async def test_records_that_nobody_looks_at_take_no_memory(tmp_path: Path) -> None:
    """27 of 4,000 answers would be 60 MB. An address may bring so many along in an hour."""
    server = Server(str(tmp_path / "tables.db"), "--tables", "9")
    record = record_of_a_long_game(4_000)
    try:
        async with Guest(server) as eve:
            await bring_along(eve, record)
            before = memory(server)
            for _ in range(26):
                await bring_along(eve, record)
            assert memory(server) - before < 25_000_000
            answer = await eve.http.post("/api/records", content=record)
            assert (answer.status_code, answer.json()["code"]) == (429, "too_fast")
    finally:
        server.kill()


def memory(server: Server) -> int:
    """The resident memory of the server's process, in bytes."""
    pages = Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]
    return int(pages) * resource.getpagesize()


def test_the_last_entries_are_kept_whole_and_in_order() -> None:
    log = [LoggedAnswer(n // 2, 0, 1, ()) for n in range(3000)]
    found = messages._last_entries(log, frozenset())
    assert [len(group) for group in found] == [2] * messages.MAX_LOG
    assert [group[0].number for group in found] == list(range(1100, 1500))


def test_scorings_stay_in_the_log_however_long_ago_they_were() -> None:
    scoring = Event("scoring_began", "BAS-5.1", None, {"scoring": 1, "last": 3}, -1)
    log = [LoggedAnswer(n, 0, 1, (scoring,) if n in (20, 1000) else ()) for n in range(1500)]
    kept = messages.lasting(bedesten.game("basari"))
    found = messages._last_entries(log, kept)
    assert [group[0].number for group in found] == [20, 1000, *range(1100, 1500)]


def test_idle_tables_leave_the_memory_when_they_hold_too_many_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(live_tables, "MAX_IDLE_ANSWERS", 250)

    def live(used: float, subscribers: int = 0) -> Any:
        return SimpleNamespace(
            used=used,
            subscribers=[None] * subscribers,
            lock=SimpleNamespace(locked=lambda: False),
            table=SimpleNamespace(answers=100),
        )

    now = time.monotonic()
    some = SimpleNamespace(
        tables={
            "watched": live(now - 500, subscribers=1),
            "old": live(now - 300),
            "new": live(now - 10),
            "newer": live(now - 5),
        },
        _bots=SimpleNamespace(is_running=lambda id: False),
        _summarize_later=lambda table: None,
    )
    LiveTables.evict_idle(cast(LiveTables, some))
    assert set(some.tables) == {"watched", "new", "newer"}
