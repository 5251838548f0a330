"""Tree search over imagined worlds.

One tree serves all worlds. A way in it is a word that a seat says; luck, and what
others say in secret, is drawn anew at each descent and leaves no trace in the tree,
so a way stands for all worlds in which it can be gone (information sets, open loop).
Every seat goes for its own chance to win (max^n). Seats that are asked together
have ways of their own from the same point, so none knows what the others say.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.bots.judgement.judging import MOST_SEATS, Judgement
from bedesten.kernel.rng import Rng
from bedesten.kernel.state import CHANCE, NOBODY, State
from bedesten.kernel.words import (
    MOST_WORDS,
    SHEET,
    Seat,
    Word,
    bit,
    lowest,
    nth,
    say,
    sheet_nth,
    sheet_size,
    size,
)

LONGEST: Final = 80  # words that a playout may take until a position is at rest
_FINE: Final = 1 << 24
_NO_ODDS: Final = vec[float]([0.0] * (MOST_WORDS * SHEET))
_NO_SEATS: Final = vec[float]([0.0] * MOST_SEATS)


# Not `acyclic`: what the collector does not know must not be freed in long chains.


class Way:
    """A word of a seat at one point of the tree, and what has come of it."""

    seat: Seat
    word: Word
    odds: float
    visits: i64
    total: float
    first: Way | None
    other: Way | None

    def __init__(self, seat: Seat, word: Word, odds: float, other: Way | None) -> None:
        self.seat = seat
        self.word = word
        self.odds = odds  # how readily it is tried
        self.visits = 0
        self.total = 0.0  # of the seat's chances
        self.first: Way | None = None  # of the ways that go on from here
        self.other = other  # beside this one

    def chance(self) -> float:
        """The seat's chance to win by this word, as far as it is known."""
        return self.total / float(self.visits) if self.visits > 0 else 0.0


class Tree:
    """What one seat has thought through."""

    seat: Seat
    worlds: list[State]
    judgement: Judgement
    rng: Rng
    eager: float
    turns: i64
    root: Way
    path: list[Way]
    spots: list[Way]
    odds: vec[float]
    chances: vec[float]
    sums: vec[float]
    squares: vec[float]
    seen: i64

    def __init__(
        self,
        seat: Seat,  # NOBODY: nobody's side is taken
        worlds: list[State],
        judgement: Judgement,
        rng: Rng,
        eager: float,
        turns: i64,
    ) -> None:
        self.seat = seat
        self.worlds = worlds
        self.judgement = judgement
        self.rng = rng
        self.eager = eager  # how much is tried besides what looks best
        self.turns = turns  # that are played on before a position is judged
        self.root = Way(NOBODY, -1, 1.0, None)
        self.path: list[Way] = []
        self.spots: list[Way] = [self.root] * MOST_SEATS
        self.odds = _NO_ODDS[:]
        self.chances = _NO_SEATS[:]
        self.sums = _NO_SEATS[:]
        self.squares = _NO_SEATS[:]
        self.seen = 0

    def grow(self, times: i64) -> None:
        """Go down the tree so many times."""
        for _ in range(times):
            s = self.worlds[self.rng.below(len(self.worlds))].copy()
            s.luck = self.rng
            self._descend(s)
            play_on(s, self.judgement, self.rng, self.turns, self.odds)
            self.judgement.weigh(s, self.chances)
            self._remember(s)

    def value(self) -> vec[float]:
        """Every seat's mean chance over all descents."""
        found = _NO_SEATS[:]
        seat: Seat
        if self.seen > 0:
            for seat in range(MOST_SEATS):
                found[seat] = self.sums[seat] / float(self.seen)
        return found

    def ways(self) -> list[Way]:
        """What the seat itself may say now."""
        found: list[Way] = []
        way = self.root.first
        while way is not None:
            if way.seat == self.seat:
                found.append(way)
            way = way.other
        return found

    def best(self) -> Word:
        """The word that was tried most often."""
        best = self.root
        for way in self.ways():
            if (
                best is self.root
                or way.visits > best.visits
                or (way.visits == best.visits and way.total > best.total)
            ):
                best = way
        return best.word

    def _descend(self, s: State) -> None:
        """Follow the most promising ways up to one that is new.

        Of seats asked together each follows its own; who is on a new way goes on by habit
        until the others have answered.
        """
        path = self.path
        path.clear()
        trunk = self.root
        spots = self.spots
        lost: i64 = 0
        seat: Seat
        for seat in range(s.seats):
            spots[seat] = trunk
        while s.actor != NOBODY:
            seat = s.actor
            if seat == CHANCE:
                State.advance(s, CHANCE, State.draw(s, self.rng))
                continue
            asked = s.waiting
            if lost & bit(seat) != 0:
                State.advance(s, seat, leaning(s, self.judgement, self.rng, self.odds))
            else:
                way = self._most_promising(spots[seat] if asked != 0 else trunk, s, seat)
                path.append(way)
                State.advance(s, seat, way.word)
                if way.visits == 0:
                    lost |= bit(seat)
                if asked == 0:
                    trunk = way
                else:
                    spots[seat] = way
            if asked != 0 and s.waiting != 0 and s.waiting & ~asked == 0:
                continue
            if lost != 0:
                return
            if asked != 0:
                trunk = spots[self.seat if self.seat >= 0 else seat]
            if s.waiting != 0:
                for seat in range(s.seats):
                    spots[seat] = trunk

    def _most_promising(self, at: Way, s: State, seat: Seat) -> Way:
        visits: i64 = 0
        known: i64 = 0
        total = 0.0
        odds = 0.0
        way = at.first
        while way is not None:
            if way.seat == seat and is_option(s, way.word):
                known += 1
                visits += way.visits
                total += way.total
                odds += way.odds
            way = way.other
        if known < options_of(s):
            odds += self._open(at, s, seat, known == 0)
        spread = self._spread(seat)
        urge = self.eager * spread * sqrt(float(visits) + 0.1) / odds
        unknown = total / float(visits) - 0.3 * spread if visits > 0 else 0.0
        best = at
        most = 0.0
        way = at.first
        while way is not None:
            if way.seat == seat and is_option(s, way.word):
                promise = way.total / float(way.visits) if way.visits > 0 else unknown
                promise += urge * way.odds / float(1 + way.visits)
                if best is at or promise > most:
                    best = way
                    most = promise
            way = way.other
        return best

    def _open(self, at: Way, s: State, seat: Seat, is_new: bool) -> float:
        """Add the words that are not known yet; return their odds."""
        added = 0.0
        n: i64
        for n in range(options_of(s)):
            word = option(s, n)
            if is_new or not _is_known(at, seat, word):
                odds = self.judgement.lean(s, seat, word)
                at.first = Way(seat, word, odds, at.first)
                added += odds
        return added

    def _spread(self, seat: Seat) -> float:
        """How far apart the chances found so far lie."""
        n = float(self.seen)
        if n < 2.0:
            return 0.1
        mean = self.sums[seat] / n
        variance = self.squares[seat] / n - mean * mean
        return sqrt(variance) + 0.001 if variance > 0.0 else 0.001

    def _remember(self, s: State) -> None:
        seat: Seat
        chances = self.chances
        self.seen += 1
        for seat in range(s.seats):
            self.sums[seat] += chances[seat]
            self.squares[seat] += chances[seat] * chances[seat]
        for way in self.path:
            way.visits += 1
            way.total += chances[way.seat]


