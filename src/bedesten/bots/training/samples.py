"""What the network learns from: the features of all seats at every turn of games, and who won."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from librt.vecs import vec
from numpy.typing import NDArray

import bedesten
from bedesten.bots.evaluation.base import MOST_SEATS, outcome
from bedesten.bots.evaluation.network import Chances
from bedesten.bots.networks import chances_with
from bedesten.bots.training.self_play import PlayedGame

Numbers = NDArray[np.float32]


@dataclass(frozen=True)
class Samples:
    """Positions of one number of seats."""

    rows: Numbers
    """By position, seat and feature."""
    tables: Numbers
    """By position and feature of the table."""
    won: Numbers
    """By position and seat; winners share 1. In a solo game, the final score."""
    games: NDArray[np.int64]
    """By position, the number of its game."""


def samples_of(game: str, seats: int, played: Iterable[PlayedGame]) -> Samples:
    """The positions of some games, each played back from its answers."""
    chances = chances_with(game, seats, None)
    rows: list[list[list[float]]] = []
    tables: list[list[float]] = []
    won: list[list[float]] = []
    numbers: list[int] = []
    for one in played:
        if one.answers:
            seen, ended = _turns(game, seats, one, chances)
            rows += [row for row, _ in seen]
            tables += [table for _, table in seen]
            won += [ended] * len(seen)
            numbers += [one.number] * len(seen)
    return Samples(
        np.array(rows, np.float32),
        np.array(tables, np.float32),
        np.array(won, np.float32),
        np.array(numbers, np.int64),
    )


def _turns(
    name: str, seats: int, played: PlayedGame, chances: Chances
) -> tuple[list[tuple[list[list[float]], list[float]]], list[float]]:
    """The features at every turn of a game, and its result by seat."""
    s = start_of(name, seats, played)
    seen = []
    turn = -1
    for seat, word in played.answers:
        if int(s.turn) != turn and chances.evaluation.is_quiet(s):
            turn = int(s.turn)
            seen.append(_features(s, seats, chances))
        s.advance(seat, word)
    values = vec[float]([0.0] * MOST_SEATS)
    outcome(s, values)
    return seen, [values[seat] for seat in range(seats)]


def start_of(name: str, seats: int, played: PlayedGame) -> Any:
    """The state in which a game began."""
    game = bedesten.game(name)
    return game.start(seats, game.check_options(played.options), game.data({}))


def _features(s: Any, seats: int, chances: Chances) -> tuple[list[list[float]], list[float]]:
    rows = []
    chances.look_at_table(s)
    for seat in range(seats):
        chances.look_at_seat(s, seat)
        rows.append(list(chances.row))
    return rows, list(chances.table)
