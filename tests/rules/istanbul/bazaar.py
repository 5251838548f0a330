"""Istanbul tables laid for a test, and whole turns played at them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from bedesten import CHANCE, Event
from table import Table

Goods: TypeAlias = tuple[int, int, int, int]
"""Red, green, yellow, blue."""

COLOURS = ("red", "green", "yellow", "blue")
NO_GOODS: Goods = (0, 0, 0, 0)
FULL: Goods = (2, 2, 2, 2)

FOUNTAIN = 7
POLICE = 12

CARDS = {
    "one_good": 4,
    "five_lira": 4,
    "far": 4,
    "stay": 2,
    "return": 2,
    "family": 2,
    "sell_any": 2,
    "palace_twice": 2,
    "post_twice": 2,
    "dealer_twice": 2,
}
"""IST-2.7."""

LAYOUTS = {
    "short": (15, 5, 2, 14, 4, 12, 7, 3, 8, 6, 11, 9, 13, 10, 1, 16),
    "long": (16, 2, 8, 11, 15, 7, 6, 4, 3, 5, 12, 1, 10, 9, 14, 13),
    "order": tuple(range(1, 17)),
}
"""IST-1.2."""

MOSQUES = {2: (2, 4), 3: (2, 3, 4), 4: (2, 3, 4, 5), 5: (2, 3, 4, 5)}
"""IST-2.1: what the tiles of a stack ask, from the top down."""

RUBIES = {
    2: {"wainwright": 2, "small_mosque": 2, "great_mosque": 2, "palace": 6, "dealer": 9},
    3: {"wainwright": 3, "small_mosque": 3, "great_mosque": 3, "palace": 6, "dealer": 10},
    4: {"wainwright": 4, "small_mosque": 4, "great_mosque": 4, "palace": 7, "dealer": 12},
    5: {"wainwright": 5, "small_mosque": 4, "great_mosque": 4, "palace": 7, "dealer": 12},
}
"""IST-2.2."""

LARGE: tuple[Goods, ...] = (
    (2, 1, 0, 2),
    (1, 1, 0, 3),
    (2, 0, 1, 2),
    (1, 0, 1, 3),
    (1, 1, 1, 2),
)
SMALL: tuple[Goods, ...] = (
    (1, 1, 2, 1),
    (1, 2, 1, 1),
    (1, 3, 1, 0),
    (1, 2, 2, 0),
    (0, 2, 2, 1),
)
"""IST-2.5: the demand tiles, goods in our order."""


@dataclass(frozen=True)
class Trader:
    """What one player has; who is not spoken of stands at the fountain with empty hands."""

    at: int = FOUNTAIN
    lira: int = 0
    goods: Goods = NO_GOODS
    hand: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    """Those cards of the hand that everybody has seen."""
    out: tuple[int, ...] = ()
    """Where the own assistants are that are not in the stack."""
    stack: tuple[str, ...] | None = None
    tiles: tuple[str, ...] = ()
    extensions: int = 0
    bought: int = 0
    """Rubies of the palace and the dealer, those of cart and mosques not counted."""
    family: int = POLICE

    @property
    def discs(self) -> tuple[str, ...]:
        own = 4 + ("blue" in self.tiles) - len(self.out)
        return ("own",) * own if self.stack is None else self.stack

    @property
    def rubies(self) -> int:
        return self.bought + (self.extensions == 3) + self.owns_small + self.owns_great

    @property
    def owns_small(self) -> bool:
        return {"red", "green"} <= set(self.tiles)

    @property
    def owns_great(self) -> bool:
        return {"blue", "yellow"} <= set(self.tiles)


class Bazaar(Table):
    """A table at which one may say what the engine has said already, and look at the pieces."""

    def __init__(self, seats: int = 3, **options: Any) -> None:
        super().__init__("istanbul", seats=seats, **options)
        self.echo: list[str] = []

    def say(self, *words: str) -> list[Event]:
        """Answer in turn for whoever is asked; an answer that was forced may be repeated."""
        told: list[Event] = []
        for word in words:
            if word in self.echo and (word == self.echo[0] or word not in self.options()):
                del self.echo[: self.echo.index(word) + 1]
                continue
            said = len(self.match.history)
            told += super().say(word)
            self.echo = [answer.word for answer in self.match.history[said + 1 :]]
        return told

    def idle(self) -> None:
        """Whoever is asked moves on and ends the turn there at once."""
        places = [word for word in self.options() if word.startswith("place:")]
        self.say(next(word for word in places if word != f"place:{FOUNTAIN}"), "pass")

    @property
    def pieces(self) -> dict[str, Any]:
        found: dict[str, Any] = self.match.position()["pieces"]
        return found

    @property
    def step(self) -> str | None:
        """What is asked."""
        asked = self.match.position()["asked"]
        return None if asked is None else str(asked["step"])

    def is_turn_of(self, seat: int) -> bool:
        """Tell whether a seat is about to begin its turn."""
        return self.actor == seat and self.step == "move"

    def asks(self, step: str, *words: str) -> bool:
        """Tell whether the first seat is asked this, with these answers and no others."""
        return (self.actor, self.step, {*self.options()}) == (0, step, {*words})

    @property
    def places(self) -> set[int]:
        """The places that can be said now."""
        return {int(word[6:]) for word in self.options() if word.startswith("place:")}

    def player(self, seat: int = 0) -> dict[str, Any]:
        found: dict[str, Any] = self.pieces["players"][seat]
        return found

    def lira(self, seat: int = 0) -> int:
        return int(self.player(seat)["lira"])

    def rubies(self, seat: int = 0) -> int:
        return int(self.player(seat)["rubies"])

    def goods(self, seat: int = 0) -> Goods:
        red, green, yellow, blue = (self.player(seat)["goods"][colour] for colour in COLOURS)
        return red, green, yellow, blue

    def hand(self, seat: int = 0) -> list[str]:
        return spread(self.player(seat)["hand"])

    @property
    def pile(self) -> list[str]:
        return spread(self.pieces["pile"])

    @property
    def discards(self) -> list[str]:
        return list(self.pieces["discards"])

    def stack(self, seat: int = 0) -> list[str]:
        return list(self.player(seat)["stack"])

    def out(self, seat: int = 0) -> list[int]:
        return list(self.player(seat)["out"])


def bazaar(
    *traders: Trader,
    seats: int = 3,
    first: int = 0,
    governor: int = 2,
    smuggler: int = 2,
    large: int = 1,
    small: int = 1,
    demand: Mapping[str, Sequence[int | None]] | None = None,
    pile: Sequence[str] | None = None,
    discards: Sequence[str] = (),
    markers: int = 0,
    palace: int | None = None,
    dealer: int | None = None,
    neutral_merchants: Sequence[int] | None = None,
    lying: Mapping[int, int] | None = None,
    **options: Any,
) -> Bazaar:
    """A table at which the first player is about to move.

    Cards not spoken of are in the pile; if the pile is spoken of, in the hand
    of the last player. `palace` and `dealer` are the rubies left there: those
    gone are with the players, from the last one on. `lying` are neutral
    assistants by place.
    """
    table = Bazaar(seats, **options)
    table.say(f"seat:{first}", f"sum:{governor}", f"sum:{smuggler}")
    table.say(f"demand:{large}", f"demand:{small}", *dealt(seats))
    everybody = [*traders, *[Trader()] * (seats - len(traders))]
    everybody, palace, dealer = share_rubies(everybody, palace, dealer)
    rest = Counter(CARDS) - Counter(discards) - Counter(pile or ())
    for trader in everybody:
        rest -= Counter(trader.hand)
    if pile is not None:
        last = everybody[-1]
        everybody[-1] = replace(last, hand=(*last.hand, *rest.elements()))

    def change(position: dict[str, Any]) -> None:
        pieces = position["pieces"]
        for player, trader in zip(pieces["players"], everybody, strict=True):
            player |= as_piece(trader)
        pieces["pile"] = counted(rest.elements() if pile is None else pile)
        pieces["discards"] = list(discards)
        pieces["markers"] = markers
        for colour in COLOURS:
            asked = MOSQUES[seats]
            owners = sum(colour in trader.tiles for trader in everybody)
            pieces["mosques"][colour] = asked[owners] if owners < len(asked) else None
        pieces["rubies"] = {
            "wainwright": RUBIES[seats]["wainwright"] - sum(t.extensions == 3 for t in everybody),
            "small_mosque": RUBIES[seats]["small_mosque"] - sum(t.owns_small for t in everybody),
            "great_mosque": RUBIES[seats]["great_mosque"] - sum(t.owns_great for t in everybody),
            "palace": palace,
            "dealer": dealer,
        }
        if demand is not None:
            pieces["demand"] |= {market: list(tiles) for market, tiles in demand.items()}
        if neutral_merchants is not None:
            pieces["neutral_merchants"] = list(neutral_merchants)
        if lying is not None:
            pieces["neutral_assistants"] = {str(place): n for place, n in lying.items()}

    table.arrange(change)
    table.echo = []
    return table


def visit(place: int, *traders: Trader, **laid: Any) -> Bazaar:
    """A table at which the first player has come to a place and used an assistant there."""
    me, *others = traders or (Trader(),)
    table = bazaar(replace(me, at=next_to(place)), *others, **laid)
    table.say(f"place:{place}")
    if place != FOUNTAIN:
        table.say("take:own" if place in me.out else "leave")
    return table


MOMENTS = (
    "move",
    "use_assistant",
    "meet_merchants",
    "act",
    "act_again",
    "encounters",
    "pay_smuggler",
)
"""When cards can be played that have no place of their own."""


def moment(step: str, me: Trader, **laid: Any) -> Bazaar:
    """A table at which the first player is asked one of MOMENTS, at the post office or before."""
    if step == "move":
        return bazaar(me, **laid)
    if step == "use_assistant":
        table = bazaar(replace(me, at=next_to(5)), **laid)
        table.say("place:5")
    elif step == "meet_merchants":
        table = visit(5, me, Trader(at=5), **laid)
    elif step == "pay_smuggler":
        table = visit(5, me, smuggler=5, **laid)
        table.say("pass", "smuggler", "good:green")
    else:
        table = visit(5, me, **laid)
        if step == "act_again":
            table.say("act")
        elif step == "encounters":
            table.say("pass")
    assert (table.actor, table.step) == (0, step)
    return table


def dealt(seats: int) -> list[str]:
    """Cards for everybody, so that the game can begin; `bazaar` takes them back."""
    return (["card:one_good"] * 4 + ["card:far"])[:seats]


def share_rubies(
    traders: list[Trader], palace: int | None, dealer: int | None
) -> tuple[list[Trader], int, int]:
    """Who has the rubies that are gone from the palace and the dealer, and what is left there."""
    seats = len(traders)
    start = RUBIES[seats]
    bought = sum(trader.bought for trader in traders)
    if palace is None and dealer is None:
        palace = max(0, start["palace"] - bought)
        dealer = start["dealer"] - bought + start["palace"] - palace
    palace = start["palace"] if palace is None else palace
    dealer = start["dealer"] if dealer is None else dealer
    gone = start["palace"] - palace + start["dealer"] - dealer - bought
    shared = list(traders)
    for seat in reversed(range(seats)):
        most = (5 if seats == 2 else 4) - shared[seat].rubies
        more = min(gone, most)
        shared[seat] = replace(shared[seat], bought=shared[seat].bought + more)
        gone -= more
    assert gone == 0
    return shared, palace, dealer


def as_piece(trader: Trader) -> dict[str, Any]:
    return {
        "lira": trader.lira,
        "rubies": trader.rubies,
        "extensions": trader.extensions,
        "tiles": [colour for colour in COLOURS if colour in trader.tiles],
        "merchant": trader.at,
        "family": trader.family,
        "stack": list(trader.discs),
        "out": sorted(trader.out),
        "goods": dict(zip(COLOURS, trader.goods, strict=True)),
        "hand": counted(trader.hand),
        "known": counted(trader.known),
    }


def counted(cards: Iterable[str]) -> dict[str, int]:
    held = Counter(cards)
    return {card: held[card] for card in CARDS}


def spread(cards: Mapping[str, int]) -> list[str]:
    """The cards one by one, in the order of their kinds."""
    return [card for card in CARDS for _ in range(cards.get(card, 0))]


def steps(here: int, there: int, layout: str = "short") -> int:
    """How far two places are from each other."""
    cells = LAYOUTS[layout]
    row, column = divmod(cells.index(here), 4)
    other_row, other_column = divmod(cells.index(there), 4)
    return abs(row - other_row) + abs(column - other_column)


def within(here: int, *distances: int, layout: str = "short") -> set[int]:
    return {there for there in range(1, 17) if steps(here, there, layout) in distances}


def next_to(place: int) -> int:
    return min(within(place, 1))


def says_chance(table: Bazaar) -> bool:
    return table.actor == CHANCE


def good_words(*colours: str) -> list[str]:
    return [f"good:{colour}" for colour in colours or COLOURS]


def plus(one: Goods, other: Goods) -> Goods:
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3])


TRACK = ("blue", "red", "green", "yellow", "any") * 2
"""IST-5.10: what the palace asks."""


def palace_price(uncovered: int) -> tuple[Goods, int]:
    """The goods that so many uncovered fields ask, and how many of any kind."""
    fields = TRACK[:uncovered]
    red, green, yellow, blue = (fields.count(colour) for colour in COLOURS)
    return (red, green, yellow, blue), fields.count("any")


def two_dice() -> dict[str, float]:
    """How likely the sums of two dice are."""
    return {f"sum:{n}": (6 - abs(n - 7)) / 36 for n in range(2, 13)}
