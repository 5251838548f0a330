"""The whole table of Basari as plain data, and back from data that may be wrong."""

from __future__ import annotations

from typing import Any

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from bedesten.games.basari import steps
from bedesten.games.basari.events import ACTIONS
from bedesten.games.basari.offers import worth
from bedesten.games.basari.setting_up import unplaced
from bedesten.games.basari.state import NO_GEMS, NO_TILE, NOWHERE, Basari, BasariPlayer, laid
from bedesten.games.basari.view import gems_shown
from bedesten.games.basari.words import COLOURS, DIE, GEMS
from bedesten.kernel.agenda import detail_of, entry, seat_of, step_of
from bedesten.kernel.state import NOBODY
from bedesten.kernel.words import bit, lowest, size, spell

ACTING = (steps.ROLL_AGAIN, steps.MAY_CARRY_OUT)
HAGGLING = (steps.ROLL_TO_OPEN, steps.OPEN_OFFER, steps.ANSWER_OFFER, steps.ADD_GEM)


class BasariPlayerPieces(msgspec.Struct, forbid_unknown_fields=True):
    archway: int | None
    walked: int
    score: int
    tile: str | None
    gems: dict[str, int]


class BasariPieces(msgspec.Struct, forbid_unknown_fields=True):
    players: list[BasariPlayerPieces]
    bank: dict[str, int]
    scorings: int
    haggled: str | None
    bidder: int | None
    offer: dict[str, int]
    draft: dict[str, int]
    rolls: list[int]


def dump(s: Basari) -> dict[str, Any]:
    pieces = BasariPieces(
        players=[
            BasariPlayerPieces(
                archway=None if p.archway == NOWHERE else p.archway + 1,
                walked=p.walked,
                score=p.score,
                tile=_tile_name(p.tile),
                gems=gems_shown(p.gems),
            )
            for p in s.players
        ],
        bank=gems_shown(s.bank),
        scorings=s.scorings,
        haggled=_tile_name(s.haggled),
        bidder=None if s.bidder == NOBODY else s.bidder,
        offer=gems_shown(s.offer),
        draft=gems_shown(s.draft),
        rolls=list(s.rolls),
    )
    plain: dict[str, Any] = msgspec.to_builtins(pieces)
    return plain


def load(s: Basari, data: dict[str, Any]) -> None:
    """Lay the pieces; ValueError if they are not the pieces of the game."""
    pieces = msgspec.convert(data, BasariPieces)
    if len(pieces.players) != s.seats:
        raise ValueError(f"there are {s.seats} seats, but {len(pieces.players)} players")
    for n, given in enumerate(pieces.players):
        _load_player(s, s.players[n], given)
    _load_gems(s.bank, pieces.bank)
    for colour, name in enumerate(COLOURS):
        held = s.bank[colour] + sum(p.gems[colour] for p in s.players)
        if held != s.printed.gems_per_colour:
            raise ValueError(f"there are {s.printed.gems_per_colour} {name} gems, not {held}")
    if not 0 <= pieces.scorings <= s.laps:
        raise ValueError(f"there are 0 to {s.laps} scorings, not {pieces.scorings}")
    s.scorings = pieces.scorings
    s.haggled = _tile(pieces.haggled)
    if pieces.bidder is not None and not 0 <= pieces.bidder < s.seats:
        raise ValueError(f"there is no seat {pieces.bidder} to bid")
    s.bidder = NOBODY if pieces.bidder is None else pieces.bidder
    s.bid = _offer(s, pieces.offer)
    s.raised = _offer(s, pieces.draft)
    if len(pieces.rolls) != 4 or not all(0 <= pips <= 6 for pips in pieces.rolls):
        raise ValueError("rolls are four numbers from 0 to 6")
    for seat, pips in enumerate(pieces.rolls):
        s.rolls[seat] = pips


def _load_player(s: Basari, p: BasariPlayer, given: BasariPlayerPieces) -> None:
    if given.archway is not None and not 1 <= given.archway <= s.printed.archways:
        raise ValueError(f"the ring has archways 1 to {s.printed.archways}, not {given.archway}")
    if given.walked < 0:
        raise ValueError("fields walked are 0 or more")
    if given.score < 0:
        raise ValueError("a score is 0 or more")
    p.archway = NOWHERE if given.archway is None else given.archway - 1
    p.walked = given.walked
    p.score = given.score
    p.tile = _tile(given.tile)
    _load_gems(p.gems, given.gems)


