"""Training: what is fitted is what was there."""

from __future__ import annotations

import sys
import tomllib
from math import exp
from pathlib import Path

import numpy as np
import pytest
from librt.vecs import vec

from bedesten import seeded
from bedesten.bots.evaluation import (
    POLICY,
    SOLO_VALUE,
    VALUE,
    feature_names,
    hidden_units,
    shipped_weights,
)
from bedesten.bots.evaluation.base import Evaluation
from bedesten.bots.training import cross_entropy, logistic_regression, td_lambda
from bedesten.bots.training.common import starting_weights
from bedesten.bots.training.logistic_regression import Sample, fitted


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
    few = ["--games", "1", "--seats", "3", "--simulations", "3", "--epochs", "1"]
    monkeypatch.setattr(sys, "argv", ["logistic_regression", "basari", *few, "--out", str(out)])
    logistic_regression.main()
    monkeypatch.setattr(sys, "argv", [*sys.argv, "--weights", str(out)])
    logistic_regression.main()
    tables = tomllib.loads(out.read_text(encoding="utf-8"))
    names, policy_names = feature_names("basari")
    assert tuple(tables[VALUE]) == names
    assert tuple(tables[POLICY]) == policy_names


@pytest.mark.parametrize(
    ("game", "seats", "table"), [("basari", 3, VALUE), ("choose_write", 1, SOLO_VALUE)]
)
def test_the_cross_entropy_method_writes_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, seats: int, table: str
) -> None:
    out = tmp_path / "new.toml"
    few = ["--seats", str(seats), "--generations", "1", "--games", "1"]
    monkeypatch.setattr(cross_entropy, "_POPULATION", 2)
    monkeypatch.setattr(cross_entropy, "_ELITE", 1)
    monkeypatch.setattr(sys, "argv", ["cross_entropy", game, *few, "--out", str(out)])
    cross_entropy.main()
    tables = tomllib.loads(out.read_text(encoding="utf-8"))
    assert tuple(tables[table]) == feature_names(game)[0]
    assert tables[table] != shipped_weights(game)[table]
    assert tables[POLICY] == shipped_weights(game)[POLICY]


def test_td_lambda_writes_weights_and_hidden_units(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, long = tmp_path / "new.toml", tmp_path / "long.toml"
    long.write_text("[end]\nrubies = 30\n", encoding="utf-8")
    few = ["--games", "2", "--hidden", "3", "--rounds", "1", "--jobs", "1", "--data", str(long)]
    monkeypatch.setattr(sys, "argv", ["td_lambda", "choose_write", *few, "--out", str(out)])
    td_lambda.main()
    tables = tomllib.loads(out.read_text(encoding="utf-8"))
    plus, minus = hidden_units(tables, VALUE)
    assert len(plus + minus) == 3
    for one in [tables[VALUE], *plus, *minus]:
        assert tuple(one) == feature_names("choose_write")[0]
    assert tables[SOLO_VALUE] == shipped_weights("choose_write")[SOLO_VALUE]
    assert tables[POLICY] == shipped_weights("choose_write")[POLICY]


@pytest.mark.parametrize(
    ("asked", "why"),
    [(["istanbul"], "no constant"), (["choose_write", "--seats", "1"], "a solo game")],
)
def test_what_cannot_be_trained_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], asked: list[str], why: str
) -> None:
    monkeypatch.setattr(sys, "argv", ["td_lambda", *asked, "--out", "new.toml"])
    with pytest.raises(SystemExit):
        td_lambda.main()
    assert why in capsys.readouterr().err


def test_a_network_learns_what_no_linear_function_says() -> None:
    rng = np.random.default_rng(3)
    rows = np.c_[np.ones(4000), rng.uniform(-1, 1, (4000, 2))]
    ends = np.abs(rows[:, 1]) - rows[:, 2]
    network = td_lambda.ValueNetwork(rows, ends, 4, 1)
    before = ((network.predict(network.standardized(rows)) - ends) ** 2).mean()
    network.fit(network.standardized(rows), ends, epochs=40, rate=1e-2)
    after = ((network.predict(network.standardized(rows)) - ends) ** 2).mean()
    assert after < before / 20
    tables = network.tables(("constant", "side", "height"), 2.0)
    plus, minus = hidden_units(tables, VALUE)
    evaluation = Evaluation(
        vec[float](list(tables[VALUE].values())),
        vec[float](),
        vec[float]([unit[name] for name in tables[VALUE] for unit in plus + minus]),
        len(plus),
    )
    for row, said in zip(rows[:20], network.predict(network.standardized(rows[:20])), strict=True):
        assert evaluation.value(vec[float](list(row))) == pytest.approx(2.0 * said)


def test_lambda_returns_mix_predictions_with_the_final_score(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(td_lambda, "_LAMBDA", 0.5)
    seen = np.zeros((3, 2, 1))
    returns = td_lambda.lambda_returns(
        [(seen, np.array([4.0, 8.0]))], np.array([1.0, 1, 2, 2, 3, 3])
    )
    assert returns.tolist() == [2.75, 3.75, 3.5, 5.5, 4.0, 8.0]


def test_a_file_replaces_the_hidden_units_with_the_weights(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[value]\nrubies = 1.0\n", encoding="utf-8")
    tables = starting_weights("choose_write", path)
    assert [name for name in tables if name.startswith(VALUE)] == [VALUE]
    assert [*starting_weights("choose_write", None)] == [*shipped_weights("choose_write")]
