"""Judging a choice: what was played against the best line, by what the seat could know.

Every legal word is tried in a few imagined worlds. The best first words are followed to a whole
line, word by word, and tried again with what was played. The winner meets what was played in many
fresh worlds, with the same luck for both: only that comparison counts, so no line wins because it
was chosen for its luck.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, stdev
from typing import Final

from bedesten.bots.determinization import imagined_worlds, with_seeds
from bedesten.bots.evaluation.network import Chances
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.reasons import reasons_for
from bedesten.bots.search.comparison import LineComparison
from bedesten.bots.search.simultaneous import PayoffMatrix, is_simultaneous
from bedesten.bots.search.tree import option, options_of
from bedesten.kernel.agenda import step_of
from bedesten.kernel.match import Answer, Match
from bedesten.kernel.rng import Rng, seeded
from bedesten.kernel.state import CHANCE, State
from bedesten.kernel.text import LANGUAGES
from bedesten.review.depths import Depth
from bedesten.review.ledger import walk
from bedesten.review.marks import mark_of
from bedesten.review.model import EXPLAINED, WHOLE, JudgedChoice, ValuedLine

_Z: Final = 1.959964  # 95 % of a normal distribution
_LONGEST_LINE: Final = 12
_SIMULATIONS: Final = 2  # in every cell of the matrix of a sealed choice
_EXPLORATION: Final = 1.5
_FINE: Final = 1 << 20

World = tuple[State, int]


@dataclass
class Choice:
    """What a seat said in a row, and the state before it."""

    first: int
    state: State
    seat: int
    turn: int
    words: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    last: int = 0
    is_free: bool = False
    """Whether any of its words was one of several."""


def choices_of(match: Match) -> list[Choice]:
    """The choices of a match: answers of one seat in a row, until something new comes to light."""
    found: list[Choice] = []
    open_one: Choice | None = None
    for number, answer, s in walk(match):
        if open_one is not None and not _goes_on(open_one, answer, s):
            open_one = None
        if answer.seat == CHANCE:
            continue
        if open_one is None:
            open_one = Choice(number, s, answer.seat, answer.turn)
            found.append(open_one)
        open_one.words.append(answer.word)
        open_one.steps.append(match.game.steps[step_of(s.question(answer.seat))])
        open_one.last = number + 1
        open_one.is_free = open_one.is_free or len(s.legal(answer.seat)) > 1
    return [one for one in found if one.is_free]


def _goes_on(choice: Choice, answer: Answer, s: State) -> bool:
    same = (answer.seat, answer.turn) == (choice.seat, choice.turn)
    return same and s.reveals == choice.state.reveals and len(choice.words) < _LONGEST_LINE


class Judge:
    """Judges the choices of a match."""

    def __init__(self, match: Match, chances: Chances, depth: Depth, seed: str) -> None:
        self._match = match
        self._chances = chances
        self._depth = depth
        self._seed = seed

    def moment(self, choice: Choice) -> JudgedChoice:
        """What a choice has cost, and what would have been better."""
        hearing = _Hearing(self._match, choice, self._chances, self._depth, self._seed)
        return hearing.verdict()


class _Hearing:
    """One choice under judgement."""

    def __init__(
        self, match: Match, choice: Choice, chances: Chances, depth: Depth, seed: str
    ) -> None:
        self.match = match
        self.numbers = match.game.numbers
        self.choice = choice
        self.depth = depth
        self.rng = seeded(f"review/{seed}/{choice.first}")
        self.known = Knowledge(match.game, choice.state, choice.seat, match.options, match.changes)
        passing = self.numbers.get("pass", -1)
        self.lines = LineComparison(
            choice.seat, choice.state.turn, passing, chances, Rng(1), depth.turns
        )
        self.mix = self._solved(chances)
        self.played = [self.numbers[word] for word in choice.words]
        self.tried: list[tuple[int, float]] = []

    def verdict(self) -> JudgedChoice:
        worlds = self._worlds(self.depth.screened)
        self.tried = self._first_words(worlds)
        first_words = [word for word, _ in self.tried[: self.depth.lines]]
        wholes = [self._whole(worlds, word) for word in first_words]
        wholes = [line for line in wholes if line != self.played[: len(line)]]
        again = self._worlds(2 * self.depth.screened)
        values = [(self._mean(again, line), line) for line in [self.played, *wholes]]
        proposed = max(values, key=lambda one: one[0])
        if proposed[1] is self.played:
            return self._moment(self.played, values, [], [])
        fresh = self._worlds(self.depth.compared)
        played = [self.lines.line_value(*world, self.played) for world in fresh]
        better = [self.lines.line_value(*world, proposed[1]) for world in fresh]
        return self._moment(proposed[1], values, played, better)

    def _moment(
        self,
        line: list[int],
        values: list[tuple[float, list[int]]],
        played: list[float],
        better: list[float],
    ) -> JudgedChoice:
        choice = self.choice
        differences = [two - one for one, two in zip(played, better, strict=True)]
        middle = fmean(differences) if differences else 0.0
        spread = _Z * stdev(differences) / sqrt(len(differences)) if differences else 0.0
        is_worse = middle - spread > 0
        cost = round(middle * WHOLE) if is_worse else 0
        best = line if is_worse else self.played
        chance = round((fmean(played) if played else values[0][0]) * WHOLE)
        words, steps = self._spelt(best) if is_worse else (choice.words, choice.steps)
        mark = mark_of(cost, WHOLE if choice.state.seats > 1 else max(chance, WHOLE))
        return JudgedChoice(
            first=choice.first,
            last=choice.last,
            turn=choice.turn,
            seat=choice.seat,
            steps=choice.steps,
            words=choice.words,
            best=words,
            best_steps=steps,
            chance=chance,
            best_chance=chance + cost,
            cost=cost,
            low=round((middle - spread) * WHOLE),
            high=round((middle + spread) * WHOLE),
            mark=mark,
            options=[
                ValuedLine(self._spelt(one)[0], round(value * WHOLE))
                for value, one in sorted(values, key=lambda pair: -pair[0])
            ],
            tried=[
                ValuedLine([self.match.game.vocabulary[word]], round(value * WHOLE))
                for word, value in self.tried
            ],
            is_sealed=choice.state.waiting != 0,
            worlds=len(differences),
            reasons=self._reasons(best) if mark in EXPLAINED else {},
        )

    def _reasons(self, best: list[int]) -> dict[str, str]:
        """Why the best line is better, where it parts from what was played."""
        s = self.choice.state.copy()
        for one, other in zip(best, self.played, strict=False):
            if one != other:
                known = Knowledge(
                    self.match.game, s, self.choice.seat, self.match.options, self.match.changes
                )
                words = self.match.game.vocabulary
                found = reasons_for(known, words[one], words[other], self.rng)
                return {language: found.text(known.text(language)) for language in LANGUAGES}
            s.advance(self.choice.seat, one)
        return {}

    # -- worlds -------------------------------------------------------------

    def _worlds(self, many: int) -> list[World]:
        """Imagined worlds with seeds; what others choose at the same time follows the mix."""
        worlds = imagined_worlds(self.known, self.rng, many)
        for world in worlds:
            for seat, shares in self.mix.items():
                legal = set(world.legal(seat))  # another hand may allow other words
                able = [(word, share) for word, share in shares if word in legal and share > 0]
                if able:
                    world.advance(seat, _drawn(able, self.rng))
        return with_seeds(worlds, self.rng)

    def _solved(self, chances: Chances) -> dict[int, list[tuple[int, float]]]:
        """The mixed strategies of the others who choose at the same time, by regret matching."""
        worlds = imagined_worlds(self.known, self.rng, self.depth.screened)
        if not is_simultaneous(worlds[0]):
            return {}
        matrix = PayoffMatrix(worlds[0])
        alike = [world for world in worlds if PayoffMatrix(world).words == matrix.words]
        matrix.plant(alike, chances.evaluation, self.rng, _EXPLORATION, 0)
        matrix.simulate(_SIMULATIONS * self.depth.screened)
        matrix.solve()
        return {
            seat: [(word, share) for word, share, _ in matrix.strategy(seat)]
            for seat in matrix.seats
            if seat != self.choice.seat
        }

    # -- lines --------------------------------------------------------------

    def _mean(self, worlds: list[World], line: list[int]) -> float:
        return fmean(self.lines.line_value(world, seed, line) for world, seed in worlds)

    def _first_words(self, worlds: list[World]) -> list[tuple[int, float]]:
        """The legal words with their values, the best first."""
        choice = self.choice
        pointless = self.match.game.pointless(choice.state, choice.seat, choice.steps[0])
        words = [word for word in choice.state.legal(choice.seat) if word not in pointless]
        values = [(word, self._mean(worlds, [word])) for word in words]
        return sorted(values, key=lambda one: -one[1])

    def _whole(self, worlds: list[World], word: int) -> list[int]:
        """A line that begins with a word and goes on by the best ones until there is news."""
        line = [word]
        while len(line) < _LONGEST_LINE:
            words = self._onward(worlds, line)
            if not words:
                break
            if len(words) > 1:
                words.sort(key=lambda one: -self._mean(worlds, [*line, one]))
            line.append(words[0])
        return line

    def _onward(self, worlds: list[World], line: list[int]) -> list[int]:
        """What the seat may say after a line without having learnt anything; empty if it has."""
        found: list[int] = []
        for world, seed in worlds:
            after = self.lines.after_line(world, seed, line)
            is_same = after.actor == self.choice.seat and after.turn == world.turn
            if not is_same or after.reveals != world.reveals:
                return []
            found = [option(after, n) for n in range(options_of(after))]
        return found

    def _spelt(self, line: list[int]) -> tuple[list[str], list[str]]:
        """The words of a line and the steps that they answer."""
        game = self.match.game
        world, seed = self._worlds(1)[0]
        steps = []
        for n in range(len(line)):
            after = self.lines.after_line(world, seed, line[:n])
            steps.append(game.steps[step_of(after.question(self.choice.seat))])
        return [game.vocabulary[word] for word in line], steps


def _drawn(shares: list[tuple[int, float]], rng: Rng) -> int:
    """A word drawn by the shares of a mixed strategy."""
    left = rng.below(_FINE) / _FINE * sum(share for _, share in shares)
    for word, share in shares:
        left -= share
        if left < 0:
            return word
    return shares[-1][0]
