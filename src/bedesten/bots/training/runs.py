"""A training run: a folder with games of self-play, and the networks fitted to them.

Games are kept in chunks, each a file of its own that is written when its games are over, so a run
that was interrupted goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final

import bedesten
from bedesten.bots.networks import (
    SOLO,
    TABLE,
    Learnt,
    read_networks,
    shipped_networks,
    write_networks,
)
from bedesten.bots.training.network_training import Epoch, Fit, fit, held_out_loss
from bedesten.bots.training.samples import Samples, samples_of
from bedesten.bots.training.self_play import LEVELS, GameSeries, load_games, save_games

CHUNK: Final = 25  # games in a file


@dataclass(frozen=True)
class Chunk:
    """Some games of one number of seats, and their file."""

    series: GameSeries
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
    """A game, a folder, and how many games are played.

    The least number of players that is no solo game plays all of them, the others a quarter.
    """

    game: str
    folder: Path
    games: int
    seed: str

    def missing(self) -> list[Chunk]:
        """The chunks that are not played yet, those of all numbers of seats in turn."""
        found = [chunk for seats in self._seats for chunk in self._chunks(seats)]
        found.sort(key=lambda chunk: chunk.numbers.start / self._games(chunk.series.seats))
        return [chunk for chunk in found if not chunk.path.exists()]

    def train(self, told: Callable[[str, Epoch], None]) -> Iterator[Trained]:
        """Fit the network of several players, and that of one if the game has it."""
        for name, counts in self._networks().items():
            series = [self._samples(seats) for seats in counts]
            found = fit(series, told=partial(told, name))
            shipped = shipped_networks(self.game).get(name)
            loss = held_out_loss(shipped.network, series) if shipped else None
            yield Trained(name, found, loss)

    def write(self, trained: list[Trained]) -> Path:
        """Write the networks and how they were made; return the file."""
        made: dict[str, Any] = {
            "bedesten": bedesten.__version__,
            "seed": self.seed,
            "games": {str(seats): self._games(seats) for seats in self._seats},
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
        write_networks(
            path, self.game, {one.name: Learnt(one.fit.network) for one in trained}, made
        )
        read_networks(path.read_bytes(), self.game)
        return path

    @property
    def _seats(self) -> range:
        least, most = bedesten.game(self.game).seats
        return range(least, most + 1)

    def _games(self, seats: int) -> int:
        usual = max(2, self._seats.start)
        return self.games if seats == usual else self.games // 4

    def _networks(self) -> dict[str, list[int]]:
        found = {TABLE: [seats for seats in self._seats if seats > 1]}
        return found | ({SOLO: [1]} if 1 in self._seats else {})

    def _chunks(self, seats: int) -> list[Chunk]:
        games = self._games(seats)
        return [
            Chunk(
                GameSeries(self.game, seats, self.seed),
                range(first, min(first + CHUNK, games)),
                self.folder / f"{self.game}-{seats}-{first:06}.jsonl",
            )
            for first in range(0, games, CHUNK)
        ]

    def _samples(self, seats: int) -> Samples:
        chunks = self._chunks(seats)
        games = chain.from_iterable(load_games(chunk.path) for chunk in chunks)
        wanted = range(self._games(seats))  # a longer run may have filled the last chunk
        return samples_of(self.game, seats, (one for one in games if one.number in wanted))


def play_chunk(chunk: Chunk) -> int:
    """Play and save some games; at module level so that other processes can import it."""
    save_games(chunk.path, [chunk.series.played(n) for n in chunk.numbers])
    return len(chunk.numbers)


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