def _load_gems(gems: vec[i64], given: dict[str, int]) -> None:
    if set(given) != set(COLOURS) or min(given.values()) < 0:
        raise ValueError(f"gems are numbers of {', '.join(COLOURS)}, each 0 or more")
    for colour, name in enumerate(COLOURS):
        gems[colour] = given[name]


def _offer(s: Basari, given: dict[str, int]) -> int:
    gems = NO_GEMS[:]
    _load_gems(gems, given)
    if max(given.values()) > s.printed.gems_per_colour:
        raise ValueError(f"there are {s.printed.gems_per_colour} gems of a colour to offer")
    return worth(gems)


def _tile_name(tile: int) -> str | None:
    return None if tile == NO_TILE else ACTIONS[tile]


def _tile(name: str | None) -> int:
    if name is None:
        return NO_TILE
    if name not in ACTIONS:
        raise ValueError(f"there is no tile {name!r}; there are: {', '.join(ACTIONS)}")
    return ACTIONS.index(name)


# -- could a game come to this? ---------------------------------------------


def check(s: Basari) -> None:
    """Compare what is asked with the pieces; ValueError if no game comes to this."""
    if not s.is_over() and s.waiting == 0:
        _check_asked(s)
    if [s.agenda[n] for n in range(s.floor or s.depth)] != expected_agenda(s):
        raise ValueError("the agenda does not fit what is asked")
    placing = not s.is_over() and step_of(s.asked) <= steps.DEAL_START and s.waiting == 0
    if not placing and unplaced(s):
        raise ValueError("every pawn stands on the ring once the rounds have begun")
    if placing and any(p.walked or p.score or p.tile != NO_TILE for p in s.players):
        raise ValueError("nobody has walked, scored or chosen before the first round")
    _check_walks(s)
    _check_tiles(s)
    _check_haggle(s)
    if s.is_over() != (s.scorings == s.laps):
        raise ValueError(f"the game is over after {s.laps} scorings, and only then")
    if placing != (s.turn == 0):
        raise ValueError("turn 0 is the set-up, and rounds count from 1")


def _check_asked(s: Basari) -> None:
    """Who is asked what, and about which action."""
    asked, seat, detail = step_of(s.asked), seat_of(s.asked), detail_of(s.asked)
    if (seat == NOBODY) != (asked == steps.NAME_SEAT):
        raise ValueError("a question is about one seat, that of who places a tile next about none")
    if asked == steps.MAY_CARRY_OUT and not s.may_decline:
        raise ValueError("nobody is asked before an action without the option decline")
    if detail > (GEMS if asked == steps.MAY_CARRY_OUT else 0):
        raise ValueError("the question is about something else")
    if asked in ACTING:
        action = DIE if asked == steps.ROLL_AGAIN else detail
        seats = laid(s, action)
        if not seats & bit(seat):
            raise ValueError(f"seat {seat} has not chosen the action that it carries out")
        if size(seats) > 2:
            raise ValueError("an action that three or four have chosen lapses")


def _check_walks(s: Basari) -> None:
    """How far pawns can have come: a round in which one comes round is the lap's last. [BAS-5.1]"""
    if s.turn == 0:
        return
    rolling = not s.is_over() and s.waiting == 0 and step_of(s.asked) == steps.ROLL_AND_WALK
    for seat, p in enumerate(s.players):
        rolls = 2  # this round, one of them for the die action
        if rolling:
            rolls = int(seat < seat_of(s.asked))
        elif s.waiting != 0:
            rolls = 1
        if p.walked >= s.printed.archways + 6 * rolls:
            raise ValueError(f"seat {seat} was round already when the round began")
        if s.turn == 1 and rolling and rolls == 0 and p.walked:
            raise ValueError(f"seat {seat} has walked before its first roll")


