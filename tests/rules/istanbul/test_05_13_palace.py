"""IST-5.10: the sultan's palace."""

from __future__ import annotations

import pytest

from rules.istanbul.bazaar import (
    NO_GOODS,
    RUBIES,
    Bazaar,
    Goods,
    Trader,
    good_words,
    palace_price,
    plus,
    visit,
)

PRICES = [
    (seats, left, 11 - left)
    for seats in (2, 3, 4, 5)
    for left in range(RUBIES[seats]["palace"], 0, -1)
]
"""Seats, rubies left, goods asked."""


def palace(seats: int, left: int, me: Trader) -> Bazaar:
    return visit(13, me, seats=seats, palace=left)


@pytest.mark.rule("IST-5.10")
@pytest.mark.parametrize(("seats", "left", "asked"), PRICES)
def test_each_ruby_costs_one_good_more_and_the_last_10(seats: int, left: int, asked: int) -> None:
    fixed, of_any = palace_price(asked)
    table = palace(seats, left, Trader(goods=plus(fixed, (of_any, 0, 0, 0)), extensions=2))
    table.say("act", *["good:red"] * of_any)
    assert table.goods() == NO_GOODS
    assert table.rubies() == 1
    assert table.pieces["rubies"]["palace"] == left - 1


@pytest.mark.rule("IST-5.10")
@pytest.mark.parametrize(
    ("seats", "asked", "fixed"),
    [(2, 5, (1, 1, 1, 1)), (3, 5, (1, 1, 1, 1)), (4, 4, (1, 1, 1, 1)), (5, 4, (1, 1, 1, 1))],
)
def test_the_first_ruby_costs_5_goods_with_2_or_3_players_and_4_with_more(
    seats: int, asked: int, fixed: Goods
) -> None:
    extra = asked - sum(fixed)
    table = visit(13, Trader(goods=plus(fixed, (0, extra, 0, 0))), seats=seats)
    table.say("act", *["good:green"] * extra)
    assert table.goods() == NO_GOODS
    assert table.rubies() == 1


@pytest.mark.rule("IST-5.10")
@pytest.mark.parametrize(
    ("left", "goods"),
    [
        (7, (1, 1, 1, 1)),
        (6, (2, 1, 1, 1)),
        (5, (1, 1, 2, 2)),
        (4, (2, 2, 1, 2)),
        (3, (2, 2, 2, 2)),
        (2, (2, 2, 2, 3)),
        (1, (2, 2, 3, 3)),
    ],
)
def test_the_track_is_blue_red_green_yellow_any_twice(left: int, goods: Goods) -> None:
    """With exactly the goods asked there is nothing to choose."""
    table = palace(4, left, Trader(goods=goods, extensions=1))
    table.say("act")
    assert table.goods() == NO_GOODS
    assert table.rubies() == 1


@pytest.mark.rule("IST-5.10", "IST-5.13")
@pytest.mark.parametrize(("seats", "left", "asked"), [row for row in PRICES if row[0] in (3, 4)])
@pytest.mark.parametrize("short", range(4))
def test_without_one_of_the_goods_there_is_no_ruby(
    seats: int, left: int, asked: int, short: int
) -> None:
    fixed, _ = palace_price(asked)
    goods = [5, 5, 5, 5]
    goods[short] = fixed[short] - 1
    red, green, yellow, blue = goods
    me = Trader(goods=(red, green, yellow, blue), extensions=3, hand=("stay",))
    assert palace(seats, left, me).asks("act", "pass")


@pytest.mark.rule("IST-5.10", "IST-5.13")
@pytest.mark.parametrize(("seats", "left", "asked"), [row for row in PRICES if row[2] > 4])
def test_without_enough_for_any_there_is_no_ruby(seats: int, left: int, asked: int) -> None:
    fixed, of_any = palace_price(asked)
    me = Trader(goods=plus(fixed, (0, 0, of_any - 1, 0)), extensions=3, hand=("stay",))
    assert palace(seats, left, me).asks("act", "pass")


@pytest.mark.rule("IST-5.10")
def test_any_is_a_good_of_the_players_choice_after_the_others_are_given() -> None:
    table = palace(3, 6, Trader(goods=(2, 1, 2, 2)))
    table.say("act")
    assert set(table.options()) == set(good_words("red", "yellow", "blue"))
    table.say("good:blue")
    assert table.goods() == (1, 0, 1, 0)


@pytest.mark.rule("IST-5.10")
@pytest.mark.parametrize(
    ("first", "second", "left"),
    [
        ("red", "red", (0, 0, 2, 0)),
        ("red", "yellow", (1, 0, 1, 0)),
        ("yellow", "yellow", (2, 0, 0, 0)),
    ],
)
def test_the_last_ruby_lets_the_player_choose_twice(first: str, second: str, left: Goods) -> None:
    table = palace(3, 1, Trader(goods=(4, 2, 4, 2), extensions=2))
    table.say("act", f"good:{first}", f"good:{second}")
    assert table.goods() == left


@pytest.mark.rule("IST-5.10")
def test_every_way_to_choose_leads_to_a_ruby() -> None:
    table = palace(3, 1, Trader(goods=(3, 2, 3, 2), extensions=2))
    table.say("act", "good:red", "good:yellow")
    assert table.goods() == NO_GOODS
    assert table.rubies() == 1


@pytest.mark.rule("IST-5.10")
def test_one_ruby_is_taken_at_a_time() -> None:
    table = palace(4, 7, Trader(goods=(5, 5, 5, 5), extensions=3))
    table.say("act")
    assert table.rubies() == 2
    assert table.goods() == (4, 4, 4, 4)
    assert table.is_turn_of(1)
