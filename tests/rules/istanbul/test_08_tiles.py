"""IST-8: the mosque tiles."""

from __future__ import annotations

import pytest

from bedesten import IllegalChoice
from rules.istanbul.bazaar import (
    FOUNTAIN,
    MOMENTS,
    POLICE,
    Trader,
    bazaar,
    moment,
    says_chance,
    visit,
)

# -- red --------------------------------------------------------------------


@pytest.mark.rule("IST-8.1")
@pytest.mark.parametrize(
    ("dice", "bend", "total"),
    [
        ("dice:1-2", "four:low", 6),
        ("dice:1-2", "four:high", 5),
        ("dice:2-5", "four:low", 9),
        ("dice:2-5", "four:high", 6),
        ("dice:5-6", "four:low", 10),
        ("dice:5-6", "four:high", 9),
        ("dice:6-6", "four:high", 10),
        ("dice:5-6", "pass", 11),
    ],
)
def test_one_die_is_set_to_4(dice: str, bend: str, total: int) -> None:
    """The tea house tells the total: it is just reached, and one more is not."""
    for call, paid in ((total, total), (total + 1, 2)):
        table = visit(9, Trader(tiles=("red",)))
        table.say("act", f"call:{call}", dice, bend)
        assert table.lira() == paid


@pytest.mark.rule("IST-8.1")
@pytest.mark.parametrize(
    ("bend", "blue"),
    [(["pass"], 1), (["four:low"], 2), (["four:high"], 0), (["reroll", "dice:5-6"], 3)],
)
def test_the_red_tile_works_at_the_black_market(bend: list[str], blue: int) -> None:
    table = visit(8, Trader(tiles=("red",), extensions=1))
    table.say("act", "dice:2-5", *bend, "good:red")
    assert table.goods() == (1, 0, 0, blue)


@pytest.mark.rule("IST-8.1")
@pytest.mark.parametrize("place", [8, 9])
def test_both_dice_may_be_rolled_again_and_the_new_roll_stands(place: int) -> None:
    table = visit(place, Trader(tiles=("red",)))
    table.say("act", *["call:8"] * (place == 9), "dice:6-6", "reroll")
    assert says_chance(table)
    assert len(table.match.odds()) == 21
    table.say("dice:1-1")
    assert table.step != "bend_dice"
    if place == 9:
        assert table.lira() == 2
    else:
        table.say("good:red")
        assert table.goods() == (1, 0, 0, 0)


@pytest.mark.rule("IST-8.1")
@pytest.mark.parametrize("bend", ["four:low", "four:high"])
@pytest.mark.parametrize("then", ["reroll", "four:low", "four:high"])
def test_the_red_tile_is_used_once_per_action(bend: str, then: str) -> None:
    table = visit(8, Trader(tiles=("red",)))
    table.say("act", "dice:2-5", bend)
    with pytest.raises(IllegalChoice):
        table.say(then)


@pytest.mark.rule("IST-8.1")
@pytest.mark.parametrize(("place", "words"), [(8, []), (9, ["call:7"])])
def test_the_red_tile_is_used_after_the_roll(place: int, words: list[str]) -> None:
    table = visit(place, Trader(tiles=("red",)))
    table.say("act", *words)
    assert says_chance(table)
    table.say("dice:3-4")
    assert set(table.options()) == {"four:low", "four:high", "reroll", "pass"}


@pytest.mark.rule("IST-8.1")
@pytest.mark.parametrize("tiles", [(), ("green", "yellow", "blue")])
@pytest.mark.parametrize(("place", "words"), [(8, []), (9, ["call:7"])])
def test_without_the_red_tile_the_roll_stands(
    tiles: tuple[str, ...], place: int, words: list[str]
) -> None:
    table = visit(place, Trader(tiles=tiles))
    table.say("act", *words, "dice:3-4")
    if place == 8:
        assert table.step == "pick_plain_good"
    else:
        assert table.lira() == 7


@pytest.mark.rule("IST-8.1", "IST-4.3")
def test_the_red_tile_does_not_bend_the_roll_of_a_neutral_merchant() -> None:
    table = visit(9, Trader(lira=2, tiles=("red",)), seats=2, neutral_merchants=(9, 15, 16))
    table.say("pay", "sum:4")
    assert table.step == "act"


