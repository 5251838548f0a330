"""The render modes of environments: `human`, `ansi` and `rgb_array`."""

from __future__ import annotations

from typing import Any

from bedesten.envs.pictures import pixels
from bedesten.envs.text_board import board_text
from bedesten.kernel.match import Match


def render(match: Match, seat: int | None, mode: str) -> Any:
    """The board as a seat, or a spectator, sees it; `human` prints it and returns None."""
    if mode == "rgb_array":
        return pixels(match, seat)
    text = board_text(match, seat)
    if mode == "ansi":
        return text
    print(text)
    return None
