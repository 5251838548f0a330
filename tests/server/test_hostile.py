"""Malformed, absurd and hostile messages: refused in a sentence, and nothing has changed."""

from __future__ import annotations

import asyncio
import json
import random
import string
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from server.harness import THOROUGH, Guest, Server, Socket

pytestmark = pytest.mark.anyio

MESSAGES = 20_000 if THOROUGH else 1_500
TYPES = ["play", "take_back", "consent", "chat", "explore", "hint", "language", "look", "ping"]
FIELDS = ["type", "seq", "seat", "words", "id", "choices", "agree", "text", "language", "x"]


def value(whim: random.Random, depth: int = 0) -> Any:
    """Anything that JSON can say, the likely and the absurd."""
    kinds = 12 if depth < 2 else 9
    match whim.randrange(kinds):
        case 0:
            return whim.choice([0, 1, 2, -1, 99, 2**31, 2**63, -(2**63), 2**70, 10**40])
        case 1:
            return whim.choice([None, True, False])
        case 2:
            return whim.choice([0.5, -0.0, 1e308, 1e-308])
        case 3:
            return "".join(whim.choices(string.printable, k=whim.randrange(60)))
        case 4:
            return whim.choice(["place:1", "gems", "die", "pass", "", "\0", "\u202e", "x" * 5000])
        case 5:
            return whim.choice(TYPES)
        case 6:
            return whim.choice(["en", "de", "xx", "__proto__", "{}", "'; DROP TABLE tables; --"])
        case 7:
            return whim.randrange(6)
        case 8:
            return chr(whim.choice([0x7F, 0x200B, 0xFFFF, 0x1F600, 0xD7FF])) * whim.randrange(9)
        case 9:
            return [value(whim, depth + 1) for _ in range(whim.randrange(5))]
        case 10:
            return [value(whim, depth + 1)] * whim.choice([1, 65, 300])
        case _:
            return {whim.choice(FIELDS): value(whim, depth + 1) for _ in range(whim.randrange(5))}


def message(whim: random.Random) -> str:
    kind = whim.randrange(10)
    if kind == 0:
        return "".join(whim.choices(string.printable, k=whim.randrange(200)))
    if kind == 1:
        return whim.choice(["", "[]", "{}", "null", "0", '"', "{" * 2000, "[" * 8000, '{"type":'])
    body = {"type": whim.choice(TYPES)} | {
        whim.choice(FIELDS): value(whim) for _ in range(whim.randrange(6))
    }
    if kind > 5:
        body["type"] = whim.choice(TYPES)
        body.setdefault("seat", whim.randrange(-1, 4))
        body.setdefault("seq", whim.randrange(5))
        body.setdefault("words", ["pass"])
    text = json.dumps(body)
    return text[: whim.randrange(len(text))] if whim.random() < 0.1 else text


async def test_thousands_of_wrong_messages_change_nothing(server: Server) -> None:
    """A stranger's page and a player's send anything; the game stands as it stood."""
    async with Guest(server) as ada, Guest(server) as eve:
        table = await ada.open("basari", "mbb", pace="slow", visibility="public")
        await eve.call("/api/me")
        whim = random.Random(1)
        async with ada.socket(table["id"]) as page:
            start = await page.until("snapshot", "moved", where=lambda m: bool(m["asked"]))
        sent = 0
        while sent < MESSAGES:
            async with eve.socket(table["id"]) as page:
                sent += await _pester(page, whim)
        async with ada.socket(table["id"]) as page:
            after = await page.until("snapshot")
        assert after["view"] == start["view"]
        assert after["asked"] == start["asked"]
        assert after["seq"] - start["seq"] == len(after["chat"])
        assert (await ada.call("/health"))["ok"]


