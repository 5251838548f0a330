"""Builds the messages that a viewer may get: the only place where a table becomes wire types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import Any, cast

from msgspec import UNSET, Raw, Struct
from msgspec.structs import replace

from bedesten.kernel.errors import IllegalChoice
from bedesten.kernel.event import Event, EventKind
from bedesten.kernel.fair_luck import Commitment
from bedesten.kernel.game import Game
from bedesten.kernel.grammar import Grammar
from bedesten.kernel.match import MANUAL, Match
from bedesten.kernel.state import CHANCE, State
from bedesten.kernel.text import Catalogue, adds_to, rows, sentences
from bedesten.server.sentences import sentence
from bedesten.server.store import TableOutline
from bedesten.server.wire import (
    ENCODER,
    Access,
    Back,
    ChatLineInfo,
    ChoiceInfo,
    Clock,
    Colour,
    Effect,
    Explored,
    Happened,
    KnockInfo,
    Logged,
    LuckInfo,
    LuckKind,
    Moved,
    Onward,
    QuestionInfo,
    SeatInfo,
    ShareInfo,
    Snapshot,
    StandIn,
    TableInfo,
    TakeBackRequestInfo,
    UndoInfo,
)
from bedesten.tables.absence import Presence
from bedesten.tables.chat import ChatLine
from bedesten.tables.refusal import Refusal
from bedesten.tables.table import PLAYING, WAITING, Change, Table
from bedesten.tables.taking_back import LoggedAnswer, Undo

MAX_LOG = 400
"""Entries of the log in a snapshot."""
MAX_TOLD = 10_000
"""Events in words that are kept, some 700 bytes each."""
MAX_LOG_EVENTS = 4000
"""Events in them: one entry of an imported record holds a whole game."""


class Viewer(Struct, frozen=True, gc=False):
    """A person who looks at a table, through one of its own seats or none, in a language."""

    person: str
    seat: int | None
    language: str


def moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


# -- tables ------------------------------------------------------------------


def table_info(table: Table, person: str, presence: Presence, now: float) -> TableInfo:
    agreed = table.agreed
    mine = table.seats_of(person)
    host = agreed.host == person
    inside = host or bool(mine)
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
                here=chair.kind == "person" and chair.person in presence.here,
                stand_in=seat in table.stand_ins,
                clock_ms=table.clock_of(seat, now),
                away_s=_away_s(table, seat, presence, now),
                votes=_votes(table, seat, presence),
                host=chair.kind == "person" and chair.person == agreed.host,
            )
            for seat, chair in enumerate(table.chairs)
        ],
        options=agreed.options,
        variant=bool(agreed.data),
        visibility=cast(Any, agreed.visibility),
        pace=cast(Any, table.pace),
        take_back=cast(Any, agreed.take_back),
        clock=None if rule is None else Clock(rule.bank, rule.increment, rule.cap),
        mine=mine,
        deciding=sorted(table.posed) if table.status == PLAYING else [],
        turn=table.turn,
        created=moment(table.created),
        changed=moment(table.changed),
        host=host,
        luck=luck_info(table),
        join_link=f"/join/{table.id}?token={agreed.join_token}"
        if inside and table.status == WAITING and table.open_seats
        else None,
        watch_link=f"/watch/{table.id}?token={agreed.watch_token}" if inside else None,
        access=_access(table, person),
        knocks=[KnockInfo(one.number, one.name) for one in table.visitors.waiting.values()]
        if inside
        else [],
        stand_in=None
        if agreed.stand_in is None
        else StandIn(agreed.stand_in.by, agreed.stand_in.after),
        hints=cast(Any, agreed.hints),
        may_hint=table.may_hint,
        hurried=any(seat in table.hurried for seat in mine),
        rematch=table.rematch if inside else None,
    )


def _access(table: Table, person: str) -> Access:
    if table.is_inside(person):
        return "inside"
    if table.is_open_to(person):
        return "open"
    if person in table.visitors.refused:
        return "refused"
    return "asked" if table.visitors.is_waiting(person) else "ask"


def _away_s(table: Table, seat: int, presence: Presence, now: float) -> int | None:
    since = table.away_since(seat, presence)
    return None if since is None else max(int(now - since), 0)


def _votes(table: Table, seat: int, presence: Presence) -> list[int]:
    """The first seats of the people who have voted for a bot since a person went away."""
    since = table.away_since(seat, presence)
    if since is None or seat in table.stand_ins:
        return []
    return sorted(
        seats[0] for one in table.absences.voters(seat, since) if (seats := table.seats_of(one))
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


# -- views -------------------------------------------------------------------


class Views:
    """The views of one state of a match, encoded: what several viewers see alike only once."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._open = match.open_view()
        self._encoded: dict[int | None, Raw] = {}
        self._shared: dict[tuple[str, ...], bytes] = {}

    def of(self, seat: int | None) -> dict[str, Any]:
        """What a seat may know, None for a spectator: encoded, in the place of the data."""
        found = self._encoded.get(seat)
        if found is None:
            if seat is None:
                fields = self._alike(())
            else:
                own = self._match.own_view(seat, self._open)
                fields = b"%b,%b" % (self._alike(tuple(own)), _fields(own))
            found = self._encoded[seat] = Raw(b"{%b}" % fields)
        return cast(dict[str, Any], found)

    def _alike(self, without: tuple[str, ...]) -> bytes:
        """The fields that everybody sees alike, without those that a seat sees otherwise."""
        found = self._shared.get(without)
        if found is None:
            match = self._match
            rest = {name: value for name, value in self._open.items() if name not in without}
            fixed = _fixed_fields(match.game, match.set_up)
            found = self._shared[without] = b"%b,%b" % (fixed, _fields(rest))
        return found


