"""One person's messages, tables and bots leave room for the others."""

from __future__ import annotations

import asyncio
import multiprocessing
import random
import time
from collections import Counter
from contextlib import nullcontext
from itertools import count, pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from websockets.exceptions import ConnectionClosed, WebSocketException

from bedesten.server.budgets import (
    MAX_WAIT,
    SAVED,
    Budgets,
    Costs,
    Meter,
    measured,
    metering,
    timed,
)
from bedesten.server.fair_queue import Owner
from bedesten.tables.entries import Chair
from server.harness import Guest, Server, Socket, socket
from server.stored_tables import write_tables

pytestmark = pytest.mark.anyio


# -- budgets ------------------------------------------------------------------


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


ADA, EVE, EVES_FRIEND = Owner("1.1.1.1", "ada"), Owner("2.2.2.2", "eve"), Owner("2.2.2.2", "friend")


def test_messages_wait_one_after_another_and_are_refused_in_the_end() -> None:
    budgets = Budgets(0.1, Clock())
    waits = [budgets.reserve(EVE, 0.02) for _ in range(60)]
    at_once = [wait for wait in waits if wait == 0]
    late = [wait for wait in waits if wait]
    assert len(at_once) == pytest.approx(SAVED * 0.1 / 0.02, abs=1)
    assert len(late) == pytest.approx(MAX_WAIT * 0.1 / 0.02, abs=1)
    assert all(after - before > 0.1 for before, after in pairwise(late))
    assert waits[-1] is None
    assert budgets.reserve(ADA, 0.02) == 0


def test_a_costly_message_is_charged_with_what_it_cost() -> None:
    budgets = Budgets(0.1, clock := Clock())
    assert budgets.reserve(EVE, 0.005) == 0
    budgets.charge(EVE, 0.39)
    assert budgets.reserve(EVE, 0.001) == pytest.approx(1.96)
    assert budgets.reserve(EVE, 0.01) is None
    assert budgets.reserve(EVES_FRIEND, 0.003) == 0  # another person, with something left
    clock.now += 5
    assert budgets.reserve(EVE, 0.01) == 0


def test_people_behind_one_address_share_a_budget() -> None:
    budgets = Budgets(0.1, Clock())
    for n in range(20):
        budgets.charge(Owner("2.2.2.2", f"eve{n}"), 0.1)
    assert budgets.reserve(EVE, 0.01) is None
    assert budgets.reserve(ADA, 0.01) == 0


def test_what_is_measured_is_expected_of_the_next_message() -> None:
    costs = Costs()
    assert costs.expected("play", 400) > costs.expected("play", 4)
    with metering() as meter, measured():
        end = time.perf_counter() + 0.05
        while time.perf_counter() < end:
            pass
    assert meter.seconds >= 0.05
    costs.learn("play", meter.seconds)
    assert costs.expected("play", 4) == pytest.approx(meter.seconds)
    with measured():  # part of no message
        pass


async def test_a_call_is_charged_for_as_long_as_it_holds_up_the_loop() -> None:
    def work(seconds: float) -> None:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            pass

    async def call(ending: str) -> None:
        work(0.02)
        await asyncio.sleep(0.1)  # others have their turn
        work(0.02)
        if ending == "raises":
            raise ValueError(ending)
        if ending == "waits":
            await asyncio.sleep(60)

    for ending, expected in (("returns", None), ("raises", ValueError), ("waits", TimeoutError)):
        meter = Meter()
        began = time.perf_counter()
        with pytest.raises(expected) if expected else nullcontext():
            async with asyncio.timeout(0.5):
                await timed(call(ending), meter)
        assert 0.04 <= meter.seconds < time.perf_counter() - began - 0.08, ending


# -- a real server ------------------------------------------------------------


