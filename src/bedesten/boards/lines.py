"""Lines of text that fit a width: cut, spread, flowing, in columns, in frames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

QUIET: Final = "dim"


def cut(line: Text, width: int) -> Text:
    """The line in exactly this width: padded with blanks, or cut off."""
    short = line.copy()
    if short.cell_len > width:
        short.truncate(width, overflow="ellipsis")
    short.pad_right(max(0, width - short.cell_len))
    return short


def shortened(line: Text, width: int) -> Text:
    """The line, cut off if it is longer than this width."""
    return cut(line, min(width, line.cell_len))


def ends(left: Text, right: Text, width: int) -> Text:
    """One text at the left end of a line, another at the right end."""
    gap = width - left.cell_len - right.cell_len
    return cut(Text.assemble(left, " " * max(1, gap), right) if right.plain else left, width)


def flow(items: Sequence[Text], width: int, gap: str = "  ", margin: str = " ") -> list[Text]:
    """Items one after the other, in as many lines as they need."""
    lines: list[Text] = []
    for item in items:
        if lines and lines[-1].cell_len + len(gap) + item.cell_len <= width:
            lines[-1].append(gap).append_text(item)
        else:
            lines.append(shortened(Text.assemble(margin, item, no_wrap=True), width))
    return lines


def columns(rows: Sequence[Sequence[Text]], width: int) -> list[Text]:
    """Rows of cells below each other; the gaps are narrow if the wide ones do not fit."""
    widths = [max(cell.cell_len for cell in column) for column in zip(*rows, strict=True)]
    gap = "  " if sum(widths) + 2 * len(widths) - 1 <= width else " "
    lines = [
        Text.assemble(" ", Text(gap).join(map(cut, row, widths)), no_wrap=True) for row in rows
    ]
    for line in lines:
        line.rstrip()
    return lines


# -- frames -------------------------------------------------------------------


def rule(text: str) -> Text:
    """A line of a frame."""
    return Text(text, QUIET, no_wrap=True)


def frame(rows: Sequence[Sequence[Sequence[Text]]], widths: Sequence[int]) -> list[Text]:
    """Rows of cells, each cell some lines, in a frame with lines between them."""
    walls = ["─" * width for width in widths]
    between = rule(f"├{'┼'.join(walls)}┤")
    lines = [rule(f"╭{'┬'.join(walls)}╮")]
    for n, cells in enumerate(rows):
        lines += [between, *posts(cells)] if n else posts(cells)
    return [*lines, rule(f"╰{'┴'.join(walls)}╯")]


def posts(cells: Sequence[Sequence[Text]]) -> list[Text]:
    """One row of cells, with posts between them."""
    lines: list[Text] = []
    for n in range(len(cells[0])):
        line = Text.assemble(("│", QUIET), no_wrap=True)
        for cell in cells:
            line.append_text(cell[n]).append("│", QUIET)
        lines.append(line)
    return lines
