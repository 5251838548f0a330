"""The solo campaign: shown, played, counted once, resumed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from typer.testing import Result

import bedesten
from bedesten.cli.campaign_file import read_campaign, write_campaign
from bedesten.cli.campaign_screen import CampaignScreen
from bedesten.cli.language import cli_sentences
from bedesten.cli.saved_games import SaveHeader, write_game
from bedesten.tables.campaign import Campaign, Counted, tasks_of
from cli.test_cli_choose_write import random_game
from rules.choose_write.bazaar import Sheet, bazaar

Call = Callable[..., Result]

LANGUAGES = ("en", "de", "fr")
TASKS = tasks_of(bedesten.game("choose_write"))
WON = Sheet(
    goods=(1, 2, 3, 4),
    filled=(10, 10, 11, 12),
    lira=5,
    lira_filled=36,
    rubies=11,
    guild_played=1,
    cards_used=1,
    ticks={"1": 2, "5": 2},
)
"""Meets tasks 2, 4 and 7."""


def last_turn(path: Path, me: Sheet = WON, seed: int = 5) -> None:
    """A file with a solo game that ends with the next place card."""
    table = bazaar(me, seats=1, display=("left:12", "right:12"), pile=())
    match = bedesten.from_position(
        "choose_write", table.match.position(), seed=seed, names=["Guest"]
    )
    write_game(path, match, SaveHeader([""], seed, "en"))


def under_way(tmp_path: Path, me: Sheet = WON, seed: int = 5) -> Path:
    """A campaign with such a game."""
    game, kept = tmp_path / f"game{seed}.txt", tmp_path / "campaign.json"
    last_turn(game, me, seed)
    campaign = read_campaign(kept)
    campaign.under_way = str(game)
    write_campaign(kept, campaign)
    return kept


def kept_in(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def counted(column: int, *tasks: int, rubies: int = 0, fields: int = 3) -> Counted:
    mark = f"{column:02}{rubies:02}{''.join(f'{n:02}' for n in tasks)}".ljust(32, "0")
    return Counted(mark, rubies or column, fields, column, tasks)


# -- showing --------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns", [80, 120])
def test_the_table_names_every_task(call: Call, language: str, columns: int) -> None:
    shown = call("solo", "--show", "--lang", language, columns=columns)
    assert shown.exit_code == 0, shown.output
    assert max(map(cell_len, shown.stdout.splitlines())) <= columns
    names = bedesten.game("choose_write").text(language).names
    for n in range(1, 15):
        assert names[f"task.{n}"].split(" ")[0] in shown.stdout
        assert any(line.startswith(f"{n:>2} ") for line in shown.stdout.splitlines())
    for how in ("easy", "medium", "hard"):
        assert names[f"difficulty.{how}"] in shown.stdout
    assert shown.stdout.count("☐") == 42
    assert cli_sentences(language)("solo_title") in shown.stdout


def test_what_is_done_and_best_results_are_shown(call: Call, tmp_path: Path) -> None:
    kept = tmp_path / "c.json"
    games = [counted(10, 1, 7, fields=9), counted(12, 7, rubies=13, fields=4), counted(11, 7)]
    write_campaign(kept, Campaign(games=games))
    shown = call("solo", "--show", "--campaign", str(kept)).stdout
    seven = next(line for line in shown.splitlines() if line.startswith(" 7 "))
    assert seven.count("☑") == 3
    assert "◆13 · 4" in seven
    one = next(line for line in shown.splitlines() if line.startswith(" 1 "))
    assert (one.count("☑"), one.count("☐")) == (1, 2)
    assert "◆10 · 9" in one
    assert "High score: 13 rubies, 4 fields." in shown
    assert "3 of 28 done" in shown


def test_the_next_field_is_the_easiest_of_the_goal() -> None:
    campaign = Campaign()
    assert campaign.next(TASKS) == (1, 10)
    campaign.games = [counted(10, 1, 2, 7, 12), counted(11, 1, 2, 7)]
    assert campaign.next(TASKS) == (12, 11)
    everything = tuple(range(1, 15))
    campaign.games = [counted(10, *everything), counted(11, *everything)]
    assert campaign.next(TASKS) == (1, 12)
    campaign.games.append(counted(12, *everything))
    assert campaign.next(TASKS) is None


def test_showing_changes_nothing(call: Call, tmp_path: Path) -> None:
    kept = under_way(tmp_path)
    before = kept.read_bytes()
    shown = call("solo", "--show", "--campaign", str(kept))
    assert "A game is under way" in shown.stdout
    assert kept.read_bytes() == before


# -- playing --------------------------------------------------------------------


def test_a_whole_game_is_played_and_counted(call: Call, tmp_path: Path) -> None:
    typed = ["", *random_game(1, 7)]
    played = call("solo", "--seed", "7", typed=typed, columns=80)
    assert played.exit_code == 0, played.output
    assert "The game is over." in played.stdout
    assert "wins" not in played.stdout
    assert "With fewer than 10 rubies nothing is ticked." in played.stdout  # played at random
    kept = kept_in(tmp_path / "home" / "bedesten" / "solo-campaign.json")
    assert len(kept["games"]) == 1
    assert kept["under_way"] is None
    again = call("solo", "--seed", "7", typed=typed, columns=80)
    assert "This game had been counted before." in again.stdout
    assert len(kept_in(tmp_path / "home" / "bedesten" / "solo-campaign.json")["games"]) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_game_has_met_is_said_and_added(call: Call, tmp_path: Path, language: str) -> None:
    kept = under_way(tmp_path)
    args = ("solo", "--resume", "--campaign", str(kept), "--lang", language)
    played = call(*args, typed=["", "right", "pass"])
    assert played.exit_code == 0, played.output
    say = cli_sentences(language)
    assert say("solo_column", column=11) in played.stdout
    assert say("solo_added", n="2, 4, 7") in played.stdout
    assert say("solo_new_high_score") in played.stdout
    still = say("solo_still_open", column=11, n=11, tasks="1, 3, 5, 6, 8, 9, 10, 11, 12, 13, 14")
    assert " ".join(still.split()) in " ".join(played.stdout.split())
    names = bedesten.game("choose_write").text(language).names
    assert names["task.7"] in played.stdout
    (game,) = kept_in(kept)["games"]
    assert (game["rubies"], game["column"], game["tasks"]) == (11, 11, [2, 4, 7])
    assert read_campaign(kept).done(11) == {2, 4, 7}
    assert read_campaign(kept).done(10) == frozenset()


def test_a_game_is_counted_once(call: Call, tmp_path: Path) -> None:
    kept = under_way(tmp_path)
    call("solo", "--campaign", str(kept), typed=["", "right", "pass"])
    again = under_way(tmp_path)  # the same game once more
    played = call("solo", "--campaign", str(again), typed=["", "right", "pass"])
    assert "counted before" in played.stdout
    assert "Added to the campaign: –." in played.stdout
    assert len(kept_in(kept)["games"]) == 1
    other = under_way(tmp_path, seed=6)
    played = call("solo", "--campaign", str(other), typed=["", "right", "pass"])
    assert "already done" in played.stdout
    assert "high score" not in played.stdout.rpartition("The game is over.")[2]
    assert len(kept_in(kept)["games"]) == 2


def test_a_game_counted_meanwhile_is_not_lost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = under_way(tmp_path)
    screen = CampaignScreen(kept, "en", True)
    match = screen.left_behind()
    assert match is not None
    write_campaign(kept, Campaign(games=[counted(10, 1)], under_way=str(tmp_path / "other.txt")))
    match.play(0, "right")
    match.play(0, "pass")
    screen.count(match, tmp_path / "game5.txt")
    assert [game["column"] for game in kept_in(kept)["games"]] == [10, 11]
    assert kept_in(kept)["under_way"] == str(tmp_path / "other.txt")
    assert "Added to the campaign: 2, 4, 7." in capsys.readouterr().out


def test_a_game_finished_elsewhere_is_counted_when_one_comes_back(
    call: Call, tmp_path: Path
) -> None:
    kept = under_way(tmp_path)
    call("play", "--resume", str(tmp_path / "game5.txt"), typed=["right", "pass"])
    back = call("solo", "--campaign", str(kept), typed=["q"])
    assert "Added to the campaign: 2, 4, 7." in back.stdout
    assert kept_in(kept)["under_way"] is None


def test_a_game_that_is_quit_is_saved_and_resumed(call: Call, tmp_path: Path) -> None:
    kept = str(tmp_path / "c.json")
    typed = list(random_game(1, 7))
    quit_ = call(
        *("solo", "--seed", "7", "--campaign", kept), typed=["", *typed[:9], "q"], columns=80
    )
    assert quit_.exit_code == 0, quit_.output
    assert f"Go on with: bedesten solo --campaign {kept}" in quit_.stdout
    game = kept_in(Path(kept))["under_way"]
    assert not bedesten.replay(Path(game).read_text("utf-8")).over
    left = call("solo", "--campaign", kept, typed=["q"])
    assert "A game is under way" in left.stdout
    resumed = call("solo", "--campaign", kept, typed=["", *typed[9:]], columns=80)
    assert "The game is over." in resumed.stdout
    said = bedesten.replay(Path(game).read_text("utf-8")).history
    assert [one.word for one in said if one.seat == 0 and not one.forced] == typed
    assert len(kept_in(Path(kept))["games"]) == 1


def test_another_game_can_be_begun_all_the_same(call: Call, tmp_path: Path) -> None:
    kept = under_way(tmp_path)
    call("solo", "--new", "--seed", "3", "--campaign", str(kept), typed=["", "q"])
    assert kept_in(kept)["under_way"] != str(tmp_path / "game5.txt")
    assert kept_in(kept)["games"] == []


def test_the_end_of_the_input_is_no_accident(call: Call, tmp_path: Path) -> None:
    kept = tmp_path / "c.json"
    assert call("solo", "--campaign", str(kept)).exit_code == 0
    assert not kept.exists()


# -- what is refused --------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"games": 3}', '{"version": 2}', '{"games": [{"hash": "x"}]}', "\udcff"],
)
def test_a_damaged_file_is_refused_in_one_sentence(call: Call, tmp_path: Path, text: str) -> None:
    kept = tmp_path / "c.json"
    kept.write_bytes(text.encode("utf-8", "surrogateescape"))
    before = kept.read_bytes()
    refused = call("solo", "--campaign", str(kept), typed=[""])
    assert refused.exit_code == 2
    assert refused.stderr.startswith(f"bedesten: {kept} is damaged or no solo campaign")
    assert refused.stderr.count("\n") == 1
    assert kept.read_bytes() == before


def test_a_damaged_game_is_refused_and_another_can_be_begun(call: Call, tmp_path: Path) -> None:
    kept = under_way(tmp_path)
    game = tmp_path / "game5.txt"
    game.write_text("nonsense\n", "utf-8")
    refused = call("solo", "--campaign", str(kept), typed=[""])
    assert refused.exit_code == 2
    assert str(game) in refused.stderr
    begun = call("solo", "--new", "--campaign", str(kept), typed=["", "q"])
    assert begun.exit_code == 0, begun.output


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("--resume",), "there is no game to go on with"),
        (("--resume", "--new"), "choose one of them"),
        (("--lang", "xx"), "no language 'xx'"),
        (("--seed", "manual"), "a seed is"),
    ],
)
def test_what_cannot_be_is_refused(call: Call, args: tuple[str, ...], sentence: str) -> None:
    refused = call("solo", *args, typed=[""])
    assert refused.exit_code == 2
    assert sentence in refused.stderr


def test_the_seed_of_a_game_under_way_is_settled(call: Call, tmp_path: Path) -> None:
    kept = under_way(tmp_path)
    refused = call("solo", "--seed", "4", "--campaign", str(kept), typed=[""])
    assert refused.exit_code == 2
    assert "settled" in refused.stderr


def test_a_game_that_is_gone_is_forgotten(call: Call, tmp_path: Path) -> None:
    kept = under_way(tmp_path)
    (tmp_path / "game5.txt").unlink()
    begun = call("solo", "--seed", "3", "--campaign", str(kept), typed=["", "q"])
    assert begun.exit_code == 0, begun.output
    assert "under way" not in begun.stdout
