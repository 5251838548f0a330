"""Hints: the best choice, the values of the others, and the facts that speak for it.

Facts are computed, not recited: the best word and the next best are rolled out to the end
of the turn in imagined worlds, and the features that differ there, weighted as the
evaluation weights them, are named.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import msgspec
from librt.vecs import vec

from bedesten.bots.candidates import Candidate
from bedesten.bots.determinization import imagined_worlds, with_seeds
from bedesten.bots.evaluation import feature_names
from bedesten.bots.evaluation.base import Evaluation
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.levels import HINT_LEVEL, player_of
from bedesten.bots.search.lookahead import Lookahead
from bedesten.kernel.rng import Rng
from bedesten.kernel.state import State
from bedesten.kernel.text import read_toml, text_tables

_WORLDS = 48  # in which a word is rolled out
_MOST_FACTS = 3
_SCORE = "points"  # the fact that is the score, unless a game names another
_LEAST = 0.05  # amounts below this are not mentioned
_CERTAIN = 0.95  # a share from which one choice is called the best


class Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What several features describe together."""

    features: list[str]
    amount: list[str]
    times: float = 1.0


@dataclass(frozen=True)
class Reason:
    """How much more of something the best choice brings than the next best, on average."""

    fact: str
    more: float
    effect: float
    """On the value of the choice; negative if it speaks against it."""


@dataclass(frozen=True)
class Advice:
    """The choice of a strong player, and why."""

    best: str
    candidates: tuple[Candidate, ...]
    """Every legal word, the best first."""
    reasons: tuple[Reason, ...]
    text: str


def advise(known: Knowledge, rng: Rng, language: str = "en", level: str = HINT_LEVEL) -> Advice:
    """The choice of a level, with reasons in a language."""
    step, choices = known.step, known.choices
    say = _Sentences(known, step, language)
    if len(choices) == 1:
        only = Candidate(choices[0], 1.0, 1.0)
        return Advice(choices[0], (only,), (), say.only(choices[0]))
    player = player_of(level, known.game.name)
    found = player.candidates(known, rng)
    worlds = imagined_worlds(known, rng, _WORLDS)
    solo = int(worlds[0].seats) == 1
    evaluation = player.evaluations.of(known.game.name, int(worlds[0].seats))
    passing = known.game.numbers.get("pass", -1)
    ahead = Lookahead(known.seat, worlds[0].turn, passing, evaluation, rng.copy())
    outlook = _Outlook(known, with_seeds(worlds, rng), ahead)
    for one in found:
        if one.visits == 0:
            one.chance = outlook.of(one.word)[0]
    found.sort(key=lambda one: (one.share, one.visits > 0, one.chance), reverse=True)
    best, other = found[:2]
    reasons = _reasons(known.game.name, evaluation, outlook.of(best.word), outlook.of(other.word))
    if best.share < _CERTAIN:
        text = say.mixed(found)
    else:
        text = say.best(best, other, solo, reasons)
    return Advice(best.word, tuple(found), tuple(reasons), text)


class _Outlook:
    """The mean value and features that words lead to at the end of the turn."""

    def __init__(self, known: Knowledge, tries: list[tuple[State, int]], ahead: Lookahead) -> None:
        self.numbers = known.game.numbers
        self.tries = tries
        self.ahead = ahead

    def of(self, word: str) -> tuple[float, list[float]]:
        many = len(self.ahead.evaluation.weights)
        row = vec[float]([0.0] * many)
        chance = 0.0
        features = [0.0] * many
        for world, seed in self.tries:
            for n in range(many):
                row[n] = 0.0
            value = self.ahead.quiet_features(world, seed, self.numbers[word], row)
            chance += value / len(self.tries)
            for n in range(many):
                features[n] += row[n] / len(self.tries)
        return chance, features


def _reasons(
    game: str,
    evaluation: Evaluation,
    best: tuple[float, list[float]],
    other: tuple[float, list[float]],
) -> list[Reason]:
    """The facts with the largest effect on the value."""
    names, _ = feature_names(game)
    place = {name: n for n, name in enumerate(names)}
    more = [one - two for one, two in zip(best[1], other[1], strict=True)]
    value = evaluation.value(vec[float](other[1]))
    found = []
    for name, fact in _facts().get(game, {}).items():
        changed = {place[one] for one in fact.features}
        row = [best[1][n] if n in changed else x for n, x in enumerate(other[1])]
        found.append(
            Reason(
                name,
                fact.times * sum(more[place[one]] for one in fact.amount),
                evaluation.value(vec[float](row)) - value,
            )
        )
    striking = [one for one in found if abs(one.more) >= _LEAST and one.more * one.effect > 0]
    striking.sort(key=lambda one: -abs(one.effect))
    return striking[:_MOST_FACTS]


class _Sentences:
    """The sentences of a hint."""

    def __init__(self, known: Knowledge, step: str, language: str) -> None:
        self.catalogue = known.text(language)
        self.step = step
        self.score = next(iter(_facts().get(known.game.name, {})), _SCORE)
        self.texts = text_tables("bedesten.bots", language)

    def only(self, word: str) -> str:
        return self._say("only", word=self._word(word))

    def mixed(self, found: list[Candidate]) -> str:
        shares = [f"{self._word(one.word)} {one.share:.0%}".replace("%", " %") for one in found]
        return self._say("mixed", shares=", ".join(shares))

    def best(self, best: Candidate, other: Candidate, solo: bool, reasons: list[Reason]) -> str:
        sentences = [
            self._say(
                "best_solo" if solo else "best",
                word=self._word(best.word),
                chance=self._figure(best.chance, solo),
                other=self._word(other.word),
                other_chance=self._figure(other.chance, solo),
                unit=self.texts["facts"][self.score],
            )
        ]
        for key, sign in (("for", 1), ("against", -1)):
            facts = [
                f"{self.texts['facts'][one.fact]} {self._signed(one.more)}"
                for one in reasons
                if one.more * sign > 0
            ]
            if facts:
                sentences.append(self._say(key, facts=", ".join(facts)))
        return " ".join(sentences)

    def _figure(self, chance: float, solo: bool) -> str:
        text = f"{chance:.1f}" if solo else f"{100 * chance:.0f}"
        return text.replace(".", self.texts["decimal"])

    def _signed(self, more: float) -> str:
        return f"{more:+.1f}".replace(".", self.texts["decimal"]).replace("-", "−")

    def _word(self, word: str) -> str:
        name = self.catalogue.choice(self.step, word)
        return name[:1].upper() + name[1:]

    def _say(self, key: str, **values: str) -> str:
        text: str = self.texts[key]
        return text.format(**values)


@cache
def _facts() -> dict[str, dict[str, Fact]]:
    return msgspec.convert(read_toml("bedesten.bots", "reasons.toml"), dict[str, dict[str, Fact]])
