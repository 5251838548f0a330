"""A copy of the package to which the tiny game has been added, as docs/adding-a-game.md says."""

from __future__ import annotations

import os
import re
import shutil
from importlib.resources import as_file, files
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TINY = ROOT / "tests/examples/tiny_game"
NAME = "stalls"


def add_tiny_game(folder: Path) -> Path:
    """Copy the package into a folder and add the tiny game: its package and one line.

    The folder returned goes first on PYTHONPATH; see `environment`.
    """
    package = folder / "bedesten"
    shutil.copytree(
        ROOT / "src/bedesten", package, ignore=shutil.ignore_patterns("__pycache__", "*.so", "page")
    )
    with as_file(files("bedesten.server").joinpath("page")) as page:
        if page.is_dir():
            shutil.copytree(page, package / "server/page")
    game = package / "games" / NAME
    shutil.copytree(TINY, game, ignore=shutil.ignore_patterns("__pycache__"))
    for path in game.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        moved = text.replace("examples.tiny_game", f"bedesten.games.{NAME}")
        path.write_text(moved, encoding="utf-8")
    register(package / "games/__init__.py")
    return folder


def register(names: Path) -> None:
    """Add the one line."""
    text = names.read_text(encoding="utf-8")
    added = re.sub(r"(NAMES: Final = \(\n(?:    .*\n)*)", rf'\1    "{NAME}",\n', text)
    assert added != text
    names.write_text(added, encoding="utf-8")


def environment(folder: Path) -> dict[str, str]:
    """The environment of a process that uses the copy."""
    return os.environ | {"PYTHONPATH": str(folder), "BEDESTEN_BUILD": "pure", "NO_COLOR": "1"}
