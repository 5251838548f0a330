"""What an evaluation is: a linear or small-network value function, and a linear policy.

A game's evaluation says which features it reads off a position (`features`), which it reads
off a word before any search (`policy_features`), and which positions are quiet (`is_quiet`).
The weights are data, fitted to self-play. The value of a seat is a weighted sum of its
features, plus an optional hidden layer of ReLU units; a softmax over the seats turns values
into win probabilities. The policy gives every word a logit, the weighted sum of its policy
features; search uses the exponential as prior, and rollouts sample from it.
"""

from __future__ import annotations

from math import exp
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bedesten.kernel.state import NOBODY, State
from bedesten.kernel.words import Seat, Word

MOST_SEATS: Final = 8
_MOST_LOGIT: Final = 12.0
_NO_HIDDEN: Final = vec[float]()
_NO_SEATS: Final = vec[float]([0.0] * MOST_SEATS)


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluation:
    """The value function and the policy of one game."""

    weights: vec[float]
    policy: vec[float]
    hidden: vec[float]
    plus: i64
    row: vec[float]
    units: vec[float]
    seat_values: vec[float]
    logit: float
    traced: bool
    trace: vec[float]

    def __init__(
        self,
        weights: vec[float],
        policy: vec[float],
        hidden: vec[float] = _NO_HIDDEN,
        plus: i64 = 0,
    ) -> None:
        self.weights = weights
        self.policy = policy
        self.hidden = hidden  # input weights: for each feature, those of all units
        self.plus = plus  # that many units have the output weight 1, the others -1
        self.row = weights[:]
        self.units = hidden[: len(hidden) // len(weights)]
        self.seat_values = _NO_SEATS[:]
        self.logit = 0.0  # of the word that is being considered
        self.traced = False  # for training: record the policy features
        self.trace = policy[:]

    # -- what a game defines ----------------------------------------------

    def features(self, s: Any, seat: Seat, row: vec[float], /) -> None:
        """Write a seat's features into a row of zeros."""
        raise NotImplementedError

    def network_features(self, s: Any, seat: Seat, row: vec[float], /) -> None:
        """Write what the networks see of a seat into a row of zeros: the features, and more."""
        self.features(s, seat, row)

    def table_features(self, s: Any, row: vec[float], /) -> None:
        """Write what the networks see of the table, the same for all seats, into a row of zeros."""

    def policy_features(self, s: Any, seat: Seat, word: Word, /) -> None:
        """Add every policy feature of a word to its logit, by `add`."""

    def is_quiet(self, s: Any, /) -> bool:
        """Tell whether nothing is half done, so that the features describe the position fully."""
        raise NotImplementedError

    # -- what follows from it ---------------------------------------------

    def add(self, feature: i64, amount: float) -> None:
        """Add a policy feature to the logit."""
        self.logit += self.policy[feature] * amount
        if self.traced:
            self.trace[feature] += amount

    def prior(self, s: Any, seat: Seat, word: Word, sharpness: float = 1.0) -> float:
        """The unnormalized prior of a word: the exponential of its clipped logit.

        Sharpness multiplies the logit (an inverse temperature).
        """
        self.logit = 0.0
        self.policy_features(s, seat, word)
        logit = self.logit * sharpness
        if logit > _MOST_LOGIT:
            return exp(_MOST_LOGIT)
        if logit < -_MOST_LOGIT:
            return exp(-_MOST_LOGIT)
        return exp(logit)

    def seat_value(self, s: Any, seat: Seat) -> float:
        """The value of a seat's features."""
        row = self.row
        n: i64
        for n in range(len(row)):
            row[n] = 0.0
        self.features(s, seat, row)
        return self.value(row)

    def value(self, row: vec[float]) -> float:
        """The value of a row of features."""
        weights = self.weights
        hidden = self.hidden
        units = self.units
        many = len(units)
        value = 0.0
        feature: i64
        unit: i64
        for unit in range(many):
            units[unit] = 0.0
        for feature in range(len(row)):
            amount = row[feature]
            if amount != 0.0:  # as about half of them
                value += amount * weights[feature]
                for unit in range(many):
                    units[unit] += amount * hidden[feature * many + unit]
        for unit in range(many):
            if units[unit] > 0.0:
                value += units[unit] if unit < self.plus else -units[unit]
        return value

    def evaluate(self, s: State, values: vec[float]) -> None:
        """Write every seat's win probability; in a solo game, the expected score."""
        seat: Seat
        if s.actor == NOBODY:
            outcome(s, values)
            return
        if s.seats == 1:
            values[0] = self.seat_value(s, 0)
            return
        seat_values = self.seat_values
        most = -1.0e9
        for seat in range(s.seats):
            seat_values[seat] = self.seat_value(s, seat)
            if seat_values[seat] > most:
                most = seat_values[seat]
        whole = 0.0
        for seat in range(s.seats):
            values[seat] = exp(seat_values[seat] - most)
            whole += values[seat]
        for seat in range(s.seats):
            values[seat] /= whole


def names(text: str) -> list[str]:
    """Names of features, in the order of their constants."""
    return text.split()


def outcome(s: State, values: vec[float]) -> None:
    """Write the values of a finished game: the winners share 1; a solo game has its score."""
    seat: Seat
    if s.seats == 1:
        standing = s.standing(0)
        values[0] = float(standing[0])
        if len(standing) > 1:
            values[0] += float(standing[1]) / 1000.0
        return
    best = s.standing(0)
    winners: i64 = 0
    for seat in range(s.seats):
        standing = s.standing(seat)
        if seat == 0 or standing > best:
            best = standing
            winners = 0
        if standing == best:
            winners += 1
    for seat in range(s.seats):
        values[seat] = 1.0 / float(winners) if s.standing(seat) == best else 0.0
