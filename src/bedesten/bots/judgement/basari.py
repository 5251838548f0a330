"""What a position of Basari is worth: points, gems, majorities, and an offer under way."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.games.basari.scoring import most_of
from bedesten.games.basari.state import NO_TILE, Basari
from bedesten.games.basari.words import DIE, POINTS
from bedesten.kernel.words import bit, size

GEM = (1.6, 1.3, 1.1, 0.9)
DIE_ACTION = 3.5
LAP = 10.0


def worth(s: Basari, seat: int, /) -> float:
    p = s.players[seat]
    value = int(p.score) + _gems(p.gems)
    for colour in range(4):
        leaders = most_of(s, colour)
        if leaders & bit(seat):
            value += 0.4 * int(s.parts.majority[colour]) / int(size(leaders))
    value += 0.5 * LAP * min(1.0, int(p.walked) / int(s.parts.archways))
    if s.haggled != NO_TILE and s.bidder == seat:
        value += _action(s, seat) - _gems(s.offer)
    return value


def _gems(gems: vec[i64]) -> float:
    return sum(GEM[colour] * int(gems[colour]) for colour in range(4))


def _action(s: Basari, seat: int) -> float:
    """What the action that is haggled for would bring."""
    archway = int(s.players[seat].archway)
    if s.haggled == DIE:
        return DIE_ACTION
    if s.haggled == POINTS:
        return float(int(s.parts.points[archway]))
    return _gems(s.parts.gems[4 * archway : 4 * archway + 4])
