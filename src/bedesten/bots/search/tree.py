"""Information-set Monte Carlo tree search with PUCT selection.

One tree serves all imagined worlds (determinizations). Every simulation draws a world,
follows the tree by PUCT to a new node, rolls out by the policy to a quiet position, and
evaluates it. A node is a word that a seat says. Chance, and what other seats say in
secret, is drawn again in every simulation and has no nodes (open loop), so a node stands
for all worlds in which its word is legal. Every seat maximizes its own value (max^n).
Seats that decide simultaneously have nodes of their own below the same node, so none
knows what the others say.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.bots.evaluation.base import MOST_SEATS, Evaluation
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

LONGEST_ROLLOUT: Final = 80  # answers until a position is quiet
UNVISITED_PENALTY: Final = 0.3  # first-play urgency: spreads below the mean of the visited
_FINE: Final = 1 << 24
_NO_PRIORS: Final = vec[float]([0.0] * (MOST_WORDS * SHEET))
_NO_SEATS: Final = vec[float]([0.0] * MOST_SEATS)


# Not `acyclic`: the collector must know nodes, or long chains of them would be freed recursively.


class Node:
    """A word that a seat says at one point of the tree, and its statistics."""

    seat: Seat
    word: Word
    prior: float
    visits: float
    total: float
    child: Node | None
    sibling: Node | None

    def __init__(self, seat: Seat, word: Word, prior: float, sibling: Node | None) -> None:
        self.seat = seat
        self.word = word
        self.prior = prior  # unnormalized
        self.visits = 0.0  # no i64: PUCT divides by it, and converting is slow
        self.total = 0.0  # of the seat's values
        self.child: Node | None = None  # the first one
        self.sibling = sibling  # the next one

    def value(self) -> float:
        """The mean value for the seat; 0 before the first visit."""
        return self.total / self.visits if self.visits > 0.0 else 0.0


class Tree:
    """The search of one seat."""

    seat: Seat
    worlds: list[State]
    evaluation: Evaluation
    rng: Rng
    exploration: float
    rollout_turns: i64
    root: Node
    path: list[Node]
    seat_nodes: list[Node]
    priors: vec[float]
    values: vec[float]
    sums: vec[float]
    squares: vec[float]
    simulations: float

    def __init__(
        self,
        seat: Seat,  # NOBODY: the tree belongs to no seat
        worlds: list[State],
        evaluation: Evaluation,
        rng: Rng,
        exploration: float,
        rollout_turns: i64,
    ) -> None:
        self.seat = seat
        self.worlds = worlds
        self.evaluation = evaluation
        self.rng = rng
        self.exploration = exploration  # the constant of PUCT, in spreads of the values
        self.rollout_turns = rollout_turns  # quiet positions that a rollout passes
        self.root = Node(NOBODY, -1, 1.0, None)
        self.path: list[Node] = []
        self.seat_nodes: list[Node] = [self.root] * MOST_SEATS
        self.priors = _NO_PRIORS[:]
        self.values = _NO_SEATS[:]
        self.sums = _NO_SEATS[:]
        self.squares = _NO_SEATS[:]
        self.simulations = 0.0

    def simulate(self, times: i64) -> None:
        """Run simulations: select and expand, roll out, evaluate, back up."""
        for _ in range(times):
            s = self.worlds[self.rng.below(len(self.worlds))].copy()
            s.luck = self.rng
            self._select_path(s)
            rollout(s, self.evaluation, self.rng, self.rollout_turns, self.priors)
            self.evaluation.evaluate(s, self.values)
            self._back_up(s)

    def value(self) -> vec[float]:
        """Every seat's mean value over all simulations."""
        found = _NO_SEATS[:]
        seat: Seat
        if self.simulations > 0.0:
            for seat in range(MOST_SEATS):
                found[seat] = self.sums[seat] / self.simulations
        return found

    def candidates(self) -> list[Node]:
        """The nodes of the words that the tree's seat may say at the root."""
        found: list[Node] = []
        node = self.root.child
        while node is not None:
            if node.seat == self.seat:
                found.append(node)
            node = node.sibling
        return found

    def best(self) -> Word:
        """The most visited word at the root; of equals, the one with the higher value."""
        best = self.root
        for node in self.candidates():
            if (
                best is self.root
                or node.visits > best.visits
                or (node.visits == best.visits and node.total > best.total)
            ):
                best = node
        return best.word

    def _select_path(self, s: State) -> None:
        """Follow the tree until a node is new, and remember the path.

        Seats that decide simultaneously each follow nodes of their own; a seat that has
        reached a new node answers by the policy until the others have answered too.
        """
        path = self.path
        path.clear()
        trunk = self.root
        seat_nodes = self.seat_nodes
        left: i64 = 0  # seats that have left the tree
        seat: Seat
        for seat in range(s.seats):
            seat_nodes[seat] = trunk
        while s.actor != NOBODY:
            seat = s.actor
            if seat == CHANCE:
                State.advance(s, CHANCE, State.draw(s, self.rng))
                continue
            asked = s.waiting
            if left & bit(seat) != 0:
                State.advance(s, seat, sample_policy(s, self.evaluation, self.rng, self.priors))
            else:
                node = self._select(seat_nodes[seat] if asked != 0 else trunk, s, seat)
                path.append(node)
                State.advance(s, seat, node.word)
                if node.visits == 0.0:
                    left |= bit(seat)
                if asked == 0:
                    trunk = node
                else:
                    seat_nodes[seat] = node
            if asked != 0 and s.waiting != 0 and s.waiting & ~asked == 0:
                continue
            if left != 0:
                return
            if asked != 0:
                trunk = seat_nodes[self.seat if self.seat >= 0 else seat]
            if s.waiting != 0:
                for seat in range(s.seats):
                    seat_nodes[seat] = trunk

    def _select(self, parent: Node, s: State, seat: Seat) -> Node:
        """The legal child with the highest PUCT score, after adding children that are missing."""
        visits = 0.0
        known: i64 = 0
        total = 0.0
        priors = 0.0
        node = parent.child
        while node is not None:
            if node.seat == seat and is_option(s, node.word):
                known += 1
                visits += node.visits
                total += node.total
                priors += node.prior
            node = node.sibling
        if known < options_of(s):
            priors += self._expand(parent, s, seat, known == 0)
        spread = self._spread(seat)
        scale = self.exploration * spread * sqrt(visits + 0.1) / priors
        unvisited = total / visits - UNVISITED_PENALTY * spread if visits > 0.0 else 0.0
        best = parent
        best_score = 0.0
        node = parent.child
        while node is not None:
            if node.seat == seat and is_option(s, node.word):
                score = puct_score(node, unvisited, scale)
                if best is parent or score > best_score:
                    best = node
                    best_score = score
            node = node.sibling
        return best

    def _expand(self, parent: Node, s: State, seat: Seat, is_new: bool) -> float:
        """Add a child for every legal word that has none; return the sum of their priors."""
        added = 0.0
        n: i64
        for n in range(options_of(s)):
            word = option(s, n)
            if is_new or not _has_child(parent, seat, word):
                prior = self.evaluation.prior(s, seat, word)
                parent.child = Node(seat, word, prior, parent.child)
                added += prior
        return added

    def _spread(self, seat: Seat) -> float:
        """The standard deviation of a seat's values so far."""
        n = self.simulations
        if n < 2.0:
            return 0.1
        mean = self.sums[seat] / n
        variance = self.squares[seat] / n - mean * mean
        return sqrt(variance) + 0.001 if variance > 0.0 else 0.001

    def _back_up(self, s: State) -> None:
        """Add the values of a simulation to the nodes on its path."""
        seat: Seat
        values = self.values
        self.simulations += 1.0
        for seat in range(s.seats):
            self.sums[seat] += values[seat]
            self.squares[seat] += values[seat] * values[seat]
        for node in self.path:
            node.visits += 1.0
            node.total += values[node.seat]


