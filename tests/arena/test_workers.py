"""Work in processes: all of it is done, failures name their task, and nobody is left behind."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bedesten.arena.workers import WorkFailed, processes, serial

both = pytest.mark.parametrize("work", [serial, processes(2)], ids=["here", "processes"])


def squared(n: int) -> int:
    return n * n


def broken(n: int) -> int:
    return 1 // n


def deadly(n: int) -> int:
    os._exit(3)


def endless(n: int) -> int:
    if n > 0:
        time.sleep(600)
    return n


@both
def test_every_task_is_done(work: Callable[..., Any]) -> None:
    assert sorted(work(squared, range(10))) == [n * n for n in range(10)]


@both
def test_a_failure_names_its_task_and_shows_where(work: Callable[..., Any]) -> None:
    with pytest.raises(WorkFailed, match=r"(?s)0: ZeroDivisionError.*in broken"):
        list(work(broken, [0]))


def test_a_worker_that_dies_is_told_with_what_was_under_way() -> None:
    with pytest.raises(WorkFailed, match="a worker died during one of these: 17"):
        list(processes(2)(deadly, [17]))


def test_closing_the_generator_does_not_wait_for_tasks() -> None:
    begun = time.monotonic()
    results = processes(2)(endless, range(10))
    assert next(results) == 0
    results.close()
    assert time.monotonic() - begun < 60
    assert not multiprocessing.active_children()


def test_tasks_are_taken_as_they_are_needed() -> None:
    taken: list[int] = []

    def tasks() -> Iterator[int]:
        for n in range(10_000):
            taken.append(n)
            yield n

    results = processes(2)(squared, tasks())
    next(results)
    results.close()
    assert len(taken) < 20
