"""`bedesten puzzles`: solved at a terminal, listed, mined."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import bedesten
from bedesten import puzzles
from bedesten.kernel.text import LANGUAGES
from cli.conftest import Call


@pytest.mark.parametrize("game", puzzles.GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_puzzles_are_solved_in_a_row(call: Call, game: str, language: str) -> None:
    typed = [word for one in puzzles.puzzles_of(game)[:2] for word in (*one.solution, "")]
    result = call("puzzles", game, "--lang", language, typed=typed)
    assert result.exit_code == 0, result.output
    said = {"en": "first try: 2.", "de": "Versuch gelöst: 2.", "fr": "premier coup\u00a0: 2."}[
        language
    ]
    assert said in result.output


def test_a_wrong_beginning_ends_the_row(call: Call) -> None:
    puzzle = puzzles.puzzles_of("istanbul")[0]
    match = bedesten.from_position("istanbul", puzzle.position, chance="manual")
    wrong = next(word for word in match.choices(0) if word != puzzle.solution[0])
    result = call("puzzles", "istanbul", typed=[wrong, "", *puzzle.solution, ""])
    assert "brings that many rubies" in " ".join(result.output.split())
    assert "Solved in a row at the first try: 0." in result.output


def test_puzzles_are_listed(call: Call) -> None:
    rows = json.loads(call("puzzles", "--list", "--json").output)
    assert len(rows) == sum(len(puzzles.puzzles_of(game)) for game in puzzles.GAMES)
    assert {"game", "number", "rubies", "difficulty", "found_by"} == set(rows[0])
    assert "difficulty" in call("puzzles", "istanbul", "--list").output


def test_mined_puzzles_are_written_line_by_line(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "new.jsonl"
    arguments = ["-n", "3", "--seed", "6", "--out", str(file)]
    result = call("puzzles", "mine", "choose_write", *arguments)
    assert result.exit_code == 0, result.output
    for line in file.read_text(encoding="utf-8").splitlines():
        assert json.loads(line)["game"] == "choose_write"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["puzzles"], "which game? There are: istanbul, choose_write"),
        (["puzzles", "basari"], "basari has no puzzles"),
        (["puzzles", "istanbul", "999"], "the puzzles of istanbul are 1 to"),
        (["puzzles", "istanbul", "one"], "a puzzle has a number, such as 1, not 'one'"),
        (["puzzles", "mine", "basari"], "mine which game?"),
    ],
)
def test_bad_input_is_answered_in_a_sentence(
    call: Call, arguments: list[str], sentence: str
) -> None:
    result = call(*arguments)
    assert (result.exit_code, sentence in result.output) == (2, True), result.output
