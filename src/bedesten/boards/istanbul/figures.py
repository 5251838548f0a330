"""Who and what stands or lies at a place."""

from __future__ import annotations

from rich.text import Text

from bedesten.boards.istanbul.pieces import DISC, GOVERNOR, NEUTRAL, SMUGGLER
from bedesten.boards.istanbul.table import IstanbulTable
from bedesten.boards.lines import QUIET
from bedesten.boards.signs import HOME, seat_piece, seat_signs


def groups(table: IstanbulTable, place: int, stacks: bool = True) -> list[Text]:
    """Merchants with their stacks, assistants, family members, governor, smuggler."""
    view = table.view
    found: list[Text] = []
    for seat in table.merchants_at(place):
        piece = seat_piece(seat)
        if stacks:
            piece.append(str(len(table.players[seat]["stack"])), "not reverse")
        found.append(piece)
    if table.neutrals_at(place):
        found.append(Text(NEUTRAL * table.neutrals_at(place), "bold"))
    discs = table.discs_at(place)
    if discs:
        found.append(Text.assemble((DISC, QUIET), seat_signs(discs)))
    neutral = table.neutral_discs_at(place)
    if neutral:
        found.append(Text(f"{DISC}{neutral}", "bold"))
    families = table.families_at(place)
    if families:
        found.append(Text.assemble((HOME, QUIET), seat_signs(families)))
    if view["governor"] == place:
        found.append(Text(GOVERNOR, "bold dark_goldenrod"))
    if view["smuggler"] == place:
        found.append(Text(SMUGGLER, "bold medium_purple"))
    return found


def one_line(table: IstanbulTable, place: int, room: int) -> Text:
    """All of them in so much room: with blanks between them, without, without the stacks."""
    for stacks, gap in ((True, " "), (True, ""), (False, " "), (False, "")):
        line = Text(gap).join(groups(table, place, stacks))
        if line.cell_len <= room:
            return line
    return line


def beyond(table: IstanbulTable, place: int, room: int) -> tuple[Text, Text]:
    """A crowd that is too large for one line: what fits into it, and the rest."""
    rest = groups(table, place, stacks=False)
    line = Text("")
    while rest and line.cell_len + rest[0].cell_len <= room:
        line.append_text(rest.pop(0))
    return line, Text("").join(rest)


def two_lines(table: IstanbulTable, place: int, first: int, second: int) -> tuple[Text, Text]:
    """All of them in two lines of some length, the second only if they need it."""
    for gap in (" ", ""):
        rest = groups(table, place)
        lines = []
        for room in (first, second):
            line = Text("")
            while rest and line.cell_len + bool(line.plain) * len(gap) + rest[0].cell_len <= room:
                line.append(gap if line.plain else "").append_text(rest.pop(0))
            lines.append(line)
        if not rest:
            return lines[0], lines[1]
    return one_line(table, place, first), Text("")
