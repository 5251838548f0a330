"""What is on the table in a game of Istanbul."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bedesten.games.istanbul.board import FOUNTAIN, PLACES, POLICE_STATION, SMALL_MOSQUE
from bedesten.games.istanbul.words import CARDS
from bedesten.kernel.rng import Rng
from bedesten.kernel.rows import kind_of, same, total
from bedesten.kernel.state import NOBODY, State
from bedesten.kernel.step import Step
from bedesten.kernel.words import Seat, Words, bit

RED: Final = 0
GREEN: Final = 1
YELLOW: Final = 2
BLUE: Final = 3
ANY: Final = 4  # on the palace's track

LARGE: Final = 0
SMALL: Final = 1
DEMAND_TILES: Final = 5  # a market
UNSEEN: Final = -1
NO_CARD: Final = -1
NO_GOOD: Final = -1

AT_WAINWRIGHT: Final = 0
AT_SMALL_MOSQUE: Final = 1
AT_GREAT_MOSQUE: Final = 2
AT_PALACE: Final = 3
AT_DEALER: Final = 4

USED_YELLOW_TILE: Final = 1
MET_GOVERNOR: Final = 2
MET_SMUGGLER: Final = 4

NO_GOODS: Final = vec[i64]([0, 0, 0, 0])
NO_CARDS: Final = vec[i64]([0] * CARDS)
NO_RUBIES: Final = vec[i64]([0, 0, 0, 0, 0])
NO_DISCARDS: Final = vec[i64]()
NO_TILES_SEEN: Final = vec[i64]([UNSEEN] * (2 * DEMAND_TILES))
NO_TURNS: Final = vec[i64]([0, 0])
NO_CELLS: Final = vec[i64]([0] * PLACES)
NO_PLACES: Final = vec[i64]([0] * (PLACES + 1))


class IstanbulPrinted:
    """The printed material for a number of players; shared by all copies of a game."""

    layout: vec[i64]
    random_distance: i64
    starting_lira: i64
    assistants: i64
    room: i64
    starting_cards: i64
    neutral_merchants: vec[i64]
    rubies_to_end: i64
    rubies: vec[i64]
    near: vec[i64]
    far: vec[i64]
    merchant_fee: i64
    extension_price: i64
    extensions: i64
    green_tile_price: i64
    yellow_tile_price: i64
    post: vec[i64]
    caravan_cards: i64
    blue_from: vec[i64]
    consolation: i64
    demand: vec[i64]
    prices: vec[i64]
    track: vec[i64]
    mosque_tiles: vec[i64]
    last_price: i64
    reward: i64
    governor_price: i64
    smuggler_price: i64
    cards: vec[i64]
    card_lira: i64
    neutral_assistants: bool

    def __init__(
        self,
        *,
        layout: vec[i64],
        random_distance: i64,
        starting_lira: i64,
        assistants: i64,
        room: i64,
        starting_cards: i64,
        neutral_merchants: vec[i64],
        rubies_to_end: i64,
        rubies: vec[i64],
        near: vec[i64],
        far: vec[i64],
        merchant_fee: i64,
        extension_price: i64,
        extensions: i64,
        green_tile_price: i64,
        yellow_tile_price: i64,
        post: vec[i64],
        caravan_cards: i64,
        blue_from: vec[i64],
        consolation: i64,
        demand: vec[i64],
        prices: vec[i64],
        track: vec[i64],
        mosque_tiles: vec[i64],
        last_price: i64,
        reward: i64,
        governor_price: i64,
        smuggler_price: i64,
        cards: vec[i64],
        card_lira: i64,
        neutral_assistants: bool,
    ) -> None:
        self.layout = layout  # empty: chance lays it
        self.random_distance = random_distance
        self.starting_lira = starting_lira
        self.assistants = assistants
        self.room = room
        self.starting_cards = starting_cards
        self.neutral_merchants = neutral_merchants
        self.rubies_to_end = rubies_to_end
        self.rubies = rubies  # wainwright, small mosque, great mosque, palace, dealer
        self.near = near
        self.far = far
        self.merchant_fee = merchant_fee
        self.extension_price = extension_price
        self.extensions = extensions
        self.green_tile_price = green_tile_price
        self.yellow_tile_price = yellow_tile_price
        self.post = post  # five numbers a row: four goods and lira
        self.caravan_cards = caravan_cards
        self.blue_from = blue_from
        self.consolation = consolation
        self.demand = demand  # four goods a tile, the tiles of the large market first
        self.prices = prices  # six a market, from nothing sold on
        self.track = track
        self.mosque_tiles = mosque_tiles
        self.last_price = last_price
        self.reward = reward
        self.governor_price = governor_price
        self.smuggler_price = smuggler_price
        self.cards = cards
        self.card_lira = card_lira
        self.neutral_assistants = neutral_assistants  # the variant [IST-10]


@mypyc_attr(acyclic=True)
class IstanbulPlayer:
    """One seat's pieces. A new one shares empty rows with all others until it is assigned."""

    lira: i64
    rubies: i64
    room: i64
    extensions: i64
    tiles: i64
    merchant: i64
    family: i64
    stack: i64
    neutral: i64
    out: Words
    goods: vec[i64]
    hand: vec[i64]
    known: vec[i64]

    def __init__(self) -> None:
        self.lira = 0
        self.rubies = 0
        self.room = 0  # of each kind
        self.extensions = 0
        self.tiles = 0  # mosque tiles, as bits by colour
        self.merchant = FOUNTAIN
        self.family = POLICE_STATION
        self.stack = 0  # assistants with the merchant
        self.neutral = 0  # which of them are neutral, as bits, the bottom one first
        self.out: Words = 0  # places with one of the own assistants
        self.goods = NO_GOODS
        self.hand = NO_CARDS
        self.known = NO_CARDS  # cards of the hand that everybody has seen

    def assign(self, other: IstanbulPlayer) -> None:
        self.assign_numbers(other)
        self.goods = other.goods[:]
        self.hand = other.hand[:]
        self.known = other.known[:]

    def become(self, other: IstanbulPlayer) -> None:
        """Become equal to another player without new rows."""
        self.assign_numbers(other)
        self.goods = same(self.goods, other.goods)
        self.hand = same(self.hand, other.hand)
        self.known = same(self.known, other.known)

    def assign_numbers(self, other: IstanbulPlayer) -> None:
        self.lira = other.lira
        self.rubies = other.rubies
        self.room = other.room
        self.extensions = other.extensions
        self.tiles = other.tiles
        self.merchant = other.merchant
        self.family = other.family
        self.stack = other.stack
        self.neutral = other.neutral
        self.out = other.out

    def has_tile(self, colour: i64) -> bool:
        return self.tiles & bit(colour) != 0


