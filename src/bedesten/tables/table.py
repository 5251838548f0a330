"""A table: what its entries come to, and what may be added to them."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from random import SystemRandom
from typing import Any, Final

import msgspec

import bedesten
from bedesten.kernel.errors import IllegalChoice
from bedesten.kernel.event import Event
from bedesten.kernel.game import Game
from bedesten.kernel.match import MANUAL, Match
from bedesten.tables import clock
from bedesten.tables.chairs import checked_level, settled
from bedesten.tables.entries import (
    Abandoned,
    Agreed,
    AskedBack,
    Began,
    CameBack,
    Chair,
    Muted,
    Opened,
    Payload,
    Played,
    Rematched,
    Rewound,
    Said,
    Sat,
    Stood,
    StoodIn,
    TableEntry,
    TookBack,
)
from bedesten.tables.refusal import Refusal

TIME_OUTS: Final = 3
"""So many in a row, and a bot takes the seat."""

WAITING, PLAYING, OVER, ABANDONED = "waiting", "playing", "over", "abandoned"


class OutdatedRules(Exception):
    """A game that was begun with rules this program does not know."""


@dataclass(frozen=True)
class LoggedAnswer:
    """What one answer brought about, and the entry that it belongs to."""

    number: int
    seat: int
    turn: int
    events: tuple[Event, ...]


@dataclass
class TakeBackRequest:
    """A seat asks to go back; everybody whom it would cost something is asked."""

    seat: int
    to: int
    waiting_for: list[int]
    agreed: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class ChatLine:
    """A line of chat."""

    number: int
    seat: int | None
    person: str
    name: str
    text: str
    at: float


@dataclass(frozen=True)
class Change:
    """What one entry has changed about the game, for those who watch."""

    number: int
    seat: int | None
    turn: int
    events: tuple[Event, ...]
    undone: bool = False
    keep: int | None = None
    """After taking back: what was told up to this number stands."""


class Table:
    """Everything about one table. Methods that return an entry's content change nothing."""

    def __init__(self, id: str, entries: Iterable[TableEntry], clocks_from: float = 0.0) -> None:
        self.id = id
        self.number = -1
        self.clocks_from = clocks_from  # time before this (the server was down) costs nobody any
        self.chairs: list[Chair] = []
        self.stand_ins: set[int] = set()
        self.banks: list[int | None] = []
        self.time_outs: list[int] = []
        self.match: Match | None = None
        self.log: list[LoggedAnswer] = []  # one for each answer of the match
        self.posed: dict[int, int] = {}  # seat asked now: the entry that put the question
        self.asked_at: dict[int, float] = {}
        self.request: TakeBackRequest | None = None
        self.lines: list[ChatLine] = []
        self.muted: set[tuple[str, int]] = set()
        self.rematch: str | None = None
        self.abandoned = False
        self.created = self.changed = 0.0
        for entry in entries:
            self.apply(entry)

    def fork(self) -> Table:
        """An independent copy, to try an entry on before it is stored."""
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        for name in ("chairs", "banks", "time_outs", "log", "lines", "posed", "asked_at"):
            setattr(other, name, getattr(self, name).copy())
        other.stand_ins = set(self.stand_ins)
        other.request = deepcopy(self.request)
        other.match = None if self.match is None else self.match.fork()
        return other

    # -- looking ----------------------------------------------------------

    @property
    def game(self) -> Game[Any, Any, Any]:
        return bedesten.game(self.agreed.game)

    @property
    def status(self) -> str:
        if self.match is not None and self.match.over:
            return OVER
        if self.abandoned:
            return ABANDONED
        return WAITING if self.match is None else PLAYING

    @property
    def is_revealed(self) -> bool:
        """Whether everything may be told of it."""
        return self.status == OVER or self.agreed.from_record

    def seats_of(self, person: str) -> list[int]:
        return [
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.kind == "person" and chair.person == person
        ]

    @property
    def people(self) -> set[str]:
        return {chair.person for chair in self.chairs if chair.kind == "person"}

    @property
    def open_seats(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "open"]

    def is_watch_token(self, token: str) -> bool:
        return _same(token, self.agreed.watch_token)

    def is_bots(self, seat: int) -> bool:
        return self.chairs[seat].kind == "bot" or seat in self.stand_ins

    def level_of(self, seat: int) -> str:
        return checked_level(self.chairs[seat].level)

    def bots_asked(self) -> list[int]:
        """The seats for which a bot is to answer now."""
        if self.status != PLAYING:
            return []
        return [seat for seat in self.posed if self.is_bots(seat)]

    def running(self) -> Match:
        if self.match is None:
            raise Refusal("not_begun")
        return self.match

    # -- clocks -----------------------------------------------------------

    def clock_of(self, seat: int, now: float) -> int | None:
        """Milliseconds that a seat has left; None without a clock."""
        bank = self.banks[seat] if self.banks else None
        if bank is None or seat in self.stand_ins:
            return None
        return max(bank - self._spent(seat, now), 0) if seat in self.posed else bank

    def deadline(self) -> float | None:
        """When the first clock runs out."""
        if self.status != PLAYING:
            return None
        ends = [
            max(self.asked_at[seat], self.clocks_from) + bank / 1000
            for seat in self.posed
            if (bank := self.banks[seat]) is not None and not self.is_bots(seat)
        ]
        return min(ends, default=None)

    def expired(self, now: float) -> list[int]:
        """The seats whose time is up."""
        if self.status != PLAYING:
            return []
        return [seat for seat in self.posed if self.clock_of(seat, now) == 0]

    def _spent(self, seat: int, now: float) -> int:
        return max(int((now - max(self.asked_at[seat], self.clocks_from)) * 1000), 0)

    # -- sitting down and getting up --------------------------------------

    def sit(self, person: str, name: str, colour: str, token: str) -> Sat:
        """Take the first open seat."""
        if self.status != WAITING or not self.open_seats:
            raise Refusal("no_open_seat")
        if self.seats_of(person):
            raise Refusal("seated_already")
        if self.agreed.visibility != "public" and not _same(token, self.agreed.join_token):
            raise Refusal("link_needed")
        seat = self.open_seats[0]
        new = Chair("person", name, colour, person=person)
        others = [
            chair for n, chair in enumerate(self.chairs) if n != seat and chair.kind != "open"
        ]
        return Sat(seat, settled([*others, new])[-1])

    def hand_over(self, seat: int, person: str) -> Sat:
        """Give a seat to the person who holds its link."""
        self._person_at(seat)
        return Sat(seat, msgspec.structs.replace(self.chairs[seat], person=person))

    def stand(self, person: str) -> list[Payload]:
        """Leave: the seats are open again, or bots stand in; the last one closes the table."""
        mine = self.seats_of(person)
        if not mine:
            raise Refusal("not_seated")
        if self.status in (OVER, ABANDONED):
            raise Refusal("not_playing")
        done: list[Payload] = []
        if self.match is None:
            done += [Stood(seat) for seat in mine]
            others = self.people - {person}
        else:
            done += [StoodIn(seat, "left") for seat in mine if seat not in self.stand_ins]
            others = {
                chair.person
                for seat, chair in enumerate(self.chairs)
                if chair.kind == "person" and seat not in self.stand_ins and seat not in mine
            }
        return done if others else [*done, Abandoned()]

    def come_back(self, person: str) -> list[Payload]:
        """Take one's seats back from the bots."""
        away = [seat for seat in self.seats_of(person) if seat in self.stand_ins]
        if not away or self.status == OVER:
            raise Refusal("not_away")
        return [CameBack(seat) for seat in away]

    def begin(self, level: str = "") -> Began:
        """Set the game up; open seats go to bots."""
        if self.status != WAITING:
            raise Refusal("begun_already")
        filled = [
            Chair("bot", level=checked_level(level)) if chair.kind == "open" else chair
            for chair in self.chairs
        ]
        chairs = settled(filled)
        if self.agreed.shuffle:
            SystemRandom().shuffle(chairs)
        match = Match(
            self.game,
            seats=len(chairs),
            seed=self.agreed.seed,
            names=[chair.name for chair in chairs],
            options=self.agreed.options,
            data=self.agreed.data,
        )
        return Began(self.game.rules_version, chairs, _answers_since(match, 0))

    def rematch_opening(self, host: str) -> Opened:
        """The first entry of a table for another game in the same round.

        Whoever asks sits already, bots too; the other people find their seats open.
        """
        chairs = [
            Chair("open") if chair.kind == "person" and chair.person != host else chair
            for chair in self.chairs
        ]
        agreed = self.agreed
        return opened(
            agreed.game,
            chairs,
            host=host,
            options=agreed.options,
            visibility=agreed.visibility,
            pace=agreed.pace,
            take_back=agreed.take_back,
            clock_rule=agreed.clock,
            shuffle=agreed.shuffle,
            data=agreed.data,
        )

    # -- playing ----------------------------------------------------------

    def play(
        self, seat: int, asked: int | None, words: Sequence[str], now: float, by: str = "person"
    ) -> Played:
        """Answer a question, which must still be the one that was put in entry `asked`."""
        match = self._playing()
        if seat not in self.posed:
            raise Refusal("not_asked")
        if asked is not None and self.posed[seat] != asked:
            raise Refusal("stale")
        if by == "person" and seat in self.stand_ins:
            raise Refusal("stand_in")
        draft = match.fork()
        before = len(draft.history)
        try:
            draft.play(seat, *words)
        except IllegalChoice as error:
            raise Refusal("illegal", why=str(error)) from None
        spent = 0 if self.clock_of(seat, now) is None else self._spent(seat, now)
        return msgspec.convert(
            {
                "type": "played",
                "seat": seat,
                "answers": _answers_since(draft, before),
                "spent": spent,
                "by": by,
            },
            Played,
        )

    def _playing(self) -> Match:
        if self.status != PLAYING:
            raise Refusal("not_playing" if self.match is not None else "not_begun")
        return self.running()

    def _person_at(self, seat: int) -> Chair:
        if not 0 <= seat < len(self.chairs) or self.chairs[seat].kind != "person":
            raise Refusal("no_person_there")
        return self.chairs[seat]

    # -- taking back ------------------------------------------------------

    def free_take_backs(self, seat: int) -> int:
        """How many of its last choices a seat may take back without asking anybody."""
        if self.status != PLAYING or seat in self.stand_ins:
            return 0
        return self.running().free_take_backs(seat)

    def may_ask_back(self, seat: int) -> bool:
        """Whether a seat has made a choice that it may ask to take back."""
        return (
            self.status == PLAYING
            and seat not in self.stand_ins
            and self.agreed.take_back != "never"
            and self._before_choice(seat, self.free_take_backs(seat) + 1) is not None
        )

    def take_back(self, seat: int, choices: int) -> TookBack | Rewound | AskedBack:
        """Undo choices at once where nothing was revealed or nobody minds, or ask."""
        match = self._playing()
        self._check_plays(seat)
        if choices <= match.free_take_backs(seat):
            return TookBack(seat, choices)
        to = self._before_choice(seat, choices)
        if to is None:
            raise Refusal("nothing_to_take_back")
        if self.agreed.take_back == "never":
            raise Refusal("never_taken_back")
        if self.agreed.take_back == "free" or not self._consent_needed(seat):
            return Rewound(seat, to)
        if self.request is not None:
            raise Refusal("asked_already")
        return AskedBack(seat, to)

    def consent(self, seat: int, agree: bool) -> list[Payload]:
        """Answer the request that stands; when all agree, it is carried out."""
        self._check_plays(seat)
        request = self.request
        if request is None or seat not in request.waiting_for:
            raise Refusal("nothing_to_agree_to")
        done: list[Payload] = [Agreed(seat, agree)]
        if agree and request.waiting_for == [seat]:
            done.append(Rewound(request.seat, request.to))
        return done

    def _check_plays(self, seat: int) -> None:
        """Refuse a seat that no person plays: a bot's, or one that a bot has taken over."""
        self._person_at(seat)
        if seat in self.stand_ins:
            raise Refusal("stand_in")

    def _before_choice(self, seat: int, choices: int) -> int | None:
        """The number of answers before a seat's last choices."""
        history = self.running().history
        own = [n for n, one in enumerate(history) if one.seat == seat and not one.forced]
        return own[-choices] if len(own) >= choices else None

    def _consent_needed(self, seat: int) -> list[int]:
        """The seats whose consent is needed; bots agree, and so does one's own other hand."""
        asking = self.chairs[seat].person
        return [
            n
            for n, chair in enumerate(self.chairs)
            if chair.kind == "person" and n not in self.stand_ins and chair.person != asking
        ]

    # -- talking ----------------------------------------------------------

    def say(self, seat: int | None, person: str, name: str, text: str) -> Said:
        tidy = "".join(sign if sign.isprintable() else " " for sign in text).strip()
        if not tidy:
            raise Refusal("empty_line")
        return Said(seat, person, name, tidy)

    def mute(self, person: str, seat: int, muted: bool) -> Muted:
        if not 0 <= seat < len(self.chairs):
            raise Refusal("no_seat", most=len(self.chairs) - 1)
        return Muted(person, seat, muted)

    def lines_for(self, person: str) -> list[ChatLine]:
        return [line for line in self.lines if not self.is_muted(person, line)]

    def is_muted(self, person: str, line: ChatLine) -> bool:
        return line.seat is not None and (person, line.seat) in self.muted

    # -- taking entries in ------------------------------------------------

    def apply(self, entry: TableEntry) -> Change | None:
        """Take an entry in; tell what it has changed about the game."""
        if entry.number != self.number + 1:
            raise ValueError(f"entry {self.number + 1} comes next, not {entry.number}")
        self.number = entry.number
        self.changed = entry.at
        payload = entry.payload
        change: Change | None = None
        match payload:
            case Opened():
                self.agreed = payload
                self.created = entry.at
                self._seat(payload.chairs)
            case Sat():
                self.chairs[payload.seat] = payload.chair
            case Stood():
                colour = self.chairs[payload.seat].colour
                self.chairs[payload.seat] = Chair("open", colour=colour)
            case Began():
                change = self._begun(payload, entry)
            case Played():
                change = self._played(payload, entry)
            case TookBack() | Rewound():
                change = self._gone_back(payload, entry)
            case AskedBack():
                self.request = TakeBackRequest(
                    payload.seat, payload.to, self._consent_needed(payload.seat)
                )
            case Agreed():
                self._agreed(payload)
            case StoodIn():
                self.stand_ins.add(payload.seat)
                self._drop_request_of(payload.seat)
            case CameBack():
                self._came_back(payload.seat, entry.at)
            case Said():
                self.lines.append(
                    ChatLine(
                        entry.number,
                        payload.seat,
                        payload.person,
                        payload.name,
                        payload.text,
                        entry.at,
                    )
                )
            case Muted():
                key = (payload.person, payload.seat)
                self.muted = self.muted | {key} if payload.muted else self.muted - {key}
            case Rematched():
                self.rematch = payload.table
            case Abandoned():
                self.abandoned = True
        return change

    def _seat(self, chairs: Sequence[Chair]) -> None:
        self.chairs = list(chairs)
        rule = self.agreed.clock
        self.time_outs = [0] * len(chairs)
        self.banks = [
            None if rule is None or chair.kind == "bot" else clock.full(rule) for chair in chairs
        ]

    def _begun(self, payload: Began, entry: TableEntry) -> Change:
        if payload.rules != self.game.rules_version:
            raise OutdatedRules(
                f"begun with rules {payload.rules} of {self.game.name}; "
                f"this program knows rules {self.game.rules_version}"
            )
        self._seat(payload.chairs)
        self.match = Match(
            self.game,
            seats=len(self.chairs),
            names=[chair.name for chair in self.chairs],
            chance=MANUAL,
            options=None if payload.position else self.agreed.options,
            data=None if payload.position else self.agreed.data,
            position=payload.position,
        )
        if self.agreed.seed is not None:
            self.match.reseed(self.agreed.seed)
        events = self._repeat(payload.answers, entry.number)
        self._pose(entry, kept=())
        return Change(entry.number, None, self.match.state.turn, events)

    def _played(self, payload: Played, entry: TableEntry) -> Change:
        match = self.running()
        asked_together = tuple(self.posed) if match.state.waiting != 0 else ()
        turn = match.state.turn
        rule, bank = self.agreed.clock, self.banks[payload.seat]
        if rule is not None and bank is not None:
            if payload.by == "clock":
                self.time_outs[payload.seat] += 1
                self.banks[payload.seat] = clock.timed_out(rule)
            elif payload.by == "person":
                self.time_outs[payload.seat] = 0
                self.banks[payload.seat] = clock.answered(rule, bank, payload.spent)
        events = self._repeat(payload.answers, entry.number)
        self._pose(entry, kept=[seat for seat in asked_together if seat != payload.seat])
        self.request = None
        return Change(entry.number, payload.seat, turn, events)

    def _repeat(self, answers: Iterable[tuple[int, str]], number: int) -> tuple[Event, ...]:
        """Say the words of an entry again; keep and return what they bring about."""
        match = self.running()
        heard: list[Event] = []
        for seat, word in answers:
            events = tuple(match.repeat(seat, word))
            heard += events
            noted = match.history[len(self.log) :]
            for n, answer in enumerate(noted):
                log = events if n == 0 else ()
                self.log.append(LoggedAnswer(number, answer.seat, answer.turn, log))
        return tuple(heard)

    def _pose(self, entry: TableEntry, kept: Sequence[int]) -> None:
        """Number the questions that are open now; those asked together keep theirs."""
        actors = self.running().actors
        was, since = self.posed, self.asked_at
        self.posed, self.asked_at = {}, {}
        for seat in actors:
            same = seat in kept and seat in was
            self.posed[seat] = was[seat] if same else entry.number
            self.asked_at[seat] = since[seat] if same else entry.at

    def _gone_back(self, payload: TookBack | Rewound, entry: TableEntry) -> Change:
        match = self.running()
        history = match.history
        if isinstance(payload, TookBack):
            kept = [seat for seat in self.posed if seat != payload.seat]
            undone = _free_choices(match, payload.seat)[: payload.choices]
            match.take_back(payload.seat, payload.choices)
            first = min(undone)
        else:
            kept = []
            undone = list(range(payload.to, len(history)))
            match.rewind(payload.to)
            first = payload.to
        self._rewrite_log(history, set(undone), first, entry.number)
        self._pose(entry, kept)
        self.request = None
        standing = [telling for telling in self.log if telling.number == entry.number]
        events = tuple(event for telling in standing for event in telling.events)
        keep = max((one.number for one in self.log if one.number < entry.number), default=-1)
        return Change(entry.number, payload.seat, match.state.turn, events, undone=True, keep=keep)

    def _rewrite_log(
        self, before: Sequence[Any], undone: set[int], first: int, number: int
    ) -> None:
        """Keep what was told of the answers that stand.

        What belongs to an entry of which something was undone, or to a later
        one, counts as told by the entry that undid it.
        """
        cut = self.log[first].number
        standing = iter(
            [
                telling
                for n, (answer, telling) in enumerate(zip(before, self.log, strict=True))
                if n not in undone and not answer.forced
            ]
        )
        log: list[LoggedAnswer] = []
        for answer in self.running().history:
            if answer.forced:
                at = log[-1].number if log else 0
                log.append(LoggedAnswer(at, answer.seat, answer.turn, ()))
                continue
            telling = next(standing, None) or LoggedAnswer(number, answer.seat, answer.turn, ())
            at = telling.number if telling.number < cut else number
            log.append(LoggedAnswer(at, telling.seat, telling.turn, telling.events))
        self.log = log

    def _agreed(self, payload: Agreed) -> None:
        request = self.request
        if request is None:
            return
        if not payload.agree:
            self.request = None
            return
        request.waiting_for.remove(payload.seat)
        request.agreed.append(payload.seat)

    def _drop_request_of(self, seat: int) -> None:
        """End a take-back request that a seat has made or is to answer."""
        request = self.request
        if request is not None and (seat == request.seat or seat in request.waiting_for):
            self.request = None

    def _came_back(self, seat: int, at: float) -> None:
        self.stand_ins.discard(seat)
        self.abandoned = False
        self.time_outs[seat] = 0
        rule, bank = self.agreed.clock, self.banks[seat]
        if rule is not None and bank is not None:
            self.banks[seat] = max(bank, clock.timed_out(rule))
        if seat in self.asked_at:
            self.asked_at[seat] = at


