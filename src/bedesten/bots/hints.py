"""Hints: what to do in the rest of the turn, the chances of all choices, and reasons.

The chances are the calibrated ones, at the end of the turn. A word is compared with the others
until the difference is known, or time is up; what was hardly tried has no chance. The hint is
a whole gesture: all words up to a roll, a card or somebody else's choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from math import sqrt
from statistics import fmean, stdev
from time import perf_counter

from bedesten.bots.determinization import imagined_worlds
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.networks import chances_of
from bedesten.bots.reasons import Reasons, compared, reasons_for, turn_search
from bedesten.bots.search.simultaneous import PayoffMatrix, is_simultaneous
from bedesten.bots.search.turn_search import CalibratedEvaluation, TurnSearch
from bedesten.kernel.agenda import step_of
from bedesten.kernel.grammar import capital
from bedesten.kernel.rng import Rng
from bedesten.kernel.state import FORCED, State, Told
from bedesten.kernel.text import Catalogue, text_tables

SIMULATIONS = 20000
MS = 1000
_SLICE = 16  # simulations between two looks at the clock
_ROUNDS_MORE = 3  # in which the best word is compared with those that look as good
_LEAST_TRIES = 24  # of a word whose chance is shown
_MOST_ERROR = 0.02  # of a chance that is shown
_MOST_ERROR_SOLO = 0.4  # in points of the score
_Z = 1.96
_CLOSE = 0.005  # a smaller difference is none
_CLOSE_SOLO = 0.05
_MATRICES = 4  # independent estimates of a payoff matrix
_EXPLORATION = 1.5
_WORLDS = 32
_MIXED_IN = 0.1  # a share from which a choice is one of the mixture


@dataclass(frozen=True)
class Weighed:
    """A legal word and what is known about it."""

    word: str
    chance: float | None
    """To win; in a solo game the expected score. None: it was hardly tried."""
    error: float | None
    """The standard error of the chance."""
    share: float
    """The probability with which to choose it: 1 for the best word, unless choices are mixed."""


@dataclass(frozen=True)
class GestureWord:
    """One answer of a gesture."""

    step: str
    word: str
    is_forced: bool


@dataclass(frozen=True)
class Advice:
    """What a strong player would do now, and why."""

    moves: tuple[GestureWord, ...]
    """The whole gesture, forced answers between the choices included."""
    weighed: tuple[Weighed, ...]
    """Every legal word, the advised first, then by chance; those hardly tried last."""
    mixture: tuple[Weighed, ...]
    """The words among which the best players choose at random; empty if one word is best."""
    reasons: Reasons
    """What speaks for the advised word over the next best."""
    is_solo: bool
    step: str
    onward: tuple[str, ...]
    catalogue: Callable[[str], Catalogue]
    """All sentences of the game in a language."""

    @property
    def best(self) -> str:
        """The word to say now."""
        return self.moves[0].word

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the gesture, as a match takes them at once."""
        return tuple(move.word for move in self.moves)

    @property
    def is_level(self) -> bool:
        """Whether the next best word is as good, as far as can be told."""
        if len(self.weighed) < 2 or self.mixture:
            return False
        best, other = self.weighed[:2]
        return other.chance is not None and _difference(best, other) < self._bound(best, other)

    def _bound(self, best: Weighed, other: Weighed) -> float:
        return max(_CLOSE_SOLO if self.is_solo else _CLOSE, _Z * _error(best, other))

    def text(self, language: str) -> str:
        """The advice with its reasons, in a sentence or two."""
        say = _HintSentences(self, language)
        if len(self.weighed) == 1:
            return say.only()
        if self.mixture:
            return say.mixed()
        best, other = self.weighed[:2]
        if self.is_level:
            sentence = say.level(best, other, self._bound(best, other))
            reasons = Reasons(self.reasons.game, self.reasons.goal, self.reasons.is_sure)
        else:
            sentence = say.best(best, other)
            reasons = self.reasons
        return f"{sentence} {reasons.text(self.catalogue(language))}".strip()


