"""Measures the environments: batches, PettingZoo, and Pgx's backgammon on the same core.

    PYTHONPATH=build/compiled python benchmarks/environments.py

All choose random legal actions, and choosing is part of the time.
A finished game starts again. A step is an action of one seat in one game.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import bedesten
from bedesten import envs
from measuring import DECISIONS, Figure, Here, Job, Key, figure
from run import QUICK_SECONDS, keep_to_one_core, machine

SECONDS = 0.4  # for one slice of a job
SIZES = (1, 64, 1024)
PGX_GAME = "backgammon"
INNER = 20  # steps of Pgx in one call


def jobs() -> tuple[list[Job], list[str]]:
    """Everything that can be timed here, and a sentence for each missing package."""
    found = [_batch(name, n) for name in bedesten.games() for n in SIZES]
    missing: list[str] = []
    try:
        found += [_pettingzoo(name) for name in bedesten.games()]
    except ImportError as error:
        missing.append(str(error))
    try:
        found += [_pgx(n) for n in SIZES]
    except ImportError:
        missing.append("pgx is not installed and is left out; pip install pgx adds it.")
    return found, missing


def _batch(name: str, n: int) -> Job:
    batch = envs.batch(name, n, seed="bench")
    rng = np.random.default_rng(1)

    def run(times: int) -> int:
        for _ in range(times):
            masks = batch.action_masks
            batch.step((masks * rng.random(masks.shape, np.float32)).argmax(1))
        return times * n

    return Job(Key("bedesten, batch", name, f"{n} games", DECISIONS), run)


def _pettingzoo(name: str) -> Job:
    from importlib import import_module

    env = import_module(f"bedesten.envs.{name}_v0").raw_env()
    rng = np.random.default_rng(1)
    env.reset(seed=1)

    def run(times: int) -> int:
        for _ in range(times):
            seen, _, over, _, _ = env.last()
            if over:
                env.reset()
                seen = env.observe(env.agent_selection)
            mask = seen["action_mask"]
            env.step((mask * rng.random(mask.shape, np.float32)).argmax())
        return times

    return Job(Key("bedesten, PettingZoo", name, "1 games", DECISIONS), run)


def _pgx(n: int) -> Job:
    import jax  # type: ignore[import-not-found,import-untyped,unused-ignore]
    import pgx  # type: ignore[import-not-found,import-untyped,unused-ignore]
    from pgx.experimental.wrappers import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
        auto_reset,
    )

    env = pgx.make(PGX_GAME)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(_: int, carried: Any) -> Any:
        state, key = carried
        key, choosing, rolling = jax.random.split(key, 3)
        words = jax.random.categorical(choosing, jax.numpy.log(state.legal_action_mask), axis=1)
        return step(state, words, jax.random.split(rolling, n)), key

    several = jax.jit(lambda carried: jax.lax.fori_loop(0, INNER, one, carried))
    key = jax.random.PRNGKey(1)
    begun = jax.jit(jax.vmap(env.init))(jax.random.split(key, n))
    carried = [several((begun, key))]

    def run(times: int) -> int:
        for _ in range(times):
            carried[0] = several(carried[0])
        jax.block_until_ready(carried[0])
        return times * INNER * n

    return Job(Key(f"Pgx {version('pgx')}, CPU", PGX_GAME, f"{n} games", DECISIONS), run)


def table(figures: Sequence[Figure]) -> Table:
    shown = Table(title="Steps a second: the best slice, and the worst")
    for column in ("interface", "game", "at once"):
        shown.add_column(column)
    peers = [one for one in figures if one.key.game == PGX_GAME]
    for column in ("best", "worst", *(f"× Pgx, {peer.key.what}" for peer in peers)):
        shown.add_column(column, justify="right")
    for n, one in enumerate(figures):
        if n > 0 and figures[n - 1].key.engine != one.key.engine:
            shown.add_section()
        ratios = [f"{one.best / peer.best:.2f}" for peer in peers]
        key = one.key
        shown.add_row(
            key.engine, key.game, key.what, f"{one.best:,.0f}", f"{one.worst:,.0f}", *ratios
        )
    return shown


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="how often everything is timed")
    parser.add_argument("--out", type=Path, default=Path("build/environments.json"), metavar="FILE")
    parser.add_argument("--quick", action="store_true", help="short rounds: does it run at all?")
    given = parser.parse_args()
    about = machine(keep_to_one_core())
    found, missing = jobs()
    here = Here(found, QUICK_SECONDS if given.quick else SECONDS)
    times: dict[Key, list[float]] = {}
    for _ in range(1 if given.quick else given.rounds):
        for key, each in here.round().items():
            times.setdefault(key, []).extend(each)
    figures = [figure(key, each) for key, each in times.items()]
    console = Console(highlight=False, width=130)
    console.print(", ".join(f"{key} {value}" for key, value in about.items()))
    console.print(table(figures))
    for sentence in missing:
        console.print(sentence, markup=False)
    told = [
        {"engine": f.key.engine, "game": f.key.game, "what": f.key.what, "best": f.best}
        for f in figures
    ]
    given.out.parent.mkdir(parents=True, exist_ok=True)
    given.out.write_text(json.dumps({"machine": about, "figures": told}, indent=2) + "\n")


if __name__ == "__main__":
    main()
