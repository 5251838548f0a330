"""The only hands that move pieces in Basari; every change is told as an event."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bedesten.games.basari.offers import gems_in
from bedesten.games.basari.state import BLUE, GREEN, NO_TILE, RED, YELLOW, Basari
from bedesten.kernel.rows import least
from bedesten.kernel.state import NOBODY
from bedesten.kernel.words import Seat

# Events. What their numbers mean is said in `events.py`.
PLACED: Final = 0
ROUND_BEGAN: Final = 1
WALKED: Final = 2
SEALED: Final = 3
TURNED_OVER: Final = 4
LAPSED: Final = 5
HAGGLE_BEGAN: Final = 6
ROLLED_TO_OPEN: Final = 7
OFFERED: Final = 8
GAVE_UP: Final = 9
ACCEPTED: Final = 10
SCORED: Final = 11
TOOK_GEMS: Final = 12
FELL_SHORT: Final = 13
SCORING_BEGAN: Final = 14
CAME_ROUND: Final = 15
HELD_MOST: Final = 16
RETURNED_GEMS: Final = 17
STARTS_MOVED: Final = 18
ENDED: Final = 19
COUNTED: Final = 20
TOTALLED: Final = 21
DECLINED: Final = 22

# What a seat scores for; the majorities follow, colour by colour.
FOR_DIE: Final = 0
FOR_POINTS: Final = 1
FOR_LAP: Final = 2
FOR_MAJORITY: Final = 3


def deal_gems(s: Basari) -> None:
    """Everybody takes as many gems of each colour from the bank. [BAS-2.1]"""
    colour: i64
    for colour in range(4):
        s.bank[colour] = s.printed.gems_per_colour - s.printed.starting_gems * s.seats
        for p in s.players:
            p.gems[colour] = s.printed.starting_gems


def lay_tile(s: Basari, seat: Seat, tile: i64) -> None:
    """Lay a tile face down. [BAS-3.2]"""
    s.players[seat].tile = tile
    s.tell(SEALED, seat)


def take_tiles_back(s: Basari) -> None:
    for p in s.players:
        p.tile = NO_TILE


def move_starts(s: Basari) -> None:
    """Start tiles go where the pawns are: nobody has walked a field from there. [BAS-5.5]"""
    for p in s.players:
        p.walked = 0
    s.tell(STARTS_MOVED)


def place(s: Basari, seat: Seat, archway: i64) -> None:
    s.players[seat].archway = archway
    s.tell(PLACED, seat, archway + 1)


def walk(s: Basari, seat: Seat, pips: i64) -> None:
    p = s.players[seat]
    p.walked += pips
    p.archway = (p.archway + pips) % s.printed.archways
    s.tell(WALKED, seat, pips, p.archway + 1)


def score(s: Basari, seat: Seat, points: i64, source: i64) -> None:
    s.players[seat].score += points
    s.tell(SCORED, seat, points, s.players[seat].score, source)


def count_gems(s: Basari, seat: Seat) -> None:
    """Show what a seat holds when a scoring begins. [BAS-5.3]"""
    gems = s.players[seat].gems
    s.tell(COUNTED, seat, gems[RED], gems[YELLOW], gems[GREEN], gems[BLUE])


def take_gems(s: Basari, seat: Seat, colour: i64, wanted: i64) -> None:
    """Take gems from the bank, as far as it goes. [BAS-3.7]"""
    n = least(wanted, s.bank[colour])
    if n > 0:
        s.bank[colour] -= n
        s.players[seat].gems[colour] += n
        s.tell(TOOK_GEMS, seat, colour, n)
    if n < wanted:
        s.tell(FELL_SHORT, seat, colour, wanted - n)


def return_gems(s: Basari, seat: Seat, colour: i64, owed: i64) -> None:
    """Give gems back to the bank; who has fewer gives all. [BAS-5.4]"""
    n = least(owed, s.players[seat].gems[colour])
    s.players[seat].gems[colour] -= n
    s.bank[colour] += n
    s.tell(RETURNED_GEMS, seat, colour, n)


def hand_over_offer(s: Basari, taker: Seat) -> None:
    """The bidder pays the offer that stands. [BAS-4.6]"""
    given = s.players[s.bidder].gems
    taken = s.players[taker].gems
    colour: i64
    for colour in range(4):
        n = gems_in(s.bid, colour)
        given[colour] -= n
        taken[colour] += n
    tell_offer(s, ACCEPTED, taker)


def tell_offer(s: Basari, kind: i64, seat: Seat) -> None:
    gems = s.bid
    s.tell(
        kind,
        seat,
        gems_in(gems, RED),
        gems_in(gems, YELLOW),
        gems_in(gems, GREEN),
        gems_in(gems, BLUE),
    )


def end_haggle(s: Basari) -> None:
    """Gems offered and not paid go back to their owners. [BAS-4.6]"""
    s.haggled = NO_TILE
    s.bidder = NOBODY
    s.bid = 0
    s.raised = 0
