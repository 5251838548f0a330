"""The pages on environments show programs that run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

for needed in ("gymnasium", "pettingzoo", "pyspiel"):
    pytest.importorskip(needed)

DOCS = Path(__file__).parents[2] / "docs"
PROGRAMS = [
    (page, n, program)
    for page in ("environments.md", "observations.md")
    for n, program in enumerate(
        re.findall(r"^```python\n(.*?)^```$", (DOCS / page).read_text("utf-8"), re.M | re.S)
    )
]


def test_there_are_programs() -> None:
    assert len(PROGRAMS) == 5


@pytest.mark.parametrize(("page", "n", "program"), PROGRAMS, ids=lambda part: str(part)[:20])
def test_a_program_on_a_page_runs(page: str, n: int, program: str) -> None:
    exec(program, {})


def test_the_page_on_language_models_names_every_tool() -> None:
    pytest.importorskip("mcp")
    import anyio

    from bedesten.envs.mcp import server

    page = (DOCS / "mcp.md").read_text("utf-8")
    named = set(re.findall(r"^\| `(\w+)` \|", page, re.M))
    assert named == {tool.name for tool in anyio.run(server().list_tools)}
