"""The data file of Choose & Write, checked."""

from __future__ import annotations

import re
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from bedesten.games.choose_write import steps
from bedesten.games.choose_write.card_parts import NO_PART, PARTS_A_CARD, card_part, part_step
from bedesten.games.choose_write.goods_cards import MOST_OF_A_PAIR, PAIRS, cards_of
from bedesten.games.choose_write.place_cards import (
    CARD_KINDS,
    FOUNTAIN_CARD,
    MOST_CARDS,
    RIGHT_MARK,
    Deck,
)
from bedesten.games.choose_write.sheet import SYMBOL_PLACES, TICK_NAMES
from bedesten.games.choose_write.state import (
    CARAVAN_CARDS,
    GUILD_CARDS,
    RUBY_CARDS,
    ChooseWritePrinted,
)
from bedesten.games.choose_write.symbols import symbols_of
from bedesten.games.choose_write.tally import tallied
from bedesten.games.choose_write.words import FOUNTAIN_NAMES, GOOD_NAMES, PAIR_NAMES
from bedesten.kernel.agenda import so_many
from bedesten.kernel.game import DataTable
from bedesten.kernel.rows import row
from bedesten.kernel.words import bit

Count: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Some: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
SymbolPlace: TypeAlias = Annotated[int, Meta(ge=1, le=SYMBOL_PLACES)]
ByPlayers: TypeAlias = Annotated[list[Count], Meta(min_length=5, max_length=5)]
Pair: TypeAlias = Annotated[str, Meta(pattern="^[rgyb]{2}$")]
RubyCard: TypeAlias = Annotated[str, Meta(pattern="^[rgyb]{4}$")]
Fountain: TypeAlias = Literal["lira", "good", "goods", "improvement"]
Task: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
Maker: TypeAlias = tuple[Literal["red", "green", "yellow", "blue", "lira"], Some, Count]
LETTERS = "rgyb"

ASKED_AFTER_DRAW = {steps.GOOD, steps.MARK, steps.TICK, steps.TICK_OR_MARK}
ASKING = {*ASKED_AFTER_DRAW, steps.EQUAL, steps.LEAVE_OUT, steps.DRAW_OR_GOOD}
DRAWING = {steps.GAIN_GOODS_CARD, steps.GAIN_GUILD_CARD, steps.KEEP_GUILD, steps.DRAW_OR_GOOD}


class GoodsData(DataTable, frozen=True):
    rows: Some
    bonus_rows: Annotated[list[Some], Meta(max_length=9)]


class LiraData(DataTable, frozen=True):
    boxes: Annotated[list[Some], Meta(min_length=1, max_length=4)]


class AmuletData(DataTable, frozen=True):
    """Drawn on the sheet; rubies go on without end. [CW-1.3]"""

    fields: Some
    rings: Annotated[int, Meta(ge=0, le=9)]


class SymbolsData(DataTable, frozen=True):
    one: list[SymbolPlace]
    second_with_three: list[SymbolPlace]
    second_with_more: list[SymbolPlace]


class BonusActionsData(DataTable, frozen=True):
    fields: ByPlayers


class PlacesData(DataTable, frozen=True):
    dealer_price: Count
    market_goods: Annotated[int, Meta(ge=1, le=9)]
    market_lira: Count
    post_lira: Count
    roaster_goods: Annotated[int, Meta(ge=1, le=9)]
    stall_lira: Count
    wainwright_ticks: Annotated[int, Meta(ge=1, le=9)]


class ChooseWriteCardsData(DataTable, frozen=True):
    copies: Literal[2]
    fountains: Annotated[list[Fountain], Meta(max_length=MOST_CARDS - FOUNTAIN_CARD)]
    goods: Annotated[list[Pair], Meta(max_length=MOST_OF_A_PAIR)]
    rubies: Annotated[list[RubyCard], Meta(min_length=RUBY_CARDS, max_length=RUBY_CARDS)]


class PalacesData(DataTable, frozen=True):
    ruby_cards: Annotated[list[Annotated[int, Meta(ge=1, le=5)]], Meta(min_length=5, max_length=5)]


class CaravanData(DataTable, frozen=True):
    cards: Annotated[list[str], Meta(min_length=CARAVAN_CARDS, max_length=CARAVAN_CARDS)]


