"""The sixteen places, four by four: in boxes, or in two lines each where there is less room."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from bedesten.boards.istanbul.figures import beyond, one_line, two_lines
from bedesten.boards.istanbul.outlook import badge
from bedesten.boards.istanbul.pieces import HERE, QUIET, IstanbulTable, cut, ends, seat_colour
from bedesten.boards.istanbul.places import facts, signs

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
    return _grid(cells, CELL, rules=True, frame=True)


def narrow(table: IstanbulTable, width: int, rules: bool) -> list[Text]:
    """The bazaar in few lines; `rules` draws lines between its rows."""
    cell = min(WIDEST_NARROW, (width - SIDE - 1) // SIDE)
    return _grid([_in_short(table, place, cell) for place in table.view["cells"]], cell, rules)


def _grid(cells: list[list[Text]], cell: int, rules: bool, frame: bool = False) -> list[Text]:
    wall = "─" * cell
    post = ("│", QUIET)
    lines: list[Text] = []
    if frame:
        lines.append(_line(f"╭{'┬'.join([wall] * SIDE)}╮"))
    for row in range(SIDE):
        if row and rules:
            lines.append(_line(f"├{'┼'.join([wall] * SIDE)}┤"))
        across = cells[row * SIDE : (row + 1) * SIDE]
        for n in range(len(across[0])):
            line = Text.assemble(post, no_wrap=True)
            for one in across:
                line.append_text(one[n]).append("│", QUIET)
            lines.append(line)
    if frame:
        lines.append(_line(f"╰{'┴'.join([wall] * SIDE)}╯"))
    return lines


def _line(text: str) -> Text:
    return Text(text, QUIET, no_wrap=True)


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
