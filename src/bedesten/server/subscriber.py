"""One connection to a table and its bounded outgoing queue."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from typing import Final

from bedesten.server.messages import Viewer

QUEUE_LIMIT: Final = 64
"""Messages that may wait for a slow connection."""


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

    Answers to commands are always delivered. Broadcasts are dropped while a snapshot
    waits in the queue, because the snapshot will contain them. If a slow connection
    fills the queue, one snapshot replaces all broadcasts in it.
    """

    def __init__(self, person: str, viewer: Viewer) -> None:
        self.person = person
        self.viewer = viewer
        self._queue: deque[Outgoing] = deque()
        self._filled = asyncio.Event()

    @property
    def waiting(self) -> int:
        """How many messages wait to be sent."""
        return len(self._queue)

    def broadcast(self, message: bytes) -> None:
        """Queue a message that went to everybody at the table."""
        if any(one.data is None for one in self._queue):
            return
        if len(self._queue) >= QUEUE_LIMIT:
            self._drop_broadcasts()
        else:
            self._put(Outgoing(message, is_answer=False))

    def answer(self, message: bytes) -> None:
        """Queue the answer to a command."""
        if len(self._queue) >= QUEUE_LIMIT:
            self._drop_broadcasts()
        self._put(Outgoing(message, is_answer=True))

    def request_snapshot(self, id: int | None = None) -> None:
        """Queue a snapshot; the id is that of the command that asked for it."""
        self._put(Outgoing(None, is_answer=id is not None, id=id))

    async def next(self) -> Outgoing:
        """Wait for the next message and take it off the queue."""
        while not self._queue:
            self._filled.clear()
            await self._filled.wait()
        return self._queue.popleft()

    def _put(self, message: Outgoing) -> None:
        self._queue.append(message)
        self._filled.set()

    def _drop_broadcasts(self) -> None:
        """Replace all broadcasts by one snapshot. Answers stay, after what they refer to."""
        answers = [one for one in self._queue if one.is_answer]
        self._queue = deque([Outgoing(None, is_answer=False), *answers])
        self._filled.set()