def _fields(fields: dict[str, Any]) -> bytes:
    """The fields of an object, without its braces."""
    return ENCODER.encode(fields)[1:-1]


@lru_cache(maxsize=256)
def _fixed_fields(game: Game[Any, Any, Any], set_up: State) -> bytes:
    return _fields({"game": game.name} | game.show_fixed(set_up))


# -- events ------------------------------------------------------------------


@cache
def kinds_of(game: Game[Any, Any, Any]) -> dict[str, EventKind]:
    return {kind.name: kind for kind in game.events}


def happened(
    match: Match, events: Iterable[Event], viewer: Viewer, before: Sequence[Event] = ()
) -> list[Happened]:
    """The events that a viewer may know of, in words; amounts add up with those before."""
    catalogue, kinds = match.text(viewer.language), kinds_of(match.game)
    return [
        _in_words(match, catalogue, kinds, row)
        for row in _rows(events, before, kinds)
        if row[-1].is_seen_by(viewer.seat)
    ]


def _rows(
    events: Iterable[Event], before: Sequence[Event], kinds: dict[str, EventKind]
) -> Iterator[list[Event]]:
    """For each event, the events until then that are told in one sentence with it."""
    row = list(before)
    for event in events:
        row = [*row, event] if row and adds_to(row[-1], event, kinds) else [event]
        yield row


def _in_words(
    match: Match, catalogue: Catalogue, kinds: dict[str, EventKind], row: Sequence[Event]
) -> Happened:
    event = row[-1]
    kind = kinds[event.name]
    told = catalogue.tell_row(row, kinds, match.names)
    return Happened(
        name=event.name,
        clause=event.clause,
        seat=event.seat,
        values=event.values,
        text=told.sentence if len(row) == 1 else catalogue.tell(event, kind, match.names),
        pieces=[] if kind.quiet else [(piece.text, piece.names) for piece in told.pieces],
        has_subject=told.has_subject,
        adds=len(row) > 1,
        aside=kind.aside,
        begins=kind.begins,
    )


def _row_before(
    log: Sequence[LoggedAnswer], number: int, kinds: dict[str, EventKind]
) -> list[Event]:
    """The last events before an entry that are told in one sentence."""
    events: list[Event] = []
    for answer in reversed(log):
        if answer.number >= number:
            continue
        events[:0] = answer.events
        row = last_row(events, kinds)
        if len(row) < len(events):
            return row
    return events


