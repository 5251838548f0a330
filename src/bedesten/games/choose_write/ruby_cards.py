"""Ruby cards at the palaces: the card and its letter, in one number. [CW-3.1]"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

_CARD: Final = 2
_LETTERS: Final = 3


def laid_at(letter: i64, card: i64) -> i64:
    """A ruby card that lies at a letter."""
    return card << _CARD | letter


def letter_of(laid: i64) -> i64:
    return laid & _LETTERS


def ruby_card_of(laid: i64) -> i64:
    return laid >> _CARD
