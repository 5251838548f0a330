"""What is on the table in a game of Choose & Write."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from bedesten.games.choose_write import goods_cards
from bedesten.games.choose_write.goods_cards import PAIRS, Cards, card, goods_on, pair_at
from bedesten.games.choose_write.place_cards import NO_CARD, Deck
from bedesten.games.choose_write.plan_entries import planned_word
from bedesten.games.choose_write.tally import EACH_GOOD, MOST, Tally
from bedesten.games.choose_write.tally import total as total_of
from bedesten.games.choose_write.words import GOODS
from bedesten.kernel.rng import Rng
from bedesten.kernel.rows import same, total
from bedesten.kernel.state import NOBODY, State
from bedesten.kernel.step import Step
from bedesten.kernel.words import Seat, bit, nth, size

GOOD_KINDS: Final = 4
LETTERS: Final = 4
GUILD_CARDS: Final = 16
RUBY_CARDS: Final = 20
CARAVAN_CARDS: Final = 8

NO_PLACE: Final = -1
NOTHING: Final = -1
UNSEEN: Final = -1

FOUNTAIN_LIRA: Final = 0
FOUNTAIN_GOOD: Final = 1
FOUNTAIN_GOODS: Final = 2
FOUNTAIN_TICK: Final = 3

NO_PRICES: Final = vec[i64]([0] * LETTERS)
NONE: Final = vec[i64]()
NEWEST_RULES: Final = 2
NEVER: Final = MOST  # more than any sheet can hold; ends a row of goals
EMPTY_DISPLAY: Final = vec[i64]([NO_CARD, NO_CARD])
NO_CARAVANS_SEEN: Final = vec[i64]([UNSEEN] * CARAVAN_CARDS)


def sums(numbers: vec[i64]) -> vec[i64]:
    """The numbers added up one by one."""
    found = vec[i64]()
    n: i64 = 0
    for number in numbers:
        n += number
        found = append(found, n)
    return found


def each_good(numbers: vec[i64]) -> vec[i64]:
    """So many of every good, for each number."""
    found = vec[i64]()
    for number in numbers:
        found = append(found, number * EACH_GOOD)
    return found


class ChooseWritePrinted:
    """The printed material for a number of players; shared by all copies of a game."""

    rows: i64
    bonus_rows: vec[i64]
    boxes: vec[i64]
    box_ends: vec[i64]
    row_goods: vec[i64]
    lira_fields: i64
    symbols: i64
    bonus_fields: i64
    made: vec[i64]
    income: vec[i64]
    tick_boxes: Tally
    dealer_price: i64
    market_goods: i64
    market_lira: i64
    post_lira: i64
    roaster_goods: i64
    stall_lira: i64
    wainwright_ticks: i64
    place_cards: Deck
    goods_cards: Cards
    ruby_goods: vec[i64]
    ruby_tops: vec[i64]
    ruby_cards: i64
    caravan_cards: vec[i64]
    guild_prices: vec[i64]
    guild_cards: vec[i64]
    rubies_to_end: i64
    card_worth: i64
    rules: i64

    def __init__(
        self,
        *,
        rows: i64,
        bonus_rows: vec[i64],
        boxes: vec[i64],
        symbols: i64,
        bonus_fields: i64,
        made: vec[i64],
        income: vec[i64],
        tick_boxes: Tally,
        dealer_price: i64,
        market_goods: i64,
        market_lira: i64,
        post_lira: i64,
        roaster_goods: i64,
        stall_lira: i64,
        wainwright_ticks: i64,
        place_cards: Deck,
        goods_cards: Cards,
        ruby_goods: vec[i64],
        ruby_tops: vec[i64],
        ruby_cards: i64,
        caravan_cards: vec[i64],
        guild_prices: vec[i64],
        guild_cards: vec[i64],
        rubies_to_end: i64,
        card_worth: i64,
    ) -> None:
        self.rows = rows
        self.bonus_rows = bonus_rows
        self.boxes = boxes  # fields of the lira boxes, the one filled first coming first
        self.box_ends = append(sums(boxes), NEVER)  # lira fields up to the end of each box
        self.row_goods = append(each_good(bonus_rows), NEVER)  # goods that fill each bonus row
        self.lira_fields = total(boxes)
        self.symbols = symbols
        self.bonus_fields = bonus_fields
        self.made = made  # at 1, 5, 8, 10, 14: a good, or LIRA_MADE
        self.income = income
        self.tick_boxes = tick_boxes  # by maker
        self.dealer_price = dealer_price
        self.market_goods = market_goods
        self.market_lira = market_lira
        self.post_lira = post_lira
        self.roaster_goods = roaster_goods
        self.stall_lira = stall_lira
        self.wainwright_ticks = wainwright_ticks
        self.place_cards = place_cards
        self.goods_cards = goods_cards
        self.ruby_goods = ruby_goods  # the four goods of each card, as tallies
        self.ruby_tops = ruby_tops  # the good on top
        self.ruby_cards = ruby_cards  # at each letter at the start
        self.caravan_cards = caravan_cards  # PARTS_A_CARD packed parts each
        self.guild_prices = guild_prices
        self.guild_cards = guild_cards
        self.rubies_to_end = rubies_to_end
        self.card_worth = card_worth
        self.rules = NEWEST_RULES  # an older version for old records


LIRA_MADE: Final = 4


@mypyc_attr(acyclic=True)
class ChooseWritePlayer:
    """One seat's sheet and hand."""

    seat: i64
    goods: Tally
    filled: Tally
    lira: i64
    lira_filled: i64
    bonus: i64
    bonus_filled: i64
    symbols: i64
    ticks: Tally
    rubies: i64
    palace_rubies: Tally
    boxes: i64
    rows: i64
    place: i64
    seen: bool
    guild: i64
    drawn: i64
    kept: i64
    goods_cards: Cards
    card_goods: Tally
    guild_played: i64
    cards_used: i64
    later: i64
    need: Tally
    named: Cards
    given: Tally
    using: i64
    crossing: i64
    plan: vec[i64]
    planned: i64

    def __init__(self, seat: i64) -> None:
        self.seat = seat
        self.goods = 0  # marked and not crossed, by kind
        self.filled = 0  # marked or crossed
        self.lira = 0
        self.lira_filled = 0
        self.bonus = 0
        self.bonus_filled = 0
        self.symbols = 0  # not crossed; see `sheet.py`
        self.ticks = 0  # by maker
        self.rubies = 0
        self.palace_rubies = 0  # by letter
        self.boxes = 0  # bonus rubies taken for lira boxes
        self.rows = 0  # and for rows of goods
        self.place = NO_CARD  # the place card in hand
        self.seen = False  # it was taken from the display
        self.guild = 0  # guild cards in hand, as bits
        self.drawn = 0  # guild cards of which one is to be kept, as bits
        self.kept = 0  # the one of them that the seat has chosen, as a bit
        self.goods_cards = 0
        self.card_goods = 0  # what they stand for
        self.guild_played = 0
        self.cards_used = 0
        self.later = 0  # the part of the caravan card that is asked when all have drawn
        self.need = 0  # what a payment under way asks, by kind
        self.named = 0  # the goods cards that it names
        self.given = 0  # what those stand for
        # What the seat has committed and is still to be carried out:
        self.using = NO_PLACE  # the place whose action it takes
        self.crossing = NOTHING  # what it crosses for that: the word
        self.plan = NONE  # what the action brings, see `planning.py`
        self.planned = 0  # how much of the plan is in use

    def assign(self, other: ChooseWritePlayer) -> None:
        """Become equal to another player, but for what is planned."""
        self.seat = other.seat
        self.goods = other.goods
        self.filled = other.filled
        self.lira = other.lira
        self.lira_filled = other.lira_filled
        self.bonus = other.bonus
        self.bonus_filled = other.bonus_filled
        self.symbols = other.symbols
        self.ticks = other.ticks
        self.rubies = other.rubies
        self.palace_rubies = other.palace_rubies
        self.boxes = other.boxes
        self.rows = other.rows
        self.place = other.place
        self.seen = other.seen
        self.guild = other.guild
        self.drawn = other.drawn
        self.kept = other.kept
        self.goods_cards = other.goods_cards
        self.card_goods = other.card_goods
        self.guild_played = other.guild_played
        self.cards_used = other.cards_used
        self.later = other.later
        self.need = other.need
        self.named = other.named
        self.given = other.given

    def assign_plan(self, other: ChooseWritePlayer) -> None:
        self.using = other.using
        self.crossing = other.crossing
        self.planned = other.planned
        if other.planned > 0:
            self.plan = other.plan[:]