@mypyc_attr(acyclic=True)
class Istanbul(State):
    """A game of Istanbul in progress.

    A new one shares its rows: `assign` gives it its own, so that a copy makes them once.
    """

    printed: IstanbulPrinted
    cells: vec[i64]
    near: vec[i64]
    distant: vec[i64]
    first: i64
    players: vec[IstanbulPlayer]
    pile: vec[i64]
    discards: vec[i64]
    in_play: i64
    mosques: vec[i64]
    demand: vec[i64]
    demand_top: vec[i64]
    governor: i64
    smuggler: i64
    neutral_merchants: vec[i64]
    neutral_assistants: vec[i64]
    markers: i64
    rubies: vec[i64]
    low: i64
    high: i64
    called: i64
    wanted: vec[i64]
    sold: i64
    smuggled: i64
    used: i64
    last_round: bool

    def __init__(self, seats: i64, book: vec[Step], printed: IstanbulPrinted) -> None:
        super().__init__(seats, book)
        self.printed = printed
        self.cells = NO_CELLS  # the places row by row; never written to once laid
        self.near = NO_PLACES  # by place: the places a merchant can go to
        self.distant = NO_PLACES  # and those it reaches with a card
        self.first = NOBODY  # who started
        self.players = vec[IstanbulPlayer]([IstanbulPlayer() for _ in range(seats)])
        self.pile = NO_CARDS  # face-down bonus cards, by kind: they have no order
        self.discards = NO_DISCARDS  # face up, the top one last
        self.in_play = NO_CARD  # the card whose effect is under way
        self.mosques = NO_GOODS  # tiles taken of each colour
        self.demand = NO_TILES_SEEN  # the stack of the large market, then of the small one
        self.demand_top = NO_TURNS
        self.governor = 0
        self.smuggler = 0
        self.neutral_merchants = printed.neutral_merchants
        self.neutral_assistants = NO_PLACES  # lying at each place
        self.markers = 0  # moved down at the post office
        self.rubies = NO_RUBIES  # left at each source
        self.low = 0  # the dice of the action under way
        self.high = 0
        self.called = 0
        self.wanted = NO_GOODS  # what the market under way still buys
        self.sold = 0
        self.smuggled = NO_GOOD
        self.used = 0  # what can be used once a turn and has been, as bits
        self.last_round = False

    def assign(self, other: Istanbul) -> None:
        """Become equal to another game with as many seats."""
        self._assign_numbers(other)
        n: i64
        for n in range(self.seats):
            self.players[n].assign(other.players[n])
        self.pile = other.pile[:]
        self.mosques = other.mosques[:]
        self.demand = other.demand[:]
        self.demand_top = other.demand_top[:]
        self.neutral_merchants = other.neutral_merchants[:]
        self.neutral_assistants = other.neutral_assistants[:]
        self.rubies = other.rubies[:]
        self.wanted = other.wanted[:]

    def become(self, other: Istanbul) -> Istanbul:  # type: ignore[override]
        self._assign_numbers(other)
        n: i64
        for n in range(self.seats):
            self.players[n].become(other.players[n])
        self.pile = same(self.pile, other.pile)
        self.mosques = same(self.mosques, other.mosques)
        self.demand = same(self.demand, other.demand)
        self.demand_top = same(self.demand_top, other.demand_top)
        self.neutral_merchants = same(self.neutral_merchants, other.neutral_merchants)
        self.neutral_assistants = same(self.neutral_assistants, other.neutral_assistants)
        self.rubies = same(self.rubies, other.rubies)
        self.wanted = same(self.wanted, other.wanted)
        return self

    def _assign_numbers(self, other: Istanbul) -> None:
        """Become equal but for the rows that are changed in the course of a game."""
        self.assign_kernel(other)
        self.printed = other.printed
        self.cells = other.cells
        self.near = other.near
        self.distant = other.distant
        self.first = other.first
        self.discards = other.discards[:]  # of any length
        self.in_play = other.in_play
        self.governor = other.governor
        self.smuggler = other.smuggler
        self.markers = other.markers
        self.low = other.low
        self.high = other.high
        self.called = other.called
        self.sold = other.sold
        self.smuggled = other.smuggled
        self.used = other.used
        self.last_round = other.last_round

    def copy(self) -> Istanbul:
        c = Istanbul(self.seats, self.book, self.printed)
        c.assign(self)
        return c

    def standing(self, seat: Seat) -> list[int]:
        """Rubies, then lira, goods and bonus cards. [IST-9.3]"""
        p = self.players[seat]
        return [p.rubies, p.lira, total(p.goods), total(p.hand)]

    def redeal(self, seat: Seat, rng: Rng) -> None:
        """Hands are secret, but for cards that everybody has seen. [IST-11.1]"""
        other: Seat
        card: i64
        for other in range(self.seats):
            if other != seat:
                p = self.players[other]
                for card in range(CARDS):
                    self.pile[card] += p.hand[card] - p.known[card]
        for other in range(self.seats):
            if other != seat:
                p = self.players[other]
                unknown = total(p.hand) - total(p.known)
                p.hand = same(p.hand, p.known)
                for _ in range(unknown):
                    card = kind_of(self.pile, rng.below(total(self.pile)))
                    self.pile[card] -= 1
                    p.hand[card] += 1


