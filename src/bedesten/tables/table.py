"""A table: the state that its entries add up to, and the commands that add entries.

A command is a method that checks what somebody wants and returns the payload of an
entry, or several; it changes nothing. `apply` changes the table.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import SystemRandom
from typing import Any, Final

import msgspec

import bedesten
from bedesten.kernel.errors import IllegalChoice
from bedesten.kernel.event import Event
from bedesten.kernel.fair_luck import LONGEST_SHARE, Commitment
from bedesten.kernel.game import Game
from bedesten.kernel.match import MANUAL, Match
from bedesten.tables.chairs import checked_level, settled
from bedesten.tables.chat import Chat, ChatLine
from bedesten.tables.clock import Clocks
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
    Shared,
    Stood,
    StoodIn,
    TableEntry,
    TookBack,
)
from bedesten.tables.fairness import shuffled, with_shares
from bedesten.tables.refusal import Refusal
from bedesten.tables.taking_back import LoggedAnswer, TakeBackRequest, before_choice, undo

_NO_JUMPS: Final[Mapping[int, int]] = {}

WAITING, PLAYING, OVER, ABANDONED = "waiting", "playing", "over", "abandoned"


class OutdatedRules(Exception):
    """The game was begun with rules that this program does not know."""


@dataclass(frozen=True)
class Change:
    """What one entry has changed about the game, for those who watch."""

    number: int
    seat: int | None
    turn: int
    events: tuple[Event, ...]
    undone: bool = False
    keep: int | None = None
    """After taking back: the log stands until this number."""


class Table:
    """Everything about one table."""

    def __init__(self, id: str, entries: Iterable[TableEntry], clocks_from: float = 0.0) -> None:
        self.id = id
        self.number = -1
        self.chairs: list[Chair] = []
        self.seated_at: dict[int, int] = {}  # seat: the entry since which its chair stands
        self.shares: dict[str, str] = {}  # by person: what each adds to the luck
        self.stand_ins: set[int] = set()  # seats of people for whom a bot plays
        self.clocks = Clocks(None, (), clocks_from)
        self.match: Match | None = None
        self.log: list[LoggedAnswer] = []  # one for each answer of the match
        self.posed: dict[int, int] = {}  # seat asked now: the entry that put the question
        self.fallbacks: set[int] = set()  # entries in which a bot could not think
        self.request: TakeBackRequest | None = None
        self.chat = Chat()
        self.rematch: str | None = None
        self.abandoned = False
        self.created = self.changed = 0.0
        for entry in entries:
            self.apply(entry)

    def fork(self) -> Table:
        """An independent copy, to try an entry on before it is stored."""
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        copied = (
            "chairs",
            "seated_at",
            "shares",
            "stand_ins",
            "fallbacks",
            "clocks",
            "log",
            "posed",
            "chat",
        )
        for name in copied:
            setattr(other, name, getattr(self, name).copy())
        other.request = None if self.request is None else self.request.copy()
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
        """Whether nothing about the game is secret any more."""
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

    def is_inside(self, person: str) -> bool:
        """Whether a person has opened the table or sits at it."""
        return self.agreed.host == person or bool(self.seats_of(person))

    def is_watch_token(self, token: str) -> bool:
        return _same(token, self.agreed.watch_token)

    def is_bots(self, seat: int) -> bool:
        """Whether a bot plays a seat, its own or a person's."""
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

    @property
    def answers(self) -> int:
        """How many answers its match holds, which is how much memory it takes."""
        return 0 if self.match is None else len(self.match.history)

    # -- clocks -----------------------------------------------------------

    def clock_of(self, seat: int, now: float) -> int | None:
        """Milliseconds that a seat has left; None without a clock."""
        return None if seat in self.stand_ins else self.clocks.left(seat, now)

    def deadline(self) -> float | None:
        """When the first clock runs out."""
        if self.status != PLAYING:
            return None
        ends = [self.clocks.ends(seat) for seat in self.posed if not self.is_bots(seat)]
        return min((end for end in ends if end is not None), default=None)

    def expired(self, now: float) -> list[int]:
        """The seats whose time is up."""
        if self.status != PLAYING:
            return []
        return [seat for seat in self.posed if self.clock_of(seat, now) == 0]

    # -- commands: seats --------------------------------------------------

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
        self._check_person(seat)
        self.check_not_practice()
        return Sat(seat, msgspec.structs.replace(self.chairs[seat], person=person))

    def check_not_practice(self) -> None:
        """Refuse to hand a seat out if somebody at the table has chosen the luck."""
        if self.agreed.practice:
            raise Refusal("seed_secret")

    def share(self, person: str, text: str) -> Shared:
        """Add a share to the luck before the game begins."""
        if self.status != WAITING:
            raise Refusal("begun_already")
        if not self.seats_of(person):
            raise Refusal("not_seated")
        if self.agreed.commitment is None:
            raise Refusal("no_promise")
        if not 1 <= len(text) <= LONGEST_SHARE:
            raise Refusal("bad_share", most=LONGEST_SHARE)
        return Shared(person, text)

    @property
    def commitment(self) -> Commitment | None:
        """What is promised about the luck, with its secrets; None if it follows from a seed."""
        if self.match is not None:
            return self.match.commitment
        return with_shares(self.agreed, self.chairs, self.shares)

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
        commitment = self._commitment_to_begin()
        if commitment is not None and commitment.shuffled is not None:
            chairs = [chairs[seat] for seat in commitment.shuffled]
        elif self.agreed.shuffle:
            SystemRandom().shuffle(chairs)
        match = self._new_match(chairs, commitment, None)
        match.let_chance_answer()
        return Began(self.game.rules_version, chairs, _answers_since(match, 0))

    def _commitment_to_begin(self) -> Commitment | None:
        found = with_shares(self.agreed, self.chairs, self.shares)
        if found is None or not self.agreed.shuffle:
            return found
        return shuffled(found, len(self.chairs))

    def _new_match(
        self, chairs: Sequence[Chair], commitment: Commitment | None, position: Any
    ) -> Match:
        """The match before its first answer; nothing is drawn yet."""
        match = Match(
            self.game,
            seats=len(chairs),
            names=[chair.name for chair in chairs],
            chance=MANUAL,
            options=None if position else self.agreed.options,
            data=None if position else self.agreed.data,
            position=position,
        )
        if commitment is not None:
            match.commit(commitment)
        elif self.agreed.seed is not None:
            match.reseed(self.agreed.seed)
        return match

    def _check_person(self, seat: int) -> None:
        if not 0 <= seat < len(self.chairs) or self.chairs[seat].kind != "person":
            raise Refusal("no_person_there")

    def _check_in_person(self, seat: int) -> None:
        """Refuse a seat for which a bot plays."""
        self._check_person(seat)
        if seat in self.stand_ins:
            raise Refusal("stand_in")

    # -- commands: playing ------------------------------------------------

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
        return msgspec.convert(
            {
                "type": "played",
                "seat": seat,
                "answers": _answers_since(draft, before),
                "spent": 0 if seat in self.stand_ins else self.clocks.spent(seat, now),
                "by": by,
            },
            Played,
        )

    def _playing(self) -> Match:
        if self.status != PLAYING:
            raise Refusal("not_playing" if self.match is not None else "not_begun")
        return self.running()

    # -- commands: taking back --------------------------------------------

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
            and before_choice(self.running(), seat, self.free_take_backs(seat) + 1) is not None
        )

    def take_back(self, seat: int, choices: int) -> TookBack | Rewound | AskedBack:
        """Undo choices at once if nothing was revealed or nobody has to consent, or ask."""
        match = self._playing()
        self._check_in_person(seat)
        if choices <= match.free_take_backs(seat):
            return TookBack(seat, choices)
        to = before_choice(match, seat, choices)
        if to is None:
            raise Refusal("nothing_to_take_back")
        if self.agreed.take_back == "never":
            raise Refusal("never_taken_back")
        if self.agreed.take_back == "free" or not self._consent_needed(seat):
            return Rewound(seat, to, match.unused_draw)
        if self.request is not None:
            raise Refusal("asked_already")
        return AskedBack(seat, to)

    def consent(self, seat: int, agree: bool) -> list[Payload]:
        """Answer the request that stands; when all agree, it is carried out."""
        self._check_in_person(seat)
        request = self.request
        if request is None or seat not in request.waiting_for:
            raise Refusal("nothing_to_agree_to")
        done: list[Payload] = [Agreed(seat, agree)]
        if agree and request.waiting_for == [seat]:
            done.append(Rewound(request.seat, request.to, self.running().unused_draw))
        return done

    def _consent_needed(self, seat: int) -> list[int]:
        """The seats that have to consent: those of other people who play themselves."""
        asking = self.chairs[seat].person
        return [
            n
            for n, chair in enumerate(self.chairs)
            if chair.kind == "person" and n not in self.stand_ins and chair.person != asking
        ]

    # -- commands: chat ---------------------------------------------------

    def say(self, seat: int | None, person: str, name: str, text: str) -> Said:
        tidy = "".join(sign if sign.isprintable() else " " for sign in text).strip()
        if not tidy:
            raise Refusal("empty_line")
        return Said(seat, person, name, tidy)

    def mute(self, person: str, seat: int, muted: bool) -> list[Payload]:
        """Hide a seat's lines from a person, or show them again; nothing if that is so already."""
        if not 0 <= seat < len(self.chairs):
            raise Refusal("no_seat", most=len(self.chairs) - 1)
        if self.chat.has_muted(person, seat) == muted:
            return []
        if not self.chat.may_mute(person, is_inside=self.is_inside(person)):
            raise Refusal("muted_often")
        return [Muted(person, seat, muted)]

    # -- applying entries -------------------------------------------------

    def apply(self, entry: TableEntry) -> Change | None:
        """Apply the next entry; what it has changed about the game, if anything."""
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
                self.seated_at[payload.seat] = entry.number
            case Shared():
                self.shares[payload.person] = payload.text
            case Stood():
                self.shares.pop(self.chairs[payload.seat].person, None)
                self.seated_at[payload.seat] = entry.number
                colour = self.chairs[payload.seat].colour
                self.chairs[payload.seat] = Chair("open", colour=colour)
            case Began():
                change = self._begun(payload, entry)
            case Played():
                change = self._played(payload, entry)
            case TookBack() | Rewound():
                change = self._undone(payload, entry)
            case AskedBack(seat, to):
                self.request = TakeBackRequest(seat, to, self._consent_needed(seat))
            case Agreed():
                self._agreed(payload)
            case StoodIn():
                self.stand_ins.add(payload.seat)
                self._drop_request_of(payload.seat)
            case CameBack():
                self.stand_ins.discard(payload.seat)
                self.abandoned = False
                self.clocks.came_back(payload.seat, entry.at)
            case Said(seat, person, name, text):
                self.chat.lines.append(ChatLine(entry.number, seat, person, name, text, entry.at))
            case Muted():
                self.chat.mute(payload.person, payload.seat, payload.muted)
            case Rematched():
                self.rematch = payload.table
            case Abandoned():
                self.abandoned = True
        return change

    def _seat(self, chairs: Sequence[Chair]) -> None:
        before = [chair.person for chair in self.chairs]
        for seat, chair in enumerate(chairs):
            if before[seat : seat + 1] != [chair.person]:
                self.seated_at[seat] = self.number
        self.chairs = list(chairs)
        self.clocks = Clocks(self.agreed.clock, chairs, self.clocks.since)

    def _begun(self, payload: Began, entry: TableEntry) -> Change:
        if payload.rules != self.game.rules_version:
            raise OutdatedRules(
                f"begun with rules {payload.rules} of {self.game.name}; "
                f"this program knows rules {self.game.rules_version}"
            )
        commitment = self._commitment_to_begin()
        self._seat(payload.chairs)
        self.match = self._new_match(self.chairs, commitment, payload.position)
        events = self._repeat(payload.answers, entry.number, payload.jumps)
        self._pose(entry, kept=())
        return Change(entry.number, None, self.match.state.turn, events)

    def _played(self, payload: Played, entry: TableEntry) -> Change:
        match = self.running()
        asked_together = tuple(self.posed) if match.state.waiting != 0 else ()
        turn = match.state.turn
        if payload.by == "clock":
            self.clocks.timed_out(payload.seat)
        elif payload.by == "person":
            self.clocks.answered(payload.seat, payload.spent)
        if payload.is_fallback:
            self.fallbacks.add(entry.number)
        events = self._repeat(payload.answers, entry.number)
        self._pose(entry, kept=[seat for seat in asked_together if seat != payload.seat])
        self.request = None
        return Change(entry.number, payload.seat, turn, events)

    def _undone(self, payload: TookBack | Rewound, entry: TableEntry) -> Change:
        match = self.running()
        kept = (
            [seat for seat in self.posed if seat != payload.seat]
            if isinstance(payload, TookBack)
            else []
        )
        self.log = undo(match, payload, self.log, entry.number)
        self._pose(entry, kept)
        self.request = None
        events = tuple(
            event for one in self.log if one.number == entry.number for event in one.events
        )
        keep = max((one.number for one in self.log if one.number < entry.number), default=-1)
        return Change(entry.number, payload.seat, match.state.turn, events, undone=True, keep=keep)

    def _repeat(
        self,
        answers: Iterable[tuple[int, str]],
        number: int,
        jumps: Mapping[int, int] = _NO_JUMPS,
    ) -> tuple[Event, ...]:
        """Give the answers of an entry to the match; log and return their events."""
        match = self.running()
        found: list[Event] = []
        place = -1
        for place, (seat, word) in enumerate(answers):
            if place in jumps:
                match.skip_to(jumps[place])
            events = tuple(match.repeat(seat, word))
            found += events
            for n, answer in enumerate(match.history[len(self.log) :]):
                told = events if n == 0 else ()
                self.log.append(LoggedAnswer(number, answer.seat, answer.turn, told))
        if place + 1 in jumps:
            match.skip_to(jumps[place + 1])
        return tuple(found)

    def _pose(self, entry: TableEntry, kept: Sequence[int]) -> None:
        """Number the questions that are open now; those asked together keep their numbers."""
        was, since = self.posed, self.clocks.asked_at
        self.posed, self.clocks.asked_at = {}, {}
        for seat in self.running().actors:
            same = seat in kept and seat in was
            self.posed[seat] = was[seat] if same else entry.number
            self.clocks.asked_at[seat] = since[seat] if same else entry.at

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


def _answers_since(match: Match, first: int) -> list[tuple[int, str]]:
    return [(answer.seat, answer.word) for answer in match.history[first:]]


def _same(given: str, right: str) -> bool:
    return secrets.compare_digest(given.encode(), right.encode())
