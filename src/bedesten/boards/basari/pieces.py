"""Gems and pawns as they look in a terminal: a letter or a sign, and a colour besides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, cast

from rich.text import Text

from bedesten.boards.plain import COLOURS as SEAT_COLOURS
from bedesten.boards.plain import MARKS
from bedesten.games.basari.state import Basari, BasariPrinted
from bedesten.games.basari.words import COLOURS
from bedesten.kernel.match import Match
from bedesten.kernel.state import CHANCE
from bedesten.kernel.text import Sentences

QUIET: Final = "dim"
HOME: Final = "⌂"

_GEMS: Final = {
    "red": "bold white on red3",
    "yellow": "bold black on gold1",
    "green": "bold white on green4",
    "blue": "bold white on dodger_blue3",
}


@dataclass(frozen=True)
class BasariTable:
    """What a seat sees of a match, and the words to name it with."""

    match: Match
    seat: int | None
    say: Sentences

    @cached_property
    def view(self) -> dict[str, Any]:
        return self.match.view(self.seat)

    @property
    def players(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.view["players"]
        return found

    @property
    def printed(self) -> BasariPrinted:
        """The printed figures, which everybody may read."""
        return cast(Basari, self.match.state).printed

    @property
    def is_choosing(self) -> bool:
        """Tell whether tiles are being laid face down."""
        actors = self.view["actors"]
        placed = all(player["archway"] is not None for player in self.players)
        return bool(actors) and CHANCE not in actors and placed and not self.view["haggle"]

    def archway(self, n: int) -> dict[str, Any]:
        """What archway n shows."""
        found: dict[str, Any] = self.view["ring"][n - 1]
        return found


def letters(say: Sentences) -> dict[str, str]:
    """The letter of each colour."""
    return dict(zip(COLOURS, say("letters"), strict=True))


def gem(colour: str, say: Sentences) -> Text:
    return Text(letters(say)[colour], _GEMS[colour])


def gems(counts: Mapping[str, int], say: Sentences, room: int = 60, gap: str = " ") -> Text:
    """Gems one by one where there is room, otherwise counted."""
    shown = {colour: n for colour, n in counts.items() if n > 0}
    if not shown:
        return Text(say("none"), QUIET)
    many = sum(shown.values())
    if many + len(gap) * (many - 1) <= room:
        return Text(gap).join(gem(colour, say) for colour, n in shown.items() for _ in range(n))
    counted = [Text(str(n)).append_text(gem(colour, say)) for colour, n in shown.items()]
    line = Text(gap).join(counted)
    return line if line.cell_len <= room else Text("").join(counted)


def seat_colour(seat: int) -> str:
    return SEAT_COLOURS[seat]


def pawn(seat: int) -> Text:
    return Text(MARKS[seat], f"bold reverse {seat_colour(seat)}")


def start_tile(seat: int) -> Text:
    return Text(HOME + MARKS[seat], seat_colour(seat))


def standing_at(players: list[dict[str, Any]], archway: int, room: int) -> Text:
    """Pawns and start tiles at an archway; with little room a start tile is a bare sign."""
    found = [
        (seat, player["archway"] == archway, player["start"] == archway)
        for seat, player in enumerate(players)
        if archway in (player["archway"], player["start"])
    ]
    pawns = [pawn(seat) for seat, stands, _ in found if stands]
    homes = [start_tile(seat) for seat, _, home in found if home]
    for line in (Text(" ").join(pawns + homes), Text("").join(pawns + homes)):
        if line.cell_len <= room:
            return line
    bare = [Text(HOME, seat_colour(seat)) for seat, stands, home in found if home and not stands]
    return Text("").join(pawns + bare)
