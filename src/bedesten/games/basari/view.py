"""What one seat may know of a game of Basari."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.games.basari.events import ACTIONS
from bedesten.games.basari.state import NO_TILE, NOWHERE, Basari, BasariPlayer, laid
from bedesten.games.basari.words import COLOURS
from bedesten.kernel.state import NOBODY
from bedesten.kernel.words import spell


def show_fixed(s: Basari) -> dict[str, Any]:
    """What is printed on the components."""
    printed = s.printed
    return {
        "ring": [
            {
                "points": printed.points[n],
                "gems": dict(zip(COLOURS, list(printed.gems)[4 * n : 4 * n + 4], strict=True)),
            }
            for n in range(printed.archways)
        ],
        "majority": gems_shown(printed.majority),
        "track": printed.track,
        "die_points": printed.die_points,
        "lap_points": printed.lap_points,
    }


def show_open(s: Basari) -> dict[str, Any]:
    """Describe the table as everybody sees it; fields are named one by one. [BAS-8.1]"""
    return {
        "players": [player_shown(s, n) for n in range(s.seats)],
        "bank": gems_shown(s.bank),
        "scorings": s.scorings,
        "laps": s.laps,
        "haggle": haggle_shown(s),
    }


def show_own(s: Basari, seat: int, shown: Mapping[str, Any]) -> dict[str, Any]:
    """What a seat sees besides: its own tile, before all are turned over. [BAS-8.1]"""
    players = list(shown["players"])
    players[seat] = players[seat] | {"tile": tile_shown(s.players[seat])}
    return {"players": players}


def player_shown(s: Basari, n: int) -> dict[str, Any]:
    p = s.players[n]
    shown, times = on_track(p.score, s.printed.track)
    return {
        "archway": None if p.archway == NOWHERE else p.archway + 1,
        "start": start_tile(s, p),
        "to_go": max(0, s.printed.archways - p.walked),
        "score": p.score,
        "marker": {"shown": shown, "times_round": times},
        "gems": gems_shown(p.gems),
        "tile": None if s.waiting != 0 else tile_shown(p),
    }


def tile_shown(p: BasariPlayer) -> str | None:
    return None if p.tile == NO_TILE else ACTIONS[p.tile]


def gems_shown(gems: vec[i64]) -> dict[str, int]:
    return dict(zip(COLOURS, list(gems), strict=True))


def start_tile(s: Basari, p: BasariPlayer) -> int | None:
    """The archway under the start tile, worked out from the fields walked since."""
    if p.archway == NOWHERE:
        return None
    return int((p.archway - p.walked) % s.printed.archways + 1)


def on_track(score: int, track: int) -> tuple[int | None, int]:
    """The number the marker stands on, None for the arrow, and the times round. [BAS-1.5]"""
    if score == 0:
        return None, 0
    return (score - 1) % track + 1, (score - 1) // track


def haggle_shown(s: Basari) -> dict[str, Any] | None:
    """The haggle under way: offers lie open, also the one being put together. [BAS-8.1]"""
    if s.haggled == NO_TILE:
        return None
    return {
        "action": ACTIONS[s.haggled],
        "seats": spell(laid(s, s.haggled)),
        "bidder": None if s.bidder == NOBODY else s.bidder,
        "offer": gems_shown(s.offer),
        "draft": gems_shown(s.draft),
    }
