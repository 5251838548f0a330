"""Basari (1998), for three or four players."""

from __future__ import annotations

from typing import Literal

import msgspec

from bedesten.games.basari.book import BOOK
from bedesten.games.basari.data import BasariData, printed_of
from bedesten.games.basari.events import SOURCES
from bedesten.games.basari.state import Basari
from bedesten.kernel.event import Event
from bedesten.kernel.game import Game
from bedesten.kernel.rows import total


class BasariOptions(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """[BAS-7, BAS-3.8]"""

    start: Literal["choose", "random"] = "choose"
    laps: Literal[1, 2, 3] = 3
    decline: bool = False


class BasariGame(Game[Basari, BasariOptions, BasariData]):
    name = "basari"
    rules_version = 1
    seats = (3, 4)
    ranked_by = ("points", "gems", "red", "yellow", "green")
    score_sources = SOURCES
    binding = ("done",)  # an offer that the rival has seen [BAS-4.5]
    later_options = ("decline",)
    options_type = BasariOptions
    data_type = BasariData

    def blank(self, seats: int, options: BasariOptions, data: BasariData) -> Basari:
        return Basari(
            seats,
            BOOK,
            printed_of(data, seats),
            options.laps,
            options.start == "random",
            options.decline,
        )

    def figures(self, s: Basari) -> dict[str, int]:
        return {"gems_held": sum(total(p.gems) for p in s.players)}

    def earned(self, event: Event) -> tuple[str, int] | None:
        if event.name != "scored":
            return None
        return event.values["source"], event.values["points"]


GAME = BasariGame()
