"""Three processes on one PostgreSQL: what happens to tables whose process dies."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from bedesten.server.database import database_url
from bedesten.server.schema import tables
from bedesten.server.store import Store
from server.harness import Guest, Server
from server.postgres import postgres

pytestmark = pytest.mark.anyio

TABLES = 12
PROMISED = 5.0
"""Seconds in which the tables of a dead process go on."""
ATTEMPTS = 3
"""On a machine that does much else a takeover may take longer now and then."""


@pytest.fixture
def three(tmp_path: Path) -> Iterator[list[Server]]:
    servers: list[Server] = []
    with postgres() as url:
        try:
            servers += [Server(url, "--workers", "1", log=tmp_path / f"log{n}") for n in range(3)]
            yield servers
        finally:
            for server in servers:
                server.kill()


async def keepers(store: Store) -> dict[str, tuple[int, str]]:
    """By table: its latest number, and the process that holds its lease."""
    async with store.engine.connect() as connection:
        rows = await connection.execute(select(tables.c.id, tables.c.number, tables.c.keeper))
        return {row.id: (row.number, row.keeper) for row in rows}


async def _until_all_go_on(store: Store, ids: set[str], dead: str = "") -> float:
    """The seconds until processes that are not dead hold all tables and have moved at each."""
    began = time.monotonic()
    before = await keepers(store)
    while True:
        now = await keepers(store)
        if all(now[id][0] > before[id][0] and now[id][1] not in (None, dead) for id in ids):
            return time.monotonic() - began
        assert time.monotonic() - began < 60
        await asyncio.sleep(0.05)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM])
async def test_the_tables_of_a_dead_process_go_on_elsewhere(
    three: list[Server], how: signal.Signals
) -> None:
    """Bots, and clocks of people who are not there: killed, frozen or stopped, within 5 s."""
    store = Store(database_url(three[0].db))
    await store.open()
    try:
        took: list[float] = []
        for n in range(ATTEMPTS):
            doomed = three[n % 3]
            async with Guest(doomed) as ada:
                clock = {"bank": 5, "increment": 0}
                opened = [
                    await ada.open("basari", "bbb", pace="normal", options={"laps": 3})
                    for _ in range(TABLES)
                ]
                # Nobody answers: the clock runs out again and again.
                timed = await ada.open("basari", "mbb", pace="normal", clock=clock)
            ids = {one["id"] for one in opened}
            await _until_all_go_on(store, ids)
            dead = (await keepers(store))[opened[0]["id"]][1]
            os.killpg(doomed.process.pid, how)
            took.append(await _until_all_go_on(store, ids, dead))
            later = await _until_all_go_on(store, {timed["id"]}, dead)
            assert later < clock["bank"] + 2 * PROMISED
            doomed.kill()
            doomed.start()
            if took[-1] <= PROMISED:
                print(f"{how.name}: taken over after {took[-1]:.1f} seconds")
                return
        raise AssertionError(f"taken over after {took} seconds")
    finally:
        await store.close()
