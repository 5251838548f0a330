"""IST-5.8: the large and the small market."""

from __future__ import annotations

import pytest

from rules.istanbul.bazaar import FULL, NO_GOODS, Goods, Trader, good_words, says_chance, visit

LARGE_PRICES = [3, 7, 12, 18, 25]
SMALL_PRICES = [2, 5, 9, 14, 20]


@pytest.mark.rule("IST-5.8")
@pytest.mark.parametrize(("goods", "paid"), list(enumerate(LARGE_PRICES, start=1)))
def test_the_large_market_pays(goods: int, paid: int) -> None:
    table = visit(10, Trader(goods=FULL))
    sold = ["good:red", "good:red", "good:green", "good:blue", "good:blue"][:goods]
    table.say("act", *sold, *["done"] * (goods < 5))
    assert table.lira() == paid
    assert sum(table.goods()) == 8 - goods


@pytest.mark.rule("IST-5.8")
@pytest.mark.parametrize(("goods", "paid"), list(enumerate(SMALL_PRICES, start=1)))
def test_the_small_market_pays(goods: int, paid: int) -> None:
    table = visit(11, Trader(goods=FULL))
    sold = ["good:red", "good:green", "good:yellow", "good:yellow", "good:blue"][:goods]
    table.say("act", *sold, *["done"] * (goods < 5))
    assert table.lira() == paid
    assert sum(table.goods()) == 8 - goods


@pytest.mark.rule("IST-5.8")
@pytest.mark.parametrize("place", [10, 11])
def test_after_five_goods_the_sale_is_over(place: int) -> None:
    table = visit(place, Trader(goods=FULL), large=5, small=1)
    sold = good_words() if place == 10 else good_words("red", "green", "yellow", "yellow", "blue")
    table.say("act", *sold, *["good:blue"] * (place == 10))
    assert says_chance(table)
    assert table.lira() == (25 if place == 10 else 20)


@pytest.mark.rule("IST-5.8")
def test_each_good_is_sold_as_often_as_it_is_shown() -> None:
    """The tile wants 2 red, 1 green and 2 blue."""
    table = visit(10, Trader(goods=(5, 5, 5, 5), extensions=3), large=1)
    table.say("act")
    assert set(table.options()) == set(good_words("red", "green", "blue"))
    table.say("good:red", "good:red")
    assert set(table.options()) == {"good:green", "good:blue", "done"}
    table.say("good:green")
    assert set(table.options()) == {"good:blue", "done"}


@pytest.mark.rule("IST-5.8")
def test_only_goods_that_are_held_can_be_sold() -> None:
    table = visit(10, Trader(goods=(1, 0, 2, 1)), large=1)
    table.say("act")
    assert set(table.options()) == set(good_words("red", "blue"))
    table.say("good:red")
    assert set(table.options()) == {"good:blue", "done"}


@pytest.mark.rule("IST-5.8")
@pytest.mark.parametrize(
    ("sold", "left"),
    [
        (["good:red"], (1, 2, 2, 2)),
        (["good:blue"], (2, 2, 2, 1)),
        (["good:green", "good:blue"], (2, 1, 2, 1)),
        (["good:red", "good:blue", "good:blue"], (1, 2, 2, 0)),
    ],
)
def test_one_may_sell_less_than_one_could(sold: list[str], left: Goods) -> None:
    table = visit(10, Trader(goods=FULL), large=1)
    table.say("act", *sold, "done")
    assert table.goods() == left


@pytest.mark.rule("IST-5.8")
def test_one_good_at_least_is_sold() -> None:
    table = visit(10, Trader(goods=FULL), large=1)
    table.say("act")
    assert set(table.options()) == set(good_words("red", "green", "blue"))


@pytest.mark.rule("IST-5.8", "IST-2.5")
@pytest.mark.parametrize(("place", "market"), [(10, "large"), (11, "small")])
@pytest.mark.parametrize("goods", [1, 5])
def test_the_tile_goes_to_the_bottom_however_much_was_sold(
    place: int, market: str, goods: int
) -> None:
    table = visit(
        place,
        Trader(goods=FULL),
        demand={"large": [3, 1, 2, 4, 5], "small": [1, 3, 2, 4, 5]},
    )
    sold = {10: "red red yellow blue blue", 11: "red green yellow yellow blue"}[place].split()
    table.say("act", *good_words(*sold[:goods]), *["done"] * (goods < 5))
    after = {"large": [1, 2, 4, 5, 3], "small": [3, 2, 4, 5, 1]}
    assert table.pieces["demand"][market] == after[market]


@pytest.mark.rule("IST-5.8")
def test_who_declines_leaves_the_tile_on_top() -> None:
    table = visit(10, Trader(goods=FULL), large=1)
    table.say("pass")
    assert table.pieces["demand"]["large"] == [1, None, None, None, None]


@pytest.mark.rule("IST-5.8")
def test_the_two_markets_want_what_their_own_tile_shows() -> None:
    """Fruit is wanted at the small market only."""
    assert visit(10, Trader(goods=(0, 0, 2, 0)), large=1).is_turn_of(1)
    table = visit(11, Trader(goods=(0, 0, 2, 0)), small=1)
    table.say("act", "good:yellow", "good:yellow", "done")
    assert table.lira() == 5
    assert table.goods() == NO_GOODS
