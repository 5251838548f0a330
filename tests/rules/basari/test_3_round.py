"""BAS-3: rolling, choosing a tile, and the three actions."""

from __future__ import annotations

from itertools import permutations

import pytest

from bedesten import CHANCE
from rules.basari.bazaar import (
    DEALT,
    NO_GEMS,
    RING,
    TILES,
    Gems,
    bank,
    choose,
    held,
    lapse,
    minus,
    offer,
    phase_1,
    phase_2,
    player,
    plus,
)


@pytest.mark.rule("BAS-3.1")
def test_all_roll_and_move_that_many_fields() -> None:
    table = phase_1(4, archways=(1, 8, 15, 22))
    table.chance("pips:1", "pips:6", "pips:3", "pips:4")
    assert [one["archway"] for one in table.view["players"]] == [2, 14, 18, 26]


@pytest.mark.rule("BAS-3.1")
def test_the_roll_of_phase_1_brings_no_points_and_no_gems() -> None:
    table = phase_1()
    table.chance("pips:1", "pips:2", "pips:3")
    assert table.match.scores == (0, 0, 0)
    assert [held(table, seat) for seat in range(3)] == [DEALT] * 3


@pytest.mark.rule("BAS-3.1", "BAS-3.2")
def test_tiles_are_chosen_when_all_have_rolled() -> None:
    table = phase_1()
    table.chance("pips:1", "pips:2")
    assert table.actor == CHANCE
    table.chance("pips:3")
    assert table.match.actors == (0, 1, 2)


@pytest.mark.rule("BAS-3.1")
def test_after_the_actions_a_new_round_begins_with_the_dice() -> None:
    table = phase_2()
    lapse(table)
    assert table.actor == CHANCE
    table.chance("pips:1", "pips:2", "pips:3")
    assert table.match.actors == (0, 1, 2)


@pytest.mark.rule("BAS-3.2")
@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_tiles_may_be_chosen_in_any_order(order: tuple[int, ...]) -> None:
    table = phase_2()
    tiles = ("points", "gems", "die")
    for seat in order:
        table.play(seat, tiles[seat])
    assert [one["tile"] for one in table.view["players"]] == ["points", "gems", "die"]


@pytest.mark.rule("BAS-3.2")
def test_who_has_chosen_is_not_asked_again() -> None:
    table = phase_2()
    table.play(1, "gems")
    assert table.match.actors == (0, 2)


@pytest.mark.rule("BAS-3.2")
def test_no_action_is_carried_out_before_all_have_chosen() -> None:
    table = phase_2()
    table.play(0, "points")
    table.play(1, "gems")
    assert table.match.scores == (0, 0, 0)
    assert held(table, 1) == DEALT


@pytest.mark.rule("BAS-3.2")
def test_all_tiles_are_revealed_together() -> None:
    table = phase_2(4)
    for seat in range(3):
        table.play(seat, "points")
        assert [one["tile"] for one in table.view["players"]] == [None] * 4
    told = table.play(3, "die")
    assert [one["tile"] for one in table.view["players"]] == ["points"] * 3 + ["die"]
    turned = [(event.seat, event.values["action"]) for event in told if event.name == "turned_over"]
    assert turned == [(0, "points"), (1, "points"), (2, "points"), (3, "die")]


@pytest.mark.rule("BAS-3.3", "BAS-3.8")
def test_an_action_chosen_by_one_player_is_carried_out() -> None:
    table = phase_2(archways=(5, 23, 16))
    choose(table, "points", "gems", "die")
    table.chance("pips:2")
    assert table.match.scores == (5, 0, 4)
    assert held(table, 1) == plus(DEALT, (0, 1, 3, 0))
    assert player(table, 2)["archway"] == 18


