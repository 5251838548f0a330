"""IST-4: meeting the merchants of others, and neutral ones."""

from __future__ import annotations

import pytest

from rules.istanbul.bazaar import FOUNTAIN, Trader, bazaar, says_chance, two_dice, visit

PLACES = [place for place in range(1, 17) if place != FOUNTAIN]


@pytest.mark.rule("IST-4.1")
@pytest.mark.parametrize("place", PLACES)
def test_another_merchant_is_paid_2_lira(place: int) -> None:
    table = visit(place, Trader(lira=5), Trader(at=place, lira=1))
    assert set(table.options()) == {"pay", "pass"}
    table.say("pay")
    assert [table.lira(seat) for seat in range(3)] == [3, 3, 0]


@pytest.mark.rule("IST-4.1")
@pytest.mark.parametrize("others", [1, 2, 3, 4])
def test_each_of_several_merchants_is_paid(others: int) -> None:
    """Rulebook: red pays yellow and green 2 lira each."""
    table = visit(9, Trader(lira=10), *[Trader(at=9)] * others, seats=5)
    table.say("pay")
    assert table.lira() == 10 - 2 * others
    assert [table.lira(seat) for seat in range(1, 5)] == [2] * others + [0] * (4 - others)


@pytest.mark.rule("IST-4.1")
def test_all_or_none_are_paid() -> None:
    table = visit(9, Trader(lira=3, hand=("stay",)), Trader(at=9), Trader(at=9))
    assert set(table.options()) == {"pass"}
    table.say("pass")
    assert [table.lira(seat) for seat in range(3)] == [3, 0, 0]
    assert table.is_turn_of(1)


@pytest.mark.rule("IST-4.1")
def test_who_can_just_pay_all_acts() -> None:
    table = visit(9, Trader(lira=4), Trader(at=9), Trader(at=9))
    table.say("pay")
    assert table.step == "act"
    assert table.lira() == 0


@pytest.mark.rule("IST-4.1")
def test_who_cannot_pay_ends_the_turn() -> None:
    table = visit(9, Trader(lira=1), Trader(at=9))
    assert table.is_turn_of(1)
    assert table.lira() == 1
    assert table.out() == [9]


@pytest.mark.rule("IST-4.1")
def test_who_will_not_pay_ends_the_turn() -> None:
    table = visit(9, Trader(lira=2), Trader(at=9))
    table.say("pass")
    assert table.is_turn_of(1)
    assert [table.lira(seat) for seat in range(2)] == [2, 0]
    assert table.out() == [9]


@pytest.mark.rule("IST-4.1", "IST-7.2")
def test_five_lira_can_be_played_to_pay() -> None:
    table = visit(9, Trader(hand=("five_lira",)), Trader(at=9), Trader(at=9))
    assert set(table.options()) == {"card:five_lira", "pass"}
    table.say("card:five_lira", "pay")
    assert [table.lira(seat) for seat in range(3)] == [1, 2, 2]


@pytest.mark.rule("IST-4.1", "IST-7.4")
def test_the_family_card_can_be_played_to_pay() -> None:
    table = visit(9, Trader(hand=("family",), family=1), Trader(at=9))
    table.say("card:family", "lira", "pay")
    assert [table.lira(seat) for seat in range(2)] == [1, 2]


@pytest.mark.rule("IST-4.1")
def test_a_merchant_somewhere_else_is_not_paid() -> None:
    table = visit(9, Trader(lira=5), Trader(at=3), Trader(at=1))
    assert table.step == "act"
    assert table.lira() == 5


@pytest.mark.rule("IST-4.1")
def test_family_members_are_not_paid() -> None:
    table = visit(9, Trader(lira=5), Trader(family=9))
    assert table.step == "act"


@pytest.mark.rule("IST-4.1")
def test_a_place_just_left_by_another_merchant_costs_nothing() -> None:
    table = bazaar(Trader(at=9), Trader(at=11, lira=2))
    table.say("place:3", "pass", "place:9", "leave")
    assert table.step == "act"
    assert table.lira(1) == 2


@pytest.mark.rule("IST-4.2")
def test_at_the_fountain_nobody_is_paid() -> None:
    table = visit(FOUNTAIN, Trader(lira=5), Trader(), Trader())
    assert table.step == "act"
    assert [table.lira(seat) for seat in range(3)] == [5, 0, 0]


@pytest.mark.rule("IST-4.2", "IST-4.3")
def test_at_the_fountain_a_neutral_merchant_is_neither_paid_nor_moved() -> None:
    table = visit(FOUNTAIN, Trader(lira=5), seats=2, neutral_merchants=(7, 15, 16))
    assert table.step == "act"
    table.say("act", "done")
    assert table.lira() == 5
    assert table.pieces["neutral_merchants"] == [7, 15, 16]


@pytest.mark.rule("IST-4.3")
@pytest.mark.parametrize(
    ("place", "after"), [(14, [5, 15, 16]), (15, [14, 5, 16]), (16, [14, 15, 5])]
)
def test_a_neutral_merchant_is_paid_to_the_bank_and_moved_by_two_dice(
    place: int, after: list[int]
) -> None:
    table = visit(place, Trader(lira=5), seats=2)
    table.say("pay")
    assert [table.lira(seat) for seat in range(2)] == [3, 0]
    assert says_chance(table)
    assert table.match.odds() == pytest.approx(two_dice())
    table.say("sum:5")
    assert table.pieces["neutral_merchants"] == after