def opened(
    game: str,
    chairs: Sequence[Chair],
    *,
    host: str,
    options: Mapping[str, Any] | None = None,
    visibility: str = "private",
    pace: str = "normal",
    take_back: str = "free",
    clock_rule: Any = None,
    seed: int | str | None = None,
    shuffle: bool = False,
    data: Mapping[str, Any] | None = None,
) -> Opened:
    """The first entry of a table; Refusal says what cannot be."""
    try:
        found = bedesten.game(game)
        found.check_seats(len(chairs))
        found.check_options(options or {})
        found.data(found.changes(data or {}))
        Match(found, seats=len(chairs), seed=seed, options=options, data=data)
    except ValueError as error:
        raise Refusal("bad_table", why=str(error)) from None
    return Opened(
        game=game,
        options=dict(options or {}),
        chairs=settled(chairs),
        host=host,
        visibility=visibility,
        pace=pace,
        take_back=take_back,
        clock=clock_rule,
        seed=secrets.randbits(63) if seed is None else seed,
        shuffle=shuffle,
        join_token=secrets.token_urlsafe(16),
        watch_token=secrets.token_urlsafe(16),
        data=dict(data or {}),
    )


NOBODY_IN_PERSON: Final = "record"
"""Who sits at the table of a record; no cookie says so."""


