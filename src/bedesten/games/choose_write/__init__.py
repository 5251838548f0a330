"""Istanbul: Choose & Write (2023), for one to five players."""

from __future__ import annotations

from functools import cached_property

import msgspec

from bedesten.games.choose_write.book import BOOK
from bedesten.games.choose_write.data import ChooseWriteData, printed_of
from bedesten.games.choose_write.solo import ChooseWriteTasks
from bedesten.games.choose_write.state import ChooseWrite
from bedesten.games.choose_write.tally import total
from bedesten.kernel.game import Game


class ChooseWriteOptions(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """There are none."""


class ChooseWriteGame(Game[ChooseWrite, ChooseWriteOptions, ChooseWriteData]):
    name = "choose_write"
    rules_version = 1
    seats = (1, 5)
    options_type = ChooseWriteOptions
    data_type = ChooseWriteData

    def blank(self, seats: int, options: ChooseWriteOptions, data: ChooseWriteData) -> ChooseWrite:
        return ChooseWrite(seats, BOOK, printed_of(data, seats))

    def figures(self, s: ChooseWrite) -> dict[str, int]:
        return {
            "rubies_taken": sum(int(p.rubies) for p in s.players),
            "palace_rubies_taken": sum(int(total(p.palace_rubies)) for p in s.players),
            "guild_cards_played": sum(int(p.guild_played) for p in s.players),
        }

    @cached_property
    def solo_tasks(self) -> ChooseWriteTasks:
        return ChooseWriteTasks(self.data({}).solo)


GAME = ChooseWriteGame()
