"""The components of Basari in words, for its sentences."""

from __future__ import annotations

from typing import Any, Final

from bedesten.games.basari.data import BasariData
from bedesten.games.basari.words import COLOURS
from bedesten.kernel.component_list import Shape
from bedesten.kernel.components import Phrases

SHAPES: Final = {
    "ring.archways": Shape(columns=("column.points", *(f"gems.{colour}" for colour in COLOURS))),
}
_LEAST_PLAYERS, _MOST_PLAYERS = 3, 4


def described(data: BasariData, say: Phrases) -> dict[str, Any]:
    """Descriptions by name."""
    ring = data.ring.archways
    points = [archway[0] for archway in ring]
    gems = [sum(archway[1:]) for archway in ring]
    worth = [getattr(data.majority, colour) for colour in COLOURS]
    alone, tied = data.return_alone, data.return_tied
    return {
        "gems": len(COLOURS) * data.gems_per_colour,
        "bank": [
            data.gems_per_colour - seats * data.starting_gems
            for seats in range(_LEAST_PLAYERS, _MOST_PLAYERS + 1)
        ],
        "archways": len(ring),
        "archway.points": [min(points), max(points)],
        "archway.gems": [min(gems), max(gems)],
        "track.beyond": data.track + 1,
        "majority.all": sorted(worth),
        # [BAS-3.9]
        **{f"example.die.{pips}": _scored(data.die_points - pips, say) for pips in (2, 5, 6)},
        # [BAS-5.6]
        "example.green.points": data.majority.green // 2,
        "example.red.points": data.majority.red // 4,
        "example.blue.returned": min(alone, 2),
        "example.green.returned": min(tied, 8),
        "example.yellow.returned": min(alone, 7),
        "example.red.returned": min(tied, 2),
    }


def _scored(points: int, say: Phrases) -> str:
    return say.counted("points", points) if points else say("points.none")
