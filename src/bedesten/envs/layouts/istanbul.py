"""The layout of Istanbul's observations."""

from __future__ import annotations

from typing import Final

from bedesten.envs.fields import (
    BySeat,
    Count,
    Counts,
    Field,
    Flag,
    Flags,
    Group,
    Maybe,
    Numbers,
    OneOf,
    OneSeat,
    Slots,
    SparseCounts,
    Stack,
    Subset,
)
from bedesten.games.istanbul.board import PLACES
from bedesten.games.istanbul.events import DISCS, MARKETS, SOURCES
from bedesten.games.istanbul.state import DEMAND_TILES, Istanbul
from bedesten.games.istanbul.words import CARD_NAMES, GOOD_NAMES

VERSION: Final = 1
FIXED: Final = (
    "rubies_to_end",
    "demand_tiles",
    "prices",
    "post_office",
    "palace_track",
    "extension_price",
)


def most_assistants(s: Istanbul) -> int:
    """The own ones with the fifth, and in the variant all the neutral ones."""
    return int(s.printed.assistants + 1 + (s.seats if s.printed.neutral_assistants else 0))


def all_cards(s: Istanbul) -> int:
    return sum(s.printed.cards)


def fields(s: Istanbul) -> dict[str, Field]:
    seats = int(s.seats)
    places = range(1, PLACES + 1)
    each = Group(
        lira=Count("lira", 30),
        rubies=Count("rubies", 6),
        extensions=Count("extensions of the wheelbarrow", 3),
        tiles=Subset(GOOD_NAMES, "mosque tiles"),
        merchant=OneOf(places, "the place of the merchant"),
        family=OneOf(places, "the place of the family member"),
        stack=Stack(most_assistants(s), DISCS, "assistants with the merchant"),
        out=Subset(places, "places with an assistant"),
        goods=Counts(GOOD_NAMES, "goods", 5),
        room=Count("room for each kind of good", 5),
        reserve=Count("assistants in reserve", 1),
        cards=Count("bonus cards in hand", 5),
        known=Counts(CARD_NAMES, "cards in hand that all have seen", 2),
    )
    own = Group(hand=Counts(CARD_NAMES, "the own hand", 2))
    tiles = range(1, DEMAND_TILES + 1)
    return {
        "cells": Slots(PLACES, places, "the place on each cell, row by row", empty=0),
        "first": OneSeat(seats, "who started"),
        "players": BySeat(seats, each, own),
        "pile": Count("cards in the pile", 26),
        "discards": Stack(all_cards(s), CARD_NAMES, "the discard pile"),
        "in_play": OneOf(CARD_NAMES, "the card whose effect is under way"),
        "mosques": Group(
            **{
                name: Maybe(Count("goods that the top tile asks", 5), "whether a tile is left")
                for name in GOOD_NAMES
            }
        ),
        "demand": Group(
            **{name: Slots(DEMAND_TILES, tiles, "the stack from the top") for name in MARKETS}
        ),
        "governor": OneOf(places, "the place of the governor"),
        "smuggler": OneOf(places, "the place of the smuggler"),
        "neutral_merchants": Slots(
            len(s.printed.neutral_merchants), places, "the places of the neutral merchants"
        ),
        "neutral_assistants": SparseCounts(
            map(str, places), "neutral assistants lying at a place", 1
        ),
        "markers": Count("markers moved down at the post office", 4),
        "rubies": Counts(SOURCES, "rubies left", 10),
        "palace_price": Maybe(Count("goods for the next ruby", 10), "a ruby is left at the palace"),
        "dealer_price": Maybe(Count("lira for the next ruby", 24), "a ruby is left at the dealer"),
        "dice": Numbers(2, "the dice of the action under way, the lower first", 6),
        "called": Count("the number called", 12),
        "wanted": Counts(GOOD_NAMES, "goods that the market under way still buys", 3),
        "sold": Count("goods sold there", 5),
        "smuggled": OneOf(GOOD_NAMES, "the good that the smuggler brings"),
        "used": Flags(("yellow_tile", "governor", "smuggler"), "used up in this turn"),
        "last_round": Flag("whether it is the last round"),
    }
