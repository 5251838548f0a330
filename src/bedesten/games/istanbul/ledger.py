"""The only hands that move pieces in Istanbul; every change is told as an event."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, pop, vec
from mypy_extensions import i64

from bedesten.games.istanbul.board import (
    BLACK_MARKET,
    POLICE_STATION,
    TEA_HOUSE,
    at,
    places_within,
)
from bedesten.games.istanbul.discs import bottom_disc, put_under, without_bottom
from bedesten.games.istanbul.state import (
    BLUE,
    DEMAND_TILES,
    NO_CARD,
    NO_DISCARDS,
    Istanbul,
    mosque_of,
)
from bedesten.kernel.rows import least, total
from bedesten.kernel.state import NOBODY
from bedesten.kernel.words import Seat, bit

# Events. What their numbers mean is said in `events.py`.
PLACE_LAID: Final = 0
STARTS: Final = 1
TURN_BEGAN: Final = 2
MOVED: Final = 3
STAYED: Final = 4
TOOK_ASSISTANT: Final = 5
LEFT_ASSISTANT: Final = 6
FETCHED_ASSISTANT: Final = 7
TURN_CUT_SHORT: Final = 8
PAID_MERCHANT: Final = 9
PAID_NEUTRAL: Final = 10
NEUTRAL_MOVED: Final = 11
GOT_LIRA: Final = 12
PAID_LIRA: Final = 13
GOT_GOOD: Final = 14
LOST_GOOD: Final = 15
GAVE_GOOD: Final = 16
GOT_RUBY: Final = 17
DREW_CARD: Final = 18
DREW_UNSEEN: Final = 19
TOOK_DISCARD: Final = 20
PLAYED_CARD: Final = 21
GAVE_CARD: Final = 22
RESHUFFLED: Final = 23
GOT_EXTENSION: Final = 24
GOT_TILE: Final = 25
GOT_FIFTH: Final = 26
MARKERS_MOVED: Final = 27
ROLLED: Final = 28
BENT_DICE: Final = 29
CALLED: Final = 30
DEMAND_TURNED: Final = 31
FAMILY_SENT: Final = 32
FAMILY_CAUGHT: Final = 33
FAMILY_HOME: Final = 34
USED_YELLOW: Final = 35
GOVERNOR_MOVED: Final = 36
SMUGGLER_MOVED: Final = 37
SMUGGLED: Final = 38
LAST_ROUND: Final = 39
ENDED: Final = 40

OWN: Final = 0
NEUTRAL: Final = 1


def lay_out(s: Istanbul, cells: vec[i64]) -> None:
    """Lay the sixteen places and measure the ways between them. [IST-1.2, IST-1.4]"""
    s.cells = cells
    s.near = places_within(cells, s.printed.near[0], s.printed.near[1])
    s.distant = places_within(cells, s.printed.far[0], s.printed.far[1])


def gain_lira(s: Istanbul, seat: Seat, n: i64) -> None:
    s.players[seat].lira += n
    s.tell(GOT_LIRA, seat, n)


def pay_lira(s: Istanbul, seat: Seat, n: i64) -> None:
    s.players[seat].lira -= n
    s.tell(PAID_LIRA, seat, n)


def gain_good(s: Istanbul, seat: Seat, good: i64, n: i64 = 1) -> None:
    """Load goods; what finds no room on the wheelbarrow is lost. [IST-5.0]"""
    p = s.players[seat]
    loaded = least(n, p.room - p.goods[good])
    if loaded > 0:
        p.goods[good] += loaded
        s.tell(GOT_GOOD, seat, good, loaded)
    if loaded < n:
        s.tell(LOST_GOOD, seat, good, n - loaded)


def give_good(s: Istanbul, seat: Seat, good: i64) -> None:
    s.players[seat].goods[good] -= 1
    s.tell(GAVE_GOOD, seat, good, 1)


def take_ruby(s: Istanbul, seat: Seat, source: i64) -> None:
    s.rubies[source] -= 1
    s.players[seat].rubies += 1
    s.tell(GOT_RUBY, seat, source, s.players[seat].rubies)


# -- cards ------------------------------------------------------------------


def draw_card(s: Istanbul, seat: Seat, card: i64) -> None:
    """Take a card off the pile, unseen by others; an empty pile is made anew. [IST-7.9]"""
    s.pile[card] -= 1
    s.players[seat].hand[card] += 1
    s.tell(DREW_CARD, seat, card, 0, 0, 0, bit(seat))
    s.tell(DREW_UNSEEN, seat, 0, 0, 0, 0, ~bit(seat))
    if total(s.pile) == 0:
        reshuffle(s)


def reshuffle(s: Istanbul) -> None:
    """All discards become the new pile. [IST-7.9]"""
    if len(s.discards) == 0:
        return
    for card in s.discards:
        s.pile[card] += 1
    s.discards = NO_DISCARDS
    s.tell(RESHUFFLED)


def take_discard(s: Istanbul, seat: Seat) -> None:
    """Take the top discard: everybody sees it. [IST-11.1]"""
    s.discards, card = pop(s.discards)
    s.players[seat].hand[card] += 1
    s.players[seat].known[card] += 1
    s.tell(TOOK_DISCARD, seat, card)


def give_card(s: Istanbul, seat: Seat, card: i64) -> None:
    """Give a card up, face up. [IST-7.11]"""
    _show(s, seat, card)
    s.discards = append(s.discards, card)
    s.tell(GAVE_CARD, seat, card)


def play_card(s: Istanbul, seat: Seat, card: i64) -> None:
    """Lay a card apart until its effect is done. [IST-7.11]"""
    _show(s, seat, card)
    s.in_play = card
    s.tell(PLAYED_CARD, seat, card)


def lay_down(s: Istanbul) -> None:
    """A card whose effect is done goes on the discards. [IST-7.11]"""
    s.discards = append(s.discards, s.in_play)
    s.in_play = NO_CARD


def _show(s: Istanbul, seat: Seat, card: i64) -> None:
    p = s.players[seat]
    p.hand[card] -= 1
    if p.known[card] > 0:
        p.known[card] -= 1
    else:
        s.reveals += 1


# -- merchants, assistants, family ---------------------------------------------


def go_to(s: Istanbul, seat: Seat, place: i64) -> None:
    stays = s.players[seat].merchant == place
    s.players[seat].merchant = place
    s.tell(STAYED if stays else MOVED, seat, place)


def take_assistant(s: Istanbul, seat: Seat, place: i64, kind: i64) -> None:
    """A disc joins the stack at its bottom. [IST-3.2, IST-10.3]"""
    if kind == OWN:
        s.players[seat].out &= ~at(place)
    else:
        s.neutral_assistants[place] -= 1
    add_disc(s, seat, kind)
    s.tell(TOOK_ASSISTANT, seat, place, kind)


def leave_assistant(s: Istanbul, seat: Seat, place: i64) -> None:
    """The bottom disc of the stack is left. [IST-3.2, IST-10.3]"""
    p = s.players[seat]
    kind = bottom_disc(p.neutral)
    p.neutral = without_bottom(p.neutral)
    p.stack -= 1
    if kind == OWN:
        p.out |= at(place)
    else:
        s.neutral_assistants[place] += 1
    s.tell(LEFT_ASSISTANT, seat, place, kind)


def fetch_assistant(s: Istanbul, seat: Seat, place: i64) -> None:
    """An own assistant comes back to the merchant. [IST-5.5, IST-7.7, IST-8.4]"""
    s.players[seat].out &= ~at(place)
    add_disc(s, seat, OWN)
    s.tell(FETCHED_ASSISTANT, seat, place)


def hand_out_wheelbarrow(s: Istanbul, seat: Seat) -> None:
    """A wheelbarrow with room for some goods of each kind, and a stack of assistants. [IST-2.8]"""
    s.players[seat].room = s.printed.room
    for _ in range(s.printed.assistants - 1):
        add_disc(s, seat, OWN)
    add_disc(s, seat, NEUTRAL if s.printed.neutral_assistants else OWN)


def add_disc(s: Istanbul, seat: Seat, kind: i64) -> None:
    p = s.players[seat]
    p.neutral = put_under(p.neutral, kind)
    p.stack += 1


def catch_family(s: Istanbul, seat: Seat, caught: Seat) -> None:
    """Another's family member goes back to the police station. [IST-6.1]"""
    s.players[caught].family = POLICE_STATION
    s.tell(FAMILY_CAUGHT, seat, caught)


