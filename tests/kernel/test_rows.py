"""Rows of numbers and bags."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bedesten.kernel.rows import clear, kind_of, least, row, same, total

COUNTS = st.lists(st.integers(0, 20), min_size=1, max_size=8)


@given(COUNTS)
def test_a_row_holds_its_numbers(numbers: list[int]) -> None:
    assert list(row(numbers)) == numbers
    assert total(row(numbers)) == sum(numbers)


@given(COUNTS)
def test_every_piece_in_a_bag_has_one_ticket(counts: list[int]) -> None:
    bag = row(counts)
    drawn = Counter(kind_of(bag, ticket) for ticket in range(total(bag)))
    assert [drawn[kind] for kind in range(len(counts))] == counts
    assert list(bag) == counts


@given(COUNTS)
def test_a_ticket_that_no_piece_has_stands_for_nothing(counts: list[int]) -> None:
    with pytest.raises(IndexError, match="fewer pieces"):
        kind_of(row(counts), sum(counts))


@given(COUNTS)
def test_a_row_made_the_same_is_equal_and_apart(numbers: list[int]) -> None:
    model = row(numbers)
    copy = same(row([0] * len(numbers)), model)
    assert list(copy) == numbers
    copy[0] += 1
    assert list(model) == numbers


@given(COUNTS, st.data())
def test_a_row_can_be_made_the_same_in_its_first_numbers(
    numbers: list[int], data: st.DataObject
) -> None:
    n = data.draw(st.integers(0, len(numbers)))
    copy = same(row([0] * len(numbers)), row(numbers), n)
    assert list(copy)[:n] == numbers[:n]


@given(COUNTS)
def test_a_cleared_row_keeps_its_length(numbers: list[int]) -> None:
    cleared = row(numbers)
    clear(cleared)
    assert list(cleared) == [0] * len(numbers)


@given(st.integers(-(2**40), 2**40), st.integers(-(2**40), 2**40))
def test_least_is_the_smaller_number(a: int, b: int) -> None:
    assert least(a, b) == min(a, b)
