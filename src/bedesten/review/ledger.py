"""The ledger: every seat's chance after every answer, in whole millionths.

The chances are a function of the true state. Before a draw they are the mean over its outcomes by
their odds, so a draw changes them by its luck and nothing else. What is left of a draw's mean when
another draw follows is noise of rollouts with mean 0, and counts as luck too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Final

from bedesten.bots.outlook import Outlook
from bedesten.kernel.agenda import step_of
from bedesten.kernel.match import Answer, Match
from bedesten.kernel.rng import seeded
from bedesten.kernel.state import CHANCE, State
from bedesten.review.model import WHOLE, JudgedDraw

_WORLDS: Final = 8  # that stand for what a viewer of an unfinished game cannot know


def walk(match: Match) -> Iterator[tuple[int, Answer, State]]:
    """The answers that were not forced, each with its number and a copy of the state before it."""
    s = match.set_up.copy()
    for number, answer in enumerate(match.history):
        if not answer.forced:
            yield number, answer, s.copy()
            s.advance(answer.seat, match.game.numbers[answer.word])


class Ledger:
    """The chances of all seats during a match."""

    def __init__(self, match: Match, outlook: Outlook, seed: str, viewer: int) -> None:
        self.match = match
        self.chances: list[list[int]] = []
        self.draws: list[JudgedDraw] = []
        self._outlook = outlook
        self._seed = f"review/{seed}/ledger"
        self._viewer = viewer
        self._fill()

    def _fill(self) -> None:
        match = self.match
        self.chances.append(self.value(match.set_up))
        for number, answer, s in walk(match):
            self._repeat_until(number)
            s_after = s.copy()
            s_after.advance(answer.seat, match.game.numbers[answer.word])
            self.chances.append(self.value(s_after))
            if answer.seat == CHANCE and match.over:
                self._note_draw(number, answer, s)
        self._repeat_until(len(match.history))

    def _repeat_until(self, number: int) -> None:
        """Answers that were forced have changed nothing."""
        while len(self.chances) <= number:
            self.chances.append(self.chances[-1])

    def _note_draw(self, number: int, answer: Answer, s: State) -> None:
        weights = s.weights()
        word = self.match.game.numbers[answer.word]
        self.draws.append(
            JudgedDraw(
                answer=number,
                turn=answer.turn,
                step=self.match.game.steps[step_of(s.question(CHANCE))],
                word=answer.word,
                odds=weights[word] / sum(weights.values()),
                luck=less(self.chances[number + 1], self.chances[number]),
            )
        )

    def value(self, s: State) -> list[int]:
        """The chances as everybody may know them, or the true ones once the game is over."""
        if self.match.over:
            rng = seeded(self._seed)
            mean = self._outlook.mean if s.actor == CHANCE else self._outlook.of
            return in_parts(mean(s, rng))
        rng = seeded(self._seed)
        worlds = [s.imagine(self._viewer, rng) for _ in range(_WORLDS)]
        found = [self._outlook.of(world, rng) for world in worlds]
        return in_parts([fmean(one) for one in zip(*found, strict=True)])


def in_parts(values: Sequence[float]) -> list[int]:
    """Chances as whole millionths that sum to a million; a solo score as millionths of a point."""
    if len(values) == 1:
        return [round(values[0] * WHOLE)]
    exact = [value * WHOLE for value in values]
    parts = [int(one) for one in exact]
    missing = WHOLE - sum(parts)
    order = sorted(range(len(parts)), key=lambda n: parts[n] - exact[n])
    for n in order[:missing]:
        parts[n] += 1
    return parts


def less(one: Sequence[int], two: Sequence[int]) -> list[int]:
    return [a - b for a, b in zip(one, two, strict=True)]
