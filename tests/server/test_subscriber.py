"""The outgoing queue of a connection: what a slow reader gets."""

from __future__ import annotations

import asyncio

import pytest

from bedesten.server.messages import Viewer
from bedesten.server.subscriber import QUEUE_LIMIT, Outgoing, Subscriber

pytestmark = pytest.mark.anyio


async def taken(subscriber: Subscriber) -> list[Outgoing]:
    return [await subscriber.next() for _ in range(subscriber.waiting)]


async def test_messages_come_in_their_order() -> None:
    subscriber = Subscriber("ada", Viewer("ada", 0, "en"))
    reading = asyncio.create_task(subscriber.next())
    await asyncio.sleep(0)
    subscriber.broadcast(b"moved")
    subscriber.answer(b"done")
    assert (await reading).data == b"moved"
    assert [one.data for one in await taken(subscriber)] == [b"done"]


async def test_a_full_queue_keeps_answers_and_one_snapshot_before_them() -> None:
    subscriber = Subscriber("ada", Viewer("ada", 0, "en"))
    for n in range(QUEUE_LIMIT):
        if n % 8 == 7:
            subscriber.answer(f"done {n}".encode())
        else:
            subscriber.broadcast(f"moved {n}".encode())
    subscriber.broadcast(b"one too many")
    subscriber.broadcast(b"the snapshot will contain it")
    subscriber.answer(b"last")
    found = [one.data for one in await taken(subscriber)]
    answers = [f"done {n}".encode() for n in range(7, QUEUE_LIMIT, 8)]
    assert found == [None, *answers, b"last"]
    subscriber.broadcast(b"after the snapshot")
    assert [one.data for one in await taken(subscriber)] == [b"after the snapshot"]


async def test_snapshots_that_were_asked_for_survive_a_full_queue() -> None:
    subscriber = Subscriber("ada", Viewer("ada", 0, "en"))
    subscriber.broadcast(b"moved")
    subscriber.request_snapshot(5)
    subscriber.broadcast(b"the snapshot will contain it")
    for n in range(QUEUE_LIMIT):
        subscriber.answer(f"pong {n}".encode())
    found = await taken(subscriber)
    assert [one.data for one in found[:2]] == [None, None]
    assert [one.id for one in found[:2]] == [None, 5]
    assert len(found) == QUEUE_LIMIT + 2


class Outlet:
    """A connection without a network, which may be too slow."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.room = asyncio.Event()
        self.room.set()

    @property
    def is_writable(self) -> bool:
        return self.room.is_set()

    async def wait_writable(self) -> None:
        await self.room.wait()

    def write(self, text: bytes) -> None:
        self.written.append(text)


async def test_what_nothing_waits_before_is_written_at_once() -> None:
    outlet = Outlet()
    subscriber = Subscriber("ada", Viewer("ada", 0, "en"), outlet=outlet)
    subscriber.broadcast(b"moved")
    subscriber.answer(b"done")
    assert outlet.written == [b"moved", b"done"]
    assert subscriber.waiting == 0


async def test_nothing_overtakes_a_snapshot_that_waits() -> None:
    outlet = Outlet()
    subscriber = Subscriber("ada", Viewer("ada", 0, "en"), outlet=outlet)
    subscriber.request_snapshot(5)
    subscriber.broadcast(b"the snapshot will contain it")
    subscriber.answer(b"done")
    assert outlet.written == []
    assert [(one.data, one.id) for one in await taken(subscriber)] == [(None, 5), (b"done", None)]
    subscriber.broadcast(b"moved")
    assert outlet.written == [b"moved"]


async def test_a_full_connection_is_written_to_when_it_has_room_again() -> None:
    outlet = Outlet()
    subscriber = Subscriber("ada", Viewer("ada", 0, "en"), outlet=outlet)
    outlet.room.clear()
    for n in range(QUEUE_LIMIT + 1):
        subscriber.broadcast(f"moved {n}".encode())
    assert outlet.written == []
    next = asyncio.create_task(subscriber.next())
    await asyncio.sleep(0.01)
    assert not next.done()
    outlet.room.set()
    assert (await next).data is None  # one snapshot in place of them all
    assert subscriber.waiting == 0