def expected_agenda(s: Basari) -> list[int]:
    """What comes after the question under way; the next one last."""
    if s.is_over():
        return []
    asked, seat = step_of(s.asked), seat_of(s.asked)
    later = range(s.seats - 1, seat, -1)
    if s.waiting != 0:
        return [entry(steps.END_ROUND, NOBODY, 0)]
    if asked in (steps.NAME_SEAT, steps.PLACE_START):
        return [entry(steps.START_ROUND, NOBODY, 0)] + [entry(steps.NAME_SEAT, NOBODY, 0)] * (
            size(unplaced(s)) - 1
        )
    if asked == steps.DEAL_START:
        return [
            entry(steps.START_ROUND, NOBODY, 0),
            *[entry(steps.DEAL_START, other, 0) for other in later],
        ]
    rest = [entry(steps.END_ROUND, NOBODY, 0)]
    if asked == steps.ROLL_AND_WALK:
        rest.append(entry(steps.CHOOSE_TILE, NOBODY, 0))
        return rest + [entry(steps.ROLL_AND_WALK, other, 0) for other in later]
    action = s.haggled
    if asked in ACTING:
        action = DIE if asked == steps.ROLL_AGAIN else detail_of(s.asked)
    rest += [entry(steps.LOOK_AT_ACTION, NOBODY, other) for other in range(GEMS, action, -1)]
    if asked == steps.ROLL_TO_OPEN:
        one, two = [*spell(laid(s, action)), 0, 0][:2]
        rest.append(entry(steps.COMPARE_ROLLS, one, 0))
        if seat == one:
            rest.append(entry(steps.ROLL_TO_OPEN, two, 0))
    return rest


def _check_tiles(s: Basari) -> None:
    chosen = [p.tile != NO_TILE for p in s.players]
    if s.waiting != 0:
        if any(chosen[seat] == bool(s.waiting & bit(seat)) for seat in range(s.seats)):
            raise ValueError("who has chosen has a tile, who is waited for has none")
    elif step_of(s.asked) == steps.ROLL_AND_WALK and not s.is_over():
        if any(chosen):
            raise ValueError("no tile is laid before all have rolled")
    elif s.turn > 0 and not all(chosen):
        raise ValueError("all have laid a tile when actions are carried out")


def _check_haggle(s: Basari) -> None:
    haggling = s.waiting == 0 and not s.is_over() and step_of(s.asked) in HAGGLING
    if haggling != (s.haggled != NO_TILE):
        raise ValueError("two seats haggle for an action, or nobody does")
    offers = sum(s.offer) + sum(s.draft)
    if not haggling:
        if offers or sum(s.rolls) or s.bidder != NOBODY:
            raise ValueError("nothing is offered outside a haggle")
        return
    seats = laid(s, s.haggled)
    asked = seat_of(s.asked)
    if size(seats) != 2 or not seats & bit(asked):
        raise ValueError("a haggle is between the two seats that laid the tile")
    if s.bidder != NOBODY and (s.bidder == asked or not seats & bit(s.bidder)):
        raise ValueError("the bidder is the rival of the seat asked")
    if (s.bidder == NOBODY) != (sum(s.offer) == 0):
        raise ValueError("an offer has a bidder")
    if step_of(s.asked) == steps.ANSWER_OFFER and s.bidder == NOBODY:
        raise ValueError("there is no offer to answer")
    if step_of(s.asked) in (steps.OPEN_OFFER, steps.ROLL_TO_OPEN) and s.bidder != NOBODY:
        raise ValueError("there is no offer before the opening")
    if (step_of(s.asked) == steps.ADD_GEM) != (sum(s.draft) > 0):
        raise ValueError("a gem is added to an offer that has been begun")
    for colour in range(4):
        if s.offer[colour] > 0 and s.offer[colour] > s.players[s.bidder].gems[colour]:
            raise ValueError("one offers only gems that one has")
        if s.draft[colour] > s.players[asked].gems[colour]:
            raise ValueError("one offers only gems that one has")
    _check_opening(s, asked, lowest(seats & ~bit(asked)))


def _check_opening(s: Basari, seat: int, rival: int) -> None:
    """The one with more points opens; at equal points both roll, the lower seat first. [BAS-4.1]"""
    rolling = step_of(s.asked) == steps.ROLL_TO_OPEN
    lead = s.players[seat].score - s.players[rival].score
    if s.bidder == NOBODY and lead < 0:
        raise ValueError(f"seat {rival} has more points than seat {seat}, and opens")
    if rolling and lead:
        raise ValueError("seats roll for the opening at equal points only")
    first = min(seat, rival)
    rolled = [n for n in range(len(s.rolls)) if s.rolls[n]]
    if rolled != ([first] if rolling and seat != first else []):
        raise ValueError("of two who roll for the opening, the lower seat has rolled first")
