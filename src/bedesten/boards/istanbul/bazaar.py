"""The sixteen places, four by four: in boxes, or in two lines each where there is less room."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from bedesten.boards.istanbul.figures import beyond, one_line, two_lines
from bedesten.boards.istanbul.moves import badge
from bedesten.boards.istanbul.places import facts, signs
from bedesten.boards.istanbul.table import IstanbulTable
from bedesten.boards.lines import QUIET, cut, ends, frame, posts
from bedesten.boards.signs import HERE, seat_colour

SIDE: Final = 4
CELL: Final = 22
WIDTH: Final = SIDE * (CELL + 1) + 1
LINES: Final = 5  # of a place in full
FEWER_LINES: Final = 4
NARROW_LINES: Final = 2
WIDEST_NARROW: Final = 26
_SHADE: Final = "on grey23"


def boxes(table: IstanbulTable, lines: int) -> list[Text]:
    """The bazaar in full."""
    cells = [_in_full(table, place, lines) for place in table.view["cells"]]
    return frame(_rows(cells), [CELL] * SIDE)


def narrow(table: IstanbulTable, width: int, rules: bool) -> list[Text]:
    """The bazaar in few lines; `rules` draws lines between its rows."""
    cell = min(WIDEST_NARROW, (width - SIDE - 1) // SIDE)
    rows = _rows([_in_short(table, place, cell) for place in table.view["cells"]])
    if rules:
        return frame(rows, [cell] * SIDE)[1:-1]
    return [line for cells in rows for line in posts(cells)]


def _rows(cells: list[list[Text]]) -> list[list[list[Text]]]:
    return [cells[n : n + SIDE] for n in range(0, len(cells), SIDE)]


def _head(table: IstanbulTable, place: int, name: str) -> Text:
    """The number and the name; a place that may be chosen has a mark before it."""
    if place in table.offered:
        return Text.assemble((f"{HERE}{place:>2} {name}", "bold"))
    return Text(f" {place:>2} {name}", "" if _is_here(table, place) else QUIET)


def _is_here(table: IstanbulTable, place: int) -> bool:
    seat = _looking(table)
    return seat is not None and table.players[seat]["merchant"] == place


def _looking(table: IstanbulTable) -> int | None:
    """The seat that looks; of a spectator, the one that is to play."""
    return table.actor if table.seat is None else table.seat


def _in_full(table: IstanbulTable, place: int, lines: int) -> list[Text]:
    if not place:
        return [cut(Text(), CELL)] * lines
    above, below = facts(table, place)
    tag = badge(table, place)
    room = CELL - 1 - (tag.cell_len + 1 if tag.plain else 0)
    said = [
        _head(table, place, table.place(place)),
        Text.assemble(" ", above),
        Text.assemble(" ", below),
    ]
    if lines == LINES:
        first, second = two_lines(table, place, CELL - 1, room)
        said.append(Text.assemble(" ", first))
    else:
        second = one_line(table, place, room)
        if second.cell_len > room:
            second, rest = beyond(table, place, room)
            said[-1] = Text.assemble(" ", rest)
    said.append(ends(Text.assemble(" ", second), tag, CELL))
    return _shaded(table, place, said, CELL)


def _in_short(table: IstanbulTable, place: int, cell: int) -> list[Text]:
    if not place:
        return [cut(Text(), cell)] * NARROW_LINES
    shown = signs(table, place)
    name = table.say(f"short_{place}")
    first = shown.pop(0) if shown else Text()
    room = cell - 4 - (first.cell_len + 1 if first.plain else 0)
    if len(name) > room:
        name = name[: max(0, room - 1)].rstrip(". ") + "."
    tag = badge(table, place)
    left = one_line(table, place, cell - (tag.cell_len + 1 if tag.plain else 0))
    if left.cell_len > cell:
        left, first = beyond(table, place, cell)
    above = ends(_head(table, place, name), first, cell)
    if left.cell_len + tag.cell_len > cell:
        tag = Text()
    for more in shown:
        both = Text(" ").join([more, tag]) if tag.plain else more
        if left.cell_len + both.cell_len + 2 <= cell:
            tag = both
    return _shaded(table, place, [above, ends(Text.assemble(left), tag, cell)], cell)


def _shaded(table: IstanbulTable, place: int, lines: list[Text], width: int) -> list[Text]:
    """Where the merchant of the seat stands, the ground is lighter."""
    found = [cut(line, width) for line in lines]
    if _is_here(table, place):
        for line in found:
            line.stylize_before(f"{seat_colour(_looking(table) or 0)} {_SHADE}")
    return found
