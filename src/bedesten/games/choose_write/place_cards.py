"""Place cards: each has a bit of its own, and a pile is a set without an order. [CW-2.1]

A card is otherwise known by its kind: its place, and 18 more if it bears the right-hand mark of
the solo game. With several players nobody looks at the marks, and both copies count as the left
one. Copies of a kind have neighbouring bits, of which a pile holds the lowest, so that equal piles
are equal numbers; fountains come last.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bedesten.kernel.words import bit, nth, size

RIGHT_MARK: Final = 18
FOUNTAIN_CARD: Final = 36  # 36 to 39: lira, good, goods, improvement
CARD_KINDS: Final = 40
NO_CARD: Final = -1
MOST_CARDS: Final = 63


def place_of(card: i64) -> i64:
    return card - RIGHT_MARK if card >= RIGHT_MARK else card


class Deck:
    """The place cards of a game, by kind."""

    kinds: vec[i64]
    copies: vec[i64]
    whole: i64
    fountains: i64

    def __init__(self, counts: list[int]) -> None:
        self.kinds = vec[i64]()  # what every card is
        self.copies = vec[i64]()  # the cards of every kind, as a set
        self.fountains = 0  # how many cards these are
        dealt: i64 = 0
        for kind, count in enumerate(counts):
            alike: i64 = 0
            for _ in range(count):
                alike |= bit(dealt)
                self.kinds = append(self.kinds, kind)
                dealt += 1
            self.copies = append(self.copies, alike)
            if kind >= FOUNTAIN_CARD:
                self.fountains |= alike
        self.whole = bit(dealt) - 1

    def drawn(self, pile: i64, ticket: i64) -> i64:
        """The kind of the card on which a ticket from 0 on falls."""
        return self.kinds[nth(pile, ticket)]

    def without(self, pile: i64, kind: i64) -> i64:
        """A pile from which a card has been taken."""
        copies = self.copies[kind]
        alike = pile & copies
        return pile ^ alike ^ (alike >> 1 & copies)

    def together_with(self, pile: i64, kind: i64) -> i64:
        """A pile to which a card has been added."""
        copies = self.copies[kind]
        return pile | (pile & copies) + (copies & -copies) & copies

    def count(self, pile: i64, kind: i64) -> i64:
        return size(pile & self.copies[kind])