class Telling:
    """What a change of the game is told by: views, and events in words, each encoded once."""

    def __init__(self, table: Table, change: Change, now: float) -> None:
        self.table = table
        self.change = change
        self.views = Views(table.running())
        self.deciding = sorted(table.posed) if table.status == PLAYING else []
        self.clocks = [table.clock_of(seat, now) for seat in range(len(table.chairs))]
        self._told: dict[str, list[Raw]] = {}

    def events(self, viewer: Viewer) -> list[Happened]:
        """The events that a viewer may know of, encoded, in the place of the data."""
        told = self._told.get(viewer.language)
        if told is None:
            told = self._told[viewer.language] = self._in_words(viewer.language)
        seen = [
            text
            for event, text in zip(self.change.events, told, strict=True)
            if event.is_seen_by(viewer.seat)
        ]
        return cast(list[Happened], seen)

    def _in_words(self, language: str) -> list[Raw]:
        match, events = self.table.running(), self.change.events
        catalogue, kinds = match.text(language), kinds_of(match.game)
        if not any(kinds[event.name].adds_up for event in events):
            return [_told_alone(match, catalogue, kinds, event) for event in events]
        before = _row_before(self.table.log, self.change.number, kinds)
        return [
            Raw(ENCODER.encode(_in_words(match, catalogue, kinds, row)))
            if len(row) > 1
            else _told_alone(match, catalogue, kinds, row[0])
            for row in _rows(events, before, kinds)
        ]


def _told_alone(
    match: Match, catalogue: Catalogue, kinds: dict[str, EventKind], event: Event
) -> Raw:
    """An event in words, encoded. Equal events are one object, and games repeat them."""
    key = (id(event), id(catalogue), match.names)
    found = _told.get(key)
    if found is not None and found[0] is event and found[1] is catalogue:
        return found[2]
    if len(_told) >= MAX_TOLD:
        _told.clear()
    told = Raw(ENCODER.encode(_in_words(match, catalogue, kinds, [event])))
    _told[key] = (event, catalogue, told)
    return told


_told: dict[tuple[int, int, tuple[str, ...]], tuple[Event, Catalogue, Raw]] = {}
"""By event, catalogue and names; both are kept too, so that their ids stay their own."""


def foretold(match: Match, events: Iterable[Event], viewer: Viewer) -> list[str]:
    """What would happen in sentences; amounts that add up share one."""
    seen = [event for event in events if event.is_seen_by(viewer.seat)]
    told = match.text(viewer.language).told(seen, kinds_of(match.game), match.names)
    return [text for _, text in told]


def log_of(table: Table, viewer: Viewer) -> list[Logged]:
    """The last part of a table's log, entry by entry."""
    match = table.match
    if match is None:
        return []
    found: list[Logged] = []
    before: list[Event] = []
    for group in _last_entries(table.log, lasting(match.game)):
        events = [event for telling in group for event in telling.events]
        found.append(
            Logged(
                n=group[0].number,
                turn=group[0].turn,
                seat=group[0].seat if group[0].seat >= 0 else None,
                events=happened(match, events, viewer, before),
                note=note(table, group[0].number, viewer.language),
            )
        )
        before = last_row([*before, *events], kinds_of(match.game))
    return found


def last_row(events: Sequence[Event], kinds: dict[str, EventKind]) -> list[Event]:
    """The last events of a log that are told in one sentence."""
    found = rows(events, kinds)
    return found[-1] if found else []


@cache
def lasting(game: Game[Any, Any, Any]) -> frozenset[str]:
    """The names of the events that are sent again however old they are."""
    return frozenset(kind.name for kind in game.events if kind.lasting)


