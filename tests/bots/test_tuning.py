"""Tuning: what is fitted is what was there."""

from __future__ import annotations

import sys
import tomllib
from math import exp
from pathlib import Path

import pytest

from bedesten import seeded
from bedesten.bots import climbing, tuning
from bedesten.bots.judgement import ALONE, HABITS, SEVERAL, feature_names, tables_of
from bedesten.bots.tuning import Sample, fitted


def test_weights_are_found_again() -> None:
    """Games whose winners were drawn by known weights give those weights back."""
    truth = [1.5, -0.8, 0.0]
    rng = seeded("games")
    samples = []
    for _ in range(2000):
        rows = [[rng.below(100) / 50 for _ in truth] for _ in range(3)]
        odds = [exp(sum(x * w for x, w in zip(row, truth, strict=True))) for row in rows]
        drawn = rng.below(1000) / 1000 * sum(odds)
        winner = 0 if drawn < odds[0] else 1 if drawn < odds[0] + odds[1] else 2
        samples.append(Sample(rows, [float(n == winner) for n in range(3)]))
    weights, loss = fitted(samples, [0.0] * 3, 12, 1e-4)
    assert weights == pytest.approx(truth, abs=0.2)
    assert loss < 1.1  # knowing nothing costs log 3


def test_a_score_is_fitted_by_least_squares() -> None:
    rng = seeded("scores")
    samples = []
    for _ in range(1000):
        x = rng.below(100) / 50
        samples.append(Sample([[1.0, x]], [3.0 + 2.0 * x]))
    weights, _ = fitted(samples, [2.0, 1.0], 40, 0.0)
    assert weights == pytest.approx([3.0, 2.0], abs=0.3)


def test_a_run_writes_a_file_from_which_the_next_can_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "new.toml"
    few = ["--games", "1", "--seats", "3", "--iterations", "3", "--rounds", "1"]
    monkeypatch.setattr(sys, "argv", ["tuning", "basari", *few, "--out", str(out)])
    tuning.main()
    monkeypatch.setattr(sys, "argv", [*sys.argv, "--weights", str(out)])
    tuning.main()
    tables = tomllib.loads(out.read_text(encoding="utf-8"))
    names, habits = feature_names("basari")
    assert tuple(tables[SEVERAL]) == names
    assert tuple(tables[HABITS]) == habits


@pytest.mark.parametrize(
    ("game", "seats", "table"), [("basari", 3, SEVERAL), ("choose_write", 1, ALONE)]
)
def test_climbing_writes_weights_by_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, seats: int, table: str
) -> None:
    out = tmp_path / "new.toml"
    few = ["--seats", str(seats), "--rounds", "1", "--games", "1"]
    monkeypatch.setattr(climbing, "_STREWN", 2)
    monkeypatch.setattr(climbing, "_KEPT", 1)
    monkeypatch.setattr(sys, "argv", ["climbing", game, *few, "--out", str(out)])
    climbing.main()
    tables = tomllib.loads(out.read_text(encoding="utf-8"))
    assert tuple(tables[table]) == feature_names(game)[0]
    assert tables[table] != tables_of(game)[table]
    assert tables[HABITS] == tables_of(game)[HABITS]
