"""Builds the messages that a viewer may get: the only place where a table becomes wire types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any, cast

from msgspec import UNSET

from bedesten.kernel.errors import IllegalChoice
from bedesten.kernel.event import Event, EventKind
from bedesten.kernel.fair_luck import Commitment
from bedesten.kernel.game import Game
from bedesten.kernel.match import MANUAL, Match
from bedesten.kernel.state import CHANCE
from bedesten.server.sentences import sentence
from bedesten.server.store import TableOutline
from bedesten.server.wire import (
    Back,
    ChatLineInfo,
    ChoiceInfo,
    Clock,
    Colour,
    Effect,
    Explored,
    Happened,
    Logged,
    LuckInfo,
    LuckKind,
    Moved,
    Onward,
    QuestionInfo,
    SeatInfo,
    ShareInfo,
    Snapshot,
    TableInfo,
    TakeBackRequestInfo,
)
from bedesten.tables.chat import ChatLine
from bedesten.tables.refusal import Refusal
from bedesten.tables.table import PLAYING, WAITING, Change, Table
from bedesten.tables.taking_back import LoggedAnswer

MAX_LOG = 400
"""Entries of the log in a snapshot."""
MAX_LOG_EVENTS = 4000
"""Events in them: one entry of an imported record holds a whole game."""
"""Log entries in a snapshot."""


@dataclass(frozen=True)
class Viewer:
    """A person who looks at a table, through one of its own seats or none, in a language."""

    person: str
    seat: int | None
    language: str


def moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


# -- tables ------------------------------------------------------------------


def table_info(table: Table, person: str, here: Iterable[str], now: float) -> TableInfo:
    agreed = table.agreed
    mine = table.seats_of(person)
    host = agreed.host == person
    inside = host or bool(mine)
    present = set(here)
    rule = agreed.clock
    return TableInfo(
        id=table.id,
        game=agreed.game,
        status=cast(Any, table.status),
        seats=[
            SeatInfo(
                kind=chair.kind,
                name=chair.name,
                colour=cast(Colour, chair.colour),
                level=chair.level,
                mine=seat in mine,
                here=chair.kind == "person" and chair.person in present,
                stand_in=seat in table.stand_ins,
                clock_ms=table.clock_of(seat, now),
            )
            for seat, chair in enumerate(table.chairs)
        ],
        options=agreed.options,
        variant=bool(agreed.data),
        visibility=cast(Any, agreed.visibility),
        pace=cast(Any, agreed.pace),
        take_back=cast(Any, agreed.take_back),
        clock=None if rule is None else Clock(rule.bank, rule.increment, rule.cap),
        mine=mine,
        deciding=sorted(table.posed) if table.status == PLAYING else [],
        turn=0 if table.match is None else table.match.state.turn,
        created=moment(table.created),
        changed=moment(table.changed),
        host=host,
        luck=luck_info(table),
        join_link=f"/join/{table.id}?token={agreed.join_token}"
        if inside and table.status == WAITING and table.open_seats
        else None,
        watch_link=f"/watch/{table.id}?token={agreed.watch_token}" if inside else None,
        rematch=table.rematch if inside else None,
    )


def damaged_info(id: str, outline: TableOutline, trouble: str) -> TableInfo:
    """A table whose entries cannot be read, for lists."""
    return TableInfo(
        id=id,
        game=outline.game,
        status="damaged",
        seats=[],
        options={},
        visibility=cast(Any, outline.visibility),
        pace="normal",
        take_back="never",
        clock=None,
        mine=[],
        deciding=[],
        turn=0,
        created=moment(outline.created),
        changed=moment(outline.changed),
        host=False,
        trouble=trouble,
    )


def luck_kind(table: Table) -> LuckKind:
    """Where the luck of a table comes from."""
    agreed = table.agreed
    if agreed.commitment is not None:
        return "fair"
    if agreed.seed is None:
        return "manual"
    return "practice" if agreed.practice else "seeded"


def luck_info(table: Table) -> LuckInfo:
    commitment = table.commitment
    if commitment is None:
        return LuckInfo(luck_kind(table))
    return LuckInfo("fair", commitment.promise, shares(commitment, table.is_revealed))


def shares(commitment: Commitment, is_revealed: bool) -> list[ShareInfo]:
    return [
        ShareInfo(one.seat, one.hash, one.text if is_revealed else None)
        for one in commitment.shares
    ]


# -- events ------------------------------------------------------------------


@cache
def _kinds(game: Game[Any, Any, Any]) -> dict[str, EventKind]:
    return {kind.name: kind for kind in game.events}


def happened(match: Match, events: Iterable[Event], viewer: Viewer) -> list[Happened]:
    """The events that a viewer may know of, in words."""
    catalogue = match.text(viewer.language)
    kinds = _kinds(match.game)
    return [
        Happened(
            name=event.name,
            clause=event.clause,
            seat=event.seat,
            values=event.values,
            text=catalogue.tell(event, kinds[event.name], match.names),
        )
        for event in events
        if event.is_seen_by(viewer.seat)
    ]


def foretold(match: Match, events: Iterable[Event], viewer: Viewer) -> list[str]:
    """What would happen in sentences; amounts that add up share one."""
    seen = [event for event in events if event.is_seen_by(viewer.seat)]
    told = match.text(viewer.language).told(seen, _kinds(match.game), match.names)
    return [text for _, text in told]


def log_of(table: Table, viewer: Viewer) -> list[Logged]:
    """The last part of a table's log, entry by entry."""
    match = table.match
    if match is None:
        return []
    return [
        Logged(
            n=group[0].number,
            turn=group[0].turn,
            seat=group[0].seat if group[0].seat >= 0 else None,
            events=happened(
                match,
                (event for telling in group for event in telling.events),
                viewer,
            ),
            note=note(table, group[0].number, viewer.language),
        )
        for group in _last_entries(table.log)
    ]


