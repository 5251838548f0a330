"""Tuning: what is fitted is what was there."""

from __future__ import annotations

import sys
import tomllib
from math import exp
from pathlib import Path

import numpy as np
import pytest
from librt.vecs import vec

from bedesten import seeded
from bedesten.bots import climbing, learning, tuning
from bedesten.bots.judgement import ALONE, HABITS, SEVERAL, bends_of, feature_names, tables_of
from bedesten.bots.judgement.judging import Judgement
from bedesten.bots.tuning import Sample, fitted, starting_tables


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


def test_learning_writes_weights_and_bends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out, long = tmp_path / "new.toml", tmp_path / "long.toml"
    long.write_text("[end]\nrubies = 30\n", encoding="utf-8")
    few = ["--games", "2", "--bends", "3", "--rounds", "1", "--jobs", "1", "--data", str(long)]
    monkeypatch.setattr(sys, "argv", ["learning", "choose_write", *few, "--out", str(out)])
    learning.main()
    tables = tomllib.loads(out.read_text(encoding="utf-8"))
    ups, downs = bends_of(tables, SEVERAL)
    assert len(ups + downs) == 3
    for one in [tables[SEVERAL], *ups, *downs]:
        assert tuple(one) == feature_names("choose_write")[0]
    assert tables[ALONE] == tables_of("choose_write")[ALONE]
    assert tables[HABITS] == tables_of("choose_write")[HABITS]


@pytest.mark.parametrize(
    ("asked", "why"),
    [(["istanbul"], "no constant"), (["choose_write", "--seats", "1"], "a game for one")],
)
def test_what_cannot_be_learnt_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], asked: list[str], why: str
) -> None:
    monkeypatch.setattr(sys, "argv", ["learning", *asked, "--out", "new.toml"])
    with pytest.raises(SystemExit):
        learning.main()
    assert why in capsys.readouterr().err


def test_a_net_learns_what_no_sum_of_features_says() -> None:
    whim = np.random.default_rng(3)
    rows = np.c_[np.ones(4000), whim.uniform(-1, 1, (4000, 2))]
    ends = np.abs(rows[:, 1]) - rows[:, 2]
    net = learning.Net(rows, ends, 4, 1)
    before = ((net.foretell(net.even(rows)) - ends) ** 2).mean()
    net.learn(net.even(rows), ends, passes=40, pace=1e-2)
    after = ((net.foretell(net.even(rows)) - ends) ** 2).mean()
    assert after < before / 20
    told = net.tables(("constant", "side", "height"), 2.0)
    ups, downs = bends_of(told, SEVERAL)
    judgement = Judgement(
        vec[float](list(told[SEVERAL].values())),
        vec[float](),
        vec[float]([x for bend in ups + downs for x in bend.values()]),
        3 * len(ups),
    )
    for row, said in zip(rows[:20], net.foretell(net.even(rows[:20])), strict=True):
        assert judgement.value(vec[float](list(row))) == pytest.approx(2.0 * said)


def test_what_is_later_counts_as_far_as_it_is_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "_TRUST", 0.5)
    seen = np.zeros((3, 2, 1))
    later = learning._later([(seen, np.array([4.0, 8.0]))], np.array([1.0, 1, 2, 2, 3, 3]))
    assert later.tolist() == [2.75, 3.75, 3.5, 5.5, 4.0, 8.0]


def test_a_file_replaces_the_bends_with_the_weights(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[several]\nrubies = 1.0\n", encoding="utf-8")
    tables = starting_tables("choose_write", path)
    assert [name for name in tables if name.startswith(SEVERAL)] == [SEVERAL]
    assert [*starting_tables("choose_write", None)] == [*tables_of("choose_write")]