def _last_entries(log: Sequence[LoggedAnswer], lasting: frozenset[str]) -> list[list[LoggedAnswer]]:
    """The last answers of a log, grouped by entry: as many as a snapshot may hold.

    Older answers with lasting events come too; a game has few of them.
    """
    found: list[list[LoggedAnswer]] = []
    events = 0
    for answer in reversed(log):
        events += len(answer.events)
        is_new = not found or found[-1][-1].number != answer.number
        if events > MAX_LOG_EVENTS or (is_new and len(found) >= MAX_LOG):
            if not lasting:
                break
            if not any(event.name in lasting for event in answer.events):
                continue
        if is_new:
            found.append([])
        found[-1].append(answer)
    return [group[::-1] for group in reversed(found)]


def note(table: Table, number: int, language: str) -> str:
    """What has to be said about how an entry came about; empty as a rule."""
    return sentence("bot_fallback", language) if number in table.fallbacks else ""


# -- questions ---------------------------------------------------------------


def asked(
    match: Match, seat: int, number: int, language: str, *, previews: bool = False
) -> QuestionInfo:
    """A seat's question with the texts of its choices; with previews, what each would bring."""
    step = match.step_asked(seat)
    if step is None:
        raise Refusal("not_asked")
    catalogue = match.text(language)
    clause = match.clause_asked(seat, step)
    choices = [_choice(catalogue, step, clause, word) for word in match.offered(seat)]
    if previews:
        viewer = Viewer("", seat, language)
        notes = match.notes(seat, language)
        choices = [
            replace(_with_preview(match, choice, viewer), note=notes.get(choice.word, ""))
            for choice in choices
        ]
    return QuestionInfo(
        seq=number,
        seat=seat,
        step=step,
        clause=clause,
        text=catalogue.question(step),
        choices=choices,
        sealed=match.state.waiting != 0,
        gestures={name: list(words) for name, words in match.gestures(seat).items()},
        obstacles=_obstacles(match, seat, language) if previews else {},
    )


@lru_cache(maxsize=10_000)
def _choice(catalogue: Catalogue, step: str, clause: str, word: str) -> ChoiceInfo:
    """A choice without what it would bring, which is the same in every game."""
    kind, _, at = word.partition(":")
    text = catalogue.choice(step, word)
    return ChoiceInfo(word, text, clause, kind, at, consequences=[], effects=[])


def _with_preview(match: Match, choice: ChoiceInfo, viewer: Viewer) -> ChoiceInfo:
    seat = cast(int, viewer.seat)
    events = match.preview(seat, choice.word)
    return replace(
        choice,
        consequences=foretold(match, events, viewer),
        effects=[Effect(one.name, one.seat, one.values) for one in events],
        onward=onward(match, seat, choice.word, viewer) if match.game.onward else None,
    )


def _obstacles(match: Match, seat: int, language: str) -> dict[str, str]:
    found = match.out_of_reach(seat) | match.obstacles(seat)
    return {word: obstacle.text[language] for word, obstacle in found.items()}


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
        asked(table.match, seat, number, viewer.language)
        for seat, number in sorted(table.posed.items())
        if table.is_seat_of(seat, viewer.person) and seat not in table.stand_ins
    ]


def explored(
    table: Table, seat: int, number: int, words: Sequence[str], id: int | None, language: str
) -> Explored:
    """What some words would lead to, as far as the seat can know; without words, the question.

    Choices of the question have their previews. Leaves out what others decide at the same time,
    and what the last word would reveal. Nothing is asked after the last answer of a plan. Forced
    words in between are included: a client that goes on repeats them.
    """
    if table.posed.get(seat) != number:
        raise Refusal("stale" if seat in table.posed else "not_asked")
    return explored_in(table.running(), seat, number, words, id, language)


def explored_in(
    match: Match, seat: int, number: int, words: Sequence[str], id: int | None, language: str
) -> Explored:
    """What some words of a seat that is asked would lead to in a match."""
    if not words:
        question = asked(match, seat, number, language, previews=True)
        return Explored(id=id, words=[], asked=question, effects=[], consequences=[])
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
        asked=asked(branch, seat, number, language, previews=True) if goes_on else None,
        effects=[Effect(one.name, one.seat, one.values) for one in events],
        consequences=foretold(match, events, viewer),
    )


