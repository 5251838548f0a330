"""BAS-1: the gems, the ring, the tiles and the score track."""

from __future__ import annotations

import random
import tomllib
from importlib.resources import files

import pytest

import bedesten
from rules.basari.bazaar import (
    ARCHWAYS,
    COLOURS,
    RING,
    TILES,
    Gems,
    by_colour,
    choose,
    counted,
    haggle,
    lapse,
    may_offer,
    offer,
    phase_1,
    phase_2,
    player,
    plus,
)
from table import Table


@pytest.mark.rule("BAS-1.1")
@pytest.mark.parametrize("seats", [3, 4])
def test_there_are_25_gems_of_each_colour(seats: int) -> None:
    view = Table("basari", seats=seats).view
    piles = [view["bank"], *(one["gems"] for one in view["players"])]
    assert {colour: sum(pile[colour] for pile in piles) for colour in COLOURS} == {
        "red": 25,
        "yellow": 25,
        "green": 25,
        "blue": 25,
    }


@pytest.mark.rule("BAS-1.1")
@pytest.mark.parametrize("seats", [3, 4])
def test_no_gem_is_made_or_lost_in_a_game(seats: int) -> None:
    match = bedesten.new("basari", seats=seats, seed="gems")
    whim = random.Random(seats)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, whim.choice(match.choices(seat)))
        view = match.view(None)
        total = counted(view["bank"])
        for one in view["players"]:
            total = plus(total, counted(one["gems"]))
        assert total == (25, 25, 25, 25)


@pytest.mark.rule("BAS-1.1")
@pytest.mark.parametrize(
    ("cheap", "dear"),
    [((0, 0, 0, 1), (0, 0, 1, 0)), ((0, 0, 1, 0), (0, 1, 0, 0)), ((0, 1, 0, 0), (1, 0, 0, 0))],
    ids=["green over blue", "yellow over green", "red over yellow"],
)
def test_a_dearer_gem_is_worth_more_in_a_haggle(cheap: Gems, dear: Gems) -> None:
    table = haggle()
    offer(table, 0, cheap)
    assert may_offer(table, 1, dear)

    table = haggle()
    offer(table, 0, dear)
    assert not may_offer(table, 1, cheap)


@pytest.mark.rule("BAS-1.2")
def test_each_player_has_a_pawn_a_start_tile_and_a_score() -> None:
    table = Table("basari", seats=3, start="random")
    table.say("archway:4", "archway:9", "archway:20")
    shown = [(one["archway"], one["start"], one["score"]) for one in table.view["players"]]
    assert shown == [(4, 4, 0), (9, 9, 0), (20, 20, 0)]


@pytest.mark.rule("BAS-1.2")
def test_a_die_has_six_equal_sides() -> None:
    odds = phase_1().match.odds()
    assert odds == pytest.approx({f"pips:{n}": 1 / 6 for n in range(1, 7)})


@pytest.mark.rule("BAS-1.2")
def test_each_player_has_the_tiles_die_points_and_gems() -> None:
    table = phase_2(4)
    for seat in range(4):
        assert sorted(table.match.choices(seat)) == sorted(TILES)


@pytest.mark.rule("BAS-1.2")
def test_tiles_come_back_to_the_hand_every_round() -> None:
    table = phase_2()
    choose(table, "points", "die", "gems")
    table.chance("pips:1")
    assert [one["tile"] for one in table.view["players"]] == [None, None, None]

    table.chance("pips:1", "pips:1", "pips:1")
    for seat in range(3):
        assert sorted(table.match.choices(seat)) == sorted(TILES)


@pytest.mark.rule("BAS-1.3")
def test_pawns_walk_clockwise() -> None:
    table = phase_1(archways=(4, 9, 20))
    table.chance("pips:1", "pips:3", "pips:6")
    assert [one["archway"] for one in table.view["players"]] == [5, 12, 26]


@pytest.mark.rule("BAS-1.3", "BAS-1.4")
def test_after_the_last_archway_comes_the_first() -> None:
    table = phase_1(archways=(28, 26, 24))
    table.chance("pips:1", "pips:6", "pips:4")
    assert [one["archway"] for one in table.view["players"]] == [1, 4, 28]