@mypyc_attr(acyclic=True)
class ChooseWrite(State):
    """A game of Choose & Write in progress."""

    printed: ChooseWritePrinted
    first: i64
    players: vec[ChooseWritePlayer]
    draft: ChooseWritePlayer
    pile: i64
    discards: i64
    display: vec[i64]
    goods_pile: Cards
    goods_discards: Cards
    guild_pile: i64
    guild_discards: i64
    guild_in_play: i64
    ruby_pile: i64
    palaces: vec[i64]
    prices: vec[i64]
    caravan: vec[i64]
    caravan_top: i64
    fountains: vec[i64]
    active: i64
    card: i64
    from_hand: bool
    taken: i64
    caravan_used: bool
    last_round: bool

    def __init__(self, seats: i64, book: vec[Step], printed: ChooseWritePrinted) -> None:
        super().__init__(seats, book)
        self.printed = printed
        self.first = NOBODY  # who started
        self.players = vec[ChooseWritePlayer]([ChooseWritePlayer(seat) for seat in range(seats)])
        self.draft = ChooseWritePlayer(NOBODY)  # to work on, see `planned_sheet`; never copied
        self.pile = 0  # face-down place cards, as bits; see `place_cards.py`
        self.discards = 0
        self.display = EMPTY_DISPLAY[:]  # left and right
        self.goods_pile = 0
        self.goods_discards = 0
        self.guild_pile = 0  # as bits
        self.guild_discards = 0
        self.guild_in_play = NO_CARD
        self.ruby_pile = 0  # as bits
        self.palaces = NONE  # ruby cards as they came, each with its letter
        self.prices = NO_PRICES[:]  # goods asked at each letter, as tallies
        self.caravan = NO_CARAVANS_SEEN[:]  # the cycle, as far as it is known
        self.caravan_top = 0
        self.fountains = NONE  # of the set-up, still to be taken
        self.active = NOBODY  # the seat in turn
        self.card = NO_CARD  # the place card in use
        self.from_hand = False
        self.taken = 0  # letters at which a ruby was taken this turn, as bits
        self.caravan_used = False
        self.last_round = False

    def assign(self, other: ChooseWrite) -> None:
        """Become equal to another game with as many seats."""
        self.assign_kernel(other)
        self.printed = other.printed
        self.first = other.first
        n: i64
        for n in range(self.seats):
            self.players[n].assign(other.players[n])
            self.players[n].assign_plan(other.players[n])
        self.pile = other.pile
        self.discards = other.discards
        self.display = same(self.display, other.display)
        self.goods_pile = other.goods_pile
        self.goods_discards = other.goods_discards
        self.guild_pile = other.guild_pile
        self.guild_discards = other.guild_discards
        self.guild_in_play = other.guild_in_play
        self.ruby_pile = other.ruby_pile
        self.palaces = other.palaces[:]
        self.prices = same(self.prices, other.prices)
        self.caravan = same(self.caravan, other.caravan)
        self.caravan_top = other.caravan_top
        self.fountains = other.fountains[:]
        self.active = other.active
        self.card = other.card
        self.from_hand = other.from_hand
        self.taken = other.taken
        self.caravan_used = other.caravan_used
        self.last_round = other.last_round

    def copy(self) -> ChooseWrite:
        c = ChooseWrite(self.seats, self.book, self.printed)
        c.assign(self)
        return c

    def become(self, other: ChooseWrite) -> ChooseWrite:  # type: ignore[override]
        self.assign(other)
        return self

    def forget(self, seat: Seat) -> None:
        """Choices that are not complete are secret. [CW-9.1]"""
        p = self.players[seat]
        p.using = NO_PLACE
        p.crossing = NOTHING
        p.planned = 0
        p.kept = 0

    def standing(self, seat: Seat) -> list[int]:
        """Rubies, then marked fields that are not crossed, and goods cards. [CW-7.3]"""
        return [self.players[seat].rubies, fields_left(self, seat)]

    def redeal(self, seat: Seat, rng: Rng) -> None:
        """Hands are secret, but for a place card that was taken from the display. [CW-9.1]"""
        other: Seat
        for other in range(self.seats):
            if other != seat:
                self._take_back_hand(self.players[other])
        for other in range(self.seats):
            if other == seat:
                continue
            p = self.players[other]
            if p.place != NO_CARD and not p.seen:
                p.place = self._place_card_anew(rng)
            p.guild = self._guild_cards_anew(rng, size(p.guild))
            p.drawn = self._guild_cards_anew(rng, size(p.drawn))
            held = goods_cards.number(p.goods_cards)
            p.goods_cards = planned_cards(p)
            for _ in range(held - goods_cards.number(p.goods_cards)):
                ticket = rng.below(goods_cards.number(self.goods_pile))
                drawn = card(pair_at(self.goods_pile, ticket))
                self.goods_pile -= drawn
                p.goods_cards += drawn
            p.card_goods = goods_on(p.goods_cards)

    def _take_back_hand(self, p: ChooseWritePlayer) -> None:
        if p.place != NO_CARD and not p.seen:
            self.pile = self.printed.place_cards.together_with(self.pile, p.place)
        self.guild_pile |= p.guild | p.drawn
        self.goods_pile += p.goods_cards - planned_cards(p)

    def _place_card_anew(self, rng: Rng) -> i64:
        """A hand never holds a fountain."""
        deck = self.printed.place_cards
        kind = deck.drawn(self.pile, rng.below(size(self.pile & ~deck.fountains)))
        self.pile = deck.without(self.pile, kind)
        return kind

    def _guild_cards_anew(self, rng: Rng, n: i64) -> i64:
        cards: i64 = 0
        for _ in range(n):
            drawn = nth(self.guild_pile, rng.below(size(self.guild_pile)))
            self.guild_pile &= ~bit(drawn)
            cards |= bit(drawn)
        return cards


# What can be read off the table.


def planned_cards(p: ChooseWritePlayer) -> Cards:
    """The goods cards that a seat will give when its turn to carry out comes.

    All have chosen then, so these cards are no secret any more.
    """
    cards: Cards = 0
    n: i64
    for n in range(p.planned):
        pair = planned_word(p.plan[n]) - GOODS
        if 0 <= pair < PAIRS:
            cards += card(pair)
    return cards


def fields_left(s: ChooseWrite, seat: Seat) -> i64:
    """Marked, uncrossed fields, and what goods cards count for. [CW-7.3]"""
    p = s.players[seat]
    cards = s.printed.card_worth * goods_cards.number(p.goods_cards)
    return total_of(p.goods) + p.lira + p.bonus + cards


def open_caravan(s: ChooseWrite) -> i64:
    """The caravan card that lies open, from 0."""
    return s.caravan[s.caravan_top]


def is_solo(s: ChooseWrite) -> bool:
    return s.seats == 1


def next_clockwise(s: ChooseWrite, n: i64) -> Seat:
    """The seat n places clockwise from the one in turn, n being no more than there are seats."""
    seat = s.active + n
    return seat if seat < s.seats else seat - s.seats
