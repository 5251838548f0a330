"""A pool of worker processes for jobs that would block the event loop.

Each worker has its own pipe and one thread that waits on it. A worker that crashes,
or is killed because it exceeds its time, loses only its own job, which is tried again.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final, TypeVar

import structlog

from bedesten.server import jobs, metrics

Found = TypeVar("Found")
log = structlog.get_logger()

START_TIMEOUT: Final = 60.0  # seconds that a process has to load all games
_SPAWN: Final = multiprocessing.get_context("spawn")


class JobFailed(Exception):
    """A job crashed, raised or exceeded its time in every attempt."""


class WorkerLost(Exception):
    """The process ended, or the job raised, before there was a result."""


class Workers:
    """A pool of a fixed number of processes."""

    def __init__(self, count: int) -> None:
        self._threads = ThreadPoolExecutor(count, "worker")
        self._workers = [Worker() for _ in range(count)]
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self._workers:
            self._free.put_nowait(worker)
            self._threads.submit(worker.ensure_started)

    async def run(
        self, function: Callable[..., Found], *arguments: Any, seconds: float, tries: int = 2
    ) -> Found:
        """The result of a function in a worker; JobFailed if all attempts fail."""
        worker = await self._free.get()
        try:
            for _ in range(tries):
                try:
                    await self._in_time(START_TIMEOUT, worker, worker.ensure_started)
                    found: Found = await self._in_time(
                        seconds, worker, worker.work, function, arguments
                    )
                    return found
                except WorkerLost as lost:
                    _note_loss(function.__name__, str(lost))
                    await asyncio.to_thread(worker.drop)
        finally:
            self._free.put_nowait(worker)
        raise JobFailed(function.__name__)

    async def _in_time(
        self, seconds: float, worker: Worker, act: Callable[..., Any], *arguments: Any
    ) -> Any:
        """Wait for a worker in a thread; kill the worker if it takes too long."""
        loop = asyncio.get_running_loop()
        alarm = loop.call_later(seconds, worker.kill)
        try:
            return await loop.run_in_executor(self._threads, act, *arguments)
        finally:
            alarm.cancel()

    async def close(self) -> None:
        for worker in self._workers:
            worker.close()
        await asyncio.to_thread(self._threads.shutdown)


class Worker:
    """One process, started when it is needed and replaced when it was lost."""

    def __init__(self) -> None:
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._closed = False

    def ensure_started(self) -> None:
        """Start a process if there is none, and wait until it has loaded all games."""
        if self._closed:
            raise WorkerLost("closed")
        if self._process is not None:
            if self._process.is_alive():
                return
            _note_loss("nothing", _ending(self._process))
        self.drop()
        self._pipe, far_end = _SPAWN.Pipe()
        self._process = _SPAWN.Process(target=jobs.serve_jobs, args=(far_end,), daemon=True)
        self._process.start()
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
            raise WorkerLost(found)
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
