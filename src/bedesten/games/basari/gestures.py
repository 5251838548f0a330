"""Gestures that a player would rather make at one go."""

from __future__ import annotations

from itertools import product

from bedesten.games.basari.state import Basari
from bedesten.games.basari.words import DONE, GEM

OFFERS = ("open_offer", "answer_offer")


def gestures(s: Basari, seat: int, step: str) -> dict[str, list[int]]:
    """`least`: the lowest offer that beats the standing one. [BAS-4.4]"""
    if step not in OFFERS:
        return {}
    standing = tuple(s.offer)
    gems = s.players[seat].gems
    most = sum(standing) + 1  # one gem more beats any offer
    raises = [
        (sum(offer), offer)
        for offer in product(*(range(min(most, gems[colour]) + 1) for colour in range(4)))
        if (sum(standing), standing) < (sum(offer), offer) <= (most, (most, 0, 0, 0))
    ]
    if not raises:
        return {}
    _, least = min(raises)
    return {"least": [GEM + colour for colour in range(4) for _ in range(least[colour])] + [DONE]}
