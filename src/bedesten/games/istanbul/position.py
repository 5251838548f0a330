"""The whole table of Istanbul as plain data, and back from data that may be wrong."""

from __future__ import annotations

from typing import Any

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from bedesten.games.istanbul import steps
from bedesten.games.istanbul.board import BLACK_MARKET, FOUNTAIN, PLACES, TEA_HOUSE, at
from bedesten.games.istanbul.check_agenda import check_agenda
from bedesten.games.istanbul.discs import put_under
from bedesten.games.istanbul.events import DISCS, MARKETS, SOURCES
from bedesten.games.istanbul.ledger import lay_out
from bedesten.games.istanbul.setting_up import far_enough, is_inner
from bedesten.games.istanbul.state import (
    AT_GREAT_MOSQUE,
    AT_SMALL_MOSQUE,
    AT_WAINWRIGHT,
    BLUE,
    DEMAND_TILES,
    GREEN,
    NO_CARD,
    NO_GOOD,
    RED,
    UNSEEN,
    YELLOW,
    Istanbul,
    IstanbulPlayer,
)
from bedesten.games.istanbul.view import (
    cards_shown,
    open_table,
    pieces_shown,
    tiles_of,
    used_of,
)
from bedesten.games.istanbul.words import CARD_NAMES, GOOD_NAMES
from bedesten.kernel.agenda import seat_of, step_of
from bedesten.kernel.rows import row
from bedesten.kernel.state import NOBODY
from bedesten.kernel.words import size

SETTING_UP = (steps.LAY_PLACE, steps.NAME_STARTER, steps.DEAL_CARDS)


class IstanbulPlayerPieces(msgspec.Struct, forbid_unknown_fields=True):
    lira: int
    rubies: int
    extensions: int
    tiles: list[str]
    merchant: int
    family: int
    stack: list[str]
    out: list[int]
    goods: dict[str, int]
    hand: dict[str, int]
    known: dict[str, int]


class Used(msgspec.Struct, forbid_unknown_fields=True):
    yellow_tile: bool
    governor: bool
    smuggler: bool


class IstanbulPieces(msgspec.Struct, forbid_unknown_fields=True):
    cells: list[int]
    first: int | None
    players: list[IstanbulPlayerPieces]
    pile: dict[str, int]
    discards: list[str]
    in_play: str | None
    mosques: dict[str, int | None]
    demand: dict[str, list[int | None]]
    governor: int | None
    smuggler: int | None
    neutral_merchants: list[int]
    neutral_assistants: dict[str, int]
    markers: int
    rubies: dict[str, int]
    dice: list[int]
    called: int
    wanted: dict[str, int]
    sold: int
    smuggled: str | None
    used: Used
    last_round: bool


def dump(s: Istanbul) -> dict[str, Any]:
    return open_table(s) | {
        "players": [
            pieces_shown(p) | {"hand": cards_shown(p.hand), "known": cards_shown(p.known)}
            for p in s.players
        ],
        "pile": cards_shown(s.pile),
    }


