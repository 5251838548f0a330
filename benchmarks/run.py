"""Measures our games and other engines side by side, on one core, in turns.

    python setup.py build --build-lib build/compiled
    PYTHONPATH=build/compiled python benchmarks/run.py

Each job is timed in short slices, a few a round; the best ones are compared,
which are the machine left alone. An ordinary `pip install .` is compiled too.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

import bedesten
import ours
import peers
from measuring import DECISIONS, Elsewhere, Figure, Here, Key, Rounds, figure

HERE = Path(__file__).parent
SOURCES = HERE.parent / "src"

SECONDS = 0.1  # for one slice of a job
QUICK_SECONDS = 0.01
QUICK_ROUNDS = 2

INSIDE_TIMES_HEARTS = {"istanbul": 35, "choose_write": 25, "basari": 40}
DRIVEN_TIMES_HEARTS = {"istanbul": 6, "choose_write": 5, "basari": 6}
INSIDE_TIMES_CATAN = {"istanbul": 500}
COPY_IN_DECISIONS = 15


@dataclass(frozen=True)
class Target:
    """What was promised, and whether it is kept; None where it was not measured."""

    game: str
    what: str
    wanted: float
    measured: float | None
    met: bool | None


class Results:
    """All figures of a run, by engine, game and what was measured."""

    def __init__(self, figures: Sequence[Figure]) -> None:
        self.figures = figures

    def find(self, engine: str, game: str, what: str) -> Figure | None:
        """The figure of an engine, whose name may be followed by its version."""
        for found in self.figures:
            key = found.key
            if key.engine.startswith(engine) and (key.game, key.what) == (game, what):
                return found
        return None

    @property
    def peers(self) -> list[Figure]:
        return [found for found in self.figures if not found.key.engine.startswith("bedesten")]

    @property
    def ours(self) -> list[Figure]:
        return [found for found in self.figures if found.key.engine.startswith("bedesten")]

    def ratios(self) -> list[dict[str, Any]]:
        """How many times as many decisions as every other engine, for each of our rows."""
        return [
            {"game": own.key.game, "engine": own.key.engine, "what": own.key.what}
            | {peer.key.game: round(own.best / peer.best, 2) for peer in self.peers}
            for own in self.ours
            if own.key.unit == DECISIONS
        ]

    def copy_in_decisions(self, engine: str, game: str) -> float | None:
        """What copying a state costs, in decisions played inside the engine."""
        copy = self.find(engine, game, ours.COPY)
        inside = self.find(engine, game, ours.PLAYOUT)
        return copy.best / 1e6 * inside.best if copy and inside else None

    def targets(self) -> list[Target]:
        """The promises, which are for the compiled build alone."""
        found = []
        for game in bedesten.games():
            inside = self._times("OpenSpiel", peers.HEARTS, game, ours.PLAYOUT)
            driven = self._times("OpenSpiel", peers.HEARTS, game, ours.DRIVEN)
            catan = self._times("Catanatron", peers.CATAN, game, ours.PLAYOUT)
            copy = self.copy_in_decisions(ours.COMPILED, game)
            found += [
                _at_least(game, "× hearts, inside the engine", INSIDE_TIMES_HEARTS[game], inside),
                _at_least(game, "× hearts, step by step", DRIVEN_TIMES_HEARTS[game], driven),
                _at_most(game, "a copy, in decisions", COPY_IN_DECISIONS, copy),
            ]
            if game in INSIDE_TIMES_CATAN:
                wanted = INSIDE_TIMES_CATAN[game]
                found.append(_at_least(game, "× catan, inside the engine", wanted, catan))
        return found

    def _times(self, engine: str, peer: str, game: str, what: str) -> float | None:
        own = self.find(ours.COMPILED, game, what)
        other = self.find(engine, peer, peers.WHAT)
        return own.best / other.best if own and other else None


def _at_least(game: str, what: str, wanted: float, measured: float | None) -> Target:
    return Target(game, what, wanted, measured, None if measured is None else measured >= wanted)


def _at_most(game: str, what: str, wanted: float, measured: float | None) -> Target:
    return Target(game, what, wanted, measured, None if measured is None else measured <= wanted)


# -- measuring --------------------------------------------------------------


def keep_to_one_core() -> int | None:
    """Stay on one core, with all that is started from here; None where that cannot be said."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core


def measure(rounds: int, seconds: float, progress: Console) -> tuple[Results, list[str]]:
    """Time everything so many rounds; return the figures and what could not be measured."""
    other_jobs, remarks = peers.jobs()
    places: list[Rounds] = [Here(ours.jobs() + other_jobs, seconds)]
    pure: Elsewhere | None = None
    if bedesten.COMPILED:
        pure = Elsewhere(HERE / "ours.py", seconds, SOURCES)
        places.append(pure)
    times: dict[Key, list[float]] = {}
    for n in range(rounds):
        progress.print(f"round {n + 1} of {rounds}")
        for place in places:
            for key, each in place.round().items():
                times.setdefault(key, []).extend(each)
    if pure:
        pure.close()
    return Results([figure(key, each) for key, each in times.items()]), remarks


