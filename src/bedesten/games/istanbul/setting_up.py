"""The set-up, played like the rest so that chance answers for it. [IST-1, IST-2]"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.games.istanbul import steps
from bedesten.games.istanbul.board import BLACK_MARKET, FOUNTAIN, PLACES, TEA_HOUSE, WIDTH, distance
from bedesten.games.istanbul.ledger import (
    PLACE_LAID,
    STARTS,
    gain_lira,
    hand_out_wheelbarrow,
    lay_out,
)
from bedesten.games.istanbul.state import LARGE, NO_CELLS, SMALL, Istanbul
from bedesten.games.istanbul.words import CELL, SEAT
from bedesten.kernel.rows import same
from bedesten.kernel.state import NOBODY
from bedesten.kernel.step import Chance, Step
from bedesten.kernel.words import Seat, Word


class IstanbulSetUp(Step):
    """Lay the bazaar, fill it, and deal. [IST-2]"""

    clause = "IST-2.8"

    def run(self, s: Istanbul, _seat: Seat, _: i64, /) -> None:
        if len(s.printed.layout) > 0:
            lay_out(s, s.printed.layout)
        else:
            s.then(steps.LAY_PLACE, NOBODY, FOUNTAIN)
            s.then(steps.LAY_PLACE, NOBODY, BLACK_MARKET)
            s.then(steps.LAY_PLACE, NOBODY, TEA_HOUSE)
            place: i64
            for place in range(1, PLACES + 1):
                if place != FOUNTAIN and place != BLACK_MARKET and place != TEA_HOUSE:
                    s.then(steps.LAY_PLACE, NOBODY, place)
        s.rubies = same(s.rubies, s.printed.rubies)
        s.pile = same(s.pile, s.printed.cards)
        seat: Seat
        for seat in range(s.seats):
            hand_out_wheelbarrow(s, seat)
        s.then(steps.NAME_STARTER)
        s.then(steps.MOVE_GOVERNOR)
        s.then(steps.MOVE_SMUGGLER)
        s.then(steps.TURN_DEMAND, NOBODY, LARGE)
        s.then(steps.TURN_DEMAND, NOBODY, SMALL)
        s.then(steps.DEAL_CARDS)


class LayPlace(Chance):
    """Every layout with the fountain inside and black market and tea house apart is as likely.

    The black market falls on a cell as often as it leaves cells to the tea house. [IST-1.3]
    """

    clause = "IST-1.3"

    def tickets(self, s: Istanbul, _seat: Seat, place: i64, /) -> i64:
        n: i64 = 0
        cell: i64
        for cell in range(PLACES):
            n += cell_weight(s, place, cell)
        return n

    def drawn(self, s: Istanbul, _seat: Seat, place: i64, ticket: i64, /) -> Word:
        cell: i64 = 0
        while ticket >= cell_weight(s, place, cell):
            ticket -= cell_weight(s, place, cell)
            cell += 1
        return CELL + cell

    def answer(self, s: Istanbul, _seat: Seat, place: i64, word: Word, /) -> None:
        cells = NO_CELLS[:]
        left: i64 = 0
        cell: i64
        for cell in range(PLACES):
            cells[cell] = place if cell == word - CELL else s.cells[cell]
            if cells[cell] == 0:
                left += 1
        s.cells = cells
        s.tell(PLACE_LAID, NOBODY, place, word - CELL + 1)
        if left == 0:
            lay_out(s, cells)


def cell_weight(s: Istanbul, place: i64, cell: i64) -> i64:
    """How many ways of going on there are if a place is laid on a cell."""
    if s.cells[cell] != 0:
        return 0
    if place == FOUNTAIN:
        return 1 if is_inner(cell) else 0
    if place == TEA_HOUSE:
        return 1 if far_enough(s, cell, cell_of(s.cells, BLACK_MARKET)) else 0
    if place != BLACK_MARKET:
        return 1
    n: i64 = 0
    other: i64
    for other in range(PLACES):
        if s.cells[other] == 0 and far_enough(s, cell, other):
            n += 1
    return n


def is_inner(cell: i64) -> bool:
    return 0 < cell // WIDTH < WIDTH - 1 and 0 < cell % WIDTH < WIDTH - 1


def far_enough(s: Istanbul, a: i64, b: i64) -> bool:
    return distance(a, b) >= s.printed.random_distance


def cell_of(cells: vec[i64], place: i64) -> i64:
    cell: i64 = 0
    while cells[cell] != place:
        cell += 1
    return cell


class IstanbulNameStarter(Chance):
    """A random player starts; each next one has a lira more. [IST-2.9]"""

    clause = "IST-2.9"

    def tickets(self, s: Istanbul, _seat: Seat, _: i64, /) -> i64:
        return s.seats

    def drawn(self, s: Istanbul, _seat: Seat, _: i64, ticket: i64, /) -> Word:
        return SEAT + ticket

    def answer(self, s: Istanbul, _seat: Seat, _: i64, word: Word, /) -> None:
        s.first = word - SEAT
        s.tell(STARTS, s.first)
        n: i64
        for n in range(s.seats):
            gain_lira(s, (s.first + n) % s.seats, s.printed.starting_lira + n)


class DealCards(Step):
    """Each player has a bonus card, and the first turn begins. [IST-2.8]"""

    clause = "IST-2.8"

    def run(self, s: Istanbul, _seat: Seat, _: i64, /) -> None:
        n: i64
        for n in range(s.seats):
            for _n in range(s.printed.starting_cards):
                s.then(steps.DRAW_CARD, (s.first + n) % s.seats)
        s.then(steps.START_TURN, s.first)
