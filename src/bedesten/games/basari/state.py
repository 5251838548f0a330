"""What is on the table in a game of Basari."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bedesten.games.basari.offers import gems_of
from bedesten.kernel.rows import same, total
from bedesten.kernel.state import NOBODY, State
from bedesten.kernel.step import Step
from bedesten.kernel.words import Seat, bit

RED: Final = 0
YELLOW: Final = 1
GREEN: Final = 2
BLUE: Final = 3

NO_TILE: Final = -1
NOWHERE: Final = -1
NO_GEMS: Final = vec[i64]([0, 0, 0, 0])


class BasariPrinted:
    """The printed material, read from the data file; shared by all copies of a game."""

    archways: i64
    points: vec[i64]
    gems: vec[i64]
    gems_per_colour: i64
    starting_gems: i64
    die_points: i64
    lap_points: i64
    majority: vec[i64]
    return_alone: i64
    return_tied: i64
    track: i64

    def __init__(
        self,
        points: vec[i64],
        gems: vec[i64],
        gems_per_colour: i64,
        starting_gems: i64,
        die_points: i64,
        lap_points: i64,
        majority: vec[i64],
        return_alone: i64,
        return_tied: i64,
        track: i64,
    ) -> None:
        self.archways = len(points)
        self.points = points  # by archway
        self.gems = gems  # four an archway
        self.gems_per_colour = gems_per_colour
        self.starting_gems = starting_gems
        self.die_points = die_points
        self.lap_points = lap_points
        self.majority = majority
        self.return_alone = return_alone
        self.return_tied = return_tied
        self.track = track


@mypyc_attr(acyclic=True)
class BasariPlayer:
    """One seat's pieces."""

    archway: i64
    walked: i64
    score: i64
    tile: i64
    gems: vec[i64]

    def __init__(self) -> None:
        self.archway = NOWHERE  # where the pawn stands
        self.walked = 0  # fields since the start tile
        self.score = 0
        self.tile = NO_TILE  # the action tile laid; face down until all have laid one
        self.gems = NO_GEMS[:]

    def assign(self, other: BasariPlayer) -> None:
        self.archway = other.archway
        self.walked = other.walked
        self.score = other.score
        self.tile = other.tile
        self.gems = same(self.gems, other.gems)


@mypyc_attr(acyclic=True)
class Basari(State):
    """A game of Basari in progress."""

    printed: BasariPrinted
    laps: i64
    deal_starts: bool
    may_decline: bool
    players: vec[BasariPlayer]
    bank: vec[i64]
    scorings: i64
    haggled: i64
    bidder: i64
    bid: i64
    raised: i64
    rolls: vec[i64]

    def __init__(
        self,
        seats: i64,
        book: vec[Step],
        printed: BasariPrinted,
        laps: i64,
        deal_starts: bool,
        may_decline: bool,
    ) -> None:
        super().__init__(seats, book)
        self.printed = printed
        self.laps = laps  # scorings until the end
        self.deal_starts = deal_starts
        self.may_decline = may_decline  # an action won is asked for, and may be left
        self.players = vec[BasariPlayer]([BasariPlayer() for _ in range(seats)])
        self.bank = NO_GEMS[:]
        self.scorings = 0
        self.haggled = NO_TILE  # the action that two seats haggle for
        self.bidder = NOBODY  # whose offer stands
        self.bid = 0  # that offer, by its worth
        self.raised = 0  # the offer being put together, too
        self.rolls = NO_GEMS[:]  # by seat, for the opening of a haggle between equals

    def assign(self, other: Basari) -> None:
        """Become equal to another game with as many seats."""
        self.assign_kernel(other)
        self.printed = other.printed
        self.laps = other.laps
        self.deal_starts = other.deal_starts
        self.may_decline = other.may_decline
        n: i64
        for n in range(self.seats):
            self.players[n].assign(other.players[n])
        self.bank = same(self.bank, other.bank)
        self.scorings = other.scorings
        self.haggled = other.haggled
        self.bidder = other.bidder
        self.bid = other.bid
        self.raised = other.raised
        self.rolls = same(self.rolls, other.rolls)

    def copy(self) -> Basari:
        c = Basari(
            self.seats, self.book, self.printed, self.laps, self.deal_starts, self.may_decline
        )
        c.assign(self)
        return c

    def become(self, other: Basari) -> Basari:  # type: ignore[override]
        self.assign(other)
        return self

    @property
    def offer(self) -> vec[i64]:
        """The gems of the offer that stands."""
        return gems_of(self.bid)

    @property
    def draft(self) -> vec[i64]:
        """The gems of the offer being put together."""
        return gems_of(self.raised)

    def forget(self, seat: Seat) -> None:
        """A tile laid face down is the only secret. [BAS-8.1]"""
        self.players[seat].tile = NO_TILE

    def standing(self, seat: Seat) -> list[int]:
        """Points, then gems, then the dearer gems. [BAS-6.1]"""
        p = self.players[seat]
        return [p.score, total(p.gems), p.gems[RED], p.gems[YELLOW], p.gems[GREEN]]


def laid(s: Basari, action: i64) -> i64:
    """The seats that have laid the tile of an action, as bits."""
    seats: i64 = 0
    seat: Seat = 0
    for p in s.players:
        if p.tile == action:
            seats |= bit(seat)
        seat += 1
    return seats
