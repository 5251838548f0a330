"""IST-5.7: the tea house."""

from __future__ import annotations

import pytest

from rules.istanbul.bazaar import Trader, says_chance, visit


@pytest.mark.rule("IST-5.7")
def test_a_number_from_3_to_12_is_called_before_the_roll() -> None:
    table = visit(9)
    table.say("act")
    assert table.options() == tuple(f"call:{n}" for n in range(3, 13))
    table.say("call:5")
    assert says_chance(table)


@pytest.mark.rule("IST-5.7")
@pytest.mark.parametrize(
    ("call", "dice", "paid"),
    [
        ("call:7", "dice:3-4", 7),
        ("call:7", "dice:6-6", 7),
        ("call:8", "dice:3-4", 2),
        ("call:12", "dice:6-6", 12),
        ("call:12", "dice:5-6", 2),
        ("call:3", "dice:1-1", 2),
        ("call:3", "dice:1-2", 3),
        ("call:3", "dice:6-6", 3),
    ],
)
def test_a_call_reached_pays_itself_and_a_missed_one_2(call: str, dice: str, paid: int) -> None:
    table = visit(9, Trader(lira=1))
    table.say("act", call, dice)
    assert table.lira() == 1 + paid


@pytest.mark.rule("IST-5.7")
@pytest.mark.parametrize("call", range(3, 13))
@pytest.mark.parametrize("high", range(1, 7))
def test_every_call_against_a_roll_with_a_6(call: int, high: int) -> None:
    table = visit(9)
    table.say("act", f"call:{call}", f"dice:{high}-6")
    assert table.lira() == (call if high + 6 >= call else 2)
