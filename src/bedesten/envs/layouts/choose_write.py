"""The layout of Choose & Write's observations."""

from __future__ import annotations

from typing import Final

from bedesten.envs.fields import (
    BySeat,
    Count,
    Counts,
    Field,
    Flag,
    Group,
    Maybe,
    OneOf,
    OneSeat,
    Piles,
    Slots,
    SparseCounts,
    Subset,
)
from bedesten.games.choose_write.events import LETTERS
from bedesten.games.choose_write.place_cards import CARD_KINDS, FOUNTAIN_CARD, RIGHT_MARK
from bedesten.games.choose_write.sheet import SYMBOL_PLACES, TICK_NAMES
from bedesten.games.choose_write.state import (
    CARAVAN_CARDS,
    GUILD_CARDS,
    RUBY_CARDS,
    ChooseWrite,
    is_solo,
)
from bedesten.games.choose_write.view import card_name
from bedesten.games.choose_write.words import GOOD_NAMES, PAIR_NAMES, PLACE_NAMES

VERSION: Final = 2
FIXED: Final = (
    "rows",
    "bonus_rows",
    "boxes",
    "bonus_fields",
    "symbols",
    "income",
    "tick_boxes",
    "guild_prices",
    "rubies_to_end",
    "places",
    "made",
    "opens",
)


def sheet() -> dict[str, Field]:
    return {
        "goods": Counts(GOOD_NAMES, "goods marked and not crossed", 13),
        "filled": Counts(GOOD_NAMES, "goods marked or crossed", 13),
        "lira": Count("lira marked and not crossed", 40),
        "lira_filled": Count("lira marked or crossed", 40),
        "bonus": Count("bonus actions marked and not crossed", 7),
        "bonus_filled": Count("bonus actions marked or crossed", 7),
        "symbols": Counts(PLACE_NAMES[:SYMBOL_PLACES], "action symbols not crossed, by place", 2),
        "ticks": Counts(TICK_NAMES, "improvements, by place", 2),
        "rubies": Count("rubies", 10),
        "palace_rubies": Counts(LETTERS, "of them from the palaces", 5),
        "boxes": Count("of them for lira boxes", 2),
        "rows": Count("of them for rows of goods", 3),
        "guild_played": Count("guild cards played", 5),
        "cards_used": Count("goods cards used", 5),
    }


def fields(s: ChooseWrite) -> dict[str, Field]:
    seats = int(s.seats)
    kinds = FOUNTAIN_CARD if is_solo(s) else RIGHT_MARK
    cards = [card_name(s, card) for card in range(kinds)]
    fountains = [card_name(s, card) for card in range(FOUNTAIN_CARD, CARD_KINDS)]
    guild = range(1, GUILD_CARDS + 1)
    each = Group(
        **sheet(),
        fields_left_without_cards=Count("what breaks ties, goods cards apart", 30),
        place_card=OneOf(cards, "the place card in hand, as far as it may be seen"),
        place_cards=Count("place cards in hand", 1),
        seen=Flag("whether all have seen it"),
        guild_cards=Count("guild cards in hand", 5),
        guild_cards_drawn=Count("guild cards of which one is to be kept", 2),
        goods_cards=Count("goods cards in hand", 5),
    )
    own = Group(
        guild=Subset(guild, "the own guild cards"),
        drawn=Subset(guild, "those of which one is to be kept"),
        goods_hand=SparseCounts(PAIR_NAMES, "the own goods cards", 2),
    )
    return {
        "first": OneSeat(seats, "who started"),
        "active": OneSeat(seats, "whose turn it is"),
        "players": BySeat(seats, each, own),
        "draft": Maybe(Group(**sheet()), "the own sheet as it will be, once chosen together"),
        "pile": Count("place cards in the pile", 40),
        "discards": SparseCounts(map(str, (*cards, *fountains)), "place cards discarded", 2),
        "display": Slots(2, cards, "the place cards on display, left and right"),
        "goods_pile": Count("goods cards in the pile", 16),
        "goods_discards": SparseCounts(PAIR_NAMES, "goods cards discarded", 2),
        "guild_pile": Count("guild cards in the pile", 16),
        "guild_discards": Subset(guild, "guild cards discarded"),
        "guild_in_play": OneOf(guild, "the guild card under way"),
        "ruby_pile": Count("ruby cards in the pile", 20),
        "palaces": Piles(LETTERS, RUBY_CARDS, "where each ruby card lies"),
        "prices": Group(
            **{letter: Counts(GOOD_NAMES, "goods for a ruby there", 4) for letter in LETTERS}
        ),
        "caravan": Slots(
            CARAVAN_CARDS, range(1, CARAVAN_CARDS + 1), "the cycle from the open card on"
        ),
        "card": OneOf(cards, "the place card in use"),
        "from_hand": Flag("whether it was played from the hand"),
        "taken": Subset(LETTERS, "palaces where the seat in turn has taken a ruby"),
        "caravan_used": Flag("whether the caravan has been used this turn"),
        "last_round": Flag("whether it is the last round"),
    }
