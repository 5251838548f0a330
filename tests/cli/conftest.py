"""The command line, called as a person would call it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import pytest
from typer.testing import CliRunner, Result

from bedesten.cli.main import app


class Call(Protocol):
    """Call a verb; what is typed is given line by line."""

    def __call__(self, *args: str, typed: Sequence[str] = (), columns: int = 120) -> Result: ...


@pytest.fixture
def call(tmp_path: Path) -> Call:
    def called(*args: str, typed: Sequence[str] = (), columns: int = 120) -> Result:
        env = {
            "XDG_DATA_HOME": str(tmp_path / "home"),
            "COLUMNS": str(columns),
            "LANG": "C",
            "LC_ALL": None,
            "LC_MESSAGES": None,
        }
        lines = "".join(f"{line}\n" for line in typed)
        return CliRunner().invoke(app, list(args), input=lines, env=env)

    return called
