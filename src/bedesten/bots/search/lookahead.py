"""One-turn lookahead: try a word, finish the turn greedily, evaluate the next quiet position.

Words are compared by common random numbers, at every step of the turn. Seats that are asked at
the same time answer before the words are tried, so that all words meet the same answers,
whatever the order of the seats.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.bots.evaluation.base import MOST_SEATS, Evaluation
from bedesten.bots.search.tree import option, options_of, rollout, sample_policy
from bedesten.kernel.rng import Rng
from bedesten.kernel.state import State
from bedesten.kernel.words import MOST_WORDS, SHEET, Seat, Word, bit, lowest

LONGEST_TURN: Final = 12  # own answers that are followed


class Lookahead:
    """The rest of a seat's turn, played with given seeds."""

    seat: Seat
    turn: i64
    passing: Word
    evaluation: Evaluation
    rng: Rng
    values: vec[float]
    priors: vec[float]

    def __init__(
        self, seat: Seat, turn: i64, passing: Word, evaluation: Evaluation, rng: Rng
    ) -> None:
        self.seat = seat
        self.turn = turn
        self.passing = passing  # the word that does nothing; -1 if there is none
        self.evaluation = evaluation
        self.rng = rng
        self.values = vec[float]([0.0] * MOST_SEATS)
        self.priors = vec[float]([0.0] * (MOST_WORDS * SHEET))

    def value(self, s: State, seed: i64, word: Word) -> float:
        """The value of a word if the rest of the turn is played greedily."""
        return self._greedy_value(self._after(self._answered(s, seed), word), LONGEST_TURN)

    def quiet_features(self, s: State, seed: i64, word: Word, row: vec[float]) -> float:
        """The value of a word after a rollout to a quiet position.

        The seat's features there are written into a row of zeros.
        """
        after = self._after(self._answered(s, seed), word)
        value = self._quiet_value(after)
        self.evaluation.features(after, self.seat, row)
        return value

    def _greedy_value(self, s: State, most: i64) -> float:
        """Continue with the word of the highest immediate value, or pass if that ends better."""
        if most == 0 or s.turn != self.turn or s.actor != self.seat:
            return self._quiet_value(s)
        best: State | None = None
        best_value = 0.0
        passed: State | None = None
        luck = self.rng.state
        n: i64
        for n in range(options_of(s)):
            word = option(s, n)
            self.rng.state = luck
            after = self._after(s, word)
            if word == self.passing:
                passed = after
                continue
            value = self._value(after)
            if best is None or value > best_value:
                best = after
                best_value = value
        self.rng.state = luck
        if passed is None:
            return self._greedy_value(best, most - 1) if best is not None else self._quiet_value(s)
        value = self._greedy_value(passed, most - 1)
        if best is not None:
            self.rng.state = luck
            continued = self._greedy_value(best, most - 1)
            if continued > value:
                return continued
        return value

    def _value(self, s: State) -> float:
        self.evaluation.evaluate(s, self.values)
        return self.values[self.seat]

    def _quiet_value(self, s: State) -> float:
        rollout(s, self.evaluation, self.rng, 0, self.priors)
        return self._value(s)

    def _answered(self, s: State, seed: i64) -> State:
        """The state once the other seats that are asked have answered by the policy."""
        self.rng.state = seed
        answered = s.copy()
        answered.luck = self.rng
        self._let_others_answer(answered)
        return answered

    def _after(self, s: State, word: Word) -> State:
        """The state after a word; chance is drawn, other seats asked answer by the policy."""
        after = s.copy()
        after.luck = self.rng
        State.advance(after, self.seat, word)
        self._let_others_answer(after)
        return after

    def _let_others_answer(self, s: State) -> None:
        """Let the other seats that are asked at the same time answer by the policy."""
        own = bit(self.seat)
        while s.waiting & ~own != 0:
            other = lowest(s.waiting & ~own)
            if s.actor != other:
                s.turn_to(other)
            while s.actor == other and s.waiting & bit(other) != 0:
                State.advance(s, other, sample_policy(s, self.evaluation, self.rng, self.priors))
