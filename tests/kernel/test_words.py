"""Sets of words against Python's own sets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from bedesten.kernel.rows import row
from bedesten.kernel.words import (
    MOST_WORDS,
    SHEET,
    bit,
    held,
    lowest,
    mark,
    nth,
    say,
    sheet_nth,
    sheet_size,
    size,
    span,
    spell,
    spell_sheet,
)

SETS = st.sets(st.integers(0, MOST_WORDS - 1))
SHEETS = st.sets(st.integers(0, MOST_WORDS * SHEET - 1))


def packed(numbers: set[int]) -> int:
    words = 0
    for number in numbers:
        words |= say(number)
    return words


def sheet_of(numbers: set[int]) -> vec[i64]:
    sheet = row([0] * SHEET)
    for number in numbers:
        mark(sheet, number)
    return sheet


@given(SETS)
def test_a_set_spells_its_words_ascending(numbers: set[int]) -> None:
    words = packed(numbers)
    assert spell(words) == sorted(numbers)
    assert size(words) == len(numbers)
    assert [nth(words, n) for n in range(len(numbers))] == sorted(numbers)


@given(SETS.filter(bool))
def test_the_lowest_word_comes_first(numbers: set[int]) -> None:
    assert lowest(packed(numbers)) == min(numbers)


@pytest.mark.parametrize("word", range(MOST_WORDS))
def test_every_word_has_a_bit_of_its_own(word: int) -> None:
    assert say(word) == bit(word) == 2**word
    assert spell(say(word)) == [word]
    assert lowest(say(word)) == nth(say(word), 0) == word


@given(st.integers(0, MOST_WORDS - 1), st.data())
def test_a_span_is_a_run_of_words(first: int, data: st.DataObject) -> None:
    n = data.draw(st.integers(0, MOST_WORDS - first))
    if n < MOST_WORDS:
        assert spell(span(first, n)) == list(range(first, first + n))


@given(st.lists(st.integers(0, 3), max_size=8), st.integers(0, 50))
def test_held_are_the_kinds_that_are_there(counts: list[int], first: int) -> None:
    kinds = [first + kind for kind, count in enumerate(counts) if count]
    assert spell(held(first, row(counts))) == kinds


@given(SHEETS)
def test_a_sheet_spells_its_words_ascending(numbers: set[int]) -> None:
    sheet = sheet_of(numbers)
    assert spell_sheet(sheet) == sorted(numbers)
    assert sheet_size(sheet) == len(numbers)
    assert [sheet_nth(sheet, n) for n in range(len(numbers))] == sorted(numbers)
    with pytest.raises(IndexError):
        sheet_nth(sheet, len(numbers))


def test_a_word_marked_twice_is_marked_once() -> None:
    sheet = row([0] * SHEET)
    mark(sheet, 100)
    mark(sheet, 100)
    assert spell_sheet(sheet) == [100]


def test_a_word_beyond_the_sheet_cannot_be_marked() -> None:
    with pytest.raises(IndexError):
        mark(row([0] * SHEET), MOST_WORDS * SHEET)