# -- whole messages ----------------------------------------------------------


def back(table: Table, viewer: Viewer) -> Back:
    if viewer.seat is None or table.match is None:
        return Back(0, False)
    seat, language = viewer.seat, viewer.language
    free, by_consent, undo = table.ways_back(seat)
    told = None if undo is None else _undo(table, seat, undo, language)
    return Back(free, by_consent, told, sentence("redo", language) if table.may_redo(seat) else "")


def _undo(table: Table, seat: int, undo: Undo, language: str) -> UndoInfo:
    if undo.is_free:
        match = table.running()
        word = match.text(language).word(match.history[undo.to].word)
        return _free_undo(language, undo.choices, word)
    asks = table.consent_needed(seat) if table.agreed.take_back == "consent" else []
    whose = "other_turns" if table.lone_seat is None else "bot_turns"
    asked = tuple([(one, table.chairs[one].name) for one in asks])
    return _dear_undo(language, undo.choices, undo.turns, whose, undo.is_new_luck, asked)


@lru_cache(maxsize=1_000)
def _free_undo(language: str, choices: int, word: str) -> UndoInfo:
    return UndoInfo(choices, sentence("undo_choice", language, choice=word), True, [])


@lru_cache(maxsize=4_000)
def _dear_undo(
    language: str,
    choices: int,
    turns: int,
    whose: str,
    is_new_luck: bool,
    asked: tuple[tuple[int, str], ...],
) -> UndoInfo:
    """What going back takes back, and who is asked: seats with their names."""
    grammar = Grammar(language)
    counted = grammar.counted(sentences("bedesten.server", language).texts[whose], turns)
    parts = [sentence("undo_back" if turns else "undo_move", language, turns=counted)]
    if is_new_luck:
        parts.append(sentence("undo_luck", language))
    if asked:
        names = [name for _, name in asked]
        parts.append(sentence("undo_asks", language, names=grammar.every(names)))
    return UndoInfo(choices, " ".join(parts), False, [seat for seat, _ in asked])


def request(table: Table) -> TakeBackRequestInfo | None:
    standing = table.request
    if standing is None:
        return None
    return TakeBackRequestInfo(
        standing.seat, standing.to, list(standing.agreed), list(standing.waiting_for)
    )


def line(said: ChatLine) -> ChatLineInfo:
    at = moment(said.at)
    return ChatLineInfo(said.number, said.seat, said.name, said.text, at, said.kind)


def snapshot(
    table: Table, viewer: Viewer, presence: Presence, now: float, id: int | None = None
) -> Snapshot:
    match = table.match
    return Snapshot(
        seq=table.number,
        table=table_info(table, viewer.person, presence, now),
        seat=viewer.seat,
        view=None if match is None else Views(match).of(viewer.seat),
        asked=questions(table, viewer),
        log=log_of(table, viewer),
        chat=[line(one) for one in table.chat.lines_for(viewer.person)[-200:]],
        back=back(table, viewer),
        request=request(table),
        id=UNSET if id is None else id,
    )


def moved(telling: Telling, viewer: Viewer) -> Moved:
    table, change = telling.table, telling.change
    return Moved(
        seq=change.number,
        entry=Logged(
            n=change.number,
            turn=change.turn,
            seat=change.seat,
            events=telling.events(viewer),
            note=note(table, change.number, viewer.language),
        ),
        undone=change.undone,
        seat=viewer.seat,
        view=telling.views.of(viewer.seat),
        asked=questions(table, viewer) if telling.deciding else [],
        deciding=telling.deciding,
        back=back(table, viewer) if telling.deciding else Back(0, False),
        clocks=telling.clocks,
        keep=change.keep,
    )


def viewer_of(table: Table, person: str, language: str) -> Viewer:
    """The viewer that a person is at first: at its seat that is asked, or at its first."""
    mine = table.seats_of(person)
    seat = next((one for one in mine if one in table.posed), mine[0] if mine else None)
    return Viewer(person, seat, language)