async def test_a_flood_of_dear_messages_leaves_the_server_to_others(tmp_path: Path) -> None:
    """90 sockets of one address send 20 `language` a second each; calls of others go on."""
    db = str(tmp_path / "tables.db")
    server = Server(db, "--work", "0.25")
    try:
        async with Guest(server) as ada, Guest(server) as eve:
            await ada.call("/api/me")
            host = (await eve.call("/api/me"))["id"]
            server.kill()
            people = [Chair("person", name, person=name) for name in ("Eve", "Mo", "Lu")]
            terms: dict[str, Any] = {"game": "istanbul", "moves": 400, "visibility": "public"}
            await write_tables(db, ["long"], people, host=host, **terms)
            server.start()
            flood = multiprocessing.get_context("spawn").Process(
                target=flood_from_here, args=(server.port, dict(eve.http.cookies), "long")
            )
            flood.start()
            try:
                await asyncio.sleep(4.0)
                latencies: list[float] = []
                end = time.monotonic() + 4.0
                while time.monotonic() < end:
                    began = time.monotonic()
                    await ada.call("/api/me")
                    latencies.append(time.monotonic() - began)
            finally:
                flood.kill()
                flood.join()
            latencies.sort()
            assert latencies[len(latencies) // 2] < 0.4, latencies
            assert latencies[-1] < 2.0, latencies
    finally:
        server.kill()


def flood_from_here(port: int, cookies: dict[str, str], table: str) -> None:
    async def flood() -> None:
        await asyncio.gather(*(_flood(port, cookies, table) for _ in range(90)))

    asyncio.run(flood())


async def _flood(port: int, cookies: dict[str, str], table: str) -> None:
    """Ask for another language 20 times a second, on and on."""
    server = cast(Any, SimpleNamespace(url=f"http://127.0.0.1:{port}", tls=None))
    while True:
        try:
            async with socket(server, table, cookies) as page:
                reading = asyncio.create_task(_read_all(page))
                try:
                    for n in count():
                        await page.send("language", language=("de", "fr")[n % 2], id=n)
                        await asyncio.sleep(0.05)
                finally:
                    reading.cancel()
        except (WebSocketException, OSError, TimeoutError):
            await asyncio.sleep(0.2)


async def _read_all(page: Socket) -> None:
    try:
        while True:
            await page.connection.recv()
    except ConnectionClosed:
        pass


async def test_dear_calls_of_one_address_are_refused_and_those_of_others_answered(
    tmp_path: Path,
) -> None:
    """A list of many tables costs more than a name: the same rate is too fast for one of them."""
    server = Server(str(tmp_path / "tables.db"), "--work", "0.01", "--workers", "1")
    try:
        async with Guest(server) as ada, Guest(server) as eve:
            ada.http.headers["x-forwarded-for"] = "10.0.0.1"
            eve.http.headers["x-forwarded-for"] = "10.0.0.2"
            await ada.call("/api/me")
            dear = "/api/games/choose_write/components"
            answers = await asyncio.gather(*(eve.ask(dear) for _ in range(300)))
            statuses = Counter(answer.status_code for answer in answers)
            assert set(statuses) == {200, 429}, statuses
            refused = next(answer for answer in answers if answer.status_code == 429)
            assert refused.json()["code"] == "too_fast"
            began = time.monotonic()
            for _ in range(5):
                assert (await ada.ask("/api/me")).status_code == 200
            assert time.monotonic() - began < 2.0
            assert (await eve.ask("/health")).status_code == 200  # those who watch are not counted
    finally:
        server.kill()


async def test_a_person_has_so_many_unfinished_tables(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), "--tables", "5")
    body = {"game": "basari", "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]}
    try:
        async with Guest(server) as eve, Guest(server) as ada:
            await eve.call("/api/me")
            answers = await asyncio.gather(*(eve.ask("/api/tables", body) for _ in range(20)))
            made = [answer.json() for answer in answers if answer.is_success]
            refused = {answer.status_code for answer in answers if not answer.is_success}
            assert (len(made), refused) == (5, {429})
            failure = (await eve.ask("/api/tables?language=de", body)).json()
            assert failure == {
                "code": "too_many_tables",
                "text": "Du hast 5 Spiele im Gang. Beende oder verlasse erst eins davon.",
            }
            assert (await eve.refused("/api/solo/start", {}))[1] == "too_many_tables"
            await ada.call("/api/tables", body)
            await eve.call(f"/api/tables/{made[0]['id']}/leave", {})
            await eve.call("/api/tables", body)
            # However many people there are behind one address: three times as many an hour.
            opened = 7
            for _ in range(3):
                async with Guest(server) as friend:
                    await friend.call("/api/me")
                    for _ in range(4):
                        answer = await friend.ask("/api/tables", body)
                        if not answer.is_success:
                            assert answer.json()["code"] == "too_fast"
                            break
                        opened += 1
            assert opened == 15
    finally:
        server.kill()


async def test_tables_of_strong_bots_do_not_hold_up_another_persons_bots(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), "--workers", "1")
    try:
        async with Guest(server) as eve, Guest(server) as ada:
            master = {"kind": "bot", "level": "master"}
            body = {"game": "istanbul", "seats": [master] * 5, "pace": "instant"}
            for _ in range(60):
                await eve.call("/api/tables", body)
            await asyncio.sleep(2.0)
            table = await ada.open("basari", "mgg")
            waits: list[float] = []
            async with ada.socket(table["id"]) as page:
                whim = random.Random(1)
                since = time.monotonic()
                answered = 0
                while answered < 12:
                    message = await page.until("snapshot", "moved")
                    for asked in message["asked"]:
                        waits.append(time.monotonic() - since)
                        await page.play(asked, whim.choice(asked["choices"])["word"])
                        answered += 1
                        since = time.monotonic()
            assert sum(waits) / len(waits) < 1.5, waits
            assert max(waits) < 4.0, waits
    finally:
        server.kill()
