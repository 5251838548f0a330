"""A training run: a folder with games of self-play, and the networks fitted to them.

Games are kept in chunks, each a file of its own that is written when its games are over, so a run
that was interrupted goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from math import exp, log
from pathlib import Path
from typing import Any, Final

from librt.vecs import vec

import bedesten
from bedesten.bots.evaluation.network import Network
from bedesten.bots.networks import (
    SOLO,
    TABLE,
    Layers,
    read_networks,
    shipped_networks,
    write_networks,
)
from bedesten.bots.training.network_training import HELD_OUT, Epoch, Fit, fit, inputs_of
from bedesten.bots.training.self_play import LEVELS, GameSeries, Samples, load

CHUNK: Final = 25  # games in a file


@dataclass(frozen=True)
class Chunk:
    """Some games of one number of seats, and their file."""

    play: GameSeries
    numbers: range
    path: Path


@dataclass(frozen=True)
class Trained:
    """A network that was fitted, beside the one that ships."""

    name: str
    fit: Fit
    shipped: float | None
    """The loss of the shipped network on the same held-out games; None if there is none."""

    @property
    def is_better(self) -> bool:
        return self.shipped is None or self.fit.loss < self.shipped


@dataclass(frozen=True)
class Run:
    """A game, a folder, and how many games each number of seats plays."""

    game: str
    folder: Path
    games: int
    seed: str

    def missing(self) -> list[Chunk]:
        """The chunks that are not played yet."""
        return [
            chunk
            for seats in self._seats
            for chunk in self._chunks(seats)
            if not chunk.path.exists()
        ]

    def train(self, told: Callable[[str, Epoch], None]) -> Iterator[Trained]:
        """Fit the network of several players, and that of one if the game has it."""
        for name, counts in self._networks().items():
            series = [load([chunk.path for chunk in self._chunks(seats)]) for seats in counts]
            found = fit(series, told=partial(told, name))
            network = shipped_networks(self.game).get(name)
            yield Trained(name, found, _loss(network, series) if network else None)

    def write(self, trained: list[Trained]) -> Path:
        """Write the networks and how they were made; return the file."""
        networks: dict[str, Layers] = {
            one.name: [(weights.tolist(), biases.tolist()) for weights, biases in one.fit.layers]
            for one in trained
        }
        made: dict[str, Any] = {
            "bedesten": bedesten.__version__,
            "seed": self.seed,
            "games": {str(seats): self.games for seats in self._seats},
            "levels": LEVELS,
            "fits": {
                one.name: {
                    "loss": round(one.fit.loss, 5),
                    "temperature": one.fit.temperature,
                    "epochs": len(one.fit.epochs),
                }
                for one in trained
            },
        }
        path = self.folder / f"{self.game}.net"
        write_networks(path, self.game, networks, made)
        read_networks(path.read_bytes(), self.game)
        return path

    @property
    def _seats(self) -> range:
        least, most = bedesten.game(self.game).seats
        return range(least, most + 1)

    def _networks(self) -> dict[str, list[int]]:
        found = {TABLE: [seats for seats in self._seats if seats > 1]}
        return found | ({SOLO: [1]} if 1 in self._seats else {})

    def _chunks(self, seats: int) -> list[Chunk]:
        return [
            Chunk(
                GameSeries(self.game, seats, self.seed),
                range(first, min(first + CHUNK, self.games)),
                self.folder / f"{self.game}-{seats}-{first:06}.npz",
            )
            for first in range(0, self.games, CHUNK)
        ]


def play_chunk(chunk: Chunk) -> int:
    """Play and save some games; at module level so that other processes can import it."""
    chunk.play.chunk(chunk.numbers).save(chunk.path)
    return len(chunk.numbers)


def _loss(network: Network, series: list[Samples]) -> float:
    """The loss of a network on the held-out games by which a new one is judged."""
    total = many = 0.0
    for samples in series:
        tested = (samples.games % HELD_OUT == 0) & (samples.games // HELD_OUT % 2 == 0)
        part = Samples(samples.rows[tested], samples.won[tested], samples.games[tested])
        rows = inputs_of(part).numpy()
        for position, won in zip(rows, part.won, strict=True):
            outputs = [network.output(vec[float](row.tolist())) for row in position]
            total += _position_loss(outputs, won.tolist())
            many += 1
    return total / max(1.0, many)


def _position_loss(outputs: list[float], won: list[float]) -> float:
    if len(outputs) == 1:
        return (outputs[0] - won[0]) ** 2
    most = max(outputs)
    whole = sum(exp(one - most) for one in outputs)
    return sum(w * (most + log(whole) - one) for w, one in zip(won, outputs, strict=True))


def as_data(trained: list[Trained]) -> list[dict[str, Any]]:
    """The losses of a training as plain data."""
    return [
        {
            "network": one.name,
            "loss": one.fit.loss,
            "shipped": one.shipped,
            "temperature": one.fit.temperature,
            "epochs": [asdict(epoch) for epoch in one.fit.epochs],
        }
        for one in trained
    ]
