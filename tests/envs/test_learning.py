"""The example that learns: its arithmetic is right, and it gets better."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")

import numpy as np
import torch

from bedesten import envs

EXAMPLE = runpy.run_path(str(Path(__file__).parents[2] / "examples/ppo_basari.py"))


def test_advantages_are_those_of_every_seat_by_itself() -> None:
    """One game of two seats that ends, and the beginning of the next one."""
    decay = EXAMPLE["LAMBDA"]
    actors = np.array([[0], [1], [1], [0], [1], [0]])
    values = np.array([[0.5], [0.25], [-0.5], [0.75], [0.1], [0.2]], np.float32)
    rewards = np.zeros((6, 1, 2))
    rewards[3, 0] = (1, -1)
    over = np.array([[False]] * 3 + [[True]] + [[False]] * 2)
    advantages, known = EXAMPLE["estimate_advantages"](actors, values, rewards, over)
    last = {0: 1 - 0.75, 1: -1 + 0.5}
    expected = [0.75 - 0.5 + decay * last[0], -0.5 - 0.25 + decay * last[1], last[1], last[0]]
    assert advantages[:4, 0] == pytest.approx(expected)
    assert known[:, 0].tolist() == [True] * 4 + [False] * 2


def test_a_few_rounds_make_it_better_than_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    names: dict[str, Any] = EXAMPLE["collect"].__globals__
    monkeypatch.setitem(names, "GAMES", 64)
    monkeypatch.setitem(names, "EVALUATION_GAMES", 200)
    torch.manual_seed(1)
    torch.set_num_threads(1)
    batch = envs.batch("basari", 64, seats=3, seed=1)
    network = EXAMPLE["ActorCritic"](batch.layout)
    optimiser = torch.optim.Adam(network.parameters(), EXAMPLE["LEARNING_RATE"])
    before, _ = EXAMPLE["evaluate"](network, 3, "before")
    for _ in range(8):
        EXAMPLE["update"](network, optimiser, EXAMPLE["collect"](network, batch))
    after, wins = EXAMPLE["evaluate"](network, 3, "after")
    assert after > before + 0.2
    assert wins > 0.4


def test_the_curve_is_a_picture_with_its_points() -> None:
    drawn = EXAMPLE["curve"]([(0.0, 0.25), (2.0, 0.9)], 4)
    assert drawn.startswith("<svg")
    assert "60.0,225.0 620.0,56.0" in drawn