def _last_entries(log: Sequence[LoggedAnswer]) -> list[list[LoggedAnswer]]:
    """The last answers of a log, grouped by entry: as many as a snapshot may hold.

    Takes no longer for a long game than for a short one.
    """
    found: list[list[LoggedAnswer]] = []
    events = 0
    for answer in reversed(log):
        events += len(answer.events)
        is_new = not found or found[-1][-1].number != answer.number
        if events > MAX_LOG_EVENTS or (is_new and len(found) == MAX_LOG):
            break
        if is_new:
            found.append([])
        found[-1].append(answer)
    return [group[::-1] for group in reversed(found)]


def note(table: Table, number: int, language: str) -> str:
    """What has to be said about how an entry came about; empty as a rule."""
    return sentence("bot_fallback", language) if number in table.fallbacks else ""


# -- questions ---------------------------------------------------------------


def asked(match: Match, seat: int, number: int, language: str) -> QuestionInfo:
    """A seat's question, each choice with its text and its consequences."""
    question = match.question(seat)
    if question is None:
        raise Refusal("not_asked")
    game = match.game
    catalogue = match.text(language)
    viewer = Viewer("", seat, language)
    choices: list[ChoiceInfo] = []
    for word in match.choices(seat):
        family, _, member = word.partition(":")
        events = match.preview(seat, word)
        choices.append(
            ChoiceInfo(
                word=word,
                text=catalogue.choice(question.step, word),
                clause=question.clause,
                kind=family,
                at=member,
                consequences=foretold(match, events, viewer),
                effects=[Effect(one.name, one.seat, one.values) for one in events],
                onward=onward(match, seat, word, viewer) if game.onward else None,
            )
        )
    return QuestionInfo(
        seq=number,
        seat=seat,
        step=question.step,
        clause=question.clause,
        text=question.text[language],
        choices=choices,
        sealed=match.state.waiting != 0,
        gestures={name: list(words) for name, words in match.gestures(seat).items()},
    )


def onward(match: Match, seat: int, word: str, viewer: Viewer) -> Onward:
    """The consequences of a choice if the seat then goes straight on."""
    ahead = match.foresee(seat, word)
    return Onward(
        words=list(ahead.words),
        consequences=foretold(match, ahead.events, viewer),
        effects=[Effect(one.name, one.seat, one.values) for one in ahead.events],
        step=ahead.step,
    )


