"""The checklist of docs/adding-a-game.md, walked with the tiny game.

The tiny game is added to a copy of the package: its folder and one line. Everything else then
knows it, and falls back on something that works where it brings nothing of its own.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bedesten.bots import names
from bedesten.games import NAMES
from tiny_package import NAME, ROOT, TINY, add_tiny_game, environment


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


def checklist(title: str) -> list[str]:
    """The first column of the table under a title of the checklist."""
    page = (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8")
    part = page.partition("## Checklist")[2].partition(title)[2].partition("**")[2]
    return re.findall(r"^\| (`[^|]*) \|", part.partition("\n**")[0], flags=re.MULTILINE)


def test_the_files_that_a_package_must_have_are_all_it_has() -> None:
    """But for its rules, which may have any name."""
    rules = {"round.py"}
    named = {name for row in checklist("1. The package") for name in re.findall("`([^`]+)`", row)}
    held = {str(path.relative_to(TINY)) for path in TINY.rglob("*.*") if path.suffix != ".pyc"}
    assert named == held - rules


def test_what_a_game_can_bring_is_brought_by_some_game_and_not_by_the_tiny_one() -> None:
    rows = checklist("3. What it can bring")
    assert len(rows) > 10
    for row in rows:
        for path in re.findall(r"`([\w/.]*<name>[\w/.]*)`", row):
            games = [game for game in NAMES if (ROOT / path.replace("<name>", game)).exists()]
            assert games, f"no game brings {path}"
            assert not (ROOT / path.replace("<name>", NAME)).exists()


def test_the_command_line_lists_it_with_its_title_and_seats(package: Path) -> None:
    found = {game["name"]: game for game in as_json(package, "games")}[NAME]
    assert found["title"] == "Stalls"
    assert found["seats"] == [3, 3]


def test_it_is_played_in_the_terminal_on_the_plain_board(package: Path) -> None:
    shown = bedesten(package, "play", NAME, "--seed", "3", "-o", "rounds=1", told="1\n" * 50)
    assert "The game is over." in " ".join(shown.split())


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
    shown = " ".join(shown.split())
    for sentence in said:
        assert sentence in shown
    assert re.search(r"\b\d+\s%", shown), "no hint"
    replayed = bedesten(package, "replay", save, "--all", "--lang", language)
    assert said[-1] in " ".join(replayed.split())


def test_its_rules_and_data_are_printed(package: Path) -> None:
    assert "STA-2.3" in bedesten(package, "rules", NAME)
    assert "shared_points" in bedesten(package, "data", NAME)


def test_it_is_simulated(package: Path) -> None:
    assert "3 games" in bedesten(package, "sim", NAME, "--games", "3", "--seed", "1")


def test_it_plays_in_the_arena(package: Path) -> None:
    save = str(package / "games.jsonl")
    shown = bedesten(package, "arena", NAME, "--bots", "greedy,random", "-n", "6", "--save", save)
    assert "Stalls, 3 players: 6 games on 1 deals" in shown


@pytest.mark.parametrize("bots", ["policy,greedy,apprentice", "trader,merchant,master", "sultan"])
def test_every_bot_plays_it(package: Path, bots: str) -> None:
    """Together these are all the bots there are; without an evaluation they roll out."""
    found = bedesten(package, "sim", NAME, "--bots", bots, "--games", "1", "-o", "rounds=1")
    assert all(name in found for name in bots.split(","))


def test_no_bot_is_left_out() -> None:
    named = {"policy", "greedy", "apprentice", "trader", "merchant", "master", "sultan"}
    assert {"random", *named} == set(names())


PROGRAMS = {
    "pettingzoo": """
from bedesten.envs import stalls_v0

env = stalls_v0.env(seats=3, rounds=1, render_mode="rgb_array")
env.reset(seed=7)
assert env.render().shape == (640, 960, 3)
for agent in env.agent_iter():
    seen, _, terminated, truncated, _ = env.last()
    env.step(None if terminated or truncated else int(seen["action_mask"].argmax()))
assert env.unwrapped.match.over
stalls_v0.parallel_env().reset(seed=1)
""",
    "gymnasium": """
import gymnasium
import bedesten.envs.gymnasium

env = gymnasium.make("bedesten/Stalls-v0", seats=3, opponents="random")
_, info = env.reset(seed=7)
over = False
while not over:
    _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
""",
    "pyspiel": """
import pyspiel
import bedesten.envs.openspiel

state = pyspiel.load_game("bedesten_stalls(players=3,rounds=1)").new_initial_state()
while not state.is_terminal():
    if state.is_simultaneous_node():
        state.apply_actions([state.legal_actions(seat)[0] for seat in range(3)])
    else:
        state.apply_action(state.legal_actions()[0])
assert sum(state.returns()) == 0
""",
    "numpy": """
from bedesten import envs

batch = envs.batch("stalls", 8, seats=3, seed=1, rounds=1)
ended = 0
for _ in range(30):
    observations, _, _, terminations, _ = batch.step(batch.action_masks.argmax(1))
    ended += int(terminations.sum())
assert ended > 8
assert observations.shape == (8, batch.layout.width)
""",
}


@pytest.mark.parametrize("library", PROGRAMS)
def test_every_environment_plays_it(package: Path, library: str) -> None:
    pytest.importorskip(library)
    run(package, "-c", PROGRAMS[library])


def test_a_language_model_plays_it(package: Path) -> None:
    pytest.importorskip("mcp")
    from mcp.client.stdio import StdioServerParameters

    from envs.test_mcp import talk, whole_game

    async def course(client: Any) -> None:
        told = await whole_game(client, NAME, options={"rounds": 1})
        assert told["view"]["over"]

    there = StdioServerParameters(
        command=sys.executable, args=["-m", "bedesten", "mcp"], env=environment(package)
    )
    talk(course, there)


def test_the_server_lists_it_and_plays_it(
    package: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("litestar")
    from server.harness import Guest, Server, play_on

    for variable, value in environment(package).items():
        monkeypatch.setenv(variable, value)

    async def course(server: Server) -> None:
        async with Guest(server) as guest:
            listed = {game["name"]: game for game in await guest.call("/api/games")}
            assert listed[NAME]["title"] == "Stalls"
            assert listed[NAME]["blurb"].startswith("Choose a stall")
            assert (listed[NAME]["minutes"], listed[NAME]["seats"]) == (5, [3, 3])
            assert len((await guest.call(f"/api/games/{NAME}/texts"))["rules"]) == 7
            table = await guest.open(NAME, "mbb")
            async with guest.socket(table["id"]) as page:
                last = await play_on(page, random.Random(1))
            assert last is not None
            assert len(last["view"]["scores"]) == 3

    server = Server(f"sqlite:///{tmp_path / 'tables.db'}", "--workers", "1")
    try:
        asyncio.run(course(server))
    finally:
        server.stop()
