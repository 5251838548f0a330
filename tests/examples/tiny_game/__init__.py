"""Stalls, a game of three stalls and one die for three players."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from bedesten.kernel.game import DataTable, Game, step_names
from examples.tiny_game import steps
from examples.tiny_game.book import BOOK
from examples.tiny_game.events import EVENTS
from examples.tiny_game.position import check, dump, load
from examples.tiny_game.state import Stalls
from examples.tiny_game.view import show
from examples.tiny_game.words import WORDS


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
    vocabulary = WORDS
    steps = step_names(steps)
    events = EVENTS
    options_type = StallsOptions
    data_type = StallsData

    def blank(self, seats: int, options: StallsOptions, data: StallsData) -> Stalls:
        return Stalls(seats, BOOK, options.rounds, data.shared_points)

    def show(self, s: Stalls, seat: int | None) -> dict[str, Any]:
        return show(s, seat)

    def dump(self, s: Stalls) -> dict[str, Any]:
        return dump(s)

    def load(self, s: Stalls, pieces: dict[str, Any]) -> None:
        load(s, pieces)

    def check(self, s: Stalls) -> None:
        check(s)


GAME = StallsGame()
