"""One-turn lookahead: try a word, finish the turn greedily, evaluate the next quiet position."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.bots.evaluation.base import MOST_SEATS, Evaluation
from bedesten.bots.search.tree import option, options_of, rollout, sample_policy
from bedesten.kernel.rng import Rng
from bedesten.kernel.state import CHANCE, State
from bedesten.kernel.words import MOST_WORDS, SHEET, Seat, Word

LONGEST_TURN: Final = 12  # own answers that are followed


class Lookahead:
    """The rest of a seat's turn, played with given seeds.

    Words tried with the same seed (common random numbers) differ less by luck.
    """

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
        self.rng.state = seed
        return self._greedy_value(self._after(s, word), LONGEST_TURN)

    def quiet_features(self, s: State, seed: i64, word: Word, row: vec[float]) -> float:
        """The value of a word after a rollout to a quiet position.

        The seat's features there are written into a row of zeros.
        """
        self.rng.state = seed
        after = self._after(s, word)
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
        n: i64
        for n in range(options_of(s)):
            word = option(s, n)
            after = self._after(s, word)
            if word == self.passing:
                passed = after
                continue
            value = self._value(after)
            if best is None or value > best_value:
                best = after
                best_value = value
        if passed is None:
            return self._greedy_value(best, most - 1) if best is not None else self._quiet_value(s)
        value = self._greedy_value(passed, most - 1)
        if best is not None:
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

    def _after(self, s: State, word: Word) -> State:
        """The state after a word; chance is drawn, other seats asked answer by the policy."""
        after = s.copy()
        after.luck = self.rng
        while after.actor != self.seat:
            self._step(after)
        State.advance(after, self.seat, word)
        while after.waiting != 0 and after.actor != self.seat:
            self._step(after)
        return after

    def _step(self, s: State) -> None:
        if s.actor == CHANCE:
            State.advance(s, CHANCE, State.draw(s, self.rng))
        else:
            State.advance(s, s.actor, sample_policy(s, self.evaluation, self.rng, self.priors))
