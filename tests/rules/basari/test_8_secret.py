"""BAS-8: what is open to all, and the one thing that is secret."""

from __future__ import annotations

import pytest

from rules.basari.bazaar import (
    TILES,
    Gems,
    by_colour,
    choose,
    haggle,
    offer,
    phase_2,
)

WATCHERS = [None, 1, 2]
"""A spectator and two seats, who look while seat 0 chooses."""


@pytest.mark.rule("BAS-8.1")
@pytest.mark.parametrize("watcher", [None, 0, 1, 2, 3])
def test_gems_scores_and_bank_are_open_to_all(watcher: int | None) -> None:
    gems: list[Gems] = [(1, 2, 3, 4), (4, 3, 2, 1), (0, 5, 0, 5), (2, 2, 2, 2)]
    view = phase_2(4, gems=gems, scores=(7, 0, 90, 12)).match.view(watcher)
    assert [one["gems"] for one in view["players"]] == [by_colour(one) for one in gems]
    assert [one["score"] for one in view["players"]] == [7, 0, 90, 12]
    assert view["scores"] == [7, 0, 90, 12]
    assert view["bank"] == by_colour((18, 13, 18, 13))


@pytest.mark.rule("BAS-8.1")
@pytest.mark.parametrize("watcher", [None, 0, 1, 2])
def test_offers_are_open(watcher: int | None) -> None:
    table = haggle()
    told = table.play(0, "gem:red", "gem:green", "done")
    assert table.match.view(watcher)["haggle"]["offer"] == by_colour((1, 0, 1, 0))
    assert all(event.is_seen_by(watcher) for event in told)

    offer(table, 1, (0, 0, 0, 3))
    assert table.match.view(watcher)["haggle"]["offer"] == by_colour((0, 0, 0, 3))


@pytest.mark.rule("BAS-8.1", "BAS-3.2")
@pytest.mark.parametrize("watcher", WATCHERS)
def test_what_another_seat_has_chosen_changes_nothing_in_a_view(watcher: int | None) -> None:
    views = []
    for tile in TILES:
        table = phase_2()
        table.play(0, tile)
        views.append(table.match.view(watcher))
    assert views[0] == views[1] == views[2]


@pytest.mark.rule("BAS-8.1", "BAS-3.2")
@pytest.mark.parametrize("watcher", WATCHERS)
def test_what_another_seat_has_chosen_is_not_told_either(watcher: int | None) -> None:
    told = []
    for tile in TILES:
        events = phase_2().play(0, tile)
        told.append([event for event in events if event.is_seen_by(watcher)])
    assert told[0] == told[1] == told[2]


@pytest.mark.rule("BAS-3.2")
@pytest.mark.parametrize("watcher", WATCHERS)
@pytest.mark.parametrize("last", TILES)
def test_whether_the_choice_differs_from_last_rounds_is_unknown(
    last: str, watcher: int | None
) -> None:
    seen = []
    for tile in TILES:
        table = phase_2(4)
        choose(table, last, last, last, last)
        table.chance("pips:1", "pips:1", "pips:1", "pips:1")
        events = table.play(0, tile)
        told = [event for event in events if event.is_seen_by(watcher)]
        seen.append((table.match.view(watcher), told))
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.rule("BAS-8.1", "BAS-3.2")
def test_the_last_one_to_choose_knows_none_of_the_tiles() -> None:
    views = []
    for tiles in [("die", "points", "gems"), ("gems", "die", "points"), ("die", "die", "die")]:
        table = phase_2(4)
        choose(table, *tiles)
        views.append((table.match.view(3), table.match.view(None)))
    assert views[0] == views[1] == views[2]
    assert [one["tile"] for one in views[0][0]["players"]] == [None] * 4


@pytest.mark.rule("BAS-3.2")
def test_who_has_chosen_learns_nothing_of_the_choices_after() -> None:
    views = []
    for tile in TILES:
        table = phase_2()
        table.play(2, "gems")
        table.play(0, tile)
        views.append(table.match.view(2))
    assert views[0] == views[1] == views[2]


@pytest.mark.rule("BAS-8.1")
@pytest.mark.parametrize("watcher", WATCHERS)
def test_that_a_seat_has_chosen_may_be_shown(watcher: int | None) -> None:
    table = phase_2()
    assert table.match.view(watcher)["actors"] == [0, 1, 2]
    table.play(0, "gems")
    assert table.match.view(watcher)["actors"] == [1, 2]


@pytest.mark.rule("BAS-8.1", "BAS-3.2")
@pytest.mark.parametrize("watcher", [None, 0, 1, 2])
def test_when_the_last_one_is_in_all_see_all_tiles(watcher: int | None) -> None:
    table = phase_2()
    choose(table, "points", "die", "gems")
    shown = [one["tile"] for one in table.match.view(watcher)["players"]]
    assert shown == ["points", "die", "gems"]


@pytest.mark.rule("BAS-8.1", "BAS-3.2")
@pytest.mark.parametrize("watcher", [None, 0, 1, 2])
def test_all_are_told_which_tiles_lapsed(watcher: int | None) -> None:
    table = phase_2()
    choose(table, "gems", "gems", "gems")
    shown = [
        (event.seat, event.values["action"])
        for event in table.events
        if event.name == "turned_over" and event.is_seen_by(watcher)
    ]
    assert shown == [(0, "gems"), (1, "gems"), (2, "gems")]
