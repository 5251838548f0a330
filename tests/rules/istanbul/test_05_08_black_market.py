"""IST-5.6: the black market."""

from __future__ import annotations

import pytest

from rules.istanbul.bazaar import Trader, good_words, says_chance, visit


@pytest.mark.rule("IST-5.6")
@pytest.mark.parametrize(
    ("dice", "blue"),
    [
        ("dice:1-1", 0),
        ("dice:1-5", 0),
        ("dice:3-3", 0),
        ("dice:1-6", 1),
        ("dice:3-4", 1),
        ("dice:4-4", 1),
        ("dice:2-6", 1),
        ("dice:3-6", 2),
        ("dice:5-5", 2),
        ("dice:5-6", 3),
        ("dice:6-6", 3),
    ],
)
def test_the_sum_of_two_dice_brings_jewellery(dice: str, blue: int) -> None:
    table = visit(8, Trader(extensions=1))
    table.say("act", dice, "good:red")
    assert table.goods() == (1, 0, 0, blue)


@pytest.mark.rule("IST-5.6")
@pytest.mark.parametrize(
    ("good", "goods"),
    [("red", (1, 0, 0, 0)), ("green", (0, 1, 0, 0)), ("yellow", (0, 0, 1, 0))],
)
def test_one_other_good_comes_with_it(good: str, goods: tuple[int, ...]) -> None:
    table = visit(8)
    table.say("act", "dice:1-2", f"good:{good}")
    assert table.goods() == goods
    assert table.is_turn_of(1)


@pytest.mark.rule("IST-5.6")
def test_the_other_good_is_chosen_after_the_roll_and_is_never_blue() -> None:
    table = visit(8)
    table.say("act")
    assert says_chance(table)
    table.say("dice:3-4")
    assert set(table.options()) == set(good_words("red", "green", "yellow"))


@pytest.mark.rule("IST-5.6", "IST-8.1")
def test_the_other_good_is_chosen_after_the_red_tile() -> None:
    table = visit(8, Trader(tiles=("red",)))
    table.say("act", "dice:3-4")
    assert table.step == "bend_dice"
    table.say("pass")
    assert table.step == "pick_plain_good"


@pytest.mark.rule("IST-5.6", "IST-5.0")
def test_jewellery_that_does_not_fit_is_lost() -> None:
    table = visit(8, Trader(goods=(0, 0, 0, 1)))
    table.say("act", "dice:6-6", "good:red")
    assert table.goods() == (1, 0, 0, 2)


@pytest.mark.rule("IST-5.6", "IST-5.7")
@pytest.mark.parametrize(("place", "words"), [(8, ["act"]), (9, ["act", "call:7"])])
def test_two_plain_dice_are_rolled(place: int, words: list[str]) -> None:
    table = visit(place)
    table.say(*words)
    assert table.match.odds() == pytest.approx(
        {
            f"dice:{low}-{high}": (1 if low == high else 2) / 36
            for low in range(1, 7)
            for high in range(low, 7)
        }
    )
