"""Training of networks: better than nothing, resumable, and what is written is what was learnt."""

from __future__ import annotations

import json
from math import log
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from librt.vecs import vec

pytest.importorskip("torch", reason="training needs PyTorch: bedesten[learn]")

from bedesten.bots.evaluation import feature_names
from bedesten.bots.networks import read_networks, write_networks
from bedesten.bots.training import self_play
from bedesten.bots.training.network_training import fit, inputs_of
from bedesten.bots.training.self_play import Samples
from cli.conftest import Call, call

__all__ = ["call"]

POSITIONS = 6000


def known_games() -> Samples:
    """Positions of three seats whose winner follows, with some luck, from the first feature."""
    noise = np.random.default_rng(1)
    width = len(feature_names("basari")[0])
    rows = noise.normal(size=(POSITIONS, 3, width)).astype(np.float32)
    winners = (2 * rows[:, :, 0] + noise.gumbel(size=(POSITIONS, 3))).argmax(1)
    return Samples(rows, np.eye(3, dtype=np.float32)[winners], np.arange(POSITIONS))


def test_training_beats_equal_chances_on_games_that_it_has_not_seen() -> None:
    found = fit([known_games()], most_epochs=60)
    assert found.epochs[-1].trained < found.epochs[0].trained
    assert found.loss < 0.8 < log(3)
    assert fit([known_games()], most_epochs=2).loss == fit([known_games()], most_epochs=2).loss


def test_the_file_computes_what_was_learnt(tmp_path: Path) -> None:
    samples = known_games()
    layers = [(w.tolist(), b.tolist()) for w, b in fit([samples], most_epochs=3).layers]
    path = tmp_path / "basari.net"
    write_networks(path, "basari", {"table": layers}, {})
    network = read_networks(path.read_bytes(), "basari")[1]["table"]
    for position in inputs_of(samples).numpy()[:5]:
        outputs = [network.output(vec[float](row.tolist())) for row in position]
        assert outputs == pytest.approx(forward(layers, position), abs=1e-4)


def forward(layers: Any, rows: Any) -> list[float]:
    for n, (weights, biases) in enumerate(layers):
        rows = rows @ np.array(weights) + np.array(biases)
        if n < len(layers) - 1:
            rows = np.maximum(rows, 0)
    return [float(row[0]) for row in rows]


def test_a_run_keeps_its_games_and_says_whether_it_is_better(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(self_play, "LEVELS", ("random",))
    command = ("train", "basari", "--folder", str(tmp_path), "-n", "26", "--json")
    first = call(*command)
    assert first.exit_code in (0, 1), first.output
    found = json.loads(first.stdout)
    assert [one["network"] for one in found["networks"]] == ["table"]
    header, networks = read_networks(Path(found["file"]).read_bytes(), "basari")
    assert header.made["games"] == {"3": 26, "4": 26}
    assert set(networks) == {"table"}
    played = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.npz")}
    assert len(played) == 4
    again = call(*command)
    assert json.loads(again.stdout)["networks"] == found["networks"]
    assert {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.npz")} == played
