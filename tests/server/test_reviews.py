"""Reviews on a real server: made in workers, told as they are made, stored, called off."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

import bedesten
from bedesten import bots
from bedesten.bots.knowledge import Knowledge
from bedesten.kernel.rng import seeded
from server.harness import PATIENCE, Guest, Server

pytestmark = pytest.mark.anyio

WHOLE = 1_000_000


def played(game: str, seats: int, seed: int, **options: Any) -> str:
    match = bedesten.new(game, seats=seats, seed=seed, **options)
    rng = seeded(f"server review {seed}")
    player = bots.bot("greedy")
    while not match.over:
        seat = match.actors[0]
        match.play(seat, player.choose(Knowledge.of(match, seat), rng))
    return match.record()


SHORT = played("basari", 3, 1, laps=1)


async def shown(guest: Guest, record: str) -> str:
    """A table that shows a record."""
    answer = await guest.http.post(
        "/api/records", content=record, headers={"content-type": "text/plain"}
    )
    assert answer.is_success, answer.text
    return str(answer.json()["id"])


def review_of(guest: Guest, table: str, **query: str) -> Any:
    asked = "&".join(f"{key}={value}" for key, value in query.items())
    url = f"{guest.server.url.replace('http', 'ws', 1)}/api/tables/{table}/review?{asked}"
    cookies = "; ".join(f"{key}={value}" for key, value in guest.http.cookies.items())
    return connect(url, additional_headers={"cookie": cookies}, max_size=None)


async def messages(socket: ClientConnection) -> AsyncIterator[dict[str, Any]]:
    async for message in socket:
        yield json.loads(message)


async def whole(guest: Guest, table: str, **query: str) -> list[dict[str, Any]]:
    async with asyncio.timeout(PATIENCE), review_of(guest, table, **query) as socket:
        return [one async for one in messages(socket)]


async def test_a_review_comes_as_it_is_made_and_adds_up(server: Server) -> None:
    async with Guest(server) as guest:
        table = await shown(guest, SHORT)
        first, *parts, last = await whole(guest, table, language="de")
        assert first["type"] == last["type"] == "review"
        assert not first["moments"]
        assert {sum(row) for row in first["chances"]} == {WHOLE}
        assert {one["type"] for one in parts} == {"part"}
        judged = [moment for part in parts for moment in part["moments"]]
        assert len(judged) == first["total"] == len(last["moments"])
        assert sorted(judged, key=lambda one: one["first"]) == last["moments"]
        for seat in last["seats"]:
            assert seat["start"] + seat["luck"] + seat["own"] + seat["others"] == seat["result"]
        assert last["is_whole"]
        assert "Bewertung" in " ".join(last["remarks"])


async def test_a_review_is_stored_and_told_in_every_language(server: Server) -> None:
    async with Guest(server) as guest, Guest(server) as other:
        table = await shown(guest, SHORT)
        assert (await guest.refused(f"/api/tables/{table}/review.svg"))[1] == "no_review"
        *_, made = await whole(guest, table, language="en")
        (stored,) = await whole(other, table, language="en")
        assert stored == made
        (french,) = await whole(other, table, language="fr")
        assert french["chances"] == made["chances"]
        assert french["moments"][0]["played"] != made["moments"][0]["played"]
        picture = await guest.ask(f"/api/tables/{table}/review.svg?language=fr")
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert picture.text.startswith("<svg")
        assert "Précision" in picture.text
    server.kill()
    server.start()
    async with Guest(server) as guest:
        assert await whole(guest, table, language="en") == [made]


async def test_bad_questions_are_refused_in_a_sentence(server: Server) -> None:
    async with Guest(server) as guest:
        table = await shown(guest, SHORT)
        (refused,) = await whole(guest, table, depth="endless", language="en")
        assert refused["code"] == "no_depth"
        assert "quick" in refused["text"]
        (refused,) = await whole(guest, "nowhere", language="en")
        assert refused["code"] == "no_table"
        open_table = await guest.call(
            "/api/tables",
            {
                "game": "basari",
                "seats": [{"kind": "me"}] + [{"kind": "bot", "level": "random"}] * 2,
            },
        )
        (refused,) = await whole(guest, open_table["id"], language="en")
        assert refused["code"] == "not_over"


async def test_a_page_that_goes_away_calls_its_review_off(server: Server) -> None:
    """The place is free at once, and nothing is stored."""
    record = played("istanbul", 4, 1)
    async with Guest(server) as guest:
        table = await shown(guest, record)
        for _ in range(6):  # more than one person may have at once
            async with asyncio.timeout(PATIENCE), review_of(guest, table, depth="usual") as socket:
                found = json.loads(await socket.recv())
                assert found["type"] == "review", found
        assert (await guest.refused(f"/api/tables/{table}/review.svg"))[1] == "no_review"


async def test_one_person_has_few_reviews_at_once(server: Server) -> None:
    record = played("istanbul", 4, 2)
    async with Guest(server) as guest:
        tables = [await shown(guest, record) for _ in range(3)]
        async with (
            asyncio.timeout(PATIENCE),
            review_of(guest, tables[0], depth="usual") as one,
            review_of(guest, tables[1], depth="usual") as two,
        ):
            await one.recv()
            (refused,) = await whole(guest, tables[2], depth="usual", language="en")
            assert refused["code"] == "too_many_reviews"
            await two.close()


async def test_a_branch_plays_on_from_a_moment(server: Server) -> None:
    async with Guest(server) as guest:
        table = await shown(guest, SHORT)
        path = f"/api/tables/{table}/branch"
        length = len(bedesten.replay(SHORT).history)
        branch = await guest.call(path, {"n": length // 2, "seat": 1, "level": "random"})
        assert branch["status"] == "playing"
        assert branch["mine"] == [1]
        assert [seat["kind"] for seat in branch["seats"]] == ["bot", "person", "bot"]
        by_hand = await guest.call(path, {"n": 3})
        assert by_hand["mine"] == [0, 1, 2]
        assert (await guest.refused(path, {"n": length}))[1] == "not_playing"
        assert (await guest.refused(path, {"n": length + 1}))[1] == "no_moment"
        assert (await guest.refused(path, {"n": 1, "seat": 6}))[1] == "no_seat"
        assert (await guest.refused(path, {"n": 1, "seat": 0, "level": "god"}))[1] == "no_level"


async def test_moves_are_quick_while_reviews_are_made(server: Server) -> None:
    """Reviews work in the background: requests of people are answered meanwhile."""
    record = played("istanbul", 4, 3)
    async with Guest(server) as guest:
        table = await shown(guest, record)
        async with asyncio.timeout(PATIENCE), review_of(guest, table, depth="usual") as socket:
            await socket.recv()
            slowest = 0.0
            for _ in range(10):
                begun = time.perf_counter()
                await guest.call("/api/me")
                slowest = max(slowest, time.perf_counter() - begun)
            assert slowest < 2.0
