"""BAS-7 and BAS-3.8: start fields, laps, and actions that may be declined."""

from __future__ import annotations

from typing import Any

import pytest

import bedesten
from bedesten import CHANCE, IllegalChoice
from rules.basari.bazaar import (
    DEALT,
    Gems,
    choose,
    held,
    lapse,
    minus,
    offer,
    phase_2,
    player,
    plus,
)
from table import Table


@pytest.mark.rule("BAS-7.1")
def test_start_fields_are_chosen_unless_told_otherwise() -> None:
    table = Table("basari", seats=3)
    table.say("seat:0")
    assert table.match.actors == (0,)
    table.play(0, "archway:17")
    assert player(table, 0)["start"] == 17


@pytest.mark.rule("BAS-7.1")
def test_start_choose_is_the_default() -> None:
    assert Table("basari", seats=3).view == Table("basari", seats=3, start="choose").view
    assert Table("basari", seats=3).match.position()["options"]["start"] == "choose"


@pytest.mark.rule("BAS-7.1")
@pytest.mark.parametrize("seats", [3, 4])
def test_random_start_fields_are_dealt_by_chance_and_ask_nobody(seats: int) -> None:
    table = Table("basari", seats=seats, start="random")
    dealt = [11, 28, 1, 19][:seats]
    for archway in dealt:
        assert table.match.actors == (CHANCE,)
        table.chance(f"archway:{archway}")
    assert [one["start"] for one in table.view["players"]] == dealt
    assert [one["archway"] for one in table.view["players"]] == dealt


@pytest.mark.rule("BAS-7.1")
def test_random_start_fields_are_equally_likely() -> None:
    odds = Table("basari", seats=3, start="random").match.odds()
    assert odds == pytest.approx({f"archway:{n}": 1 / 28 for n in range(1, 29)})


@pytest.mark.rule("BAS-7.1")
def test_random_start_fields_are_distinct() -> None:
    table = Table("basari", seats=3, start="random")
    table.chance("archway:11")
    assert set(table.options()) == {f"archway:{n}" for n in range(1, 29) if n != 11}
    with pytest.raises(IllegalChoice):
        table.chance("archway:11")


@pytest.mark.rule("BAS-7.1")
@pytest.mark.parametrize("seed", range(5))
def test_dealt_start_fields_are_distinct_in_a_seeded_game(seed: int) -> None:
    match = bedesten.new("basari", seats=4, seed=seed, start="random")
    assert len({one["start"] for one in match.view(None)["players"]}) == 4


@pytest.mark.rule("BAS-7.1", "BAS-7.2")
@pytest.mark.parametrize(
    "option",
    [{"start": "corner"}, {"laps": 0}, {"laps": 4}, {"laps": "two"}, {"rounds": 3}, {"decline": 2}],
)
def test_other_options_are_refused(option: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(option))):
        Table("basari", seats=3, **option)


@pytest.mark.rule("BAS-7.2", "BAS-6.1")
@pytest.mark.parametrize("laps", [1, 2, 3])
def test_the_game_ends_after_the_scoring_that_laps_sets(laps: int) -> None:
    ended = []
    for scorings in range(laps):
        table = phase_2(walked=(28, 4, 4), scorings=scorings, laps=laps)
        lapse(table)
        ended.append(table.match.over)
    assert ended == [False] * (laps - 1) + [True]


@pytest.mark.rule("BAS-7.2")
def test_a_game_has_three_laps_unless_told_otherwise() -> None:
    assert Table("basari", seats=3).match.position()["options"]["laps"] == 3


@pytest.mark.rule("BAS-7.2", "BAS-5.5")
def test_in_a_game_of_one_lap_the_first_scoring_is_the_last() -> None:
    table = phase_2(archways=(5, 23, 16), walked=(30, 17, 3), laps=1)
    lapse(table)
    assert [one["start"] for one in table.view["players"]] == [3, 6, 13]


