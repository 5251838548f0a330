"""Compares how fast the arena plays: in one process, in several, and on a local Ray cluster.

    PYTHONPATH=build/compiled python benchmarks/many_games.py --jobs 2

All play the same games. Starting the workers is timed separately: it is paid once.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Generator
from functools import partial
from typing import Any

from rich.console import Console
from rich.table import Table

import bedesten
from bedesten.arena import workers
from bedesten.arena.bot_game import Terms
from bedesten.arena.plan import Plan
from bedesten.arena.tournament import play

Work = Callable[..., Generator[Any, None, None]]


def timed(work: Work, games: int, warm: int) -> tuple[float, float]:
    """Seconds until the first results, and games a second after them."""
    plan = Plan(Terms("basari", 3), ("greedy", "greedy", "random"), "bench")
    begun = time.perf_counter()
    results = work(partial(play, plan.terms, False), plan.pairings(range(games + warm)))
    for _ in range(warm):
        next(results)
    ready = time.perf_counter()
    done = sum(1 for _ in results)
    return ready - begun, done / (time.perf_counter() - ready)


def ways(jobs: int) -> dict[str, Work | str]:
    found: dict[str, Work | str] = {
        "one process": workers.serial,
        f"{jobs} processes": workers.processes(jobs),
    }
    try:
        found[f"Ray, {jobs} workers"] = workers.ray_cluster(workers.LOCAL, jobs)
    except workers.NoRay as error:
        found["Ray"] = str(error)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    build = "compiled" if bedesten.COMPILED else "pure Python"
    table = Table(title=f"Games of the arena, {given.games} each, {build}")
    table.add_column("how")
    for heading in ("until it plays", "games a second", "× one process"):
        table.add_column(heading, justify="right")
    first = 0.0
    for name, work in ways(given.jobs).items():
        if isinstance(work, str):
            table.add_row(name, work, "", "")
            continue
        try:
            ready, speed = timed(work, given.games, 2 * given.jobs)
        except workers.NoRay as error:
            table.add_row(name, str(error), "", "")
            continue
        first = first or speed
        table.add_row(name, f"{ready:.1f} s", f"{speed:.1f}", f"{speed / first:.2f}")
    Console(highlight=False).print(table)


if __name__ == "__main__":
    main()
