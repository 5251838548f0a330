"""Parallel maps: a function on many tasks, in this process, in several, or on a Ray cluster.

Tasks are taken one by one as workers become free, so an endless iterator will do.
Results come in the order in which tasks finish. Closing the generator stops the
workers, and tasks under way are lost.
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
_TASKS_PER_WORKER: Final = 2  # submitted ahead, so that no worker waits
_GRACE: Final = 5.0  # seconds between SIGTERM and SIGKILL


class WorkFailed(Exception):
    """A task failed; the message says which and why."""


Work = Callable[..., Generator[Any, None, None]]


def parallel_map(jobs: int, ray: str | None = None) -> Work:
    """A map over so many processes, or over the Ray cluster at an address; NoRay if it fails."""
    if ray is not None:
        return ray_cluster(ray, jobs)
    return serial if jobs == 1 else processes(jobs)


def serial(do: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
    """Run tasks one after the other in this process."""
    for task in tasks:
        yield _run(do, task)


def _run(do: Callable[[T], R], task: T) -> R:
    """Run a task; at module level so that other processes can import it."""
    try:
        return do(task)
    except Exception as error:
        raise WorkFailed(f"{task}: {error!r}\n{traceback.format_exc()}") from None


# -- processes --------------------------------------------------------------


def processes(jobs: int) -> Callable[..., Generator[Any, None, None]]:
    """A map over so many processes on this machine."""

    def at_once(do: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
        context = multiprocessing.get_context("spawn")
        before = set(multiprocessing.active_children())
        pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_initialize)
        pending: dict[Future[R], T] = {}
        remaining = iter(tasks)
        finished = False
        try:
            while True:
                for task in islice(remaining, jobs * _TASKS_PER_WORKER - len(pending)):
                    pending[pool.submit(_run, do, task)] = task
                if not pending:
                    break
                done, _ = wait(pending, return_when=FIRST_COMPLETED)
                for future in sorted(done, key=list(pending).index):
                    result = _result(future, pending)
                    del pending[future]
                    yield result
            finished = True
        finally:
            if not finished:
                _terminate(set(multiprocessing.active_children()) - before)
            pool.shutdown(cancel_futures=True)

    return at_once


def _result(future: Future[R], pending: dict[Future[R], T]) -> R:
    try:
        return future.result()
    except BrokenProcessPool:
        tasks = "; ".join(str(task) for task in pending.values())
        raise WorkFailed(f"a worker died during one of these: {tasks}") from None


def _terminate(children: Iterable[multiprocessing.process.BaseProcess]) -> None:
    """Terminate workers in the middle of their tasks, which may take minutes."""
    for child in children:
        child.terminate()
    for child in children:
        child.join(_GRACE)
        if child.is_alive():
            child.kill()
            child.join()


def _initialize() -> None:
    """Ignore Ctrl-C, which the parent handles; on SIGTERM end the bots that are programs too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _on_terminate)


def _on_terminate(number: int, frame: FrameType | None) -> None:
    external.close_all()
    os._exit(1)


# -- Ray --------------------------------------------------------------------


class NoRay(Exception):
    """Ray is not installed, or its cluster is not reachable."""


def ray_cluster(address: str, jobs: int) -> Callable[..., Generator[Any, None, None]]:
    """A map over a Ray cluster; `local` starts one with so many workers on this machine."""
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
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no telemetry
    try:
        ray.init(log_to_driver=False, logging_level="ERROR", configure_logging=False, **given)
    except Exception as error:  # Ray has no class of its own for this
        ray.shutdown()
        raise NoRay(f"no Ray cluster at {address!r}: {error}") from None


def _from_ray(ray: Any, do: Callable[[T], R], remaining: Iterator[T]) -> Generator[R, None, None]:
    """Run tasks on Ray, which retries the task of a worker that dies."""
    remote = ray.remote(max_retries=3)(_run)
    shared_function = ray.put(do)
    most = max(1, int(ray.cluster_resources().get("CPU", 1))) * _TASKS_PER_WORKER
    pending: dict[Any, T] = {}
    while True:
        for task in islice(remaining, most - len(pending)):
            pending[remote.remote(shared_function, task)] = task
        if not pending:
            return
        done, _ = ray.wait(list(pending))
        for reference in done:
            task = pending.pop(reference)
            try:
                result = ray.get(reference)
            except ray.exceptions.RayTaskError as error:
                cause = error.cause
                raise (cause if isinstance(cause, WorkFailed) else WorkFailed(str(error))) from None
            except ray.exceptions.RayError as error:
                raise WorkFailed(f"{task}: {error}") from None
            yield result
