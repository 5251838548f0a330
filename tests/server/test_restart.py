"""A server that is killed in the middle of games loses nothing that it has acknowledged."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from pathlib import Path
from typing import Any, cast

import pytest
from websockets.exceptions import ConnectionClosed

import bedesten
from bedesten.server.app import _maintain
from server.harness import THOROUGH, Guest, Server, Socket, eventually, play_on

pytestmark = pytest.mark.anyio

KILLS = 40 if THOROUGH else 3


async def test_killed_again_and_again_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    """Three tables are played while the server dies; every move that was told of stands."""
    server = Server(str(tmp_path / "tables.db"), log=tmp_path / "log")
    whim = random.Random(1)
    try:
        async with Guest(server) as ada, Guest(server) as bo:
            tables = [
                await ada.open("basari", "mob"),
                await ada.open("istanbul", "mog"),
                await ada.open("choose_write", "mob"),
            ]
            for table in tables:
                await bo.join(table)
            told: dict[str, dict[int, Any]] = {table["id"]: {} for table in tables}
            for _ in range(KILLS):
                players = [
                    asyncio.create_task(_play_until_lost(guest, table["id"], heard))
                    for table in tables
                    # What is compared with Ada's log is what Ada was told.
                    for guest, heard in ((ada, told[table["id"]]), (bo, {}))
                ]
                await asyncio.sleep(0.3 + whim.random() * 1.5)
                server.kill()
                await asyncio.gather(*players)
                server.start()
                for table in tables:
                    await _compare(ada, table["id"], told[table["id"]])
            for table in tables[::2]:
                await asyncio.gather(
                    *(_finish(guest, table["id"]) for guest in (ada, bo)),
                )
                record = (await ada.ask(f"/api/tables/{table['id']}/record")).text
                assert bedesten.verify(record).finished
            assert sum(len(one) for one in told.values()) > KILLS
    finally:
        server.kill()
    assert '"level": "error"' not in (tmp_path / "log").read_text()


async def _play_until_lost(guest: Guest, table: str, told: dict[int, Any]) -> None:
    try:
        async with guest.socket(table) as page:
            try:
                await play_on(page, random.Random())
            finally:
                for message in page.heard:
                    if message["type"] == "moved":
                        told.setdefault(message["seq"], message["entry"])
    except (ConnectionClosed, OSError, EOFError):
        pass


async def _compare(guest: Guest, table: str, told: dict[int, Any]) -> None:
    """All that was told is in the log, under its number."""
    async with guest.socket(table) as page:
        snapshot = await page.receive()
        assert snapshot["seq"] >= max(told, default=0)
        log = {entry["n"]: entry for entry in snapshot["log"]}
        for number, entry in told.items():
            if number >= min(log):
                assert [e["name"] for e in _public(log[number])] == [
                    e["name"] for e in _public(entry)
                ], number


def _public(entry: Any) -> list[Any]:
    """Events that everybody may know; the log is compared across seats."""
    hidden = {"drew_card", "drew_guild", "saw"}
    return [event for event in entry["events"] if event["name"] not in hidden]


async def _finish(guest: Guest, table: str) -> None:
    async with guest.socket(table) as page:
        await play_on(page, random.Random(5))


async def test_bots_go_on_after_a_restart_without_anybody_watching(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"))
    try:
        async with Guest(server) as ada:
            table = await ada.open("basari", "bbb", options={"laps": 1})
            server.kill()
            server.start()

            async def status() -> str:
                found: str = (await ada.call(f"/api/tables/{table['id']}"))["status"]
                return found

            for _ in range(600):
                if await status() == "over":
                    break
                await asyncio.sleep(0.1)
            assert await status() == "over"
    finally:
        server.kill()


async def test_a_stopping_server_says_goodbye_and_keeps_everything(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), log=tmp_path / "log")
    try:
        async with Guest(server) as ada:
            me = await ada.call("/api/me", {"name": "Ada"}, "PATCH")
            table = await ada.open("basari", "mbb", pace="slow")
            async with ada.socket(table["id"]) as page:
                await page.receive()
                server.process.terminate()
                closed = await _closing(page)
                assert closed.rcvd is not None
                assert closed.rcvd.code == 1012
            assert server.stop() in (0, -signal.SIGTERM)
            assert '"event": "closed"' in (tmp_path / "log").read_text()
            server.start()
            assert await ada.call("/api/me") == me
            assert (await ada.call(f"/api/tables/{table['id']}"))["mine"] == [0]
    finally:
        server.kill()


@pytest.mark.parametrize("later", range(4))
async def test_maintenance_ends_though_it_is_woken_at_that_moment(later: int) -> None:
    """Other processes may stop at the same time, and wake it: then it did not end for ever."""

    class Tables:
        woken = asyncio.Event()
        rounds = 0

        async def resume_due(self) -> None:
            self.rounds += 1

        async def sync_with_cluster(self) -> None:
            pass

        def evict_idle(self) -> None:
            pass

    tables: Any = Tables()
    task = asyncio.create_task(_maintain(tables, cast(Any, None)))
    while not tables.rounds:
        await asyncio.sleep(0.01)
    tables.woken.set()
    for _ in range(later):
        await asyncio.sleep(0)
    task.cancel()
    done, _ = await asyncio.wait([task], timeout=2)
    task.cancel()
    assert done


async def _closing(page: Socket) -> ConnectionClosed:
    try:
        while True:
            await page.receive()
    except ConnectionClosed as closed:
        return closed


# -- workers ------------------------------------------------------------------

proc = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's /proc")


@proc
async def test_a_crashed_worker_is_replaced_and_the_move_made(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), "--workers", "1", log=tmp_path / "log")
    try:
        async with Guest(server) as ada:
            table = await ada.open("choose_write", "mggg")
            async with ada.socket(table["id"]) as page:
                killing = asyncio.create_task(_kill_workers(server))
                end = await play_on(page, random.Random(1))
                killing.cancel()
                assert end is not None
            figures = (await ada.ask("/metrics")).text
            assert "bedesten_workers_replaced_total" in figures
        assert "worker replaced" in (tmp_path / "log").read_text()
    finally:
        server.kill()


async def _kill_workers(server: Server) -> None:
    for _ in range(4):
        for child in server.children():
            os.kill(child, signal.SIGKILL)
        await asyncio.sleep(2.0)


@proc
async def test_a_stuck_worker_is_replaced(tmp_path: Path) -> None:
    flags = ("--workers", "1", "--thinking", "2")
    server = Server(str(tmp_path / "tables.db"), *flags, log=tmp_path / "log")
    try:
        async with Guest(server) as ada:
            table = await ada.open("basari", "mgg")
            async with ada.socket(table["id"]) as page:
                await play_on(page, random.Random(1), most=3)
                for child in await eventually(server.children):
                    os.kill(child, signal.SIGSTOP)
                await page.send("look", seat=0)
                assert await play_on(page, random.Random(1)) is not None
        assert "worker replaced" in (tmp_path / "log").read_text()
    finally:
        server.kill()
