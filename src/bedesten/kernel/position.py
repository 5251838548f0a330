"""A whole state as plain, readable data, and back.

What can be computed is left out: options, odds and actors follow from the question under way. A
position from outside is checked piece by piece, and then some random moves are played from it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from bedesten.kernel.agenda import detail_of, entry, for_seat, seat_of, step_of
from bedesten.kernel.errors import BadPosition
from bedesten.kernel.game import Game
from bedesten.kernel.playout import play_out
from bedesten.kernel.rng import seeded
from bedesten.kernel.state import CHANCE, NOBODY, State
from bedesten.kernel.step import ASKS_CHANCE, ASKS_NOBODY, ASKS_TOGETHER, RuleError
from bedesten.kernel.words import bit, spell

_DEEPEST = 32  # entries on an agenda from outside; leaves room for those the rules add
_LARGEST = 2**40  # a number from outside; larger ones would not fit the engine's integers
_LAST_TURN = 10**8  # a record holds ten times as many turns, so that a game can be played on


class Entry(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A step on the agenda."""

    step: str
    seat: int | None = None
    detail: int = 0


class TogetherAsked(msgspec.Struct, forbid_unknown_fields=True):
    """A question to several seats at once, each with an agenda of its own."""

    step: str
    detail: int
    waiting: list[int]
    lanes: dict[int, list[Entry]]


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """A game at one moment, complete."""

    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    data: dict[str, Any]
    turn: int
    agenda: list[Entry]
    asked: Entry | None
    together: TogetherAsked | None
    pieces: dict[str, Any]


def dump_state(game: Game[Any, Any, Any], s: State) -> dict[str, Any]:
    """The kernel's part of a position and the game's pieces."""
    together = None
    if s.waiting != 0:
        waiting = spell(s.waiting)
        fresh = s.together
        together = TogetherAsked(
            step=game.steps[step_of(s.together)],
            detail=detail_of(s.together),
            waiting=waiting,
            lanes={
                seat: [_entry(game, e) for e in s.lane(seat)]
                for seat in waiting
                if s.lane(seat) != [entry(step_of(fresh), seat, detail_of(fresh))]
            },
        )
    bottom = s.floor if s.waiting != 0 else s.depth
    position: dict[str, Any] = msgspec.to_builtins(
        {
            "turn": s.turn,
            "agenda": [_entry(game, s.agenda[n]) for n in range(bottom)],
            "asked": None if s.waiting != 0 or s.is_over() else _entry(game, s.asked),
            "together": together,
            "pieces": game.dump(s),
        },
        str_keys=True,
    )
    return position


def read_position(data: Any) -> Position:
    """Parse a position; BadPosition says what does not fit."""
    try:
        return msgspec.convert(data, Position, strict=False)
    except msgspec.ValidationError as error:
        raise BadPosition(f"this is no position: {error}") from None


def load_state(game: Game[Any, Any, Any], position: Position) -> State:
    """The state that a position describes; BadPosition if there is none."""
    if position.game != game.name:
        raise BadPosition(f"this is a position of {position.game!r}, not of {game.name}")
    if position.rules != game.rules_version:
        raise BadPosition(
            f"this position is for rules {position.rules} of {game.name}; "
            f"this program knows rules {game.rules_version}"
        )
    try:
        options = game.check_options(position.options)
        components = game.data(position.data)
        s: State = game.blank(game.check_seats(position.seats), options, components)
        _check_numbers(position.pieces)
        game.load(s, position.pieces)
    except msgspec.ValidationError as error:
        raise BadPosition(f"the pieces cannot be read: {error}") from None
    except (ValueError, RecursionError) as error:
        raise BadPosition(str(error)) from None
    _load_agenda(game, s, position)
    _guarded(game.check, s)
    _play_on(s)
    return s


def _load_agenda(game: Game[Any, Any, Any], s: State, position: Position) -> None:
    if len(position.agenda) > _DEEPEST:
        raise BadPosition(f"the agenda holds at most {_DEEPEST} steps")
    if not 0 <= position.turn <= _LAST_TURN:
        raise BadPosition(f"turn is 0 to {_LAST_TURN}, not {position.turn}")
    s.turn = position.turn
    for n, given in enumerate(position.agenda):
        s.agenda[n] = _packed(game, s, given)
        s.depth = n + 1
    if position.together is not None:
        if position.asked is not None:
            raise BadPosition("either one seat is asked, or several are asked together")
        _load_together(game, s, position.together)
    elif position.asked is not None:
        s.asked = _packed(game, s, position.asked)
        step = s.book[step_of(s.asked)]
        if step.asks in (ASKS_NOBODY, ASKS_TOGETHER):
            raise BadPosition(f"{position.asked.step} is no question")
        s.actor = CHANCE if step.asks == ASKS_CHANCE else seat_of(s.asked)
        if s.actor == NOBODY:
            raise BadPosition(f"nobody is asked {position.asked.step}")
    elif position.agenda:
        raise BadPosition("there are steps on the agenda, but nobody is asked")


