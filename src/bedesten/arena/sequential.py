"""A sequential test: is one bot better than another? It may be looked at after every deal.

It is a test by betting (an e-process). The data are one number per deal, between -1
and 1: the first bot's share of wins less the second's. A gambler bets a fixed
fraction of her capital on the first bot, deal by deal. If that bot is not better,
the bets are fair at best, and capital that starts at 1 ever reaches 1/a with a
probability of at most a (Ville's inequality), however often one looks. So the capital
is evidence. Several gamblers with different fractions are averaged, which is evidence
too and does not depend on the order of the deals. Inverting the test gives a
confidence sequence: bounds that hold at all times together.

A deal in which a program has forfeited a game says who wins, but not who plays better.
So a verdict needs two tests to agree: that of all deals, in which forfeits are losses, and
that of the deals without a forfeit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, log, log1p
from typing import Final, Literal, NamedTuple

from bedesten.arena.estimates import Estimate

_FRACTIONS: Final = tuple(n / 20 for n in range(1, 20))
_BISECTIONS: Final = 50

Verdict = Literal["better", "worse", "open"]


class DealDifference(NamedTuple):
    """What a deal says: the first bot's share of wins less the second's."""

    value: float
    clean: bool = True
    """Whether no game of the deal was forfeited."""


@dataclass(frozen=True)
class Finding:
    """The verdict of the test, and after how many deals."""

    verdict: Verdict
    sure: float
    deals: int
    difference: Estimate
    """Of the shares of wins, with the bounds of the confidence sequence."""
    evidence_for: float
    evidence_against: float


class BettingTest:
    """Tests both directions at once, each with half of the allowed error."""

    def __init__(self, sure: float) -> None:
        self.needed = log(2 / (1 - sure))
        self._for = [0.0] * len(_FRACTIONS)
        self._against = [0.0] * len(_FRACTIONS)

    def update(self, difference: float) -> Verdict:
        """Add a deal and return the verdict."""
        for n, fraction in enumerate(_FRACTIONS):
            self._for[n] += log1p(fraction * difference)
            self._against[n] += log1p(-fraction * difference)
        return self.verdict

    @property
    def verdict(self) -> Verdict:
        if self.log_for >= self.needed:
            return "better"
        return "worse" if self.log_against >= self.needed else "open"

    @property
    def log_for(self) -> float:
        return _log_mean(self._for)

    @property
    def log_against(self) -> float:
        return _log_mean(self._against)


class Comparison:
    """The test of all deals and that of the clean ones; a verdict is what both say."""

    def __init__(self, sure: float) -> None:
        self.every = BettingTest(sure)
        self._clean = BettingTest(sure)

    def update(self, difference: DealDifference) -> Verdict:
        """Add a deal and return the verdict."""
        verdict = self.every.update(difference.value)
        if difference.clean:
            self._clean.update(difference.value)
        return verdict if verdict == self._clean.verdict else "open"


def decide(differences: Iterable[DealDifference], sure: float) -> Finding:
    """Run the test deal by deal until its first verdict."""
    test = Comparison(sure)
    verdict: Verdict = "open"
    seen: list[float] = []
    for difference in differences:
        seen.append(difference.value)
        verdict = test.update(difference)
        if verdict != "open":
            break
    every = test.every
    return Finding(
        verdict, sure, len(seen), bounds(seen, sure), exp(every.log_for), exp(every.log_against)
    )


def bounds(differences: Sequence[float], sure: float) -> Estimate:
    """The mean with its confidence sequence: all means that no bet has refuted."""
    if not differences:
        return Estimate(0.0, -1.0, 1.0)
    needed = log(2 / (1 - sure))
    value = sum(differences) / len(differences)
    return Estimate(
        value,
        _lowest(differences, needed, value),
        -_lowest([-d for d in differences], needed, -value),
    )


def _lowest(differences: Sequence[float], needed: float, value: float) -> float:
    """The least mean that bets on a larger one have not refuted."""
    low, high = -1.0, value
    if value == -1:
        return low
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        # A bet that the mean is above the middle; it loses at most its fraction of the capital.
        capital = [
            sum(log1p(fraction * ((1 + d) / (1 + middle) - 1)) for d in differences)
            for fraction in _FRACTIONS
        ]
        if _log_mean(capital) >= needed:
            low = middle
        else:
            high = middle
        if high - low < 1e-4:
            break
    return low


def _log_mean(logs: Sequence[float]) -> float:
    most = max(logs)
    return most + log(sum(exp(one - most) for one in logs) / len(logs))
