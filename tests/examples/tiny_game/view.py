"""What one seat may know of a game of Stalls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from examples.tiny_game.state import NO_STALL, Stalls
from examples.tiny_game.words import STALL_NAMES


def show_open(s: Stalls) -> dict[str, Any]:
    """Describe the table as everybody sees it; fields are named one by one. [STA-4.1]"""
    return {
        "stalls": [None if s.waiting != 0 else stall_name(s.stalls[n]) for n in range(s.seats)],
        "rolled": s.rolled or None,
        "rounds": s.rounds,
    }


def show_own(s: Stalls, seat: int, shown: Mapping[str, Any]) -> dict[str, Any]:
    """What a seat sees otherwise: its own stall, while all choose face down. [STA-4.1]"""
    stalls = list(shown["stalls"])
    stalls[seat] = stall_name(s.stalls[seat])
    return {"stalls": stalls}


def stall_name(stall: int) -> str | None:
    return None if stall == NO_STALL else STALL_NAMES[stall]