def _load_together(game: Game[Any, Any, Any], s: State, asked: TogetherAsked) -> None:
    packed = _packed(game, s, Entry(asked.step, None, asked.detail))
    step = s.book[step_of(packed)]
    if step.asks != ASKS_TOGETHER:
        raise BadPosition(f"{asked.step} does not ask several seats")
    waiting = 0
    for seat in asked.waiting:
        if not 0 <= seat < s.seats:
            raise BadPosition(f"there is no seat {seat}")
        waiting |= bit(seat)
    if not waiting or waiting & ~_guarded(step.asked, s, asked.detail):
        raise BadPosition(f"{asked.step} waits for seats that it asks, and for one at least")
    lanes: dict[int, list[int]] = {}
    for seat, lane in asked.lanes.items():
        if seat not in asked.waiting or not 0 < len(lane) <= _DEEPEST // 2:
            raise BadPosition(f"seat {seat} cannot have such an agenda of its own")
        if any(one.seat != seat for one in lane):
            raise BadPosition(f"the agenda of seat {seat} asks that seat only")
        lanes[seat] = [_packed(game, s, one) for one in lane]
    _guarded(s.resume_together, packed, waiting, lanes)


def _packed(game: Game[Any, Any, Any], s: State, step: Entry) -> int:
    if step.step not in game.steps:
        raise BadPosition(f"{game.name} has no step {step.step!r}; it has: {', '.join(game.steps)}")
    if step.seat is not None and not 0 <= step.seat < s.seats:
        raise BadPosition(f"there is no seat {step.seat}; seats are 0 to {s.seats - 1}")
    if not 0 <= step.detail < _LARGEST:
        raise BadPosition(f"the detail of {step.step} is out of range")
    return entry(
        game.steps.index(step.step), NOBODY if step.seat is None else step.seat, step.detail
    )


def _entry(game: Game[Any, Any, Any], packed: int) -> Entry:
    seat = seat_of(packed)
    return Entry(game.steps[step_of(packed)], None if seat == NOBODY else seat, detail_of(packed))


def _check_numbers(data: Any) -> None:
    """Refuse numbers that do not fit the compiled engine's integers."""
    if isinstance(data, dict):
        for value in data.values():
            _check_numbers(value)
    elif isinstance(data, list):
        for value in data:
            _check_numbers(value)
    elif isinstance(data, int) and abs(data) >= _LARGEST:
        raise ValueError(f"{data} is out of range")


def _guarded(rule: Any, *arguments: Any) -> Any:
    """Call a rule on unchecked pieces; its errors become BadPosition."""
    try:
        return rule(*arguments)
    except (ArithmeticError, LookupError, RuleError, ValueError) as error:
        raise BadPosition(f"no game comes to this position: {error}") from None


def _play_on(s: State) -> None:
    """Play random moves from the position: an impossible one soon breaks a rule."""
    _guarded(s.refresh)
    if s.actor >= 0 and not _guarded(s.legal, s.actor):
        raise BadPosition("no game comes to this position: the seat asked has no answer")
    if s.actor == CHANCE and s.tickets < 1:
        raise BadPosition("no game comes to this position: chance has nothing to draw")
    _guarded(_check_not_forced, s)
    for seed in ("one", "two", "three"):
        _guarded(play_out, s.copy(), seeded(seed), 200)


def _check_not_forced(s: State) -> None:
    """ValueError if a question under way has one answer: the engine gives it by itself."""
    if s.actor == CHANCE and s.tickets == 1:
        raise ValueError("chance has one thing to draw, which it draws by itself")
    for seat in s.actors():
        if seat == CHANCE or (s.waiting != 0 and s.lane(seat) == [for_seat(s.together, seat)]):
            continue
        asked = s.question(seat)
        is_open = s.book[step_of(asked)].is_open(s, seat, detail_of(asked))
        if is_open and len(s.legal(seat)) == 1:
            raise ValueError(f"seat {seat} has one answer, which is given by itself")
