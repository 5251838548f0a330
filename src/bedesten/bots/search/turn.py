"""Looking one turn ahead: a word is tried, and the rest of the turn finished in the same spirit."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.bots.judgement.judging import MOST_SEATS, Judgement
from bedesten.bots.search.tree import leaning, option, options_of, play_on
from bedesten.kernel.rng import Rng
from bedesten.kernel.state import CHANCE, State
from bedesten.kernel.words import MOST_WORDS, SHEET, Seat, Word

LONGEST: Final = 12  # own answers that one turn is followed for


class Turn:
    """How a seat's turn could go on, by a luck that is given.

    Words tried with the same luck differ less by chance, and more by what they are.
    """

    seat: Seat
    turn: i64
    passing: Word
    judgement: Judgement
    rng: Rng
    chances: vec[float]
    odds: vec[float]

    def __init__(
        self, seat: Seat, turn: i64, passing: Word, judgement: Judgement, rng: Rng
    ) -> None:
        self.seat = seat
        self.turn = turn
        self.passing = passing  # the word that does nothing; -1 if there is none
        self.judgement = judgement
        self.rng = rng
        self.chances = vec[float]([0.0] * MOST_SEATS)
        self.odds = vec[float]([0.0] * (MOST_WORDS * SHEET))

    def promise(self, s: State, luck: i64, word: Word) -> float:
        """What a word is worth when the rest of the turn is played greedily."""
        self.rng.state = luck
        return self._finished(self._after(s, word), LONGEST)

    def outlook(self, s: State, luck: i64, word: Word, row: vec[float]) -> float:
        """The chance after a word, played on by habit until a position is at rest.

        The seat's features there are written into the row, which holds zeros.
        """
        self.rng.state = luck
        after = self._after(s, word)
        chance = self._worth_at_rest(after)
        self.judgement.look(after, self.seat, row)
        return chance

    def _finished(self, s: State, most: i64) -> float:
        """Go on with what looks best at once, or pass, whichever turns out better."""
        if most == 0 or s.turn != self.turn or s.actor != self.seat:
            return self._worth_at_rest(s)
        best: State | None = None
        best_worth = 0.0
        passed: State | None = None
        n: i64
        for n in range(options_of(s)):
            word = option(s, n)
            way = self._after(s, word)
            if word == self.passing:
                passed = way
                continue
            worth = self._worth(way)
            if best is None or worth > best_worth:
                best = way
                best_worth = worth
        if passed is None:
            return self._finished(best, most - 1) if best is not None else self._worth_at_rest(s)
        worth = self._finished(passed, most - 1)
        if best is not None:
            going_on = self._finished(best, most - 1)
            if going_on > worth:
                return going_on
        return worth

    def _worth(self, s: State) -> float:
        self.judgement.weigh(s, self.chances)
        return self.chances[self.seat]

    def _worth_at_rest(self, s: State) -> float:
        play_on(s, self.judgement, self.rng, 0, self.odds)
        return self._worth(s)

    def _after(self, s: State, word: Word) -> State:
        """The state after a word; luck is drawn, and who is asked as well answers by habit."""
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
            State.advance(s, s.actor, leaning(s, self.judgement, self.rng, self.odds))
