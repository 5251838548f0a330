"""Which modules are compiled: one list for setup.py, the checks, the tests and `--version`.

setup.py runs this file before anything is installed, so it imports the standard library alone.
"""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

PACKAGE = Path(__file__).parent
# A game's modules are compiled unless they serve people and files rather than search.
GROUPS = {
    "kernel": ["agenda", "playout", "rng", "rows", "state", "step", "words"],
    "games/*": ["*"],
    "bots/evaluation": ["*"],
    "bots/search": ["*"],
    "envs": ["loop", "rewards"],
    "envs/encoders": ["*"],
}
INTERPRETED = {
    "__init__",
    "check_agenda",
    "check_plans",
    "components",
    "data",
    "events",
    "gestures",
    "obstacles",
    "position",
    "prompts",
    "solo",
}


def sources() -> list[Path]:
    """The source files of all modules that are compiled, sorted by path."""
    found = (
        path
        for folder, names in GROUPS.items()
        for name in names
        for path in PACKAGE.glob(f"{folder}/{name}.py")
    )
    return sorted(path for path in found if path.stem not in INTERPRETED)


def interpreted() -> list[str]:
    """The names of the modules in the list that are not compiled in this installation."""
    return [_name(path) for path in sources() if not _is_compiled(path)]


def _is_compiled(path: Path) -> bool:
    return any(path.with_name(path.stem + suffix).exists() for suffix in EXTENSION_SUFFIXES)


def _name(path: Path) -> str:
    return ".".join(("bedesten", *path.relative_to(PACKAGE).with_suffix("").parts))
