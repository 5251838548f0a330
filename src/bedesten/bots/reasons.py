"""Reasons: the facts that speak for one word over another, and the sentences that say them.

Facts are computed, not recited: both words are played to the end of the turn, each with the best
known way on, in imagined worlds. First comes what is planned (`goals`), then what there is more of,
by its effect on the chance to win. What speaks against the word is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import msgspec
from librt.vecs import vec

from bedesten.bots.determinization import imagined_worlds
from bedesten.bots.evaluation import network_feature_names
from bedesten.bots.evaluation.base import MOST_SEATS
from bedesten.bots.evaluation.network import Chances
from bedesten.bots.goals import Goal, goals
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.networks import chances_of
from bedesten.bots.search.turn_search import TurnSearch
from bedesten.kernel.rng import Rng
from bedesten.kernel.text import Catalogue, read_toml, text_tables

_WORLDS = 32
_ENDS = 48  # ends of the turn that are looked at for each word
_TRIES = 600  # of each word, if nobody has searched before
_MOST_FACTS = 3
_SEEDS = 1 << 30
_LEAST = 0.25  # amounts below this are not mentioned
_LEAST_EFFECT = 0.005  # on the chance to win
_LEAST_PART = 0.15  # of the largest effect
_LIKELY = 0.5  # a goal that succeeds more rarely is not mentioned
_SURE = 0.9  # a goal that succeeds as often is told without "probably"
_WHOLE = 0.05  # an amount so near a whole number is one
_TAKEN = "rubies"  # the fact that a goal for this turn tells
RIVALS: Final = "rivals"
"""The fact that the others stand worse; every game has it."""


class Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What several features describe together."""

    features: list[str]
    amount: list[str] = []
    """Features that add up to a number people know; without, the fact has none."""
    times: float = 1.0


class Reason(msgspec.Struct, frozen=True):
    """How much more of something a word brings than another, on average."""

    fact: str
    more: float
    """0 for a fact without an amount."""
    effect: float
    """On the chance to win; in a solo game on the score. Always positive."""


@dataclass(frozen=True)
class Reasons:
    """What speaks for a word over another."""

    game: str
    goal: Goal | None = None
    is_sure: bool = True
    """Whether the goal nearly always succeeds."""
    facts: tuple[Reason, ...] = ()

    def __bool__(self) -> bool:
        return self.goal is not None or bool(self.facts)

    def text(self, catalogue: Catalogue) -> str:
        """One or two sentences; empty if nothing is to be said."""
        return _ReasonSentences(self, catalogue).text()


def reasons_for(known: Knowledge, word: str, other: str, rng: Rng) -> Reasons:
    """What speaks for a word over another, for the seat that is asked; nothing against itself."""
    search = turn_search(known, rng)
    numbers = known.game.numbers
    for one in (word, other):
        search.simulate(numbers[one], _TRIES)
    return compared(known, search, word, other)


def turn_search(known: Knowledge, rng: Rng) -> TurnSearch:
    """The search of the rest of the turn, with calibrated chances at its end."""
    worlds = imagined_worlds(known, rng, _WORLDS)
    name, seats = known.game.name, int(worlds[0].seats)
    return TurnSearch(known.seat, worlds, chances_of(name, seats), rng)


def compared(known: Knowledge, search: TurnSearch, word: str, other: str) -> Reasons:
    """What speaks for a word over another, both of which a search has tried."""
    numbers, game = known.game.numbers, known.game.name
    seeds = [search.rng.below(_SEEDS) for _ in range(_ENDS)]
    mine = _Ends(known, search, numbers[word], seeds)
    theirs = _Ends(known, search, numbers[other], seeds)
    goal, is_sure = _goal(mine, theirs)
    return Reasons(game, goal, is_sure, _facts(game, search.chances, mine, theirs, known.seat))


class _Ends:
    """Ends of the turn after a word: mean features of all seats, and what is planned there."""

    def __init__(
        self, known: Knowledge, search: TurnSearch, word: int, seeds: Sequence[int]
    ) -> None:
        chances = search.chances
        before = search.worlds[0]
        seats = int(before.seats)
        many = len(chances.row)
        self.rows = [[0.0] * many for _ in range(seats)]
        self.goals: Counter[Goal] = Counter()
        self.nearest: Counter[int] = Counter()
        for seed in seeds:
            search.rng.state = seed  # the same luck after both words
            end = search.follow(word)
            chances.look_at_table(end)
            for who, mean in enumerate(self.rows):
                chances.look_at_seat(end, who)
                for n in range(many):
                    mean[n] += chances.row[n] / _ENDS
            found = goals(known.game.name, before, end, known.seat)
            self.goals.update(found)
            if found:
                self.nearest[found[0].turns] += 1

    def share_within(self, turns: int) -> float:
        """How often there is a goal that takes no more turns."""
        return sum(n for took, n in self.nearest.items() if took <= turns) / _ENDS


