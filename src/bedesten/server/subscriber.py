"""One connection to a table: messages leave at once, or wait in a bounded queue."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import Final, Protocol

from bedesten.server.messages import Viewer

QUEUE_LIMIT: Final = 64
"""Messages that may wait for a slow connection."""


class Outlet(Protocol):
    """What a subscriber writes to."""

    @property
    def is_writable(self) -> bool:
        """Whether the client reads as fast as it is written to."""

    async def wait_writable(self) -> None:
        """Wait until the client has caught up, or is gone."""

    def write(self, text: bytes) -> None:
        """Send a message without waiting."""


@dataclass(frozen=True)
class Outgoing:
    """A message that waits to be sent. A snapshot is encoded only when its turn comes."""

    data: bytes | None
    """None: a snapshot."""
    is_answer: bool
    id: int | None = None
    """Of a snapshot: the command that asked for it."""


class Subscriber:
    """A connection that receives what happens at one table.

    A message is written at once if nothing waits before it and the client keeps up.
    Answers to commands are always delivered. Broadcasts are dropped while a snapshot
    waits in the queue, because the snapshot will contain them. If a slow connection
    fills the queue, one snapshot replaces all broadcasts in it.
    """

    def __init__(
        self, person: str, viewer: Viewer, address: str = "", outlet: Outlet | None = None
    ) -> None:
        self.person = person
        self.address = address
        self.viewer = viewer
        self.outlet = outlet
        """None: everything waits in the queue."""
        self._queue: deque[Outgoing] = deque()
        self._filled = asyncio.Event()

    @property
    def waiting(self) -> int:
        """How many messages wait to be sent."""
        return len(self._queue)

    def broadcast(self, message: bytes) -> None:
        """Send a message that goes to everybody at the table."""
        if self._write(message) or any(one.data is None for one in self._queue):
            return
        if len(self._queue) >= QUEUE_LIMIT:
            self._drop_broadcasts()
        else:
            self._put(Outgoing(message, is_answer=False))

    def answer(self, message: bytes) -> None:
        """Send the answer to a command."""
        if self._write(message):
            return
        if len(self._queue) >= QUEUE_LIMIT:
            self._drop_broadcasts()
        self._put(Outgoing(message, is_answer=True))

    def request_snapshot(self, id: int | None = None) -> None:
        """Queue a snapshot; the id is that of the command that asked for it."""
        self._put(Outgoing(None, is_answer=id is not None, id=id))

    async def next(self, encoding: asyncio.Lock | None = None) -> Outgoing:
        """Wait for the next message that can be written, and take it off the queue.

        A snapshot waits for the lock, too: it stays in the queue until then, so that nothing
        overtakes it, and is returned while the lock is held.
        """
        while True:
            while not self._queue:
                self._filled.clear()
                await self._filled.wait()
            if self.outlet is not None and not self._is_writable():
                await self.outlet.wait_writable()
            elif encoding is not None and self._queue[0].data is None:
                await encoding.acquire()
                if self._queue[0].data is None and self._is_writable():
                    return self._queue.popleft()
                encoding.release()
            else:
                return self._queue.popleft()

    def _is_writable(self) -> bool:
        return self.outlet is None or self.outlet.is_writable

    def _write(self, message: bytes) -> bool:
        """Write a message at once; False if it has to wait."""
        outlet = self.outlet
        if self._queue or outlet is None or not outlet.is_writable:
            return False
        outlet.write(message)
        return True

    def _put(self, message: Outgoing) -> None:
        self._queue.append(message)
        self._filled.set()

    def _drop_broadcasts(self) -> None:
        """Replace all broadcasts by one snapshot. Answers stay, after what they refer to."""
        answers = [one for one in self._queue if one.is_answer]
        self._queue = deque([Outgoing(None, is_answer=False), *answers])
        self._filled.set()
