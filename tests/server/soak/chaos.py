"""Faults for running servers, one after another, every few seconds."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from server.harness import Server
from server.postgres import Postgres
from server.soak.faults import Faults

PAUSE = (0.5, 3.0)
"""Seconds between two faults, at least and at most."""
LASTING = (0.5, 2.5)
"""Seconds that a fault lasts."""
CLOCK = (-172_800, -3_600, -20, -2, 2, 20, 3_600, 172_800)
"""Seconds by which the clock is set."""
STARTS = 60
"""Attempts to start a server, one a second at most."""


class Chaos:
    """Breaks one thing at a time, and mends it."""

    def __init__(
        self,
        servers: Sequence[Server],
        faults: Faults,
        rng: random.Random,
        postgres: Postgres | None = None,
    ) -> None:
        """With PostgreSQL the first server is never killed: its memory is measured."""
        self.servers = servers
        self.done: Counter[str] = Counter()
        self._faults = faults
        self._rng = rng
        self._postgres = postgres
        self._mortal = list(servers[1:] or servers)
        ways: list[Callable[[], Awaitable[None]]] = [
            *(self.kill, self.set_clock, self.freeze, self.kill_workers)
        ]
        if postgres is None:
            ways += [self.fill_disk, self.make_read_only, self.slow_down, self.kill_on_full_disk]
        else:
            ways += [self.stop_politely, self.lose_database]
        self._ways = ways

    async def run(self, seconds: float) -> None:
        """Every kind of fault once, then any, for so long."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        first = self._rng.sample(self._ways, len(self._ways))
        while loop.time() < end or first:
            await asyncio.sleep(self._rng.uniform(*PAUSE))
            # Half of all faults are kills.
            way = first.pop() if first else self._rng.choice([*self._ways, *[self.kill] * 5])
            await way()
            self.done[way.__name__] += 1

    async def heal(self) -> None:
        """Mend everything and restart all servers, with the right time."""
        self._faults.heal_disk()
        self._faults.set_clock(0)
        for server in self.servers:
            await self._restart(server)

    async def kill(self) -> None:
        server = self._rng.choice(self._mortal)
        await asyncio.to_thread(server.kill)
        await self._start(server)

    async def stop_politely(self) -> None:
        server = self._rng.choice(self._mortal)
        await self._restart(server)

    async def freeze(self) -> None:
        """Stop a process and its workers for a while, as a machine that swaps would."""
        server = self._rng.choice(self.servers)
        os.killpg(server.process.pid, signal.SIGSTOP)
        await self._last(2.0)
        os.killpg(server.process.pid, signal.SIGCONT)

    async def kill_workers(self) -> None:
        for child in self._rng.choice(self.servers).children():
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)

    async def set_clock(self) -> None:
        """Set the clock; half the time a process starts with it."""
        self._faults.set_clock(self._rng.choice(CLOCK))
        if self._rng.random() < 0.5:
            await self.kill()
        await self._last()
        self._faults.set_clock(0)

    async def fill_disk(self) -> None:
        self._faults.fill_disk()
        await self._last()
        self._faults.heal_disk()

    async def make_read_only(self) -> None:
        self._faults.make_read_only()
        await self._last()
        self._faults.heal_disk()

    async def slow_down(self) -> None:
        self._faults.slow_down(self._rng.choice([20, 100, 400]))
        await self._last()
        self._faults.heal_disk()

    async def kill_on_full_disk(self) -> None:
        """Kill a process that cannot write, and start it before it can."""
        self._faults.fill_disk()
        await self._last()
        server = self._rng.choice(self._mortal)
        await asyncio.to_thread(server.kill)
        starting = asyncio.create_task(self._start(server))
        await self._last()
        self._faults.heal_disk()
        await starting

    async def lose_database(self) -> None:
        """Crash PostgreSQL and start it again."""
        assert self._postgres is not None
        await asyncio.to_thread(self._postgres.stop)
        await self._last()
        for _ in range(STARTS):
            with suppress(subprocess.CalledProcessError):
                await asyncio.to_thread(self._postgres.start)
                return
        raise AssertionError("PostgreSQL does not start again")

    async def _last(self, times: float = 1.0) -> None:
        await asyncio.sleep(self._rng.uniform(*LASTING) * times)

    async def _restart(self, server: Server) -> None:
        if server.process.poll() is None:
            code = await asyncio.to_thread(server.stop)
            assert code in (0, -signal.SIGTERM), f"ended by {code}"
        await self._start(server)

    async def _start(self, server: Server) -> None:
        """Start a server as a supervisor does: again if it could not."""
        loop = asyncio.get_running_loop()
        for _ in range(STARTS):
            began = loop.time()
            try:
                await asyncio.to_thread(server.start)
                return
            except AssertionError:  # it says why and ends: the disk is full, say
                await asyncio.to_thread(server.kill)
                await asyncio.sleep(max(0.0, 1.0 - (loop.time() - began)))
        raise AssertionError(f"the server does not start again: {server._tail()}")
