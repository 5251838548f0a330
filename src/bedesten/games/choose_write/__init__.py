"""Istanbul: Choose & Write (2023), for one to five players."""

from __future__ import annotations

import msgspec

from bedesten.games.choose_write.book import BOOK
from bedesten.games.choose_write.data import ChooseWriteData, printed_of
from bedesten.games.choose_write.solo import ChooseWriteTasks
from bedesten.games.choose_write.state import ChooseWrite
from bedesten.games.choose_write.tally import total
from bedesten.kernel.agenda import detail_of
from bedesten.kernel.game import Game


class ChooseWriteOptions(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """There are none."""


class ChooseWriteGame(Game[ChooseWrite, ChooseWriteOptions, ChooseWriteData]):
    name = "choose_write"
    rules_version = 2
    seats = (1, 5)
    options_type = ChooseWriteOptions
    data_type = ChooseWriteData

    def blank(self, seats: int, options: ChooseWriteOptions, data: ChooseWriteData) -> ChooseWrite:
        return ChooseWrite(seats, BOOK, printed_of(data, seats))

    def clause_asked(self, s: ChooseWrite, seat: int, step: str) -> str:
        """Who follows, and who uses the left card alone, has another rule than the seat in turn."""
        if step == "use_card" and detail_of(s.question(seat)) == 1:
            return "CW-8.1"
        if step == "use_card" and seat != s.active:
            return "CW-4.3"
        return super().clause_asked(s, seat, step)

    def figures(self, s: ChooseWrite) -> dict[str, int]:
        return {
            "rubies_taken": sum(int(p.rubies) for p in s.players),
            "palace_rubies_taken": sum(int(total(p.palace_rubies)) for p in s.players),
            "guild_cards_played": sum(int(p.guild_played) for p in s.players),
        }

    def tasks_in(self, data: ChooseWriteData) -> ChooseWriteTasks:
        return ChooseWriteTasks(data.solo)


GAME = ChooseWriteGame()
