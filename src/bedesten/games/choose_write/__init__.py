"""Istanbul: Choose & Write (2023), for one to five players."""

from __future__ import annotations

from typing import Any

import msgspec

from bedesten.games.choose_write import steps
from bedesten.games.choose_write.book import BOOK
from bedesten.games.choose_write.data import ChooseWriteData, printed_of
from bedesten.games.choose_write.events import EVENTS
from bedesten.games.choose_write.position import check, dump, load
from bedesten.games.choose_write.state import ChooseWrite
from bedesten.games.choose_write.tally import total
from bedesten.games.choose_write.view import planned, show
from bedesten.games.choose_write.words import WORDS
from bedesten.kernel.game import Game, step_names
from bedesten.kernel.state import Told


class ChooseWriteOptions(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """There are none."""


class ChooseWriteGame(Game[ChooseWrite, ChooseWriteOptions, ChooseWriteData]):
    name = "choose_write"
    rules_version = 1
    seats = (1, 5)
    vocabulary = WORDS
    steps = step_names(steps)
    events = EVENTS
    options_type = ChooseWriteOptions
    data_type = ChooseWriteData

    def blank(self, seats: int, options: ChooseWriteOptions, data: ChooseWriteData) -> ChooseWrite:
        return ChooseWrite(seats, BOOK, printed_of(data, seats))

    def show(self, s: ChooseWrite, seat: int | None) -> dict[str, Any]:
        return show(s, seat)

    def planned(self, s: ChooseWrite, seat: int) -> list[Told]:
        return planned(s, seat)

    def dump(self, s: ChooseWrite) -> dict[str, Any]:
        return dump(s)

    def load(self, s: ChooseWrite, pieces: dict[str, Any]) -> None:
        load(s, pieces)

    def check(self, s: ChooseWrite) -> None:
        check(s)

    def figures(self, s: ChooseWrite) -> dict[str, int]:
        return {
            "rubies_taken": sum(int(p.rubies) for p in s.players),
            "palace_rubies_taken": sum(int(total(p.palace_rubies)) for p in s.players),
            "guild_cards_played": sum(int(p.guild_played) for p in s.players),
        }


GAME = ChooseWriteGame()
