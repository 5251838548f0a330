"""The ring of archways: four sides round a courtyard, or strips where there is less room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from bedesten.boards.basari.pieces import gems, standing_at
from bedesten.boards.basari.table import BasariTable
from bedesten.boards.lines import QUIET, rule
from bedesten.boards.signs import seat_colour

CELL: Final = 8
TOP: Final = 7  # archways between the towers, above and below
SIDE: Final = 7  # rows at the sides, filled or not: the courtyard needs them
LINES: Final = 3  # of an archway
COURTYARD: Final = TOP * (CELL + 1) - 1
WIDTH: Final = COURTYARD + 2 * CELL + 4
NARROWEST: Final = 5  # cell of a strip, one space included
MARGIN: Final = 2

_TOWER: Final = ("   ╭╮   ", "  ╭╯╰╮  ", "  │▒▒│  ")


@dataclass(frozen=True)
class Sides:
    """Archways by side, each side read as it is drawn; None is a bare wall."""

    top: list[int | None]
    right: list[int | None]
    bottom: list[int | None]
    left: list[int | None]


def sides(archways: int) -> Sides:
    """Lay a ring of any length round the courtyard, clockwise from the upper left."""
    below = min(TOP, archways - TOP)
    rest = archways - TOP - below
    down = (rest + 1) // 2
    rows = max(SIDE, down)
    numbers: list[int | None] = list(range(1, archways + 1))
    wall: list[int | None] = [None]
    right = numbers[TOP : TOP + down]
    bottom = numbers[TOP + down : TOP + down + below]
    left = numbers[TOP + down + below :]
    return Sides(
        numbers[:TOP],
        right + wall * (rows - len(right)),
        wall * (TOP - below) + bottom[::-1],
        wall * (rows - len(left)) + left[::-1],
    )


def height_of(archways: int) -> int:
    """How many lines the square ring takes."""
    return LINES * (len(sides(archways).left) + 2) + 4


def square(table: BasariTable, courtyard: RenderableType) -> RenderableType:
    """The ring as a square with something in its middle."""
    ring = sides(table.printed.archways)
    wall = "─" * CELL
    middle = Grid.grid(padding=0)
    middle.add_column(width=CELL + 2, no_wrap=True)
    middle.add_column(width=COURTYARD, no_wrap=True)
    middle.add_column(width=CELL + 2, no_wrap=True)
    middle.add_row(_column(table, ring.left), courtyard, _column(table, ring.right))
    return Group(
        rule("╭" + "┬".join([wall] * (TOP + 2)) + "╮"),
        _row(table, ring.top),
        rule(f"├{wall}┼" + "┴".join([wall] * TOP) + f"┼{wall}┤"),
        middle,
        rule(f"├{wall}┼" + "┬".join([wall] * TOP) + f"┼{wall}┤"),
        _row(table, ring.bottom),
        rule("╰" + "┴".join([wall] * (TOP + 2)) + "╯"),
    )


def _row(table: BasariTable, archways: list[int | None]) -> Text:
    """The upper or the lower side, between two towers."""
    tower = [rule(part) for part in _TOWER]
    cells = [tower, *(_cell(table, n) for n in archways), tower]
    post = rule("│")
    lines = [
        Text.assemble(post, *(part for cell in cells for part in (cell[line], post)))
        for line in range(LINES)
    ]
    return Text("\n", no_wrap=True).join(lines)


def _column(table: BasariTable, archways: list[int | None]) -> Text:
    """The left or the right side."""
    post = rule("│")
    lines = [Text.assemble(post, line, post) for n in archways for line in _cell(table, n)]
    return Text("\n", no_wrap=True).join(lines)


def _cell(table: BasariTable, n: int | None) -> list[Text]:
    """One archway: its number and its points, its gems, who is there."""
    if n is None:
        return [Text(" " * CELL)] * LINES
    return archway_lines(table, n, CELL)


def archway_lines(table: BasariTable, n: int, width: int) -> list[Text]:
    """An archway in three lines."""
    archway = table.archway(n)
    points = str(archway["points"])
    mine = _whose(table, n)
    ground = f" on {_SHADE}" if mine is not None else ""
    if width >= CELL - 1:
        points = f"+{points}"
    head = Text.assemble((f"{n:<2}", QUIET), f"{points:>{width - 2}}")
    head.stylize("bold", 2)
    gap = " " if width >= CELL - 1 else ""
    lines = [
        head,
        gems(archway["gems"], table.say, width, gap),
        standing_at(table.players, n, width),
    ]
    if width >= CELL - 1:
        lines[1:] = [_centred(line, width) for line in lines[1:]]
    for line in lines:
        line.pad_right(width - line.cell_len)
        if ground:
            line.stylize_before(f"{seat_colour(mine or 0)}{ground}")
    return lines


_SHADE: Final = "grey23"


def _whose(table: BasariTable, n: int) -> int | None:
    """The seat for which this archway counts now."""
    if table.seat is not None and table.players[table.seat]["archway"] == n:
        return table.seat
    return None


def _centred(line: Text, width: int) -> Text:
    return Text(" " * ((width - line.cell_len) // 2)).append_text(line)


# -- strips -----------------------------------------------------------------


def strips(table: BasariTable, width: int) -> tuple[RenderableType, int]:
    """The ring drawn flat, to and fro; return it and its height."""
    archways = table.printed.archways
    most = (width - 2 * MARGIN) // NARROWEST
    rows = max(2, -(-archways // most))
    along = -(-archways // rows)
    cell = min(CELL, (width - 2 * MARGIN) // along)
    lines: list[Text] = []
    for row in range(rows):
        numbers: list[int | None] = list(range(row * along + 1, (row + 1) * along + 1))
        numbers = [n if n is not None and n <= archways else None for n in numbers]
        ends = ("→ ", " ↓")
        if row % 2:
            numbers.reverse()
            ends = ("↑ ", " ←")
        for line in range(LINES):
            begin, end = ends if line == 1 else (" " * MARGIN, " " * MARGIN)
            strip = Text.assemble((begin, QUIET), no_wrap=True)
            for n in numbers:
                strip.append_text(_flat(table, n, cell)[line])
            lines.append(strip.append(end, QUIET))
    return Group(*lines), len(lines)


def _flat(table: BasariTable, n: int | None, cell: int) -> list[Text]:
    if n is None:
        return [Text(" " * cell)] * LINES
    return [Text.assemble(line, " ") for line in archway_lines(table, n, cell - 1)]
