"""`bedesten analyse` and `bedesten replay --chances`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import bedesten
from bedesten import bots
from bedesten.bots.knowledge import Knowledge
from bedesten.kernel.rng import seeded
from cli.conftest import Call


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short game of Basari in which seat 1 plays at random."""
    match = bedesten.new("basari", seats=3, seed=5, names=["Ada", "Bo", "Cem"], laps=1)
    rng = seeded("analyse")
    players = [bots.bot("greedy"), bots.bot("random"), bots.bot("greedy")]
    while not match.over:
        seat = match.actors[0]
        match.play(seat, players[seat].choose(Knowledge.of(match, seat), rng))
    path = tmp_path_factory.mktemp("games") / "game.txt"
    path.write_text(match.record())
    return path


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Luck", "Own choices", "Chances over time", "Better", "Evaluation"]),
        ("de", ["Glück", "Eigene", "Gewinnchancen im Verlauf", "Besser", "Bewertung"]),
        ("fr", ["Chance", "Ses choix", "Chances au fil de la partie", "Mieux", "Évaluation"]),
    ],
)
def test_a_review_in_the_terminal(
    call: Call, record: Path, language: str, words: list[str]
) -> None:
    called = call("analyse", str(record), "--depth", "quick", "--lang", language)
    assert called.exit_code == 0, called.output
    for word in [*words, "Ada", "Bo", "Cem"]:
        assert word in called.stdout
    assert max(len(line) for line in called.stdout.split("\n")) <= 120


def test_json_is_the_review_and_jobs_change_nothing(call: Call, record: Path) -> None:
    called = call("analyse", str(record), "--depth", "quick", "--json")
    found = json.loads(called.stdout)
    for seat in found["seats"]:
        assert seat["start"] + seat["luck"] + seat["own"] + seat["others"] == seat["result"]
    parallel = call("analyse", str(record), "--depth", "quick", "--json", "--jobs", "2")
    assert json.loads(parallel.stdout) == found


def test_the_page_holds_all_it_needs(call: Call, record: Path, tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    called = call("analyse", str(record), "--depth", "quick", "--html", str(page), "--lang", "de")
    assert called.exit_code == 0, called.output
    text = page.read_text()
    assert '<html lang="de">' in text
    assert text.count("<polygon") == 3
    assert "Gewinnchancen im Verlauf" in text
    assert "http" not in text.replace("http://www.w3.org", "")
    assert "<script" not in text


def test_games_add_up(call: Call, record: Path) -> None:
    called = call("analyse", str(record), str(record), "--depth", "quick", "--summary", "--json")
    found = json.loads(called.stdout)
    assert found["games"] == 2
    assert {one["name"]: one["games"] for one in found["players"]} == {"Ada": 2, "Bo": 2, "Cem": 2}
    table = call("analyse", str(record), "--depth", "quick", "--summary")
    assert "Ada" in table.stdout
    assert "Without luck" in table.stdout


def test_bad_input(call: Call, record: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.txt"
    damaged.write_text(record.read_text().replace("1. ", "1. 7 ", 1))
    for arguments, sentence in {
        (str(damaged),): "line",
        (str(tmp_path / "none.txt"),): "cannot read",
        (str(record), "--depth", "endless"): "no depth 'endless'",
        (str(record), "--seat", "9"): "there is no seat 9",
        (str(record), "--html", "page.txt"): "--html takes one record",
    }.items():
        called = call("analyse", *arguments)
        assert called.exit_code == 2, called.output
        assert sentence in called.output
        assert "Traceback" not in called.output


def test_a_replay_shows_chances_when_asked(call: Call, record: Path) -> None:
    plain = call("replay", str(record), "--all")
    shown = call("replay", str(record), "--all", "--chances")
    assert shown.exit_code == 0, shown.output
    lines = [one for one in shown.stdout.split("\n") if one.startswith("Ada ") and "%" in one]
    assert len(lines) > 3
    assert len(lines) > plain.stdout.count("Ada 33 %")
