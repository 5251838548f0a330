"""The entries of a table as they are stored: one payload type for each kind of event."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from bedesten.kernel.fair_luck import Commitment

By: TypeAlias = Literal["person", "bot", "clock"]
"""Who has chosen for a seat."""


class ClockRule(Struct, frozen=True):
    """Seconds: to begin with, added for each answer, and at most."""

    bank: int
    increment: int = 0
    cap: int | None = None


class StandInRule(Struct, frozen=True):
    """Who may let a bot play for a person who is away, and after how many seconds."""

    by: Literal["vote", "host"]
    after: int


class Chair(Struct, frozen=True, omit_defaults=True):
    """A seat: a person, a bot, or open."""

    kind: Literal["person", "open", "bot"]
    name: str = ""
    colour: str = ""
    level: str = ""
    person: str = ""


class Opened(Struct, frozen=True, tag="opened"):
    """The first entry: the terms of the table."""

    game: str
    options: dict[str, Any]
    chairs: list[Chair]
    host: str
    visibility: str
    pace: str
    take_back: str
    clock: ClockRule | None
    seed: int | str | None
    """None: the luck is promised, or it is that of a record and was told by hand."""
    shuffle: bool
    join_token: str
    watch_token: str
    data: dict[str, Any] = {}
    from_record: bool = False
    """Nobody plays here: the table shows an imported record."""
    commitment: Commitment | None = None
    """What the server promises about the luck, and its secret; None: luck follows from the seed."""
    ticket: str = ""
    """By which the promise was asked for before the table was opened; it is used once."""
    practice: bool = False
    """Somebody has chosen the seed: nobody else can sit down here."""
    bot_secret: str = ""
    """From which bots draw; it foretells no draw of the game and is never revealed."""
    hints: str = "alone"
    """Who may ask a bot for a hint: `alone` one person against bots, `all`, or `none`."""
    stand_in: StandInRule | None = None
    """None: a bot plays only for a person who leaves or whose time is up."""


class Sat(Struct, frozen=True, tag="sat"):
    """A person has taken an open seat, or moved a seat to another device."""

    seat: int
    chair: Chair


class Stood(Struct, frozen=True, tag="stood"):
    """A person has left before the game; the seat is open again."""

    seat: int


class Shared(Struct, frozen=True, tag="shared"):
    """A person has added a share to the luck, in place of an earlier one."""

    person: str
    text: str


class Began(Struct, frozen=True, tag="began"):
    """The game has been set up; all open seats are taken by now."""

    rules: int
    chairs: list[Chair]
    """In the order of the seats from now on."""
    answers: list[tuple[int, str]]
    """The answers of chance and the forced ones before the first question."""
    position: dict[str, Any] | None = None
    jumps: dict[int, int] = {}
    """Of a record: by place among the answers, numbers of draws that are not the next ones."""
    given: list[int] = []
    """By place among the answers: those that the table gave, because there was no other."""


class Played(Struct, frozen=True, tag="played", omit_defaults=True):
    """A seat has answered, and chance after it."""

    seat: int
    answers: list[tuple[int, str]]
    spent: int = 0
    """Milliseconds on the seat's clock."""
    by: By = "person"
    is_fallback: bool = False
    """Whether a bot could not think and a simple choice was made in its place."""
    given: list[int] = []
    """By place among the answers: those that the table gave, because there was no other."""


class TookBack(Struct, frozen=True, tag="took_back"):
    """Play goes on from before the last choices of a seat, which had revealed nothing."""

    seat: int
    choices: int


class Rewound(Struct, frozen=True, tag="rewound"):
    """Play goes on from the moment after so many answers."""

    seat: int
    to: int
    draw: int | None = None
    """The number of the next draw; None in old tables, where the same luck came again."""


class Redone(Struct, frozen=True, tag="redone"):
    """Play goes on as it was before something was taken back."""

    seat: int
    undone: int
    """The number of the entry that took it back."""


class AskedBack(Struct, frozen=True, tag="asked_back"):
    """A seat asks to go back to the moment after so many answers."""

    seat: int
    to: int


class Agreed(Struct, frozen=True, tag="agreed"):
    """A seat agrees to the request, or refuses it."""

    seat: int
    agree: bool


class StoodIn(Struct, frozen=True, tag="stood_in"):
    """A bot plays for a person from now on."""

    seat: int
    why: Literal["left", "time", "away"]


class CameBack(Struct, frozen=True, tag="came_back"):
    """The person plays again."""

    seat: int


class Paced(Struct, frozen=True, tag="paced"):
    """Bots play at another pace from now on."""

    pace: str


class Hurried(Struct, frozen=True, tag="hurried"):
    """Bots play at once until this seat is asked."""

    seat: int


class Nudged(Struct, frozen=True, tag="nudged"):
    """A seat reminds another one that it is asked."""

    seat: int
    by: int


class Voted(Struct, frozen=True, tag="voted"):
    """A person wants a bot to play for a seat whose person is away."""

    seat: int
    person: str


class Knocked(Struct, frozen=True, tag="knocked"):
    """A visitor asks to be let in to a private table."""

    person: str
    name: str


class Admitted(Struct, frozen=True, tag="admitted"):
    """A visitor was let in, or turned away."""

    knock: int
    """The number of the entry with which the visitor asked."""
    admit: bool


class Said(Struct, frozen=True, tag="said"):
    """A line of chat; a spectator has no seat."""

    seat: int | None
    person: str
    name: str
    text: str


class HintTaken(Struct, frozen=True, tag="hinted"):
    """A seat has asked a bot for a hint; between people all at the table see that it has."""

    seat: int


class Muted(Struct, frozen=True, tag="muted"):
    """A person does not want to read a seat's lines any more, or does again."""

    person: str
    seat: int
    muted: bool


class Rematched(Struct, frozen=True, tag="rematched"):
    """Play goes on at another table."""

    table: str


class Abandoned(Struct, frozen=True, tag="abandoned"):
    """Nobody is left who could play on."""


Payload: TypeAlias = (
    Opened
    | Sat
    | Stood
    | Shared
    | Began
    | Played
    | TookBack
    | Rewound
    | Redone
    | AskedBack
    | Agreed
    | StoodIn
    | CameBack
    | Paced
    | Hurried
    | Nudged
    | Voted
    | Knocked
    | Admitted
    | Said
    | HintTaken
    | Muted
    | Rematched
    | Abandoned
)


class TableEntry(Struct, frozen=True):
    """One event of a table's history."""

    number: int
    at: float
    """Seconds since 1970."""
    payload: Payload


_DECODER = msgspec.json.Decoder(Payload)


def encode_payload(payload: Payload) -> str:
    return msgspec.json.encode(payload).decode()


def decode_payload(text: str) -> Payload:
    payload: Payload = _DECODER.decode(text)
    return payload
