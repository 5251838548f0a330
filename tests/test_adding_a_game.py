"""The checklist of docs/adding-a-game.md, walked with the tiny game.

The tiny game is added to a copy of the package: its folder and one line. Everything else then
knows it, and falls back on something that works where it brings nothing of its own.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tiny_package import NAME, add_tiny_game, environment


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return add_tiny_game(tmp_path_factory.mktemp("added"))


def run(package: Path, *command: str, told: str = "") -> str:
    """Run Python in a process that uses the copy, and return what it prints."""
    done = subprocess.run(
        [sys.executable, *command],
        input=told,
        capture_output=True,
        text=True,
        cwd=package,
        env=environment(package) | {"XDG_DATA_HOME": str(package / "data")},
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout


def bedesten(package: Path, *arguments: str, told: str = "") -> str:
    return run(package, "-m", "bedesten", *arguments, told=told)


def as_json(package: Path, *arguments: str) -> Any:
    return json.loads(bedesten(package, *arguments, "--json"))


def test_the_command_line_lists_it_with_its_title_and_seats(package: Path) -> None:
    found = {game["name"]: game for game in as_json(package, "games")}[NAME]
    assert found["title"] == "Stalls"
    assert found["seats"] == [3, 3]


def test_it_is_played_in_the_terminal_on_the_plain_board(package: Path) -> None:
    shown = bedesten(package, "play", NAME, "--seed", "3", "-o", "rounds=1", told="1\n" * 50)
    assert "The game is over." in shown


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["Stalls", "The rule", "The game is over."]),
        ("de", ["Stände", "Die Regel", "Das Spiel ist zu Ende."]),
        ("fr", ["Étals", "La règle", "La partie est finie."]),
    ],
)
def test_it_is_explained_hinted_at_and_replayed_in_every_language(
    package: Path, tmp_path: Path, language: str, said: list[str]
) -> None:
    save = str(tmp_path / "game.txt")
    words = ["play", NAME, "--seed", "3", "-o", "rounds=1", "--lang", language, "--save", save]
    shown = bedesten(package, *words, told="?\nh\n" + "1\n" * 50)
    for sentence in said:
        assert sentence in shown
    assert re.search(r"\b\d+\s%", shown), "no hint"
    assert said[-1] in bedesten(package, "replay", save, "--all", "--lang", language)


def test_its_rules_and_data_are_printed(package: Path) -> None:
    assert "STA-2.3" in bedesten(package, "rules", NAME)
    assert "shared_points" in bedesten(package, "data", NAME)


def test_it_is_simulated(package: Path) -> None:
    assert "3 games" in bedesten(package, "sim", NAME, "--games", "3", "--seed", "1")


def test_it_plays_in_the_arena(package: Path) -> None:
    save = str(package / "games.jsonl")
    shown = bedesten(package, "arena", NAME, "--bots", "greedy,random", "-n", "6", "--save", save)
    assert "Stalls, 3 players: 6 games on 1 deals" in shown


ENVIRONMENTS = """
import gymnasium
import pyspiel

import bedesten.envs.gymnasium
import bedesten.envs.mcp
import bedesten.envs.openspiel
from bedesten import envs
from bedesten.envs import stalls_v0

assert envs.batch("stalls", 4).step([0] * 4)[0].shape == (4, envs.layout("stalls").width)
stalls_v0.parallel_env(render_mode="rgb_array").reset(seed=1)
env = stalls_v0.env(render_mode="rgb_array")
env.reset(seed=1)
assert env.render().shape == (640, 960, 3)
gymnasium.make("bedesten/Stalls-v0").reset(seed=1)
assert pyspiel.load_game("bedesten_stalls").num_players() == 3
bedesten.envs.mcp.server()
"""


def test_it_is_there_in_every_environment(package: Path) -> None:
    for extra in ("gymnasium", "mcp", "pettingzoo", "pyspiel"):
        pytest.importorskip(extra)
    run(package, "-c", ENVIRONMENTS)
