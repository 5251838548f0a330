"""Istanbul: Choose & Write (2023), for one to five players."""

from __future__ import annotations

import msgspec

from bedesten.games.choose_write.book import BOOK
from bedesten.games.choose_write.data import ChooseWriteData, printed_of
from bedesten.games.choose_write.solo import ChooseWriteTasks
from bedesten.games.choose_write.state import NEWEST_RULES, ChooseWrite
from bedesten.games.choose_write.tally import total
from bedesten.kernel.agenda import detail_of
from bedesten.kernel.event import Event
from bedesten.kernel.game import Game

_RUBIES = {
    "got_ruby": "place",
    "got_palace_ruby": "palace",
    "got_box_ruby": "box",
    "got_row_ruby": "row",
}


class ChooseWriteOptions(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """There are none."""


class ChooseWriteGame(Game[ChooseWrite, ChooseWriteOptions, ChooseWriteData]):
    name = "choose_write"
    rules_version = NEWEST_RULES
    older_rules = (1,)
    seats = (1, 5)
    ranked_by = ("rubies", "fields")
    score_sources = ("place", "palace", "box", "row")
    options_type = ChooseWriteOptions
    data_type = ChooseWriteData

    def blank(self, seats: int, options: ChooseWriteOptions, data: ChooseWriteData) -> ChooseWrite:
        return ChooseWrite(seats, BOOK, printed_of(data, seats))

    def play_by(self, s: ChooseWrite, rules: int) -> None:
        s.printed.rules = rules

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

    def earned(self, event: Event) -> tuple[str, int] | None:
        source = _RUBIES.get(event.name)
        return None if source is None else (source, 1)

    def tasks_in(self, data: ChooseWriteData) -> ChooseWriteTasks:
        return ChooseWriteTasks(data.solo)


GAME = ChooseWriteGame()