# -- blue -------------------------------------------------------------------


@pytest.mark.rule("IST-8.2")
def test_the_blue_tile_brings_the_fifth_assistant_under_the_merchant_at_once() -> None:
    table = visit(15, Trader(goods=(0, 0, 0, 2), out=(1, 2)))
    assert table.stack() == ["own"]
    table.say("act", "good:blue")
    assert table.stack() == ["own"] * 2
    assert table.out() == [1, 2, 15]


@pytest.mark.rule("IST-8.2")
@pytest.mark.parametrize(
    ("place", "goods", "colour"),
    [(14, (2, 0, 0, 0), "red"), (14, (0, 2, 0, 0), "green"), (15, (0, 0, 2, 0), "yellow")],
)
def test_other_tiles_bring_no_assistant(
    place: int, goods: tuple[int, int, int, int], colour: str
) -> None:
    table = visit(place, Trader(goods=goods))
    table.say("act", f"good:{colour}")
    assert table.stack() == ["own"] * 3


@pytest.mark.rule("IST-8.2")
def test_five_assistants_can_all_be_out() -> None:
    table = visit(9, Trader(tiles=("blue",), out=(1, 2, 3, 4)))
    assert table.out() == [1, 2, 3, 4, 9]
    assert table.stack() == []


# -- green ------------------------------------------------------------------


@pytest.mark.rule("IST-8.3")
@pytest.mark.parametrize("place", [5, 8])
def test_the_green_tile_works_at_warehouses_only(place: int) -> None:
    table = visit(place, Trader(lira=9, tiles=("green",)))
    table.say("act", *["dice:1-1", "good:red"] * (place == 8))
    assert table.is_turn_of(1)


@pytest.mark.rule("IST-8.3")
def test_the_green_tile_does_not_work_without_the_action() -> None:
    table = visit(3, Trader(lira=9, tiles=("green",)))
    table.say("pass")
    assert table.is_turn_of(1)
    assert table.lira() == 9


# -- yellow -----------------------------------------------------------------


@pytest.mark.rule("IST-8.4")
@pytest.mark.parametrize("step", MOMENTS)
def test_the_yellow_tile_brings_an_assistant_back_at_any_moment_of_the_turn(step: str) -> None:
    table = moment(step, Trader(lira=9, tiles=("yellow",), out=(1, 4), hand=("far",)))
    lira, stack, out = table.lira(), table.stack(), table.out()
    table.say("tile:yellow")
    assert table.places == set(out)
    table.say("place:4")
    assert table.step == step
    assert table.lira() == lira - 2
    assert table.stack() == [*stack, "own"]
    assert table.out() == [place for place in out if place != 4]


@pytest.mark.rule("IST-8.4")
@pytest.mark.parametrize("step", MOMENTS)
def test_the_yellow_tile_is_used_once_a_turn(step: str) -> None:
    table = moment(step, Trader(lira=9, tiles=("yellow",), out=(1, 4), hand=("far",)))
    table.say("tile:yellow", "place:4")
    assert table.step == step
    assert "tile:yellow" not in table.options(0)


@pytest.mark.rule("IST-8.4")
def test_used_before_the_move_the_yellow_tile_is_used_for_the_turn() -> None:
    table = bazaar(Trader(at=11, lira=9, tiles=("yellow",), out=(1, 4), hand=("far",)))
    table.say("tile:yellow", "place:4")
    for word in ("place:9", "leave", "pass", "pass"):
        assert "tile:yellow" not in table.options()
        table.say(word)
    assert table.is_turn_of(1)


@pytest.mark.rule("IST-8.4")
def test_the_yellow_tile_can_be_used_again_in_the_next_turn() -> None:
    table = bazaar(Trader(at=11, lira=9, tiles=("yellow",), out=(1, 4)))
    table.say("tile:yellow", "place:4", "place:9", "pass")
    table.idle()
    table.idle()
    assert table.is_turn_of(0)
    assert "tile:yellow" in table.options()


