"""Gestures that a player would rather make at one go."""

from __future__ import annotations

from bedesten.games.istanbul.state import Istanbul
from bedesten.games.istanbul.words import DONE, GOOD, PLACE


def gestures(s: Istanbul, seat: int, step: str) -> dict[str, list[int]]:
    """`all`: sell everything that is wanted, or call every assistant back. [IST-5.5, IST-5.8]"""
    words: list[int] = []
    if step == "sell":
        p = s.players[seat]
        room = len(s.printed.prices) // 2 - 1 - s.sold
        wanted = [GOOD + g for g in range(4) for _ in range(min(p.goods[g], s.wanted[g]))]
        words = wanted[:room] if len(wanted) >= room else [*wanted, DONE]
    elif step == "bring_back":
        words = [word for word in s.legal(seat) if PLACE <= word < GOOD] + [DONE]
    return {"all": words} if len(words) > 1 else {}
