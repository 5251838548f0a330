"""What a judgement of positions is: features of each seat, weighed, and from them chances to win.

A game's judgement says what it looks at in a position (`look`), what in a word before
anything is thought through (`consider`), and where a position is at rest (`quiet`).
How much each feature counts is data, found by self-play: `weights` of positions, and
`habits`, by which a seat leans to one word or another. Where the worth of a thing depends
on others, `bends` say so: further sums of features, each of which counts only above zero.
"""

from __future__ import annotations

from math import exp
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bedesten.kernel.state import NOBODY, State
from bedesten.kernel.words import Seat, Word

MOST_SEATS: Final = 8
_MOST_LEANING: Final = 12.0
_NO_BENDS: Final = vec[float]()
_NO_SEATS: Final = vec[float]([0.0] * MOST_SEATS)


@mypyc_attr(allow_interpreted_subclasses=True)
class Judgement:
    """One game's way to weigh positions; this one goes by the score alone."""

    weights: vec[float]
    habits: vec[float]
    bends: vec[float]
    downs: i64
    row: vec[float]
    worth: vec[float]
    leaning: float
    traced: bool
    trace: vec[float]

    def __init__(
        self,
        weights: vec[float],
        habits: vec[float],
        bends: vec[float] = _NO_BENDS,
        downs: i64 = 0,
    ) -> None:
        self.weights = weights
        self.habits = habits
        self.bends = bends  # as many weights again for each
        self.downs = downs  # where those begin that are taken away
        self.row = weights[:]
        self.worth = _NO_SEATS[:]
        self.leaning = 0.0  # to the word considered now
        self.traced = False  # for tuning: write down what is noted
        self.trace = habits[:]

    # -- what a game says -------------------------------------------------

    def look(self, s: Any, seat: Seat, row: vec[float], /) -> None:
        """Write a seat's features into a row, which holds zeros."""
        row[0] = float(s.standing(seat)[0])

    def consider(self, s: Any, seat: Seat, word: Word, /) -> None:
        """Note what speaks for a word, or against it."""

    def quiet(self, s: Any, /) -> bool:
        """Tell whether nothing is half done, so that the features say what there is."""
        return True

    # -- what follows -----------------------------------------------------

    def note(self, habit: i64, much: float) -> None:
        self.leaning += self.habits[habit] * much
        if self.traced:
            self.trace[habit] += much

    def lean(self, s: Any, seat: Seat, word: Word) -> float:
        """How readily a seat would say a word, against the others: odds above zero."""
        self.leaning = 0.0
        self.consider(s, seat, word)
        if self.leaning > _MOST_LEANING:
            return exp(_MOST_LEANING)
        if self.leaning < -_MOST_LEANING:
            return exp(-_MOST_LEANING)
        return exp(self.leaning)

    def points(self, s: Any, seat: Seat) -> float:
        """A seat's features, weighed."""
        row = self.row
        n: i64
        for n in range(len(row)):
            row[n] = 0.0
        self.look(s, seat, row)
        return self.value(row)

    def value(self, row: vec[float]) -> float:
        """What features are worth together."""
        weights = self.weights
        bends = self.bends
        many = len(row)
        points = 0.0
        n: i64
        at: i64
        for n in range(many):
            points += row[n] * weights[n]
        for at in range(0, len(bends), many):
            bend = 0.0
            for n in range(many):
                bend += row[n] * bends[at + n]
            if bend > 0.0:
                points += bend if at < self.downs else -bend
        return points

    def weigh(self, s: State, chances: vec[float]) -> None:
        """Write down every seat's chance to win; in a game for one, what it will score."""
        seat: Seat
        if s.actor == NOBODY:
            outcome(s, chances)
            return
        if s.seats == 1:
            chances[0] = self.points(s, 0)
            return
        worth = self.worth
        most = -1.0e9
        for seat in range(s.seats):
            worth[seat] = self.points(s, seat)
            if worth[seat] > most:
                most = worth[seat]
        whole = 0.0
        for seat in range(s.seats):
            chances[seat] = exp(worth[seat] - most)
            whole += chances[seat]
        for seat in range(s.seats):
            chances[seat] /= whole


def outcome(s: State, chances: vec[float]) -> None:
    """The chances when the game is over: the winners share one, who plays alone has the score."""
    seat: Seat
    if s.seats == 1:
        standing = s.standing(0)
        chances[0] = float(standing[0])
        if len(standing) > 1:
            chances[0] += float(standing[1]) / 1000.0
        return
    best = s.standing(0)
    winners: i64 = 0
    for seat in range(s.seats):
        standing = s.standing(seat)
        if seat == 0 or standing > best:
            best = standing
            winners = 0
        if standing == best:
            winners += 1
    for seat in range(s.seats):
        chances[seat] = 1.0 / float(winners) if s.standing(seat) == best else 0.0
