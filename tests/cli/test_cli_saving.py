"""Stopping, going on, and going back."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

import bedesten
from cli.keyboard import WHOLE_GAME, moves

Call = Callable[..., Result]

TABLE = ("play", "basari", "--seed", "7", "--seats", "you,random,random", "-o", "laps=1")


@pytest.mark.parametrize("stop", [1, 4, 9, 14])
def test_a_game_resumed_goes_on_exactly(call: Call, tmp_path: Path, stop: int) -> None:
    whole, halves = tmp_path / "whole.txt", tmp_path / "halves.txt"
    call(*TABLE, "--save", str(whole), typed=WHOLE_GAME)
    call(*TABLE, "--save", str(halves), typed=[*WHOLE_GAME[:stop], "q"])
    resumed = call("play", "--resume", str(halves), typed=WHOLE_GAME[stop:])
    assert resumed.exit_code == 0, resumed.output
    assert moves(halves) == moves(whole)


def test_the_end_of_the_input_saves_as_well(call: Call, tmp_path: Path) -> None:
    quits, ends = tmp_path / "quits.txt", tmp_path / "ends.txt"
    call(*TABLE, "--save", str(quits), typed=["5", "gems", "q"])
    ended = call(*TABLE, "--save", str(ends), typed=["5", "gems"])
    assert ended.exit_code == 0
    assert moves(quits) == moves(ends)


def test_the_language_is_remembered(call: Call, tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    call(*TABLE, "--lang", "de", "--save", str(save), typed=["5", "q"])
    resumed = call("play", "--resume", str(save))
    assert "Welche Aktion wählst du" in resumed.stdout


def test_a_record_without_a_note_can_be_resumed(call: Call, tmp_path: Path) -> None:
    save, bare = tmp_path / "game.txt", tmp_path / "bare.txt"
    call(*TABLE, "--save", str(save), typed=["5", "q"])
    bare.write_text("\n".join([*moves(save), ""]), "utf-8")
    resumed = call("play", "--resume", str(bare), typed=["gems", "q"])
    assert resumed.exit_code == 0, resumed.output
    assert "0 gems" in bare.read_text("utf-8")


def test_against_bots_one_may_go_back_choice_by_choice(call: Call, tmp_path: Path) -> None:
    straight, winding = tmp_path / "straight.txt", tmp_path / "winding.txt"
    call(*TABLE, "--save", str(straight), typed=["5", "gems", "q"])
    typed = ["9", "die", "u same", "u same", "5", "points", "u same", "gems", "q"]
    call(*TABLE, "--save", str(winding), typed=typed)
    assert moves(winding) == moves(straight)


def test_what_was_revealed_is_drawn_again_after_a_take_back(call: Call, tmp_path: Path) -> None:
    """Dice are new, and bots that had laid a tile face down choose again."""
    rolls, tiles = set(), set()
    for n in range(6):
        save = tmp_path / f"{n}.txt"
        typed = ["5", *["gems", "u"] * n, "gems", "q"]
        call(*TABLE, "--save", str(save), typed=typed)
        text = "\n".join(moves(save))
        assert bedesten.verify(text).ok
        rolls.add(re.findall(r"pips:\d", text)[3])
        tiles.add(tuple(re.findall(r"[12] (die|points|gems)", text)[:2]))
    assert len(rolls) > 1
    assert len(tiles) > 1


def test_taken_back_luck_is_the_same_after_resuming(call: Call, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.txt", tmp_path / "parts.txt"
    call(*TABLE, "--save", str(whole), typed=["5", "gems", "u", "gems", "die", "q"])
    call(*TABLE, "--save", str(parts), typed=["5", "gems", "u", "q"])
    call("play", "--resume", str(parts), typed=["gems", "die", "q"])
    assert moves(whole) == moves(parts)


def test_a_gem_on_the_table_can_be_taken_back(call: Call, tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    typed = ["5", "die", "points", "red", "u", "blue done", "q"]
    call(*TABLE, "--save", str(save), typed=typed)
    assert "0 points gem:blue done" in save.read_text("utf-8")


def test_at_the_beginning_there_is_nothing_to_take_back(call: Call) -> None:
    assert "There is nothing to undo." in call(*TABLE, typed=["u"]).stdout


def test_a_die_typed_wrongly_can_be_taken_back(call: Call, tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    typed = ["0", "3", "1", "6", "u", "5", "q"]
    call("play", "basari", "--chance", "manual", "--seed", "1", "--save", str(save), typed=typed)
    assert "1. * pips:5" in save.read_text("utf-8")


def test_a_finished_game_shows_its_end_when_resumed(call: Call, tmp_path: Path) -> None:
    save = tmp_path / "game.txt"
    call(*TABLE, "--save", str(save), typed=WHOLE_GAME)
    resumed = call("play", "--resume", str(save))
    assert resumed.exit_code == 0
    assert "The game is over." in resumed.stdout
