"""Replay and verify records."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from bedesten.kernel.errors import BadRecord, IllegalChoice
from bedesten.kernel.fair_luck import KeyedLuck, hash_of, promise_of
from bedesten.kernel.game import Game
from bedesten.kernel.match import MANUAL, Match
from bedesten.kernel.record import OPEN, Line, Record, read, spell_result
from bedesten.kernel.state import CHANCE

SEED, PROVEN, PROMISED = "seed", "proven", "promised"

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
    luck: str = ""
    """SEED: it follows from the seed. PROVEN: from the secrets that were promised and added.
    PROMISED: the secrets are not revealed before the end. MANUAL: it was told by hand."""
    promise: str = ""
    """What the server promised about keyed luck: the hash of its secret."""
    shares: int = 0
    """How many people have added a share to keyed luck."""
    draws: int = 0
    """How many draws stand in the record."""
    undone: int = 0
    """How many draws were made and undone."""
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
    draws = sum(answer.draw is not None for answer in match.history)
    return Report(
        ok=True,
        sealed=record.sealed,
        finished=match.over,
        game=record.game,
        turns=match.state.turn,
        answers=len(match.history),
        result=record.result,
        luck=_luck_of(match),
        promise="" if match.commitment is None else match.commitment.promise,
        shares=0 if match.commitment is None else len(match.commitment.shares),
        draws=draws,
        undone=match.unused_draw - draws,
    )


def _luck_of(match: Match) -> str:
    if match.commitment is not None:
        return PROMISED if match.commitment.key is None else PROVEN
    return MANUAL if match.chance == MANUAL else SEED


def begun(record: Record, find: FindGame) -> Match:
    """The match of a record before its first answer."""
    game = _checked(record, "game", lambda: find(record.game))
    if not game.knows_rules(record.rules):
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
            rules=record.rules,
        ),
    )
    if record.commitment is not None:
        match.commit(record.commitment)
    elif record.seed is not None:
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
    if check_luck:
        _check_commitment(record)
    for line in record.lines:
        if not line.answers:
            _check_turn(line, match.state.turn)
        for n, (seat, word) in enumerate(line.answers):
            _check_turn(line, match.turn_of(seat, word))
            _skip(match, line, n)
            if check_luck and seat == CHANCE:
                _check_draw(match, line.number, word)
            try:
                match.repeat(seat, word)
            except (IllegalChoice, ValueError) as error:
                raise BadRecord(line.number, str(error)) from None
        _skip(match, line, len(line.answers))
    _check_result(record, match)
    if check_luck and match.over and match.commitment is not None and match.commitment.missing:
        raise BadRecord(
            record.at["promise"],
            f"the game is over, and {match.commitment.missing} is not revealed: "
            "its luck cannot be checked",
        )
    match.let_chance_answer()
    return match


def _check_commitment(record: Record) -> None:
    """Check that what is revealed is what was promised."""
    found = record.commitment
    if found is None:
        return
    if found.secret is not None and promise_of(found.secret) != found.promise:
        raise BadRecord(
            record.at["secret"], f"the promise of this secret is {promise_of(found.secret)}"
        )
    for share in found.shares:
        if share.text is not None and hash_of(share.text) != share.hash:
            raise BadRecord(
                record.at["shares"],
                f"the hash of seat {share.seat}'s share is {hash_of(share.text)}",
            )
    if found.shuffled is not None and found.key is not None:
        order = KeyedLuck(found.key).order(len(found.shuffled))
        if order != found.shuffled:
            said = " ".join(str(seat) for seat in order)
            raise BadRecord(record.at["shuffled"], f"the secrets shuffle the seats to {said}")


def _check_turn(line: Line, turn: int) -> None:
    if line.turn != turn:
        raise BadRecord(line.number, f"turn {turn} is under way, not turn {line.turn}")


def _skip(match: Match, line: Line, place: int) -> None:
    """Skip the draws that were undone before an answer."""
    if place in line.jumps:
        try:
            match.skip_to(line.jumps[place])
        except ValueError as error:
            raise BadRecord(line.number, str(error)) from None


def _check_draw(match: Match, number: int, word: str) -> None:
    drawn = match.next_draw(word)
    if drawn is not None and drawn != word:
        source = f"the seed {match.seed} draws" if match.commitment is None else "the secrets draw"
        raise BadRecord(number, f"{source} {drawn} here, not {word}")


def _check_result(record: Record, match: Match) -> None:
    line = record.result_line or (record.lines[-1].number if record.lines else 1)
    if not match.over:
        if record.result != OPEN:
            raise BadRecord(line, f"the game is not over: the result is {OPEN!r} so far")
        return
    result = spell_result(match.ranking, match.scores)
    if record.result_line and record.result != result:
        raise BadRecord(line, f"the result is {result!r}, not {record.result!r}")
