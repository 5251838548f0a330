"""Istanbul (2014), for two to five players."""

from __future__ import annotations

from typing import Literal

import msgspec

from bedesten.games.istanbul.book import BOOK
from bedesten.games.istanbul.data import IstanbulData, printed_of
from bedesten.games.istanbul.events import SOURCES
from bedesten.games.istanbul.state import Istanbul
from bedesten.kernel.event import Event
from bedesten.kernel.game import Game


class IstanbulOptions(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """[IST-1.5]"""

    layout: Literal["short", "long", "order", "random"] = "short"
    neutral_assistants: bool = False


class IstanbulGame(Game[Istanbul, IstanbulOptions, IstanbulData]):
    name = "istanbul"
    rules_version = 1
    seats = (2, 5)
    onward = ("take:own", "take:neutral", "leave", "pay", "act")
    ranked_by = ("rubies", "lira", "goods", "cards")
    score_sources = SOURCES
    options_type = IstanbulOptions
    data_type = IstanbulData

    def blank(self, seats: int, options: IstanbulOptions, data: IstanbulData) -> Istanbul:
        if options.neutral_assistants and seats > 4:
            raise ValueError("neutral_assistants is a variant for 2 to 4 players")
        s = Istanbul(
            seats, BOOK, printed_of(data, seats, options.layout, options.neutral_assistants)
        )
        s.assign(s)
        return s

    def figures(self, s: Istanbul) -> dict[str, int]:
        return {
            "rubies_taken": sum(int(p.rubies) for p in s.players),
            "extensions_bought": sum(int(p.extensions) for p in s.players),
            "mosque_tiles_taken": sum(int(p.tiles).bit_count() for p in s.players),
        }

    def earned(self, event: Event) -> tuple[str, int] | None:
        return (event.values["source"], 1) if event.name == "got_ruby" else None


GAME = IstanbulGame()
