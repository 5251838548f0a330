"""Istanbul (2014), for two to five players."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from bedesten.games.istanbul import steps
from bedesten.games.istanbul.book import BOOK
from bedesten.games.istanbul.data import IstanbulData, printed_of
from bedesten.games.istanbul.events import EVENTS
from bedesten.games.istanbul.gestures import gestures
from bedesten.games.istanbul.position import check, dump, load
from bedesten.games.istanbul.state import Istanbul
from bedesten.games.istanbul.view import show
from bedesten.games.istanbul.words import WORDS
from bedesten.kernel.game import Game, step_names


class IstanbulOptions(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """[IST-1.5]"""

    layout: Literal["short", "long", "order", "random"] = "short"
    neutral_assistants: bool = False


class IstanbulGame(Game[Istanbul, IstanbulOptions, IstanbulData]):
    name = "istanbul"
    rules_version = 1
    seats = (2, 5)
    vocabulary = WORDS
    steps = step_names(steps)
    events = EVENTS
    onward = ("take:own", "take:neutral", "leave", "pay", "act")
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

    def show(self, s: Istanbul, seat: int | None) -> dict[str, Any]:
        return show(s, seat)

    def dump(self, s: Istanbul) -> dict[str, Any]:
        return dump(s)

    def load(self, s: Istanbul, pieces: dict[str, Any]) -> None:
        load(s, pieces)

    def check(self, s: Istanbul) -> None:
        check(s)

    def gestures(self, s: Istanbul, seat: int, step: str) -> dict[str, list[int]]:
        return gestures(s, seat, step)

    def figures(self, s: Istanbul) -> dict[str, int]:
        return {
            "rubies_taken": sum(int(p.rubies) for p in s.players),
            "extensions_bought": sum(int(p.extensions) for p in s.players),
            "mosque_tiles_taken": sum(int(p.tiles).bit_count() for p in s.players),
        }


GAME = IstanbulGame()
