"""What one seat may know of a game of Choose & Write. [CW-9.1]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bedesten.games.choose_write import steps
from bedesten.games.choose_write.events import LETTERS
from bedesten.games.choose_write.goods_cards import PAIRS, Cards, copies, number
from bedesten.games.choose_write.ledger import DREW_GOODS_UNSEEN, DREW_GUILD_UNSEEN, forget_parts
from bedesten.games.choose_write.place_cards import (
    CARD_KINDS,
    FOUNTAIN_CARD,
    NO_CARD,
    RIGHT_MARK,
    place_of,
)
from bedesten.games.choose_write.plan_entries import planned_detail, planned_part, planned_word
from bedesten.games.choose_write.planning import PARTS, carry_out, has_begun, sheet_of
from bedesten.games.choose_write.ruby_cards import letter_of, ruby_card_of
from bedesten.games.choose_write.sheet import MAKERS, PLACES, SYMBOL_PLACES, TICK_NAMES, opened
from bedesten.games.choose_write.state import (
    CARAVAN_CARDS,
    GOOD_KINDS,
    LIRA_MADE,
    UNSEEN,
    ChooseWrite,
    ChooseWritePlayer,
    is_solo,
)
from bedesten.games.choose_write.symbols import symbols_at
from bedesten.games.choose_write.tally import Tally, counts, total
from bedesten.games.choose_write.words import (
    FOUNTAIN_NAMES,
    GOOD_NAMES,
    PAIR_NAMES,
    PLACE_NAMES,
)
from bedesten.kernel.agenda import step_of
from bedesten.kernel.state import NOBODY, Told
from bedesten.kernel.words import spell

DRAWS: Final = {steps.DRAW_GOODS_CARD: DREW_GOODS_UNSEEN, steps.DRAW_GUILD_CARD: DREW_GUILD_UNSEEN}


def show_fixed(s: ChooseWrite) -> dict[str, Any]:
    """What is printed on the components."""
    printed = s.printed
    return {
        "rows": printed.rows,
        "bonus_rows": list(printed.bonus_rows),
        "boxes": list(printed.boxes),
        "bonus_fields": printed.bonus_fields,
        "symbols": symbols_shown(printed.symbols),
        "income": dict(zip(TICK_NAMES, list(printed.income), strict=True)),
        "tick_boxes": ticks_shown(printed.tick_boxes),
        "guild_prices": list(printed.guild_prices),
        "rubies_to_end": printed.rubies_to_end,
        "places": {
            "dealer_price": printed.dealer_price,
            "market_goods": printed.market_goods,
            "market_lira": printed.market_lira,
            "post_lira": printed.post_lira,
            "roaster_goods": printed.roaster_goods,
            "stall_lira": printed.stall_lira,
            "wainwright_ticks": printed.wainwright_ticks,
        },
        "made": {name: made_shown(printed.made[n]) for n, name in enumerate(TICK_NAMES)},
        "opens": {name: places_opened(n) for n, name in enumerate(PLACE_NAMES[:PLACES])},
    }


def show_open(s: ChooseWrite) -> dict[str, Any]:
    """Describe the table as everybody sees it; fields are named one by one."""
    return {
        "first": None if s.first == NOBODY else s.first,
        "active": None if s.active == NOBODY else s.active,
        "players": [player_shown(s, n) for n in range(s.seats)],
        "draft": None,
        "pile": len(spell(s.pile)),
        "discards": cards_shown(s, s.discards),
        "display": [card_name(s, card) for card in s.display],
        "goods_pile": number(s.goods_pile),
        "goods_discards": pairs_shown(s.goods_discards),
        "guild_pile": len(spell(s.guild_pile)),
        "guild_discards": numbers_shown(s.guild_discards),
        "guild_in_play": None if s.guild_in_play == NO_CARD else s.guild_in_play + 1,
        "ruby_pile": len(spell(s.ruby_pile)),
        "palaces": palaces_shown(s),
        "prices": {letter: goods_shown(s.prices[n]) for n, letter in enumerate(LETTERS)},
        "caravan": caravan_shown(s),
        "card": card_name(s, s.card),
        "from_hand": s.from_hand,
        "taken": [LETTERS[n] for n in spell(s.taken)],
        "caravan_used": s.caravan_used,
        "last_round": s.last_round,
    }


def show_own(s: ChooseWrite, seat: int, shown: Mapping[str, Any]) -> dict[str, Any]:
    """What a seat sees besides: its cards, and its sheet as it has planned it."""
    p = s.players[seat]
    players = list(shown["players"])
    players[seat] = players[seat] | {
        "place_card": card_name(s, p.place),
        "guild": numbers_shown(p.guild),
        "drawn": numbers_shown(p.drawn),
        "goods_hand": pairs_shown(p.goods_cards),
    }
    return {"players": players, "draft": draft_shown(s, seat)}


def draft_shown(s: ChooseWrite, seat: int) -> dict[str, Any] | None:
    """The seat's own sheet as it will be, once it has begun to choose together with others."""
    if not has_begun(s, seat):
        return None
    return sheet_shown(sheet_of(s, seat))


