"""Lines of words compared by common random numbers: what each is worth some turns later.

A line is what a seat says in a row. After it the seat finishes its turn greedily, the others follow
the policy for some turns, and the calibrated chances value the quiet position that is reached.
"""

from __future__ import annotations

from mypy_extensions import i64

from bedesten.bots.evaluation.network import Chances
from bedesten.bots.search.lookahead import LONGEST_TURN, Lookahead
from bedesten.bots.search.tree import is_option, rollout
from bedesten.kernel.rng import Rng
from bedesten.kernel.state import State
from bedesten.kernel.words import Seat, Word


class LineComparison(Lookahead):
    """The lines of one seat in imagined worlds, valued by the calibrated chances."""

    chances: Chances
    rollout_turns: i64

    def __init__(
        self,
        seat: Seat,
        turn: i64,
        passing: Word,
        chances: Chances,
        rng: Rng,
        rollout_turns: i64,
    ) -> None:
        super().__init__(seat, turn, passing, chances.evaluation, rng)
        self.chances = chances
        self.rollout_turns = rollout_turns  # quiet positions that a rollout passes

    def line_value(self, s: State, seed: i64, line: list[int]) -> float:
        """The value of a line in a world; a line that breaks off is continued greedily."""
        return self._greedy_value(self.after_line(s, seed, line), LONGEST_TURN)

    def after_line(self, s: State, seed: i64, line: list[int]) -> State:
        """The state after a line, as far as its words are legal."""
        after = self._answered(s, seed)
        for word in line:
            if after.actor != self.seat or not is_option(after, word):
                break
            after = self._after(after, word)
        return after

    def _quiet_value(self, s: State) -> float:
        rollout(s, self.evaluation, self.rng, self.rollout_turns, self.priors)
        self.chances.read(s, self.values)
        return self.values[self.seat]
