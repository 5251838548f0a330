"""Worker processes for everything that takes longer than an answer may."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import TimeoutError as TookTooLong
from typing import Any, TypeVar

import structlog
from pebble import ProcessExpired, ProcessPool

from bedesten.server import work

Found = TypeVar("Found")
log = structlog.get_logger()


class WorkFailed(Exception):
    """A worker died, got stuck or stumbled, twice."""


class Workers:
    """A pool in which a crashed or stuck process is replaced, and its work tried once more."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.failures = 0
        self._pool = ProcessPool(
            max_workers=count,
            initializer=work.begin,
            context=multiprocessing.get_context("spawn"),
        )

    async def run(
        self, function: Callable[..., Found], *arguments: Any, seconds: float, tries: int = 2
    ) -> Found:
        for _ in range(tries):
            future = self._pool.schedule(function, args=arguments, timeout=seconds)
            try:
                found: Found = await asyncio.wrap_future(future)
                return found
            except (TookTooLong, TimeoutError, ProcessExpired) as error:
                self.failures += 1
                log.warning("worker replaced", work=function.__name__, error=repr(error))
        raise WorkFailed(function.__name__)

    async def close(self) -> None:
        pool: Any = self._pool  # without types
        pool.stop()
        await asyncio.to_thread(pool.join)
