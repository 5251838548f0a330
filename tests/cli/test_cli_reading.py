"""The verbs that only read."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

import bedesten
from bedesten import compiled
from bedesten.kernel.component_list import component_list
from bedesten.kernel.fair_luck import Commitment, Share, hash_of, promise_of
from bedesten.kernel.text import LANGUAGES
from cli.keyboard import WHOLE_GAME

Call = Callable[..., Result]


@pytest.fixture
def record(call: Call, tmp_path: Path) -> Path:
    save = tmp_path / "game.txt"
    call(*("play", "basari", "--seed", "7", "-o", "laps=1", "--save", str(save)), typed=WHOLE_GAME)
    return save


def test_replay_steps_forth_and_back_and_to_a_turn(call: Call, record: Path) -> None:
    replayed = call("replay", str(record), typed=["", "", "b", "3", "x", "q"])
    assert replayed.exit_code == 0, replayed.output
    steps = [line.split("/")[0] for line in replayed.stdout.splitlines() if "Enter next" in line]
    assert steps[:4] == ["1", "2", "3", "2"]
    assert int(steps[4]) > 3
    assert "Round 3" in replayed.stdout
    assert "“x” is none of" in replayed.stdout


def test_replay_begins_at_a_turn(call: Call, record: Path) -> None:
    replayed = call("replay", str(record), "--turn", "4", "--lang", "de", typed=["q"])
    assert "Runde 4" in replayed.stdout.splitlines()[1]


def test_replay_prints_all(call: Call, record: Path) -> None:
    replayed = call("replay", str(record), "--all", "--lang", "fr")
    assert "Manche 1" in replayed.stdout
    assert "La partie est finie." in replayed.stdout


def test_replay_as_json_has_positions_and_events(call: Call, record: Path) -> None:
    scenes = json.loads(call("replay", str(record), "--json").stdout)
    last = bedesten.replay(record.read_text("utf-8"))
    assert scenes[-1]["position"] == last.position()
    assert sum(len(one["answers"]) for one in scenes) == len(last.history)
    assert scenes[-1]["events"][-1]["text"] == "The game is over."


def test_verify_says_which_file_is_wrong_and_why(call: Call, record: Path, tmp_path: Path) -> None:
    right = call("verify", str(record))
    assert right.exit_code == 0
    assert f"{record}: right" in right.stdout
    forged = tmp_path / "forged.txt"
    forged.write_text(record.read_text("utf-8").replace("pips:3", "pips:4", 1), "utf-8")
    both = call("verify", str(forged), str(record))
    assert both.exit_code == 1
    assert f"{forged}: wrong in line " in both.stdout
    assert "the hash does not fit" in both.stdout
    assert f"{record}: right" in both.stdout


def test_verify_proves_promised_luck_or_says_what_is_missing(call: Call, tmp_path: Path) -> None:
    match = bedesten.new("basari", seats=3, chance="manual", laps=1)
    shares = (Share(0, hash_of("rose"), "rose"),)
    match.commit(Commitment(promise_of("5e" * 32), shares, None, "5e" * 32))
    match.let_chance_answer()
    file = tmp_path / "game.txt"
    file.write_text(match.record(), "utf-8")
    under_way = call("verify", str(file))
    assert under_way.exit_code == 0
    assert "luck is promised and revealed at the end; no draw is proven yet" in under_way.stdout
    resumed = call("play", "--resume", str(file))
    assert resumed.exit_code == 2
    assert "a server that has only promised it" in resumed.stderr
    while not match.over:
        match.play(match.actors[0], match.choices(match.actors[0])[0])
    file.write_text(match.record(), "utf-8")
    proven = call("verify", str(file))
    assert proven.exit_code == 0
    draws = sum(answer.draw is not None for answer in match.history)
    sentence = f"all {draws} draws follow from the promised secret and 1 share\n"
    assert proven.stdout.endswith(sentence)
    (found,) = json.loads(call("verify", str(file), "--json").stdout)
    assert (found["luck"], found["draws"], found["shares"]) == ("proven", draws, 1)
    assert found["promise"] == promise_of("5e" * 32)
    known = ("--promise", promise_of("5e" * 32), "--share", "rose")
    assert call("verify", str(file), *known).exit_code == 0
    broken = call("verify", str(file), "--promise", "0" * 64)
    assert broken.exit_code == 1
    assert "wrong in line 6: you were promised another: 000" in broken.stdout
    left_out = call("verify", str(file), "--share", "tulip", "--json")
    assert left_out.exit_code == 1
    (found,) = json.loads(left_out.stdout)
    assert (found["line"], found["reason"]) == (7, "your share 'tulip' is not in the luck")
    bare = "\n".join(line.split(" ~")[0] for line in match.record().split("\n"))
    file.write_text(bare.replace("secret: " + "5e" * 32 + "\n", ""), "utf-8")
    hidden = call("verify", str(file))
    assert hidden.exit_code == 1
    assert "the secret that was promised is not revealed" in hidden.stdout


def test_verify_says_that_nobody_added_a_share_or_that_nothing_was_promised(
    call: Call, record: Path, tmp_path: Path
) -> None:
    match = bedesten.new("basari", seats=3, chance="manual", laps=1)
    match.commit(Commitment(promise_of("5e" * 32), (), None, "5e" * 32))
    match.let_chance_answer()
    match.rewind(0, new_luck=True)
    while not match.over:
        match.play(match.actors[0], match.choices(match.actors[0])[0])
    file = tmp_path / "promised.txt"
    file.write_text(match.record(), "utf-8")
    alone = call("verify", str(file))
    assert "the promised secret alone (nobody has added a share" in alone.stdout
    assert "undone and never used again: 1 draw\n" in alone.stdout
    unpromised = call("verify", str(record), "--share", "rose")
    assert unpromised.exit_code == 1
    assert "nothing was promised about its luck" in unpromised.stdout


def test_verify_reads_the_standard_input(call: Call, record: Path) -> None:
    assert call("verify", "-", typed=record.read_text("utf-8").split("\n")).exit_code == 0


def test_verify_as_json(call: Call, record: Path) -> None:
    (found,) = json.loads(call("verify", str(record), "--json").stdout)
    assert found["ok"]
    assert found["finished"]
    assert found["game"] == "basari"


def test_a_missing_file_does_not_hide_the_others(call: Call, record: Path) -> None:
    called = call("verify", "/no/such/file", str(record))
    assert called.exit_code == 2
    assert "cannot read /no/such/file" in called.stderr
    assert f"{record}: right" in called.stdout


MARKS = {"en": "Ruling: ", "de": "Festlegung: ", "fr": "Arbitrage\u00a0: "}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", bedesten.games())
def test_rulings_are_marked_below_their_clauses(call: Call, name: str, language: str) -> None:
    rulings = bedesten.game(name).text(language).rulings
    printed = call("rules", name, "--lang", language).stdout
    assert printed.count(MARKS[language]) == len(rulings) > 10
    clause, ruling = next(iter(rulings.items()))
    one = call("rules", name, clause, "--lang", language).stdout
    assert f"{MARKS[language]}{ruling}"[:40] in one
    told = json.loads(call("rules", name, "--lang", language, "--json").stdout)
    assert told["rulings"] == rulings


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_rules_are_printed_whole_and_say_what_is_reconstructed(call: Call, language: str) -> None:
    called = call("rules", "basari", "--lang", language)
    for clause in bedesten.game("basari").rules:
        assert clause in called.stdout
    counted = {"en": "28 archways by two", "de": "28 Torbögen nach zwei", "fr": "28 arcades selon"}
    assert counted[language] in " ".join(called.stdout.split())


def test_a_chapter_and_a_clause_can_be_asked_for(call: Call) -> None:
    chapter = call("rules", "basari", "BAS-4", "--json").stdout
    assert set(json.loads(chapter)["clauses"]) == {f"BAS-4.{n}" for n in range(1, 10)}
    clause = call("rules", "basari", "bas-4.4", "--lang", "de").stdout
    assert "BAS-4.4" in clause
    assert "BAS-4.5" not in clause


def test_data_parts_facts_from_reconstructions(call: Call) -> None:
    found = {one["figure"]: one for one in json.loads(call("data", "basari", "--json").stdout)}
    assert found["track"] == {
        "figure": "track",
        "label": "Numbers on the score track",
        "source": "rulebook",
        "note": "",
        "value": 85,
    }
    assert found["ring.archways"]["source"] == "reconstruction"
    printed = call("data", "basari").stdout
    assert "gems_per_colour" in printed
    assert "reconstructed" in printed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", bedesten.games())
def test_data_prints_whole_lists(call: Call, name: str, language: str) -> None:
    printed = call("data", name, "--lang", language).stdout
    words = " ".join(printed.split())
    for group in component_list(bedesten.game(name), language):
        assert group.label in printed
        for one in group.components:
            cells = [*one.lines, *(cell for row in one.rows for cell in row)]
            assert all(" ".join(cell.split()) in words for cell in cells), one.key
    assert "..." not in printed


def test_games_are_listed(call: Call) -> None:
    assert "basari" in call("games").stdout
    names = [one["name"] for one in json.loads(call("games", "--json").stdout)]
    assert names == list(bedesten.games())


def test_the_version_names_the_build(call: Call) -> None:
    build = "compiled" if bedesten.COMPILED else "pure Python"
    assert call("--version").stdout == f"bedesten {bedesten.__version__} ({build})\n"


def test_the_version_names_what_is_not_compiled(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bedesten, "COMPILED", True)
    monkeypatch.setattr(compiled, "interpreted", lambda: ["bedesten.envs.loop"])
    assert "(compiled, but not bedesten.envs.loop)" in call("--version").stdout


def test_without_a_verb_there_is_help(call: Call) -> None:
    called = call()
    assert called.exit_code == 0
    assert "play" in called.stdout
