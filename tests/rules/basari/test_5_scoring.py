"""BAS-5: a pawn comes round, and the gems are counted."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bedesten import CHANCE
from rules.basari.bazaar import (
    DEALT,
    NO_GEMS,
    Gems,
    bank,
    choose,
    held,
    lapse,
    offer,
    phase_1,
    phase_2,
    player,
)
from table import Table

HOARD: Gems = (5, 5, 5, 5)
"""All majorities: 44 points for who alone holds so much."""


def came_round(gems: Sequence[Gems], walked: Sequence[int] = (28,)) -> Table:
    """A table whose round has ended with a scoring and nothing else; seat 0 has come round."""
    table = phase_2(len(gems), gems=gems, walked=walked)
    lapse(table)
    return table


@pytest.mark.rule("BAS-5.1")
@pytest.mark.parametrize(
    ("walked", "scorings"), [(21, 0), (22, 1), (23, 1), (27, 1)], ids=["27", "28", "29", "33"]
)
def test_a_pawn_that_reaches_or_passes_its_start_tile_brings_a_scoring(
    walked: int, scorings: int
) -> None:
    table = phase_1(walked=(walked, 4, 4))
    table.chance("pips:6", "pips:1", "pips:1")
    lapse(table)
    assert table.view["scorings"] == scorings


@pytest.mark.rule("BAS-5.1")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_it_takes_only_one_pawn_whichever(seat: int) -> None:
    walked = [4, 4, 4, 4]
    walked[seat] = 28
    table = phase_2(4, walked=walked)
    lapse(table)
    assert table.view["scorings"] == 1


@pytest.mark.rule("BAS-5.1")
def test_several_who_come_round_in_one_round_bring_one_scoring() -> None:
    table = phase_2(4, walked=(28, 31, 29, 4))
    lapse(table)
    assert table.view["scorings"] == 1


@pytest.mark.rule("BAS-5.1")
def test_the_scoring_waits_for_all_actions_of_the_round() -> None:
    table = phase_2(scores=(10, 0, 0), walked=(28, 4, 4))
    choose(table, "die", "gems", "gems")
    table.chance("pips:6")
    assert table.view["scorings"] == 0
    assert table.match.scores == (10, 0, 0)
    table.chance("pips:2", "pips:1")
    table.play(1, "pass")
    assert table.view["scorings"] == 1


@pytest.mark.rule("BAS-5.1")
def test_who_comes_round_in_phase_1_still_chooses_a_tile() -> None:
    table = phase_1(walked=(27, 4, 4))
    table.chance("pips:6", "pips:1", "pips:1")
    assert table.view["scorings"] == 0
    assert table.match.actors == (0, 1, 2)


@pytest.mark.rule("BAS-5.1")
@pytest.mark.parametrize(("pips", "scorings"), [(1, 0), (2, 1), (3, 1)])
def test_fields_of_the_die_action_count_towards_coming_round(pips: int, scorings: int) -> None:
    table = phase_2(walked=(26, 4, 4))
    choose(table, "die", "gems", "points")
    table.chance(f"pips:{pips}")
    assert table.view["scorings"] == scorings


@pytest.mark.rule("BAS-5.1")
def test_fields_of_phase_1_and_of_the_die_action_count_together() -> None:
    table = phase_1(walked=(18, 4, 4))
    table.chance("pips:5", "pips:1", "pips:1")
    choose(table, "die", "gems", "points")
    table.chance("pips:5")
    assert table.view["scorings"] == 1


@pytest.mark.rule("BAS-5.1", "BAS-4.3")
@pytest.mark.parametrize(("winner", "scorings"), [(0, 1), (1, 0)])
def test_only_the_winner_of_a_haggle_for_the_die_comes_round_by_it(
    winner: int, scorings: int
) -> None:
    table = phase_2(scores=(10, 0, 0), walked=(27, 4, 4))
    choose(table, "die", "die", "gems")
    if winner == 0:
        offer(table, 0, (0, 0, 0, 1))
        table.play(1, "accept")
    else:
        table.play(0, "pass")
    table.chance("pips:6")
    assert table.view["scorings"] == scorings


@pytest.mark.rule("BAS-5.1")
def test_fields_count_from_the_start_tile_over_the_end_of_the_ring() -> None:
    table = phase_1(archways=(12, 5, 16), walked=(27, 4, 4))
    assert player(table, 0)["start"] == 13
    table.chance("pips:1", "pips:1", "pips:1")
    assert player(table, 0)["archway"] == 13
    lapse(table)
    assert table.view["scorings"] == 1


@pytest.mark.rule("BAS-5.1")
def test_without_a_pawn_come_round_nothing_is_scored_or_returned() -> None:
    table = phase_2(walked=(27, 27, 27), gems=[HOARD])
    lapse(table)
    assert table.match.scores == (0, 0, 0)
    assert held(table, 0) == HOARD


@pytest.mark.rule("BAS-5.1")
def test_a_ring_of_12_fields_is_refused() -> None:
    with pytest.raises(ValueError, match="13"):
        Table("basari", seats=3, data={"ring": {"archways": [[4, 1, 1, 0, 0]] * 12}})


@pytest.mark.rule("BAS-5.1", "BAS-5.2")
def test_nobody_comes_round_a_ring_of_13_twice() -> None:
    table = phase_1(
        archways=(1, 2, 3),
        walked=(12, 0, 0),
        gems=[NO_GEMS] * 3,
        data={"ring": {"archways": [[4, 1, 1, 0, 0]] * 13}},
    )
    table.chance("pips:6", "pips:1", "pips:1")
    choose(table, "die", "points", "points")
    table.chance("pips:6", "pips:2", "pips:1")
    assert table.view["scorings"] == 1
    assert table.match.scores == (10, 0, 4)


@pytest.mark.rule("BAS-5.2")
def test_who_has_come_round_scores_10() -> None:
    assert came_round([NO_GEMS] * 3).match.scores == (10, 0, 0)


@pytest.mark.rule("BAS-5.2")
@pytest.mark.parametrize(
    ("walked", "scores"),
    [
        ((28, 28, 4, 4), (10, 10, 0, 0)),
        ((27, 33, 27, 29), (0, 10, 0, 10)),
        ((28, 29, 30, 31), (10, 10, 10, 10)),
    ],
)
def test_every_player_who_has_come_round_scores_10(
    walked: tuple[int, ...], scores: tuple[int, ...]
) -> None:
    assert came_round([NO_GEMS] * 4, walked).match.scores == scores


@pytest.mark.rule("BAS-5.2", "BAS-3.5")
def test_coming_round_by_the_die_action_scores_the_roll_as_well() -> None:
    table = phase_2(walked=(27, 4, 4), gems=[NO_GEMS] * 3, archways=(5, 23, 16))
    choose(table, "die", "points", "points")
    table.chance("pips:1", "pips:2", "pips:1")
    assert table.match.scores == (5 + 10, 0, 7)


@pytest.mark.rule("BAS-5.3")
@pytest.mark.parametrize(
    ("gems", "points"),
    [((4, 0, 0, 0), 14), ((0, 4, 0, 0), 12), ((0, 0, 4, 0), 10), ((0, 0, 0, 4), 8)],
    ids=["red", "yellow", "green", "blue"],
)
def test_who_holds_most_of_a_colour_scores_its_value(gems: Gems, points: int) -> None:
    one_less: Gems = (min(gems[0], 3), min(gems[1], 3), min(gems[2], 3), min(gems[3], 3))
    assert came_round([one_less, gems, one_less]).match.scores == (10, points, 0)


@pytest.mark.rule("BAS-5.3")
def test_a_single_gem_can_be_the_majority() -> None:
    assert came_round([NO_GEMS, NO_GEMS, (1, 0, 0, 0)]).match.scores == (10, 0, 14)


@pytest.mark.rule("BAS-5.3")
def test_one_player_may_hold_all_majorities() -> None:
    assert came_round([DEALT, DEALT, HOARD]).match.scores == (10, 0, 44)


@pytest.mark.rule("BAS-5.3")
@pytest.mark.parametrize(
    ("gems", "each"),
    [((4, 0, 0, 0), 7), ((0, 4, 0, 0), 6), ((0, 0, 4, 0), 5), ((0, 0, 0, 4), 4)],
    ids=["red", "yellow", "green", "blue"],
)
def test_two_tied_players_score_half_the_value_each(gems: Gems, each: int) -> None:
    assert came_round([NO_GEMS, gems, gems]).match.scores == (10, each, each)


@pytest.mark.rule("BAS-5.3")
@pytest.mark.parametrize(
    ("gems", "each"),
    [((4, 0, 0, 0), 4), ((0, 4, 0, 0), 4), ((0, 0, 4, 0), 3), ((0, 0, 0, 4), 2)],
    ids=["red", "yellow", "green", "blue"],
)
def test_three_tied_players_score_a_third_each_rounded_down(gems: Gems, each: int) -> None:
    assert came_round([NO_GEMS, gems, gems, gems]).match.scores == (10, each, each, each)


@pytest.mark.rule("BAS-5.3")
@pytest.mark.parametrize(
    ("gems", "each"),
    [((4, 0, 0, 0), 3), ((0, 4, 0, 0), 3), ((0, 0, 4, 0), 2), ((0, 0, 0, 4), 2)],
    ids=["red", "yellow", "green", "blue"],
)
def test_four_tied_players_score_a_quarter_each_rounded_down(gems: Gems, each: int) -> None:
    assert came_round([gems] * 4).match.scores == (10 + each, each, each, each)


@pytest.mark.rule("BAS-5.3")
def test_a_majority_does_not_depend_on_having_come_round() -> None:
    assert came_round([NO_GEMS, HOARD, NO_GEMS]).match.scores == (10, 44, 0)


@pytest.mark.rule("BAS-5.3", "BAS-5.4")
def test_all_colours_go_by_the_holdings_before_any_return() -> None:
    """After a return of red the first two would hold fewer than the third."""
    table = came_round([(4, 4, 0, 0), (4, 4, 0, 0), (3, 3, 0, 0)])
    assert table.match.scores == (10 + 7 + 6, 7 + 6, 0)
    assert [held(table, seat) for seat in range(3)] == [
        (2, 2, 0, 0),
        (2, 2, 0, 0),
        (3, 3, 0, 0),
    ]


@pytest.mark.rule("BAS-5.3")
def test_a_colour_that_nobody_holds_scores_for_nobody_and_is_not_returned() -> None:
    table = came_round([(0, 1, 0, 0), (0, 0, 2, 0), (0, 0, 0, 5)])
    assert table.match.scores == (10 + 12, 10, 8)
    assert bank(table) == (25, 25, 25, 23)


@pytest.mark.rule("BAS-5.3", "BAS-5.1")
def test_gems_taken_in_the_round_count_in_its_scoring() -> None:
    """Archway 16 shows two red."""
    table = phase_2(
        archways=(5, 23, 16),
        walked=(28, 4, 4),
        gems=[(2, 0, 0, 0), (1, 0, 0, 0), (1, 0, 0, 0)],
    )
    choose(table, "points", "die", "gems")
    table.chance("pips:6")
    assert table.match.scores == (5 + 10, 0, 14)
    assert held(table, 2) == NO_GEMS


@pytest.mark.rule("BAS-5.3", "BAS-4.6")
def test_gems_paid_in_a_haggle_count_for_who_received_them() -> None:
    table = phase_2(
        scores=(10, 0, 0),
        archways=(5, 23, 16),
        walked=(28, 4, 4),
        gems=[(4, 0, 0, 0), (3, 0, 0, 0), NO_GEMS],
    )
    choose(table, "points", "points", "die")
    table.chance("pips:6")
    offer(table, 0, (1, 0, 0, 0))
    table.play(1, "accept")
    assert table.match.scores == (10 + 5 + 10, 14, 0)
    assert held(table, 0) == (3, 0, 0, 0)
    assert held(table, 1) == (1, 0, 0, 0)


@pytest.mark.rule("BAS-5.4")
@pytest.mark.parametrize(("most", "left"), [(7, 4), (4, 1), (3, 0), (2, 0), (1, 0)])
def test_a_sole_holder_of_a_majority_returns_3_gems_or_all(most: int, left: int) -> None:
    table = came_round([NO_GEMS, (0, most, 0, 0), NO_GEMS])
    assert held(table, 1) == (0, left, 0, 0)
    assert bank(table) == (25, 25 - left, 25, 25)


@pytest.mark.rule("BAS-5.4")
@pytest.mark.parametrize(("most", "left"), [(5, 3), (3, 1), (2, 0), (1, 0)])
def test_tied_holders_of_a_majority_return_2_gems_each_or_all(most: int, left: int) -> None:
    table = came_round([(0, 0, most, 0), NO_GEMS, (0, 0, most, 0)])
    assert held(table, 0) == held(table, 2) == (0, 0, left, 0)
    assert bank(table) == (25, 25, 25 - 2 * left, 25)


@pytest.mark.rule("BAS-5.4")
@pytest.mark.parametrize("tied", [3, 4])
def test_three_or_four_tied_holders_return_2_each_too(tied: int) -> None:
    table = came_round([(4, 0, 0, 0)] * tied + [NO_GEMS] * (4 - tied))
    assert [held(table, seat)[0] for seat in range(tied)] == [2] * tied


@pytest.mark.rule("BAS-5.4")
def test_other_gems_stay() -> None:
    table = came_round([(4, 3, 2, 1), (3, 4, 2, 5), (1, 3, 6, 2)])
    assert [held(table, seat) for seat in range(3)] == [
        (1, 3, 2, 1),
        (3, 1, 2, 2),
        (1, 3, 3, 2),
    ]


@pytest.mark.rule("BAS-5.4")
def test_who_still_hold_the_gems_of_the_set_up_return_2_of_each_colour() -> None:
    table = came_round([DEALT, DEALT, DEALT])
    assert [held(table, seat) for seat in range(3)] == [(1, 1, 1, 1)] * 3
    assert bank(table) == (22, 22, 22, 22)


RULEBOOK: list[Gems] = [(2, 0, 8, 1), (2, 7, 3, 1), (2, 5, 8, 1), (2, 5, 4, 2)]
"""Markus, Susanne, Dominik, Sandra."""


@pytest.mark.rule("BAS-5.6", "BAS-5.3")
def test_the_rulebooks_scoring_gives_these_points() -> None:
    assert came_round(RULEBOOK).match.scores == (10 + 5 + 3, 12 + 3, 5 + 3, 8 + 3)


@pytest.mark.rule("BAS-5.6", "BAS-5.4")
def test_the_rulebooks_scoring_returns_these_gems() -> None:
    table = came_round(RULEBOOK)
    assert [held(table, seat) for seat in range(4)] == [
        (0, 0, 6, 1),
        (0, 4, 3, 1),
        (0, 5, 6, 1),
        (0, 5, 4, 0),
    ]
    assert bank(table) == (25, 11, 6, 22)


@pytest.mark.rule("BAS-5.6")
@pytest.mark.parametrize(
    ("gems", "points", "left"),
    [
        ([(0, 0, 0, 1)] * 3 + [(0, 0, 0, 2)], (0, 0, 0, 8), (1, 1, 1, 0)),
        ([(0, 0, 8, 0), (0, 0, 3, 0), (0, 0, 8, 0), (0, 0, 4, 0)], (5, 0, 5, 0), (6, 3, 6, 4)),
        ([NO_GEMS, (0, 7, 0, 0), (0, 5, 0, 0), (0, 5, 0, 0)], (0, 12, 0, 0), (0, 4, 5, 5)),
        ([(2, 0, 0, 0)] * 4, (3, 3, 3, 3), (0, 0, 0, 0)),
    ],
    ids=["blue", "green", "yellow", "red"],
)
def test_the_rulebooks_scoring_colour_by_colour(gems: list[Gems], points: Gems, left: Gems) -> None:
    table = came_round(gems)
    lap = (10, 0, 0, 0)
    assert tuple(a - b for a, b in zip(table.match.scores, lap, strict=True)) == points
    assert tuple(sum(held(table, seat)) for seat in range(4)) == left


@pytest.mark.rule("BAS-5.5")
@pytest.mark.parametrize("scorings", [0, 1])
def test_after_a_scoring_every_start_tile_goes_under_its_own_pawn(scorings: int) -> None:
    table = phase_2(archways=(5, 23, 16), walked=(30, 17, 3), scorings=scorings)
    lapse(table)
    assert [one["start"] for one in table.view["players"]] == [5, 23, 16]
    assert [one["archway"] for one in table.view["players"]] == [5, 23, 16]


@pytest.mark.rule("BAS-5.5")
def test_after_a_scoring_all_have_the_whole_ring_before_them() -> None:
    table = phase_2(walked=(30, 17, 27))
    lapse(table)
    assert [one["to_go"] for one in table.view["players"]] == [28, 28, 28]


@pytest.mark.rule("BAS-5.5")
def test_who_was_nearly_round_has_the_whole_ring_to_walk_again() -> None:
    table = phase_2(walked=(28, 27, 4))
    lapse(table)
    table.chance("pips:1", "pips:6", "pips:1")
    lapse(table)
    assert table.view["scorings"] == 1


@pytest.mark.rule("BAS-5.5")
def test_the_overshoot_is_lost() -> None:
    """By sixes round a ring of 13 every lap takes three rounds: 18 fields, not 13."""
    table = phase_1(
        archways=(1, 2, 3), walked=(0, 0, 0), data={"ring": {"archways": [[4, 1, 1, 0, 0]] * 13}}
    )
    scorings = []
    for _ in range(6):
        table.chance("pips:6", "pips:1", "pips:1")
        lapse(table)
        scorings.append(table.view["scorings"])
    assert scorings == [0, 0, 1, 1, 1, 2]


@pytest.mark.rule("BAS-5.5")
def test_start_tiles_may_coincide_after_a_scoring() -> None:
    table = phase_2(archways=(9, 9, 9), walked=(28, 5, 12))
    lapse(table)
    assert [one["start"] for one in table.view["players"]] == [9, 9, 9]
    assert table.match.actors == (CHANCE,)
    table.chance("pips:1", "pips:2", "pips:3")
    assert [one["archway"] for one in table.view["players"]] == [10, 11, 12]


@pytest.mark.rule("BAS-5.5")
@pytest.mark.parametrize("fields", [27, 28])
def test_a_coinciding_start_tile_is_reached_by_the_whole_ring_only(fields: int) -> None:
    table = phase_2(archways=(9, 9, 9), walked=(28, 5, 12), gems=[NO_GEMS] * 3)
    lapse(table)
    for n in (6, 6, 6, 6, fields - 24):
        table.chance(f"pips:{n}", "pips:1", "pips:1")
        lapse(table)
    assert table.view["scorings"] == (1 if fields < 28 else 2)
    assert table.match.scores == ((10 if fields < 28 else 20), 0, 0)


@pytest.mark.rule("BAS-5.5")
def test_after_the_last_scoring_the_start_tiles_stay() -> None:
    table = phase_2(archways=(5, 23, 16), walked=(30, 17, 3), scorings=2)
    starts = [one["start"] for one in table.view["players"]]
    lapse(table)
    assert table.match.over
    assert [one["start"] for one in table.view["players"]] == starts == [3, 6, 13]


@pytest.mark.rule("BAS-5.5")
def test_after_a_scoring_the_next_round_begins_with_the_dice() -> None:
    table = came_round([DEALT] * 3)
    assert table.match.actors == (CHANCE,)
    assert set(table.options()) == {f"pips:{n}" for n in range(1, 7)}


@pytest.mark.rule("BAS-5.5", "BAS-4.1")
def test_the_points_of_a_scoring_choose_who_opens_the_next_haggle() -> None:
    table = phase_2(scores=(0, 9, 0), walked=(28, 4, 4), gems=[DEALT] * 3)
    lapse(table)
    table.chance("pips:1", "pips:1", "pips:1")
    choose(table, "points", "points", "gems")
    assert table.match.actors == (0,)


@pytest.mark.rule("BAS-5.4", "BAS-4.5")
def test_an_opener_who_has_returned_all_gems_loses_the_next_haggle() -> None:
    table = came_round([NO_GEMS, (0, 0, 0, 2), (0, 0, 0, 1)])
    table.chance("pips:1", "pips:1", "pips:1")
    choose(table, "gems", "points", "points")
    assert held(table, 1) == NO_GEMS
    assert table.match.scores == (10, 8, 5)


@pytest.mark.rule("BAS-5.2", "BAS-5.3", "BAS-5.4")
def test_a_scoring_tells_holdings_points_by_source_returns_and_totals() -> None:
    gems: tuple[Gems, ...] = ((2, 0, 8, 1), (2, 7, 3, 1), (2, 5, 8, 1), (2, 5, 4, 2))
    table = came_round(gems)
    told = table.events
    held_then = [event.values["gems"] for event in told if event.name == "counted"]
    assert [tuple(one.values()) for one in held_then] == list(gems)
    scored = [(e.seat, e.values["source"], e.values["points"]) for e in told if e.name == "scored"]
    assert scored == [
        (0, "lap", 10),
        *[(seat, "red", 3) for seat in range(4)],
        (1, "yellow", 12),
        (0, "green", 5),
        (2, "green", 5),
        (3, "blue", 8),
    ]
    totals = [tuple(event.values.values()) for event in told if event.name == "totalled"]
    assert totals == [(0, 18), (0, 15), (0, 8), (0, 11)]
