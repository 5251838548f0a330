"""Sets of words: what may be said now, as one integer.

Bit n of a set stands for word n of the game's vocabulary, so a set holds some of
the words 0 to 62: number the words that questions share first. A question that
needs later words, or more of them, is a `Wide` one and marks them on a sheet.
Chance draws its words one at a time and needs neither.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from librt.vecs import vec
from mypy_extensions import i64

Words: TypeAlias = i64
"""A set of words."""

Word: TypeAlias = i64
Seat: TypeAlias = i64

MOST_WORDS: Final = 63
SHEET: Final = 4  # sets on a sheet, so a vocabulary has at most 252 words


def _word_of_bit() -> vec[i64]:
    # 2 is a primitive root of 67, so every bit leaves its own remainder.
    found = vec[i64]([0] * 67)
    for n in range(MOST_WORDS):
        found[pow(2, n, 67)] = n
    return found


_WORD: Final = _word_of_bit()


# Written `1 << n`, the compiled build would shift a 32-bit one: hence the argument.


def say(word: Word, _one: i64 = 1) -> Words:
    """The set of one word."""
    return _one << word


def bit(n: i64, _one: i64 = 1) -> i64:
    """The same for sets of seats and of anything else that is numbered."""
    return _one << n


def span(first: Word, n: i64) -> Words:
    """The set of n words from the first one on."""
    return say(n) - 1 << first


def held(first: Word, counts: vec[i64]) -> Words:
    """The words of a family, from the first one on, whose count is not zero."""
    words: Words = 0
    word = first
    for count in counts:
        if count > 0:
            words |= say(word)
        word += 1
    return words


def size(words: Words) -> i64:
    """How many words there are in a set."""
    n: i64 = 0
    while words != 0:
        words &= words - 1
        n += 1
    return n


def lowest(words: Words) -> Word:
    """The word with the lowest number in a set."""
    return _WORD[(words & -words) % 67]


def nth(words: Words, n: i64) -> Word:
    """The word with n words below it in a set."""
    while n > 0:
        words &= words - 1
        n -= 1
    return _WORD[(words & -words) % 67]


def spell(words: Words) -> list[int]:
    """The numbers of the words in a set, ascending."""
    numbers: list[int] = []
    while words != 0:
        numbers.append(lowest(words))
        words &= words - 1
    return numbers


# -- sheets: a row of sets, 63 words each, for the few questions that need it --


def mark(sheet: vec[i64], word: Word) -> None:
    """Mark a word as allowed."""
    sheet[word // MOST_WORDS] |= say(word % MOST_WORDS)


def sheet_size(sheet: vec[i64]) -> i64:
    n: i64 = 0
    for words in sheet:
        n += size(words)
    return n


def sheet_nth(sheet: vec[i64], n: i64) -> Word:
    """The word with n marked words below it."""
    first: Word = 0
    for words in sheet:
        here = size(words)
        if n < here:
            return first + nth(words, n)
        n -= here
        first += MOST_WORDS
    raise IndexError("fewer words are marked")


def spell_sheet(sheet: vec[i64]) -> list[int]:
    """The numbers of the marked words, ascending."""
    return [cell * MOST_WORDS + word for cell in range(SHEET) for word in spell(sheet[cell])]
