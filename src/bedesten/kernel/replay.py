"""Replay and verify records."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from bedesten.kernel.errors import BadRecord, IllegalChoice
from bedesten.kernel.game import Game
from bedesten.kernel.match import MANUAL, SEEDED, Match
from bedesten.kernel.record import OPEN, Record, read, spell_result
from bedesten.kernel.state import CHANCE

FindGame = Callable[[str], Game[Any, Any, Any]]
Made = TypeVar("Made")


@dataclass(frozen=True)
class Report:
    """The result of verifying a record."""

    ok: bool
    sealed: bool = False
    """Whether hashes prove that it was not changed after it was written."""
    finished: bool = False
    game: str = ""
    turns: int = 0
    answers: int = 0
    result: str = ""
    line: int = 0
    reason: str = ""
    """What is wrong with the line."""


def replay(text: str, find: FindGame) -> Match:
    """The match of a record; BadRecord names the first wrong line."""
    return _played(read(text), find, check_luck=False)


def verify(text: str, find: FindGame) -> Report:
    """Replay a record and check its answers, its draws and its result."""
    try:
        record = read(text)
        match = _played(record, find, check_luck=True)
    except BadRecord as error:
        return Report(ok=False, line=error.line, reason=error.reason)
    return Report(
        ok=True,
        sealed=record.sealed,
        finished=match.over,
        game=record.game,
        turns=match.state.turn,
        answers=len(match.history),
        result=record.result,
    )


def begun(record: Record, find: FindGame) -> Match:
    """The match of a record before its first answer."""
    game = _checked(record, "game", lambda: find(record.game))
    if record.rules != game.rules_version:
        raise BadRecord(
            record.at["rules"],
            f"played by rules {record.rules} of {game.name}; "
            f"this program knows rules {game.rules_version}",
        )
    _checked(record, "options", lambda: game.check_options(record.options))
    _checked(record, "data", lambda: game.data(game.changes(record.data)))
    match = _checked(
        record,
        "seats" if record.position is None else "position",
        lambda: Match(
            game,
            seats=len(record.names),
            names=record.names,
            chance=MANUAL,
            options=record.options,
            data=record.data,
            position=record.position,
        ),
    )
    if record.seed is not None:
        match.reseed(record.seed)
    return match


def _checked(record: Record, header: str, make: Callable[[], Made]) -> Made:
    """Build something from a header; a ValueError becomes a BadRecord with the header's line."""
    try:
        return make()
    except ValueError as error:
        raise BadRecord(record.at.get(header, 1), str(error)) from None


def _played(record: Record, find: FindGame, check_luck: bool) -> Match:
    match = begun(record, find)
    for line in record.lines:
        for seat, word in line.answers:
            turn = match.turn_of(seat, word)
            if line.turn != turn:
                raise BadRecord(line.number, f"turn {turn} is under way, not turn {line.turn}")
            if check_luck and seat == CHANCE and match.chance == SEEDED:
                _check_draw(match, line.number, word)
            try:
                match.repeat(seat, word)
            except (IllegalChoice, ValueError) as error:
                raise BadRecord(line.number, str(error)) from None
    _check_result(record, match)
    if match.chance == SEEDED:
        match.let_chance_answer()
    return match


def _check_draw(match: Match, number: int, word: str) -> None:
    drawn = match.next_draw(word)
    if drawn is not None and drawn != word:
        raise BadRecord(number, f"the seed {match.seed} draws {drawn} here, not {word}")


def _check_result(record: Record, match: Match) -> None:
    line = record.result_line or (record.lines[-1].number if record.lines else 1)
    if not match.over:
        if record.result != OPEN:
            raise BadRecord(line, f"the game is not over: the result is {OPEN!r} so far")
        return
    result = spell_result(match.ranking, match.scores)
    if record.result_line and record.result != result:
        raise BadRecord(line, f"the result is {result!r}, not {record.result!r}")
