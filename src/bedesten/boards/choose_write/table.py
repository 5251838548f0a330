"""What a seat sees of the sheets."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from rich.text import Text

from bedesten.boards.choose_write.pieces import PALACES, effect_signs, number
from bedesten.boards.lines import QUIET
from bedesten.boards.signs import LIRA
from bedesten.boards.table_view import TableView
from bedesten.games.choose_write.data import ChooseWriteData


class ChooseWriteTable(TableView):
    """What a seat sees of a game of Choose & Write."""

    @cached_property
    def data(self) -> ChooseWriteData:
        """The printed figures, which everybody may read."""
        found: ChooseWriteData = self.match.game.data(self.match.changes)
        return found

    @property
    def shown(self) -> int:
        """The seat whose sheet is shown in full; to a spectator that of the seat in turn."""
        return (self.view["active"] or 0) if self.seat is None else self.seat

    @property
    def before(self) -> dict[str, Any]:
        """The sheet that is shown in full, as it is."""
        return self.players[self.shown]

    @property
    def sheet(self) -> dict[str, Any]:
        """The same sheet as it will be, once the seat has begun to choose together with others."""
        found: dict[str, Any] = self.view["draft"] or self.before
        return found

    @property
    def is_draft(self) -> bool:
        return self.view["draft"] is not None

    @property
    def is_solo(self) -> bool:
        return len(self.players) == 1

    @property
    def is_together(self) -> bool:
        """Tell whether all use a place card at the same time."""
        return self.view["card"] is not None or len(self.view["actors"]) > 1

    @cached_property
    def offered(self) -> frozenset[str]:
        """The places that the seat may choose now."""
        return frozenset(self.offered_of("place"))

    @property
    def is_following(self) -> bool:
        """Tell whether using the card costs the seat a symbol or a bonus action.

        Alone, the view does not tell the own card from the left one.
        """
        return not self.is_solo and self.view["active"] != self.seat

    # -- names ------------------------------------------------------------

    def place(self, place: str) -> str:
        return self.title(f"place:{place}")

    def short(self, place: str) -> str:
        maker = self.data.makers.get(place)
        return self.say(f"short_{maker[0] if maker else place}")

    def card(self, card: str | None, in_words: bool) -> Text:
        """A place card: its place, and alone the side by its mark."""
        if card is None:
            return Text("–", QUIET)
        mark, _, rest = card.rpartition(":")
        if mark == "fountain":
            return Text(self.say("fountain"))
        line = number(rest)
        if rest not in PALACES:
            line.append(f" {self.place(rest) if in_words else self.short(rest)}")
        elif in_words:
            line = Text(self.place(rest), "bold")
        if mark:
            line.append(" ◁" if mark == "left" else " ▷", QUIET)
        return line

    def guild(self, n: int, in_words: bool) -> Text:
        """A guild card: its number, price and effect."""
        line = Text.assemble((f"{n} ", "bold"), f"({self.view['guild_prices'][n - 1]}{LIRA}) ")
        effect = self.data.guild.cards[n - 1]
        name = self.names.words[f"guild:{n}"]
        return line.append_text(self._effect(effect, name if in_words else ""))

    def caravan(self, n: int, in_words: bool) -> Text:
        name = self.names.words[f"caravan:{n}"]
        return self._effect(self.data.caravan.cards[n - 1], name if in_words else "")

    def _effect(self, effect: str, name: str) -> Text:
        inside = name.partition("(")[2].removesuffix(")")
        return Text(inside) if inside else Text(effect_signs(effect))