@pytest.mark.rule("IST-8.4")
@pytest.mark.parametrize(
    ("me", "usable"),
    [
        (Trader(lira=2, tiles=("yellow",), out=(4,)), True),
        (Trader(lira=1, tiles=("yellow",), out=(4,)), False),
        (Trader(lira=2, tiles=("yellow",)), False),
        (Trader(lira=2, tiles=("red", "green", "blue"), out=(4,)), False),
    ],
    ids=["all there", "no lira", "nobody out", "no tile"],
)
def test_the_yellow_tile_needs_2_lira_and_an_assistant_that_is_out(
    me: Trader, usable: bool
) -> None:
    assert ("tile:yellow" in bazaar(me, Trader(out=(5,))).options()) == usable


@pytest.mark.rule("IST-8.4")
def test_the_yellow_tile_brings_back_the_assistant_just_left_and_the_step_stays_valid() -> None:
    table = visit(3, Trader(lira=2, tiles=("yellow",)))
    table.say("tile:yellow", "place:3", "act")
    assert table.out() == []
    assert table.stack() == ["own"] * 4
    assert table.goods() == (0, 2, 0, 0)


@pytest.mark.rule("IST-8.4", "IST-7.5")
def test_the_yellow_tile_frees_the_own_place_before_a_stay() -> None:
    table = bazaar(Trader(at=3, lira=2, tiles=("yellow",), out=(3,), hand=("stay",)))
    table.say("tile:yellow", "place:3", "card:stay")
    assert set(table.options()) == {"leave", "pass"}


@pytest.mark.rule("IST-8.4", "IST-3.2")
def test_the_yellow_tile_may_fetch_the_assistant_of_the_destination_before_the_step() -> None:
    table = bazaar(Trader(at=11, lira=2, tiles=("yellow",), out=(9,)))
    table.say("place:9", "tile:yellow", "place:9")
    assert set(table.options()) == {"leave", "pass"}


@pytest.mark.rule("IST-8.4", "IST-4.1")
def test_lira_spent_on_the_yellow_tile_are_missing_for_the_merchants() -> None:
    table = visit(9, Trader(lira=3, tiles=("yellow",), out=(1,), hand=("stay",)), Trader(at=9))
    table.say("tile:yellow", "place:1")
    assert set(table.options()) == {"pass"}


@pytest.mark.rule("IST-8.4")
def test_the_yellow_tile_works_at_the_fountain_and_at_the_police_station() -> None:
    table = visit(FOUNTAIN, Trader(lira=2, tiles=("yellow",), out=(1,)))
    assert "tile:yellow" in table.options()
    table = visit(POLICE, Trader(lira=2, tiles=("yellow",)))
    table.say("act", "place:3", "tile:yellow", f"place:{POLICE}")
    assert table.stack() == ["own"] * 4


@pytest.mark.rule("IST-8.4")
def test_the_yellow_tile_works_in_the_own_turn_only() -> None:
    table = bazaar(Trader(), Trader(lira=2, tiles=("yellow",), out=(1,)))
    with pytest.raises(IllegalChoice):
        table.play(1, "tile:yellow")


# -- from the moment it is taken ---------------------------------------------


@pytest.mark.rule("IST-8.5", "IST-8.4")
def test_the_yellow_tile_works_in_the_rest_of_the_turn_in_which_it_is_taken() -> None:
    table = visit(15, Trader(lira=2, goods=(0, 0, 2, 0)))
    table.say("act", "good:yellow", "tile:yellow", "place:15")
    assert table.stack() == ["own"] * 4
    assert table.lira() == 0


@pytest.mark.rule("IST-8.5", "IST-5.9")
def test_the_yellow_tile_works_at_once_if_the_family_member_takes_it() -> None:
    table = visit(POLICE, Trader(lira=2, goods=(0, 0, 2, 0)))
    table.say("act", "place:15", "good:yellow", "tile:yellow", f"place:{POLICE}")
    assert table.stack() == ["own"] * 4


@pytest.mark.rule("IST-8.5")
def test_before_it_is_taken_a_tile_does_not_work() -> None:
    table = visit(15, Trader(lira=2, goods=(0, 0, 2, 0)))
    assert table.asks("act", "act", "pass")


@pytest.mark.rule("IST-8.5", "IST-8.1")
def test_a_red_tile_taken_works_in_the_next_turn() -> None:
    table = visit(14, Trader(goods=(2, 0, 0, 0)))
    table.say("act", "good:red")
    table.idle()
    table.idle()
    table.say("place:9", "leave", "act", "call:7", "dice:1-2")
    assert table.step == "bend_dice"
