"""What one seat may know of a game of Stalls."""

from __future__ import annotations

from typing import Any

from examples.tiny_game.state import NO_STALL, Stalls
from examples.tiny_game.words import STALL_NAMES


def show(s: Stalls, seat: int | None) -> dict[str, Any]:
    """Describe the table as a seat sees it; fields are named one by one. [STA-4.1]"""
    return {
        "stalls": [stall_shown(s, n, seat) for n in range(s.seats)],
        "rolled": s.rolled or None,
        "rounds": s.rounds,
    }


def stall_shown(s: Stalls, n: int, seat: int | None) -> str | None:
    face_down = s.waiting != 0 and n != seat
    return None if face_down else stall_name(s.stalls[n])


def stall_name(stall: int) -> str | None:
    return None if stall == NO_STALL else STALL_NAMES[stall]
