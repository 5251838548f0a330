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
_ROOM: Final = 512  # nodes, to begin with
_NO_NODES: Final = vec[i64]([0] * _ROOM)
_NO_STATISTICS: Final = vec[float]([0.0] * _ROOM)


class Child:
    """A word that the searching seat may say at the root, and its statistics."""

    def __init__(self, word: Word, prior: float, visits: float, total: float) -> None:
        self.word: Final = word
        self.prior: Final = prior  # unnormalized
        self.visits: Final = visits
        self.total: Final = total  # of the seat's values

    def value(self) -> float:
        """The mean value for the seat; 0 before the first visit."""
        return self.total / self.visits if self.visits > 0.0 else 0.0


class Tree:
    """The search of one seat.

    Nodes are numbers, the root is 0. What is known of them stands in rows, so that a simulation
    allocates nothing. The words that a seat may say at a node are added together, as a block of
    consecutive nodes; words that are legal in other worlds only are a further block.
    """

    seat: Seat
    worlds: list[State]
    evaluation: Evaluation
    rng: Rng
    exploration: float
    rollout_turns: i64
    sharpness: float
    nodes: i64
    words: vec[i64]
    node_priors: vec[float]
    visits: vec[float]
    totals: vec[float]
    newest: vec[i64]
    blocks: i64
    block_seat: vec[i64]
    block_first: vec[i64]
    block_end: vec[i64]
    block_words: vec[i64]
    block_older: vec[i64]
    path: vec[i64]
    path_seats: vec[i64]
    depth: i64
    seat_nodes: vec[i64]
    priors: vec[float]
    values: vec[float]
    sums: vec[float]
    squares: vec[float]
    simulations: float
    scratch: State

    def __init__(
        self,
        seat: Seat,  # NOBODY: the tree belongs to no seat
        worlds: list[State],
        evaluation: Evaluation,
        rng: Rng,
        exploration: float,
        rollout_turns: i64,
        sharpness: float = 1.0,
    ) -> None:
        self.seat = seat
        self.worlds = worlds
        self.evaluation = evaluation
        self.rng = rng
        self.exploration = exploration  # the constant of PUCT, in spreads of the values
        self.rollout_turns = rollout_turns  # quiet positions that a rollout passes
        self.sharpness = sharpness  # of the policy in rollouts
        self.nodes = 1
        self.words = _NO_NODES[:]
        self.node_priors = _NO_STATISTICS[:]  # unnormalized
        self.visits = _NO_STATISTICS[:]  # no i64: PUCT divides by it, and converting is slow
        self.totals = _NO_STATISTICS[:]  # of the values of the seat that says the word
        self.newest = _NO_NODES[:]  # the newest block of a node, numbered from 1; 0: none
        self.blocks = 1
        self.block_seat = _NO_NODES[:]
        self.block_first = _NO_NODES[:]
        self.block_end = _NO_NODES[:]
        self.block_words = _NO_NODES[:]  # as a set; 0 if they do not fit into one
        self.block_older = _NO_NODES[:]  # another block of the same node, or 0
        self.path = _NO_NODES[:]
        self.path_seats = _NO_NODES[:]
        self.depth = 0  # how much of the path is in use
        self.seat_nodes = vec[i64]([0] * MOST_SEATS)
        self.priors = _NO_PRIORS[:]
        self.values = _NO_SEATS[:]
        self.sums = _NO_SEATS[:]
        self.squares = _NO_SEATS[:]
        self.simulations = 0.0
        self.scratch = worlds[0].copy()  # the state of every simulation

    def simulate(self, times: i64) -> None:
        """Run simulations: select and expand, roll out, evaluate, back up."""
        for _ in range(times):
            s = self.scratch.become(self.worlds[self.rng.below(len(self.worlds))])
            self.scratch = s
            s.luck = self.rng
            self._select_path(s)
            rollout(s, self.evaluation, self.rng, self.rollout_turns, self.priors, self.sharpness)
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

    def candidates(self) -> list[Child]:
        """The words that the tree's seat may say at the root, the last one first."""
        found: list[Child] = []
        block = self.newest[0]
        while block != 0:
            if self.block_seat[block] == self.seat:
                found += [
                    Child(self.words[n], self.node_priors[n], self.visits[n], self.totals[n])
                    for n in range(self.block_end[block] - 1, self.block_first[block] - 1, -1)
                ]
            block = self.block_older[block]
        return found

    def best(self) -> Word:
        """The most visited word at the root; of equals, the one with the higher value."""
        candidates = self.candidates()
        best = candidates[0]
        for one in candidates:
            if one.visits > best.visits or (one.visits == best.visits and one.total > best.total):
                best = one
        return best.word

    def _select_path(self, s: State) -> None:
        """Follow the tree until a node is new, and remember the path.

        Seats that decide simultaneously each follow nodes of their own; a seat that has
        reached a new node answers by the policy until the others have answered too.
        """
        self.depth = 0
        trunk: i64 = 0
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
                word = sample_policy(s, self.evaluation, self.rng, self.priors, self.sharpness)
                State.advance(s, seat, word)
            else:
                node = self._select(seat_nodes[seat] if asked != 0 else trunk, s, seat)
                self._remember(node, seat)
                State.advance(s, seat, self.words[node])
                if self.visits[node] == 0.0:
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

    def _remember(self, node: i64, seat: Seat) -> None:
        """Add a node to the path."""
        depth = self.depth
        if depth == len(self.path):
            self.path = longer(self.path)
            self.path_seats = longer(self.path_seats)
        self.path[depth] = node
        self.path_seats[depth] = seat
        self.depth = depth + 1

    def _select(self, parent: i64, s: State, seat: Seat) -> i64:
        """The legal child with the highest PUCT score, after adding children that are missing."""
        block = self.newest[parent]
        if (
            block == 0
            or s.options == 0
            or self.block_words[block] != s.options
            or self.block_seat[block] != seat
            or self.block_older[block] != 0
        ):
            return self._select_from_many(parent, s, seat)
        # The usual case: exactly the words of one block are legal.
        all_visits = self.visits
        totals = self.totals
        node_priors = self.node_priors
        first = self.block_first[block]
        end = self.block_end[block]
        visits = 0.0
        total = 0.0
        priors = 0.0
        n = end - 1
        while n >= first:
            visits += all_visits[n]
            total += totals[n]
            priors += node_priors[n]
            n -= 1
        spread = self._spread(seat)
        scale = self.exploration * spread * sqrt(visits + 0.1) / priors
        unvisited = total / visits - UNVISITED_PENALTY * spread if visits > 0.0 else 0.0
        best = end - 1
        best_score = -1.0e9
        n = best
        while n >= first:
            score = puct_score(all_visits[n], totals[n], node_priors[n], unvisited, scale)
            if score > best_score:
                best = n
                best_score = score
            n -= 1
        return best

    def _select_from_many(self, parent: i64, s: State, seat: Seat) -> i64:
        """The same if several seats or worlds have had words of their own at this node."""
        visits = 0.0
        known: i64 = 0
        total = 0.0
        priors = 0.0
        n: i64
        block = self.newest[parent]
        while block != 0:
            if self.block_seat[block] == seat:
                for n in range(self.block_end[block] - 1, self.block_first[block] - 1, -1):
                    if is_option(s, self.words[n]):
                        known += 1
                        visits += self.visits[n]
                        total += self.totals[n]
                        priors += self.node_priors[n]
            block = self.block_older[block]
        if known < options_of(s):
            priors += self._expand(parent, s, seat, known == 0)
        spread = self._spread(seat)
        scale = self.exploration * spread * sqrt(visits + 0.1) / priors
        unvisited = total / visits - UNVISITED_PENALTY * spread if visits > 0.0 else 0.0
        best: i64 = 0
        best_score = -1.0e9
        block = self.newest[parent]
        while block != 0:
            if self.block_seat[block] == seat:
                for n in range(self.block_end[block] - 1, self.block_first[block] - 1, -1):
                    if is_option(s, self.words[n]):
                        score = puct_score(
                            self.visits[n],
                            self.totals[n],
                            self.node_priors[n],
                            unvisited,
                            scale,
                        )
                        if score > best_score:
                            best = n
                            best_score = score
            block = self.block_older[block]
        return best

    def _expand(self, parent: i64, s: State, seat: Seat, is_new: bool) -> float:
        """Add a block of every legal word that has no child; return the sum of their priors."""
        first = self.nodes
        many = options_of(s)
        while first + many > len(self.words):
            self._make_room()
        added = 0.0
        node = first
        n: i64
        for n in range(many):
            word = option(s, n)
            if is_new or not self._has_child(parent, seat, word):
                prior = self.evaluation.prior(s, seat, word)
                self.words[node] = word
                self.node_priors[node] = prior
                added += prior
                node += 1
        self.nodes = node
        block = self.blocks
        if block == len(self.block_seat):
            self._make_room_for_blocks()
        self.block_seat[block] = seat
        self.block_first[block] = first
        self.block_end[block] = node
        self.block_words[block] = s.options if is_new else 0
        self.block_older[block] = self.newest[parent]
        self.newest[parent] = block
        self.blocks = block + 1
        return added

    def _has_child(self, parent: i64, seat: Seat, word: Word) -> bool:
        n: i64
        block = self.newest[parent]
        while block != 0:
            if self.block_seat[block] == seat:
                for n in range(self.block_first[block], self.block_end[block]):
                    if self.words[n] == word:
                        return True
            block = self.block_older[block]
        return False

    def _make_room(self) -> None:
        self.words = longer(self.words)
        self.node_priors = longer_statistics(self.node_priors)
        self.visits = longer_statistics(self.visits)
        self.totals = longer_statistics(self.totals)
        self.newest = longer(self.newest)

    def _make_room_for_blocks(self) -> None:
        self.block_seat = longer(self.block_seat)
        self.block_first = longer(self.block_first)
        self.block_end = longer(self.block_end)
        self.block_words = longer(self.block_words)
        self.block_older = longer(self.block_older)

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
        visits = self.visits
        totals = self.totals
        n: i64
        for n in range(self.depth):
            node = self.path[n]
            visits[node] += 1.0
            totals[node] += values[self.path_seats[n]]