def machine(core: int | None) -> dict[str, Any]:
    return {
        "cpu": _cpu_model(),
        "cores": os.cpu_count(),
        "kept_to_core": core,
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "bedesten": bedesten.__version__,
        "build": "compiled" if bedesten.COMPILED else "pure Python",
    }


def _cpu_model() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    for line in lines:
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or "unknown"


# -- showing ----------------------------------------------------------------


def speed_table(results: Results) -> Table:
    table = Table(title="Decisions a second: the best slice, and the worst")
    for column in ("engine", "game", "what"):
        table.add_column(column)
    for column in ("best", "worst", *(f"× {peer.key.game}" for peer in results.peers)):
        table.add_column(column, justify="right")
    rows = [found for found in (*results.peers, *results.ours) if found.key.unit == DECISIONS]
    for n, found in enumerate(rows):
        if n > 0 and rows[n - 1].key.engine != found.key.engine:
            table.add_section()
        ratios = [_short(found.best / peer.best) for peer in results.peers]
        name, game, what = found.key.engine, found.key.game, found.key.what
        table.add_row(name, game, what, _short(found.best), _short(found.worst), *ratios)
    return table


def cost_table(results: Results) -> Table:
    table = Table(title="What the rest costs: the best slice, and the worst")
    engines = list(dict.fromkeys(found.key.engine for found in results.ours))
    for column in ("game", "what"):
        table.add_column(column)
    for engine in engines:
        table.add_column(engine, justify="right")
        table.add_column("worst", justify="right")
    rows = [found.key for found in results.ours if found.key.unit != DECISIONS]
    for game, what in dict.fromkeys((key.game, key.what) for key in rows):
        if what == ours.COPY:
            table.add_section()
        shown: list[str] = []
        for engine in engines:
            found = results.find(engine, game, what)
            shown += [_cost(found.best, found), _cost(found.worst, found)] if found else ["", ""]
        table.add_row(game, what, *shown)
    return table


def _cost(value: float, found: Figure) -> str:
    return f"{_short(value)} {found.key.unit}"


def _short(value: float) -> str:
    """Three digits, but no fewer than there are before the point."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def target_table(targets: Sequence[Target]) -> Table:
    table = Table(title="Targets, for the compiled build")
    for column in ("game", "target"):
        table.add_column(column)
    for column in ("wanted", "measured", "met"):
        table.add_column(column, justify="right")
    for target in targets:
        measured = "not measured" if target.measured is None else f"{target.measured:.1f}"
        met = {True: "✓", False: "✗", None: "–"}[target.met]
        table.add_row(target.game, target.what, f"{target.wanted:g}", measured, met)
    return table


def report(results: Results, about: dict[str, Any], remarks: Sequence[str]) -> None:
    # Wide enough for every row when the output goes to a file.
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 150)
    console.print(", ".join(f"{key} {value}" for key, value in about.items()))
    console.print(speed_table(results))
    console.print(cost_table(results))
    console.print(target_table(results.targets()))
    for remark in remarks:
        console.print(remark)
    if not bedesten.COMPILED:
        console.print(
            "[bold red]THIS IS THE PURE PYTHON BUILD: the targets do not apply.[/]\n"
            "Build with BEDESTEN_COMPILE=1 python setup.py build --build-lib build/compiled\n"
            "and run with PYTHONPATH=build/compiled."
        )


def write(path: Path, results: Results, about: dict[str, Any], remarks: Sequence[str]) -> None:
    told = {
        "machine": about,
        "figures": [asdict(found.key) | _rounded(found) for found in results.figures],
        "ratios": results.ratios(),
        "targets": [asdict(target) for target in results.targets()],
        "remarks": list(remarks),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(told, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _rounded(found: Figure) -> dict[str, float]:
    return {name: float(f"{getattr(found, name):.5g}") for name in ("best", "median", "worst")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is timed")
    parser.add_argument("--out", type=Path, default=Path("build/bench.json"), metavar="FILE")
    parser.add_argument("--quick", action="store_true", help="short rounds: does it run at all?")
    given = parser.parse_args()
    if given.rounds < 1:
        parser.error("there is at least one round")
    rounds = min(given.rounds, QUICK_ROUNDS) if given.quick else given.rounds
    core = keep_to_one_core()
    about = machine(core) | {"rounds": rounds}
    seconds = QUICK_SECONDS if given.quick else SECONDS
    results, remarks = measure(rounds, seconds, Console(stderr=True, highlight=False))
    report(results, about, remarks)
    write(given.out, results, about, remarks)


if __name__ == "__main__":
    main()