def planned(s: ChooseWrite, seat: int) -> list[Told]:
    """What a seat will write on its own sheet, and draw, by what it has settled so far. [CW-4.5]"""
    if not has_begun(s, seat):
        return []
    world = s.copy()
    heard: list[Told] = []
    world.waiting = 0
    world.events = heard
    p = world.players[seat]
    plan = [p.plan[n] for n in range(p.planned)]
    forget_parts(p)
    carry_out(world, seat)  # the place and what is crossed there; then part by part
    for entry in plan:
        mark = world.depth
        part = PARTS[planned_part(entry)]
        part.effect(world, p, planned_detail(entry), planned_word(entry))
        for n in range(mark, world.depth):
            kind = DRAWS.get(step_of(world.agenda[n]))
            if kind is not None:
                world.tell(kind, seat)
    return heard


def player_shown(s: ChooseWrite, n: int) -> dict[str, Any]:
    """What everybody sees of a player."""
    p = s.players[n]
    return sheet_shown(p) | {
        "fields_left_without_cards": total(p.goods) + p.lira + p.bonus,
        "place_card": card_name(s, p.place) if p.seen else None,
        "place_cards": int(p.place != NO_CARD),
        "seen": p.seen,
        "guild_cards": len(spell(p.guild)),
        "guild_cards_drawn": len(spell(p.drawn)),
        "goods_cards": number(p.goods_cards),
    }


def sheet_shown(p: ChooseWritePlayer) -> dict[str, Any]:
    """What lies open of a seat's pieces: the sheet."""
    return {
        "goods": goods_shown(p.goods),
        "filled": goods_shown(p.filled),
        "lira": p.lira,
        "lira_filled": p.lira_filled,
        "bonus": p.bonus,
        "bonus_filled": p.bonus_filled,
        "symbols": symbols_shown(p.symbols),
        "ticks": ticks_shown(p.ticks),
        "rubies": p.rubies,
        "palace_rubies": dict(zip(LETTERS, counts(p.palace_rubies, 4), strict=True)),
        "boxes": p.boxes,
        "rows": p.rows,
        "guild_played": p.guild_played,
        "cards_used": p.cards_used,
    }


def goods_shown(goods: Tally) -> dict[str, int]:
    return dict(zip(GOOD_NAMES, counts(goods, GOOD_KINDS), strict=True))


def ticks_shown(ticks: Tally) -> dict[str, int]:
    return dict(zip(TICK_NAMES, counts(ticks, MAKERS), strict=True))


def made_shown(made: int) -> str:
    return "lira" if made == LIRA_MADE else GOOD_NAMES[made]


def places_opened(place: int) -> list[str]:
    """The places that a place card opens, its own first."""
    places = spell(opened(place))
    return [PLACE_NAMES[n] for n in sorted(places, key=lambda n: n != place)]


def symbols_shown(symbols: int) -> dict[str, int]:
    return {PLACE_NAMES[place]: symbols_at(symbols, place) for place in range(SYMBOL_PLACES)}


def pairs_shown(cards: Cards) -> dict[str, int]:
    return {PAIR_NAMES[n]: copies(cards, n) for n in range(PAIRS) if copies(cards, n) > 0}


def numbers_shown(cards: int) -> list[int]:
    return [n + 1 for n in spell(cards)]


def card_name(s: ChooseWrite, card: int) -> str | None:
    """A place card by its place, solo with its mark; a fountain by what it shows."""
    if card == NO_CARD:
        return None
    if card >= FOUNTAIN_CARD:
        return f"fountain:{FOUNTAIN_NAMES[card - FOUNTAIN_CARD]}"
    name = PLACE_NAMES[place_of(card)]
    if not is_solo(s):
        return name
    return f"right:{name}" if card >= RIGHT_MARK else f"left:{name}"


def cards_shown(s: ChooseWrite, cards: int) -> dict[str, int]:
    counts = [s.printed.place_cards.count(cards, kind) for kind in range(CARD_KINDS)]
    return {str(card_name(s, kind)): n for kind, n in enumerate(counts) if n > 0}


def palaces_shown(s: ChooseWrite) -> dict[str, list[int]]:
    """The ruby cards of every letter, the open one first."""
    return {
        letter: [ruby_card_of(laid) + 1 for laid in s.palaces if letter_of(laid) == n]
        for n, letter in enumerate(LETTERS)
    }


def caravan_shown(s: ChooseWrite) -> list[int | None]:
    """The cycle from the open card on, as far as it is known."""
    cycle = [s.caravan[(s.caravan_top + n) % CARAVAN_CARDS] for n in range(CARAVAN_CARDS)]
    return [None if card == UNSEEN else card + 1 for card in cycle]
