"""The Gymnasium environments pass Gymnasium's own check, and bots play the other seats."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

pytest.importorskip("gymnasium")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

import bedesten
from bedesten.envs.gymnasium import SeatEnv, env_id


def made(name: str, **more: Any) -> SeatEnv:
    env = gymnasium.make(name, **{"opponents": "random", **more}).unwrapped
    assert isinstance(env, SeatEnv)
    return env


def play(env: SeatEnv, seed: int) -> list[float]:
    """Play a whole game at random; return the rewards."""
    rng = random.Random(seed)
    env.reset(seed=seed)
    rewards: list[float] = []
    over = stopped = False
    while not (over or stopped):
        word = rng.choice(np.flatnonzero(env.action_masks()))
        _, reward, over, stopped, info = env.step(word)
        assert (env.action_masks() == info["action_mask"]).all()
        rewards.append(float(reward))
    return rewards


@pytest.mark.parametrize("name", [env_id(game) for game in bedesten.games()])
@pytest.mark.parametrize("render_mode", ["ansi", "rgb_array"])
def test_the_environment_check_passes(name: str, render_mode: str) -> None:
    check_env(made(name, render_mode=render_mode), skip_render_check=True)
    env = made(name, render_mode=render_mode)
    env.reset(seed=1)
    assert len(env.render()) > 100


def test_the_games_are_found_by_their_names() -> None:
    env = gymnasium.make("bedesten/Istanbul-v0", seats=4, opponents="merchant", layout="long")
    seen, info = env.reset(seed=3)
    assert seen.shape == env.observation_space.shape
    assert env.get_wrapper_attr("match").options == {"layout": "long"}
    assert info["action_mask"].any()


@pytest.mark.parametrize("name", ["bedesten/Basari-v0", "bedesten/ChooseWrite-v0"])
def test_only_the_end_pays(name: str) -> None:
    env = made(name, seats=3, seat=1)
    rewards = play(env, 5)
    assert not any(rewards[:-1])
    place = next(n for n, group in enumerate(env.match.ranking) if 1 in group)
    if len(env.match.ranking) == 3:
        assert rewards[-1] == [1, 0, -1][place]
    assert env.match.over


def test_shaping_adds_up_to_nothing() -> None:
    plain, shaped = (
        made("bedesten/Basari-v0", seat=0),
        made("bedesten/Basari-v0", seat=0, shaping=1),
    )
    rewards = play(plain, 6), play(shaped, 6)
    assert plain.match.record() == shaped.match.record()
    assert any(rewards[1][:-1])
    assert sum(rewards[1]) == pytest.approx(sum(rewards[0]))


def test_alone_the_score_counts() -> None:
    env = made("bedesten/ChooseWrite-v0", seats=1, opponents=[])
    assert sum(play(env, 1)) == env.match.scores[0] / 10


def test_a_seat_is_drawn_unless_it_is_chosen() -> None:
    env = made("bedesten/Basari-v0")
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(20)} == {0, 1, 2, 3}
    chosen = made("bedesten/Basari-v0", seat=2)
    assert {chosen.reset(seed=seed)[1]["seat"] for seed in range(5)} == {2}


def test_every_opponent_has_its_seat() -> None:
    asked: list[tuple[str, int]] = []

    class Noted:
        def __init__(self, name: str) -> None:
            self.name = name

        def choose(self, known: Any, rng: Any) -> str:
            asked.append((self.name, known.seat))
            choices: Sequence[str] = known.choices
            return choices[0]

    env = made("bedesten/Basari-v0", seat=2)
    env._opponents = [Noted("next"), Noted("across"), Noted("before")]
    play(env, 1)
    assert set(asked) == {("next", 3), ("across", 0), ("before", 1)}


def test_an_illegal_choice_ends_the_game_and_says_what_is_legal() -> None:
    env = made("bedesten/Basari-v0", seats=3, start="random")
    env.reset(seed=1)
    before = env.match.record()
    _, reward, over, stopped, info = env.step(env.episode.game.numbers["accept"])
    assert (reward, over, stopped) == (-1.0, True, False)
    assert "legal: die, points, gems" in info["illegal"]
    assert not env.action_masks().any()
    assert env.match.record() == before
    with pytest.raises(ValueError, match=r"the game is over; call reset"):
        env.step(0)


def test_a_game_can_be_stopped() -> None:
    env = made("bedesten/Istanbul-v0", most_turns=4)
    assert not any(play(env, 1))
    assert not env.match.over


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"opponents": "nobody"}, "no bot 'nobody'"),
        ({"opponents": ["random"]}, "4 seats have 3 opponents, not 1"),
        ({"seat": 4}, "seat is 0 to 3, or None to be drawn, not 4"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"render_mode": "human"}, "render_mode is one of ansi, rgb_array, not human"),
    ],
)
def test_bad_arguments_are_refused(more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        SeatEnv(**{"game": "basari", **more})


def test_games_with_the_same_seed_are_the_same() -> None:
    records = []
    for _ in range(2):
        env = made("bedesten/Basari-v0", opponents="greedy", laps=1, seats=3)
        play(env, 8)
        records.append(env.match.record())
    assert records[0] == records[1]
    assert bedesten.verify(records[0]).ok
