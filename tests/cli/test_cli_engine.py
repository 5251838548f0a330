"""`bedesten engine`: lines of JSON in, lines of JSON out."""

from __future__ import annotations

import json
from typing import Any

import pytest

import bedesten
from bedesten import bots, seeded
from bedesten.bots.knowledge import Knowledge
from bedesten.cli.engine import Engine
from cli.conftest import Call
from cli.test_cli_processes import run


def lines(*messages: object) -> str:
    return "".join(json.dumps(message) + "\n" for message in messages)


def answers(bot: str, *messages: object) -> list[dict[str, Any]]:
    done = run("engine", "--bot", bot, typed=lines(*messages))
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_it_greets_and_leaves() -> None:
    (greeting,) = answers("greedy", {"hello": "a program", "protocol": 1}, {"quit": True})
    assert greeting["bot"] == "greedy"
    assert greeting["games"] == list(bedesten.games())
    assert greeting["wants"] == ["world"]


def test_a_question_with_a_world_is_answered_as_the_bot_would() -> None:
    match = bedesten.new("basari", seed=3)
    seat = match.actors[0]
    known = Knowledge.of(match, seat)
    question = {
        "question": known.step,
        "choices": known.choices,
        "deadline_ms": 1000,
        "luck": 5,
        "observation": known.observation,
        "world": known.imagined_position(seeded("w")),
    }
    (answer,) = answers("greedy", question)
    assert answer == {"choice": bots.bot("greedy").choose(known, seeded("engine/5"))}


def test_a_search_for_hours_answers_by_the_deadline() -> None:
    engine = Engine("search:9999999")
    engine.answered(lines({"new": {"game": "istanbul", "seats": 2, "seed": 1}}))
    answer = engine.answered(lines({"choose": 0, "deadline_ms": 50}))
    assert answer is not None
    assert answer["choice"] in bedesten.new("istanbul", seats=2, seed=1).choices(0)


@pytest.mark.parametrize("deadline", [0, -5, "soon", 1.5])
def test_a_deadline_is_milliseconds(deadline: object) -> None:
    engine = Engine("greedy")
    engine.answered(lines({"new": {"game": "basari", "seats": 3, "seed": 1}}))
    answer = engine.answered(lines({"choose": 0, "deadline_ms": deadline}))
    assert answer is not None
    assert "positive number of milliseconds" in answer["error"]


def test_a_whole_game_can_be_played_at_its_table() -> None:
    engine = Engine("random")

    def say(**message: Any) -> dict[str, Any]:
        answer = engine.answered(json.dumps(message))
        assert answer is not None
        return answer

    table = say(new={"game": "basari", "seats": 3, "seed": 7, "options": {"laps": 1}})
    while not table["over"]:
        seat = table["asked"][0]["seat"]
        word = say(choose=seat)["choice"]
        assert word in table["asked"][0]["choices"]
        table = say(play=[word], seat=seat)
    assert len(table["ranking"]) >= 1
    record = say(record=True)["record"]
    assert bedesten.verify(record).finished
    assert say(replay=record)["over"]
    assert say(view=0)["view"]["seat"] == 0
    assert say(view=None)["view"]["seat"] is None
    assert say(position=True)["position"]["game"] == "basari"


@pytest.mark.parametrize(
    ("message", "error"),
    [
        ("no json", "JSON object"),
        ("[1]", "JSON object"),
        ("{}", "one of these: hello"),
        ('{"question": "move"}', "needs a position"),
        ('{"question": "move", "world": {"game": "chess"}}', "which seat"),
        ('{"question": "x", "world": {"game": "chess"}, "observation": {"seat": 0}}', "no game"),
        ('{"question": "x", "world": {"game": "basari"}, "observation": {"seat": 0}}', "position"),
        ('{"play": "pass", "seat": 0}', "no table yet"),
        ('{"new": {"game": "chess"}}', "no game 'chess'"),
        ('{"new": {"game": "basari", "colour": 1}}', "unknown field `colour`"),
        (
            '{"new": {"game": "basari", "data": "file.toml"}}',
            "Expected `object`, got `str` - at `$.data`",
        ),
        ('{"new": {"game": "basari", "seats": "many"}}', "`$.seats`"),
        ('{"new": {"game": "basari", "seats": 9}}', "3 to 4 players"),
        ('{"new": {"game": "basari", "names": 3}}', "names"),
        ('{"new": 3}', "Expected `object`"),
        ('{"replay": "game: chess"}', "header"),
    ],
)
def test_a_bad_line_is_answered_and_forgiven(message: str, error: str) -> None:
    engine = Engine("random")
    answer = engine.answered(message)
    assert answer is not None
    assert error in answer["error"]
    assert engine.answered('{"new": {"game": "basari", "seed": 1}}') is not None


def test_words_that_are_not_allowed_change_nothing() -> None:
    engine = Engine("random")
    engine.answered('{"new": {"game": "basari", "seed": 1}}')
    before = engine.match.record()
    for message in (
        '{"play": "fly", "seat": 0}',
        '{"play": [], "seat": 0}',
        '{"play": [3], "seat": 0}',
        '{"play": "die", "seat": "me"}',
        '{"choose": 9}',
        '{"view": 9}',
    ):
        answer = engine.answered(message)
        assert answer is not None
        assert "error" in answer, message
    assert engine.match.record() == before


def test_an_unknown_bot_is_refused(call: Call) -> None:
    refused = call("engine", "--bot", "deepblue")
    assert refused.exit_code == 2
    assert "no bot 'deepblue'" in refused.stderr
