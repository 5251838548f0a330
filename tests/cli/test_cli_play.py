"""Games through the keyboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

import bedesten
from bedesten.cli.language import cli_sentences
from bedesten.kernel.text import sentences
from cli.keyboard import WHOLE_GAME, moves

Call = Callable[..., Result]

RANDOM_TABLE = ("--seed", "7", "--seats", "you,random,random")
"""Bots whose choices the tests know."""


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_whole_game_can_be_played_in_each_language(
    call: Call, tmp_path: Path, language: str, columns: int
) -> None:
    save = tmp_path / "game.txt"
    played = call(
        *("play", "basari", "--seed", "7", "--lang", language, "-o", "laps=1"),
        *("--save", str(save)),
        typed=WHOLE_GAME,
        columns=columns,
    )
    assert played.exit_code == 0, played.output
    assert cli_sentences(language)("over") in " ".join(played.stdout.split())
    assert str(save) in played.stdout
    report = bedesten.verify(save.read_text("utf-8"))
    assert report.ok
    assert report.finished
    assert max(map(len, played.stdout.splitlines())) <= max(columns, len(str(save)) + 40)


def test_names_and_short_names_are_as_good_as_numbers(call: Call, tmp_path: Path) -> None:
    games = []
    for n, tile in enumerate(["gems", "g", "3"]):
        save = tmp_path / f"{n}.txt"
        call("play", "basari", "--seed", "7", "--save", str(save), typed=["archway:5", tile])
        games.append(moves(save))
    assert games[0] == games[1] == games[2]


def test_names_in_the_players_language_are_understood(call: Call, tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    typed = ["5", "würfeln", "punkte", "rot blau fertig"]
    call("play", "basari", *RANDOM_TABLE, "--lang", "de", "--save", str(save), typed=typed)
    assert "0 points gem:red gem:blue done" in save.read_text("utf-8")


def test_several_words_in_one_line_are_one_gesture(call: Call, tmp_path: Path) -> None:
    typed = ["5", "die", "points", "red red blue done"]
    save = tmp_path / "game.txt"
    call("play", "basari", *RANDOM_TABLE, "--save", str(save), typed=typed)
    assert "0 points gem:red gem:red gem:blue done" in save.read_text("utf-8")


def test_of_a_gesture_that_cannot_be_finished_nothing_is_played(call: Call, tmp_path: Path) -> None:
    typed = ["5", "die", "points", "red purple done", "blue red"]
    save = tmp_path / "game.txt"
    played = call("play", "basari", *RANDOM_TABLE, "--save", str(save), typed=typed)
    assert "“purple” is none of the choices" in played.stdout
    assert "“red” is none of the choices" in played.stdout  # no dearer gem than the last
    assert "gem:" not in save.read_text("utf-8")


def test_a_gesture_ends_where_something_comes_to_light(call: Call, tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    played = call("play", "basari", "--seed", "7", "--save", str(save), typed=["5 gems"])
    assert "something new comes to light" in played.stdout
    assert "archway:5" not in save.read_text("utf-8")


def test_a_question_mark_explains_the_choices_and_their_rules(call: Call) -> None:
    played = call("play", "basari", "--seed", "7", "--lang", "fr", typed=["5", "?", "? 2"])
    rules = bedesten.game("basari").text("fr").rules
    flat = " ".join(played.stdout.split())
    assert " ".join(rules["BAS-3.2"].split()) in flat
    assert " ".join(rules["BAS-3.5"].split()) in flat
    assert flat.count(" ".join(rules["BAS-3.6"].split())) == 2


def test_log_help_and_board_can_be_asked_for(call: Call) -> None:
    played = call("play", "basari", "--seed", "7", typed=["5", "l", "help", "b", "zzz"])
    assert played.stdout.count("Guest starts at archway 5.") >= 2
    assert "resumed" in played.stdout
    assert "“zzz” is none of the choices" in played.stdout


def test_what_a_choice_brings_stands_beside_it(call: Call) -> None:
    played = call("play", "basari", "--seed", "7", typed=["5"], columns=80)
    points = next(line for line in played.stdout.splitlines() if "  2  Points:" in line)
    assert points.rstrip().endswith("+7")


def test_the_smallest_raise_is_shown(call: Call) -> None:
    played = call(
        *("play", "basari", "--seed", "7", "--seats", "you,random,random,random"),
        typed=["5", "gems", "red done"],
    )
    assert "Smallest raise       R B B" in played.stdout


def test_dice_of_a_real_table_are_typed(call: Call, tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    typed = ["0", "3", "1", "6", "5", "4", "gems"]
    played = call(
        *("play", "basari", "--chance", "manual", "--seed", "1", "--save", str(save)), typed=typed
    )
    assert played.exit_code == 0, played.output
    text = save.read_text("utf-8")
    assert "seed: manual" in text
    assert "1. * pips:6 pips:5 pips:4" in text
    assert bedesten.verify(text).ok


def test_a_variants_data_file_changes_the_ring(call: Call, tmp_path: Path) -> None:
    variant = tmp_path / "my.toml"
    archways = ", ".join(["[9, 1, 0, 0, 0]"] * 13)
    variant.write_text(f"[ring]\narchways = [{archways}]\n", "utf-8")
    played = call("play", "basari", "--seed", "7", "--data", str(variant), typed=["5"])
    assert "13    +9" in played.stdout
    assert "14    +" not in played.stdout


def test_without_a_name_for_the_file_it_lies_in_the_users_data_folder(
    call: Call, tmp_path: Path
) -> None:
    played = call("play", "basari", typed=["q"])
    (save,) = (tmp_path / "home" / "bedesten").iterdir()
    assert save.name.startswith("basari-")
    assert f"bedesten play basari --resume {save}" in played.stdout


def test_all_languages_have_the_same_sentences() -> None:
    boards = ("", ".basari", ".choose_write", ".istanbul")
    for package in ("bedesten.cli", *(f"bedesten.boards{board}" for board in boards)):
        texts = [sentences(package, language).texts for language in ("en", "de", "fr")]
        ours = {key for key in texts[0] if not key.startswith("called_")}
        for other in texts[1:]:
            assert {key for key in other if not key.startswith("called_")} == ours
