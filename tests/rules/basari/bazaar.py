"""Basari tables laid for a test, and whole gestures made at them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any, TypeAlias

from bedesten import Event, IllegalChoice
from table import Table

Gems: TypeAlias = tuple[int, int, int, int]
"""Red, yellow, green, blue."""

COLOURS = ("red", "yellow", "green", "blue")
TILES = ("die", "points", "gems")
NO_GEMS: Gems = (0, 0, 0, 0)
DEALT: Gems = (3, 3, 3, 3)

RING: tuple[tuple[int, Gems], ...] = (
    (7, (0, 0, 2, 0)),
    (6, (0, 1, 0, 2)),
    (4, (2, 0, 0, 2)),
    (6, (0, 1, 2, 0)),
    (5, (2, 1, 0, 0)),
    (7, (0, 1, 0, 1)),
    (4, (1, 1, 2, 0)),
    (5, (1, 1, 0, 1)),
    (6, (0, 0, 2, 1)),
    (4, (2, 1, 0, 1)),
    (7, (0, 1, 1, 0)),
    (4, (1, 2, 0, 1)),
    (5, (1, 0, 2, 0)),
    (7, (1, 0, 0, 1)),
    (6, (0, 0, 1, 2)),
    (7, (2, 0, 0, 0)),
    (5, (0, 2, 1, 0)),
    (4, (0, 1, 2, 1)),
    (6, (1, 0, 0, 2)),
    (5, (2, 0, 1, 0)),
    (6, (0, 2, 0, 1)),
    (7, (1, 1, 0, 0)),
    (4, (0, 1, 3, 0)),
    (7, (0, 0, 0, 2)),
    (4, (1, 1, 1, 1)),
    (5, (2, 0, 0, 1)),
    (6, (0, 1, 1, 1)),
    (5, (1, 2, 0, 0)),
)
"""The archways of BAS-1.4 clockwise: points and gems."""

ARCHWAYS = (5, 23, 16, 2)
"""Where the pawns stand unless told otherwise: 5, 4, 7 and 6 points."""


def phase_1(
    seats: int = 3,
    *,
    scores: Sequence[int] = (),
    gems: Sequence[Gems] = (),
    archways: Sequence[int] = ARCHWAYS,
    walked: Sequence[int] = (),
    scorings: int = 0,
    **options: Any,
) -> Table:
    """A table at which all are about to roll; who is not spoken of stands as after the set-up."""
    table = Table("basari", seats=seats, start="random", **options)
    table.say(*[f"archway:{n + 1}" for n in range(seats)])
    lay(table, scores, gems, archways, walked, scorings)
    return table


def phase_2(
    seats: int = 3,
    *,
    scores: Sequence[int] = (),
    gems: Sequence[Gems] = (),
    archways: Sequence[int] = ARCHWAYS,
    walked: Sequence[int] = (),
    scorings: int = 0,
    **options: Any,
) -> Table:
    """A table at which all have rolled and nobody has chosen a tile."""
    table = phase_1(seats, **options)
    table.say(*["pips:1"] * seats)
    lay(table, scores, gems, archways, walked, scorings)
    return table


def haggle(
    action: str = "points",
    *,
    scores: Sequence[int] = (10, 0, 0),
    gems: Sequence[Gems] = (),
    archways: Sequence[int] = ARCHWAYS,
    **options: Any,
) -> Table:
    """A table of three at which seats 0 and 1 haggle, and 0 opens unless the scores say no."""
    table = phase_2(scores=scores, gems=gems, archways=archways, **options)
    choose(table, action, action, "points" if action == "gems" else "gems")
    return table


def lay(
    table: Table,
    scores: Sequence[int],
    gems: Sequence[Gems],
    archways: Sequence[int],
    walked: Sequence[int],
    scorings: int,
) -> None:
    def change(position: dict[str, Any]) -> None:
        pieces = position["pieces"]
        for seat, player in enumerate(pieces["players"]):
            player["archway"] = archways[seat]
            player["walked"] = walked[seat] if seat < len(walked) else 4
            player["score"] = scores[seat] if seat < len(scores) else 0
            player["gems"] = by_colour(gems[seat] if seat < len(gems) else DEALT)
        for colour in COLOURS:
            dealt = sum(player["gems"][colour] for player in pieces["players"])
            pieces["bank"][colour] = 25 - dealt
        pieces["scorings"] = scorings
        position["turn"] = 2

    table.arrange(change)


def by_colour(gems: Gems) -> dict[str, int]:
    return dict(zip(COLOURS, gems, strict=True))


def choose(table: Table, *tiles: str) -> None:
    """Every seat lays its tile, in the order of the seats."""
    for seat, tile in enumerate(tiles):
        table.play(seat, tile)


def lapse(table: Table) -> None:
    """All choose the same tile, so that nothing happens in phase 2."""
    choose(table, *["points"] * table.match.seats)


def spelt(gems: Gems) -> list[str]:
    """The words of an offer."""
    words = [f"gem:{colour}" for colour, n in zip(COLOURS, gems, strict=True) for _ in range(n)]
    return [*words, "done"]


def offer(table: Table, seat: int, gems: Gems) -> None:
    told = table.play(seat, *spelt(gems))
    assert offered(told) == gems


def may_offer(table: Table, seat: int, gems: Gems) -> bool:
    """Whether the words of an offer are taken as this offer.

    Gems without which there is no raise are named by the engine itself, so
    that too short an offer may be taken as a longer one.
    """
    try:
        told = table.match.fork().play(seat, *spelt(gems))
    except IllegalChoice:
        return False
    return offered(told) == gems


def offered(told: Sequence[Event]) -> Gems | None:
    """The offer that was made in a gesture, if one was."""
    made = [counted(event.values["gems"]) for event in told if event.name == "offered"]
    return made[0] if made else None


def offers(table: Table, seat: int, most: int) -> set[Gems]:
    """Every offer of up to so many gems a colour that the seat may make now."""
    return {
        (red, yellow, green, blue)
        for red, yellow, green, blue in product(range(most + 1), repeat=4)
        if may_offer(table, seat, (red, yellow, green, blue))
    }


def player(table: Table, seat: int) -> dict[str, Any]:
    found: dict[str, Any] = table.view["players"][seat]
    return found


def held(table: Table, seat: int) -> Gems:
    return counted(player(table, seat)["gems"])


def bank(table: Table) -> Gems:
    return counted(table.view["bank"])


def counted(gems: dict[str, int]) -> Gems:
    red, yellow, green, blue = (gems[colour] for colour in COLOURS)
    return red, yellow, green, blue


def plus(one: Gems, other: Gems) -> Gems:
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3])


def minus(one: Gems, other: Gems) -> Gems:
    return (one[0] - other[0], one[1] - other[1], one[2] - other[2], one[3] - other[3])