def puct_score(visits: float, total: float, prior: float, unvisited: float, scale: float) -> float:
    """A node's mean value plus its exploration bonus."""
    value = total / visits if visits > 0.0 else unvisited
    return value + scale * prior / (1.0 + visits)


def longer(numbers: vec[i64]) -> vec[i64]:
    """A row of twice the length with the same numbers, then zeros."""
    many: i64 = len(numbers)
    found = vec[i64]([0] * (2 * many))
    n: i64
    for n in range(many):
        found[n] = numbers[n]
    return found


def longer_statistics(numbers: vec[float]) -> vec[float]:
    """The same for a row of floats."""
    many: i64 = len(numbers)
    found = vec[float]([0.0] * (2 * many))
    n: i64
    for n in range(many):
        found[n] = numbers[n]
    return found


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


def rollout(
    s: State,
    evaluation: Evaluation,
    rng: Rng,
    turns: i64,
    priors: vec[float],
    sharpness: float = 1.0,
) -> None:
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
            State.advance(s, s.actor, sample_policy(s, evaluation, rng, priors, sharpness))


def sample_policy(
    s: State, evaluation: Evaluation, rng: Rng, priors: vec[float], sharpness: float = 1.0
) -> Word:
    """A word of the seat asked now, drawn by the policy."""
    words = s.options
    if words != 0 and words & words - 1 == 0:
        return lowest(words)
    seat = s.actor
    many = options_of(s)
    whole = 0.0
    n: i64
    for n in range(many):
        if words != 0:
            word = lowest(words)
            words &= words - 1
        else:
            word = sheet_nth(s.sheet, n)
        priors[n] = evaluation.prior(s, seat, word, sharpness)
        whole += priors[n]
    left = whole * float(rng.below(_FINE)) / float(_FINE)
    for n in range(many):
        left -= priors[n]
        if left < 0.0:
            return option(s, n)
    return option(s, many - 1)