async def _pester(page: Socket, whim: random.Random) -> int:
    """Send until the server has had enough; every refusal has a code and a sentence."""
    sent = 0
    try:
        for _ in range(90):
            await page.connection.send(message(whim))
            sent += 1
        await page.send("ping", id=77)
        while True:
            answer = await page.receive()
            if answer["type"] == "error":
                assert answer["code"] != "internal", answer
                assert answer["text"]
            if answer["type"] == "pong" and answer["id"] == 77:
                break
    except ConnectionClosed:
        pass
    return max(sent, 1)


async def test_a_player_cannot_break_the_game_either(server: Server) -> None:
    """Wrong messages from a seat: only an answer that is offered is taken."""
    async with Guest(server) as ada:
        table = await ada.open("istanbul", "mb", pace="slow")
        whim = random.Random(2)
        for _ in range(MESSAGES // 90):
            async with ada.socket(table["id"]) as page:
                await _pester(page, whim)
        async with ada.socket(table["id"]) as page:
            snapshot = await page.until("snapshot")
            assert snapshot["view"]["turn"] >= 0
        assert (await ada.call("/health"))["ok"]


async def closing(page: Socket) -> ConnectionClosed:
    try:
        while True:
            await page.receive()
    except ConnectionClosed as closed:
        return closed


async def test_what_is_too_large_ends_the_connection_and_bytes_are_no_message(
    server: Server,
) -> None:
    async with Guest(server) as ada:
        table = await ada.open("basari", "mbb", pace="slow")
        async with ada.socket(table["id"]) as page:
            await page.connection.send(b"\x00\xff")
            assert (await page.until("error"))["code"] == "bad_message"
            await page.send("chat", text="x" * 50_000)
            closed = await closing(page)
            assert closed.rcvd is not None
            assert closed.rcvd.code == 1009
        async with ada.socket(table["id"]) as page:
            assert (await page.receive())["type"] == "snapshot"


async def test_who_only_sends_nonsense_is_shown_the_door(server: Server) -> None:
    async with Guest(server) as ada:
        table = await ada.open("basari", "mbb", pace="slow")
        async with ada.socket(table["id"]) as page:
            for _ in range(150):
                await page.connection.send("nonsense")
            closed = await closing(page)
            assert closed.rcvd is not None
            assert closed.rcvd.code == 4429


async def test_hostile_calls_are_refused(server: Server) -> None:
    async with Guest(server) as ada:
        table = await ada.open("basari", "mob")
        path = f"/api/tables/{table['id']}"
        whim = random.Random(3)
        for _ in range(MESSAGES // 10):
            target = whim.choice(["/api/me", "/api/tables", f"{path}/join", f"{path}/mute"])
            method = "PATCH" if target == "/api/me" else "POST"
            answer = await ada.ask(target, value(whim), method)
            assert answer.status_code < 500, answer.text
            if answer.is_client_error:
                assert set(answer.json()) == {"code", "text"}
                assert "Traceback" not in answer.text
        answer = await ada.http.post("/api/tables", content=b"x" * 100_000)
        assert answer.status_code in (400, 413)
        answer = await ada.http.post(
            "/api/tables", content=b"{", headers={"content-type": "text/x"}
        )
        assert answer.is_client_error


async def test_one_address_has_its_limits(tmp_path: Any) -> None:
    limits = ("--rate", "5", "--connections", "3", "--messages", "10")
    server = Server(str(tmp_path / "tables.db"), *limits)
    try:
        async with Guest(server) as ada:
            table = await ada.open("basari", "mbb", pace="slow")
            calls = [ada.ask("/api/games") for _ in range(150)]
            statuses = {answer.status_code for answer in await asyncio.gather(*calls)}
            assert statuses == {200, 429}
            assert httpx.get(f"{server.url}/health").status_code == 200
            await asyncio.sleep(2)
            async with (
                ada.socket(table["id"]) as one,
                ada.socket(table["id"]),
                ada.socket(table["id"]),
            ):
                with pytest.raises(Exception, match="403"):
                    async with ada.socket(table["id"]):
                        pass
                for n in range(200):
                    await one.send("ping", id=n)
                refused = await one.until("error")
                assert refused["code"] == "too_fast"
    finally:
        server.kill()
