"""Sets of words as one integer: bit n stands for word n of the game's vocabulary.

A set holds some of the words 0 to 62, so number the words that questions share first. A question
that needs later words is a `Wide` one and marks them on a sheet. Chance draws its words one at a
time and needs neither.
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

# Where a loop over the words of a set ends, the processor does not foresee, and that costs more
# than the loop. So the compiled build counts and finds words by arithmetic on all eight bytes
# of a set at once. Products run over 64 bits only in bits that are cut off afterwards.
_EACH: Final = 0x0101_0101_0101_0101
_SEVEN: Final = 0x0001_0101_0101_0101  # the last byte is never asked about
_HIGH: Final = 0x0080_8080_8080_8080
_LOW: Final = 0x007F_7F7F_7F7F_7F7F
# A de Bruijn sequence: the six bits from any bit on are found nowhere else.
_SEQUENCE: Final = 0x0218_A392_CD3D_5DBF


def is_compiled(_number: i64 = 0x2000_0000_0000_0000) -> bool:
    """Whether this is the compiled build, in which integers have 64 bits.

    The C compiler folds this and drops the code of the other build.
    """
    return _number * 4 < 0


# Written `1 << n`, the compiled build would shift a 32-bit one: hence the argument.


def say(word: Word, _one: i64 = 1) -> Words:
    """The set of one word."""
    return _one << word


def bit(n: i64, _one: i64 = 1) -> i64:
    """The set of one number, for seats and anything else that is numbered."""
    return _one << n


def _word_of_window() -> vec[i64]:
    found = vec[i64]([0] * 64)
    for n in range(MOST_WORDS):
        found[say(n) * _SEQUENCE >> 57 & 63] = n
    return found


def _words_of_byte() -> vec[i64]:
    """For every byte the numbers of its bits, ascending, four bits each."""
    found = vec[i64]([0] * 256)
    for byte in range(256):
        numbers = [n for n in range(8) if byte >> n & 1]
        found[byte] = sum(n << 4 * k for k, n in enumerate(numbers))
    return found


_WORD: Final = _word_of_window()
_IN_BYTE: Final = _words_of_byte()


def span(first: Word, n: i64) -> Words:
    """The set of n consecutive words."""
    return say(n) - 1 << first


def held(first: Word, counts: vec[i64]) -> Words:
    """The words of a family whose count is not zero; `first` is the first of the family."""
    words: Words = 0
    word = first
    for count in counts:
        if count > 0:
            words |= say(word)
        word += 1
    return words


def size(words: Words) -> i64:
    """The number of words in a set."""
    if not is_compiled():
        return _size_by_itself(words)
    return _running(words) >> 56 & 63


def lowest(words: Words) -> Word:
    """The word with the lowest number in a set."""
    return _WORD[(words & -words) * _SEQUENCE >> 57 & 63]


def nth(words: Words, n: i64) -> Word:
    """The word of a set that has n others below it."""
    if not is_compiled():
        return _nth_in_turn(words, n)
    running = _running(words)
    passed = (n * _SEVEN | _HIGH) - (running & _LOW) & _HIGH  # bytes that end before the word
    first = ((passed >> 7) * _SEVEN >> 48 & 7) << 3
    before = running << 8 >> first & 63
    return first + (_IN_BYTE[words >> first & 255] >> (n - before << 2) & 15)


def _running(words: Words) -> i64:
    """The number of words in the first byte of a set, the first two, and so on, a byte each."""
    twos = words - (words >> 1 & 0x1555_5555_5555_5555)
    fours = (twos & 0x3333_3333_3333_3333) + (twos >> 2 & 0x3333_3333_3333_3333)
    return (fours + (fours >> 4) & 0x0F0F_0F0F_0F0F_0F0F) * _EACH


# The interpreter counts every operation, and foresees nothing anyway.


def _size_by_itself(words: Words) -> i64:
    return int(words).bit_count()


def _nth_in_turn(words: Words, n: i64) -> Word:
    while n > 0:
        words &= words - 1
        n -= 1
    return lowest(words)


def spell(words: Words) -> list[int]:
    """The numbers of the words in a set, ascending."""
    numbers: list[int] = []
    while words != 0:
        numbers.append(lowest(words))
        words &= words - 1
    return numbers


# -- sheets: a row of sets, 63 words each, for the few questions that need it --


def mark(sheet: vec[i64], word: Word) -> None:
    """Mark a word as legal."""
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