class GuildData(DataTable, frozen=True):
    prices: Annotated[list[Count], Meta(min_length=GUILD_CARDS, max_length=GUILD_CARDS)]
    cards: Annotated[list[str], Meta(min_length=GUILD_CARDS, max_length=GUILD_CARDS)]


class EndData(DataTable, frozen=True):
    rubies: Some
    card_worth: Count


class SoloTask(DataTable, frozen=True, omit_defaults=True):
    """What a solo game must come to; what is not named does not matter. [CW-8.4]"""

    lira: Count = 0
    kinds: Count = 0
    rows: Count = 0
    guild: Count = 0
    palaces: Count = 0
    one_palace: Count = 0
    all_symbols: bool = False
    most_ticks: Count | None = None
    most_guild: Count | None = None
    most_cards: Count | None = None


class Solo(DataTable, frozen=True):
    columns: Annotated[list[Some], Meta(min_length=1, max_length=9)]
    tasks: Annotated[list[SoloTask], Meta(min_length=1, max_length=99)]
    easy: list[Task]
    medium: list[Task]
    hard: list[Task]


class ChooseWriteData(DataTable, frozen=True):
    """The components, as `data.toml` names them."""

    goods: GoodsData
    lira: LiraData
    amulet: AmuletData
    symbols: SymbolsData
    bonus_actions: BonusActionsData
    makers: dict[str, Maker]
    places: PlacesData
    cards: ChooseWriteCardsData
    palaces: PalacesData
    caravan: CaravanData
    guild: GuildData
    end: EndData
    solo: Solo


def printed_of(data: ChooseWriteData, seats: int) -> ChooseWritePrinted:
    """The components for a number of players, as the rules read them."""
    if tuple(data.makers) != TICK_NAMES:
        raise ValueError(f"data of choose_write: makers are the places {', '.join(TICK_NAMES)}")
    makers = [data.makers[name] for name in TICK_NAMES]
    places = data.places
    return ChooseWritePrinted(
        rows=data.goods.rows,
        bonus_rows=row(sorted(data.goods.bonus_rows)),
        boxes=row(sorted(data.lira.boxes)),
        symbols=symbols_of(symbols_for(data.symbols, seats)),
        bonus_fields=data.bonus_actions.fields[seats - 1],
        made=row([(*GOOD_NAMES, "lira").index(what) for what, _, _ in makers]),
        income=row([n for _, n, _ in makers]),
        tick_boxes=tallied([boxes for _, _, boxes in makers]),
        dealer_price=places.dealer_price,
        market_goods=places.market_goods,
        market_lira=places.market_lira,
        post_lira=places.post_lira,
        roaster_goods=places.roaster_goods,
        stall_lira=places.stall_lira,
        wainwright_ticks=places.wainwright_ticks,
        place_cards=Deck(place_cards_for(data.cards, seats)),
        goods_cards=cards_of(
            [sum(pair_of(card) == n for card in data.cards.goods) for n in range(PAIRS)]
        ),
        ruby_goods=row([tallied(ruby_goods(card)) for card in data.cards.rubies]),
        ruby_tops=row([LETTERS.index(card[0]) for card in data.cards.rubies]),
        ruby_cards=data.palaces.ruby_cards[seats - 1],
        caravan_cards=row([n for card in data.caravan.cards for n in caravan_effect(card)]),
        guild_prices=row(data.guild.prices),
        guild_cards=row([n for card in data.guild.cards for n in effect_of(card)]),
        rubies_to_end=data.end.rubies,
        card_worth=data.end.card_worth,
    )


def symbols_for(symbols: SymbolsData, seats: int) -> list[int]:
    """[CW-1.6]"""
    second: list[int] = []
    if seats == 3:
        second = symbols.second_with_three
    elif seats > 3:
        second = symbols.second_with_more
    return [(n in symbols.one) + (n in second) for n in range(1, SYMBOL_PLACES + 1)]


def place_cards_for(cards: ChooseWriteCardsData, seats: int) -> list[int]:
    """Solo, one copy of each place bears the left and one the right mark. [CW-2.1]"""
    left, right = (1, 1) if seats == 1 else (cards.copies, 0)
    counts = [left] * RIGHT_MARK + [right] * RIGHT_MARK + [0] * (CARD_KINDS - FOUNTAIN_CARD)
    for fountain in cards.fountains:
        counts[FOUNTAIN_CARD + FOUNTAIN_NAMES.index(fountain)] += 1
    return counts


