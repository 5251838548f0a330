"""Jobs that are timed in turns, so that a busy machine slows all of them alike.

What is counted is the processor's time, not the clock's: time in which another
process had the core is left out.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Protocol

DECISIONS = "decisions/s"
MICROSECONDS = "µs"
MILLISECONDS = "ms"

SLICES = 4  # of every job in one round; short ones are seldom disturbed

_SCALE = {MICROSECONDS: 1e6, MILLISECONDS: 1e3}


@dataclass(frozen=True)
class Key:
    """What a figure is about."""

    engine: str
    game: str
    what: str
    unit: str


@dataclass(frozen=True)
class Job:
    """Something to time: `run(n)` does it n times over and returns how many things were done."""

    key: Key
    run: Callable[[int], int]


@dataclass(frozen=True)
class Figure:
    """What came of one job over all rounds and slices."""

    key: Key
    best: float
    median: float
    worst: float


class Rounds(Protocol):
    """Jobs that can be timed once more: seconds for one thing, several times, by key."""

    def round(self) -> dict[Key, list[float]]: ...


class Here:
    """Jobs of this process, each timed in slices of about so many seconds."""

    def __init__(self, jobs: Sequence[Job], seconds: float) -> None:
        self._jobs = [(job, _repeats(job, seconds)) for job in jobs]

    def round(self) -> dict[Key, list[float]]:
        return {job.key: [_seconds_each(job, n) for _ in range(SLICES)] for job, n in self._jobs}


class Elsewhere:
    """Jobs of another process, which answers every line with one round: see `answer_rounds`."""

    def __init__(self, script: Path, seconds: float, path: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(script), str(seconds)],
            env=os.environ | {"PYTHONPATH": str(path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def round(self) -> dict[Key, list[float]]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError(f"the other process ended with {self._process.wait()}")
        return {Key(*key): times for key, times in json.loads(answer)}

    def close(self) -> None:
        self._process.communicate()


def answer_rounds(jobs: Sequence[Job], seconds: float) -> None:
    """Serve `Elsewhere`: time a round for every line read."""
    here = Here(jobs, seconds)
    for _ in sys.stdin:
        print(
            json.dumps([(astuple(key), times) for key, times in here.round().items()]), flush=True
        )


def figure(key: Key, times: Sequence[float]) -> Figure:
    """Sum up the seconds that one thing took each time."""
    ordered = sorted(times)
    best, median, worst = (_in_unit(ordered[n], key.unit) for n in (0, len(ordered) // 2, -1))
    return Figure(key, best, median, worst)


def _in_unit(seconds: float, unit: str) -> float:
    return 1 / seconds if unit == DECISIONS else seconds * _SCALE[unit]


def _repeats(job: Job, seconds: float) -> int:
    """Find how often to do a job; doing so also warms it up."""
    n = 1
    while True:
        begun = time.process_time()
        job.run(n)
        taken = time.process_time() - begun
        if taken > seconds / 4:
            return max(1, round(n * seconds / taken))
        n *= 2


def _seconds_each(job: Job, n: int) -> float:
    begun = time.process_time()
    done = job.run(n)
    return (time.process_time() - begun) / done
