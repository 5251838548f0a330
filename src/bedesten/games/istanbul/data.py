"""The data file of Istanbul, checked."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from bedesten.games.istanbul.board import PLACES
from bedesten.games.istanbul.state import DEMAND_TILES, IstanbulPrinted
from bedesten.games.istanbul.words import CARD_NAMES, GOOD_NAMES
from bedesten.kernel.game import DataTable
from bedesten.kernel.rows import row

Count: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Some: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
Place: TypeAlias = Annotated[int, Meta(ge=1, le=PLACES)]
Layout: TypeAlias = Annotated[list[Place], Meta(min_length=PLACES, max_length=PLACES)]
ByPlayers: TypeAlias = Annotated[list[Count], Meta(min_length=4, max_length=4)]
Steps: TypeAlias = Annotated[
    list[Annotated[int, Meta(ge=1, le=6)]], Meta(min_length=2, max_length=2)
]
Tile: TypeAlias = Annotated[list[Count], Meta(min_length=4, max_length=4)]
Demand: TypeAlias = Annotated[list[Tile], Meta(min_length=DEMAND_TILES, max_length=DEMAND_TILES)]
Prices: TypeAlias = Annotated[list[Count], Meta(min_length=5, max_length=5)]


class LayoutsData(DataTable, frozen=True):
    short: Layout
    long: Layout
    order: Layout
    random_distance: Annotated[int, Meta(ge=1, le=4)]


class PlayersData(DataTable, frozen=True):
    starting_lira: Count
    assistants: Annotated[int, Meta(ge=1, le=9)]
    room: Annotated[int, Meta(ge=1, le=20)]
    starting_cards: Annotated[int, Meta(ge=0, le=5)]
    neutral_merchants: Annotated[list[Place], Meta(max_length=3)]
    rubies_to_end: Annotated[list[Some], Meta(min_length=4, max_length=4)]


class RubiesData(DataTable, frozen=True):
    wainwright: ByPlayers
    mosque: ByPlayers
    palace: ByPlayers
    dealer: ByPlayers


class MovementData(DataTable, frozen=True):
    near: Steps
    far: Steps
    merchant_fee: Count


class WainwrightData(DataTable, frozen=True):
    price: Count
    extensions: Annotated[int, Meta(ge=0, le=20)]


class WarehousesData(DataTable, frozen=True):
    green_tile_price: Count


class PostOfficeData(DataTable, frozen=True):
    rows: Annotated[
        list[Annotated[list[Count], Meta(min_length=5, max_length=5)]],
        Meta(min_length=1, max_length=9),
    ]


class CaravansaryData(DataTable, frozen=True):
    taken: Annotated[int, Meta(ge=1, le=5)]


class BlackMarketData(DataTable, frozen=True):
    blue_from: Annotated[list[Count], Meta(max_length=9)]


class TeaHouseData(DataTable, frozen=True):
    consolation: Count


class MarketsData(DataTable, frozen=True):
    large: Demand
    small: Demand
    large_prices: Prices
    small_prices: Prices


class PalaceData(DataTable, frozen=True):
    track: Annotated[
        list[Literal["red", "green", "yellow", "blue", "any"]], Meta(min_length=1, max_length=20)
    ]


class MosquesData(DataTable, frozen=True):
    tiles: Annotated[
        list[Annotated[list[Some], Meta(min_length=1, max_length=9)]],
        Meta(min_length=4, max_length=4),
    ]
    yellow_tile_price: Count


class DealerData(DataTable, frozen=True):
    last_price: Count


class EncountersData(DataTable, frozen=True):
    reward: Count
    governor_price: Count
    smuggler_price: Count


class IstanbulCardsData(DataTable, frozen=True, rename={"return_": "return"}):
    one_good: Count
    five_lira: Count
    far: Count
    stay: Count
    return_: Count
    family: Count
    sell_any: Count
    palace_twice: Count
    post_twice: Count
    dealer_twice: Count
    lira: Count


class IstanbulData(DataTable, frozen=True):
    """The components, as `data.toml` names them."""

    layouts: LayoutsData
    players: PlayersData
    rubies: RubiesData
    movement: MovementData
    wainwright: WainwrightData
    warehouses: WarehousesData
    post_office: PostOfficeData
    caravansary: CaravansaryData
    black_market: BlackMarketData
    tea_house: TeaHouseData
    markets: MarketsData
    palace: PalaceData
    mosques: MosquesData
    dealer: DealerData
    encounters: EncountersData
    cards: IstanbulCardsData


def printed_of(
    data: IstanbulData, seats: int, layout: str, neutral_assistants: bool
) -> IstanbulPrinted:
    """The components for a number of players, as the rules read them."""
    check(data, seats)
    n = seats - 2
    cards = msgspec.to_builtins(data.cards)
    markets = data.markets
    return IstanbulPrinted(
        layout=row([] if layout == "random" else getattr(data.layouts, layout)),
        random_distance=data.layouts.random_distance,
        starting_lira=data.players.starting_lira,
        assistants=data.players.assistants,
        room=data.players.room,
        starting_cards=data.players.starting_cards,
        neutral_merchants=row(data.players.neutral_merchants if seats == 2 else []),
        rubies_to_end=data.players.rubies_to_end[n],
        rubies=row(
            [
                data.rubies.wainwright[n],
                data.rubies.mosque[n],
                data.rubies.mosque[n],
                data.rubies.palace[n],
                data.rubies.dealer[n],
            ]
        ),
        near=row(data.movement.near),
        far=row(data.movement.far),
        merchant_fee=data.movement.merchant_fee,
        extension_price=data.wainwright.price,
        extensions=data.wainwright.extensions,
        green_tile_price=data.warehouses.green_tile_price,
        yellow_tile_price=data.mosques.yellow_tile_price,
        post=row([number for visible in data.post_office.rows for number in visible]),
        caravan_cards=data.caravansary.taken,
        blue_from=row(data.black_market.blue_from),
        consolation=data.tea_house.consolation,
        demand=row([n for tile in markets.large + markets.small for n in tile]),
        prices=row([0, *markets.large_prices, 0, *markets.small_prices]),
        track=row([(*GOOD_NAMES, "any").index(good) for good in data.palace.track]),
        mosque_tiles=row(data.mosques.tiles[n]),
        last_price=data.dealer.last_price,
        reward=data.encounters.reward,
        governor_price=data.encounters.governor_price,
        smuggler_price=data.encounters.smuggler_price,
        cards=row([cards[name] for name in CARD_NAMES]),
        card_lira=data.cards.lira,
        neutral_assistants=neutral_assistants,
    )


def check(data: IstanbulData, seats: int) -> None:
    """What no single figure shows; ValueError says what would be right."""
    for name in ("short", "long", "order"):
        if sorted(getattr(data.layouts, name)) != list(range(1, PLACES + 1)):
            raise ValueError(f"data of istanbul: layout {name} holds each place from 1 to 16 once")
    for name, (least, most) in (("near", data.movement.near), ("far", data.movement.far)):
        if not least <= most or (name == "far" and least > 4):
            raise ValueError(f"data of istanbul: movement.{name} counts steps from and to")
    n = seats - 2
    cards = msgspec.to_builtins(data.cards)
    dealt = seats * data.players.starting_cards
    if sum(cards[name] for name in CARD_NAMES) < dealt:
        raise ValueError(f"data of istanbul: {seats} players are dealt {dealt} cards at the start")
    if data.rubies.palace[n] > len(data.palace.track):
        raise ValueError("data of istanbul: the palace has at most as many rubies as track fields")
    if data.rubies.dealer[n] > data.dealer.last_price + 1:
        raise ValueError("data of istanbul: the dealer's first ruby would cost less than nothing")