def pair_of(card: str) -> int:
    """The kind of goods card: which of two goods stands first does not matter. [CW-2.2]"""
    return PAIR_NAMES.index("".join(sorted(card, key=LETTERS.index)))


def ruby_goods(card: str) -> list[int]:
    """How many goods of each kind a ruby card shows. [CW-2.3]"""
    return [card.count(letter) for letter in LETTERS]


def caravan_effect(card: str) -> list[int]:
    """The parts of a caravan card: what follows a draw is asked when all have drawn. [CW-4.5]"""
    effect = effect_of(card)
    asked: set[int] = set()
    drawn = False
    for part in effect[: effect.index(NO_PART)] if NO_PART in effect else effect:
        step = part_step(part)
        if drawn and step in ASKING:
            asked.add(step)
        if asked and (step in DRAWING or not asked <= ASKED_AFTER_DRAW or len(asked) > 1):
            raise ValueError(
                f"data of choose_write: once a card is drawn, {card!r} may ask for one thing "
                "more, good, mark, tick or tick_or_mark, and then nothing else is drawn"
            )
        drawn = drawn or step in DRAWING
    return effect


def effect_of(card: str) -> list[int]:
    """A card's parts as steps with their details. [CW-2.4, CW-2.5]

    Whether it can be given what it asks is looked at once, when it is chosen. [CW-4.7]
    """
    parts: list[int] = []
    words = [part.strip() for part in card.split(",")]
    brought = re.sub(r"^(palace \w+|give \w+|hand_over 1(, give \w+)?)\b", "", ", ".join(words))
    if re.search("palace|give|hand_over", brought):
        raise ValueError(
            f"data of choose_write: {card!r} may ask only for this, and first of all: "
            "a palace, give, hand_over 1, or hand_over 1 and then give"
        )
    for n, text in enumerate(words):
        match = re.fullmatch(r"(\w+) (\w+)", text)
        if match is None:
            raise ValueError(f"data of choose_write: a part is a name and a number, not {text!r}")
        following = words[n + 1] if n + 1 < len(words) else ""
        parts += _part(match[1], match[2], following)
    if len(parts) > PARTS_A_CARD:
        raise ValueError(f"data of choose_write: {card!r} has more than {PARTS_A_CARD} parts")
    return parts + [NO_PART] * (PARTS_A_CARD - len(parts))


def _part(name: str, number: str, following: str) -> list[int]:
    if name == "palace" and re.fullmatch("[abcd]+", number):
        letters = sorted({"abcd".index(letter) for letter in number})
        if len(letters) == 1:
            return [card_part(steps.VISIT_PALACE, letters[0])]
        return [card_part(steps.PALACE, sum(bit(letter) for letter in letters))]
    if not re.fullmatch("[1-9]", number):
        raise ValueError(f"data of choose_write: {name!r} takes a number from 1 to 9")
    n = int(number)
    if name == "different" and n == 4:
        return [card_part(steps.GAIN_GOODS, so_many(1, good)) for good in range(4)]
    if name == "hand_over":
        to_give = int(following.removeprefix("give ")) if following.startswith("give ") else 0
        return [card_part(steps.HAND_OVER, to_give)] * n
    single = {
        "lira": card_part(steps.GAIN_LIRA, n),
        "good": card_part(steps.GOOD, so_many(n)),
        "equal": card_part(steps.EQUAL, n),
        "different": card_part(steps.LEAVE_OUT),
        "mark": card_part(steps.MARK, n),
        "tick": card_part(steps.TICK, n),
        "give": card_part(steps.GIVE_GOOD, so_many(n)),
        "keep_guild": card_part(steps.KEEP_GUILD, n),
    }
    repeated = {
        "goods": card_part(steps.GAIN_GOODS_CARD),
        "guild": card_part(steps.GAIN_GUILD_CARD),
        "ruby": card_part(steps.GAIN_RUBY),
        "goods_or_good": card_part(steps.DRAW_OR_GOOD),
        "tick_or_mark": card_part(steps.TICK_OR_MARK),
    }
    if name in single and not (name == "different" and n != 3):
        return [single[name]]
    if name in repeated:
        return [repeated[name]] * n
    raise ValueError(f"data of choose_write: there is no part {name!r} {number}")
