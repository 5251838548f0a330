"""A table: the state that its entries add up to, and the commands that add entries.

A command is a method that checks what somebody wants and returns the payload of an
entry, or several; it changes nothing. `apply` changes the table.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from random import SystemRandom
from typing import Any, Final

import msgspec

import bedesten
from bedesten.kernel.append_list import AppendList
from bedesten.kernel.errors import IllegalChoice
from bedesten.kernel.event import Event
from bedesten.kernel.fair_luck import LONGEST_SHARE, Commitment
from bedesten.kernel.game import Game
from bedesten.kernel.match import MANUAL, Match
from bedesten.tables.absence import Absences, Presence
from bedesten.tables.chairs import checked_level, settled
from bedesten.tables.chat import Chat, ChatLine
from bedesten.tables.clock import Clocks
from bedesten.tables.entries import (
    Abandoned,
    Admitted,
    Agreed,
    AskedBack,
    Began,
    By,
    CameBack,
    Chair,
    HintTaken,
    Hurried,
    Knocked,
    Muted,
    Nudged,
    Opened,
    Paced,
    Payload,
    Played,
    Redone,
    Rematched,
    Rewound,
    Said,
    Sat,
    Shared,
    Stood,
    StoodIn,
    TableEntry,
    TookBack,
    Voted,
)
from bedesten.tables.fairness import shuffled, with_shares
from bedesten.tables.refusal import Refusal
from bedesten.tables.taking_back import (
    Decision,
    Log,
    LoggedAnswer,
    TakeBackRequest,
    Undo,
    Undone,
    before_choice,
    entry_begins,
    freely,
    last_decision,
    next_undo,
    redo,
    undo,
    undone_by,
)
from bedesten.tables.visitors import Visitors

_NO_JUMPS: Final[Mapping[int, int]] = {}

_CHANGED_BY_PLAYING: Final = (
    *("clocks", "log", "decisions", "posed", "fallbacks", "hurried", "absences"),
)
_CHANGED_OTHERWISE: Final = (
    "chairs",
    "seated_at",
    "shares",
    "stand_ins",
    "chat",
    "visitors",
    "hinted",
)
"""The parts of a table that change in place, besides its match and its request."""

WAITING, PLAYING, OVER, ABANDONED = "waiting", "playing", "over", "abandoned"

AT_ONCE: Final = "instant"
"""The pace at which bots wait for nothing."""
MAX_PACES: Final = 200
"""Changes of the pace at one table: every one is stored."""


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
    is_partial: bool = False
    """Whether a sealed plan goes on after this; others are told when it is complete."""


@dataclass(frozen=True)
class TriedMove:
    """A move that was tried on a copy of the match: when it is stored, the copy counts."""

    payload: Played
    match: Match
    heard: list[list[Event]]
    """The events of each of its answers that was not forced."""


@dataclass(frozen=True)
class Unplayed:
    """What the match of a table would say, at one whose match is not loaded."""

    status: str
    turn: int
    commitment: Commitment | None


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
        self.unplayed: Unplayed | None = None  # for lists; such a table cannot be played
        self.log: Log = AppendList()
        self.decisions: dict[int, Decision] = {}  # the last ones by seat, once they were needed
        self._tried: TriedMove | None = None  # by the last `play`
        self._borrows = False  # shares what playing does not change with an earlier table
        self.posed: dict[int, int] = {}  # seat asked now: the entry that put the question
        self.fallbacks: set[int] = set()  # entries in which a bot could not think
        self.hinted: dict[int, int] = {}  # seat: the last question for which it took a hint
        self.request: TakeBackRequest | None = None
        self.undone: Undone | None = None  # what was taken back last, while it can be put back
        self.chat = Chat()
        self.pace = AT_ONCE  # of the bots, now
        self.paces = 0  # changes of it
        self.hurried: set[int] = set()  # seats for which bots play at once until they are asked
        self.absences = Absences()
        self.visitors = Visitors()
        self.rematch: str | None = None
        self.abandoned = False
        self.created = self.changed = 0.0
        for entry in entries:
            self.apply(entry)

    def fork(self) -> Table:
        """An independent copy, made in a time that does not grow with the game."""
        other = self._shallow()
        other._own(_CHANGED_BY_PLAYING + _CHANGED_OTHERWISE)
        other._borrows = False
        other.request = None if self.request is None else self.request.copy()
        other.match = None if self.match is None else self.match.fork()
        return other

    def advanced(self, entries: Sequence[TableEntry]) -> tuple[Table, list[Change | None]]:
        """The table after more entries, and what they have changed; this one stays as it is."""
        tried = self._tried
        if tried is not None and entries[0].payload is tried.payload:
            other = self._shallow()
            other._own(_CHANGED_BY_PLAYING)
            other._borrows = True
        else:
            other = self.fork()
        return other, [other.apply(entry) for entry in entries]

    def _shallow(self) -> Table:
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        return other

    def _own(self, names: Iterable[str]) -> None:
        """Copy parts that are shared with the table from which this one was made."""
        for name in names:
            setattr(self, name, getattr(self, name).copy())

    # -- looking ----------------------------------------------------------

    @property
    def game(self) -> Game[Any, Any, Any]:
        return bedesten.game(self.agreed.game)

    @property
    def status(self) -> str:
        if self.unplayed is not None:
            return self.unplayed.status
        if self.match is not None and self.match.over:
            return OVER
        if self.abandoned:
            return ABANDONED
        return WAITING if self.match is None else PLAYING

    @property
    def turn(self) -> int:
        if self.unplayed is not None:
            return self.unplayed.turn
        return 0 if self.match is None else self.match.state.turn

    @property
    def is_revealed(self) -> bool:
        """Whether nothing about the game is secret any more."""
        return self.status == OVER or self.agreed.from_record

    def seats_of(self, person: str) -> list[int]:
        return [seat for seat in range(len(self.chairs)) if self.is_seat_of(seat, person)]

    def is_seat_of(self, seat: int, person: str) -> bool:
        chair = self.chairs[seat]
        return chair.kind == "person" and chair.person == person

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

    def is_open_to(self, person: str) -> bool:
        """Whether a person may watch, and sit down where a seat is open, without a link."""
        return (
            self.agreed.visibility != "private"
            or self.is_inside(person)
            or person in self.visitors.admitted
        )

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
        if not self.is_open_to(person) and not _same(token, self.agreed.join_token):
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
        if self.unplayed is not None:
            return self.unplayed.commitment
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

    # -- commands: pace and absence ---------------------------------------

    @property
    def bot_pace(self) -> str:
        """The pace of the bots at this moment."""
        return AT_ONCE if self.hurried else self.pace

    def set_pace(self, person: str, pace: str) -> list[Payload]:
        """Let the bots play at another pace; nothing if it is theirs already."""
        self._check_inside(person)
        if pace == self.pace:
            return []
        if self.paces >= MAX_PACES:
            raise Refusal("paced_often", most=MAX_PACES)
        return [Paced(pace)]

    def hurry(self, person: str) -> list[Payload]:
        """Let the bots play at once until the person is asked; nothing if it is asked now."""
        self._playing()
        mine = [seat for seat in self.seats_of(person) if seat not in self.stand_ins]
        if not mine:
            raise Refusal("not_seated")
        if any(seat in self.posed or seat in self.hurried for seat in mine):
            return []
        return [Hurried(seat) for seat in mine]

    def nudge(self, person: str, seat: int, now: float) -> Nudged:
        """Remind a person that the table waits for its answer."""
        self._playing()
        self._check_in_person(seat)
        mine = self.seats_of(person)
        if not mine:
            raise Refusal("not_seated")
        if seat in mine:
            raise Refusal("nudged_self")
        if seat not in self.posed:
            raise Refusal("not_waited_for")
        asked_at = self.clocks.asked_at[seat]
        wait = self.absences.wait_for_nudge(seat, self.posed[seat], asked_at, now)
        if wait is None:
            raise Refusal("nudged_often")
        if wait > 0:
            raise Refusal("nudge_later", seconds=math.ceil(wait))
        return Nudged(seat, mine[0])

    def away_since(self, seat: int, presence: Presence) -> float | None:
        """When the person of a seat went away; None if it is here, or nobody sits there."""
        chair = self.chairs[seat]
        if chair.kind != "person" or chair.person in presence.here:
            return None
        known = presence.left.get(chair.person)
        return self.absences.acted.get(seat, self.created) if known is None else known

    def let_bot_play(self, person: str, seat: int, presence: Presence, now: float) -> list[Payload]:
        """Vote for a bot to play for a person who is away; it does as the table's rule says.

        The host decides alone where the rule says so, while the host is there. Otherwise more
        than half of the people who are there have to want it.
        """
        self._playing()
        self._check_in_person(seat)
        rule = self.agreed.stand_in
        if rule is None:
            raise Refusal("never_stands_in")
        voters = self._here(presence)
        if person not in voters:
            raise Refusal("not_seated")
        since = self.away_since(seat, presence)
        if since is None:
            raise Refusal("is_here")
        since = max(since, self.clocks.since)  # after a restart everybody may come back first
        if now - since < rule.after:
            raise Refusal("away_too_short", seconds=math.ceil(since + rule.after - now))
        if rule.by == "host" and self.agreed.host in voters:
            if person != self.agreed.host:
                raise Refusal("host_only")
            return self._stand_ins_of(seat)
        wanted = self.absences.voters(seat, since) & voters
        if person in wanted:
            raise Refusal("voted_already")
        vote = Voted(seat, person)
        is_enough = 2 * (len(wanted) + 1) > len(voters)
        return [vote, *self._stand_ins_of(seat)] if is_enough else [vote]

    def _here(self, presence: Presence) -> set[str]:
        """The people who play in person and are connected."""
        return {
            chair.person
            for seat, chair in enumerate(self.chairs)
            if chair.kind == "person"
            and seat not in self.stand_ins
            and chair.person in presence.here
        }

    def _stand_ins_of(self, seat: int) -> list[Payload]:
        """Bots for all seats of the person at a seat."""
        away = self.seats_of(self.chairs[seat].person)
        return [StoodIn(one, "away") for one in away if one not in self.stand_ins]

    # -- commands: visitors -----------------------------------------------

    def knock(self, person: str, name: str) -> Knocked:
        """Ask to be let in to a private table."""
        if self.is_open_to(person):
            raise Refusal("is_open")
        return self.visitors.knock(person, name)

    def admit(self, person: str, number: int, admit: bool) -> Admitted:
        """Let a visitor in, or turn them away."""
        self._check_inside(person)
        return self.visitors.answer(number, admit)

    def _check_inside(self, person: str) -> None:
        if not self.is_inside(person):
            raise Refusal("not_seated")

    # -- commands: the game begins ----------------------------------------

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
        match = self._new_match(chairs, commitment, None, self.game.rules_version)
        match.let_chance_answer()
        match, given = _with_only_answers(match, _lone_seat(chairs), [])
        return Began(match.rules, chairs, _answers_since(match, 0), given=given)

    def _commitment_to_begin(self) -> Commitment | None:
        found = with_shares(self.agreed, self.chairs, self.shares)
        if found is None or not self.agreed.shuffle:
            return found
        return shuffled(found, len(self.chairs))

    def _new_match(
        self, chairs: Sequence[Chair], commitment: Commitment | None, position: Any, rules: int
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
            rules=rules,
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
        self, seat: int, asked: int | None, words: Sequence[str], now: float, by: By = "person"
    ) -> Played:
        """Answer a question, which must still be the one that was put in entry `asked`.

        The words are tried on a copy of the match.
        """
        match = self._playing()
        if seat not in self.posed:
            raise Refusal("not_asked")
        if asked is not None and self.posed[seat] != asked:
            raise Refusal("stale")
        if by == "person" and seat in self.stand_ins:
            raise Refusal("stand_in")
        try:
            after, heard = match.after(seat, *words)
        except IllegalChoice as error:
            raise Refusal("illegal", why=str(error)) from None
        after, given = _with_only_answers(after, self.lone_seat, heard)
        before = len(match.history)
        answers = _answers_since(after, before)
        spent = 0 if seat in self.stand_ins else self.clocks.spent(seat, now)
        payload = Played(seat, answers, spent, by, given=[n - before for n in given])
        self._tried = TriedMove(payload, after, heard)
        return payload

    def planned(self, seat: int, words: Sequence[str]) -> Match:
        """The match after some words of a seat, on a copy; chance waits."""
        branch = self.running().fork()
        branch.chance = MANUAL
        branch.play(seat, *words)
        return branch

    def said_so_far(self, seat: int, words: Sequence[str]) -> tuple[str, ...]:
        """Words of a gesture that is not complete, with the forced ones between; or Refusal."""
        if not words:
            return ()
        try:
            branch = self.planned(seat, words)
        except IllegalChoice as error:
            raise Refusal("illegal", why=str(error)) from None
        if not branch.state.may_act(seat):
            raise Refusal("not_asked")
        new = branch.history[len(self.running().history) :]
        return tuple(answer.word for answer in new if answer.seat == seat)

    def unfinished_plan(self, seat: int, words: Sequence[str]) -> tuple[str, ...] | None:
        """The words of a seat's sealed plan so far, forced ones included; None if it is complete.

        A plan that others must not see is one entry: the number of entries would tell of it.
        """
        match = self.running()
        if match.state.waiting == 0:
            return None
        branch = self.planned(seat, words)
        if not _is_planning(branch, seat, since=_secrecy(match)):
            return None
        new = branch.history[len(match.history) :]
        return tuple(answer.word for answer in new if answer.seat == seat)

    @property
    def lone_seat(self) -> int | None:
        """The seat of the only person at the table, if that person plays."""
        seat = _lone_seat(self.chairs)
        return None if seat in self.stand_ins else seat

    def _playing(self) -> Match:
        if self.status != PLAYING:
            raise Refusal("not_playing" if self.match is not None else "not_begun")
        return self.running()

    # -- commands: taking back --------------------------------------------

    def free_take_backs(self, seat: int) -> int:
        """How many of its last choices a seat may take back without asking anybody."""
        return self.ways_back(seat)[0]

    def next_undo(self, seat: int) -> Undo | None:
        """What a seat would take back if it went back now; None if it may not."""
        return self.ways_back(seat)[2]

    def ways_back(self, seat: int) -> tuple[int, bool, Undo | None]:
        """What `free_take_backs`, `may_ask_back` and `next_undo` say of a seat."""
        if self.status != PLAYING or seat in self.stand_ins:
            return 0, False, None
        match = self.running()
        free = freely(match, seat, self.consent_needed(seat) if match.game.binding else ())
        may_ask = self.agreed.take_back != "never" and match.choices_made(seat) > free
        decision = last_decision(match, self.log, seat, self.decisions.get(seat))
        if decision is None:
            return free, may_ask, None
        self.decisions[seat] = decision
        undo = next_undo(decision, free)
        is_allowed = undo.is_free or self.agreed.take_back != "never"
        return free, may_ask, undo if is_allowed else None

    def may_redo(self, seat: int) -> bool:
        """Whether a seat may put back what it has taken back."""
        undone = self.undone
        return (
            undone is not None
            and undone.seat == seat
            and self.status == PLAYING
            and seat not in self.stand_ins
            and (undone.is_free or not self.consent_needed(seat))
        )

    def redo(self, seat: int) -> Redone:
        """Go on as it was before the seat took something back."""
        self._playing()
        self._check_in_person(seat)
        if self.undone is None or not self.may_redo(seat):
            raise Refusal("nothing_to_redo")
        return Redone(seat, self.undone.number)

    def may_ask_back(self, seat: int) -> bool:
        """Whether a seat has made a choice that it may ask to take back."""
        return self.ways_back(seat)[1]

    def take_back(self, seat: int, choices: int) -> TookBack | Rewound | AskedBack:
        """Undo choices at once if nothing was revealed or nobody has to consent, or ask."""
        match = self._playing()
        self._check_in_person(seat)
        if choices <= self.free_take_backs(seat):
            return TookBack(seat, choices)
        to = before_choice(match, seat, choices)
        if to is None:
            raise Refusal("nothing_to_take_back")
        if self.agreed.take_back == "never":
            raise Refusal("never_taken_back")
        if self.agreed.take_back == "free" or not self.consent_needed(seat):
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

    def consent_needed(self, seat: int) -> list[int]:
        """The seats that have to consent: those of other people who play themselves."""
        asking = self.chairs[seat].person
        return [
            n
            for n, chair in enumerate(self.chairs)
            if chair.kind == "person" and n not in self.stand_ins and chair.person != asking
        ]

    # -- commands: hints and chat -----------------------------------------

    @property
    def may_hint(self) -> bool:
        """Whether the people here may ask a bot for a hint, as the table's rule says."""
        rule = self.agreed.hints
        return rule == "all" or (rule == "alone" and _lone_seat(self.chairs) is not None)

    def ask_hint(self, seat: int) -> list[Payload]:
        """Ask a bot for a hint. Between people all see that a seat did, once for each question."""
        self._playing()
        if seat not in self.posed:
            raise Refusal("not_asked")
        if not self.may_hint:
            raise Refusal("no_hints")
        is_known = self.hinted.get(seat) == self.posed[seat]
        return [] if is_known or _lone_seat(self.chairs) is not None else [HintTaken(seat)]

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
        tried, self._tried = self._tried, None
        if self._borrows and not isinstance(payload, Played):
            self._own(_CHANGED_OTHERWISE)
            self._borrows = False
        change: Change | None = None
        match payload:
            case Opened():
                self.agreed = payload
                self.created = entry.at
                self.pace = payload.pace
                self._seat(payload.chairs)
            case Sat():
                self.chairs[payload.seat] = payload.chair
                self.seated_at[payload.seat] = entry.number
                self.absences.acted[payload.seat] = entry.at
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
                change = self._played(payload, entry, tried)
            case TookBack() | Rewound():
                change = self._undo(payload, entry)
            case Redone():
                change = self._redo(payload, entry)
            case AskedBack(seat, to):
                self.request = TakeBackRequest(seat, to, self.consent_needed(seat))
            case Agreed():
                self._agreed(payload)
            case StoodIn():
                self.stand_ins.add(payload.seat)
                self._end_hurry(payload.seat)
                self._drop_request_of(payload.seat)
            case CameBack():
                self.stand_ins.discard(payload.seat)
                self.abandoned = False
                self.clocks.came_back(payload.seat, entry.at)
                self.absences.acted[payload.seat] = entry.at
            case Paced():
                self.pace = payload.pace
                self.paces += 1
            case Hurried():
                self.hurried.add(payload.seat)
            case Nudged():
                self.absences.nudge(payload.seat, self.posed[payload.seat], entry.at)
            case Voted():
                self.absences.vote(payload.seat, payload.person, entry.at)
            case Knocked():
                self.visitors.apply_knock(entry.number, payload)
            case Admitted():
                self.visitors.apply_answer(payload)
            case Said(seat, person, name, text):
                self.chat.lines.append(ChatLine(entry.number, seat, person, name, text, entry.at))
                if seat is not None:
                    self.absences.acted[seat] = entry.at
            case HintTaken(seat):
                self.hinted[seat] = self.posed.get(seat, -1)
                chair = self.chairs[seat]
                self.chat.lines.append(
                    ChatLine(entry.number, seat, chair.person, chair.name, "", entry.at, "hint")
                )
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
        if not self.game.knows_rules(payload.rules):
            raise OutdatedRules(
                f"begun with rules {payload.rules} of {self.game.name}; "
                f"this program knows rules {self.game.rules_version}"
            )
        commitment = self._commitment_to_begin()
        self._seat(payload.chairs)
        self.absences.began(range(len(self.chairs)), entry.at)
        self.match = self._new_match(self.chairs, commitment, payload.position, payload.rules)
        events = self._repeat(payload.answers, entry.number, payload.given, payload.jumps)
        self._pose(entry, kept=())
        return Change(entry.number, None, self.match.state.turn, events)

    def _played(self, payload: Played, entry: TableEntry, tried: TriedMove | None) -> Change:
        match = self.running()
        asked_together = tuple(self.posed) if match.state.waiting != 0 else ()
        secrecy = _secrecy(match)
        turn = match.state.turn
        if payload.by == "clock":
            self.clocks.timed_out(payload.seat)
        elif payload.by == "person":
            self.clocks.answered(payload.seat, payload.spent)
            self.absences.acted[payload.seat] = entry.at
        if payload.is_fallback:
            self.fallbacks.add(entry.number)
        if tried is not None and tried.payload is payload:
            self.match = tried.match
            events = self._log(entry.number, tried.heard, payload.given)
        else:
            events = self._repeat(payload.answers, entry.number, payload.given)
        for seat, _ in payload.answers:
            self.decisions.pop(seat, None)
        answered = {payload.seat, *(payload.answers[n][0] for n in payload.given)}
        self._pose(entry, kept=[seat for seat in asked_together if seat not in answered])
        self.request = None
        # Bots that chose in secret may have chosen again; nobody has seen it.
        is_bots = self.chairs[payload.seat].kind == "bot" and not payload.given
        if self.undone and not (is_bots and self.undone.reveals == self.running().state.reveals):
            self.undone = None
        is_partial = bool(asked_together) and _is_planning(self.running(), payload.seat, secrecy)
        return Change(entry.number, payload.seat, turn, events, is_partial=is_partial)

    def _undo(self, payload: TookBack | Rewound, entry: TableEntry) -> Change:
        match = self.running()
        before, log = match.fork(), self.log.copy()
        gone = undone_by(match, payload)
        cut = entry_begins(log, min(gone)) if gone else len(log)
        kept = (
            [seat for seat in self.posed if seat != payload.seat]
            if isinstance(payload, TookBack)
            else []
        )
        self.log = undo(match, payload, self.log, entry.number)
        is_free = isinstance(payload, TookBack)
        reveals = match.state.reveals
        self.undone = Undone(payload.seat, entry.number, is_free, reveals, before, log, cut)
        return self._went_elsewhere(payload.seat, entry, kept)

    def _redo(self, payload: Redone, entry: TableEntry) -> Change:
        undone = self.undone
        if undone is None or undone.number != payload.undone:
            raise ValueError(f"entry {payload.undone} cannot be put back")
        self.match, self.log = redo(undone, self.running().unused_draw, entry.number)
        self.undone = None
        return self._went_elsewhere(payload.seat, entry, kept=())

    def _went_elsewhere(self, seat: int, entry: TableEntry, kept: Sequence[int]) -> Change:
        """Put the questions of the moment at which the game goes on; what has changed by that."""
        self.decisions = {}
        self._pose(entry, kept)
        self.request = None
        again = list(takewhile(lambda one: one.number == entry.number, reversed(self.log)))
        stands = len(self.log) - len(again)
        keep = self.log[stands - 1].number if stands else -1
        events = tuple(event for one in reversed(again) for event in one.events)
        turn = self.running().state.turn
        return Change(entry.number, seat, turn, events, undone=True, keep=keep)

    def _repeat(
        self,
        answers: Iterable[tuple[int, str]],
        number: int,
        given: Sequence[int],
        jumps: Mapping[int, int] = _NO_JUMPS,
    ) -> tuple[Event, ...]:
        """Give the answers of an entry to the match; log and return their events."""
        match = self.running()
        match.end_gesture()  # an entry that was tried here leaves its forced answers unrepeated
        heard: list[list[Event]] = []
        place = -1
        for place, (seat, word) in enumerate(answers):
            if place in jumps:
                match.skip_to(jumps[place])
            done = len(match.history)
            events = match.repeat(seat, word)
            if len(match.history) > done:  # it was no echo of a forced answer
                heard.append(events)
        if place + 1 in jumps:
            match.skip_to(jumps[place + 1])
        return self._log(number, heard, given)

    def _log(
        self, number: int, heard: Iterable[Sequence[Event]], given: Sequence[int]
    ) -> tuple[Event, ...]:
        """Log the latest answers of the match under an entry, each with its events."""
        told = iter(heard)
        found: list[Event] = []
        for n, answer in enumerate(self.running().history[len(self.log) :]):
            events = () if answer.forced else tuple(next(told))
            found += events
            self.log.append(LoggedAnswer(number, answer.seat, answer.turn, events, n in given))
        return tuple(found)

    def _pose(self, entry: TableEntry, kept: Sequence[int]) -> None:
        """Number the questions that are open now; those asked together keep their numbers."""
        was, since = self.posed, self.clocks.asked_at
        self.posed, self.clocks.asked_at = {}, {}
        for seat in self.running().actors:
            same = seat in kept and seat in was
            self.posed[seat] = was[seat] if same else entry.number
            self.clocks.asked_at[seat] = since[seat] if same else entry.at
            self._end_hurry(seat)

    def _end_hurry(self, seat: int) -> None:
        """Let bots no longer play at once for the sake of the person at a seat."""
        if self.hurried:
            self.hurried.difference_update(self.seats_of(self.chairs[seat].person))

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


