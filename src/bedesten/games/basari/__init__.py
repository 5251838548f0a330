"""Basari (1998), for three or four players."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from bedesten.games.basari import steps
from bedesten.games.basari.book import BOOK
from bedesten.games.basari.data import BasariData, printed_of
from bedesten.games.basari.events import EVENTS
from bedesten.games.basari.gestures import gestures
from bedesten.games.basari.position import check, dump, load
from bedesten.games.basari.state import Basari
from bedesten.games.basari.view import show
from bedesten.games.basari.words import WORDS
from bedesten.kernel.game import Game, step_names
from bedesten.kernel.rows import total


class BasariOptions(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """[BAS-7]"""

    start: Literal["choose", "random"] = "choose"
    laps: Literal[1, 2, 3] = 3


class BasariGame(Game[Basari, BasariOptions, BasariData]):
    name = "basari"
    rules_version = 1
    seats = (3, 4)
    vocabulary = WORDS
    steps = step_names(steps)
    events = EVENTS
    options_type = BasariOptions
    data_type = BasariData

    def blank(self, seats: int, options: BasariOptions, data: BasariData) -> Basari:
        return Basari(seats, BOOK, printed_of(data, seats), options.laps, options.start == "random")

    def show(self, s: Basari, seat: int | None) -> dict[str, Any]:
        return show(s, seat)

    def dump(self, s: Basari) -> dict[str, Any]:
        return dump(s)

    def load(self, s: Basari, pieces: dict[str, Any]) -> None:
        load(s, pieces)

    def check(self, s: Basari) -> None:
        check(s)

    def gestures(self, s: Basari, seat: int, step: str) -> dict[str, list[int]]:
        return gestures(s, seat, step)

    def figures(self, s: Basari) -> dict[str, int]:
        return {"gems_held": sum(total(p.gems) for p in s.players)}


GAME = BasariGame()
