"""Accepts connections, as many as there are descriptors for."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable, Collection
from typing import Final

import structlog

log = structlog.get_logger()

RESERVED: Final = 64
"""Descriptors that connections leave to the database, the workers and the files."""
BACKLOG: Final = 1024
"""Connections that may wait to be accepted."""
PAUSE: Final = 0.2
"""Seconds until the next attempt if no descriptor is left."""
RECOVERED: Final = 10.0
"""Seconds without a shortage of descriptors after which it is over."""


class Listener:
    """Accepts the connections of one listening socket.

    If descriptors run out, waiting clients stay in the backlog until others have gone.
    The log gets one line when that begins, and one when it is over.
    """

    def __init__(
        self,
        listening: socket.socket,
        make_protocol: Callable[[], asyncio.Protocol],
        connections: Collection[object],
        limit: int,
    ) -> None:
        self._listening = listening
        self._make_protocol = make_protocol
        self._connections = connections
        self._limit = limit
        self._loop = asyncio.get_running_loop()
        self._opening: set[asyncio.Task[object]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._short_since: float | None = None
        self._short_at = 0.0

    def start(self) -> None:
        self._listening.listen(BACKLOG)
        self._listening.setblocking(False)
        self._loop.add_reader(self._listening, self._accept)

    def stop(self) -> None:
        self._loop.remove_reader(self._listening)
        if self._timer is not None:
            self._timer.cancel()

    def _accept(self) -> None:
        while len(self._connections) + len(self._opening) < self._limit:
            try:
                connection, _ = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                self._pause(error.strerror or repr(error))
                return
            connection.setblocking(False)
            task = self._loop.create_task(self._open(connection))
            self._opening.add(task)
            task.add_done_callback(self._opening.discard)
        self._pause(f"{self._limit} connections")

    async def _open(self, connection: socket.socket) -> None:
        try:
            await self._loop.connect_accepted_socket(self._make_protocol, connection)
        except OSError:  # it is gone already
            connection.close()

    def _pause(self, why: str) -> None:
        """Stop accepting for a moment; say so if it is the first time for a while."""
        now = self._loop.time()
        if self._short_since is None:
            self._short_since = now
            log.warning("no more connections", why=why, connections=len(self._connections))
        self._short_at = now
        self._loop.remove_reader(self._listening)
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(PAUSE, self._resume)

    def _resume(self) -> None:
        self._loop.add_reader(self._listening, self._accept)
        self._timer = self._loop.call_later(RECOVERED, self._recover)

    def _recover(self) -> None:
        """Say that a shortage is over, unless there was another since."""
        if self._short_since is not None:
            seconds = round(self._short_at - self._short_since, 1)
            log.warning("connections again", after=seconds, connections=len(self._connections))
            self._short_since = None


def connection_limit() -> int:
    """How many connections may be open: as many as the system allows, less RESERVED.

    Raises the process's limit of descriptors as far as it may.
    """
    if sys.platform == "win32":
        return 512 - RESERVED  # what select() takes there
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
        except (ValueError, OSError):
            pass  # the usual limit has to do
    if soft == resource.RLIM_INFINITY:
        return 1_000_000
    return max(soft - RESERVED, 1)
