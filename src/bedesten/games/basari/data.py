"""The data file of Basari, checked."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from bedesten.games.basari.state import BasariPrinted
from bedesten.games.basari.words import COLOURS, LONGEST_RING
from bedesten.kernel.game import DataTable
from bedesten.kernel.rows import row

SHORTEST_RING = 13  # two dice move a pawn 12 fields a round: nobody comes round twice [BAS-5.1]

Gems: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Archway: TypeAlias = Annotated[list[Gems], Meta(min_length=5, max_length=5)]


class MajorityData(DataTable, frozen=True):
    red: Points
    yellow: Points
    green: Points
    blue: Points


class RingData(DataTable, frozen=True):
    archways: Annotated[list[Archway], Meta(min_length=SHORTEST_RING, max_length=LONGEST_RING)]


class BasariData(DataTable, frozen=True):
    """The components, as `data.toml` names them."""

    gems_per_colour: Annotated[int, Meta(ge=1, le=99)]
    starting_gems: Gems
    lap_points: Points
    die_points: Annotated[int, Meta(ge=6, le=99)]
    track: Annotated[int, Meta(ge=1, le=999)]
    return_alone: Gems
    return_tied: Gems
    majority: MajorityData
    ring: RingData


def printed_of(data: BasariData, seats: int) -> BasariPrinted:
    """The components as the rules read them."""
    dealt = data.starting_gems * seats
    if dealt > data.gems_per_colour:
        raise ValueError(
            f"data of basari: {seats} players take {dealt} gems of a colour at the start, "
            f"and there are {data.gems_per_colour}"
        )
    ring = data.ring.archways
    return BasariPrinted(
        points=row([archway[0] for archway in ring]),
        gems=row([n for archway in ring for n in archway[1:]]),
        gems_per_colour=data.gems_per_colour,
        starting_gems=data.starting_gems,
        die_points=data.die_points,
        lap_points=data.lap_points,
        majority=row([getattr(data.majority, colour) for colour in COLOURS]),
        return_alone=data.return_alone,
        return_tied=data.return_tied,
        track=data.track,
    )
