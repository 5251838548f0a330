"""Training of priors: what a longer search has chosen is learnt, for the right positions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs PyTorch: bedesten[learn]")

from bedesten.bots.evaluation import Evaluations
from bedesten.bots.training import searched_moves, self_play
from bedesten.bots.training.policy_training import fit_policy
from bedesten.bots.training.samples import start_of
from bedesten.bots.training.searched_moves import (
    PolicySamples,
    load_moves,
    policy_samples,
    save_moves,
    searched,
)
from bedesten.bots.training.self_play import GameSeries


def test_weights_of_a_known_policy_are_found_again() -> None:
    truth = np.array([1.5, -0.8, 0.0], np.float32)
    features = np.random.default_rng(1).normal(size=(600, 5, 3)).astype(np.float32)
    powers = np.exp(features @ truth)
    legal = np.ones((600, 5), np.bool_)
    shares = powers / powers.sum(1, keepdims=True)
    found = fit_policy([PolicySamples(features, shares, legal, np.arange(600))], [0.0, 0.0, 0.0])
    assert found.weights == pytest.approx(truth.tolist(), abs=0.1)
    assert found.loss < 0.01 < found.present


def test_searched_moves_are_those_of_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game is replayed to the decision: what the search looked at is legal there."""
    monkeypatch.setattr(self_play, "USUAL_LEVEL", "apprentice")
    monkeypatch.setattr(searched_moves, "LONGER", 1)
    series = GameSeries("basari", 3, "seed")
    game = series.played(0)
    path = tmp_path / "some.moves"
    save_moves(path, searched(series, game))
    moves = load_moves(path)
    assert moves
    assert moves == searched(series, game)
    asked = {move.answer: move for move in moves}
    state = start_of("basari", 3, game)
    for n, (seat, word) in enumerate(game.answers):
        if n in asked:
            assert set(asked[n].shares) == set(state.legal(seat))
            assert sum(asked[n].shares.values()) == pytest.approx(1, abs=1e-3)
        state.advance(seat, word)
    samples = policy_samples("basari", 3, [game], moves)
    assert samples.features.shape[0] == len(moves)
    evaluation = Evaluations().of("basari", 3)
    assert samples.features.shape[2] == len(evaluation.policy)
    assert np.abs(samples.features).sum() > 0
