"""Two server processes on one PostgreSQL share all tables."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import bedesten
from server.harness import Guest, Server, Socket, play_on
from server.postgres import postgres

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture(scope="module")
def pair(
    database: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, Server]]:
    folder = tmp_path_factory.mktemp("pair")
    servers = [Server(database, "--workers", "1", log=folder / f"log{n}") for n in range(2)]
    yield servers[0], servers[1]
    for server in servers:
        server.stop()
    for n in range(2):
        assert '"level": "error"' not in (folder / f"log{n}").read_text()


def at(server: Server, guest: Guest) -> Guest:
    """The same person, through another process."""
    return Guest(server, dict(guest.http.cookies))


async def test_a_cookie_holds_in_both_processes(pair: tuple[Server, Server]) -> None:
    one, other = pair
    async with Guest(one) as ada:
        me = await ada.call("/api/me", {"name": "Ada"}, "PATCH")
        async with at(other, ada) as ada_there:
            assert await ada_there.call("/api/me") == me


@pytest.mark.parametrize(("game", "seats"), [("basari", "mob"), ("choose_write", "moob")])
async def test_a_game_is_played_across_two_processes(
    pair: tuple[Server, Server], game: str, seats: str
) -> None:
    one, other = pair
    async with Guest(one) as ada:
        table = await ada.open(game, seats)
        guests = [ada]
        for n in range(seats.count("o")):
            guest = Guest(pair[(n + 1) % 2])
            await guest.join(table)
            guests.append(guest)
        await asyncio.gather(
            *(_played(guest, table["id"], n) for n, guest in enumerate(guests)),
        )
        async with at(other, ada) as ada_there:
            record = (await ada_there.ask(f"/api/tables/{table['id']}/record")).text
        assert bedesten.verify(record).finished
        for guest in guests[1:]:
            await guest.http.aclose()


async def _played(guest: Guest, table: str, n: int) -> Socket:
    async with guest.socket(table) as page:
        await play_on(page, random.Random(n))
        kept: Socket = page
    return kept


async def test_a_move_reaches_sockets_of_the_other_process(pair: tuple[Server, Server]) -> None:
    one, other = pair
    async with Guest(one) as ada:
        table = await ada.open("basari", "mbb", pace="slow")
        async with (
            at(other, ada) as ada_there,
            ada.socket(table["id"]) as here,
            ada_there.socket(table["id"]) as there,
        ):
            asking = await there.until("snapshot", "moved", where=lambda m: bool(m["asked"]))
            asked = asking["asked"][0]
            await there.play(asked, asked["choices"][0]["word"])
            moved = await here.until("moved", where=lambda m: m["entry"]["seat"] == asked["seat"])
            same = await there.until("moved", where=lambda m: m["seq"] == moved["seq"])
            assert moved == same
            await here.send("chat", text="hello over there")
            assert (await there.until("chat"))["line"]["text"] == "hello over there"


async def test_the_unique_key_keeps_two_processes_honest(pair: tuple[Server, Server]) -> None:
    """Both processes get an answer to one question at the same moment; one is taken."""
    one, other = pair
    for seed in range(5):
        async with Guest(one) as ada:
            table = await ada.open("basari", "mbb", pace="slow")
            async with (
                at(other, ada) as ada_there,
                ada.socket(table["id"]) as here,
                ada_there.socket(table["id"]) as there,
            ):
                pages = (here, there)
                asking = [
                    await page.until("snapshot", "moved", where=lambda m: bool(m["asked"]))
                    for page in pages
                ]
                asked = asking[0]["asked"][0]
                whim = random.Random(seed)
                words = [whim.choice(asked["choices"])["word"] for _ in range(6)]
                await asyncio.gather(
                    *(pages[n % 2].play(asked, word) for n, word in enumerate(words))
                )
                for page in pages:
                    await page.send("ping", id=9)
                    await page.until("pong")
                errors = [m for page in pages for m in page.heard if m["type"] == "error"]
                assert len(errors) == 5
                assert {error["code"] for error in errors} <= {"stale", "not_asked"}


async def test_who_is_there_is_known_in_both_processes(pair: tuple[Server, Server]) -> None:
    one, other = pair
    async with Guest(one) as ada, Guest(other) as bo:
        table = await ada.open("basari", "mob")
        await bo.join(table)
        async with ada.socket(table["id"]) as page:
            await page.until("snapshot")
            async with bo.socket(table["id"]) as there:
                await there.until("snapshot")
                await page.until("table", where=lambda m: m["table"]["seats"][1]["here"])
            await page.until("table", where=lambda m: not m["table"]["seats"][1]["here"])


async def test_when_one_process_dies_the_other_goes_on(database: str, tmp_path: Path) -> None:
    """Its bots are taken over, and its people come in through the other door."""
    servers = [Server(database, "--workers", "1") for _ in range(2)]
    try:
        async with Guest(servers[0]) as ada:
            table = await ada.open("basari", "mbb", options={"laps": 1})
            async with ada.socket(table["id"]) as page:
                await play_on(page, random.Random(1), most=2)
            servers[0].kill()
            async with at(servers[1], ada) as there, there.socket(table["id"]) as page:
                assert await play_on(page, random.Random(2)) is not None
    finally:
        for server in servers:
            if server.process.poll() is None:
                server.kill()