# What can be read off the table.


def palace_price(s: Istanbul) -> i64:
    """How many goods the palace's next ruby costs: the last costs the whole track. [IST-5.10]"""
    return len(s.printed.track) + 1 - s.rubies[AT_PALACE]


def dealer_price(s: Istanbul) -> i64:
    """What the next ruby of the dealer costs. [IST-5.12]"""
    return s.printed.last_price + 1 - s.rubies[AT_DEALER]


def top_demand(s: Istanbul, market: i64) -> i64:
    """The demand tile on top of a market's stack."""
    return s.demand[DEMAND_TILES * market + s.demand_top[market]]


def card_to_draw(s: Istanbul) -> bool:
    """Tell whether a card can be drawn: discards are shuffled when the pile is empty. [IST-7.9]"""
    return len(s.discards) > 0 or total(s.pile) > 0


def mosque_of(colour: i64) -> i64:
    """Red and green tiles lie at the small mosque, blue and yellow ones at the great. [IST-2.1]"""
    return AT_SMALL_MOSQUE if colour == RED or colour == GREEN else AT_GREAT_MOSQUE


def colours_at(place: i64) -> i64:
    """The colours of a mosque's tiles, as bits."""
    if place == SMALL_MOSQUE:
        return 1 << RED | 1 << GREEN
    return 1 << YELLOW | 1 << BLUE
