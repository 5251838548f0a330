"""Reviews against brute force: the last turn of a game, where the best line can be computed."""

from __future__ import annotations

import pytest
from librt.vecs import vec

import bedesten
from bedesten import bots
from bedesten.bots.evaluation.base import MOST_SEATS, outcome
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.networks import chances_of
from bedesten.kernel.rng import seeded
from bedesten.kernel.state import CHANCE, NOBODY, State
from bedesten.review.depths import DEPTHS
from bedesten.review.judge import Judge, choices_of
from bedesten.review.model import WHOLE

GAMES = ("istanbul", "choose_write")
SEEDS = 20
TRIES = 4
MOST_NODES = 100_000
WITHIN = 0.02


class TooLarge(Exception):
    """The rest of the game has too many lines."""


class BruteForce:
    """The exact chance of a seat, if nobody else decides any more."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.nodes = 0
        self.values = vec[float]([0.0] * MOST_SEATS)

    def value(self, s: State) -> float:
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise TooLarge
        if s.actor == NOBODY:
            outcome(s, self.values)
            return self.values[self.seat]
        if s.actor == CHANCE:
            weights = s.weights()
            tickets = sum(weights.values())
            return sum(self.after(s, CHANCE, word) * n / tickets for word, n in weights.items())
        if s.actor != self.seat or s.waiting != 0:
            raise TooLarge
        return max(self.after(s, self.seat, word) for word in s.legal(self.seat))

    def after(self, s: State, seat: int, word: int) -> float:
        then = s.copy()
        then.advance(seat, word)
        return self.value(then)

    def line(self, s: State, words: list[int]) -> float:
        """The value of a line, and the best ones after it."""
        then = s.copy()
        for word in words:
            then.advance(self.seat, word)
        return self.value(then)


def last_turns(game: str, seats: int, seeds: range) -> list[tuple[bedesten.Match, int]]:
    """Games that end with the choices of one seat; that seat then plays at random."""
    found = []
    for seed in seeds:
        match = bedesten.new(game, seats=seats, seed=seed)
        rng = seeded(f"last turn {seed}")
        player = bots.bot("greedy")
        moments = []
        while not match.over:
            seat = match.actors[0]
            moments.append((match.state.turn, len(match.history)))
            match.play(seat, player.choose(Knowledge.of(match, seat), rng))
        first = next(n for turn, n in moments if turn == moments[-1][0])
        match.rewind(first)
        for _ in range(TRIES):
            other = match.fork()
            while not other.over and other.state.turn == match.state.turn:
                seat = other.actors[0]
                choices = other.choices(seat)
                other.play(seat, choices[rng.below(len(choices))])
            found.append((other, first))
    return found


@pytest.mark.long
def test_the_last_turn_is_judged_as_brute_force_judges_it() -> None:
    """The best line is as good as the best there is, and the cost is right, within 2 points."""
    judged = costly = 0
    games = [(game, one) for game in GAMES for one in last_turns(game, 3, range(SEEDS))]
    for game, (match, first) in games:
        numbers = match.game.numbers
        judge = Judge(match, chances_of(game, 3), DEPTHS["usual"], "1")
        for choice in [one for one in choices_of(match) if one.first >= first]:
            exact = BruteForce(choice.seat)
            try:
                best = exact.value(choice.state)
                played = exact.line(choice.state, [numbers[one] for one in choice.words])
                moment = judge.moment(choice)
                proposed = exact.line(choice.state, [numbers[one] for one in moment.best])
            except TooLarge:
                continue
            judged += 1
            costly += best - played > WITHIN
            assert best - proposed <= WITHIN, (match.record(), moment)
            assert abs(best - played - moment.cost / WHOLE) <= WITHIN, (match.record(), moment)
    assert judged >= 40
    assert costly >= 1