@pytest.mark.rule("IST-4.3")
def test_several_neutral_merchants_are_moved_each_by_its_own_roll_in_their_order() -> None:
    table = visit(9, Trader(lira=6), seats=2, neutral_merchants=(9, 9, 9))
    table.say("pay")
    assert table.lira() == 0
    table.say("sum:2")
    assert table.pieces["neutral_merchants"] == [2, 9, 9]
    table.say("sum:12")
    assert table.pieces["neutral_merchants"] == [2, 12, 9]
    table.say("sum:6")
    assert table.pieces["neutral_merchants"] == [2, 12, 6]
    assert table.step == "act"


@pytest.mark.rule("IST-4.3")
def test_only_the_neutral_merchants_of_the_place_are_moved() -> None:
    table = visit(9, Trader(lira=6), seats=2, neutral_merchants=(9, 3, 9))
    table.say("pay", "sum:4", "sum:5")
    assert table.lira() == 2
    assert table.pieces["neutral_merchants"] == [4, 3, 5]
    assert table.step == "act"


@pytest.mark.rule("IST-4.3")
def test_all_are_paid_before_the_first_roll() -> None:
    table = visit(9, Trader(lira=4), Trader(at=9), seats=2, neutral_merchants=(14, 9, 16))
    table.say("pay")
    assert says_chance(table)
    assert [table.lira(seat) for seat in range(2)] == [0, 2]


@pytest.mark.rule("IST-4.3", "IST-4.1")
def test_a_player_and_a_neutral_merchant_are_paid_all_or_none() -> None:
    table = visit(9, Trader(lira=3), Trader(at=9), seats=2, neutral_merchants=(14, 9, 16))
    assert table.is_turn_of(1)
    assert [table.lira(seat) for seat in range(2)] == [3, 0]
    assert table.pieces["neutral_merchants"] == [14, 9, 16]


@pytest.mark.rule("IST-4.3")
def test_a_neutral_merchant_that_lands_here_again_is_not_paid_again() -> None:
    table = visit(9, Trader(lira=2), seats=2, neutral_merchants=(14, 9, 16))
    table.say("pay", "sum:9")
    assert table.pieces["neutral_merchants"] == [14, 9, 16]
    assert table.step == "act"


@pytest.mark.rule("IST-4.3")
def test_a_neutral_merchant_that_has_landed_here_again_is_paid_by_the_next_one() -> None:
    table = visit(9, Trader(lira=2), Trader(at=3, lira=4), seats=2, neutral_merchants=(14, 9, 16))
    table.say("pay", "sum:9", "pass", "place:9", "leave", "pay", "sum:3")
    assert [table.lira(seat) for seat in range(2)] == [2, 0]


@pytest.mark.rule("IST-4.3")
def test_unpaid_neutral_merchants_stay() -> None:
    table = visit(9, Trader(lira=2), seats=2, neutral_merchants=(14, 9, 16))
    table.say("pass")
    assert table.is_turn_of(1)
    assert table.pieces["neutral_merchants"] == [14, 9, 16]


@pytest.mark.rule("IST-4.3")
def test_a_neutral_merchant_that_lands_where_a_merchant_stands_changes_nothing_there() -> None:
    table = visit(9, Trader(lira=2), Trader(at=5, lira=4), seats=2, neutral_merchants=(5, 9, 16))
    table.say("pay", "sum:5", "pass")
    assert table.pieces["neutral_merchants"] == [5, 5, 16]
    assert table.player(1)["merchant"] == 5
    assert table.lira(1) == 4
    assert table.is_turn_of(1)


@pytest.mark.rule("IST-4.3")
def test_a_neutral_merchant_that_has_landed_is_met_by_whoever_next_arrives() -> None:
    table = visit(9, Trader(lira=2), Trader(at=2, lira=4), seats=2, neutral_merchants=(5, 9, 16))
    table.say("pay", "sum:5", "pass")
    table.say("place:5", "leave", "pay", "sum:3", "sum:4")
    assert table.lira(1) == 0
    assert table.pieces["neutral_merchants"] == [3, 4, 16]


@pytest.mark.rule("IST-4.3", "IST-7.5")
def test_a_neutral_merchant_that_has_landed_is_met_by_whoever_stays() -> None:
    table = visit(
        9,
        Trader(lira=2),
        Trader(at=5, lira=2, hand=("stay",)),
        seats=2,
        neutral_merchants=(14, 9, 16),
    )
    table.say("pay", "sum:5", "pass")
    table.say("card:stay", "leave", "pay", "sum:3")
    assert table.lira(1) == 0
    assert table.pieces["neutral_merchants"] == [14, 3, 16]


@pytest.mark.rule("IST-4.3")
def test_a_neutral_merchant_is_moved_before_the_action() -> None:
    table = visit(9, Trader(lira=2), seats=2, neutral_merchants=(14, 9, 16))
    table.say("pay", "sum:4")
    assert table.step == "act"
    table.say("act", "call:5", "dice:2-3")
    assert table.lira() == 5