def advise(
    known: Knowledge, rng: Rng, simulations: int = SIMULATIONS, ms: int | None = MS
) -> Advice:
    """What to do for the seat that is asked, with reasons; it uses nothing else than `known`."""
    deadline = None if ms is None else perf_counter() + ms / 1000
    choices = known.choices
    world = imagined_worlds(known, rng, 1)[0]
    is_solo = int(world.seats) == 1
    reasons = Reasons(known.game.name)
    mixture: tuple[Weighed, ...] = ()
    words = [known.game.numbers[choices[0]]]
    weighed = [Weighed(choices[0], None, None, 1.0)]
    if len(choices) > 1 and is_simultaneous(world):
        weighed = _mixed(known, rng, simulations, deadline)
        mixture = tuple(one for one in weighed if one.share >= _MIXED_IN)
        if len(mixture) > 1:
            words = [known.game.numbers[_drawn(mixture, rng)]]
        else:
            mixture = ()
            words = [known.game.numbers[weighed[0].word]]
            reasons = reasons_for(known, weighed[0].word, weighed[1].word, rng)
    else:
        search = turn_search(known, rng)
        if len(choices) > 1:
            weighed = _searched(known, search, simulations, deadline, is_solo)
            reasons = compared(known, search, weighed[0].word, weighed[1].word)
        else:
            _simulate(search, words, simulations // 4, deadline)
        words = [known.game.numbers[weighed[0].word]]
        while (word := search.best_after(words)) >= 0:
            words.append(word)
    return Advice(
        tuple(_moves(known, world, words)),
        tuple(weighed),
        mixture,
        reasons,
        is_solo,
        known.step,
        known.game.onward,
        known.text,
    )


# -- the best word ------------------------------------------------------------


def _searched(
    known: Knowledge, search: TurnSearch, simulations: int, deadline: float | None, is_solo: bool
) -> list[Weighed]:
    """Every word with its chance, by sequential halving: the better half is tried on."""
    numbers = known.game.numbers
    left = [numbers[word] for word in known.choices]
    rounds = max(1, (len(left) - 1).bit_length())
    began = perf_counter()
    for n in range(1, rounds + 1):
        until = None if deadline is None else began + (deadline - began) * n / rounds
        _simulate(search, left, max(1, simulations // rounds // len(left)), until)
        left.sort(key=lambda word: -search.worth(word).value)
        left = left[: max(2, (len(left) + 1) // 2)]
    for _ in range(_ROUNDS_MORE):
        rivals = _rivals(search, [numbers[word] for word in known.choices], left[0])
        if not rivals:
            break
        most = max(search.visits(word) for word in left)
        for word in rivals:
            missing = int(most - search.visits(word))
            _simulate(search, [word], max(missing, simulations // 16), deadline)
        left = sorted({*left, *rivals}, key=lambda word: -search.worth(word).value)
    found = [_weighed(search, word, numbers[word], is_solo) for word in known.choices]
    found.sort(key=_by_chance)
    if found[0].chance is None:  # hardly any time: the one with the best value so far
        found.sort(key=lambda one: -search.worth(numbers[one.word]).value)
    best = found[0]
    return [Weighed(best.word, best.chance, best.error, 1.0), *found[1:]]


def _by_chance(one: Weighed) -> tuple[bool, float]:
    return one.chance is None, -(one.chance or 0.0)


def _rivals(search: TurnSearch, words: Iterable[int], best: int) -> list[int]:
    """The words that may well be better than the best one, and were tried less."""
    first = search.worth(best)
    found = []
    for word in words:
        worth = search.worth(word)
        reach = _Z * sqrt(worth.variance + first.variance)
        if word != best and worth.value + reach > first.value:
            found.append(word)
    return found


def _weighed(search: TurnSearch, word: str, number: int, is_solo: bool) -> Weighed:
    worth, visits = search.worth(number), search.visits(number)
    error = sqrt(worth.variance)
    if visits < _LEAST_TRIES or error > (_MOST_ERROR_SOLO if is_solo else _MOST_ERROR):
        return Weighed(word, None, None, 0.0)
    return Weighed(word, worth.value, error, 0.0)


def _simulate(search: TurnSearch, words: Iterable[int], times: int, deadline: float | None) -> None:
    """Try each of some words so often, or equally often until time is up."""
    while times > 0 and (deadline is None or perf_counter() < deadline):
        for word in words:
            search.simulate(word, min(times, _SLICE))
        times -= _SLICE


def _difference(best: Weighed, other: Weighed) -> float:
    return (best.chance or 0.0) - (other.chance or 0.0)


def _error(best: Weighed, other: Weighed) -> float:
    return sqrt((best.error or 0.0) ** 2 + (other.error or 0.0) ** 2)


# -- simultaneous choices -----------------------------------------------------


def _mixed(known: Knowledge, rng: Rng, simulations: int, deadline: float | None) -> list[Weighed]:
    """Every word with its chance against the best mixture of the others, and its own share."""
    worlds = imagined_worlds(known, rng, _WORLDS)
    name, seats = known.game.name, int(worlds[0].seats)
    evaluation = CalibratedEvaluation(chances_of(name, seats))
    matrices = []
    for _ in range(_MATRICES):
        matrix = PayoffMatrix(worlds[0])
        matrix.plant(worlds, evaluation, rng, _EXPLORATION, 0)
        matrices.append(matrix)
    times = max(4, simulations // _MATRICES // int(matrices[0].cells))
    for _ in range(4):
        for matrix in matrices:
            if deadline is None or perf_counter() < deadline or matrix.trees[0].simulations == 0.0:
                matrix.simulate(times // 4)
    whole = matrices[0]
    payoffs = [list(matrix.payoffs) for matrix in matrices]
    for n in range(len(whole.payoffs)):
        whole.payoffs[n] = fmean(one[n] for one in payoffs)
    whole.solve()
    words = known.game.vocabulary
    found = []
    for matrix, one in zip(matrices, payoffs, strict=True):
        matrix.shares = whole.shares
        for n, payoff in enumerate(one if matrix is whole else ()):
            matrix.payoffs[n] = payoff
    estimates = [{n: payoff for n, _, payoff in matrix.strategy(known.seat)} for matrix in matrices]
    for n, share, _ in whole.strategy(known.seat):
        chances = [one[n] for one in estimates]
        error = stdev(chances) / sqrt(len(chances))
        found.append(Weighed(words[n], fmean(chances), error, share))
    best = max(found, key=lambda one: one.share)
    return [best, *sorted((one for one in found if one is not best), key=_by_chance)]


def _drawn(mixture: Iterable[Weighed], rng: Rng) -> str:
    """A word of a mixture, by the shares."""
    words = list(mixture)
    left = rng.below(1 << 20) / (1 << 20) * sum(one.share for one in words)
    for one in words:
        left -= one.share
        if left < 0:
            return one.word
    return words[-1].word


# -- the gesture --------------------------------------------------------------


def _moves(known: Knowledge, world: State, words: Iterable[int]) -> list[GestureWord]:
    """The words of a gesture with the forced answers between them.

    It ends where something is revealed, or where somebody else may answer.
    """
    s = world.copy()
    vocabulary, steps = known.game.vocabulary, known.game.steps
    together, reveals = s.together, s.reveals
    moves: list[GestureWord] = []
    forced: list[GestureWord] = []
    for word in words:
        if not s.may_act(known.seat) or not s.allows(known.seat, word):
            break
        step = steps[step_of(s.question(known.seat))]
        moves += [*forced, GestureWord(step, vocabulary[word], False)]
        told: list[Told] = []
        s.events = told
        s.advance(known.seat, word)
        s.events = None
        if s.reveals != reveals or s.together != together:
            break
        forced = []
        for one in told:
            if one.kind == FORCED:
                if one.seat != known.seat:
                    return moves
                forced.append(GestureWord(steps[one.c], vocabulary[one.a], True))
    return moves


# -- sentences ----------------------------------------------------------------


class _HintSentences:
    """The sentences of a hint in one language."""

    def __init__(self, advice: Advice, language: str) -> None:
        self.advice = advice
        self.catalogue = advice.catalogue(language)
        texts = text_tables("bedesten.bots", language)
        self.decimal: str = texts["decimal"]
        self.texts: dict[str, str] = texts["hints"]

    def only(self) -> str:
        return self._say("only", word=self._gesture())

    def mixed(self) -> str:
        words = [f"“{self._word(one.word)}”" for one in self.advice.mixture]
        best = self.advice.mixture[0]
        return self._say(
            "mixed",
            words=self.catalogue.grammar.either(words),
            chance=self._figure(best.chance or 0.0),
        )

    def level(self, best: Weighed, other: Weighed, bound: float) -> str:
        return self._say(
            self._key("level"),
            word=self._gesture(),
            other=self._word(other.word),
            chance=self._figure(best.chance or 0.0),
            bound=self._figure(bound, least=True),
        )

    def best(self, best: Weighed, other: Weighed) -> str:
        if best.chance is None:
            return self._say("untried", word=self._gesture())
        if other.chance is None:
            chance = self._figure(best.chance)
            return self._say(self._key("lone"), word=self._gesture(), chance=chance)
        return self._say(
            self._key("best"),
            word=self._gesture(),
            chance=self._figure(best.chance),
            other=self._word(other.word),
            other_chance=self._figure(other.chance),
        )

    def _key(self, key: str) -> str:
        return f"{key}_solo" if self.advice.is_solo else key

    def _gesture(self) -> str:
        """The choices of the gesture, without what follows by itself."""
        moves = [move for move in self.advice.moves if not move.is_forced]
        told = [move for move in moves if move.word not in self.advice.onward] or moves
        texts = [self._word(move.word, move.step) for move in told]
        runs = [(text, len(list(run))) for text, run in groupby(texts)]
        return " → ".join(text if n == 1 else f"{text} (× {n})" for text, n in runs)

    def _word(self, word: str, step: str = "") -> str:
        return capital(self.catalogue.choice(step or self.advice.step, word))

    def _figure(self, chance: float, least: bool = False) -> str:
        """A chance in per cent, or a score with a decimal; of a bound, at least the last digit."""
        if self.advice.is_solo:
            return f"{max(chance, 0.1) if least else chance:.1f}".replace(".", self.decimal)
        return f"{max(100 * chance, 1) if least else 100 * chance:.0f}"

    def _say(self, key: str, **values: str) -> str:
        return self.texts[key].format(**values)