@pytest.mark.rule("BAS-3.3")
@pytest.mark.parametrize("action", TILES)
@pytest.mark.parametrize("pair", [(0, 1), (0, 2), (1, 2)])
def test_two_who_chose_the_same_action_haggle_for_it(action: str, pair: tuple[int, int]) -> None:
    table = phase_2(scores=(30, 20, 10))
    tiles = ["points" if action == "gems" else "gems"] * 3
    for seat in pair:
        tiles[seat] = action
    choose(table, *tiles)
    assert table.view["haggle"]["action"] == action
    assert set(table.view["haggle"]["seats"]) == set(pair)
    assert table.match.actors == (pair[0],)


@pytest.mark.rule("BAS-3.3")
@pytest.mark.parametrize("action", TILES)
@pytest.mark.parametrize("seats", [3, 4])
def test_an_action_chosen_by_all_lapses(action: str, seats: int) -> None:
    table = phase_2(seats)
    before = [(one["archway"], one["score"], one["gems"]) for one in table.view["players"]]
    choose(table, *[action] * seats)
    after = [(one["archway"], one["score"], one["gems"]) for one in table.view["players"]]
    assert after == before
    assert table.view["haggle"] is None
    assert [one["tile"] for one in table.view["players"]] == [None] * seats


@pytest.mark.rule("BAS-3.3")
@pytest.mark.parametrize("action", ["points", "gems"])
@pytest.mark.parametrize("fourth", range(4))
def test_an_action_chosen_by_three_of_four_lapses_and_the_fourth_acts(
    action: str, fourth: int
) -> None:
    table = phase_2(4, archways=(16, 16, 16, 16))
    tiles = [action] * 4
    tiles[fourth] = "die"
    choose(table, *tiles)
    table.chance("pips:1")
    for seat in range(4):
        assert table.match.scores[seat] == (5 if seat == fourth else 0)
        assert player(table, seat)["archway"] == (17 if seat == fourth else 16)
        assert held(table, seat) == DEALT


@pytest.mark.rule("BAS-3.3")
def test_a_die_action_chosen_by_three_of_four_lapses_and_the_fourth_acts() -> None:
    table = phase_2(4, archways=(5, 23, 16, 2))
    choose(table, "die", "die", "gems", "die")
    assert [one["archway"] for one in table.view["players"]] == [5, 23, 16, 2]
    assert table.match.scores == (0, 0, 0, 0)
    assert held(table, 2) == plus(DEALT, (2, 0, 0, 0))


@pytest.mark.rule("BAS-3.3")
def test_two_of_four_haggle_while_the_other_two_act_alone() -> None:
    table = phase_2(4, scores=(0, 20, 0, 10))
    choose(table, "points", "gems", "die", "gems")
    table.chance("pips:6")
    assert table.match.scores == (5, 20, 0, 10)
    assert table.view["haggle"]["seats"] == [1, 3]
    assert table.match.actors == (1,)


@pytest.mark.rule("BAS-3.4")
def test_the_die_comes_before_the_points() -> None:
    table = phase_2()
    choose(table, "points", "die", "gems")
    assert table.match.actors == (CHANCE,)
    assert table.match.scores == (0, 0, 0)
    table.chance("pips:1")
    assert table.match.scores == (5, 5, 0)


@pytest.mark.rule("BAS-3.4")
def test_the_die_comes_before_the_gems() -> None:
    table = phase_2()
    choose(table, "points", "die", "gems")
    assert held(table, 2) == DEALT
    table.chance("pips:1")
    assert held(table, 2) == plus(DEALT, (2, 0, 0, 0))


@pytest.mark.rule("BAS-3.4")
def test_a_haggle_for_points_comes_before_the_gems_of_a_third() -> None:
    table = phase_2(scores=(0, 10, 0))
    choose(table, "points", "points", "gems")
    assert held(table, 2) == DEALT
    table.play(1, "pass")
    assert held(table, 2) == plus(DEALT, (2, 0, 0, 0))


@pytest.mark.rule("BAS-3.4")
def test_a_haggle_for_gems_comes_after_the_points_of_a_third() -> None:
    table = phase_2(scores=(0, 10, 0))
    choose(table, "gems", "gems", "points")
    assert table.match.actors == (1,)
    assert table.match.scores == (0, 10, 7)


