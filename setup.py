"""Compiles the engine with mypyc where that is possible; otherwise the package is pure Python.

BEDESTEN_COMPILE=0 never compiles, =1 must; unset tries and falls back to pure Python.
Kernel, games, evaluation and search are one group, so that calls between them are direct.
"""

import os
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

from setuptools import Extension, setup

KERNEL = ["agenda", "words", "rows", "rng", "step", "state", "playout"]
ENVS = ["loop", "rewards"]
# Exported functions cannot be inlined: half the speed.
HIDDEN = ["-fvisibility=hidden"]
# Compiled rules are long, with a way out at every line: let gcc inline them all the same.
INLINE = ["--param=max-inline-insns-auto=200", "--param=inline-unit-growth=200"]
# Contracted products would round otherwise than the interpreter does.
EXACT = ["-ffp-contract=off"]
# And let it know which ways are taken only when something has gone wrong.
COLD = ["-include", "src/bedesten/kernel/cold.h"]
# Of a game, these speak to people, not to search.
EDGES = {
    "__init__",
    "check_agenda",
    "check_plans",
    "data",
    "events",
    "gestures",
    "position",
    "solo",
    "view",
}


def engine_modules() -> list[str]:
    src = Path("src/bedesten")
    kernel = [src / "kernel" / f"{name}.py" for name in KERNEL]
    games = [path for path in src.glob("games/*/*.py") if path.stem not in EDGES]
    bots = [*src.glob("bots/evaluation/*.py"), *src.glob("bots/search/*.py")]
    players = [path for path in bots if path.stem not in EDGES]
    envs = [*src.glob("envs/encoders/[a-z]*.py"), *[src / "envs" / f"{name}.py" for name in ENVS]]
    if find_spec("numpy") is None:  # without that extra there are no types to compile them by
        envs = []
    return sorted(path.as_posix() for path in kernel + games + players + envs)


def compiled() -> list[Extension]:
    mode = os.environ.get("BEDESTEN_COMPILE", "")
    if mode == "0" or sys.implementation.name != "cpython":
        return []
    try:
        from mypyc.build import mypycify

        extensions = mypycify(engine_modules(), opt_level="3", debug_level="0")
    except (ImportError, SystemExit):
        if mode == "1":
            raise
        return []
    for extension in extensions:
        extension.optional = mode != "1"
        if os.name == "posix":
            extension.extra_compile_args.extend(HIDDEN)
        if "gcc" in (sysconfig.get_config_var("CC") or ""):
            extension.extra_compile_args.extend(INLINE + EXACT + COLD)
    return extensions


if __name__ == "__main__":
    setup(ext_modules=compiled())
