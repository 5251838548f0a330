"""A pool of worker processes for jobs that would block the event loop.

Each worker has its own pipe and one thread that waits on it. A worker that crashes,
or is killed because it exceeds its time, loses only its own job, which is tried again.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final, TypeVar

import structlog

from bedesten.server import jobs, metrics
from bedesten.server.fair_queue import FairQueue, Owner

Found = TypeVar("Found")
log = structlog.get_logger()

TRIES: Final = 3
"""Workers that may be lost before a job counts as failed."""
PAUSE: Final = 0.2
"""Seconds before the second attempt; the third comes after twice as many."""
NOBODY: Final = Owner()
START_TIMEOUT: Final = 60.0  # seconds that a process has to load all games
_SPAWN: Final = multiprocessing.get_context("spawn")


class JobFailed(Exception):
    """A job raised, or crashed or exceeded its time in every attempt."""


class WorkerLost(Exception):
    """The process ended, or was ended, before there was a result."""


class Workers:
    """A pool of a fixed number of processes, shared fairly by those who need them."""

    def __init__(self, count: int) -> None:
        self._threads = ThreadPoolExecutor(max(count, 1), "worker")
        self._workers = [Worker() for _ in range(count)]
        self.queue = FairQueue(self._workers)
        self._running: set[asyncio.Task[Any]] = set()
        self._closed = False
        self._lost = 0  # in a row
        self._overdue = 0
        for worker in self._workers:
            self._threads.submit(worker.ensure_started)

    async def run(
        self,
        function: Callable[..., Found],
        *arguments: Any,
        seconds: float,
        owner: Owner = NOBODY,
    ) -> Found:
        """The result of a function in a worker; JobFailed if it raises or all attempts fail."""
        return await self.run_later(function, lambda: arguments, seconds=seconds, owner=owner)

    async def run_later(
        self,
        function: Callable[..., Found],
        prepare: Callable[[], tuple[Any, ...]],
        *,
        seconds: float,
        owner: Owner = NOBODY,
        key: str = "",
        background: bool = False,
    ) -> Found:
        """As `run`, with arguments that are made when a worker is free.

        After a lost worker the job is tried again, on another one if there is one.
        """
        for attempt in range(TRIES):
            worker = await self.queue.take(owner, key, background and attempt == 0)
            # Shielded: a worker whose caller is cancelled is free when it has answered.
            using = asyncio.create_task(self._use(worker, function, prepare, seconds))
            self._running.add(using)
            using.add_done_callback(self._running.discard)
            try:
                found = await asyncio.shield(using)
                self._lost = 0
                return found
            except WorkerLost as lost:
                if self._closed:
                    break
                self._lost += 1
                _note_loss(function.__name__, str(lost))
            await asyncio.sleep(PAUSE * (attempt + 1))
        raise JobFailed(f"{function.__name__}: {TRIES} workers were lost")

    async def _use(
        self,
        worker: Worker,
        function: Callable[..., Found],
        prepare: Callable[[], tuple[Any, ...]],
        seconds: float,
    ) -> Found:
        """Run a job on a worker, and give the worker back."""
        try:
            await self._in_time(START_TIMEOUT, worker, worker.ensure_started)
            found: Found = await self._in_time(seconds, worker, worker.work, function, prepare())
            return found
        except WorkerLost:
            await asyncio.to_thread(worker.drop)
            raise
        finally:
            self.queue.give(worker)

    async def _in_time(
        self, seconds: float, worker: Worker, act: Callable[..., Any], *arguments: Any
    ) -> Any:
        """Wait for a worker in a thread; kill the worker if it takes too long."""
        loop = asyncio.get_running_loop()
        is_overdue = False

        def end() -> None:
            nonlocal is_overdue
            worker.kill()
            is_overdue = True
            self._overdue += 1

        alarm = loop.call_later(seconds, end)
        try:
            return await loop.run_in_executor(self._threads, act, *arguments)
        finally:
            alarm.cancel()
            self._overdue -= is_overdue

    def problems(self) -> list[str]:
        """What is wrong with the workers, in sentences."""
        found: list[str] = []
        if self._lost >= TRIES:
            found.append(f"the last {self._lost} worker processes were lost at their work")
        if self._overdue:
            found.append(f"{self._overdue} worker processes are stuck and cannot be ended")
        return found

    async def close(self) -> None:
        self._closed = True
        for worker in self._workers:
            worker.close()
        await asyncio.gather(*self._running, return_exceptions=True)
        await asyncio.to_thread(self._threads.shutdown)


class Worker:
    """One process, started when it is needed and replaced when it was lost."""

    def __init__(self) -> None:
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._starting = threading.Lock()
        self._closed = False

    def ensure_started(self) -> None:
        """Start a process if there is none, and wait until it has loaded all games."""
        with self._starting:  # a second thread would take the first message for its result
            self._ensure_started()

    def _ensure_started(self) -> None:
        if self._closed:
            raise WorkerLost("closed")
        if self._process is not None:
            if self._process.is_alive():
                return
            _note_loss("nothing", _ending(self._process))
        self.drop()
        try:
            self._pipe, far_end = _SPAWN.Pipe()
            process = _SPAWN.Process(target=jobs.serve_jobs, args=(far_end,), daemon=True)
            process.start()
        except OSError as error:  # no descriptors or no memory left
            raise WorkerLost(repr(error)) from None
        self._process = process
        far_end.close()  # so that the pipe breaks when the process ends
        self._receive()

    def work(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        if self._pipe is None:
            raise WorkerLost("closed")
        try:
            self._pipe.send((function, arguments))
        except OSError as error:
            raise WorkerLost(repr(error)) from None
        return self._receive()

    def _receive(self) -> Any:
        if self._pipe is None:
            raise WorkerLost("closed")
        try:
            well, found = self._pipe.recv()
        except (EOFError, OSError):
            raise WorkerLost(_ending(self._process)) from None
        if not well:
            raise JobFailed(found)
        return found

    def kill(self) -> None:
        """Kill the worker process."""
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        self._closed = True
        self.kill()

    def drop(self) -> None:
        """Kill the process and close its pipe; the next job starts another."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None


def _ending(process: SpawnProcess | None) -> str:
    return f"the process has ended ({None if process is None else process.exitcode})"


def _note_loss(working_at: str, why: str) -> None:
    metrics.REPLACED.inc()
    log.warning("worker replaced", work=working_at, why=why)