def _secrecy(match: Match) -> tuple[int, int]:
    """What changes when a sealed question is over: the question, and what has come to light."""
    return match.state.together, match.state.reveals


def _is_planning(match: Match, seat: int, since: tuple[int, int]) -> bool:
    """Whether a seat is still asked in the sealed question that it was asked in."""
    return match.state.may_act(seat) and _secrecy(match) == since


def _lone_seat(chairs: Sequence[Chair]) -> int | None:
    seats = [seat for seat, chair in enumerate(chairs) if chair.kind == "person"]
    return seats[0] if len(seats) == 1 else None


def _with_only_answers(
    match: Match, seat: int | None, heard: list[list[Event]]
) -> tuple[Match, list[int]]:
    """The match after the only person was answered for, where there is no other answer.

    Only if nobody is there from whom a secret is kept: between people the question is asked, for
    that it was not would tell what is in a hand. Also where in the history these answers are; the
    events are added to what was heard.
    """
    given: list[int] = []
    while seat is not None and match.state.may_act(seat) and len(match.choices(seat)) == 1:
        given.append(len(match.history))
        match, more = match.after(seat, match.choices(seat)[0])
        heard += more
    return match, given


def _answers_since(match: Match, first: int) -> list[tuple[int, str]]:
    return [(answer.seat, answer.word) for answer in match.history[first:]]


def _same(given: str, right: str) -> bool:
    return secrets.compare_digest(given.encode(), right.encode())
