"""Ratings find again what was put in."""

from __future__ import annotations

import random
from math import inf, log

import pytest

from bedesten.arena.ratings import Finish, ratings


def games(strength: dict[str, float], deals: int, line_up: tuple[str, ...]) -> list[Finish]:
    """Games between bots of known strength, in points of Elo."""
    whim = random.Random(f"{strength} {line_up}")
    found = []
    for deal in range(deals):
        form = [strength[bot] * log(10) / 400 - log(-log(whim.random())) for bot in line_up]
        ranks = [1 + sum(other > one for other in form) for one in form]
        found.append(Finish(deal, line_up, ranks))
    return found


def test_a_known_difference_lies_within_the_bounds() -> None:
    found = ratings("ab", games({"a": 100, "b": -100}, 600, ("a", "b")))
    assert found["a"].low < 100 < found["a"].high
    assert found["a"].high - found["a"].low < 100
    assert found["a"].value == pytest.approx(-found["b"].value)


def test_three_at_a_table_and_one_twice() -> None:
    three = ratings("abc", games({"a": 150, "b": 0, "c": -150}, 600, ("a", "b", "c")))
    assert three["a"].value == pytest.approx(150, abs=40)
    assert three["c"].value == pytest.approx(-150, abs=40)
    twice = ratings("ab", games({"a": 100, "b": -100}, 600, ("a", "b", "b")))
    assert twice["a"].value == pytest.approx(100, abs=30)


def test_draws_are_even() -> None:
    found = ratings("ab", [Finish(n, ("a", "b"), (1, 1)) for n in range(50)])
    assert found["a"].value == pytest.approx(0, abs=1e-9)


def test_a_few_deals_give_no_bounds() -> None:
    found = ratings("ab", games({"a": 0, "b": 0}, 3, ("a", "b")))
    assert (found["a"].low, found["a"].high) == (-inf, inf)
