"""One command, one answer: every command with an id is answered once, by that id."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from server.harness import Guest, Message, Server, Socket

pytestmark = pytest.mark.anyio


async def answer_to(page: Socket, id: int) -> Message:
    """The answer to a command, and the check that it is the only one."""
    while True:
        message = await page.receive()
        if message.get("id") is not None:
            assert message["id"] == id
            return message


async def ask(page: Socket, type: str, id: int, **fields: Any) -> Message:
    await page.send(type, id=id, **fields)
    return await answer_to(page, id)


async def asked_of(page: Socket) -> Message:
    message = await page.until("snapshot", "moved", where=lambda one: bool(one["asked"]))
    asked: Message = message["asked"][0]
    return asked


async def test_every_kind_of_command_has_its_answer(server: Server) -> None:
    async with Guest(server) as ada:
        table = await ada.open("istanbul", "mb", seed="7", pace="slow")
        async with ada.socket(table["id"]) as page:
            asked = await asked_of(page)
            seat, word = asked["seat"], asked["choices"][0]["word"]
            question = {"seq": asked["seq"], "seat": seat}
            assert (await ask(page, "ping", 1))["type"] == "pong"
            assert (await ask(page, "explore", 2, **question, words=[word]))["type"] == "explored"
            assert (await ask(page, "hint", 3, seat=seat))["type"] == "hint"
            assert (await ask(page, "language", 4, language="de"))["type"] == "snapshot"
            assert (await ask(page, "look", 5, seat=seat))["type"] == "snapshot"
            assert (await ask(page, "chat", 6, text="hello"))["type"] == "done"
            assert (await ask(page, "play", 7, **question, words=[word]))["type"] == "done"
            assert (await ask(page, "take_back", 8, seat=seat))["type"] == "done"
            assert (await ask(page, "consent", 9, seat=seat, agree=True))["type"] == "error"
            await page.send("ping", id=10)
            await answer_to(page, 10)
            ids = [one["id"] for one in page.heard if one.get("id") is not None]
            assert ids == list(range(1, 11))


async def test_done_comes_after_what_the_command_caused(server: Server) -> None:
    async with Guest(server) as ada:
        table = await ada.open("basari", "mbb", pace="slow")
        async with ada.socket(table["id"]) as page:
            asked = await asked_of(page)
            before = len(page.heard)
            word = asked["choices"][0]["word"]
            await ask(page, "play", 1, seq=asked["seq"], seat=asked["seat"], words=[word])
            moved = [one for one in page.heard[before:] if one["type"] == "moved"]
            assert moved[0]["entry"]["seat"] == asked["seat"]
            assert "id" not in moved[0]
            await ask(page, "chat", 2, text="done?")
            assert page.heard[-2]["type"] == "chat"


async def test_consent_is_answered_by_done(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as bo:
        for _ in range(20):  # in some games the moment does not come
            table = await ada.open("basari", "mob", take_back="consent")
            await bo.join(table)
            async with ada.socket(table["id"]) as one, bo.socket(table["id"]) as other:
                ids = itertools.count(1)
                if await _play_until_bo_decides(one, other, ids):
                    await _check_consent(one, other, ids)
                    return
    raise AssertionError("the moment never came")


async def _play_until_bo_decides(one: Socket, other: Socket, ids: Iterator[int]) -> bool:
    """Play until seat 0 can only ask to take back while seat 1 decides; False if it never came."""
    while not _may_ask_while_bo_decides(message := await _latest(one, next(ids))):
        if _is_over(message):
            return False
        for seat, page in enumerate((one, other)):
            for asked in (await _latest(page, next(ids)))["asked"]:
                word = asked["choices"][0]["word"]
                question = {"seq": asked["seq"], "seat": seat}
                await ask(page, "play", next(ids), **question, words=[word])
        await asyncio.sleep(0.01)  # the bot chooses, too
    return True


async def _check_consent(one: Socket, other: Socket, ids: Iterator[int]) -> None:
    assert (await ask(one, "take_back", next(ids), seat=0))["type"] == "done"
    assert any(m["type"] == "request" for m in one.heard)
    await other.until("request", where=lambda m: m["request"] is not None)
    assert (await ask(other, "consent", next(ids), seat=1, agree=True))["type"] == "done"
    undone = [m for m in other.heard if m["type"] == "moved" and m["undone"]]
    assert undone


async def _latest(page: Socket, id: int) -> Message:
    """The last message about the game, once everything sent before has been answered."""
    await ask(page, "ping", id)
    return next(m for m in reversed(page.heard) if m["type"] in ("snapshot", "moved"))


def _is_over(message: Message) -> bool:
    """Whether nobody will be asked any more."""
    return not (message["table"]["deciding"] if "table" in message else message["deciding"])


def _may_ask_while_bo_decides(message: Message) -> bool:
    """Whether seat 0 needs consent to take back, and nothing else can happen meanwhile."""
    deciding = message["table"]["deciding"] if "table" in message else message["deciding"]
    back = message["back"]
    return bool(back["free"] == 0 and back["by_consent"] and deciding == [1])


async def test_a_refusal_carries_the_id_of_its_command(server: Server) -> None:
    async with Guest(server) as ada:
        table = await ada.open("basari", "mbb", pace="slow")
        async with ada.socket(table["id"]) as page:
            await page.until("snapshot")
            wrong: list[dict[str, Any]] = [
                {"type": "play", "seq": 0, "seat": 2, "words": ["pass"], "id": 21},
                {"type": "play", "seq": "x", "seat": 0, "words": ["pass"], "id": 22},
                {"type": "nonsense", "id": 23},
                {"id": 24},
                {"type": "play", "seq": 0, "seat": 0, "words": ["pass"], "id": 25, "more": 1},
            ]
            for message in wrong:
                await page.connection.send(msgspec.json.encode(message).decode())
                refused = await answer_to(page, message["id"])
                assert refused["type"] == "error"
            for unreadable in ("nonsense", "[1]", '{"type": "ping", "id": "x"}', '{"id": 3'):
                await page.connection.send(unreadable)
                assert (await page.until("error"))["id"] is None


async def test_commands_without_an_id_get_no_done(server: Server) -> None:
    async with Guest(server) as ada:
        table = await ada.open("basari", "mbb", pace="slow")
        async with ada.socket(table["id"]) as page:
            asked = await asked_of(page)
            await page.play(asked, asked["choices"][0]["word"])
            await page.send("ping", id=0)
            await answer_to(page, 0)
            assert [one["type"] for one in page.heard if one["type"] in ("done", "error")] == []


async def test_too_many_commands_are_refused_by_their_ids(tmp_path: Any) -> None:
    server = Server(str(tmp_path / "tables.db"), "--messages", "2")
    try:
        async with Guest(server) as ada:
            table = await ada.open("basari", "mbb", pace="slow")
            async with ada.socket(table["id"]) as page:
                for id in range(1, 31):
                    await page.send("ping", id=id)
                answers = [await answer_to(page, id) for id in range(1, 31)]
                assert answers[-1]["code"] == "too_fast"
    finally:
        server.stop()


async def test_a_slow_reader_gets_every_answer(server: Server) -> None:
    """Broadcasts give way to a snapshot; answers do not."""
    async with Guest(server) as ada:
        seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
        body = {"game": "istanbul", "seats": seats, "pace": "instant"}
        table = await ada.call("/api/tables", body)
        async with ada.socket(table["id"]) as page, ada.socket(table["id"]) as sleeper:
            await sleeper.until("snapshot")
            sleeper.connection.transport.pause_reading()
            for id in range(1, 21):
                await sleeper.send("look", id=id, seat=0)
            asked = await asked_of(page)
            id = 0
            for _ in range(40):
                id += 1
                word = asked["choices"][0]["word"]
                await ask(page, "play", id, seq=asked["seq"], seat=0, words=[word])
                while not (found := _last_asked(page)) or found["seq"] == asked["seq"]:
                    await page.receive()
                asked = found
            sleeper.connection.transport.resume_reading()
            async with asyncio.timeout(30):
                for id in range(1, 21):
                    assert (await answer_to(sleeper, id))["type"] == "snapshot"
            numbers = [m["seq"] for m in sleeper.heard if "seq" in m]
            assert numbers == sorted(numbers)


def _last_asked(page: Socket) -> Message | None:
    for message in reversed(page.heard):
        if "asked" in message and message["type"] in ("snapshot", "moved"):
            return message["asked"][0] if message["asked"] else None
    return None
