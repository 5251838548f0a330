"""IST-5.5: the fountain."""

from __future__ import annotations

import pytest

from rules.istanbul.bazaar import FOUNTAIN, Trader, visit


@pytest.mark.rule("IST-5.5")
@pytest.mark.parametrize("fetched", [(), (2,), (5,), (9,), (2, 5), (2, 9), (5, 9), (2, 5, 9)])
def test_any_number_of_assistants_come_back(fetched: tuple[int, ...]) -> None:
    table = visit(FOUNTAIN, Trader(out=(2, 5, 9)))
    table.say("act", *[f"place:{place}" for place in fetched], "done")
    assert table.out() == [place for place in (2, 5, 9) if place not in fetched]
    assert table.stack() == ["own"] * (1 + len(fetched))


@pytest.mark.rule("IST-5.5")
def test_only_own_assistants_come_back() -> None:
    table = visit(FOUNTAIN, Trader(out=(2, 5)), Trader(out=(9,)))
    table.say("act")
    assert set(table.options()) == {"place:2", "place:5", "done"}
    table.say("place:2", "place:5", "done")
    assert table.out(1) == [9]


@pytest.mark.rule("IST-5.5", "IST-3.3")
def test_the_fountain_works_without_an_assistant_in_the_stack() -> None:
    table = visit(FOUNTAIN, Trader(out=(1, 2, 3, 4)))
    table.say("act", "place:1", "place:2", "place:3", "place:4", "done")
    assert table.out() == []
    assert table.stack() == ["own"] * 4


@pytest.mark.rule("IST-5.5", "IST-5.13")
def test_the_fountain_can_be_used_with_nobody_out() -> None:
    table = visit(FOUNTAIN)
    table.say("act")
    assert table.is_turn_of(1)


@pytest.mark.rule("IST-5.5", "IST-7.5")
def test_who_stays_at_the_fountain_can_gather_again() -> None:
    table = visit(FOUNTAIN, Trader(out=(2, 5), hand=("stay",)))
    table.say("act", "place:2", "done", "pass")
    table.idle()
    table.idle()
    table.say("card:stay", "act", "place:5", "done")
    assert table.out() == []
