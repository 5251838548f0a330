"""`bedesten arena`: the same games however they are played, and an honest account of them."""

from __future__ import annotations

import json
import multiprocessing
import re
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import bedesten
from bedesten.arena import journal
from bedesten.arena.journal import BadJournal
from bedesten.bots import external
from bedesten.cli.main import app
from cli.conftest import Call
from cli.test_cli_processes import begun
from registering import register_tiny_game

QUICK = "search:1"  # thinks, but not for long
BASARI = ("arena", "basari", "-o", "laps=1", "--bots", f"{QUICK},random,random")


def lines(path: Path) -> list[str]:
    """The games of a journal, without the time that they took."""
    games = path.read_text("utf-8").splitlines()[1:]
    return sorted(re.sub(r',"seconds":\[[^]]*\]', "", game) for game in games)


@pytest.fixture(scope="module")
def twelve_games(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("arena") / "played.jsonl"
    called = CliRunner().invoke(app, [*BASARI, "-n", "12", "--save", str(path)])
    assert called.exit_code == 0, called.output
    return path.read_bytes()


@pytest.fixture
def played(twelve_games: bytes, tmp_path: Path) -> Path:
    """The journal of twelve games."""
    path = tmp_path / "played.jsonl"
    path.write_bytes(twelve_games)
    return path


def test_results_do_not_depend_on_the_number_of_processes(
    call: Call, played: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.jsonl"
    assert call(*BASARI, "-n", "12", "--jobs", "2", "--save", str(other)).exit_code == 0
    assert lines(other) == lines(played)
    assert len(lines(played)) == 12


def test_the_table_says_who_wins_and_how_surely(call: Call, played: Path) -> None:
    said = call("arena", "--resume", str(played)).stdout
    assert "Basari, 3 players: 12 games on 4 deals" in said
    for heading in ("Wins", "95 %", "Place", "Score", "Rating", "Finishes ahead of", "Seat"):
        assert heading in said


def test_json_holds_all_figures(call: Call, played: Path) -> None:
    found = json.loads(call("arena", "--resume", str(played), "--json").stdout)
    assert found["games"] == 12
    assert found["line_ups"] == [[QUICK, "random", "random"]]
    bots = {bot["name"]: bot for bot in found["bots"]}
    assert bots[QUICK]["seat_games"] == 12
    assert bots["random"]["seat_games"] == 24
    assert bots[QUICK]["wins"]["value"] + 2 * bots["random"]["wins"]["value"] == pytest.approx(1)
    assert sum(seat["value"] for seat in found["seats"]) == pytest.approx(1)
    places = bots[QUICK]["rank"]["value"] + 2 * bots["random"]["rank"]["value"]
    assert places == pytest.approx(1 + 2 + 3)
    for bot in bots.values():
        for figure in (bot["wins"], bot["rank"], bot["score"]):
            assert figure["low"] <= figure["value"] <= figure["high"]
    assert sum(one["games"] for one in found["lengths"]) == 12


def test_a_journal_that_was_cut_off_anywhere_goes_on(
    call: Call, played: Path, tmp_path: Path
) -> None:
    whole = played.read_bytes()
    head = whole.index(b"\n") + 1
    for cut in (head + 40, len(whole) - 3):
        path = tmp_path / f"{cut}.jsonl"
        path.write_bytes(whole[:cut])
        called = call("arena", "--resume", str(path), "--json")
        assert called.exit_code == 0, called.output
        assert lines(path) == lines(played)


def test_more_games_can_be_added_and_none_taken_away(call: Call, played: Path) -> None:
    assert call("arena", "--resume", str(played), "-n", "13").exit_code == 0
    assert len(lines(played)) == 15
    assert "15 games on 5 deals" in call("arena", "--resume", str(played)).stdout
    refused = call("arena", "--resume", str(played), "-n", "3")
    assert refused.exit_code == 2
    assert "only add" in refused.stderr


def test_every_record_verifies_and_tells_the_game_of_its_line(call: Call, tmp_path: Path) -> None:
    path, folder = tmp_path / "games.jsonl", tmp_path / "records"
    call(*BASARI, "-n", "3", "--save", str(path), "--records", str(folder))
    for line in lines(path):
        game = json.loads(line)
        text = (folder / f"game-{game['game']:06}.txt").read_text("utf-8")
        report = bedesten.verify(text)
        assert report.ok
        assert report.finished
        match = bedesten.replay(text)
        assert list(match.scores) == game["scores"]
        assert match.seed == game["seed"]
        assert [name.rpartition(" ")[0] for name in match.names] == game["bots"]


def test_games_of_a_deal_meet_the_same_dice(call: Call, tmp_path: Path) -> None:
    """A bot against itself with other luck of its own: the first throw is the same."""
    folder = tmp_path / "records"
    call(*BASARI, "-n", "6", "--records", str(folder), "-o", "start=random")
    opening = [
        re.findall(r"^0\. \* (.*?) ~", path.read_text("utf-8"), re.MULTILINE)[0].split(" 0 ")[0]
        for path in sorted(folder.iterdir())
    ]
    assert len(set(opening[:3])) == 1
    assert len(set(opening[3:])) == 1


def test_it_stops_when_it_is_sure(call: Call, tmp_path: Path) -> None:
    summaries = []
    for jobs in "12":
        path = tmp_path / f"{jobs}.jsonl"
        called = call(
            *BASARI, "-n", "3000", "--until", "75", "--jobs", jobs, "--json", "--save", str(path)
        )
        assert called.exit_code == 0, called.output
        found = json.loads(called.stdout)
        assert found["finding"]["verdict"] == "better"
        assert found["games"] == 3 * found["finding"]["deals"] < 1000
        for bot in found["bots"]:
            del bot["seconds"]
        summaries.append(found)
    assert summaries[0] == summaries[1]


def test_a_bot_that_is_not_better_fails_the_check(call: Call) -> None:
    called = call(
        "arena", "basari", "-o", "laps=1", "--bots", f"random,{QUICK},{QUICK}", "-n", "600",
        "--until", "50",
    )  # fmt: skip
    assert called.exit_code == 1
    assert f"random is worse than {QUICK}" in called.stdout


def test_unfinished_games_are_draws(call: Call) -> None:
    called = call(
        "arena", "istanbul", "--bots", "random,random", "-n", "4", "--most-turns", "3", "--json"
    )
    found = json.loads(called.stdout)
    assert found["unfinished"] == 4
    assert found["bots"][0]["wins"]["value"] == 0.5


def test_options_and_variants_are_played(call: Call, tmp_path: Path) -> None:
    data = tmp_path / "long.toml"
    data.write_text("lap_points = 99\n", encoding="utf-8")
    found = json.loads(call(*BASARI, "-n", "3", "--data", str(data), "--json").stdout)
    assert found["plan"]["terms"]["options"] == {"laps": 1}
    assert found["plan"]["terms"]["changes"] == {"lap_points": 99}
    assert max(bot["score"]["value"] for bot in found["bots"]) > 60


def test_the_page_needs_nothing_from_outside(call: Call, played: Path, tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    data = tmp_path / "result.json"
    called = call("arena", "--resume", str(played), "--out", str(out), "--out", str(data))
    assert called.exit_code == 0, called.output
    page = out.read_text("utf-8")
    assert "<script" not in page
    assert not re.search(r"""(src|href)=|url\(|@import|https?:""", page)
    assert page.count("<svg") == 4
    assert "prefers-color-scheme: dark" in page
    assert QUICK in page
    for name in ("svg", "table", "div", "p", "h2"):
        assert len(re.findall(rf"<{name}\b", page)) == page.count(f"</{name}>"), name
    assert json.loads(data.read_text("utf-8"))["games"] == 12


def test_names_cannot_break_the_page(call: Call, tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    program = tmp_path / "program.py"
    program.write_text(ONLY_GREETS, "utf-8")
    bots = f"cmd:{sys.executable} {program} </svg><script>alert(1)</script>,random,random"
    call("arena", "basari", "-o", "laps=1", "--bots", bots, "-n", "3", "--out", str(out))
    external.close_all()
    page = out.read_text("utf-8")
    assert "&lt;script&gt;" in page
    assert "<script" not in page


ONLY_GREETS = "print(input() and '{}', flush=True)"
"""A program that answers the greeting and exits."""


def test_a_program_that_cannot_start_is_refused_before_the_first_game(
    call: Call, tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl"
    refused = call(
        "arena", "basari", "--bots", "cmd:./nothere,random", "--until", "95", "--save", str(path)
    )
    assert refused.exit_code == 2
    assert "cmd:./nothere cannot be started: No such file or directory" in refused.stderr
    assert not path.exists()


def test_a_program_that_fails_forfeits_and_gets_no_verdict(call: Call, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(ONLY_GREETS, "utf-8")
    bots = f"cmd:{sys.executable} {program},random"
    many = ("-n", "12", "-o", "laps=1", "--seats", "3")
    called = call("arena", "basari", "--bots", bots, "--until", "50", *many, "--json")
    external.close_all()
    found = json.loads(called.stdout)
    failing, other = found["bots"]
    assert failing["forfeits"] == failing["seat_games"] > 0
    assert failing["wins"]["value"] < other["wins"]["value"]
    assert found["finding"]["verdict"] == "open"
    assert called.exit_code == 1


def test_the_json_says_what_made_the_result(call: Call) -> None:
    called = call(
        "arena", "basari", "-o", "laps=1", "--bots", f"{QUICK},random,random", "-n", "3", "--json"
    )
    found = json.loads(called.stdout)
    assert found["schema"] == "bedesten-arena-2"
    assert found["provenance"]["bedesten"] == bedesten.__version__
    assert found["provenance"]["build"] == ("compiled" if bedesten.COMPILED else "pure")
    assert re.fullmatch("[0-9a-f]{16}", found["provenance"]["weights"])
    assert all(bot["seconds"] >= 0 for bot in found["bots"])


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ((), "which game?"),
        (("basari",), "which bots?"),
        (("chess", "--bots", "greedy"), "no game 'chess'"),
        (("basari", "--bots", "deepblue"), "no bot 'deepblue'"),
        (("basari", "--bots", "greedy", "--seats", "9"), "3 to 4 players"),
        (("istanbul", "--bots", "greedy,greedy,random", "--seats", "2"), "named twice"),
        (("basari", "--bots", "greedy", "--until", "95"), "name two"),
        (("basari", "--bots", "greedy,random", "--out", "result.txt"), ".json or .html"),
        (("basari", "--bots", "greedy,random", "--out", "no/where.json"), "no folder"),
        (("basari", "--bots", "greedy,random", "-o", "laps=9"), "option laps"),
        (("--resume", "nowhere.jsonl"), "cannot read"),
        (("basari", "--resume", "nowhere.jsonl"), "settled"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(
    call: Call, args: tuple[str, ...], sentence: str
) -> None:
    refused = call("arena", *args)
    assert refused.exit_code == 2
    assert sentence in refused.stderr
    assert refused.stderr.count("\n") == 1


def test_a_file_that_is_there_is_left_alone(call: Call, played: Path) -> None:
    before = played.read_bytes()
    refused = call(*BASARI, "--save", str(played))
    assert refused.exit_code == 2
    assert "--resume" in refused.stderr
    assert played.read_bytes() == before


def test_what_is_no_journal_is_refused(tmp_path: Path, played: Path) -> None:
    foreign = tmp_path / "foreign.jsonl"
    foreign.write_text('{"a": 1}\n')
    with pytest.raises(BadJournal, match="no journal"):
        journal.reopen(foreign)
    mixed = played.read_text("utf-8").replace('"seed":"1/1"', '"seed":"2/1"')
    foreign.write_text(mixed)
    with pytest.raises(BadJournal, match="not one of this plan"):
        journal.reopen(foreign)


def test_a_journal_starts_no_program_unless_it_is_told_to(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    mark = tmp_path / "mark"
    program = tmp_path / "program.sh"
    program.write_text(f"touch {mark}; read hello; echo '{{}}'", "utf-8")
    bots = f"cmd:sh {program},random,random"
    call("arena", "basari", "-o", "laps=1", "--bots", bots, "-n", "3", "--save", str(path))
    assert mark.exists()
    mark.unlink()
    external.close_all()
    refused = call("arena", "--resume", str(path), "-n", "6")
    assert refused.exit_code == 2
    assert "--run-programs" in refused.stderr
    assert not mark.exists()
    assert call("arena", "--resume", str(path), "-n", "6", "--run-programs").exit_code == 0
    assert mark.exists()


def test_a_game_that_fails_is_named(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    from bedesten.bots.greedy import GreedyBot

    def fail(*_: Any) -> str:
        raise RuntimeError("out of tea")

    monkeypatch.setattr(GreedyBot, "choose", fail)
    failed = call("arena", "basari", "--bots", "greedy,random,random", "-n", "3", "--seed", "tea")
    assert failed.exit_code == 1
    assert "game 0 (seed tea/0, greedy · random · random): RuntimeError('out of tea')" in (
        failed.stderr
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_leaves_a_journal_to_go_on_with(
    call: Call, played: Path, tmp_path: Path, jobs: str
) -> None:
    path = tmp_path / "interrupted.jsonl"
    args = (*BASARI, "-n", "100000", "--jobs", jobs, "--save", str(path))
    with begun(*args) as playing:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if path.exists() and path.read_bytes().count(b"\n") > 12:
                break
            time.sleep(0.05)
        playing.send_signal(signal.SIGINT)
        out, err = playing.communicate(timeout=60)
    assert playing.returncode == 130, err
    assert b"--resume" in err
    assert b"Traceback" not in err
    assert b"games on" in out
    kept = journal.reopen(path)
    assert len(kept.results) >= 12
    again = {json.loads(line)["game"]: json.loads(line) for line in lines(path)}
    for line in lines(played):
        one = json.loads(line)
        if one["game"] in again:
            assert again[one["game"]] == one
    assert not multiprocessing.active_children()


def test_ray_plays_the_same_games(call: Call, played: Path, tmp_path: Path) -> None:
    pytest.importorskip("ray")
    path = tmp_path / "ray.jsonl"
    called = call(*BASARI, "-n", "12", "--jobs", "2", "--save", str(path), "--ray")
    if "timed out during startup" in called.stderr:
        pytest.skip("this machine is too busy to start Ray within its 30 seconds")
    assert called.exit_code == 0, called.output
    assert lines(path) == lines(played)


def test_a_cluster_that_does_not_answer_is_named(call: Call) -> None:
    pytest.importorskip("ray")
    refused = call(*BASARI, "-n", "3", "--ray", "nowhere:port")
    assert refused.exit_code == 2
    assert "no Ray cluster at 'nowhere:port'" in refused.stderr


def test_without_ray_a_sentence_says_how_to_get_it(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    refused = call(*BASARI, "-n", "3", "--ray")
    assert refused.exit_code == 2
    assert "pip install 'bedesten[ray]'" in refused.stderr


def test_a_registered_game_plays_a_tournament(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = register_tiny_game(monkeypatch)
    saved = tmp_path / "stalls.jsonl"
    called = call("arena", name, "--bots", "greedy,random", "-n", "6", "--save", str(saved))
    assert called.exit_code == 0, called.output
    assert len(lines(saved)) == 6
