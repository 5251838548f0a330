"""Long games and many tables: what is sent is bounded, and idle tables leave the memory."""

from __future__ import annotations

import random
import time
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

import bedesten
from bedesten.server import live_tables, messages
from bedesten.server.live_tables import LiveTables
from bedesten.tables.taking_back import LoggedAnswer
from server.harness import Guest, Server

pytestmark = pytest.mark.anyio


def record_of_a_long_game(answers: int) -> str:
    match = bedesten.new("istanbul", seats=2, seed=7)
    policy = random.Random(7)
    while not match.over and len(match.history) < answers:
        seat = policy.choice(match.actors)
        match.play(seat, policy.choice(match.choices(seat)))
    assert len(match.history) >= answers
    return match.record()


async def test_the_snapshot_of_a_long_record_is_bounded(server: Server) -> None:
    async with Guest(server) as ada:
        answer = await ada.http.post(
            "/api/records",
            content=record_of_a_long_game(6000),
            headers={"content-type": "text/plain"},
        )
        assert answer.status_code == 201, answer.text
        async with ada.socket(answer.json()["id"]) as page:
            snapshot = await page.until("snapshot")
        events = [event for one in snapshot["log"] for event in one["events"]]
        assert 0 < len(events) <= messages.MAX_LOG_EVENTS
        assert len(msgspec.json.encode(snapshot)) < 2_000_000


def test_the_last_entries_are_kept_whole_and_in_order() -> None:
    log = [LoggedAnswer(n // 2, 0, 1, ()) for n in range(3000)]
    found = messages._last_entries(log)
    assert [len(group) for group in found] == [2] * messages.MAX_LOG
    assert [group[0].number for group in found] == list(range(1100, 1500))


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
    )
    LiveTables.evict_idle(cast(LiveTables, some))
    assert set(some.tables) == {"watched", "new", "newer"}
