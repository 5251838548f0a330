"""IST-5.3: the post office."""

from __future__ import annotations

import pytest

from rules.istanbul.bazaar import Goods, Trader, visit

MAIL: list[tuple[int, Goods, int, int]] = [
    (0, (0, 1, 1, 0), 2, 1),
    (1, (1, 0, 1, 0), 2, 2),
    (2, (1, 0, 1, 0), 3, 3),
    (3, (1, 0, 0, 1), 3, 4),
    (4, (1, 0, 0, 1), 4, 0),
]
"""Markers down, goods, lira, markers down afterwards."""


@pytest.mark.rule("IST-5.3")
@pytest.mark.parametrize(("markers", "goods", "lira", "after"), MAIL)
def test_one_takes_what_the_markers_leave_visible_and_moves_one(
    markers: int, goods: Goods, lira: int, after: int
) -> None:
    table = visit(5, markers=markers)
    table.say("act")
    assert table.goods() == goods
    assert table.lira() == lira
    assert table.pieces["markers"] == after


@pytest.mark.rule("IST-5.3", "IST-5.0")
@pytest.mark.parametrize(
    ("markers", "goods"),
    [(0, (0, 2, 2, 0)), (1, (2, 0, 2, 0)), (2, (2, 0, 2, 0)), (3, (2, 0, 0, 2))],
)
def test_the_lira_come_and_the_marker_moves_even_if_no_good_fits(
    markers: int, goods: Goods
) -> None:
    table = visit(5, Trader(goods=goods), markers=markers)
    table.say("act")
    assert table.goods() == goods
    assert table.lira() == (2 if markers < 2 else 3)
    assert table.pieces["markers"] == markers + 1


@pytest.mark.rule("IST-5.3")
def test_the_next_player_finds_the_markers_as_they_were_left() -> None:
    table = visit(5, Trader(), Trader(at=2, lira=2))
    table.say("act", "place:5", "leave", "pay", "act")
    assert table.goods(1) == (1, 0, 1, 0)
    assert table.pieces["markers"] == 2


@pytest.mark.rule("IST-5.3")
def test_who_declines_moves_no_marker() -> None:
    table = visit(5, markers=3)
    table.say("pass")
    assert table.pieces["markers"] == 3
