"""The PettingZoo environments pass PettingZoo's own tests, and play by our rules."""

from __future__ import annotations

import random
from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("pettingzoo")

import numpy as np
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.test.render_test import render_test

import bedesten
from bedesten.envs import basari_v0, choose_write_v0, istanbul_v0

MODULES = [istanbul_v0, choose_write_v0, basari_v0]
PARALLEL = [choose_write_v0, basari_v0]

every_module = pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__[14:])
every_parallel_module = pytest.mark.parametrize(
    "module", PARALLEL, ids=lambda module: module.__name__[14:]
)

# PettingZoo's tests grumble about every observation that is a dictionary.
usual_grumbles = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
)


@every_module
@usual_grumbles
@pytest.mark.parametrize("kind", ["env", "raw_env"])
def test_the_api_test_passes(module: ModuleType, kind: str) -> None:
    for more in ({}, {"most_turns": 5, "shaping": 0.01}):
        api_test(getattr(module, kind)(seats=3, **more), num_cycles=150)


@every_module
def test_the_seed_test_passes(module: ModuleType) -> None:
    seed_test(module.env, num_cycles=40)


@every_parallel_module
def test_the_parallel_api_test_passes(module: ModuleType) -> None:
    parallel_api_test(module.parallel_env(), num_cycles=400)
    parallel_api_test(module.parallel_env(most_turns=3), num_cycles=400)


def test_the_parallel_seed_test_passes() -> None:
    """It says anything, allowed or not; so it is given an environment that hears only what is."""

    parallel_env: Any = basari_v0.parallel_env  # made at run time

    class Forgiving(parallel_env):  # type: ignore[misc]
        def step(self, actions: Any) -> Any:
            words = {}
            for agent in self.agents:
                legal = np.flatnonzero(self.observe(agent)["action_mask"])
                words[agent] = legal[actions[agent] % len(legal)] if len(legal) else 0
            return super().step(words)

    parallel_seed_test(Forgiving, num_cycles=60)


@every_module
def test_the_render_test_passes(module: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(module.env)
    assert "Seat 0" in capsys.readouterr().out or module is not basari_v0


@every_module
def test_pictures_differ_with_the_table(module: ModuleType) -> None:
    env = module.raw_env(render_mode="rgb_array")
    env.reset(seed=4)
    before = env.render()
    play_on(env, random.Random(4), 30)
    assert before.shape == env.render().shape == (640, 960, 3)
    assert (before != env.render()).any()


def play_on(env: Any, rng: random.Random, most: int = 100_000) -> dict[str, float]:
    """Play at random; return what every agent was paid in all."""
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for _, agent in zip(range(most), env.agent_iter(most), strict=False):
        seen, _, over, stopped, _ = env.last()
        if over or stopped:
            env.step(None)
        else:
            env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
            for other, reward in env.rewards.items():
                paid[other] += reward
        assert agent in paid
    return paid


@pytest.mark.parametrize("module", PARALLEL, ids=lambda module: module.__name__[14:])
@pytest.mark.parametrize("shaping", [0.0, 0.05])
def test_rewards_rank_the_seats_and_sum_to_zero(module: ModuleType, shaping: float) -> None:
    env = module.raw_env(shaping=shaping)
    env.reset(seed=11)
    paid = play_on(env, random.Random(1))
    ranking = env.match.ranking
    assert sum(paid.values()) == pytest.approx(0)
    places = [paid[f"player_{group[0]}"] for group in ranking]
    assert places == sorted(places, reverse=True)
    if len(ranking) == 4:
        assert places == pytest.approx([1, 1 / 3, -1 / 3, -1])


def test_without_shaping_nothing_is_paid_before_the_end() -> None:
    env = basari_v0.raw_env(seats=3, laps=1)
    env.reset(seed=2)
    rng = random.Random(2)
    while not env.match.over:
        assert not any(env.rewards.values())
        env.step(rng.choice(np.flatnonzero(env.last()[0]["action_mask"])))
    assert any(env.rewards.values())


def test_the_same_choices_give_the_same_game_turn_by_turn_and_all_at_once() -> None:
    turns, together = basari_v0.raw_env(seats=3), basari_v0.parallel_env(seats=3)
    turns.reset(seed=9)
    seen, _ = together.reset(seed=9)
    rng = random.Random(9)
    while together.agents:
        asked = [f"player_{seat}" for seat in together.match.actors]
        words = dict.fromkeys(together.agents, 0)
        for agent in asked:
            words[agent] = int(rng.choice(np.flatnonzero(seen[agent]["action_mask"])))
            assert turns.agent_selection == agent
            turns.step(words[agent])
        seen, rewards, *_ = together.step(words)
    assert turns.match.record() == together.match.record()
    assert turns.rewards == rewards


def test_a_seat_that_is_not_asked_may_say_nothing() -> None:
    env = basari_v0.parallel_env(seats=3)
    seen, _ = env.reset(seed=1)
    asked = env.match.actors
    for seat in range(3):
        assert seen[f"player_{seat}"]["action_mask"].any() == (seat in asked)


def test_an_illegal_choice_of_the_raw_environment_changes_nothing() -> None:
    env = istanbul_v0.raw_env(seats=2)
    env.reset(seed=1)
    before = env.match.record()
    with pytest.raises(bedesten.IllegalChoice, match="'reroll' cannot be chosen now; legal: "):
        env.step(env.episode.game.numbers["reroll"])
    with pytest.raises(bedesten.IllegalChoice, match="legal: "):
        env.step(-1)
    with pytest.raises(ValueError, match="must act; None is for"):
        env.step(None)
    assert env.match.record() == before


def test_an_illegal_choice_among_several_changes_nothing() -> None:
    env = basari_v0.parallel_env(seats=3, start="random")
    env.reset(seed=1)
    assert env.match.actors == (0, 1, 2)
    before = env.match.record()
    with pytest.raises(bedesten.IllegalChoice, match="legal: die, points, gems"):
        env.step({"player_0": 0, "player_1": 1, "player_2": 3})
    with pytest.raises(ValueError, match="player_2 must act"):
        env.step({"player_0": 0, "player_1": 1})
    assert env.match.record() == before


def test_who_breaks_the_rules_of_the_usual_environment_loses() -> None:
    env = istanbul_v0.env(seats=2)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(env.unwrapped.episode.game.numbers["reroll"])
    assert env.terminations[agent]
    assert env.rewards[agent] == -1


def test_a_game_can_be_stopped_and_then_ranks_nobody() -> None:
    env = istanbul_v0.raw_env(seats=2, most_turns=3)
    env.reset(seed=1)
    rng = random.Random(1)
    while not any(env.truncations.values()):
        env.step(rng.choice(np.flatnonzero(env.last()[0]["action_mask"])))
    assert env.match.state.turn == 4
    assert not any(env.terminations.values())
    assert not any(env.rewards.values())
    assert not env.observe("player_0")["action_mask"].any()


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"seats": 9}, "istanbul is for 2 to 5 players, not 9"),
        ({"render_mode": "video"}, "render_mode is one of human, ansi, rgb_array, not video"),
        ({"most_turns": 0}, "most_turns is at least 1, or None for no limit, not 0"),
        ({"laps": 2}, "istanbul has no option 'laps'"),
    ],
)
def test_bad_arguments_are_refused(more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        istanbul_v0.raw_env(**more)


def test_only_games_in_which_several_decide_at_once_have_a_parallel_environment() -> None:
    assert not hasattr(istanbul_v0, "parallel_env")
