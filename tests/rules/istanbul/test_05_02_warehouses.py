"""IST-5.2: the warehouses of fabric, spice and fruit."""

from __future__ import annotations

import pytest

from rules.istanbul.bazaar import Bazaar, Goods, Trader, good_words, visit

WAREHOUSES = [(2, "red"), (3, "green"), (4, "yellow")]


def warehouse(place: int, me: Trader) -> Bazaar:
    table = visit(place, me, governor=12, smuggler=12)
    table.say("act")
    return table


@pytest.mark.rule("IST-5.2")
@pytest.mark.parametrize(("place", "colour"), WAREHOUSES)
@pytest.mark.parametrize("held", [0, 1, 2])
def test_a_warehouse_fills_up_its_good(place: int, colour: str, held: int) -> None:
    start = {"red": (held, 1, 1, 1), "green": (1, held, 1, 1), "yellow": (1, 1, held, 1)}
    full = {"red": (2, 1, 1, 1), "green": (1, 2, 1, 1), "yellow": (1, 1, 2, 1)}
    table = warehouse(place, Trader(goods=start[colour]))
    assert table.goods() == full[colour]
    assert table.is_turn_of(1)


@pytest.mark.rule("IST-5.2", "IST-5.13")
def test_a_full_warehouse_can_be_used_without_effect() -> None:
    table = warehouse(2, Trader(goods=(2, 0, 0, 0), lira=5))
    assert table.goods() == (2, 0, 0, 0)
    assert table.lira() == 5


@pytest.mark.rule("IST-5.2", "IST-8.3")
@pytest.mark.parametrize(("place", "colour"), WAREHOUSES)
@pytest.mark.parametrize("bought", ["red", "green", "yellow", "blue"])
def test_with_the_green_tile_2_lira_buy_one_good_of_any_kind(
    place: int, colour: str, bought: str
) -> None:
    table = warehouse(place, Trader(lira=5, tiles=("green",), extensions=1))
    assert set(table.options()) == {*good_words(), "pass"}
    table.say(f"good:{bought}")
    expected = {"red": 0, "green": 0, "yellow": 0, "blue": 0, colour: 3}
    if bought != colour:
        expected[bought] = 1
    assert table.player()["goods"] == expected
    assert table.lira() == 3


@pytest.mark.rule("IST-5.2", "IST-8.3")
def test_the_green_tile_need_not_be_used() -> None:
    table = warehouse(2, Trader(lira=5, tiles=("green",)))
    table.say("pass")
    assert table.goods() == (2, 0, 0, 0)
    assert table.lira() == 5


@pytest.mark.rule("IST-5.2", "IST-8.3")
def test_the_green_tile_is_used_once_per_use_of_a_warehouse() -> None:
    table = warehouse(2, Trader(lira=5, tiles=("green",)))
    table.say("good:blue")
    assert table.is_turn_of(1)


@pytest.mark.rule("IST-5.2", "IST-8.3")
def test_without_2_lira_the_green_tile_is_not_asked_about() -> None:
    table = warehouse(2, Trader(lira=1, tiles=("green",)))
    assert table.is_turn_of(1)


@pytest.mark.rule("IST-5.2", "IST-8.3")
@pytest.mark.parametrize("tiles", [(), ("red", "yellow", "blue")])
def test_without_the_green_tile_nothing_can_be_bought(tiles: tuple[str, ...]) -> None:
    table = warehouse(2, Trader(lira=5, tiles=tiles))
    assert table.step == ("encounters" if tiles else "move")
    assert table.lira() == 5


@pytest.mark.rule("IST-5.2", "IST-8.3")
@pytest.mark.parametrize(
    ("goods", "bought", "after"),
    [
        ((0, 0, 0, 0), "red", (2, 0, 0, 0)),
        ((2, 2, 2, 2), "blue", (2, 2, 2, 2)),
        ((2, 2, 2, 1), "blue", (2, 2, 2, 2)),
    ],
    ids=["the good just filled up", "a full cart", "one place left"],
)
def test_a_good_bought_that_does_not_fit_is_paid_and_lost(
    goods: Goods, bought: str, after: Goods
) -> None:
    table = warehouse(2, Trader(lira=2, goods=goods, tiles=("green",)))
    table.say(f"good:{bought}")
    assert table.goods() == after
    assert table.lira() == 0