def puct_score(node: Node, unvisited: float, scale: float) -> float:
    """A node's mean value plus its exploration bonus."""
    value = node.total / node.visits if node.visits > 0.0 else unvisited
    return value + scale * node.prior / (1.0 + node.visits)


def _has_child(parent: Node, seat: Seat, word: Word) -> bool:
    node = parent.child
    while node is not None:
        if node.word == word and node.seat == seat:
            return True
        node = node.sibling
    return False


# -- the options of the seat asked now, as one set or on a sheet -----------------


def options_of(s: State) -> i64:
    return size(s.options) if s.options != 0 else sheet_size(s.sheet)


def option(s: State, n: i64) -> Word:
    return nth(s.options, n) if s.options != 0 else sheet_nth(s.sheet, n)


def is_option(s: State, word: Word) -> bool:
    if s.options != 0:
        return word < MOST_WORDS and s.options & say(word) != 0
    return s.sheet[word // MOST_WORDS] & say(word % MOST_WORDS) != 0


# -- rollouts --------------------------------------------------------------------


def rollout(s: State, evaluation: Evaluation, rng: Rng, turns: i64, priors: vec[float]) -> None:
    """Let all seats follow the policy to a quiet position, past `turns` of them."""
    for _ in range(LONGEST_ROLLOUT):
        if s.actor == NOBODY:
            return
        if evaluation.is_quiet(s):
            if turns <= 0:
                return
            turns -= 1
        if s.actor == CHANCE:
            State.advance(s, CHANCE, State.draw(s, rng))
        else:
            State.advance(s, s.actor, sample_policy(s, evaluation, rng, priors))


def sample_policy(s: State, evaluation: Evaluation, rng: Rng, priors: vec[float]) -> Word:
    """A word of the seat asked now, drawn by the policy."""
    words = s.options
    if words != 0 and words & words - 1 == 0:
        return lowest(words)
    many = options_of(s)
    whole = 0.0
    n: i64
    for n in range(many):
        priors[n] = evaluation.prior(s, s.actor, option(s, n))
        whole += priors[n]
    left = whole * float(rng.below(_FINE)) / float(_FINE)
    for n in range(many):
        left -= priors[n]
        if left < 0.0:
            return option(s, n)
    return option(s, many - 1)
