"""The calibrated chances: a small network over the features of all seats and of the table.

A first layer of ReLU units describes every seat by its features and those of the table. A second
layer sees, for each seat, its own units, the mean of the others' units and their maximum (a set
network, Deep Sets); its output and a weighted sum of the seat's features make a logit. A softmax
over the seats gives the chances. In a solo game the output is the expected score. The same weights
serve every seat, so seats are treated alike by construction.
"""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.bots.evaluation.base import MOST_SEATS, Evaluation, outcome
from bedesten.kernel.state import NOBODY, State
from bedesten.kernel.words import Seat

VIEWS: Final = 3  # of the first layer: own units, mean of the others, maximum of the others
COUNTS: Final = 6  # inputs of the table for the number of players: one for each from 0 to 5


class Network:
    """The weights, stored by input, so that inputs which are zero cost nothing."""

    first: i64
    second: i64
    seat_weights: vec[float]
    table_weights: vec[float]
    biases_1: vec[float]
    weights_2: vec[float]
    biases_2: vec[float]
    weights_3: vec[float]
    direct: vec[float]
    bias_3: float
    pair: vec[float]

    def __init__(
        self,
        seat_weights: vec[float],
        table_weights: vec[float],
        biases_1: vec[float],
        weights_2: vec[float],
        biases_2: vec[float],
        weights_3: vec[float],
        direct: vec[float],
        bias_3: float,
    ) -> None:
        self.first = len(biases_1)
        self.second = len(biases_2)
        self.seat_weights = seat_weights
        self.table_weights = table_weights  # of the table's features, then of the counts
        self.biases_1 = biases_1
        self.weights_2 = weights_2  # of the own units, then mean and maximum of the others
        self.biases_2 = biases_2
        self.weights_3 = weights_3
        self.direct = direct  # of a seat's features, past both layers
        self.bias_3 = bias_3
        # Of two seats, the other one is both the mean and the maximum.
        size = self.first * self.second
        self.pair = weights_2[size : 2 * size]
        n: i64
        for n in range(size):
            self.pair[n] += weights_2[2 * size + n]


