"""Entries of a plan: a part, its detail and the word said to it, in one number. [CW-4.5]"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bedesten.kernel.words import Word

_WORD: Final = 8
_DETAIL: Final = 16
_PARTS: Final = 255
_WORDS: Final = 255


def plan_entry(part: i64, detail: i64, word: Word) -> i64:
    """A part that a seat has settled."""
    return part | word << _WORD | detail << _DETAIL


def planned_part(entry: i64) -> i64:
    """The number of the part's step."""
    return entry & _PARTS


def planned_detail(entry: i64) -> i64:
    return entry >> _DETAIL


def planned_word(entry: i64) -> Word:
    """What was said to the part; 0 where it asks nothing."""
    return entry >> _WORD & _WORDS
