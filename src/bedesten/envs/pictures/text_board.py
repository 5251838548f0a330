"""The picture of a game that has none of its own: the terminal board, letter by letter."""

from __future__ import annotations

from typing import Final

from bedesten.envs.pictures.canvas import Canvas
from bedesten.envs.text_board import board_text
from bedesten.kernel.match import Match

_MARGIN: Final = 16
_LARGEST: Final = 24.0
_LETTER: Final = 0.8  # the width of a letter, in parts of its height
_LINE: Final = 1.6  # the height of a line


def draw_text(canvas: Canvas, match: Match, seat: int | None) -> None:
    """Draw all lines of the board, as large as they fit."""
    lines = board_text(match, seat, colours=False).splitlines()
    wide = (canvas.width - 2 * _MARGIN) / (_LETTER * max(len(line) for line in lines))
    high = (canvas.height - 2 * _MARGIN) / (_LINE * len(lines))
    size = min(_LARGEST, wide, high)
    for n, line in enumerate(lines):
        canvas.say(_MARGIN, _MARGIN + _LINE * size * n, line, size)