def _goal(mine: _Ends, theirs: _Ends) -> tuple[Goal | None, bool]:
    """The nearest goal of the word that is likely, and that the other word does not have too."""
    likely = [
        (goal.turns, -goal.amount, -n, goal)
        for goal, n in mine.goals.items()
        if n >= _LIKELY * _ENDS
        and theirs.goals[goal] < n / 2
        and theirs.share_within(goal.turns) < mine.share_within(goal.turns)
    ]
    if not likely:
        return None, True
    *_, goal = min(likely, key=lambda one: one[:3])
    return goal, mine.goals[goal] >= _SURE * _ENDS


def _facts(
    game: str, chances: Chances, mine: _Ends, theirs: _Ends, seat: int
) -> tuple[Reason, ...]:
    """The facts with the largest effect on the chance, none of which speaks against the word."""
    place = {name: n for n, name in enumerate(network_feature_names(game)[0])}
    own, others = mine.rows[seat], theirs.rows[seat]
    base = _chance(chances, theirs.rows, seat)
    found = []
    for name, fact in facts_of(game).items():
        changed = {place[one] for one in fact.features}
        row = [own[n] if n in changed else x for n, x in enumerate(others)]
        rows = [row if n == seat else one for n, one in enumerate(theirs.rows)]
        more = fact.times * sum(own[place[one]] - others[place[one]] for one in fact.amount)
        if more >= _LEAST or not fact.amount:
            found.append(Reason(name, more, _chance(chances, rows, seat) - base))
    rivals = [theirs.rows[n] if n == seat else row for n, row in enumerate(mine.rows)]
    found.append(Reason(RIVALS, 0.0, _chance(chances, rivals, seat) - base))
    most = max(one.effect for one in found)
    striking = [one for one in found if one.effect >= max(_LEAST_EFFECT, _LEAST_PART * most)]
    striking.sort(key=lambda one: -one.effect)
    return tuple(striking[:_MOST_FACTS])


def _chance(chances: Chances, rows: Sequence[Sequence[float]], seat: int) -> float:
    """A seat's chance in a position with these features."""
    values = vec[float]([0.0] * MOST_SEATS)
    chances.weigh([vec[float](row) for row in rows], values)
    return values[seat]


@cache
def facts_of(game: str) -> dict[str, Fact]:
    """The facts of a game, by name."""
    found = msgspec.convert(read_toml("bedesten.bots", "reasons.toml"), dict[str, dict[str, Fact]])
    return found.get(game, {})


class _ReasonSentences:
    """The sentences of reasons in one language."""

    def __init__(self, reasons: Reasons, catalogue: Catalogue) -> None:
        self.reasons = reasons
        self.catalogue = catalogue
        texts = text_tables("bedesten.bots", catalogue.language)
        self.decimal: str = texts["decimal"]
        self.say: dict[str, str] = texts["reasons"]
        self.facts: dict[str, str] = texts["facts"]
        self.goals: dict[str, str] = texts["goals"]

    def text(self) -> str:
        return " ".join(one for one in (self._goal(), self._counted(), *self._named()) if one)

    def _goal(self) -> str:
        goal = self.reasons.goal
        if goal is None:
            return ""
        key = f"{self.reasons.game}.{goal.kind}"
        sentence = self.goals.get(f"{key}.{goal.turns}") or self.goals[key]
        name = self.catalogue.names.get(goal.name, "")
        told = self.catalogue.grammar.form(sentence, goal.amount)
        told = told.format(name=name, n=goal.amount)
        return told if self.reasons.is_sure else self.say["likely"].format(goal=told)

    def _counted(self) -> str:
        """What there is more of."""
        counted = [one for one in self.reasons.facts if one.more and not self._is_told(one)]
        if not counted:
            return ""
        amounts = [self._amount(one) for one in counted]
        key = "more" if all(_is_whole(one.more) for one in counted) else "on_average"
        return self.say[key].format(facts=self.catalogue.grammar.every(amounts))

    def _named(self) -> list[str]:
        """What has no number; a goal says it better."""
        named = [one.fact for one in self.reasons.facts if not one.more]
        if self.reasons.goal is not None:
            named = [name for name in named if name == RIVALS]
        return [self.facts[name] for name in named]

    def _is_told(self, reason: Reason) -> bool:
        goal = self.reasons.goal
        return reason.fact == _TAKEN and goal is not None and goal.turns == 0

    def _amount(self, reason: Reason) -> str:
        forms = self.facts[reason.fact]
        grammar = self.catalogue.grammar
        if _is_whole(reason.more):
            return f"{round(reason.more)} {grammar.form(forms, round(reason.more))}"
        is_one = grammar.language == "fr" and reason.more < 2
        decimals = f"{reason.more:.1f}".replace(".", self.decimal)
        return f"{decimals} {grammar.form(forms, 1 if is_one else 2)}"


def _is_whole(more: float) -> bool:
    return round(more) > 0 and abs(more - round(more)) < _WHOLE
