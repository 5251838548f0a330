"""Goals in Basari: which majorities of gems a seat has for the next scoring."""

from __future__ import annotations

from bedesten.bots.goals import Goal
from bedesten.games.basari.state import Basari
from bedesten.games.basari.words import COLOURS


def goals(before: Basari, after: Basari, seat: int) -> list[Goal]:
    """The colours in which a seat has taken the lead, the dearest first."""
    if after.scorings > before.scorings:
        return []
    worth = after.printed.majority
    gained = [n for n in range(len(COLOURS)) if _leads(after, seat, n) > _leads(before, seat, n)]
    gained.sort(key=lambda n: -worth[n])
    return [Goal("majority", 1, f"source.{COLOURS[n]}", int(worth[n])) for n in gained]


def _leads(s: Basari, seat: int, colour: int) -> bool:
    """Whether a seat alone has the most gems of a colour."""
    own = s.players[seat].gems[colour]
    others = (s.players[n].gems[colour] for n in range(s.seats) if n != seat)
    return bool(own > max(others, default=0))
