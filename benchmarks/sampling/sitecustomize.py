"""Samples what a server spends its time on, every millisecond of processor time.

A folder for PYTHONPATH: Python imports this module when it starts. SIGUSR2 starts the sampling; the
second one ends it and writes the file that BEDESTEN_SAMPLES names: how many samples were taken in
each function (`itself`), and in it and what it called (`inside`). Only the main thread is seen.
"""

from __future__ import annotations

import json
import os
import signal
from collections import Counter
from types import FrameType

INTERVAL = 0.001
inside: Counter[str] = Counter()
itself: Counter[str] = Counter()
named: dict[object, str] = {}


def sample(_: int, frame: FrameType | None) -> None:
    seen: set[str] = set()
    while frame is not None:
        code = frame.f_code
        name = named.get(code)
        if name is None:
            name = named[code] = (
                f"{code.co_filename.split('site-packages/')[-1]} {code.co_qualname}"
            )
        if not seen:
            itself[name] += 1
        if name not in seen:
            seen.add(name)
            inside[name] += 1
        frame = frame.f_back
    inside["all"] += 1


def toggle(_: int, __: FrameType | None) -> None:
    if signal.getitimer(signal.ITIMER_PROF)[1] == 0:
        signal.setitimer(signal.ITIMER_PROF, INTERVAL, INTERVAL)
        return
    signal.setitimer(signal.ITIMER_PROF, 0)
    path = os.environ["BEDESTEN_SAMPLES"]
    with open(f"{path}.new", "w") as file:
        json.dump({"inside": inside, "itself": itself}, file)
    os.replace(f"{path}.new", path)


if "BEDESTEN_SAMPLES" in os.environ:
    signal.signal(signal.SIGPROF, sample)
    signal.signal(signal.SIGUSR2, toggle)
