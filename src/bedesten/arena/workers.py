"""The same function on many tasks: here, in several processes, or on a Ray cluster.

Tasks are taken one by one as workers become free, so there may be any number of
them. Results come in the order in which they are done. Whoever stops listening
ends the work: what is under way is given up.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from itertools import islice
from types import FrameType
from typing import Any, Final, TypeVar

from bedesten.bots import external

T = TypeVar("T")
R = TypeVar("R")

LOCAL: Final = "local"
_AHEAD: Final = 2  # tasks handed out for each worker, so that none waits for the next
_GRACE: Final = 5.0  # seconds for a worker to end by itself


class WorkFailed(Exception):
    """A task could not be done; the text says which and why."""


def serial(do: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
    """One after the other, in this process."""
    for task in tasks:
        yield _done(do, task)


def _done(do: Callable[[T], R], task: T) -> R:
    """Do a task; at the top of the module so that other processes find it."""
    try:
        return do(task)
    except Exception as error:
        raise WorkFailed(f"{task}: {error!r}\n{traceback.format_exc()}") from None


# -- processes --------------------------------------------------------------


def processes(jobs: int) -> Callable[..., Generator[Any, None, None]]:
    """So many processes on this machine."""

    def at_once(do: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
        context = multiprocessing.get_context("spawn")
        before = set(multiprocessing.active_children())
        pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_settle_in)
        waiting: dict[Future[R], T] = {}
        coming = iter(tasks)
        finished = False
        try:
            while True:
                for task in islice(coming, jobs * _AHEAD - len(waiting)):
                    waiting[pool.submit(_done, do, task)] = task
                if not waiting:
                    break
                done, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in sorted(done, key=list(waiting).index):
                    result = _result(future, waiting)
                    del waiting[future]
                    yield result
            finished = True
        finally:
            if not finished:
                _end(set(multiprocessing.active_children()) - before)
            pool.shutdown(cancel_futures=True)

    return at_once


def _result(future: Future[R], waiting: dict[Future[R], T]) -> R:
    try:
        return future.result()
    except BrokenProcessPool:
        tasks = "; ".join(str(task) for task in waiting.values())
        raise WorkFailed(f"a worker died during one of these: {tasks}") from None


def _end(children: Iterable[multiprocessing.process.BaseProcess]) -> None:
    """End workers in the middle of a game, which may be minutes long."""
    for child in children:
        child.terminate()
    for child in children:
        child.join(_GRACE)
        if child.is_alive():
            child.kill()
            child.join()


def _settle_in() -> None:
    """The parent hears Ctrl-C and ends its children; these take their own children along."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)


def _leave(number: int, frame: FrameType | None) -> None:
    external.close_all()
    os._exit(1)


# -- Ray --------------------------------------------------------------------


class NoRay(Exception):
    """Ray is not installed, or its cluster does not answer."""


def ray_cluster(address: str, jobs: int) -> Callable[..., Generator[Any, None, None]]:
    """A Ray cluster; `local` starts one of so many workers on this machine."""
    try:
        ray = import_module("ray")
    except ImportError:
        raise NoRay("--ray needs Ray: pip install 'bedesten[ray]'") from None

    def on_ray(do: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
        _connect(ray, address, jobs)
        try:
            yield from _from_ray(ray, do, iter(tasks))
        finally:
            ray.shutdown()

    return on_ray


def _connect(ray: Any, address: str, jobs: int) -> None:
    given: dict[str, Any] = {"address": address}
    if address == LOCAL:
        given |= {"num_cpus": jobs, "include_dashboard": False}
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody is told that we play
    try:
        ray.init(log_to_driver=False, logging_level="ERROR", configure_logging=False, **given)
    except Exception as error:  # Ray has no class of its own for this
        ray.shutdown()
        raise NoRay(f"no Ray cluster at {address!r}: {error}") from None


def _from_ray(ray: Any, do: Callable[[T], R], coming: Iterator[T]) -> Generator[R, None, None]:
    """A worker that dies takes its task along; Ray gives the task to another one."""
    remote = ray.remote(max_retries=3)(_done)
    handed = ray.put(do)
    most = max(1, int(ray.cluster_resources().get("CPU", 1))) * _AHEAD
    waiting: dict[Any, T] = {}
    while True:
        for task in islice(coming, most - len(waiting)):
            waiting[remote.remote(handed, task)] = task
        if not waiting:
            return
        done, _ = ray.wait(list(waiting))
        for reference in done:
            task = waiting.pop(reference)
            try:
                result = ray.get(reference)
            except ray.exceptions.RayTaskError as error:
                cause = error.cause
                raise (cause if isinstance(cause, WorkFailed) else WorkFailed(str(error))) from None
            except ray.exceptions.RayError as error:
                raise WorkFailed(f"{task}: {error}") from None
            yield result
