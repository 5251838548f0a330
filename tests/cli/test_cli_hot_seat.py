"""Several people at one keyboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from typer.testing import Result

from cli.keyboard import moves

Call = Callable[..., Result]

TABLE = ("play", "basari", "--seats", "Ada,Bo,bot", "--seed", "7")


def test_a_sealed_tile_is_hidden_from_the_next_person(call: Call) -> None:
    typed = ["5", "9", "", "gems", ""]
    played = call(*TABLE, typed=typed)
    before, after = played.stdout.split("Pass the keyboard to Bo.")
    assert "Pass the keyboard to Ada." in before
    assert "Ada’s choice is sealed." in before
    row = next(line for line in after.splitlines() if "★ Ada" in line)
    assert "▒ laid" in row
    assert "gems" not in row
    assert "Ada has chosen" not in after


def test_a_choice_in_stages_passes_the_keyboard_once(call: Call) -> None:
    """A card, a place and two goods, the last three sealed: all of them by Ada."""
    table = ("play", "choose_write", "--seats", "Ada,Bo", "--seed", "4")
    played = call(*table, typed=["", "1", "7", "1", "1", ""]).stdout
    before, after = played.split("Pass the keyboard to Bo.")
    assert before.count("Pass the keyboard to Ada.") == 1
    assert before.count("Ada’s choice is sealed.") == 1
    assert "Pass the keyboard" not in after


def test_nobody_passes_the_keyboard_for_an_open_choice(call: Call) -> None:
    played = call(*TABLE, typed=["5"])
    assert "Pass the keyboard" not in played.stdout


def test_what_the_other_person_has_seen_cannot_be_taken_back(call: Call, tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    played = call(*TABLE, "--save", str(save), typed=["5", "u", "9", "", "u"])
    assert "with several people at the table it stands" in played.stdout
    assert sum("archway:" in line for line in moves(save)) == 1


def test_a_number_of_seats_is_one_person_against_bots(call: Call) -> None:
    played = call("play", "basari", "--seats", "4", "--seed", "7")
    assert "Bot 3" in played.stdout
    assert "Bot 4" not in played.stdout


def test_two_people_of_one_name_are_refused(call: Call) -> None:
    refused = call("play", "basari", "--seats", "Ada,Ada,bot")
    assert refused.exit_code == 2
    assert "two seats are called 'Ada'" in refused.stderr
