"""What a seat sees of a match, for boards to draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from rich.text import Text

from bedesten.boards.signs import seat_colour, seat_piece
from bedesten.kernel.match import Match
from bedesten.kernel.text import Catalogue, Sentences

LONGEST_NAME: Final = 10


@dataclass(frozen=True)
class TableView:
    """A match as a seat sees it, or a spectator, and the words to name it with."""

    match: Match
    seat: int | None
    say: Sentences

    @cached_property
    def view(self) -> dict[str, Any]:
        return self.match.view(self.seat)

    @property
    def names(self) -> Catalogue:
        return self.match.text(self.say.language)

    @property
    def players(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.view["players"]
        return found

    @property
    def me(self) -> dict[str, Any] | None:
        """The pieces of the seat that looks."""
        return None if self.seat is None else self.players[self.seat]

    def offered_of(self, family: str) -> list[str]:
        """What the seat may point at now, of a family of words."""
        words = [word.partition(":") for word in self.view["choices"]]
        return [member for found, _, member in words if found == family]

    def title(self, word: str) -> str:
        """What a word points at, as a heading: without its number, and with a capital."""
        name = self.names.word(word).removesuffix(f" ({word.partition(':')[2]})")
        return name[:1].upper() + name[1:]

    def player_name(self, seat: int, is_asked: bool) -> Text:
        """A seat's sign and name; a mark stands behind that of one who is asked."""
        name = self.match.names[seat]
        if len(name) > LONGEST_NAME:
            name = name[: LONGEST_NAME - 1] + "…"
        if not is_asked or self.view["over"]:
            return Text.assemble(seat_piece(seat), f" {name}")
        return Text.assemble(seat_piece(seat), (f" {name} ◂", f"bold {seat_colour(seat)}"))

    def legend_of(self, field: str, signs: Mapping[str, Text]) -> Text:
        """What each sign of some things stands for, by the names that the game's texts have."""
        return Text.assemble(f"{self.say(f'legend_{field}s')} ", self.letters(field, signs, "   "))

    def letters(self, field: str, signs: Mapping[str, Text], gap: str = "  ") -> Text:
        """The signs of some things, each with its name."""
        names = {thing: self.names.names[f"{field}.{thing}"].partition("|")[0] for thing in signs}
        return Text(gap).join(
            Text.assemble(sign, f" {names[thing]}") for thing, sign in signs.items()
        )
