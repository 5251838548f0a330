"""What a seat sees of the bazaar."""

from __future__ import annotations

from functools import cached_property
from typing import cast

from bedesten.boards.table_view import TableView
from bedesten.games.istanbul.state import Istanbul, IstanbulPrinted


class IstanbulTable(TableView):
    """What a seat sees of a game of Istanbul."""

    @property
    def printed(self) -> IstanbulPrinted:
        """The printed figures, which everybody may read."""
        return cast(Istanbul, self.match.state).printed

    @property
    def actor(self) -> int | None:
        """The seat that is asked."""
        asked = [seat for seat in self.view["actors"] if seat >= 0]
        return asked[0] if asked else None

    @cached_property
    def offered(self) -> frozenset[int]:
        """The places that the seat may choose now."""
        return frozenset(map(int, self.offered_of("place")))

    @property
    def is_moving(self) -> bool:
        """Tell whether a place chosen now is one where the merchant goes."""
        return self.view["question"] in ("move", "move_far")

    # -- figures ----------------------------------------------------------

    def merchants_at(self, place: int) -> list[int]:
        return self._seats("merchant", place)

    def families_at(self, place: int) -> list[int]:
        return self._seats("family", place)

    def _seats(self, figure: str, place: int) -> list[int]:
        order = range(len(self.players))
        found = [seat for seat in order if self.players[seat][figure] == place]
        return sorted(found, key=lambda seat: seat != self.seat)

    def discs_at(self, place: int) -> list[int]:
        """Whose assistants lie at a place."""
        found = [seat for seat, player in enumerate(self.players) if place in player["out"]]
        return sorted(found, key=lambda seat: seat != self.seat)

    def neutral_discs_at(self, place: int) -> int:
        return int(self.view["neutral_assistants"].get(str(place), 0))

    def neutrals_at(self, place: int) -> int:
        """How many neutral merchants stand at a place."""
        return int(self.view["neutral_merchants"].count(place))

    # -- names ------------------------------------------------------------

    def place(self, place: int) -> str:
        return self.title(f"place:{place}")

    def card(self, name: str) -> str:
        return self.names.names[f"card.{name}"]

    def short_card(self, name: str) -> str:
        """A card in a word or two."""
        least, most = self.printed.far
        far = str(least) if least == most else f"{least}–{most}"
        lira = int(self.printed.card_lira)
        words = self.names.grammar.number(lira)
        return self.say(f"card_{name}", lira=lira, words=words, far=far)
