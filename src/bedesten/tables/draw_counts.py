"""How draws are distributed: what was seen and what was to be expected, with an always-valid test.

The test is a bet against the odds. It starts with one coin. Before each draw it spreads all it
has over the outcomes, more on those that came more often than they should so far, and is paid by
the true odds. If these are right, nobody can expect to win: the chance that it ever has 20 coins
is below 1 in 20 (Ville's inequality), however often somebody looks. So 1 divided by the most that
it ever had is a p-value that is valid at any time. docs/luck.md explains it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct, field

from bedesten.tables.fairness import Drawn

PRIOR: Final = 8.0
"""Draws of each outcome, as many as expected, that the bet imagines before the first one."""


class KindCount(Struct):
    """The draws of one kind, such as the rolls of a die."""

    draws: int = 0
    seen: dict[str, int] = field(default_factory=dict)
    expected: dict[str, float] = field(default_factory=dict)
    log_coins: float = 0.0
    """The natural logarithm of what the bet has now."""
    log_most: float = 0.0
    """The same of the most that it ever had."""

    def add(self, tickets: Mapping[str, int], word: str) -> None:
        """Count a draw; each possible word comes with its number of tickets."""
        whole = sum(tickets.values())
        stakes = {
            one: count * (self.seen.get(one, 0) + PRIOR) / (self.expected.get(one, 0.0) + PRIOR)
            for one, count in tickets.items()
        }
        share = stakes[word] / sum(stakes.values())
        self.log_coins += math.log(share * whole / tickets[word])
        self.log_most = max(self.log_most, self.log_coins)
        self.draws += 1
        self.seen[word] = self.seen.get(word, 0) + 1
        for one, count in tickets.items():
            self.expected[one] = self.expected.get(one, 0.0) + count / whole

    @property
    def p(self) -> float:
        """The p-value, valid however often it is looked at."""
        return math.exp(-self.log_most)


class DrawCounts(Struct):
    """The draws of some tables by kind, and one test of all of them together."""

    kinds: dict[str, KindCount] = field(default_factory=dict)
    """By `game/kind`, in the order in which they first appeared."""
    steps: dict[str, str] = field(default_factory=dict)
    """By `game/step`: the kind that its draws belong to."""
    log_most: float = 0.0
    """The logarithm of the most that all bets together ever had."""

    def add(self, game: str, drawn: Drawn) -> None:
        """Count a draw, and let it pay the bet of its kind."""
        tickets: dict[str, int] = {}
        for word, first, last in drawn.words:
            tickets[word] = tickets.get(word, 0) + last - first + 1
        if len(tickets) < 2:
            return
        self.kinds.setdefault(self._kind(game, drawn.step, tickets), KindCount()).add(
            tickets, drawn.word
        )
        self.log_most = max(self.log_most, self._log_coins())

    def _kind(self, game: str, step: str, words: Iterable[str]) -> str:
        """The family of the words; the step itself if its first draw has several families.

        Steps that draw words of one family, such as all rolls of a die, are one kind.
        """
        key = f"{game}/{step}"
        if key not in self.steps:
            families = {word.partition(":")[0] for word in words}
            self.steps[key] = f"{game}/{families.pop()}" if len(families) == 1 else key
        return self.steps[key]

    def _log_coins(self) -> float:
        """What all bets have together.

        Of the first coin the n-th kind to appear got 1/n - 1/(n + 1); the rest is never bet.
        """
        logs = [count.log_coins for count in self.kinds.values()]
        parts = [log - math.log(n * (n + 1)) for n, log in enumerate(logs, 1)]
        parts.append(-math.log(len(logs) + 1))
        top = max(parts)
        return top + math.log(sum(math.exp(part - top) for part in parts))

    @property
    def draws(self) -> int:
        return sum(count.draws for count in self.kinds.values())

    @property
    def p(self) -> float:
        """The p-value of all kinds together: looking at many kinds makes no false alarm either."""
        return math.exp(-self.log_most)


def counts_of(game: str, draws: Iterable[Drawn]) -> DrawCounts:
    """The counts of some draws of one game, in the order of their numbers."""
    found = DrawCounts()
    for drawn in draws:
        found.add(game, drawn)
    return found
