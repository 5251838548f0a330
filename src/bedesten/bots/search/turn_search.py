"""Search of the rest of a turn: every position at its end is read by the calibrated chances.

Unlike the tree of the bots, this one stops where the turn ends and has nodes for chance, so that
a later choice may depend on a roll or a card. The value of a word is that of the best way on, not
a mean over ways that were only tried.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.bots.evaluation.base import MOST_SEATS, Evaluation
from bedesten.bots.evaluation.network import Chances
from bedesten.bots.search.tree import option, options_of, sample_policy
from bedesten.kernel.rng import Rng
from bedesten.kernel.state import CHANCE, NOBODY, State
from bedesten.kernel.words import MOST_WORDS, SHEET, Seat, Word

LONGEST: Final = 160  # answers until a turn is cut off
EXPLORATION: Final = 1.5  # the constant of PUCT, in spreads of the values
UNVISITED_PENALTY: Final = 0.3  # in spreads, below the mean of the parent
LEAST_VISITS: Final = 8.0  # of a way on, to be followed
LEAST_SHARE: Final = 0.1  # of its parent's visits
POINT: Final = 1e-5  # added for each point of the score, where chances are equal
EVEN: Final = 0.3  # the part of the prior that is the same for all words


class Way:
    """A word at one point of the turn, and what came of it."""

    seat: Seat
    word: Word
    prior: float
    visits: float
    total: float
    squares: float
    gain: float
    child: Way | None
    sibling: Way | None

    def __init__(self, seat: Seat, word: Word, prior: float, sibling: Way | None) -> None:
        self.seat = seat
        self.word = word
        self.prior = prior
        self.visits = 0.0
        self.total = 0.0  # of the values for the seat that searches
        self.squares = 0.0
        self.gain = 0.0  # of the values for the seat that says the word
        self.child: Way | None = None
        self.sibling = sibling


class Worth:
    """An estimated value and its variance."""

    value: float
    variance: float

    def __init__(self, value: float, variance: float) -> None:
        self.value = value
        self.variance = variance


class TurnSearch:
    """The rest of one seat's turn, in imagined worlds."""

    seat: Seat
    turn: i64
    worlds: list[State]
    evaluation: Evaluation
    chances: Chances
    rng: Rng
    root: Way
    path: list[Way]
    priors: vec[float]
    values: vec[float]
    simulations: float
    total: float
    squares: float

    def __init__(
        self,
        seat: Seat,
        worlds: list[State],
        chances: Chances,
        rng: Rng,
    ) -> None:
        self.seat = seat
        self.turn = worlds[0].turn
        self.worlds = worlds
        self.evaluation = chances.evaluation  # its policy and what it calls quiet
        self.chances = chances
        self.rng = rng
        self.root = Way(NOBODY, -1, 1.0, None)
        self.path: list[Way] = []
        self.priors = vec[float]([0.0] * (MOST_WORDS * SHEET))
        self.values = vec[float]([0.0] * MOST_SEATS)
        self.simulations = 0.0
        self.total = 0.0
        self.squares = 0.0

    def simulate(self, word: Word, times: i64) -> None:
        """Try a word of the seat a number of times."""
        seat: Seat
        first = _child(self.root, self.seat, word)
        for _ in range(times):
            s = self.worlds[self.rng.below(len(self.worlds))].copy()
            self.path.clear()
            self._play(s, first)
            self.chances.read(s, self.values)
            for seat in range(s.seats):
                standing = s.standing(seat)
                self.values[seat] += POINT * float(standing[0])
            self._back_up()

    def worth(self, word: Word) -> Worth:
        """The value of a word for the seat, if the best known way on is followed."""
        return self._worth(_child(self.root, self.seat, word))

    def visits(self, word: Word) -> float:
        return _child(self.root, self.seat, word).visits

    def best_after(self, words: list[Word]) -> Word:
        """The best own word after some words of the seat; -1 if chance or another seat follows."""
        node = self.root
        for word in words:
            node = _child(node, self.seat, word)
        best = self._best(node)
        return -1 if best is None or best.seat != self.seat else best.word

    def follow(self, word: Word) -> State:
        """A position at the end of the turn, after a word and the best known way on."""
        s = self.worlds[self.rng.below(len(self.worlds))].copy()
        node: Way | None = None
        first = _child(self.root, self.seat, word)
        for _ in range(LONGEST):
            if s.actor == NOBODY or (s.turn != self.turn and self.evaluation.is_quiet(s)):
                break
            seat = s.actor
            if seat == CHANCE:
                said = State.draw(s, self.rng)
                node = _find(node, CHANCE, said)
            elif s.waiting != 0 and seat != self.seat:
                State.advance(s, seat, sample_policy(s, self.evaluation, self.rng, self.priors))
                continue
            elif node is None and first is not self.root:
                said = first.word
                node = first
                first = self.root
            else:
                best = self._best(node) if node is not None else None
                if best is None or best.seat != seat or not s.allows(seat, best.word):
                    said = sample_policy(s, self.evaluation, self.rng, self.priors)
                    node = _find(node, seat, said)
                else:
                    said = best.word
                    node = best
            State.advance(s, seat, said)
        return s

    def _play(self, s: State, first: Way) -> None:
        """Follow the tree to a new node, then the policy to the end of the turn."""
        node = self.root
        is_new = False
        evaluation = self.evaluation
        for _ in range(LONGEST):
            if s.actor == NOBODY or (s.turn != self.turn and evaluation.is_quiet(s)):
                return
            seat = s.actor
            if is_new or (s.waiting != 0 and seat != self.seat):
                if seat == CHANCE:
                    State.advance(s, CHANCE, State.draw(s, self.rng))
                else:
                    State.advance(s, seat, sample_policy(s, evaluation, self.rng, self.priors))
                continue
            if seat == CHANCE:
                node = _child(node, CHANCE, State.draw(s, self.rng))
            elif node is self.root:
                node = first
            else:
                node = self._select(node, s, seat)
            self.path.append(node)
            is_new = node.visits == 0.0
            State.advance(s, seat, node.word)

    def _select(self, parent: Way, s: State, seat: Seat) -> Way:
        """The legal word with the highest PUCT score."""
        visits = 0.0
        gain = 0.0
        whole = 0.0
        many = options_of(s)
        n: i64
        ways: list[Way] = []
        for n in range(many):
            word = option(s, n)
            way = _find(parent, seat, word)
            if way is None:
                way = Way(seat, word, self.evaluation.prior(s, seat, word), parent.child)
                parent.child = way
            ways.append(way)
            visits += way.visits
            gain += way.gain
            whole += way.prior
        spread = self._spread()
        unvisited = gain / visits - UNVISITED_PENALTY * spread if visits > 0.0 else 0.0
        scale = EXPLORATION * spread * sqrt(visits + 0.1)
        best = ways[0]
        best_score = 0.0
        for n in range(many):
            way = ways[n]
            prior = (1.0 - EVEN) * way.prior / whole + EVEN / float(many)
            value = way.gain / way.visits if way.visits > 0.0 else unvisited
            score = value + scale * prior / (1.0 + way.visits)
            if n == 0 or score > best_score:
                best = way
                best_score = score
        return best

    def _spread(self) -> float:
        """The standard deviation of the values so far."""
        n = self.simulations
        if n < 2.0:
            return 0.1
        mean = self.total / n
        variance = self.squares / n - mean * mean
        return sqrt(variance) + 0.001 if variance > 0.0 else 0.001

    def _back_up(self) -> None:
        own = self.values[self.seat]
        self.simulations += 1.0
        self.total += own
        self.squares += own * own
        for node in self.path:
            node.visits += 1.0
            node.total += own
            node.squares += own * own
            if node.seat >= 0:
                node.gain += self.values[node.seat]

    def _best(self, parent: Way) -> Way | None:
        """The most visited word of whoever decides next; None if that is chance, or not known."""
        best: Way | None = None
        node = parent.child
        while node is not None:
            if node.seat == CHANCE:
                return None
            if best is None or node.visits > best.visits:
                best = node
            node = node.sibling
        if best is None or best.visits < LEAST_VISITS or best.visits < LEAST_SHARE * parent.visits:
            return None
        return best

    def _worth(self, node: Way) -> Worth:
        best = self._best(node)
        if best is not None:
            return self._worth(best)
        child = node.child
        visits = 0.0
        while child is not None:
            if child.seat == CHANCE:
                visits += child.visits
            child = child.sibling
        if visits == 0.0:
            return self._mean(node)
        value = 0.0
        within = 0.0
        squares = 0.0
        child = node.child
        while child is not None:
            if child.seat == CHANCE and child.visits > 0.0:
                found = self._worth(child)
                share = child.visits / visits
                value += share * found.value
                squares += share * found.value * found.value
                within += share * share * found.variance
            child = child.sibling
        between = squares - value * value
        return Worth(value, within + (between if between > 0.0 else 0.0) / visits)

    def _mean(self, node: Way) -> Worth:
        """The mean of all values; of few, the spread of all simulations stands for their own."""
        n = node.visits
        if n == 0.0:
            return Worth(0.0, 1.0)
        mean = node.total / n
        variance = node.squares / n - mean * mean
        if n < LEAST_VISITS:
            spread = self._spread()
            if variance < spread * spread:
                variance = spread * spread
        return Worth(mean, (variance if variance > 0.0 else 0.0) / n)


class CalibratedEvaluation(Evaluation):
    """The evaluation of a search whose values are the chances that people are shown."""

    base: Evaluation
    chances: Chances

    def __init__(self, chances: Chances) -> None:
        super().__init__(chances.evaluation.weights, chances.evaluation.policy)
        self.base = chances.evaluation
        self.chances = chances

    def features(self, s: Any, seat: Seat, row: vec[float], /) -> None:
        self.base.features(s, seat, row)

    def is_quiet(self, s: Any, /) -> bool:
        return self.base.is_quiet(s)

    def prior(self, s: Any, seat: Seat, word: Word, sharpness: float = 1.0) -> float:
        return self.base.prior(s, seat, word, sharpness)

    def evaluate(self, s: Any, values: vec[float]) -> None:
        self.chances.read(s, values)


def _find(parent: Way | None, seat: Seat, word: Word) -> Way | None:
    node = parent.child if parent is not None else None
    while node is not None:
        if node.word == word and node.seat == seat:
            return node
        node = node.sibling
    return None


def _child(parent: Way, seat: Seat, word: Word) -> Way:
    """A node's child, added if it is missing."""
    found = _find(parent, seat, word)
    if found is None:
        found = Way(seat, word, 1.0, parent.child)
        parent.child = found
    return found
