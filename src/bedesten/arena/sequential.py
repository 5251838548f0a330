"""Is one bot better than another? A test that may be looked at after every deal.

What is tested is one number a deal, between -1 and 1: the first bot's share of
wins less the second's. Imagine a gambler who bets a fixed part of her money on
the first bot, deal by deal. If that bot is not better, the game is fair at best,
and whoever begins with 1 ever sees 1/a with a probability of at most a (Ville's
inequality), however often she looks. So her money is evidence. Several gamblers
share the stake and differ in how boldly they bet; the mean of their money is
evidence just as well. It does not depend on the order of the deals.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, log, log1p
from typing import Final, Literal

from bedesten.arena.estimates import Estimate

_STAKES: Final = tuple(n / 20 for n in range(1, 20))
_FINE: Final = 50  # halvings for a bound

Verdict = Literal["better", "worse", "open"]


@dataclass(frozen=True)
class Finding:
    """What was found, and after how many deals."""

    verdict: Verdict
    sure: float
    deals: int
    difference: Estimate
    """Of the shares of wins; the bounds hold although somebody looked after every deal."""
    evidence_for: float
    evidence_against: float


class BettingTest:
    """Both questions at once, each with half of the error that is allowed."""

    def __init__(self, sure: float) -> None:
        self.needed = log(2 / (1 - sure))
        self._for = [0.0] * len(_STAKES)
        self._against = [0.0] * len(_STAKES)

    def update(self, difference: float) -> Verdict:
        """One more deal; the verdict now."""
        for n, stake in enumerate(_STAKES):
            self._for[n] += log1p(stake * difference)
            self._against[n] += log1p(-stake * difference)
        if self.log_for >= self.needed:
            return "better"
        return "worse" if self.log_against >= self.needed else "open"

    @property
    def log_for(self) -> float:
        return _log_mean(self._for)

    @property
    def log_against(self) -> float:
        return _log_mean(self._against)


def decide(differences: Iterable[float], sure: float) -> Finding:
    """Look deal by deal, and stop at the first verdict."""
    test = BettingTest(sure)
    verdict: Verdict = "open"
    heard: list[float] = []
    for difference in differences:
        heard.append(difference)
        verdict = test.update(difference)
        if verdict != "open":
            break
    return Finding(
        verdict, sure, len(heard), bounds(heard, sure), exp(test.log_for), exp(test.log_against)
    )


def bounds(differences: Sequence[float], sure: float) -> Estimate:
    """The mean, and all means that nobody has won enough against."""
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
    """The least mean against which betting on more has not won enough."""
    low, high = -1.0, value
    if value == -1:
        return low
    for _ in range(_FINE):
        middle = (low + high) / 2
        # Bets on a mean of at most m: at worst, all of a stake below 1 is lost.
        money = [
            sum(log1p(stake * ((1 + d) / (1 + middle) - 1)) for d in differences)
            for stake in _STAKES
        ]
        if _log_mean(money) >= needed:
            low = middle
        else:
            high = middle
        if high - low < 1e-4:
            break
    return low


def _log_mean(logs: Sequence[float]) -> float:
    most = max(logs)
    return most + log(sum(exp(one - most) for one in logs) / len(logs))
