"""Hints are the table's rule: between people off unless it allows them, and then seen by all."""

from __future__ import annotations

import pytest

from bedesten.server.messages import line
from bedesten.tables.entries import Chair, HintTaken
from tables.test_tables import ADA, BO, BOT, Desk, refused


@pytest.mark.parametrize(
    ("chairs", "rule", "allowed"),
    [
        ([ADA, BOT, BOT], "alone", True),
        ([ADA, BO, BOT], "alone", False),
        ([ADA, BO, BOT], "all", True),
        ([ADA, BO, BOT], "none", False),
        ([ADA, BOT, BOT], "none", False),
    ],
)
def test_hints_are_given_as_the_table_says(chairs: list[Chair], rule: str, allowed: bool) -> None:
    desk = Desk("basari", chairs, hints=rule, options={"start": "random"}).begin()
    assert desk.table.may_hint == allowed
    if allowed:
        desk.table.ask_hint(0)
    else:
        refused("no_hints", desk.table.ask_hint, 0)


def test_between_people_all_see_who_took_a_hint() -> None:
    desk = Desk("basari", [ADA, BO, BOT], hints="all", options={"start": "random"}).begin()
    desk.do(*desk.table.ask_hint(0))
    told = desk.table.chat.lines_for("bo")[-1]
    assert (told.seat, told.kind) == (0, "hint")
    assert line(told).kind == "hint"
    assert desk.table.ask_hint(0) == [], "once for each question"
    assert desk.table.ask_hint(1) == [HintTaken(1)]
    assert [one.kind for one in desk.loaded().chat.lines] == ["hint"]


def test_alone_nobody_is_told() -> None:
    desk = Desk("basari", [ADA, BOT, BOT], options={"start": "random"}).begin()
    assert desk.table.ask_hint(0) == []
