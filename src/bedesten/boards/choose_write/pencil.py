"""What the pencil has written: fields marked and crossed, boxes ticked."""

from __future__ import annotations

from rich.text import Text

from bedesten.boards.choose_write.pieces import (
    BOX,
    CROSSED,
    FREE,
    MARKED,
    NEW,
    NEWLY_CROSSED,
    NEWLY_MARKED,
    SYMBOL,
    TICK,
)
from bedesten.boards.choose_write.table import ChooseWriteTable
from bedesten.boards.lines import QUIET
from bedesten.boards.signs import RUBY


def fields(many: int, was: tuple[int, int], now: tuple[int, int]) -> list[Text]:
    """Round fields, the crossed ones first; filled and available, as it was and as it will be."""
    (old, had), (filled, left) = was, now
    found: list[Text] = []
    for n in range(many):
        if n < old - had:
            found.append(Text(CROSSED, QUIET))
        elif n < filled - left:
            found.append(Text(NEWLY_CROSSED, NEW))
        elif n < old:
            found.append(Text(MARKED, "bold"))
        elif n < filled:
            found.append(Text(NEWLY_MARKED, NEW))
        else:
            found.append(Text(FREE, QUIET))
    return found


def column(table: ChooseWriteTable, colour: str) -> list[Text]:
    """A column of goods from the top down."""
    was, now = table.before, table.sheet
    return fields(
        table.view["rows"],
        (was["filled"][colour], was["goods"][colour]),
        (now["filled"][colour], now["goods"][colour]),
    )


def lira_boxes(table: ChooseWriteTable) -> list[Text]:
    """The large boxes, each with its ruby."""
    was, now = table.before, table.sheet
    sizes = table.view["boxes"]
    found = fields(sum(sizes), (was["lira_filled"], was["lira"]), (now["lira_filled"], now["lira"]))
    lines: list[Text] = []
    for n, size in enumerate(sizes):
        start = sum(sizes[:n])
        line = Text("").join(found[start : start + size])
        lines.append(line.append_text(_bonus_ruby(n < now["boxes"])))
    return lines


def _bonus_ruby(is_taken: bool) -> Text:
    return Text(CROSSED, QUIET) if is_taken else Text(RUBY, "bold red3")


def row_ruby(table: ChooseWriteTable, row: int) -> Text:
    """The ruby at the end of a row of goods, if there is one."""
    rows = table.view["bonus_rows"]
    return _bonus_ruby(rows.index(row) < table.sheet["rows"]) if row in rows else Text(" ")


def bonus_actions(table: ChooseWriteTable) -> Text:
    was, now = table.before, table.sheet
    return Text("").join(
        fields(
            table.view["bonus_fields"],
            (was["bonus_filled"], was["bonus"]),
            (now["bonus_filled"], now["bonus"]),
        )
    )


def symbols(table: ChooseWriteTable, place: str) -> Text:
    """The action symbols of a place: left, or crossed."""
    if place not in table.view["symbols"]:
        return Text()
    many = table.view["symbols"][place]
    had, left = table.before["symbols"][place], table.sheet["symbols"][place]
    line = Text(CROSSED * (many - had), QUIET)
    return line.append(NEWLY_CROSSED * (had - left), NEW).append(SYMBOL * left, "bold")


def boxes(table: ChooseWriteTable, place: str) -> Text:
    """The improvements of a place."""
    if place not in table.view["tick_boxes"]:
        return Text()
    had, ticks = table.before["ticks"][place], table.sheet["ticks"][place]
    line = Text(TICK * had, "bold").append(TICK * (ticks - had), f"{NEW} underline")
    return line.append(BOX * (table.view["tick_boxes"][place] - ticks))
