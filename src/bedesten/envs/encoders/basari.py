"""Encodes observations of Basari."""

from __future__ import annotations

from typing import Final, cast

from librt.vecs import vec
from mypy_extensions import i16, i64

from bedesten.envs.encoders.base import (
    Encoder,
    a_seat,
    count,
    counts,
    flag,
    one_of,
    seats,
)
from bedesten.games.basari.state import NO_TILE, NOWHERE, Basari, laid
from bedesten.kernel.state import State
from bedesten.kernel.words import Seat

ACTIONS: Final = 3


class BasariEncoder(Encoder):
    def score(self, s: State, seat: Seat) -> i64:
        return cast(Basari, s).players[seat].score

    def encode_game(self, s: State, viewer: Seat, row: vec[i16], at: i64) -> i64:
        game = cast(Basari, s)
        n: i64
        for n in range(game.seats):
            at = player(game, viewer, (viewer + n) % game.seats, row, at)
        at = counts(row, at, game.bank)
        at = count(row, at, game.scorings)
        at = flag(row, at, game.haggled != NO_TILE)
        if game.haggled == NO_TILE:
            return at + ACTIONS + 2 * game.seats + 8
        at = one_of(row, at, game.haggled, ACTIONS)
        at = seats(row, at, game, viewer, laid(game, game.haggled))
        at = a_seat(row, at, game, viewer, game.bidder)
        at = counts(row, at, game.offer)
        return counts(row, at, game.draft)


def player(s: Basari, viewer: Seat, seat: Seat, row: vec[i16], at: i64) -> i64:
    p = s.players[seat]
    archways = s.printed.archways
    start: i64 = NOWHERE
    if p.archway != NOWHERE:
        start = (p.archway - p.walked) % archways
    at = one_of(row, at, p.archway, archways)
    at = one_of(row, at, start, archways)
    at = count(row, at, archways - p.walked if p.walked < archways else 0)
    at = count(row, at, p.score)
    if p.score > 0:
        row[at] = 1
        count(row, at + 1, (p.score - 1) % s.printed.track + 1)
        count(row, at + 2, (p.score - 1) // s.printed.track)
    at = counts(row, at + 3, p.gems)
    face_down = s.waiting != 0 and seat != viewer
    return one_of(row, at, NO_TILE if face_down else p.tile, ACTIONS)


ENCODER: Final = BasariEncoder