def bring_family_home(s: Istanbul, seat: Seat) -> None:
    """The own family member goes back to the police station. [IST-7.4]"""
    s.players[seat].family = POLICE_STATION
    s.tell(FAMILY_HOME, seat)


def send_family(s: Istanbul, seat: Seat, place: i64) -> None:
    s.players[seat].family = place
    s.tell(FAMILY_SENT, seat, place)


def pay_merchant(s: Istanbul, seat: Seat, other: Seat) -> None:
    fee = s.printed.merchant_fee
    s.players[seat].lira -= fee
    s.players[other].lira += fee
    s.tell(PAID_MERCHANT, seat, fee, other)


def pay_neutral(s: Istanbul, seat: Seat) -> None:
    s.players[seat].lira -= s.printed.merchant_fee
    s.tell(PAID_NEUTRAL, seat, s.printed.merchant_fee)


# -- tiles and dice -----------------------------------------------------------


def gain_extension(s: Istanbul, seat: Seat) -> None:
    """The wheelbarrow has room for one more of each kind. [IST-5.1]"""
    p = s.players[seat]
    p.extensions += 1
    p.room += 1
    s.tell(GOT_EXTENSION, seat, p.extensions)


def take_tile(s: Istanbul, seat: Seat, colour: i64) -> None:
    """A tile works from now on; the blue one brings the fifth assistant. [IST-5.11, IST-8.2]"""
    p = s.players[seat]
    s.mosques[colour] += 1
    p.tiles |= bit(colour)
    s.tell(GOT_TILE, seat, colour, mosque_of(colour))
    if colour == BLUE:
        add_disc(s, seat, OWN)
        s.tell(GOT_FIFTH, seat)


def set_dice(s: Istanbul, seat: Seat, low: i64, high: i64, kind: i64) -> None:
    s.low = low
    s.high = high
    s.tell(kind, seat, low, high, BLACK_MARKET if s.called == 0 else TEA_HOUSE)


def show_demand(s: Istanbul, market: i64, tile: i64) -> None:
    s.demand[DEMAND_TILES * market + s.demand_top[market]] = tile
    s.tell(DEMAND_TURNED, NOBODY, market, tile + 1 - DEMAND_TILES * market)
