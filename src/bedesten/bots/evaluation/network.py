"""The calibrated chances: a small network over the features of all seats.

For every seat the network sees the seat's own features, the mean and the maximum of the
others' features, and the number of players. Two hidden layers of ReLU units give a logit, and
a softmax over the seats gives the chances. In a solo game the output is the expected score.
The same weights serve every seat, so seats are treated alike by construction.
"""

from __future__ import annotations

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.bots.evaluation.base import MOST_SEATS, Evaluation, outcome
from bedesten.kernel.state import NOBODY, State
from bedesten.kernel.words import Seat

VIEWS: Final = 3  # own features, mean of the others, maximum of the others
COUNTS: Final = 6  # inputs for the number of players: one for each from 0 to 5


class Network:
    """A multilayer perceptron with two hidden layers and one output.

    Input weights are stored by input, so that inputs which are zero cost nothing.
    """

    inputs: i64
    first: i64
    second: i64
    weights_1: vec[float]
    biases_1: vec[float]
    weights_2: vec[float]
    biases_2: vec[float]
    weights_3: vec[float]
    bias_3: float
    units_1: vec[float]
    units_2: vec[float]

    def __init__(
        self,
        weights_1: vec[float],
        biases_1: vec[float],
        weights_2: vec[float],
        biases_2: vec[float],
        weights_3: vec[float],
        bias_3: float,
    ) -> None:
        self.first = len(biases_1)
        self.second = len(biases_2)
        self.inputs = len(weights_1) // self.first
        self.weights_1 = weights_1
        self.biases_1 = biases_1
        self.weights_2 = weights_2
        self.biases_2 = biases_2
        self.weights_3 = weights_3
        self.bias_3 = bias_3
        self.units_1 = biases_1[:]
        self.units_2 = biases_2[:]

    def copy(self) -> Network:
        """A network with the same weights and scratch space of its own."""
        return Network(
            self.weights_1,
            self.biases_1,
            self.weights_2,
            self.biases_2,
            self.weights_3,
            self.bias_3,
        )

    def output(self, row: vec[float]) -> float:
        """The output for a row of inputs."""
        one = self.units_1
        two = self.units_2
        first = self.first
        second = self.second
        n: i64
        k: i64
        for k in range(first):
            one[k] = self.biases_1[k]
        for n in range(self.inputs):
            amount = row[n]
            if amount != 0.0:
                at = n * first
                for k in range(first):
                    one[k] += amount * self.weights_1[at + k]
        for k in range(second):
            two[k] = self.biases_2[k]
        for n in range(first):
            amount = one[n]
            if amount > 0.0:
                at = n * second
                for k in range(second):
                    two[k] += amount * self.weights_2[at + k]
        found = self.bias_3
        for k in range(second):
            if two[k] > 0.0:
                found += two[k] * self.weights_3[k]
        return found


class Chances:
    """Every seat's chance to win, by a network over the features of an evaluation.

    Without a network the evaluation itself says them.
    """

    evaluation: Evaluation
    network: Network | None
    rows: list[vec[float]]
    inputs: vec[float]

    def __init__(self, evaluation: Evaluation, network: Network | None) -> None:
        self.evaluation = evaluation
        self.network = network
        self.rows = [evaluation.row[:] for _ in range(MOST_SEATS)]
        self.inputs = vec[float]([0.0] * (VIEWS * len(evaluation.row) + COUNTS))

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
        n: i64
        for seat in range(s.seats):
            row = self.rows[seat]
            for n in range(len(row)):
                row[n] = 0.0
            self.evaluation.features(s, seat, row)
        most = -1.0e9
        for seat in range(s.seats):
            self._fill(s.seats, seat)
            values[seat] = network.output(self.inputs)
            if values[seat] > most:
                most = values[seat]
        if s.seats == 1:
            return
        whole = 0.0
        for seat in range(s.seats):
            values[seat] = exp(values[seat] - most)
            whole += values[seat]
        for seat in range(s.seats):
            values[seat] /= whole

    def _fill(self, seats: i64, seat: Seat) -> None:
        """Write a seat's inputs."""
        inputs = self.inputs
        own = self.rows[seat]
        many: i64 = len(own)
        n: i64
        other: Seat
        for n in range(many):
            inputs[n] = own[n]
            total = 0.0
            most = 0.0
            is_first = True
            for other in range(seats):
                if other != seat:
                    amount = self.rows[other][n]
                    total += amount
                    if is_first or amount > most:
                        most = amount
                        is_first = False
            inputs[many + n] = total / float(seats - 1) if seats > 1 else 0.0
            inputs[2 * many + n] = most
        for n in range(COUNTS):
            inputs[VIEWS * many + n] = 1.0 if n == seats else 0.0
