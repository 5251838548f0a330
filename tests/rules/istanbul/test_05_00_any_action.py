"""IST-5.0, IST-5.13, IST-5.14: what holds for every action, and the rulebook's examples."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bedesten import IllegalChoice
from rules.istanbul.bazaar import (
    COLOURS,
    FULL,
    NO_GOODS,
    Goods,
    Trader,
    good_words,
    visit,
)

EVERYTHING = Trader(lira=30, goods=FULL, hand=("stay",))
"""Can act anywhere, and is always asked."""


@pytest.mark.rule("IST-5.0")
@pytest.mark.parametrize("place", range(1, 17))
def test_the_action_is_optional(place: int) -> None:
    table = visit(place, EVERYTHING)
    assert set(table.options()) == {"act", "pass"}
    before = table.pieces
    table.say("pass")
    assert table.step == "encounters"
    assert table.pieces == before


@pytest.mark.rule("IST-5.0", "IST-3.4")
@pytest.mark.parametrize("words", [["pass"], ["act", "call:3", "dice:1-2"]])
def test_phase_4_follows_in_either_case(words: list[str]) -> None:
    table = visit(9, governor=9)
    table.say(*words)
    assert set(table.options()) == {"governor", "pass"}


@pytest.mark.rule("IST-5.0", "IST-5.13")
def test_phase_4_follows_even_if_there_is_no_action() -> None:
    table = visit(10, governor=10)
    assert table.step == "encounters"
    assert set(table.options()) == {"governor", "pass"}


@pytest.mark.rule("IST-5.0")
@pytest.mark.parametrize(
    ("place", "words"),
    [
        (1, ["act"]),
        (2, ["act"]),
        (5, ["act", "pass"]),
        (9, ["act", "call:3", "dice:1-2"]),
        (14, ["act", "good:red"]),
        (16, ["act", "pass"]),
    ],
)
def test_the_action_is_carried_out_once_a_turn(place: int, words: list[str]) -> None:
    table = visit(place, EVERYTHING, governor=12, smuggler=12)
    table.say(*words)
    assert table.step == "encounters"
    assert set(table.options()) == {"pass"}


@pytest.mark.rule("IST-5.0", "IST-5.3")
def test_what_does_not_fit_on_the_wheelbarrow_is_lost() -> None:
    table = visit(5, Trader(goods=(0, 2, 1, 0)))
    table.say("act")
    assert table.goods() == (0, 2, 2, 0)
    assert table.lira() == 2


@pytest.mark.rule("IST-5.0", "IST-7.1")
@pytest.mark.parametrize("colour", COLOURS)
def test_a_card_may_bring_a_good_without_room(colour: str) -> None:
    table = visit(9, Trader(goods=FULL, hand=("one_good",)))
    table.say("card:one_good", f"good:{colour}")
    assert table.goods() == FULL
    assert table.hand() == []


@pytest.mark.rule("IST-5.0", "IST-5.6")
def test_a_good_without_room_may_be_named_at_the_black_market() -> None:
    table = visit(8, Trader(goods=FULL))
    table.say("act", "dice:6-6", "good:green")
    assert table.goods() == FULL


@pytest.mark.rule("IST-5.0", "IST-5.2")
def test_a_good_without_room_may_be_bought_with_the_green_tile() -> None:
    table = visit(3, Trader(goods=FULL, lira=3, tiles=("green",)))
    table.say("act", "good:green")
    assert table.goods() == FULL
    assert table.lira() == 1


@pytest.mark.rule("IST-5.13")
@pytest.mark.parametrize("place", [2, 3, 4, 5, 7, 8, 9])
def test_some_actions_can_always_be_carried_out(place: int) -> None:
    table = visit(place, Trader(goods=FULL), governor=12, smuggler=12)
    assert set(table.options()) == {"act", "pass"}


@pytest.mark.rule("IST-5.13")
@pytest.mark.parametrize(
    ("place", "me"),
    [
        (1, Trader(lira=6)),
        (1, Trader(lira=99, extensions=3)),
        (10, Trader(goods=(0, 0, 2, 0))),
        (10, Trader()),
        (11, Trader()),
        (12, Trader(family=1)),
        (13, Trader(goods=(2, 2, 2, 0))),
        (14, Trader(goods=(1, 1, 2, 2))),
        (15, Trader(goods=(2, 2, 1, 1))),
        (16, Trader(lira=13)),
    ],
    ids=[
        "no lira for a cart",
        "no extension left to have",
        "nothing wanted",
        "nothing for the large market",
        "nothing for the small market",
        "family member away",
        "nothing for the palace",
        "nothing for the small mosque",
        "nothing for the great mosque",
        "no lira for a ruby",
    ],
)
def test_an_action_that_cannot_be_carried_out_is_not_offered(place: int, me: Trader) -> None:
    table = visit(place, me)
    assert table.is_turn_of(1)

    table = visit(place, replace(me, hand=("stay",)))
    assert set(table.options()) == {"pass"}


@pytest.mark.rule("IST-5.13")
@pytest.mark.parametrize(
    ("place", "me", "laid"),
    [
        (6, Trader(), {"pile": ()}),
        (13, Trader(goods=(5, 5, 5, 5), extensions=3), {"palace": 0}),
        (16, Trader(lira=99), {"dealer": 0}),
    ],
    ids=["no card", "no ruby at the palace", "no ruby at the dealer"],
)
def test_an_action_is_not_offered_where_there_is_nothing_to_take(
    place: int, me: Trader, laid: dict[str, Any]
) -> None:
    assert visit(place, me, **laid).is_turn_of(1)


@pytest.mark.rule("IST-5.13", "IST-5.11")
def test_a_mosque_where_one_owns_both_tiles_has_no_action() -> None:
    assert visit(14, Trader(goods=FULL, tiles=("red", "green"))).is_turn_of(1)


@pytest.mark.rule("IST-5.13")
@pytest.mark.parametrize(
    ("place", "me"),
    [
        (1, Trader(lira=7)),
        (10, Trader(goods=(1, 0, 0, 0))),
        (11, Trader(goods=(0, 0, 1, 0))),
        (13, Trader(goods=(2, 1, 1, 1))),
        (14, Trader(goods=(0, 2, 0, 0))),
        (15, Trader(goods=(0, 0, 2, 0))),
        (16, Trader(lira=14)),
    ],
)
def test_an_action_that_can_just_be_carried_out_is_offered(place: int, me: Trader) -> None:
    assert "act" in visit(place, me).options()


@pytest.mark.rule("IST-5.13", "IST-7.2")
def test_a_card_may_make_an_action_possible() -> None:
    table = visit(16, Trader(lira=9, hand=("five_lira",)))
    assert table.asks("act", "card:five_lira", "pass")
    table.say("card:five_lira")
    assert "act" in table.options()


@pytest.mark.rule("IST-5.13", "IST-5.2")
def test_the_green_tile_works_at_a_full_warehouse() -> None:
    table = visit(3, Trader(goods=(0, 2, 0, 0), lira=2, tiles=("green",)))
    table.say("act", "good:blue")
    assert table.goods() == (0, 2, 0, 1)
    assert table.lira() == 0


@pytest.mark.rule("IST-5.14", "IST-5.10")
@pytest.mark.parametrize("colour", COLOURS)
def test_a_palace_with_7_uncovered_asks_2_blue_2_red_1_green_1_yellow_and_1_any(
    colour: str,
) -> None:
    table = visit(13, Trader(goods=(3, 2, 2, 3), extensions=1), palace=4)
    table.say("act", f"good:{colour}")
    left = dict(zip(COLOURS, (1, 1, 1, 1), strict=True)) | {colour: 0}
    assert table.player()["goods"] == left
    assert table.rubies() == 1


@pytest.mark.rule("IST-5.14", "IST-5.10")
@pytest.mark.parametrize(
    "goods", [(3, 1, 1, 1), (1, 2, 2, 2), (2, 0, 3, 2), (2, 3, 0, 2), (2, 1, 1, 2)]
)
def test_a_palace_with_7_uncovered_takes_no_less(goods: Goods) -> None:
    table = visit(13, Trader(goods=goods, extensions=1, hand=("stay",)), palace=4)
    assert table.asks("act", "pass")


@pytest.mark.rule("IST-5.14", "IST-5.8")
@pytest.mark.parametrize("tile", [1, 4])
def test_1_red_1_green_and_2_yellow_are_14_lira_at_the_small_market(tile: int) -> None:
    table = visit(11, Trader(goods=(1, 1, 2, 0)), small=tile)
    table.say("act", "good:red", "good:green", "good:yellow", "good:yellow", "done")
    assert table.lira() == 14
    assert table.goods() == NO_GOODS


@pytest.mark.rule("IST-5.14", "IST-5.6", "IST-8.1")
def test_2_and_5_become_9_at_the_black_market_2_blue_and_1_other_good() -> None:
    table = visit(8, Trader(tiles=("red",)))
    table.say("act", "dice:2-5", "four:low", "good:yellow")
    assert table.goods() == (0, 0, 1, 2)


@pytest.mark.rule("IST-5.14", "IST-5.3")
def test_a_post_office_with_2_markers_down_brings_red_yellow_and_3_lira() -> None:
    table = visit(5, markers=2)
    table.say("act")
    assert table.goods() == (1, 0, 1, 0)
    assert table.lira() == 3
    assert table.pieces["markers"] == 3


@pytest.mark.rule("IST-5.14", "IST-5.11", "IST-8.2")
def test_for_a_blue_tile_showing_3_one_of_3_is_given() -> None:
    table = visit(15, Trader(goods=(0, 0, 0, 3), extensions=1), Trader(tiles=("blue",)))
    assert table.pieces["mosques"]["blue"] == 3
    table.say("act", "good:blue")
    assert table.goods() == (0, 0, 0, 2)
    assert table.player()["tiles"] == ["blue"]
    assert table.stack() == ["own"] * 4
    assert table.out() == [15]


@pytest.mark.rule("IST-5.14", "IST-5.12")
def test_a_dealer_whose_highest_open_number_is_15_sells_for_15() -> None:
    table = visit(16, Trader(lira=15), dealer=9)
    table.say("act")
    assert table.lira() == 0
    assert table.rubies() == 1


@pytest.mark.rule("IST-5.14", "IST-5.9")
def test_the_family_member_at_the_spice_warehouse_pays_nobody_and_meets_no_governor() -> None:
    table = visit(12, Trader(lira=4), Trader(at=3), governor=3)
    table.say("act", "place:3")
    assert table.goods() == (0, 2, 0, 0)
    assert [table.lira(seat) for seat in range(2)] == [4, 0]
    assert table.is_turn_of(1)
    assert table.pieces["governor"] == 3


@pytest.mark.rule("IST-5.0")
def test_an_action_begun_cannot_be_declined() -> None:
    table = visit(9)
    table.say("act")
    with pytest.raises(IllegalChoice):
        table.say("pass")
    table = visit(8)
    table.say("act", "dice:1-1")
    assert set(table.options()) == set(good_words("red", "green", "yellow"))