def record_entries(record: str, host: str, id: str, now: float) -> list[TableEntry]:
    """The entries of a table that shows a record; Refusal if the record is not right."""
    try:
        match = bedesten.replay(record)
    except ValueError as error:
        raise Refusal("bad_record", why=str(error)) from None
    chairs = settled(
        [Chair("person", name, person=NOBODY_IN_PERSON) for name in match.names],
    )
    named = [
        msgspec.structs.replace(chair, name=name)
        for chair, name in zip(chairs, match.names, strict=True)
    ]
    first = Opened(
        game=match.game.name,
        options=match.options,
        chairs=named,
        host=host,
        visibility="private",
        pace="instant",
        take_back="never",
        clock=None,
        seed=match.seed,
        shuffle=False,
        join_token=secrets.token_urlsafe(16),
        watch_token=secrets.token_urlsafe(16),
        data=match.changes,
        from_record=True,
    )
    payloads: list[Payload] = [
        first,
        Began(match.game.rules_version, named, _answers_since(match, 0), match.start),
    ]
    if not match.over:
        payloads.append(Abandoned())
    return [TableEntry(n, now, payload) for n, payload in enumerate(payloads)]


def _answers_since(match: Match, first: int) -> list[tuple[int, str]]:
    return [(answer.seat, answer.word) for answer in match.history[first:]]


def _same(given: str, right: str) -> bool:
    return secrets.compare_digest(given.encode(), right.encode())


def _free_choices(match: Match, seat: int) -> list[int]:
    """Where in the history the choices stand that a seat may take back, the last one first."""
    free = match.free_take_backs(seat)
    own = [n for n, one in enumerate(match.history) if one.seat == seat and not one.forced]
    return own[::-1][:free]