def questions(table: Table, viewer: Viewer) -> list[QuestionInfo]:
    """The questions of a person, at all of its seats."""
    if table.match is None or table.status != PLAYING:
        return []
    return [
        asked(table.match, seat, table.posed[seat], viewer.language)
        for seat in table.seats_of(viewer.person)
        if seat in table.posed and seat not in table.stand_ins
    ]


def explored(
    table: Table, seat: int, number: int, words: Sequence[str], id: int | None, language: str
) -> Explored:
    """What some words would lead to, as far as the seat can know.

    Leaves out what others decide at the same time, and what the last word would
    reveal. Nothing is asked after the last answer of a plan. Forced words in between
    are included: a client that goes on repeats them.
    """
    match = table.running()
    if table.posed.get(seat) != number:
        raise Refusal("stale" if seat in table.posed else "not_asked")
    branch = match.fork()
    branch.chance = MANUAL
    try:
        heard = branch.play(seat, *words)
    except IllegalChoice as error:
        raise Refusal("illegal", why=str(error)) from None
    sealed = match.state.waiting != 0
    new = branch.history[len(match.history) :]
    is_known = all(answer.seat != CHANCE for answer in new) and (
        not sealed or branch.state.reveals == match.state.reveals
    )
    events = [one for one in heard if one.is_seen_by(seat)] if is_known else []
    if sealed:
        events = list(match.intend(seat, *words))
    goes_on = (
        is_known and branch.state.may_act(seat) and branch.state.together == match.state.together
    )
    viewer = Viewer("", seat, language)
    return Explored(
        id=id,
        words=[answer.word for answer in new if answer.seat == seat] if goes_on else list(words),
        asked=asked(branch, seat, number, language) if goes_on else None,
        effects=[Effect(one.name, one.seat, one.values) for one in events],
        consequences=foretold(match, events, viewer),
    )


# -- whole messages ----------------------------------------------------------


def back(table: Table, viewer: Viewer) -> Back:
    if viewer.seat is None or table.match is None:
        return Back(0, False)
    return Back(table.free_take_backs(viewer.seat), table.may_ask_back(viewer.seat))


def request(table: Table) -> TakeBackRequestInfo | None:
    standing = table.request
    if standing is None:
        return None
    return TakeBackRequestInfo(
        standing.seat, standing.to, list(standing.agreed), list(standing.waiting_for)
    )


def line(said: ChatLine) -> ChatLineInfo:
    return ChatLineInfo(said.number, said.seat, said.name, said.text, moment(said.at))


def snapshot(
    table: Table, viewer: Viewer, here: Iterable[str], now: float, id: int | None = None
) -> Snapshot:
    match = table.match
    return Snapshot(
        seq=table.number,
        table=table_info(table, viewer.person, here, now),
        seat=viewer.seat,
        view=None if match is None else match.view(viewer.seat),
        asked=questions(table, viewer),
        log=log_of(table, viewer),
        chat=[line(one) for one in table.chat.lines_for(viewer.person)[-200:]],
        back=back(table, viewer),
        request=request(table),
        id=UNSET if id is None else id,
    )


def moved(table: Table, change: Change, viewer: Viewer, now: float) -> Moved:
    match = table.running()
    return Moved(
        seq=change.number,
        entry=Logged(
            n=change.number,
            turn=change.turn,
            seat=change.seat,
            events=happened(match, change.events, viewer),
            note=note(table, change.number, viewer.language),
        ),
        undone=change.undone,
        seat=viewer.seat,
        view=match.view(viewer.seat),
        asked=questions(table, viewer),
        deciding=sorted(table.posed) if table.status == PLAYING else [],
        back=back(table, viewer),
        clocks=[table.clock_of(seat, now) for seat in range(len(table.chairs))],
        keep=change.keep,
    )


def viewer_of(table: Table, person: str, language: str) -> Viewer:
    """The viewer that a person is at first: at its seat that is asked, or at its first."""
    mine = table.seats_of(person)
    seat = next((one for one in mine if one in table.posed), mine[0] if mine else None)
    return Viewer(person, seat, language)
