"""Worker processes that crash, fail or are no longer waited for."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bedesten.server.workers import JobFailed, Workers
from server.harness import Guest, Server, eventually, play_on

pytestmark = pytest.mark.anyio


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    found = Workers(2)
    yield found
    await found.close()


def die_at_first(marks: str) -> int:
    """Leave a mark; end the process unless two have done so before."""
    found = len(list(Path(marks).iterdir()))
    (Path(marks) / str(os.getpid())).touch()
    if found < 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return found


def raise_error() -> None:
    raise ValueError("a mistake in the job")


def echo(text: str, seconds: float = 0.0) -> tuple[str, int]:
    time.sleep(seconds)
    return text, os.getpid()


async def test_a_job_is_tried_again_when_workers_are_lost(workers: Workers, tmp_path: Path) -> None:
    assert await workers.run(die_at_first, str(tmp_path), seconds=20) == 2


async def test_a_job_that_raises_fails_at_once_and_costs_no_worker(workers: Workers) -> None:
    await asyncio.gather(*(workers.run(echo, "x", 0.5, seconds=20) for _ in range(2)))
    before = {(await workers.run(echo, "x", seconds=20))[1] for _ in range(4)}
    for _ in range(4):
        with pytest.raises(JobFailed, match="a mistake in the job"):
            await workers.run(raise_error, seconds=20)
    assert {(await workers.run(echo, "x", seconds=20))[1] for _ in range(4)} == before


async def test_a_cancelled_job_does_not_answer_the_next_one(workers: Workers) -> None:
    """Those who leave while their job runs keep its worker until it has answered."""
    await workers.run(echo, "start", seconds=20)
    for n in range(6):
        left = asyncio.create_task(workers.run(echo, f"left{n}", 0.2, seconds=20))
        await asyncio.sleep(0.05)
        left.cancel()
        asked = [workers.run(echo, f"asked{n}.{k}", seconds=20) for k in range(4)]
        found = [text for text, _ in await asyncio.gather(*asked)]
        assert found == [f"asked{n}.{k}" for k in range(4)]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's /proc")
async def test_a_bot_that_cannot_think_says_so_at_the_table(tmp_path: Path) -> None:
    """All workers die: the bot makes a simple move, which the log tells, now and later."""
    server = Server(str(tmp_path / "tables.db"), "--workers", "1", log=tmp_path / "log")
    try:
        async with Guest(server) as ada:
            table = await ada.open("basari", "mgg", options={"laps": 1})
            async with ada.socket(table["id"], language="de") as page:
                killing = asyncio.create_task(_kill_all(server))
                playing = asyncio.create_task(play_on(page, random.Random(1)))
                noted = await eventually(
                    lambda: [m["entry"] for m in page.heard if m.get("entry", {}).get("note")]
                )
                killing.cancel()
                assert noted[0]["note"] == (
                    "Der Bot konnte nicht nachdenken und hat einen einfachen Zug gemacht."
                )
                assert noted[0]["seat"] in (1, 2)
                await playing
            server.kill()
            server.start()
            async with ada.socket(table["id"], language="de") as page:
                log = (await page.receive())["log"]
            kept = {entry["n"]: entry["note"] for entry in log}
            assert kept[noted[0]["n"]] == noted[0]["note"]
            assert sum(bool(note) for note in kept.values()) < len(kept) / 2
        assert '"event": "bot failed"' in (tmp_path / "log").read_text()
    finally:
        server.kill()


async def _kill_all(server: Server) -> None:
    while True:
        for child in server.children():
            os.kill(child, signal.SIGKILL)
        await asyncio.sleep(0.02)
