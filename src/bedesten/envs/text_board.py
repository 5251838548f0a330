"""The terminal board as text."""

from __future__ import annotations

from io import StringIO
from typing import Final

from rich.console import Console

from bedesten.boards import board_of
from bedesten.kernel.match import Match

COLUMNS: Final = 110


def board_text(match: Match, seat: int | None, *, colours: bool = True) -> str:
    """The board as a seat, or a spectator, sees it, in English."""
    board = board_of(match.game.name, "en")
    page = StringIO()
    console = Console(
        file=page,
        width=COLUMNS,
        force_terminal=colours,
        color_system="256" if colours else None,
        highlight=False,
        legacy_windows=False,
    )
    console.print(board.headline(match))
    console.print(board.draw(match, seat, COLUMNS, None).picture)
    return page.getvalue()
