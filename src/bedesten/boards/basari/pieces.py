"""Gems, pawns and start tiles as they look in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from bedesten.boards.lines import QUIET
from bedesten.boards.signs import HOME, chip, seat_colour, seat_mark, seat_piece
from bedesten.games.basari.words import COLOURS
from bedesten.kernel.text import Sentences


def gem(colour: str, say: Sentences) -> Text:
    return chip(colour, COLOURS, say)


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


def start_tile(seat: int) -> Text:
    return Text(HOME + seat_mark(seat), seat_colour(seat))


def standing_at(players: list[dict[str, Any]], archway: int, room: int) -> Text:
    """Pawns and start tiles at an archway; with little room a start tile is a bare sign."""
    found = [
        (seat, player["archway"] == archway, player["start"] == archway)
        for seat, player in enumerate(players)
        if archway in (player["archway"], player["start"])
    ]
    pawns = [seat_piece(seat) for seat, stands, _ in found if stands]
    homes = [start_tile(seat) for seat, _, home in found if home]
    for line in (Text(" ").join(pawns + homes), Text("").join(pawns + homes)):
        if line.cell_len <= room:
            return line
    bare = [Text(HOME, seat_colour(seat)) for seat, stands, home in found if home and not stands]
    return Text("").join(pawns + bare)
