"""The components of Istanbul in words, for its sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from bedesten.games.istanbul.data import IstanbulData
from bedesten.games.istanbul.words import CARD_NAMES, GOOD_NAMES
from bedesten.kernel.component_list import Shape
from bedesten.kernel.components import Phrases

_SIDE = 4
_PLAYERS = Shape(players=2)
_GOODS = tuple(f"good.{good}" for good in GOOD_NAMES)
_NUMBERS = ("1", "2", "3", "4", "5")
SHAPES: Final = {
    "layouts.short": Shape(grid=_SIDE),
    "layouts.long": Shape(grid=_SIDE),
    "layouts.order": Shape(grid=_SIDE),
    "players.rubies_to_end": _PLAYERS,
    "rubies.wainwright": _PLAYERS,
    "rubies.mosque": _PLAYERS,
    "rubies.palace": _PLAYERS,
    "rubies.dealer": _PLAYERS,
    "post_office.rows": Shape(columns=(*_GOODS, "column.lira")),
    "markets.large": Shape(columns=_GOODS),
    "markets.small": Shape(columns=_GOODS),
    "markets.large_prices": Shape(columns=_NUMBERS),
    "markets.small_prices": Shape(columns=_NUMBERS),
    "mosques.tiles": _PLAYERS,
}
_ON_TILES = ("blue", "red", "green", "yellow")  # the order in which demand tiles are read out


def described(data: IstanbulData, say: Phrases) -> dict[str, Any]:
    """Descriptions by name."""
    rubies, markets, track = data.rubies, data.markets, data.palace.track
    own = data.players.assistants
    fields = len(track)
    by_kind = msgspec.to_builtins(data.cards)
    posts = data.post_office.rows
    middle = data.mosques.tiles[1][len(data.mosques.tiles[1]) // 2]
    return {
        "layout.short": _layout(data.layouts.short, say),
        "layout.long": _layout(data.layouts.long, say),
        "layout.order": _layout(data.layouts.order, say),
        "rubies.total": [
            wainwright + 2 * mosque + palace + dealer
            for wainwright, mosque, palace, dealer in zip(
                rubies.wainwright, rubies.mosque, rubies.palace, rubies.dealer, strict=True
            )
        ],
        "assistants.next": own + 1,
        "assistants.fewer": own - 1,
        "neutral": _neutral(data.players.neutral_merchants, say),
        "cards.total": sum(by_kind[name] for name in CARD_NAMES),
        "cards.all": say.grammar.every(
            [say("card", n=by_kind[name], card=say.names[f"card.{name}"]) for name in CARD_NAMES]
        ),
        "wainwright.room": data.players.room + data.wainwright.extensions,
        "post_office.markers": len(posts) - 1,
        "post_office.all": say.grammar.listed(
            say("post", goods=_given(row, say), markers=_down(n, say))
            for n, row in enumerate(posts)
        ),
        "black_market.all": say.grammar.every(
            [
                say("black_market", n=n, sum=least)
                for n, least in enumerate(sorted(data.black_market.blue_from), 1)
            ]
        ),
        "markets.large.all": [_demand(tile) for tile in markets.large],
        "markets.small.all": [_demand(tile) for tile in markets.small],
        **{f"demand.large.{n}": _wanted(tile, say) for n, tile in enumerate(markets.large, 1)},
        **{f"demand.small.{n}": _wanted(tile, say) for n, tile in enumerate(markets.small, 1)},
        "palace.all": ", ".join(_good(good, say) for good in track),
        "palace.fields": fields,
        "palace.first": [fields + 1 - n for n in rubies.palace],
        "dealer.first": [data.dealer.last_price + 1 - n for n in rubies.dealer],
        "example.palace.goods": min(7, fields),
        "example.palace": _counted(track[:7], say),
        "example.market": markets.small_prices[3],
        "example.blue": say.grammar.counted(
            say.names["good.blue"], sum(least <= 9 for least in data.black_market.blue_from)
        ),
        "example.post": _given(posts[min(2, len(posts) - 1)], say),
        "example.post.markers": _down(min(2, len(posts) - 1), say),
        "example.tile": middle,
        "example.tile.goods": say.grammar.counted(say.names["good.blue"], middle),
        "example.tile.kept": middle - 1,
    }


def _layout(places: Sequence[int], say: Phrases) -> str:
    """Row by row."""
    rows = (places[n : n + _SIDE] for n in range(0, len(places), _SIDE))
    return say.grammar.listed(", ".join(map(str, row)) for row in rows)


def _neutral(places: Sequence[int], say: Phrases) -> str:
    if not places:
        return say("neutral.none")
    return say("neutral", places=say.grammar.every([say.words[f"place:{n}"] for n in places]))


def _given(row: Sequence[int], say: Phrases) -> str:
    """What the post office gives: goods and lira."""
    *goods, lira = row
    parts = [
        say.grammar.counted(say.names[f"good.{good}"], n)
        for good, n in zip(GOOD_NAMES, goods, strict=True)
        if n
    ]
    return say.grammar.every([*parts, say.counted("lira", lira)] if lira or not parts else parts)


def _down(n: int, say: Phrases) -> str:
    return say.counted("markers", n) if n else say("markers.none")


def _demand(tile: Sequence[int]) -> str:
    counts = dict(zip(GOOD_NAMES, tile, strict=True))
    return "-".join(str(counts[good]) for good in _ON_TILES)


def _wanted(tile: Sequence[int], say: Phrases) -> str:
    """The goods on a demand tile."""
    counts = zip(GOOD_NAMES, tile, strict=True)
    return say.grammar.every(
        [say.grammar.counted(say.names[f"good.{good}"], n) for good, n in counts if n]
    )


def _good(good: str, say: Phrases) -> str:
    return say("any") if good == "any" else say.grammar.form(say.names[f"good.{good}"], 1)


def _counted(goods: Iterable[str], say: Phrases) -> str:
    """2 fabric and 1 of any kind."""
    return say.grammar.every(
        [
            say.counted("any.counted", n)
            if good == "any"
            else say.grammar.counted(say.names[f"good.{good}"], n)
            for good, n in Counter(goods).items()
        ]
    )
