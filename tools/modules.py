"""Writes the table "Where is what" in docs/modules.md from the modules' own docstrings.

    python tools/modules.py

The purpose of a module is the first sentence of its docstring.
"""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "bedesten"
PAGE = ROOT / "docs" / "modules.md"
HEAD = """# Where is what

Every module with its purpose, room by room. This page is written by `tools/modules.py` from the
docstrings of the modules; [How it is built](architecture.md) explains how they work together.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(line for room in rooms() for line in section(room))])


def rooms() -> list[Path]:
    """The folders that hold modules, each before those inside it."""
    return sorted({path.parent for path in modules()})


def modules() -> list[Path]:
    """Every module with a purpose; an empty `__init__.py` has none."""
    return sorted(path for path in PACKAGE.rglob("*.py") if path.read_text(encoding="utf-8"))


def section(room: Path) -> list[str]:
    """The heading and the rows of one room."""
    name = room.relative_to(PACKAGE.parent).as_posix()
    rows = [f"| `{path.name}` | {purpose(path)} |" for path in modules() if path.parent == room]
    return [f"## `{name}`", "", "| module | purpose |", "|---|---|", *rows, ""]


def purpose(module: Path) -> str:
    """The first sentence of a module's docstring, on one line."""
    text = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""
    return " ".join(text.partition("\n\n")[0].split()).removesuffix(".").replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
