"""A training run: a folder with games of self-play, and what is learnt from them.

Games, and the moves of theirs that were searched for longer, are kept in chunks, each a file of its
own that is written when it is complete, so a run that was interrupted goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from librt.vecs import vec

import bedesten
from bedesten.bots.evaluation import Evaluations
from bedesten.bots.networks import (
    SOLO,
    TABLE,
    Learnt,
    read_networks,
    shipped_networks,
    write_networks,
)
from bedesten.bots.training.duel import Duel
from bedesten.bots.training.network_training import Epoch, Fit, fit, held_out_loss
from bedesten.bots.training.policy_training import PolicyFit, fit_policy
from bedesten.bots.training.samples import Samples, samples_of
from bedesten.bots.training.searched_moves import (
    PolicySamples,
    load_moves,
    policy_samples,
    save_moves,
    searched,
)
from bedesten.bots.training.self_play import (
    LEVELS,
    GameSeries,
    PlayedGame,
    load_games,
    save_games,
)

CHUNK: Final = 25  # games in a file


@dataclass(frozen=True)
class Chunk:
    """Some games of one number of seats, and their file."""

    series: GameSeries
    numbers: range
    path: Path
    with_moves: bool

    @property
    def is_complete(self) -> bool:
        return self.path.exists() and (self.moves.exists() or not self.with_moves)

    @property
    def moves(self) -> Path:
        """The file of the moves that were searched for longer."""
        return self.path.with_suffix(".moves")


@dataclass(frozen=True)
class Trained:
    """A network and a policy that were fitted, beside those that ship."""

    name: str
    seats: int
    """The number of players with which new and old play against each other."""
    fit: Fit
    policy: PolicyFit | None
    shipped: Learnt | None
    shipped_loss: float | None
    """The loss of the shipped network on the same held-out games; None if there is none."""

    @property
    def is_better(self) -> bool:
        """Whether the network is better than the shipped one."""
        return self.shipped_loss is None or self.fit.loss < self.shipped_loss

    def kept(self, policy_is_better: bool) -> Learnt:
        """The better network, and the better policy."""
        network = self.fit.network if self.is_better or not self.shipped else self.shipped.network
        if self.policy is not None and policy_is_better:
            return Learnt(network, vec[float](self.policy.weights))
        return Learnt(network, self.shipped.policy if self.shipped else None)


@dataclass(frozen=True)
class Run:
    """A game, a folder, and how many games are played."""

    game: str
    folder: Path
    games: Mapping[int, int]
    """By number of players."""
    seed: str
    with_policy: bool = True
    """Whether priors are learnt, too."""

    def missing(self) -> list[Chunk]:
        """The chunks that are not played yet, those of all numbers of seats in turn."""
        found = [chunk for seats in self._seats for chunk in self._chunks(seats)]
        found.sort(key=lambda chunk: chunk.numbers.start / self.games[chunk.series.seats])
        return [chunk for chunk in found if not chunk.is_complete]

    def train(self, told: Callable[[str, Epoch], None]) -> Iterator[Trained]:
        """Fit what serves several players, and what serves one if the game can be played so."""
        for name, counts in self._networks().items():
            series = [self._samples(seats) for seats in counts]
            found = fit(series, told=partial(told, name))
            shipped = shipped_networks(self.game).get(name)
            loss = held_out_loss(shipped.network, series) if shipped else None
            policy = None
            if self.with_policy:
                moves = [self._policy_samples(seats) for seats in counts]
                policy = fit_policy(moves, self.policy(shipped))
            yield Trained(name, counts[0], found, policy, shipped, loss)

    def policy(self, shipped: Learnt | None) -> list[float]:
        """The weights of the policy that ships."""
        if shipped is not None and shipped.policy is not None:
            return list(shipped.policy)
        return list(Evaluations().of(self.game, self._seats[-1]).policy)

    def duels(self, trained: Trained, many: int) -> list[Duel]:
        """Deals on which the new policy plays against the one that ships."""
        if trained.policy is None:
            return []
        series = GameSeries(self.game, trained.seats, f"{self.seed}/duels")
        old = self.policy(trained.shipped)
        new = trained.policy.weights
        return [Duel(series, n, new, old) for n in range(many)]

    def write(self, trained: list[Trained], better: Mapping[str, bool]) -> Path:
        """Write what is better and how it was made; return the file."""
        made: dict[str, Any] = {
            "bedesten": bedesten.__version__,
            "seed": self.seed,
            "games": {str(seats): many for seats, many in self.games.items()},
            "levels": LEVELS,
            "fits": {
                one.name: {
                    "loss": round(one.fit.loss, 5),
                    "temperature": one.fit.temperature,
                    "epochs": len(one.fit.epochs),
                    "policy": one.policy and round(one.policy.loss, 5),
                }
                for one in trained
            },
        }
        path = self.folder / f"{self.game}.net"
        write_networks(
            path, self.game, {one.name: one.kept(better[one.name]) for one in trained}, made
        )
        read_networks(path.read_bytes(), self.game)
        return path

    @property
    def _seats(self) -> list[int]:
        return sorted(self.games)

    def _networks(self) -> dict[str, list[int]]:
        """The numbers of players that each network serves."""
        several = [seats for seats in self._seats if seats > 1]
        found = {TABLE: several, SOLO: [1] if 1 in self._seats else []}
        return {name: counts for name, counts in found.items() if counts}

    def _chunks(self, seats: int) -> list[Chunk]:
        games = self.games[seats]
        return [
            Chunk(
                GameSeries(self.game, seats, self.seed),
                range(first, min(first + CHUNK, games)),
                self.folder / f"{self.game}-{seats}-{first:06}.jsonl",
                self.with_policy,
            )
            for first in range(0, games, CHUNK)
        ]

    def _games_of(self, seats: int) -> Iterator[PlayedGame]:
        wanted = range(self.games[seats])  # a longer run may have filled the last chunk
        for chunk in self._chunks(seats):
            yield from (one for one in load_games(chunk.path) if one.number in wanted)

    def _samples(self, seats: int) -> Samples:
        return samples_of(self.game, seats, self._games_of(seats))

    def _policy_samples(self, seats: int) -> PolicySamples:
        moves = [move for chunk in self._chunks(seats) for move in load_moves(chunk.moves)]
        return policy_samples(self.game, seats, self._games_of(seats), moves)


def play_chunk(chunk: Chunk) -> int:
    """Play some games, search some of their moves; at module level for other processes."""
    if not chunk.path.exists():
        save_games(chunk.path, [chunk.series.played(n) for n in chunk.numbers])
    if not chunk.is_complete:
        games = load_games(chunk.path)
        save_moves(chunk.moves, [move for one in games for move in searched(chunk.series, one)])
    return len(chunk.numbers)


def play_duel(duel: Duel) -> tuple[float, int]:
    """The result of a duel, and over how many games."""
    return duel.won(), duel.series.seats


def as_data(trained: list[Trained]) -> list[dict[str, Any]]:
    """The losses of a training as plain data."""
    return [
        {
            "network": one.name,
            "loss": one.fit.loss,
            "shipped": one.shipped_loss,
            "temperature": one.fit.temperature,
            "epochs": [asdict(epoch) for epoch in one.fit.epochs],
            "policy": one.policy and one.policy.loss,
            "shipped_policy": one.policy and one.policy.present,
        }
        for one in trained
    ]
