"""A full, read-only or missing database: said in a sentence, and over when it is over."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.harness import Guest, Server, Socket, eventually
from server.postgres import postgres, running_postgres
from server.small_disk import SmallDisk, small_disk
from server.soak.faults import Faults
from server.stored_tables import damage, numbers

pytestmark = pytest.mark.anyio


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    with small_disk(tmp_path / "disk", 4) as mounted:
        yield mounted


@pytest.fixture
async def server(disk: SmallDisk, tmp_path: Path) -> AsyncIterator[Server]:
    running = Server(str(disk.folder / "tables.db"), "--workers", "1", log=tmp_path / "log")
    yield running
    running.kill()


def health(server: Server) -> tuple[int, Any]:
    answer = httpx.get(f"{server.url}/health", timeout=30)
    return answer.status_code, answer.json()


async def play(page: Socket, asked: Any, id: int) -> str:
    """What becomes of a move: `done`, or the code of the error."""
    word = asked["choices"][0]["word"]
    await page.send("play", id=id, seq=asked["seq"], seat=asked["seat"], words=[word])
    answer = await page.until("done", "error", where=lambda m: m["id"] == id)
    return str(answer.get("code", "done"))


async def test_what_cannot_be_stored_is_refused_and_health_says_why(
    server: Server, disk: SmallDisk, tmp_path: Path
) -> None:
    assert health(server) == (200, health(server)[1] | {"ok": True, "problems": []})
    async with Guest(server) as ada:
        table = await ada.open("basari", "mbb", pace="slow")
        async with ada.socket(table["id"]) as page:
            asking = await page.until("snapshot", "moved", where=lambda m: bool(m["asked"]))
            (asked,) = asking["asked"]
            disk.fill()
            for n in range(50):
                assert await play(page, asked, n) == "not_stored"
            answer = await ada.ask("/api/tables", {"game": "basari", "seats": [{"kind": "me"}] * 3})
            assert (answer.status_code, answer.json()["code"]) == (503, "not_stored")
            status, report = health(server)
            assert (status, report["ok"]) == (503, False)
            (problem,) = report["problems"]
            assert "full" in problem
            assert len((tmp_path / "log").read_text()) < 20_000, "not a line for every failure"
            disk.clear()
            assert await play(page, asked, 99) == "done"
        await eventually(lambda: health(server)[0] == 200, 10)


async def test_a_read_only_folder_gets_a_sentence(disk: SmallDisk) -> None:
    db = disk.folder / "tables.db"
    running = Server(str(db), "--workers", "1")
    running.stop()
    disk.set_read_only(True)
    for name in (db, disk.folder / "new.db", disk.folder / "new" / "new.db"):
        command = [sys.executable, "-m", "bedesten", "serve", "--port", "0", "--db", str(name)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 2
        assert "must be writable" in done.stderr
        assert "Traceback" not in done.stderr
        assert len(done.stderr) < 600


async def test_damaged_tables_are_counted_and_lost_workers_told(tmp_path: Path) -> None:
    db = str(tmp_path / "tables.db")
    server = Server(db, "--workers", "1", "--thinking", "1", log=tmp_path / "log")
    try:
        async with Guest(server) as ada:
            broken = await ada.open("basari", "mbb", pace="slow")
            server.stop()
            damage(db, broken["id"], 1, '{"type":"began","rules')
            server.start()
            await ada.ask(f"/api/tables/{broken['id']}")
            status, report = health(server)
            assert (status, report["damaged"], report["problems"]) == (200, 1, [])
            await ada.open("basari", "bbb")

            def told() -> bool:
                for child in server.children():
                    with suppress(ProcessLookupError):
                        os.kill(child, signal.SIGKILL)
                status, report = health(server)
                return status == 503 and "worker" in report["problems"][0]

            await eventually(told)
    finally:
        server.kill()


async def test_a_database_that_is_gone_is_told(tmp_path: Path) -> None:
    with postgres() as url:
        server = Server(url, "--workers", "1", log=tmp_path / "log")
        assert health(server)[0] == 200
    try:
        await eventually(lambda: health(server)[0] == 503, 10)  # an answer holds for a second
        assert health(server)[1]["problems"][0].startswith("the database cannot be used")
    finally:
        server.kill()


async def test_calls_while_the_database_is_gone_are_refused_in_a_sentence(tmp_path: Path) -> None:
    """The log tells of the database, not of errors of our own."""
    log = tmp_path / "log"
    with running_postgres() as database:
        server = Server(database.url, "--workers", "1", log=log)
        try:
            async with Guest(server) as ada:
                table = await ada.open("basari", "mbb", pace="slow")
                async with ada.socket(table["id"]) as page:
                    await page.until("snapshot")
                    database.stop()
                    for path in ("/api/tables", "/api/me", f"/api/tables/{table['id']}/luck"):
                        answer = await ada.ask(path)
                        assert answer.status_code in (200, 503), answer.text
                    body = {"game": "basari", "seats": [{"kind": "me"}] * 3}
                    answer = await ada.ask("/api/tables", body)
                    assert (answer.status_code, answer.json()["code"]) == (503, "not_stored")
                await eventually(lambda: "in the background" in log.read_text(), 10)
                database.start()
                await eventually(lambda: health(server)[0] == 200, 10)
                assert (await ada.ask("/api/tables", body)).status_code == 201
        finally:
            server.kill()
    assert "request failed" not in log.read_text()
    assert "background task failed" not in log.read_text()


async def test_bots_go_on_as_soon_as_the_disk_does(tmp_path: Path) -> None:
    """A move that could not be stored is made again a second later, not after a minute."""
    (tmp_path / "data").mkdir()
    faults = Faults(tmp_path / "data")
    db = str(tmp_path / "data" / "tables.db")
    server = Server(db, "--workers", "1", log=tmp_path / "log", environment=faults.environment)
    try:
        async with Guest(server) as ada:
            tables = [await ada.open("basari", "bbb", pace="fast") for _ in range(3)]
            for way in (faults.fill_disk, faults.make_read_only):
                way()
                await asyncio.sleep(1.5)  # all bots try
                stood = numbers(db)
                faults.heal_disk()

                def goes_on(stood: dict[str, int] = stood) -> bool:
                    return all(numbers(db)[one["id"]] > stood[one["id"]] for one in tables)

                await eventually(goes_on, 10)
        log = (tmp_path / "log").read_text()
        assert 1 <= log.count("bots wait for the database") <= 2  # said once for all tables
        assert "Traceback" not in log
    finally:
        server.kill()
