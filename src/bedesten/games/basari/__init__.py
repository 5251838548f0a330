"""Basari (1998), for three or four players."""

from __future__ import annotations

from typing import Literal

import msgspec

from bedesten.games.basari.book import BOOK
from bedesten.games.basari.data import BasariData, printed_of
from bedesten.games.basari.state import Basari
from bedesten.kernel.game import Game
from bedesten.kernel.rows import total


class BasariOptions(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """[BAS-7]"""

    start: Literal["choose", "random"] = "choose"
    laps: Literal[1, 2, 3] = 3


class BasariGame(Game[Basari, BasariOptions, BasariData]):
    name = "basari"
    rules_version = 1
    seats = (3, 4)
    options_type = BasariOptions
    data_type = BasariData

    def blank(self, seats: int, options: BasariOptions, data: BasariData) -> Basari:
        return Basari(seats, BOOK, printed_of(data, seats), options.laps, options.start == "random")

    def figures(self, s: Basari) -> dict[str, int]:
        return {"gems_held": sum(total(p.gems) for p in s.players)}


GAME = BasariGame()