@pytest.mark.rule("BAS-3.4")
def test_a_haggle_for_the_die_comes_before_the_points_of_a_third() -> None:
    table = phase_2(scores=(0, 10, 0))
    choose(table, "die", "die", "points")
    table.play(1, "pass")
    assert table.match.actors == (CHANCE,)
    assert table.match.scores == (0, 10, 0)
    table.chance("pips:4")
    assert table.match.scores == (2, 10, 7)


@pytest.mark.rule("BAS-3.4", "BAS-3.8")
def test_a_die_action_is_carried_out_before_the_next_haggle_is_looked_at() -> None:
    table = phase_2(scores=(0, 10, 0))
    choose(table, "gems", "gems", "die")
    assert table.match.actors == (CHANCE,)
    table.chance("pips:3")
    assert table.match.scores == (0, 10, 3)
    assert table.match.actors == (1,)


@pytest.mark.rule("BAS-3.5", "BAS-3.9")
@pytest.mark.parametrize(
    ("pips", "points"),
    [(5, 1), (2, 4), (6, 0), (1, 5), (3, 3), (4, 2)],
    ids=["Dominik", "Sandra", "six", "one", "three", "four"],
)
def test_the_die_action_moves_by_the_roll_and_scores_what_it_lacks_to_6(
    pips: int, points: int
) -> None:
    table = phase_2(archways=(10, 23, 16), scores=(40, 0, 0))
    choose(table, "die", "gems", "gems")
    table.chance(f"pips:{pips}")
    assert player(table, 0)["archway"] == 10 + pips
    assert table.match.scores[0] == 40 + points


@pytest.mark.rule("BAS-3.5")
def test_the_die_action_brings_nothing_of_the_archway_it_leads_to() -> None:
    table = phase_2(archways=(10, 23, 16))
    choose(table, "die", "gems", "gems")
    table.chance("pips:6")
    assert table.match.scores[0] == 0
    assert held(table, 0) == DEALT


@pytest.mark.rule("BAS-3.6")
@pytest.mark.parametrize("archway", range(1, 29))
def test_the_points_action_scores_the_number_under_the_pawn(archway: int) -> None:
    table = phase_2(archways=(archway, 23, 16), scores=(11, 0, 0))
    choose(table, "points", "gems", "gems")
    points, _ = RING[archway - 1]
    assert table.match.scores == (11 + points, 0, 0)
    assert player(table, 0)["archway"] == archway
    assert held(table, 0) == DEALT


@pytest.mark.rule("BAS-3.7")
@pytest.mark.parametrize("archway", range(1, 29))
def test_the_gems_action_takes_the_gems_under_the_pawn_from_the_bank(archway: int) -> None:
    table = phase_2(archways=(archway, 23, 16))
    choose(table, "gems", "points", "points")
    table.chance("pips:2", "pips:1")
    table.play(1, "pass")
    _, gems = RING[archway - 1]
    assert held(table, 0) == plus(DEALT, gems)
    assert bank(table) == minus((16, 16, 16, 16), gems)
    assert table.match.scores[0] == 0
    assert player(table, 0)["archway"] == archway


@pytest.mark.rule("BAS-3.6", "BAS-3.7")
@pytest.mark.parametrize("action", ["points", "gems"])
def test_the_archway_is_the_one_reached_in_phase_1(action: str) -> None:
    table = phase_1(archways=(1, 8, 15))
    table.chance("pips:4", "pips:1", "pips:1")
    choose(table, action, "die", "die")
    table.chance("pips:2", "pips:1")
    table.play(1, "pass")
    table.chance("pips:6")
    assert table.match.scores[0] == (5 if action == "points" else 0)
    assert held(table, 0) == plus(DEALT, (2, 1, 0, 0) if action == "gems" else NO_GEMS)


@pytest.mark.rule("BAS-3.4", "BAS-3.6", "BAS-3.7")
def test_another_players_die_action_does_not_move_the_pawn_that_points_and_gems_look_at() -> None:
    table = phase_2(archways=(5, 5, 5))
    choose(table, "points", "die", "gems")
    table.chance("pips:1")
    assert table.match.scores == (5, 5, 0)
    assert held(table, 2) == plus(DEALT, (2, 1, 0, 0))
    assert [one["archway"] for one in table.view["players"]] == [5, 6, 5]


