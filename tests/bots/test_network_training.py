"""Training of networks: better than nothing, resumable, and what is written is what was learnt."""

from __future__ import annotations

import json
from math import log
from pathlib import Path

import numpy as np
import pytest
from librt.vecs import vec

pytest.importorskip("torch", reason="training needs PyTorch: bedesten[learn]")

import torch

from bedesten.bots.evaluation import network_feature_names
from bedesten.bots.evaluation.network import COUNTS
from bedesten.bots.networks import Learnt, chances_with, read_networks, write_networks
from bedesten.bots.training import self_play
from bedesten.bots.training.network_training import as_module, fit, held_out_loss
from bedesten.bots.training.samples import Samples, samples_of, start_of
from bedesten.bots.training.self_play import GameSeries
from cli.conftest import Call, call

__all__ = ["call"]

POSITIONS = 6000


def known_games() -> Samples:
    """Positions of three seats whose winner follows, with some luck, from the first feature."""
    noise = np.random.default_rng(1)
    seat, table = map(len, network_feature_names("basari"))
    rows = noise.normal(size=(POSITIONS, 3, seat)).astype(np.float32)
    tables = np.zeros((POSITIONS, table + COUNTS), np.float32)
    winners = (2 * rows[:, :, 0] + noise.gumbel(size=(POSITIONS, 3))).argmax(1)
    won = np.eye(3, dtype=np.float32)[winners]
    return Samples(rows, tables, won, np.arange(POSITIONS))


def test_training_beats_equal_chances_on_games_that_it_has_not_seen() -> None:
    found = fit([known_games()], most_epochs=20)
    assert found.epochs[-1].trained < found.epochs[0].trained
    assert found.loss < 0.8 < log(3)
    assert fit([known_games()], most_epochs=2).loss == fit([known_games()], most_epochs=2).loss


def test_a_network_is_judged_by_the_games_that_it_has_not_seen() -> None:
    found = fit([known_games()], most_epochs=2)
    assert held_out_loss(found.network, [known_games()]) == pytest.approx(found.loss, abs=1e-4)


def test_the_engine_computes_what_was_learnt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the file, at the first turn of a game, what PyTorch computes of the same position."""
    monkeypatch.setattr(self_play, "LEVELS", ("trader",))
    game = GameSeries("basari", 3, "seed").played(1)
    samples = samples_of("basari", 3, [game])
    network = fit([known_games()], most_epochs=1).network
    path = tmp_path / "basari.net"
    write_networks(path, "basari", {"table": Learnt(network)}, {})
    chances = chances_with("basari", 3, read_networks(path.read_bytes(), "basari")[1]["table"])
    state = start_of("basari", 3, game)
    for seat, word in game.answers:
        if chances.evaluation.is_quiet(state):
            break
        state.advance(seat, word)
    values = vec[float]([0.0] * 8)
    chances.read(state, values)
    net = as_module(network)
    with torch.no_grad():
        logits = net(torch.from_numpy(samples.rows[:1]), torch.from_numpy(samples.tables[:1]))
    expected = logits.softmax(1)[0].tolist()
    assert [values[seat] for seat in range(3)] == pytest.approx(expected, abs=2e-3)


def test_a_run_keeps_its_games_and_says_whether_it_is_better(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(self_play, "LEVELS", ("apprentice",))
    monkeypatch.setattr(self_play, "USUAL_LEVEL", "apprentice")
    command = (
        "train",
        "basari",
        "--folder",
        str(tmp_path),
        "-n",
        "3:26,4:24",
        "--duels",
        "2",
        "--json",
    )
    first = call(*command)
    assert first.exit_code in (0, 1), first.output
    found = json.loads(first.stdout)
    assert [one["network"] for one in found["networks"]] == ["table"]
    header, networks = read_networks(Path(found["file"]).read_bytes(), "basari")
    assert header.made["games"] == {"3": 26, "4": 24}
    assert set(networks) == {"table"}
    assert found["networks"][0]["policy"] < found["networks"][0]["shipped_policy"] + 0.5
    assert 0 <= found["duels"]["table"]["value"] <= 1
    played = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.jsonl")}
    assert len(played) == 3
    again = call(*command)
    refused = call("train", "basari", "--folder", str(tmp_path), "-n", "2:50")
    assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)
    assert "basari is for 3 to 4 players" in refused.stderr
    assert json.loads(again.stdout)["networks"] == found["networks"]
    assert {path: path.stat().st_mtime_ns for path in tmp_path.glob("*.jsonl")} == played
