"""IST-5.12: the gem dealer."""

from __future__ import annotations

import pytest

from rules.istanbul.bazaar import RUBIES, Bazaar, Trader, visit

PRICES = [
    (seats, left, 24 - left)
    for seats in (2, 3, 4, 5)
    for left in range(RUBIES[seats]["dealer"], 0, -1)
]


def dealer(seats: int, left: int, me: Trader) -> Bazaar:
    away = (3, 3, 3) if seats == 2 else ()
    return visit(16, me, seats=seats, dealer=left, neutral_merchants=away)


@pytest.mark.rule("IST-5.12")
@pytest.mark.parametrize(("seats", "price"), [(2, 15), (3, 14), (4, 12), (5, 12)])
def test_the_first_ruby_costs_as_the_player_number_says(seats: int, price: int) -> None:
    table = dealer(seats, RUBIES[seats]["dealer"], Trader(lira=30))
    table.say("act")
    assert table.lira() == 30 - price
    assert table.rubies() == 1


@pytest.mark.rule("IST-5.12")
@pytest.mark.parametrize(("seats", "left", "price"), PRICES)
def test_each_ruby_costs_1_more_and_the_last_23(seats: int, left: int, price: int) -> None:
    table = dealer(seats, left, Trader(lira=price))
    had = table.rubies()
    table.say("act")
    assert table.lira() == 0
    assert table.rubies() == had + 1
    assert table.pieces["rubies"]["dealer"] == left - 1


@pytest.mark.rule("IST-5.12", "IST-5.13")
@pytest.mark.parametrize(("seats", "left", "price"), PRICES)
def test_with_1_lira_less_there_is_no_ruby(seats: int, left: int, price: int) -> None:
    table = dealer(seats, left, Trader(lira=price - 1, hand=("stay",)))
    assert table.asks("act", "pass")


@pytest.mark.rule("IST-5.12")
def test_rubies_taken_elsewhere_do_not_raise_the_price() -> None:
    table = visit(16, Trader(lira=14, bought=2), palace=4)
    table.say("act")
    assert table.lira() == 0


@pytest.mark.rule("IST-5.12")
def test_one_ruby_is_sold_at_a_time() -> None:
    table = visit(16, Trader(lira=99))
    table.say("act")
    assert table.rubies() == 1
    assert table.lira() == 85
    assert table.is_turn_of(1)
