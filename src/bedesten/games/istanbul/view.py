"""What one seat may know of a game of Istanbul. [IST-11.1]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.games.istanbul.discs import disc_at
from bedesten.games.istanbul.events import DISCS, MARKETS, SOURCES
from bedesten.games.istanbul.state import (
    AT_DEALER,
    AT_PALACE,
    BLUE,
    DEMAND_TILES,
    MET_GOVERNOR,
    MET_SMUGGLER,
    NO_CARD,
    NO_GOOD,
    UNSEEN,
    USED_YELLOW_TILE,
    Istanbul,
    IstanbulPlayer,
    dealer_price,
    palace_price,
)
from bedesten.games.istanbul.words import CARD_NAMES, GOOD_NAMES, PLACE
from bedesten.kernel.state import NOBODY
from bedesten.kernel.words import bit, spell


def show_fixed(s: Istanbul) -> dict[str, Any]:
    """What is printed on the components."""
    printed = s.printed
    return {
        "rubies_to_end": printed.rubies_to_end,
        "demand_tiles": {
            name: [
                goods_shown(printed.demand[4 * tile : 4 * tile + 4])
                for tile in range(DEMAND_TILES * market, DEMAND_TILES * (market + 1))
            ]
            for market, name in enumerate(MARKETS)
        },
        "prices": {
            name: list(printed.prices)[6 * market + 1 : 6 * market + 6]
            for market, name in enumerate(MARKETS)
        },
        "post_office": [list(printed.post)[n : n + 5] for n in range(0, len(printed.post), 5)],
        "palace_track": [(*GOOD_NAMES, "any")[good] for good in printed.track],
        "extension_price": printed.extension_price,
    }


def show_open(s: Istanbul) -> dict[str, Any]:
    """Describe the table as everybody sees it; fields are named one by one."""
    return open_table(s) | {
        "players": [player_shown(s.players[n]) for n in range(s.seats)],
        "pile": sum(s.pile),
        "palace_price": palace_price(s) if s.rubies[AT_PALACE] > 0 else None,
        "dealer_price": dealer_price(s) if s.rubies[AT_DEALER] > 0 else None,
    }


def show_own(s: Istanbul, seat: int, shown: Mapping[str, Any]) -> dict[str, Any]:
    """What a seat sees besides: its hand."""
    players = list(shown["players"])
    players[seat] = players[seat] | {"hand": cards_shown(s.players[seat].hand)}
    return {"players": players}


def open_table(s: Istanbul) -> dict[str, Any]:
    """What lies open on the table, players' pieces apart; also part of a position."""
    return {
        "cells": list(s.cells),
        "first": None if s.first == NOBODY else s.first,
        "discards": [CARD_NAMES[card] for card in s.discards],
        "in_play": None if s.in_play == NO_CARD else CARD_NAMES[s.in_play],
        "mosques": mosques_shown(s),
        "demand": {name: demand_shown(s, market) for market, name in enumerate(MARKETS)},
        "governor": s.governor or None,
        "smuggler": s.smuggler or None,
        "neutral_merchants": list(s.neutral_merchants),
        "neutral_assistants": neutrals_shown(s),
        "markers": s.markers,
        "rubies": dict(zip(SOURCES, list(s.rubies), strict=True)),
        "dice": [s.low, s.high],
        "called": s.called,
        "wanted": goods_shown(s.wanted),
        "sold": s.sold,
        "smuggled": None if s.smuggled == NO_GOOD else GOOD_NAMES[s.smuggled],
        "used": used_shown(s),
        "last_round": s.last_round,
    }


def player_shown(p: IstanbulPlayer) -> dict[str, Any]:
    """What everybody sees of a player."""
    return pieces_shown(p) | {
        "room": p.room,
        "reserve": 0 if p.has_tile(BLUE) else 1,
        "cards": sum(p.hand),
        "known": cards_shown(p.known),
    }


def pieces_shown(p: IstanbulPlayer) -> dict[str, Any]:
    """What lies open of a seat's pieces."""
    return {
        "lira": p.lira,
        "rubies": p.rubies,
        "extensions": p.extensions,
        "tiles": [GOOD_NAMES[colour] for colour in range(4) if p.has_tile(colour)],
        "merchant": p.merchant,
        "family": p.family,
        "stack": [DISCS[disc_at(p.neutral, n)] for n in range(p.stack - 1, -1, -1)],
        "out": [word - PLACE + 1 for word in spell(p.out)],
        "goods": goods_shown(p.goods),
    }


def goods_shown(goods: vec[i64]) -> dict[str, int]:
    return dict(zip(GOOD_NAMES, list(goods), strict=True))


def cards_shown(cards: vec[i64]) -> dict[str, int]:
    return dict(zip(CARD_NAMES, list(cards), strict=True))


def mosques_shown(s: Istanbul) -> dict[str, int | None]:
    tiles = list(s.printed.mosque_tiles)
    return {
        name: tiles[s.mosques[colour]] if s.mosques[colour] < len(tiles) else None
        for colour, name in enumerate(GOOD_NAMES)
    }


def demand_shown(s: Istanbul, market: int) -> list[int | None]:
    """A stack from the top down; tiles that have not been on top yet are unknown. [IST-2.5]"""
    first = DEMAND_TILES * market
    stack = [
        s.demand[first + (s.demand_top[market] + n) % DEMAND_TILES] for n in range(DEMAND_TILES)
    ]
    return [None if tile == UNSEEN else tile - first + 1 for tile in stack]


def neutrals_shown(s: Istanbul) -> dict[str, int]:
    return {str(place): n for place, n in enumerate(s.neutral_assistants) if n > 0}


def used_shown(s: Istanbul) -> dict[str, bool]:
    return {
        "yellow_tile": bool(s.used & USED_YELLOW_TILE),
        "governor": bool(s.used & MET_GOVERNOR),
        "smuggler": bool(s.used & MET_SMUGGLER),
    }


def used_of(yellow_tile: bool, governor: bool, smuggler: bool) -> int:
    """What has been used this turn, as bits: the reverse of `used_shown`."""
    return USED_YELLOW_TILE * yellow_tile | MET_GOVERNOR * governor | MET_SMUGGLER * smuggler


def tiles_of(names: list[str]) -> int:
    """Mosque tiles by name, as bits."""
    tiles = 0
    for name in names:
        tiles |= bit(GOOD_NAMES.index(name))
    return tiles