@pytest.mark.rule("BAS-3.7")
@pytest.mark.parametrize(
    ("left", "taken"),
    [(3, 3), (2, 2), (1, 1), (0, 0)],
    ids=["just enough", "two left", "one left", "none left"],
)
def test_of_a_colour_that_has_run_short_what_is_left_is_taken(left: int, taken: int) -> None:
    """Archway 23 shows one yellow and three green."""
    table = phase_2(archways=(23, 5, 16), gems=[DEALT, (3, 3, 22 - left, 3), (3, 3, 0, 3)])
    choose(table, "gems", "die", "die")
    table.chance("pips:2", "pips:1")
    table.play(1, "pass")
    table.chance("pips:6")
    assert held(table, 0) == plus(DEALT, (0, 1, taken, 0))
    assert bank(table) == (16, 15, left - taken, 16)


@pytest.mark.rule("BAS-3.7")
def test_each_short_colour_is_short_by_itself() -> None:
    """Archway 25 shows one gem of each colour."""
    table = phase_2(archways=(25, 5, 16), gems=[NO_GEMS, (25, 3, 3, 25), (0, 22, 21, 0)])
    choose(table, "gems", "points", "points")
    table.chance("pips:2", "pips:1")
    table.play(1, "pass")
    assert held(table, 0) == (0, 0, 1, 0)
    assert bank(table) == (0, 0, 0, 0)


@pytest.mark.rule("BAS-3.7")
def test_an_empty_bank_gives_nothing_and_the_round_goes_on() -> None:
    table = phase_2(gems=[NO_GEMS, (25, 25, 0, 0), (0, 0, 25, 25)])
    choose(table, "gems", "points", "points")
    table.chance("pips:2", "pips:1")
    table.play(1, "pass")
    assert held(table, 0) == NO_GEMS
    assert table.match.actors == (CHANCE,)


@pytest.mark.rule("BAS-3.7", "BAS-5.4")
def test_gems_returned_in_the_scoring_of_the_round_are_not_claimed_later() -> None:
    table = phase_2(
        archways=(23, 5, 16),
        walked=(4, 28, 4),
        gems=[(0, 0, 0, 0), (0, 0, 25, 0), (0, 0, 0, 0)],
    )
    choose(table, "gems", "points", "die")
    table.chance("pips:6")
    assert table.view["scorings"] == 1
    assert held(table, 0)[2] == 0
    assert bank(table)[2] == 3

    table.chance("pips:1", "pips:1", "pips:1")
    lapse(table)
    assert held(table, 0)[2] == 0
    assert bank(table)[2] == 3


@pytest.mark.rule("BAS-3.8")
@pytest.mark.parametrize("action", ["points", "gems"])
def test_a_won_action_is_carried_out_without_being_asked_for(action: str) -> None:
    table = phase_2(scores=(10, 0, 0), archways=(5, 23, 16))
    choose(table, action, action, "die")
    table.chance("pips:6")
    offer(table, 0, (0, 0, 0, 1))
    table.play(1, "accept")
    gained: Gems = (2, 1, 0, 0) if action == "gems" else NO_GEMS
    assert held(table, 0) == plus((3, 3, 3, 2), gained)
    assert table.match.scores[0] == (15 if action == "points" else 10)
    assert table.match.actors == (CHANCE,)


@pytest.mark.rule("BAS-3.8", "BAS-3.5")
def test_a_won_die_action_asks_only_the_die() -> None:
    table = phase_2(scores=(10, 0, 0), archways=(5, 23, 16))
    choose(table, "die", "die", "gems")
    table.play(0, "pass")
    assert table.match.actors == (CHANCE,)
    table.chance("pips:5")
    assert table.match.scores == (10, 1, 0)
    assert [one["archway"] for one in table.view["players"]] == [5, 28, 16]
