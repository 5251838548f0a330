"""IST-5.1: the wainwright."""

from __future__ import annotations

import pytest

from rules.istanbul.bazaar import Trader, visit


@pytest.mark.rule("IST-5.1")
@pytest.mark.parametrize("extensions", [0, 1, 2])
def test_7_lira_buy_one_extension(extensions: int) -> None:
    table = visit(1, Trader(lira=20, extensions=extensions))
    table.say("act")
    assert table.lira() == 13
    assert table.player()["extensions"] == extensions + 1


@pytest.mark.rule("IST-5.1")
@pytest.mark.parametrize("extensions", [0, 1, 2, 3])
@pytest.mark.parametrize(("place", "good"), [(2, 0), (3, 1), (4, 2)])
def test_an_extension_makes_room_for_one_more_of_each_kind(
    extensions: int, place: int, good: int
) -> None:
    table = visit(place, Trader(extensions=extensions), governor=12, smuggler=12)
    table.say("act")
    assert table.goods()[good] == 2 + extensions


@pytest.mark.rule("IST-5.1")
def test_an_extension_makes_room_for_more_jewellery_too() -> None:
    table = visit(8, Trader(extensions=1))
    table.say("act", "dice:6-6", "good:red")
    assert table.goods() == (1, 0, 0, 3)


@pytest.mark.rule("IST-5.1")
def test_there_is_room_for_more_at_once() -> None:
    table = visit(1, Trader(lira=7, goods=(2, 0, 0, 0), hand=("one_good",)))
    table.say("act", "card:one_good", "good:red")
    assert table.goods() == (3, 0, 0, 0)


@pytest.mark.rule("IST-5.1")
def test_a_fourth_extension_cannot_be_had() -> None:
    table = visit(1, Trader(lira=20, extensions=3, hand=("stay",)))
    assert table.asks("act", "pass")


@pytest.mark.rule("IST-5.1")
@pytest.mark.parametrize(("extensions", "rubies"), [(0, 0), (1, 0), (2, 1)])
def test_the_third_extension_brings_a_ruby(extensions: int, rubies: int) -> None:
    table = visit(1, Trader(lira=7, extensions=extensions))
    table.say("act")
    assert table.rubies() == rubies
    assert table.pieces["rubies"]["wainwright"] == 3 - rubies


@pytest.mark.rule("IST-5.1")
def test_only_one_extension_is_bought_at_a_time() -> None:
    table = visit(1, Trader(lira=21))
    table.say("act")
    assert table.lira() == 14
    assert table.is_turn_of(1)