def load(s: Istanbul, data: dict[str, Any]) -> None:
    """Lay the pieces; ValueError if they are not the pieces of the game."""
    pieces = msgspec.convert(data, IstanbulPieces)
    _load_board(s, pieces)
    if len(pieces.players) != s.seats:
        raise ValueError(f"there are {s.seats} seats, but {len(pieces.players)} players")
    for n, given in enumerate(pieces.players):
        _load_player(s, s.players[n], given)
    _load_cards(s, pieces)
    _load_mosques(s, pieces.mosques)
    for market, name in enumerate(MARKETS):
        _load_demand(s, market, pieces.demand.get(name))
    _load_figures(s, pieces)
    _within("markers", pieces.markers, 0, len(s.printed.post) // 5 - 1)
    s.markers = pieces.markers
    _load_rubies(s, pieces.rubies)
    _load_action(s, pieces)


def _load_board(s: Istanbul, pieces: IstanbulPieces) -> None:
    laid = [place for place in pieces.cells if place != 0]
    if len(pieces.cells) != PLACES or sorted(set(laid)) != sorted(laid):
        raise ValueError("cells are sixteen places, each once")
    if not set(laid) <= set(range(1, PLACES + 1)):
        raise ValueError("places are numbered 1 to 16")
    if len(s.printed.layout) > 0 and pieces.cells != list(s.printed.layout):
        raise ValueError("the cells are not those of the layout")
    if len(s.printed.layout) == 0:
        _check_random_layout(s, pieces.cells)
    if len(laid) == PLACES:
        lay_out(s, row(pieces.cells))
    else:
        s.cells = row(pieces.cells)
    if pieces.first is not None:
        _within("first", pieces.first, 0, s.seats - 1)
    s.first = NOBODY if pieces.first is None else pieces.first


def _check_random_layout(s: Istanbul, cells: list[int]) -> None:
    """Both conditions of a random layout, as far as it is laid. [IST-1.3]"""
    if FOUNTAIN in cells and not is_inner(cells.index(FOUNTAIN)):
        raise ValueError("in a random layout the fountain lies on one of the four inner cells")
    if BLACK_MARKET in cells and TEA_HOUSE in cells:
        a, b = cells.index(BLACK_MARKET), cells.index(TEA_HOUSE)
        if not far_enough(s, a, b):
            raise ValueError(
                "in a random layout the black market lies at least "
                f"{s.printed.random_distance} steps from the tea house"
            )


def _load_player(s: Istanbul, p: IstanbulPlayer, given: IstanbulPlayerPieces) -> None:
    printed = s.printed
    _within("lira", given.lira, 0, 10**6)
    _within("extensions", given.extensions, 0, printed.extensions)
    _within("merchant", given.merchant, 1, PLACES)
    _within("family", given.family, 1, PLACES)
    if len(set(given.tiles)) != len(given.tiles) or not set(given.tiles) <= set(GOOD_NAMES):
        raise ValueError(f"tiles are some of {', '.join(GOOD_NAMES)}, each once")
    p.lira = given.lira
    p.rubies = given.rubies
    p.extensions = given.extensions
    p.room = printed.room + given.extensions
    p.tiles = tiles_of(given.tiles)
    p.merchant = given.merchant
    p.family = given.family
    _load_counts("goods", p.goods, GOOD_NAMES, given.goods)
    if max(p.goods) > p.room:
        raise ValueError(f"there is room for {p.room} goods of a kind")
    _load_counts("hand", p.hand, CARD_NAMES, given.hand)
    _load_counts("known", p.known, CARD_NAMES, given.known)
    if any(known > held for known, held in zip(p.known, p.hand, strict=True)):
        raise ValueError("only cards of the hand are known")
    if not set(given.stack) <= set(DISCS) or len(set(given.out)) != len(given.out):
        raise ValueError("a stack holds own and neutral discs; places of the others differ")
    own = given.stack.count("own") + len(given.out)
    discs = printed.assistants - printed.neutral_assistants + p.has_tile(BLUE)
    if own != discs:
        raise ValueError(f"a player has {discs} assistants of the own colour, not {own}")
    p.stack = len(given.stack)
    p.neutral = 0
    for disc in given.stack:
        p.neutral = put_under(p.neutral, DISCS.index(disc))
    p.out = 0
    for place in given.out:
        _within("out", place, 1, PLACES)
        if place == FOUNTAIN:
            raise ValueError("no assistant is ever left at the fountain")
        p.out |= at(place)


def _load_cards(s: Istanbul, pieces: IstanbulPieces) -> None:
    _load_counts("pile", s.pile, CARD_NAMES, pieces.pile)
    in_play = [] if pieces.in_play is None else [pieces.in_play]
    for name in pieces.discards + in_play:
        if name not in CARD_NAMES:
            raise ValueError(f"there is no card {name!r}; there are: {', '.join(CARD_NAMES)}")
    s.discards = row([CARD_NAMES.index(name) for name in pieces.discards])
    s.in_play = CARD_NAMES.index(pieces.in_play) if pieces.in_play is not None else NO_CARD
    for card, name in enumerate(CARD_NAMES):
        n = s.pile[card] + sum(p.hand[card] for p in s.players)
        n += (pieces.discards + in_play).count(name)
        if n != s.printed.cards[card]:
            raise ValueError(f"there are {s.printed.cards[card]} cards {name}, not {n}")


def _load_mosques(s: Istanbul, mosques: dict[str, int | None]) -> None:
    tiles = [*s.printed.mosque_tiles]
    if set(mosques) != set(GOOD_NAMES):
        raise ValueError(f"mosques have the colours {', '.join(GOOD_NAMES)}")
    for colour, name in enumerate(GOOD_NAMES):
        top = mosques[name]
        if top is not None and top not in tiles:
            raise ValueError(f"the tiles of {name} ask {tiles}, not {top}")
        taken = sum(p.has_tile(colour) for p in s.players)
        s.mosques[colour] = taken
        if (tiles[taken] if taken < len(tiles) else None) != top:
            raise ValueError(f"{taken} players have the tile {name}, so the top one asks otherwise")


def _load_demand(s: Istanbul, market: int, stack: list[int | None] | None) -> None:
    if stack is None or len(stack) != DEMAND_TILES:
        raise ValueError(f"the demand of each market is a stack of {DEMAND_TILES} tiles")
    seen = [tile for tile in stack if tile is not None]
    if len(set(seen)) != len(seen) or not set(seen) <= set(range(1, DEMAND_TILES + 1)):
        raise ValueError("demand tiles are numbered 1 to 5, each once")
    for n, tile in enumerate(stack):
        first = DEMAND_TILES * market
        s.demand[first + n] = UNSEEN if tile is None else first + tile - 1
    s.demand_top[market] = 0


def _load_figures(s: Istanbul, pieces: IstanbulPieces) -> None:
    for name in ("governor", "smuggler"):
        place = getattr(pieces, name)
        if place is not None:
            _within(name, place, 2, 12)
        setattr(s, name, place or 0)
    if len(pieces.neutral_merchants) != len(s.printed.neutral_merchants):
        raise ValueError(f"there are {len(s.printed.neutral_merchants)} neutral merchants")
    for n, place in enumerate(pieces.neutral_merchants):
        _within("neutral_merchants", place, 1, PLACES)
        s.neutral_merchants[n] = place
    for key, n in pieces.neutral_assistants.items():
        if not key.isdecimal() or not 1 <= int(key) <= PLACES or n < 1:
            raise ValueError("neutral_assistants are numbers by place")
        if int(key) == FOUNTAIN:
            raise ValueError("no assistant is ever left at the fountain")
        s.neutral_assistants[int(key)] = n
    lying = sum(s.neutral_assistants)
    carried = sum(size(p.neutral) for p in s.players)
    if lying + carried != s.seats * s.printed.neutral_assistants:
        raise ValueError("there is one neutral assistant for each player, in the variant only")


def _load_rubies(s: Istanbul, rubies: dict[str, int]) -> None:
    _load_counts("rubies", s.rubies, SOURCES, rubies)
    if any(left > n for left, n in zip(s.rubies, s.printed.rubies, strict=True)):
        raise ValueError("there are more rubies than at the start")
    if sum(s.rubies) + sum(p.rubies for p in s.players) != sum(s.printed.rubies):
        raise ValueError(f"there are {sum(s.printed.rubies)} rubies in all")
    if any(p.rubies < 0 for p in s.players):
        raise ValueError("rubies are 0 or more")
    _check_earned(s)


def _check_earned(s: Istanbul) -> None:
    """Full wheelbarrows and pairs of mosque tiles have brought their rubies. [IST-5.1, IST-5.11]"""
    sources = {
        AT_WAINWRIGHT: [0 < p.extensions == s.printed.extensions for p in s.players],
        AT_SMALL_MOSQUE: [p.has_tile(RED) and p.has_tile(GREEN) for p in s.players],
        AT_GREAT_MOSQUE: [p.has_tile(BLUE) and p.has_tile(YELLOW) for p in s.players],
    }
    sure = [0] * s.seats
    for source, earned in sources.items():
        printed, name = int(s.printed.rubies[source]), SOURCES[source]
        taken = printed - s.rubies[source]
        due = min(sum(earned), printed)
        if taken != due:
            raise ValueError(
                f"{sum(earned)} players have earned a ruby at {name}, so {due} are taken there, "
                f"not {taken}"
            )
        if sum(earned) <= printed:
            sure = [n + got for n, got in zip(sure, earned, strict=True)]
    for seat, p in enumerate(s.players):
        if p.rubies < sure[seat]:
            raise ValueError(
                f"seat {seat} has earned {sure[seat]} rubies with wheelbarrow and mosque tiles, "
                f"and has {p.rubies}"
            )


def _load_action(s: Istanbul, pieces: IstanbulPieces) -> None:
    if len(pieces.dice) != 2 or not all(0 <= pips <= 6 for pips in pieces.dice):
        raise ValueError("dice are two numbers from 0 to 6")
    s.low, s.high = pieces.dice
    _within("called", pieces.called, 0, 12)
    s.called = pieces.called
    _load_counts("wanted", s.wanted, GOOD_NAMES, pieces.wanted)
    _within("sold", pieces.sold, 0, len(s.printed.prices) // 2 - 1)
    s.sold = pieces.sold
    if pieces.smuggled is not None and pieces.smuggled not in GOOD_NAMES:
        raise ValueError(f"goods are {', '.join(GOOD_NAMES)}, not {pieces.smuggled!r}")
    s.smuggled = NO_GOOD if pieces.smuggled is None else GOOD_NAMES.index(pieces.smuggled)
    s.used = used_of(pieces.used.yellow_tile, pieces.used.governor, pieces.used.smuggler)
    s.last_round = pieces.last_round


def _load_counts(
    what: str, counts: vec[i64], names: tuple[str, ...], given: dict[str, int]
) -> None:
    if set(given) != set(names) or min(given.values()) < 0:
        raise ValueError(f"{what} are numbers of {', '.join(names)}, each 0 or more")
    for n, name in enumerate(names):
        counts[n] = given[name]


def _within(what: str, n: int, least: int, most: int) -> None:
    if not least <= n <= most:
        raise ValueError(f"{what} is {least} to {most}, not {n}")


def check(s: Istanbul) -> None:
    """Compare what is asked with the pieces; ValueError if no game comes to this."""
    setting_up = s.turn == 0
    if not setting_up and (s.first == NOBODY or 0 in list(s.cells) or not s.governor):
        raise ValueError("the first turn begins when the bazaar is set up")
    if not s.is_over() and step_of(s.asked) in SETTING_UP and not setting_up:
        raise ValueError("the set-up is turn 0")
    if s.is_over() and not s.last_round:
        raise ValueError("the game ends after the last round")
    _check_last_round(s)
    for market in range(2):
        if not setting_up and s.demand[DEMAND_TILES * market] == UNSEEN:
            turning = step_of(s.asked) == steps.TURN_DEMAND
            if not turning:
                raise ValueError("the top demand tile is always seen")
    check_agenda(s)


def _check_last_round(s: Istanbul) -> None:
    """The last round begins with the end of a turn in which somebody has enough rubies. [IST-9.1]

    Whoever has them at other times has got them in the turn under way.
    """
    if s.turn == 0:
        if s.last_round or any(p.rubies for p in s.players):
            raise ValueError("nobody has rubies before the first turn")
        return
    target = s.printed.rubies_to_end
    enough = [seat for seat, p in enumerate(s.players) if p.rubies >= target]
    now = NOBODY if s.is_over() else seat_of(s.agenda[0] if s.depth > 0 else s.asked)
    if not s.last_round and any(seat != now for seat in enough):
        seat = next(seat for seat in enough if seat != now)
        raise ValueError(
            f"seat {seat} has {s.players[seat].rubies} rubies, so the last round has begun"
        )
    earlier = range(s.seats if now == NOBODY else (now - s.first) % s.seats)
    if s.last_round and not any((s.first + n) % s.seats in enough for n in earlier):
        raise ValueError(f"the last round begins when somebody has {target} rubies")