class Chances:
    """Every seat's chance to win, by a network over the features of an evaluation.

    Without a network the evaluation itself says them. `evaluation` has the learnt policy.
    """

    evaluation: Evaluation
    network: Network | None
    row: vec[float]
    table: vec[float]
    start: vec[float]
    units: vec[float]
    mean: vec[float]
    most: vec[float]
    units_2: vec[float]

    def __init__(
        self, evaluation: Evaluation, network: Network | None, inputs: i64, table: i64
    ) -> None:
        self.evaluation = evaluation
        self.network = network
        first: i64 = network.first if network is not None else 0
        second: i64 = network.second if network is not None else 0
        self.row = vec[float]([0.0] * inputs)
        self.table = vec[float]([0.0] * (table + COUNTS))
        self.start = vec[float]([0.0] * first)  # the part of the first layer from the table
        self.units = vec[float]([0.0] * (first * MOST_SEATS))
        self.mean = vec[float]([0.0] * first)
        self.most = vec[float]([0.0] * first)
        self.units_2 = vec[float]([0.0] * second)

    def read(self, s: State, values: vec[float]) -> None:
        """Write every seat's chance to win; in a solo game, the expected score."""
        network = self.network
        if s.actor == NOBODY:
            outcome(s, values)
            return
        if network is None:
            self.evaluation.evaluate(s, values)
            return
        seat: Seat
        self.look_at_table(s)
        self._start(network)
        for seat in range(s.seats):
            self.look_at_seat(s, seat)
            values[seat] = self._describe(network, seat)
        for seat in range(s.seats):
            values[seat] += self._compare(network, s.seats, seat)
        _as_chances(s.seats, values)

    def weigh(self, rows: list[vec[float]], values: vec[float]) -> None:
        """Write the chances of seats with given features, at the table last looked at."""
        network = self.network
        seats: i64 = len(rows)
        seat: Seat
        n: i64
        if network is not None:
            self._start(network)
        for seat in range(seats):
            row = rows[seat]
            if network is None:
                values[seat] = self.evaluation.value(row[: len(self.evaluation.weights)])
            else:
                for n in range(len(row)):
                    self.row[n] = row[n]
                values[seat] = self._describe(network, seat)
        if network is not None:
            for seat in range(seats):
                values[seat] += self._compare(network, seats, seat)
        _as_chances(seats, values)

    def look_at_table(self, s: State) -> None:
        """Write the features of the table, and the number of players, into `table`."""
        table = self.table
        n: i64
        for n in range(len(table)):
            table[n] = 0.0
        self.evaluation.table_features(s, table)
        table[len(table) - COUNTS + s.seats] = 1.0

    def look_at_seat(self, s: State, seat: Seat) -> None:
        """Write the features of a seat into `row`."""
        row = self.row
        n: i64
        for n in range(len(row)):
            row[n] = 0.0
        self.evaluation.network_features(s, seat, row)

    def _start(self, network: Network) -> None:
        """The part of the first layer that all seats share."""
        start = self.start
        weights = network.table_weights
        table = self.table
        many = len(start)
        n: i64
        k: i64
        for k in range(many):
            start[k] = network.biases_1[k]
        for n in range(len(table)):
            amount = table[n]
            if amount != 0.0:
                at = n * many
                for k in range(many):
                    start[k] += amount * weights[at + k]

    def _describe(self, network: Network, seat: Seat) -> float:
        """Write the units of a seat; return the part of its logit that passes both layers."""
        units = self.units
        weights = network.seat_weights
        row = self.row
        many = network.first
        own = seat * many
        direct = 0.0
        n: i64
        k: i64
        for k in range(many):
            units[own + k] = self.start[k]
        for n in range(len(row)):
            amount = row[n]
            if amount != 0.0:
                direct += amount * network.direct[n]
                at = n * many
                for k in range(many):
                    units[own + k] += amount * weights[at + k]
        for k in range(many):
            if units[own + k] < 0.0:
                units[own + k] = 0.0
        return direct

    def _compare(self, network: Network, seats: i64, seat: Seat) -> float:
        """The part of a seat's logit from the second layer: its units beside the others'."""
        first = network.first
        many = network.second
        two = self.units_2
        k: i64
        for k in range(many):
            two[k] = network.biases_2[k]
        self._add(two, self.units, seat * first, network.weights_2, 0)
        if seats == 2:
            self._add(two, self.units, (1 - seat) * first, network.pair, 0)
        elif seats > 2:
            self._gather(first, seats, seat)
            self._add(two, self.mean, 0, network.weights_2, first * many)
            self._add(two, self.most, 0, network.weights_2, 2 * first * many)
        found = network.bias_3
        for k in range(many):
            if two[k] > 0.0:
                found += two[k] * network.weights_3[k]
        return found

    def _gather(self, first: i64, seats: i64, seat: Seat) -> None:
        """The mean and the maximum of the other seats' units."""
        units = self.units
        others = float(seats - 1)
        n: i64
        other: Seat
        for n in range(first):
            total = 0.0
            most = 0.0
            for other in range(seats):
                if other != seat:
                    amount = units[other * first + n]
                    total += amount
                    if amount > most:
                        most = amount
            self.mean[n] = total / others
            self.most[n] = most

    def _add(
        self, two: vec[float], units: vec[float], at: i64, weights: vec[float], begin: i64
    ) -> None:
        """Add the contributions of some units of the first layer to the second one."""
        many = len(two)
        n: i64
        k: i64
        for n in range(len(self.start)):
            amount = units[at + n]
            if amount > 0.0:
                row = begin + n * many
                for k in range(many):
                    two[k] += amount * weights[row + k]


def _as_chances(seats: i64, values: vec[float]) -> None:
    """Turn the logits of several seats into chances, by a softmax."""
    seat: Seat
    if seats == 1:
        return
    most = -1.0e9
    for seat in range(seats):
        if values[seat] > most:
            most = values[seat]
    whole = 0.0
    for seat in range(seats):
        values[seat] = exp(values[seat] - most)
        whole += values[seat]
    for seat in range(seats):
        values[seat] /= whole