@pytest.mark.rule("BAS-1.3")
def test_each_archway_shows_4_to_7_points_and_2_to_4_gems() -> None:
    for archway in Table("basari", seats=3).view["ring"]:
        assert 4 <= archway["points"] <= 7
        assert 2 <= sum(archway["gems"].values()) <= 4


@pytest.mark.rule("BAS-1.3")
def test_any_number_of_pawns_may_share_a_field() -> None:
    table = phase_1(4, archways=(10, 11, 12, 13))
    table.chance("pips:4", "pips:3", "pips:2", "pips:1")
    assert [one["archway"] for one in table.view["players"]] == [14, 14, 14, 14]


@pytest.mark.rule("BAS-1.3")
@pytest.mark.parametrize("pips", ["pips:2", "pips:3"], ids=["reached", "passed"])
def test_other_players_start_tiles_mean_nothing(pips: str) -> None:
    table = phase_1(archways=(10, 16, 20), walked=(4, 4, 4))
    table.chance(pips, "pips:1", "pips:1")
    lapse(table)
    assert player(table, 1)["start"] == 12
    assert table.view["scorings"] == 0
    assert table.match.scores == (0, 0, 0)


@pytest.mark.rule("BAS-1.4")
def test_the_ring_has_28_archways() -> None:
    assert len(Table("basari", seats=3).view["ring"]) == 28


@pytest.mark.rule("BAS-1.4")
def test_the_archways_are_those_of_the_rules_clockwise() -> None:
    assert Table("basari", seats=3).view["ring"] == [
        {"points": points, "gems": by_colour(gems)} for points, gems in RING
    ]


@pytest.mark.rule("BAS-1.4")
@pytest.mark.parametrize("colour", COLOURS)
def test_each_colour_is_shown_21_times(colour: str) -> None:
    ring = Table("basari", seats=3).view["ring"]
    assert sum(archway["gems"][colour] for archway in ring) == 21


@pytest.mark.rule("BAS-1.4")
@pytest.mark.parametrize(
    ("points", "gems"), [(5, (2, 1, 0, 0)), (4, (0, 1, 3, 0))], ids=["RRY", "YGGG"]
)
def test_the_attested_pairs_are_on_the_ring(points: int, gems: Gems) -> None:
    assert {"points": points, "gems": by_colour(gems)} in Table("basari", seats=3).view["ring"]


@pytest.mark.rule("BAS-1.4")
def test_the_data_file_says_that_the_ring_is_reconstructed() -> None:
    text = files("bedesten").joinpath("games", "basari", "data.toml").read_text("utf-8")
    assert tomllib.loads(text)["provenance"]["ring"].startswith("reconstruction")


@pytest.mark.rule("BAS-1.4")
def test_an_owner_of_the_box_can_correct_the_ring_without_touching_code() -> None:
    archways = [[4, 1, 1, 1, 1]] * 33 + [[6, 0, 0, 0, 2]]
    table = phase_1(archways=(33, 1, 10), data={"ring": {"archways": archways}})
    table.chance("pips:1", "pips:1", "pips:1")
    choose(table, "points", "gems", "die")
    table.chance("pips:6")
    assert table.match.scores == (6, 0, 0)


@pytest.mark.rule("BAS-1.5")
@pytest.mark.parametrize(
    ("score", "shown", "times_round"),
    [
        (0, None, 0),
        (1, 1, 0),
        (84, 84, 0),
        (85, 85, 0),
        (86, 1, 1),
        (170, 85, 1),
        (171, 1, 2),
        (256, 1, 3),
    ],
)
def test_the_track_loops_at_85(score: int, shown: int | None, times_round: int) -> None:
    """Score 0 stands on the arrow, which shows no number."""
    table = phase_2(scores=(score, 0, 0))
    assert player(table, 0)["marker"] == {"shown": shown, "times_round": times_round}


@pytest.mark.rule("BAS-1.5")
@pytest.mark.parametrize("score", [84, 169, 999])
def test_the_score_is_unbounded(score: int) -> None:
    table = phase_2(scores=(score, 0, 0), archways=ARCHWAYS)
    choose(table, "points", "gems", "gems")
    assert table.match.scores[0] == score + 5