@pytest.mark.rule("BAS-7.2", "BAS-5.3")
def test_a_short_game_is_scored_like_any_other() -> None:
    table = phase_2(walked=(28, 4, 4), gems=[(0, 0, 0, 1), (2, 0, 0, 0)], laps=1)
    lapse(table)
    assert table.match.scores == (10, 0, 14 + 12 + 10 + 8)
    assert table.match.ranking == ((2,), (0,), (1,))


@pytest.mark.rule("BAS-3.8")
def test_actions_are_carried_out_without_asking_unless_told_otherwise() -> None:
    assert Table("basari", seats=3).match.position()["options"]["decline"] is False
    table = phase_2()
    told = [event.name for event in table.play(0, "points")]
    told += [event.name for event in table.play(1, "gems")]
    told += [event.name for event in table.play(2, "die")]
    assert table.match.actors == (CHANCE,)
    assert "declined" not in told


@pytest.mark.rule("BAS-3.8", "BAS-3.4")
def test_with_decline_each_who_has_an_action_is_asked_when_its_turn_comes() -> None:
    table = phase_2(decline=True)
    choose(table, "points", "gems", "die")
    for seat, action in ((2, "die"), (0, "points"), (1, "gems")):
        assert table.match.actors == (seat,)
        assert table.options() == (action, "pass")
        asked = table.match.question(seat)
        assert asked is not None
        assert (asked.step, asked.clause) == ("may_carry_out", "BAS-3.8")
        table.play(seat, action)
        if action == "die":
            table.chance("pips:2")
    assert table.match.scores == (5, 0, 4)
    assert held(table, 1) == plus(DEALT, (0, 1, 3, 0))


@pytest.mark.rule("BAS-3.8")
@pytest.mark.parametrize("action", ["die", "points", "gems"])
def test_an_action_that_is_declined_changes_nothing(action: str) -> None:
    table = phase_2(scores=(0, 10, 0), decline=True)
    choose(table, action, *["points" if action == "gems" else "gems"] * 2)
    others = [seat for seat in table.match.actors if seat != 0]
    if others:  # the haggle of the others comes first
        table.say("pass", "points")
    before = player(table, 0)
    told = table.play(0, "pass")
    assert [(event.name, event.values) for event in told[:1]] == [("declined", {"action": action})]
    after = player(table, 0)
    for piece in ("archway", "score", "gems", "to_go"):
        assert after[piece] == before[piece]


@pytest.mark.rule("BAS-3.8", "BAS-5.1")
def test_declining_the_die_may_keep_a_lap_from_ending() -> None:
    table = phase_2(scores=(0, 10, 0), walked=(27, 4, 4), decline=True)
    choose(table, "die", "points", "points")
    table.play(0, "pass")
    table.say("pass", "points")
    assert table.view["scorings"] == 0
    assert player(table, 0)["to_go"] == 1


@pytest.mark.rule("BAS-3.8", "BAS-4.6")
def test_who_wins_a_haggle_and_then_declines_has_paid() -> None:
    offered: Gems = (0, 0, 0, 1)
    table = phase_2(decline=True, scores=(10, 0, 0))
    choose(table, "points", "points", "gems")
    offer(table, 0, offered)
    table.play(1, "accept")
    assert table.match.actors == (0,)
    assert table.view["haggle"] is None
    table.play(0, "pass")
    assert held(table, 0) == minus(DEALT, offered)
    assert held(table, 1) == plus(DEALT, offered)
    assert table.match.scores == (10, 0, 0)


@pytest.mark.rule("BAS-3.8", "BAS-4.2")
def test_who_gets_an_action_for_nothing_may_decline_it_too() -> None:
    table = phase_2(decline=True, scores=(10, 0, 0))
    choose(table, "points", "points", "gems")
    table.play(0, "pass")
    assert (table.match.actors, table.options()) == ((1,), ("points", "pass"))
    table.play(1, "pass")
    assert table.match.scores == (10, 0, 0)
