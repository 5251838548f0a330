"""Tables of Choose & Write laid for a test, and whole turns played at them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from itertools import product
from typing import Any, TypeAlias

from bedesten import CHANCE, Event
from table import Table

Goods: TypeAlias = tuple[int, int, int, int]
"""Red, green, yellow, blue."""

COLOURS = ("red", "green", "yellow", "blue")
NO_GOODS: Goods = (0, 0, 0, 0)

PALACES = ("a", "b", "c", "d")
NUMBERED = tuple(str(n) for n in range(1, 15))
PLACES = (*NUMBERED, *PALACES)

NEIGHBOURS = {
    "1": "2 6",
    "2": "1 3 7",
    "3": "2 4 a b",
    "4": "3 5 8",
    "5": "4 9",
    "6": "1 7 10",
    "7": "2 6 11 a c",
    "8": "4 9 13 b d",
    "9": "5 8 14",
    "10": "6 11",
    "11": "7 10",
    "12": "",
    "13": "8 14",
    "14": "9 13",
    "a": "3 7 b c",
    "b": "3 8 a d",
    "c": "7 a d",
    "d": "8 b c",
}
"""CW-1.1."""

ROWS = 13
BONUS_ROWS = (4, 7, 10)
"""CW-1.4."""

BOX = 20
"""CW-1.5."""

TICKED = ("1", "5", "8", "10", "14")
"""CW-1.8: where improvements are."""

FOUNTAINS = ("fountain:lira", "fountain:good", "fountain:goods", "fountain:improvement")
"""CW-2.1."""

GOODS_CARDS = {
    "rr": 1,
    "rg": 2,
    "ry": 2,
    "rb": 2,
    "gg": 1,
    "gy": 2,
    "gb": 2,
    "yy": 1,
    "yb": 2,
    "bb": 1,
}
"""CW-2.2."""

# fmt: off
RUBY_CARDS = (
    "OFFJ", "FFSJ", "SFFO", "JSSO", "SFSJ", "OFSS", "OSOJ", "FOOJ", "SFOO", "OSJJ",
    "JFOJ", "SFJJ", "FFSS", "OFFO", "FFJJ", "SSOO", "JSSJ", "JOOJ", "JFSO", "FSOJ",
)
# fmt: on
"""CW-2.3: fabric, spice, fruit (O), jewellery; the top good first."""

GUILD_PRICES = (1, 1, 2, 2, 3, 3, 3, 3, 4, 5, 5, 6, 7, 8, 9, 10)
"""CW-2.5."""


@dataclass(frozen=True)
class Sheet:
    """What one player has; who is not spoken of has an empty sheet."""

    goods: Goods = NO_GOODS
    filled: Goods | None = None
    """Marked and crossed; if not told, nothing is crossed."""
    lira: int = 0
    lira_filled: int | None = None
    bonus: int = 0
    bonus_filled: int | None = None
    crossed: tuple[str, ...] = ()
    """The places whose symbols are all crossed."""
    ticks: Mapping[str, int] = field(default_factory=dict)
    rubies: int | None = None
    """If not told, those of palaces and bonus fields."""
    palace_rubies: Mapping[str, int] = field(default_factory=dict)
    card: str | None = None
    """The place card in the hand; if not told, any that is left over."""
    seen: bool = False
    guild: tuple[int, ...] = ()
    goods_cards: tuple[str, ...] = ()
    guild_played: int = 0
    cards_used: int = 0


RICH = Sheet(goods=(6, 6, 6, 6), lira=19, bonus=1, goods_cards=("rg",))
"""Can pay for everything."""


class Bazaar(Table):
    """A table whose pieces can be looked at, and at which all answer together."""

    def __init__(self, seats: int = 3, **options: Any) -> None:
        super().__init__("choose_write", seats=seats, **options)

    def use(self, *answers: str) -> list[Event]:
        """All say how they use the card, from the first seat on; who is not told of passes."""
        told: list[Event] = []
        for seat in range(self.match.seats):
            words = answers[seat] if seat < len(answers) else "pass"
            told += self.play(seat, *words.split())
        return told

    def guild_turn(self, card: int, *words: str) -> list[Event]:
        """The first player plays a guild card; then whoever is asked says these words."""
        return self.play(0, f"guild:{card}") + self.say(*words)

    def go_on(self) -> None:
        """Chance brings the first card there is, no fountain, until a seat is asked."""
        while not self.match.over and self.actor == CHANCE:
            words = [word for word in self.options() if word not in FOUNTAINS]
            self.chance((words or list(self.options()))[0])

    def idle(self) -> None:
        """Whoever is in turn plays the left card, and nobody uses it."""
        self.play(self.actor, "left")
        self.use()
        self.go_on()

    def fork(self) -> Bazaar:
        """The same table once more, to try something out."""
        other = copy(self)
        other.match = self.match.fork()
        return other

    def asked(self, seat: int | None = None) -> str | None:
        """What a seat is asked."""
        question = self.match.question(self.actor if seat is None else seat)
        return None if question is None else question.step

    @property
    def step(self) -> str | None:
        """What is asked of one seat, or of chance."""
        asked = self.match.position()["asked"]
        return None if asked is None else str(asked["step"])

    def is_turn_of(self, seat: int) -> bool:
        """Tell whether a seat is about to begin its turn."""
        return self.match.actors == (seat,) and self.asked(seat) == "play"

    def places(self, seat: int = 0) -> set[str]:
        """The places that a seat can name."""
        return {word[6:] for word in self.options(seat) if word.startswith("place:")}

    @property
    def pieces(self) -> dict[str, Any]:
        found: dict[str, Any] = self.match.position()["pieces"]
        return found

    def player(self, seat: int = 0) -> dict[str, Any]:
        found: dict[str, Any] = self.pieces["players"][seat]
        return found

    def goods(self, seat: int = 0) -> Goods:
        return goods_of(self.player(seat)["goods"])

    def filled(self, seat: int = 0) -> Goods:
        return goods_of(self.player(seat)["filled"])

    def lira(self, seat: int = 0) -> int:
        return int(self.player(seat)["lira"])

    def bonus(self, seat: int = 0) -> int:
        return int(self.player(seat)["bonus"])

    def rubies(self, seat: int = 0) -> int:
        return int(self.player(seat)["rubies"])

    def symbols(self, place: str, seat: int = 0) -> int:
        return int(self.player(seat)["symbols"][place])

    def ticks(self, seat: int = 0) -> dict[str, int]:
        """The improvements ticked, by place."""
        return {place: n for place, n in self.player(seat)["ticks"].items() if n}

    def goods_cards(self, seat: int = 0) -> list[str]:
        return spread(self.player(seat)["goods_cards"])

    def guild(self, seat: int = 0) -> list[int]:
        return list(self.player(seat)["guild"])

    @property
    def display(self) -> list[str | None]:
        return list(self.pieces["display"])

    @property
    def discards(self) -> Counter[str]:
        return Counter(self.pieces["discards"])

    @property
    def caravan(self) -> list[int | None]:
        return list(self.pieces["caravan"])

    def palace(self, letter: str) -> list[int]:
        return list(self.pieces["palaces"][letter])


def bazaar(
    *sheets: Sheet,
    seats: int = 3,
    first: int = 0,
    display: tuple[str, str] | None = None,
    pile: Sequence[str] | None = None,
    caravan: Sequence[int] = (5,),
    palaces: Mapping[str, Sequence[int]] | None = None,
    ruby_pile: Sequence[int] | None = None,
    goods_pile: Sequence[str] | None = None,
    guild_pile: Sequence[int] | None = None,
    **options: Any,
) -> Bazaar:
    """A table at which the first player is about to play a card.

    Cards not spoken of are in their pile; if the pile is spoken of, among its
    discards. Ruby cards have no discards: those left over lie under palace D.
    """
    table = Bazaar(seats, **options)
    table.say(*set_up(seats, first))
    everybody = [*sheets, *[Sheet()] * (seats - len(sheets))]
    deck = Counter(deck_of(seats))
    for sheet in everybody:
        deck[sheet.card or ""] -= 1
    for card in display or ():
        deck[card] -= 1
    fillers = (card for card in leftovers(seats) if spend(deck, card))
    shown = display or (next(fillers), next(fillers))
    hands = [sheet.card or next(fillers) for sheet in everybody]
    rest = list((+deck).elements())
    goods = Counter(GOODS_CARDS)
    goods.subtract(card for sheet in everybody for card in sheet.goods_cards)
    guild = {*range(1, 17)} - {card for sheet in everybody for card in sheet.guild}

    def change(position: dict[str, Any]) -> None:
        pieces = position["pieces"]
        for player, sheet, hand in zip(pieces["players"], everybody, hands, strict=True):
            player |= as_piece(sheet, player["symbols"]) | {"place": hand}
        pieces["display"] = list(shown)
        lie(pieces, "pile", "discards", rest, pile)
        lie(pieces, "goods_pile", "goods_discards", goods.elements(), goods_pile)
        pieces["guild_pile"] = sorted(guild if guild_pile is None else guild_pile)
        pieces["guild_discards"] = sorted(guild - {*pieces["guild_pile"]})
        pieces["caravan"] = [*caravan, *[None] * (8 - len(caravan))]
        if palaces is not None or ruby_pile is not None:
            lie_rubies(pieces, palaces or {}, ruby_pile, 2 if seats < 3 else 1)

    table.arrange(change)
    return table


def using(card: str, *sheets: Sheet, seats: int = 3, **laid: Any) -> Bazaar:
    """A table at which the first player has played a card from the display."""
    left, right = (f"left:{card}", "right:12") if seats == 1 else (card, "12")
    table = bazaar(*sheets, seats=seats, display=(left, right), **laid)
    table.play(0, "left")
    return table


def following(card: str, *sheets: Sheet, **laid: Any) -> Bazaar:
    """The same, but the sheets are those of the players not in turn."""
    return using(card, Sheet(), *sheets, **laid)


def set_up(seats: int, first: int = 0) -> list[str]:
    """What chance says until the game can begin."""
    words = [] if seats == 1 else [f"seat:{first}"]
    words += [f"ruby:{n}" for n in range(1, 9 if seats < 3 else 5)]
    side = "right" if seats == 1 else "place"
    return [*words, *[f"{side}:{n}" for n in range(1, 3 + seats)], "caravan:1"]


def deck_of(seats: int) -> list[str]:
    """All place cards and fountains by their names in a position."""
    sides = ("left:", "right:") if seats == 1 else ("", "")
    return [*[side + place for side, place in product(sides, PLACES)], *FOUNTAINS]


def leftovers(seats: int) -> Iterator[str]:
    """Cards for hands and display of which a test does not speak."""
    side = "right:" if seats == 1 else ""
    for _ in range(2):
        for place in ("13", "4", "9", "7", "10", "14", "5", "1"):
            yield side + place


def spend(deck: Counter[str], card: str) -> bool:
    """Take a card out of the deck if it is still there."""
    if deck[card] < 1:
        return False
    deck[card] -= 1
    return True


def lie(
    pieces: dict[str, Any],
    pile: str,
    discards: str,
    cards: Iterable[str],
    told: Sequence[str] | None,
) -> None:
    rest = Counter(cards)
    pieces[pile] = dict(rest if told is None else Counter(told))
    pieces[discards] = {} if told is None else dict(rest - Counter(told))


def lie_rubies(
    pieces: dict[str, Any],
    palaces: Mapping[str, Sequence[int]],
    ruby_pile: Sequence[int] | None,
    least: int,
) -> None:
    taken = [n for cards in palaces.values() for n in cards] + list(ruby_pile or ())
    free = [n for n in range(1, 21) if n not in taken]
    for letter in PALACES:
        told = list(palaces.get(letter, ()))
        pieces["palaces"][letter] = told + [free.pop(0) for _ in range(least - len(told))]
    pieces["ruby_pile"] = sorted(free if ruby_pile is None else ruby_pile)
    if ruby_pile is not None:
        pieces["palaces"]["d"] += free


def as_piece(sheet: Sheet, symbols: Mapping[str, int]) -> dict[str, Any]:
    filled = sheet.filled or sheet.goods
    lira_filled = sheet.lira if sheet.lira_filled is None else sheet.lira_filled
    rows = sum(min(filled) >= row for row in BONUS_ROWS)
    boxes = lira_filled // BOX
    palace = sum(sheet.palace_rubies.values())
    return {
        "goods": dict(zip(COLOURS, sheet.goods, strict=True)),
        "filled": dict(zip(COLOURS, filled, strict=True)),
        "lira": sheet.lira,
        "lira_filled": lira_filled,
        "bonus": sheet.bonus,
        "bonus_filled": sheet.bonus if sheet.bonus_filled is None else sheet.bonus_filled,
        "symbols": {place: 0 if place in sheet.crossed else n for place, n in symbols.items()},
        "ticks": {place: sheet.ticks.get(place, 0) for place in TICKED},
        "rubies": rows + boxes + palace if sheet.rubies is None else sheet.rubies,
        "palace_rubies": {letter: sheet.palace_rubies.get(letter, 0) for letter in PALACES},
        "rows": rows,
        "boxes": boxes,
        "seen": sheet.seen,
        "guild": sorted(sheet.guild),
        "goods_cards": dict(Counter(sheet.goods_cards)),
        "guild_played": sheet.guild_played,
        "cards_used": sheet.cards_used,
    }


def goods_of(amounts: Mapping[str, int]) -> Goods:
    red, green, yellow, blue = (amounts[colour] for colour in COLOURS)
    return red, green, yellow, blue


def goods_on(card: str) -> Goods:
    """The goods of a ruby card."""
    red, green, yellow, blue = (card.count(letter) for letter in "FSOJ")
    return red, green, yellow, blue


def price(*cards: int) -> Goods:
    """What a palace with these ruby cards asks: all of the first, the tops of the others."""
    first, *under = (RUBY_CARDS[n - 1] for n in cards)
    return goods_on(first + "".join(card[0] for card in under))


def spread(cards: Mapping[str, int]) -> list[str]:
    """The goods cards one by one, in the order of their kinds."""
    return [card for card in GOODS_CARDS for _ in range(cards.get(card, 0))]


def good_words(*colours: str) -> list[str]:
    return [f"good:{colour}" for colour in colours or COLOURS]


def plus(one: Goods, other: Goods) -> Goods:
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3])


def less(one: Goods, other: Goods) -> Goods:
    return (one[0] - other[0], one[1] - other[1], one[2] - other[2], one[3] - other[3])
