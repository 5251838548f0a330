"""A game that only has its rules is there in every environment, by falling back."""

from __future__ import annotations

import importlib
import pickle
import random
import sys
from collections.abc import Iterator
from typing import Any, cast

import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("gymnasium")
pytest.importorskip("pyspiel")
pytest.importorskip("mcp")

import gymnasium
import numpy as np
import pyspiel
from gymnasium.utils.env_checker import check_env
from open_spiel.python.tests import games_sim_test
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.test.render_test import render_test

import bedesten
import bedesten.envs.gymnasium
import bedesten.envs.mcp
import bedesten.envs.openspiel
from bedesten import bots, envs, seeded
from bedesten.envs import hashed
from bedesten.envs.encoders import encoder_of
from bedesten.envs.encoders.from_layout import LayoutEncoder
from bedesten.envs.fields import LARGEST
from bedesten.envs.layouts import layout_of
from bedesten.envs.mcp_tables import McpTables
from bedesten.envs.observer import Observer
from examples.tiny_game.state import Stalls
from registering import register_tiny_game

usual_warnings = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
)


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    name = register_tiny_game(monkeypatch)
    yield name
    sys.modules.pop(f"bedesten.envs.{name}_v0", None)
    gymnasium.registry.pop("bedesten/Stalls-v0", None)


def played(name: str, moves: int) -> bedesten.Match:
    match = bedesten.new(name, seats=3, seed=moves)
    rng = random.Random(moves)
    for _ in range(moves):
        if not match.over:
            seat = rng.choice(match.actors)
            match.play(seat, rng.choice(match.choices(seat)))
    return match


def test_the_seats_are_those_that_the_game_allows(tiny: str) -> None:
    assert envs.layout(tiny).seats == 3
    assert envs.layout("istanbul").seats == 4


@pytest.mark.parametrize("moves", [0, 2, 5, 9, 50])
def test_the_row_holds_the_shared_fields_and_a_hash_of_the_others(tiny: str, moves: int) -> None:
    match = played(tiny, moves)
    layout = layout_of(match.game, match.state)
    observer = Observer(layout)
    assert isinstance(observer.encoder, LayoutEncoder)
    assert (layout.version, layout.slices["hashed"].stop) == (hashed.VERSION, layout.width)
    for seat in range(3):
        view = match.view(seat)
        row, mask = observer.row(match.state, seat), observer.mask(match.state, seat)
        assert row.tolist() == layout.encode(view)
        assert all(0 <= n <= most for n, most in zip(row, layout.largest, strict=True))
        read = layout.decode(row.tolist(), mask.tolist())
        assert read == {key: view[key] for key in read}
        assert set(view) - set(read) == {"game", "names", "stalls", "rolled", "rounds"}
        world = match.state.imagine(seat, seeded("imagined"))
        assert observer.row(world, seat).tolist() == row.tolist()


def test_hashed_numbers_are_as_documented() -> None:
    """The slots are part of the layout's version: another hash would need a new one."""
    view = {"a": {"b": [3, -2, True, False, None]}, "text": "red", "large": 10**6}
    found = {n: number for n, number in enumerate(hashed.slots(view)) if number}
    a, text, large = {263: 3, 27: 2, 43: 1}, {3: 1}, {446: LARGEST}
    assert found == a | text | large


def test_a_layout_without_an_encoder_is_encoded_by_the_layout(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = played("basari", 30)
    layout = layout_of(match.game, match.state)
    fast = Observer(layout)
    monkeypatch.setattr("bedesten.envs.encoders.find_spec", lambda name: None)
    slow = Observer(layout)
    assert isinstance(slow.encoder, LayoutEncoder)
    assert not isinstance(fast.encoder, LayoutEncoder)
    for seat in range(3):
        assert fast.row(match.state, seat).tolist() == slow.row(match.state, seat).tolist()


def test_batches(tiny: str) -> None:
    batch = envs.batch(tiny, 8, seed=1, shaping=0.1)
    rng = np.random.default_rng(1)
    ended = 0
    for _ in range(60):
        masks = batch.action_masks
        actions = (masks * rng.random(masks.shape)).argmax(1)
        observations, masks, rewards, terminations, _ = batch.step(actions)
        ended += terminations.sum()
        assert observations.shape == (8, batch.layout.width)
        assert rewards.sum(1) == pytest.approx(0)
        assert observations[:, batch.layout.slices["hashed"]].any(1).all()
    assert ended > 8


@usual_warnings
def test_pettingzoo(tiny: str) -> None:
    module = importlib.import_module(f"bedesten.envs.{tiny}_v0")
    from bedesten.envs import stalls_v0

    assert stalls_v0 is module
    api_test(stalls_v0.env(rounds=1), num_cycles=100)
    seed_test(stalls_v0.env, num_cycles=20)
    parallel_api_test(stalls_v0.parallel_env(), num_cycles=50)
    env = stalls_v0.raw_env()
    env.reset(seed=3)
    env.step(0)
    assert env.metadata["name"] == "stalls_v0"
    assert type(pickle.loads(pickle.dumps(stalls_v0.raw_env))) is type


def test_the_picture_is_the_text_board(tiny: str, capsys: pytest.CaptureFixture[str]) -> None:
    from bedesten.envs import stalls_v0

    render_test(stalls_v0.env)
    assert "Seat 2" in capsys.readouterr().out
    env = stalls_v0.raw_env(render_mode="rgb_array")
    env.reset(seed=1)
    before = env.render()
    for _ in range(3):
        env.step(0)
    assert before.shape == env.render().shape == (640, 960, 3)
    assert (before != env.render()).any()


def test_gymnasium(tiny: str) -> None:
    bedesten.envs.gymnasium.register()
    env = gymnasium.make("bedesten/Stalls-v0", opponents="random", render_mode="ansi")
    check_env(env.unwrapped, skip_render_check=True)
    env.reset(seed=1)
    assert "Seat 2" in str(env.render())


def test_the_usual_bots_play_it(tiny: str) -> None:
    bedesten.envs.gymnasium.register()
    env: Any = gymnasium.make("bedesten/Stalls-v0", rounds=1)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
    assert env.unwrapped.match.over


def test_openspiel(tiny: str) -> None:
    bedesten.envs.openspiel.register()
    game = pyspiel.load_game("bedesten_stalls(rounds=1)")
    assert game.num_players() == 3
    games_sim_test.GamesSimTest().sim_game(game, check_pyspiel_serialization=False)


def test_mcp(tiny: str) -> None:
    tables = McpTables()
    shown = tables.new_game(tiny, None, 1, bots.USUAL_LEVEL, "1", {"rounds": 1}, "en")
    while shown["question"]:
        assert tables.hint("table-1")["words"][0] in [one["word"] for one in shown["choices"]]
        shown = tables.play("table-1", [shown["choices"][0]["word"]])
    assert shown["view"]["over"]
    resources = bedesten.envs.mcp.server()._resource_manager.list_resources()
    assert "bedesten://rules/stalls/en" in {str(one.uri) for one in resources}


def test_a_module_of_no_game_is_not_found() -> None:
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("bedesten.envs.chess_v0")
    assert encoder_of(envs.layout("basari")).width == envs.layout("basari").width


def test_a_negative_score_is_clipped(tiny: str) -> None:
    match = bedesten.new(tiny, seats=3, seed=1)
    cast(Stalls, match.state).scores[1] = -4
    layout = layout_of(match.game, match.state)
    row = Observer(layout).row(match.state, 0)
    assert row.tolist() == layout.encode(match.view(0))
    assert row[layout.slices["scores[1]"]].tolist() == [0]
