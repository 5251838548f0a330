"""The layout of Basari's observations."""

from __future__ import annotations

from typing import Final

from bedesten.envs.fields import (
    BySeat,
    Count,
    Counts,
    Field,
    Group,
    Maybe,
    OneOf,
    OneSeat,
    SomeSeats,
)
from bedesten.games.basari.events import ACTIONS
from bedesten.games.basari.state import Basari
from bedesten.games.basari.words import COLOURS

VERSION: Final = 2
FIXED: Final = ("laps", "ring", "majority", "track", "die_points", "lap_points")


def fields(s: Basari) -> dict[str, Field]:
    seats = int(s.seats)
    archways = int(s.printed.archways)
    each = Group(
        archway=OneOf(range(1, archways + 1), "where the pawn stands"),
        start=OneOf(range(1, archways + 1), "where the start tile lies"),
        to_go=Count("fields to the start tile", archways),
        score=Count("points", 100),
        marker=Group(
            shown=Maybe(Count("the number it stands on", 85), "the marker is off the arrow"),
            times_round=Count("rounds of the track", 1),
        ),
        gems=Counts(COLOURS, "gems held", 10),
        tile=OneOf(ACTIONS, "the tile laid, as far as it may be seen"),
    )
    return {
        "players": BySeat(seats, each),
        "bank": Counts(COLOURS, "gems in the bank", 25),
        "scorings": Count("scorings so far", 3),
        "haggle": Maybe(
            Group(
                action=OneOf(ACTIONS, "what is haggled for"),
                seats=SomeSeats(seats, "the two that haggle"),
                bidder=OneSeat(seats, "whose offer stands"),
                offer=Counts(COLOURS, "the offer that stands", 5),
                draft=Counts(COLOURS, "the offer being put together", 5),
            ),
            "whether a haggle is under way",
        ),
    }
