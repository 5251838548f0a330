"""Stalls, a game of three stalls and one die for three players."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from bedesten.kernel.game import DataTable, Game
from examples.tiny_game.book import BOOK
from examples.tiny_game.state import Stalls


class StallsOptions(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """[STA-1.1]"""

    rounds: Literal[1, 3] = 3


class StallsData(DataTable, frozen=True):
    """The components, as `data.toml` names them."""

    shared_points: Annotated[int, Meta(ge=0, le=9)]


class StallsGame(Game[Stalls, StallsOptions, StallsData]):
    name = "stalls"
    rules_version = 1
    seats = (3, 3)
    options_type = StallsOptions
    data_type = StallsData

    def blank(self, seats: int, options: StallsOptions, data: StallsData) -> Stalls:
        return Stalls(seats, BOOK, options.rounds, data.shared_points)


GAME = StallsGame()
