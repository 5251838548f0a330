"""How environments are looked at: the terminal's board, or a picture."""

from __future__ import annotations

from io import StringIO
from typing import Any

from rich.console import Console

from bedesten.boards import board_of
from bedesten.kernel.match import Match

WIDTH = 110  # columns


def render(match: Match, seat: int | None, mode: str) -> Any:
    """The table as a seat, or a spectator, sees it; `human` prints it and returns nothing."""
    if mode == "rgb_array":
        from bedesten.envs.pictures import pixels

        return pixels(match, seat)
    text = board_text(match, seat)
    if mode == "ansi":
        return text
    print(text)
    return None


def board_text(match: Match, seat: int | None, *, colours: bool = True) -> str:
    """The board of the terminal, in English."""
    board = board_of(match.game.name, "en")
    page = StringIO()
    console = Console(
        file=page,
        width=WIDTH,
        force_terminal=colours,
        color_system="256" if colours else None,
        highlight=False,
        legacy_windows=False,
    )
    console.print(board.headline(match))
    console.print(board.draw(match, seat, WIDTH, None).picture)
    return page.getvalue()
