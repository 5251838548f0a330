"""The tool that writes the ladder: it goes on where it was, and says only what is sure."""

from __future__ import annotations

import runpy
import time
from pathlib import Path
from typing import Any

import pytest

from bedesten.arena.estimates import Estimate

TOOL: dict[str, Any] = runpy.run_path(
    str(Path(__file__).parent.parent.parent / "tools" / "strength.py")
)
CONTEST = TOOL["Contest"]("basari", ("search:1", "random", "random"), {"laps": 1}, share=0.42)


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (Estimate(0.7, 0.65, 0.75), "yes"),
        (Estimate(0.62, 0.55, 0.7), "likely"),
        (Estimate(0.58, 0.5, 0.66), "unlikely"),
        (Estimate(0.5, 0.45, 0.55), "no"),
    ],
)
def test_a_promise_is_kept_when_the_bounds_say_so(one: Estimate, said: str) -> None:
    assert TOOL["met"](one, 0.6, at_least=True) == said
    opposite = Estimate(-one.value, -one.high, -one.low)
    assert TOOL["met"](opposite, -0.6, at_least=False) == said


def test_it_goes_on_where_it_was_and_writes_a_row_for_each_contest(tmp_path: Path) -> None:
    TOOL["play"]([CONTEST], 5, 1, time.monotonic() + 600, tmp_path)
    assert TOOL["found"](CONTEST, tmp_path).games == 6
    before = (tmp_path / f"{CONTEST.name}.jsonl").read_bytes()
    TOOL["play"]([CONTEST], 9, 1, time.monotonic() + 600, tmp_path)
    after = (tmp_path / f"{CONTEST.name}.jsonl").read_bytes()
    assert after.startswith(before)
    found = TOOL["found"](CONTEST, tmp_path)
    assert (found.games, found.deals) == (9, 3)
    page = TOOL["page"]([found])
    assert "## Basari, 3 players" in page
    assert f"| `search:1` | 2 × `random` | 9 | {100 * found.share.value:.1f} % |" in page


def test_it_stops_when_its_time_is_up(tmp_path: Path) -> None:
    TOOL["play"]([CONTEST], 3000, 1, time.monotonic(), tmp_path)
    assert TOOL["found"](CONTEST, tmp_path) is None
