"""BAS-2: gems for all, and a start tile for each."""

from __future__ import annotations

import pytest

from bedesten import CHANCE, IllegalChoice
from rules.basari.bazaar import bank, held, player
from table import Table


@pytest.mark.rule("BAS-2.1")
@pytest.mark.parametrize("seats", [3, 4])
def test_every_player_takes_3_gems_of_each_colour(seats: int) -> None:
    table = Table("basari", seats=seats)
    assert [held(table, seat) for seat in range(seats)] == [(3, 3, 3, 3)] * seats


@pytest.mark.rule("BAS-2.1")
@pytest.mark.parametrize(("seats", "left"), [(3, 16), (4, 13)])
def test_the_rest_of_the_gems_is_the_bank(seats: int, left: int) -> None:
    assert bank(Table("basari", seats=seats)) == (left, left, left, left)


@pytest.mark.rule("BAS-2.1")
@pytest.mark.parametrize("seats", [2, 5])
def test_only_three_or_four_can_play(seats: int) -> None:
    with pytest.raises(ValueError, match="3 to 4 players"):
        Table("basari", seats=seats)


@pytest.mark.rule("BAS-2.2")
def test_chance_says_who_places_next() -> None:
    table = Table("basari", seats=4)
    assert table.match.odds() == pytest.approx({f"seat:{n}": 1 / 4 for n in range(4)})

    table.say("seat:2", "archway:7")
    assert table.match.odds() == pytest.approx({f"seat:{n}": 1 / 3 for n in (0, 1, 3)})


@pytest.mark.rule("BAS-2.2")
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_the_players_place_in_the_order_that_chance_gives(order: tuple[int, ...]) -> None:
    table = Table("basari", seats=3)
    table.chance(f"seat:{order[0]}")
    assert table.match.actors == (order[0],)
    table.play(order[0], "archway:1")
    table.chance(f"seat:{order[1]}")
    assert table.match.actors == (order[1],)
    table.play(order[1], "archway:2")
    assert table.match.actors == (order[2],)
    table.play(order[2], "archway:3")
    assert [player(table, seat)["start"] for seat in order] == [1, 2, 3]


@pytest.mark.rule("BAS-2.2")
def test_the_first_to_place_has_the_whole_ring_to_choose_from() -> None:
    table = Table("basari", seats=3)
    table.say("seat:1")
    assert set(table.options()) == {f"archway:{n}" for n in range(1, 29)}


@pytest.mark.rule("BAS-2.2")
def test_only_free_archways_can_be_chosen() -> None:
    table = Table("basari", seats=3)
    table.say("seat:1", "archway:8", "seat:0", "archway:28")
    assert set(table.options(2)) == {f"archway:{n}" for n in range(1, 28) if n != 8}
    with pytest.raises(IllegalChoice):
        table.play(2, "archway:8")


@pytest.mark.rule("BAS-2.2")
def test_the_pawn_stands_on_the_start_tile() -> None:
    table = Table("basari", seats=3)
    table.say("seat:1", "archway:8", "seat:0", "archway:28", "archway:9")
    shown = [(one["archway"], one["start"]) for one in table.view["players"]]
    assert shown == [(28, 28), (8, 8), (9, 9)]


@pytest.mark.rule("BAS-2.2")
def test_all_begin_with_no_points() -> None:
    table = Table("basari", seats=3)
    table.say("seat:1", "archway:8", "seat:0", "archway:28", "archway:9")
    assert table.match.scores == (0, 0, 0)


@pytest.mark.rule("BAS-2.2", "BAS-3.1")
def test_when_the_last_one_has_placed_the_dice_are_rolled() -> None:
    table = Table("basari", seats=3)
    table.say("seat:1", "archway:8", "seat:0", "archway:28", "archway:9")
    assert table.match.actors == (CHANCE,)
    assert set(table.options()) == {f"pips:{n}" for n in range(1, 7)}