def _is_known(at: Way, seat: Seat, word: Word) -> bool:
    way = at.first
    while way is not None:
        if way.word == word and way.seat == seat:
            return True
        way = way.other
    return False


# -- the options of whoever is asked now, as one set or on a sheet ---------------


def options_of(s: State) -> i64:
    return size(s.options) if s.options != 0 else sheet_size(s.sheet)


def option(s: State, n: i64) -> Word:
    return nth(s.options, n) if s.options != 0 else sheet_nth(s.sheet, n)


def is_option(s: State, word: Word) -> bool:
    if s.options != 0:
        return word < MOST_WORDS and s.options & say(word) != 0
    return s.sheet[word // MOST_WORDS] & say(word % MOST_WORDS) != 0


# -- playing on ------------------------------------------------------------------


def play_on(s: State, judgement: Judgement, rng: Rng, turns: i64, odds: vec[float]) -> None:
    """Let all seats follow their leanings until a position is at rest, and some turns more."""
    for _ in range(LONGEST):
        if s.actor == NOBODY:
            return
        if judgement.quiet(s):
            if turns <= 0:
                return
            turns -= 1
        if s.actor == CHANCE:
            State.advance(s, CHANCE, State.draw(s, rng))
        else:
            State.advance(s, s.actor, leaning(s, judgement, rng, odds))


def leaning(s: State, judgement: Judgement, rng: Rng, odds: vec[float]) -> Word:
    """A word of whoever is asked now, drawn by the leanings."""
    words = s.options
    if words != 0 and words & words - 1 == 0:
        return lowest(words)
    many = options_of(s)
    whole = 0.0
    n: i64
    for n in range(many):
        odds[n] = judgement.lean(s, s.actor, option(s, n))
        whole += odds[n]
    left = whole * float(rng.below(_FINE)) / float(_FINE)
    for n in range(many):
        left -= odds[n]
        if left < 0.0:
            return option(s, n)
    return option(s, many - 1)
