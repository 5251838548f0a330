"""Without its extra an interface says in one sentence how to install it; the rest needs none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import bedesten

SOURCE = str(Path(bedesten.__file__).parents[1])
OPTIONAL = (
    "gymnasium",
    "mcp",
    "numpy",
    "open_spiel",
    "pettingzoo",
    "PIL",
    "pyarrow",
    "pyspiel",
    "resvg_py",
    "torch",
)

# An interpreter in which what is optional cannot be found.
HIDING = f"""
import importlib.abc
import sys

class Nowhere(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] in {OPTIONAL!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Nowhere())
"""


def without_extras(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", HIDING + program],
        env={**os.environ, "PYTHONPATH": SOURCE},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("program", "extra"),
    [
        ("from bedesten.envs import istanbul_v0", "pettingzoo"),
        ("from bedesten.envs import basari_v0", "pettingzoo"),
        ("import bedesten.envs.gymnasium", "gymnasium"),
        ("import bedesten.envs.openspiel", "openspiel"),
        ("from bedesten import envs; envs.batch('basari', 2)", "batch"),
        ("import bedesten.envs.mcp", "mcp"),
    ],
)
def test_a_missing_extra_is_named_with_its_command(program: str, extra: str) -> None:
    done = without_extras(program)
    last = done.stderr.strip().splitlines()[-1]
    assert done.returncode == 1
    assert "MissingExtra: this needs " in last
    assert last.endswith(f"pip install 'bedesten[{extra}]'")


def test_the_verb_says_so_too() -> None:
    done = without_extras(
        "import sys; sys.argv = ['bedesten', 'mcp']; from bedesten.cli.main import main; main()"
    )
    assert done.returncode == 2
    assert done.stderr == (
        "bedesten: this needs mcp, which is not installed: pip install 'bedesten[mcp]'\n"
    )


def test_layouts_and_everything_else_need_no_extra() -> None:
    done = without_extras(
        "import bedesten.cli.main\n"
        "from bedesten import envs\n"
        "match = bedesten.new('basari', seed=1)\n"
        "layout = envs.layout('basari', seats=3)\n"
        "print(len(layout.encode(match.view(0))) == layout.width)\n"
    )
    assert done.stdout == "True\n", done.stderr
