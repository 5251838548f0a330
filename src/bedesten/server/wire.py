"""The types of all messages between server and client.

HTTP bodies are these structures as JSON. A socket carries `ToServer` one way and
`ToClient` the other, each message tagged by its `type`. The page's TypeScript
types are generated from this file's schema.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from bedesten.kernel.component_list import Component as Component
from bedesten.kernel.component_list import ComponentGroup as ComponentGroup

Language: TypeAlias = Literal["en", "de", "fr"]
Colour: TypeAlias = Literal["red", "blue", "green", "purple", "amber"]
Visibility: TypeAlias = Literal["private", "link", "public"]
Pace: TypeAlias = Literal["instant", "fast", "normal", "slow"]
TakeBack: TypeAlias = Literal["free", "consent", "never"]
HintRule: TypeAlias = Literal["alone", "all", "none"]
LuckKind: TypeAlias = Literal["fair", "practice", "seeded", "manual"]
Access: TypeAlias = Literal["inside", "open", "ask", "asked", "refused"]
Status: TypeAlias = Literal["waiting", "playing", "over", "abandoned", "damaged"]

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
ChatText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=500)]
Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
ShareText: TypeAlias = Annotated[str, Meta(max_length=200)]
Words: TypeAlias = Annotated[list[Word], Meta(min_length=1, max_length=64)]

# -- people ------------------------------------------------------------------


class Me(Struct, frozen=True):
    """The person of the cookie."""

    id: str
    name: str
    colour: Colour
    language: Language
    settings: dict[str, Any]
    """The page's own: theme, motion, sounds, pace, confirmation, hints."""


class MeChange(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name | None = None
    colour: Colour | None = None
    language: Language | None = None
    settings: dict[str, Any] | None = None


# -- games -------------------------------------------------------------------


class LevelInfo(Struct, frozen=True):
    """A bot that can sit down."""

    name: str
    text: str
    offered: bool
    """Whether it is offered to players; the others are for tests and studies."""


class GameInfo(Struct, frozen=True):
    name: str
    title: str
    blurb: str
    minutes: int
    seats: tuple[int, int]
    options: dict[str, Any]
    """JSON Schema; `names` of the texts says what they are called: `option.layout.short`."""
    levels: list[LevelInfo]
    usual_level: str
    """The level that plays if no other is named."""
    vocabulary: list[str]
    campaign: CampaignInfo | None
    """Null if the game has no solo campaign."""


class CampaignInfo(Struct, frozen=True):
    """The size of a game's solo campaign."""

    columns: list[int]
    goal: list[int]
    """The columns that are to be filled."""
    tasks: int


class GameTexts(Struct, frozen=True):
    """A game's catalogue in one language, for labels that are not choices or events."""

    language: Language
    names: dict[str, str]
    words: dict[str, str]
    questions: dict[str, str]
    rules: dict[str, str]
    """Every clause with its text."""
    rulings: dict[str, str]
    """The clauses in which we decide what the rulebook leaves open, with what and why."""
    summary: dict[str, str]
    """The rules on one page; empty if the game has none."""
    data: dict[str, Any]
    """The components in force, as the data file has them."""


# -- tables ------------------------------------------------------------------


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new table: for the person who asks, open to anybody, or a bot."""

    kind: Literal["me", "open", "bot"]
    level: str = ""
    """Of a bot."""
    name: Annotated[str, Meta(max_length=40)] = ""
    """Of another player on the same device (a second `me`), or of a bot."""


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds: to begin with, added for each answer, and at most."""

    bank: Annotated[int, Meta(ge=5, le=86_400 * 14)]
    increment: Annotated[int, Meta(ge=0, le=86_400)] = 0
    cap: Annotated[int, Meta(ge=5, le=86_400 * 14)] | None = None


class StandIn(Struct, frozen=True, forbid_unknown_fields=True):
    """Who may let a bot play for a person who is away, and after how many seconds.

    `vote`: more than half of the people who are there. `host`: the host alone, and the others by
    vote while the host is away.
    """

    by: Literal["vote", "host"]
    after: Annotated[int, Meta(ge=0, le=86_400 * 14)]


class LuckTicket(Struct, frozen=True):
    """A promise about the luck of a table that the person opens next; see docs/luck.md."""

    ticket: str
    """To be sent with the share when the table is opened; it is used once."""
    promise: str
    """SHA-256 of the server's secret: 64 hexadecimal digits."""


class NewLuck(Struct, frozen=True, forbid_unknown_fields=True):
    """The promise that was asked for, and what the person adds to it."""

    ticket: Annotated[str, Meta(max_length=100)]
    share: ShareText = ""
    """Empty: the person adds nothing."""


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=5)]
    options: dict[str, Any] = {}
    visibility: Visibility = "link"
    """Who may sit down and watch: everybody, who finds the table in a list (`public`); whoever
    knows its address (`link`); or those who were sent a link with a token or let in (`private`).
    """
    pace: Pace = "normal"
    take_back: TakeBack = "consent"
    """Who has to consent to taking back what was revealed: everybody, or nobody (`free`)."""
    clock: Clock | None = None
    seed: str | None = None
    """For practice alone or against bots; otherwise the luck is fair."""
    luck: NewLuck | None = None
    """Null: the server promises its luck when the table is opened."""
    shuffle: bool = False
    """Whether the seats are shuffled at the start."""
    stand_in: StandIn | None = StandIn("vote", 180)
    """Null: a bot plays only for people who leave or whose time is up."""
    hints: HintRule = "alone"
    """Who may ask a bot for a hint: one person against bots, `all`, or `none`. Between people
    all see who has asked."""


class SeatInfo(Struct, frozen=True):
    kind: Literal["person", "open", "bot"]
    name: str
    colour: Colour
    level: str = ""
    mine: bool = False
    here: bool = False
    """Whether a person's page is connected."""
    stand_in: bool = False
    """Whether a bot plays for a person who is away."""
    clock_ms: int | None = None
    away_s: int | None = None
    """Seconds since the person went away, when the message was made; null: here, or no person."""
    votes: list[int] = []
    """The seats whose people want a bot to play here while the person is away."""
    host: bool = False
    """Whether the person has opened the table."""


class KnockInfo(Struct, frozen=True):
    """A visitor who asks to be let in."""

    n: int
    """To be sent back with the answer."""
    name: str


class ShareInfo(Struct, frozen=True):
    """What a person has added to the luck."""

    seat: int
    hash: str
    text: str | None = None
    """Null until the game is over."""


class LuckInfo(Struct, frozen=True):
    """Where the luck of a table comes from.

    `fair`: promised and proven. `practice`: from a seed that the host has chosen. `seeded`: from
    a seed, at a table of an earlier version or in a record. `manual`: told by hand, in a record.
    """

    kind: LuckKind
    promise: str | None = None
    shares: list[ShareInfo] = []
    """Of the people who have added one, in the order in which they enter the key."""


class TableInfo(Struct, frozen=True):
    id: str
    game: str
    status: Status
    seats: list[SeatInfo]
    options: dict[str, Any]
    visibility: Visibility
    pace: Pace
    take_back: TakeBack
    clock: Clock | None
    mine: list[int]
    """Seats of the person who asks."""
    deciding: list[int]
    """Seats that are asked now."""
    turn: int
    created: str
    """ISO 8601, UTC."""
    changed: str
    host: bool
    """Whether the person who asks opened the table."""
    luck: LuckInfo | None = None
    """Null if the table cannot be read."""
    variant: bool = False
    """Whether the components are not the shipped ones; its texts then come from the table."""
    join_link: str | None = None
    """A path, for the host and the people seated, while seats are open."""
    watch_link: str | None = None
    access: Access = "open"
    """Of the person who asks: `inside` sits here or is the host, `open` may watch and sit down,
    `ask` may ask to be let in, `asked` has asked, `refused` was turned away."""
    knocks: list[KnockInfo] = []
    """Visitors who wait for an answer, for those inside."""
    stand_in: StandIn | None = None
    hints: HintRule = "alone"
    may_hint: bool = False
    """Whether hints may be asked for here, as that rule says."""
    hurried: bool = False
    """Whether bots play at once until the person who asks has a question."""
    rematch: str | None = None
    """The table of the next game in the same round."""
    trouble: str | None = None
    """Of a damaged table, in lists: a sentence that says why it cannot be shown."""


class JoinRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The token comes from the table's link or from a seat's."""

    name: Name | None = None
    token: Annotated[str, Meta(max_length=200)] = ""
    share: ShareText = ""
    """What the person adds to the luck, after having read the table's promise."""


class ShareRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What a person at a table adds to its luck, instead of what it added before."""

    share: Annotated[str, Meta(min_length=1, max_length=200)]


class RematchRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The luck of the next game, if the person is the first to ask for it."""

    luck: NewLuck | None = None


class StartRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The level of the bots that take the open seats."""

    level: Annotated[str, Meta(max_length=40)] = ""


class PaceRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The pace of the bots from now on."""

    pace: Pace


class SeatRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat that is to be nudged, or that a bot is to play for."""

    seat: int


class KnockRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The name under which a visitor asks to be let in."""

    name: Name | None = None


class AdmitRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a visitor is let in."""

    admit: bool


class MuteRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat whose lines of chat are hidden, or shown again."""

    seat: int
    muted: bool = True


class DrawInfo(Struct, frozen=True):
    """One draw: the key and `n` give the ticket, the ticket gives the word."""

    n: int
    turn: int
    tickets: int
    words: list[tuple[str, int, int]]
    """Each word with its first and last ticket; a word may have several such ranges."""
    word: str
    undone: bool
    place: int | None
    """Of the word among all answers in the record, from 0 on; null if it was undone."""


class TableLuck(Struct, frozen=True):
    """The luck of a table, and its proof when the game is over; docs/luck.md has the formulas."""

    kind: LuckKind
    scheme: str | None
    """`hmac-sha256-1`; null if the luck is not fair."""
    promise: str | None
    shares: list[ShareInfo]
    key: str | None
    """Null until the game is over. A client computes it again."""
    shuffled: list[int] | None
    """For each seat from 0 on, where its player sat before the seats were shuffled."""
    revealed: bool
    """Whether the game is over; what follows is null or empty before."""
    secret: str | None
    seed: str | None
    """Of luck that is not fair."""
    draws: list[DrawInfo]
    """Every draw that was ever made, undone ones included, by number."""
    opened: str | None
    """When the promise was published with the table: ISO 8601, UTC. Null for an imported record."""
    distribution: Distribution
    """Of these draws; while the game goes on, of those that everybody has seen."""


class OutcomeCount(Struct, frozen=True):
    """How often a word was drawn, and how often it was to be expected."""

    word: str
    text: str
    seen: int
    expected: float


class DrawKind(Struct, frozen=True):
    """The draws of one kind, such as the rolls of a die."""

    game: str
    kind: str
    title: str
    draws: int
    outcomes: list[OutcomeCount]
    p: float | None
    """Valid however often it is looked at; null for cards of hidden piles at several tables."""


class Distribution(Struct, frozen=True):
    """How draws are distributed; docs/luck.md explains the p-values."""

    draws: int
    p: float
    """Of all kinds together that have one."""
    kinds: list[DrawKind]


class ServerLuck(Struct, frozen=True):
    """The draws of all fair tables of this server."""

    counted: str | None
    """Until when draws are counted: ISO 8601, UTC. Null before the first time."""
    distribution: Distribution


class SeatLink(Struct, frozen=True):
    path: str
    """Opened on another device, it moves the seat there."""
    qr_svg: str


class RecordedAnswer(Struct, frozen=True):
    """One answer of a record, for replays."""

    n: int
    seat: int | None
    """Null is chance."""
    word: str
    turn: int
    text: str
    events: list[Happened]


class Frames(Struct, frozen=True):
    """A part of a finished game as a spectator sees it, or with `reveal` everybody."""

    total: int
    first: int
    frames: list[Frame]


class Frame(Struct, frozen=True):
    n: int
    taken: RecordedAnswer | None
    """The answer that led here; null at the beginning."""
    view: dict[str, Any]


class ScoreSource(Struct, frozen=True):
    """What one source of points has brought each seat."""

    label: str
    amounts: list[int]


class Course(Struct, frozen=True):
    """How a finished game went: one score a seat after each turn, and why it has its winner."""

    turns: list[int]
    answers: list[int]
    """The number of answers given by the end of that turn."""
    scores: list[list[int]]
    ranking: list[list[int]]
    reason: str
    """Why the first is first: "5 rubies, tie broken by 12 lira against 7"."""
    ranked_by: list[str]
    """What the numbers that rank the seats count, the score first."""
    standings: list[list[int]]
    """Those numbers, by seat."""
    sources: list[ScoreSource]
    finale: list[Happened]
    """What happened after the last choice, when all hands lay open."""
    milestones: list[RecordedAnswer]
    """The answers with events that are read again much later, such as scorings."""


# -- reviews -----------------------------------------------------------------


class ReviewSeat(Struct, frozen=True):
    """What made a seat's result, in millionths: start + luck + own + others = result."""

    name: str
    start: int
    luck: int
    own: int
    others: int
    result: int
    accuracy: float | None
    cost: int
    marks: dict[str, int]
    turning_points: list[str]


class ReviewDraw(Struct, frozen=True):
    """A roll or a draw, and what it was worth for each seat."""

    n: int
    """The answers before it."""
    turn: int
    text: str
    odds: float
    luck: list[int]


class ReviewOption(Struct, frozen=True):
    """A word that could have been said first, and its chance by a few worlds."""

    word: str
    text: str
    chance: int


class ReviewMoment(Struct, frozen=True):
    """A choice, what it gave away, and what would have been better."""

    first: int
    """The answers before it."""
    last: int
    turn: int
    seat: int
    mark: Literal["best", "good", "inaccuracy", "mistake", "blunder"]
    cost: int
    low: int
    high: int
    chance: int
    best_chance: int
    played: str
    best: str
    reason: str
    is_sealed: bool
    worlds: int
    first_word: str
    tried: list[ReviewOption]


class GameReview(Struct, frozen=True, tag="review"):
    """A review: first the ledger alone, at the end with all its moments."""

    total: int
    """How many choices are judged in all."""
    is_whole: bool
    is_solo: bool
    chances: list[list[int]]
    """By number of answers and seat, in millionths; in a solo game of a point."""
    turns: list[int]
    movers: list[int]
    """Whose answer each was; -1 is chance."""
    seats: list[ReviewSeat]
    draws: list[ReviewDraw]
    moments: list[ReviewMoment]
    remarks: list[str]


class ReviewPart(Struct, frozen=True, tag="part"):
    """Choices that have been judged meanwhile."""

    total: int
    moments: list[ReviewMoment]


class BranchRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Play on from a moment of a finished game."""

    n: Annotated[int, Meta(ge=0, le=1_000_000)]
    """The answers before it."""
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    """The seat to play; null: all of them, by hand."""
    level: str = ""
    """Of the bots in the other seats."""


# -- the solo campaign -------------------------------------------------------


class SoloBest(Struct, frozen=True):
    rubies: int
    fields: int


class SoloTaskInfo(Struct, frozen=True):
    """A task with a tick for each column in which it was met."""

    task: int
    text: str
    difficulty: str
    """`easy`, `medium` or `hard`; empty if the data name none."""
    done: list[int]
    """Columns, by their number of rubies."""
    best: SoloBest | None


class SoloOutcome(Struct, frozen=True):
    """What a finished game has added to a campaign."""

    column: int | None
    """Where its tasks are ticked; None if the score is too low."""
    met: list[int]
    ticked: list[int]
    """Those that no game before had ticked there."""
    best: bool
    """Whether it is better than all before it."""


class SoloCampaign(Struct, frozen=True):
    """How far a person's solo campaign is."""

    columns: list[int]
    goal: list[int]
    """The columns that are to be filled."""
    tasks: list[SoloTaskInfo]
    games: int
    best: SoloBest | None
    next: tuple[int, int] | None
    """The easiest field still open: task and column."""
    under_way: str | None
    """The table of a game that is not over yet."""
    game: SoloOutcome | None = None
    """Of the table that was asked about, if its game counts."""


class SoloGoalInfo(Struct, frozen=True):
    """One of the things that a task asks for: so many, or at most so many."""

    name: str
    now: int
    wanted: int
    at_most: bool
    met: bool


class SoloStanding(Struct, frozen=True):
    """How far a game has come with a task."""

    task: int
    text: str
    met: bool
    goals: list[SoloGoalInfo]


class SoloStart(Struct, frozen=True, forbid_unknown_fields=True):
    """The field that a player aims at; every task that is met counts all the same."""

    task: int | None = None
    rubies: int | None = None
    game: str = ""
    """The first game with a campaign, if none is named."""
    luck: NewLuck | None = None


class Failure(Struct, frozen=True):
    """Why something was refused: a code for programs, a sentence for people."""

    code: str
    text: str


# -- what is asked and what happened -----------------------------------------


class ChoiceInfo(Struct, frozen=True):
    word: str
    """`place:11`; what it points at on the board is in the word itself."""
    text: str
    clause: str
    kind: str
    """The family of the word: `place`."""
    at: str
    """The member: `11`; empty for a word without one."""
    consequences: list[str]
    """What would happen at once, in words, until the next question or roll.

    Empty in `snapshot` and `moved`: a client that shows it asks for it by `explore`.
    """
    effects: list[Effect]
    """The same as data, for badges and previews."""
    onward: Onward | None = None
    """What follows if the seat then goes straight on; null if the game has no such words."""
    note: str = ""
    """What it comes to or how likely it succeeds, in a few words; empty where nothing is told."""


class Onward(Struct, frozen=True):
    words: list[str]
    """To be sent after the choice, as one gesture with it."""
    consequences: list[str]
    effects: list[Effect]
    step: str
    """The next question with something to decide; empty if it cannot be foreseen."""


class Effect(Struct, frozen=True):
    name: str
    seat: int | None
    values: dict[str, Any]


class QuestionInfo(Struct, frozen=True):
    """A question to the seat that reads it."""

    seq: int
    """To be sent back with the answer; seats asked at the same time share it."""
    seat: int
    step: str
    clause: str
    text: str
    choices: list[ChoiceInfo]
    sealed: bool
    """Whether others choose at the same time without seeing it."""
    gestures: dict[str, list[str]] = {}
    """Words that may be sent together, by name: `all`, `least`."""
    obstacles: dict[str, str] = {}
    """By word: why it cannot be chosen, or what cannot be done where it leads.

    Empty in `snapshot` and `moved`, like the consequences of choices.
    """


class Happened(Struct, frozen=True):
    """An event as a seat may know it."""

    name: str
    clause: str
    seat: int | None
    values: dict[str, Any]
    text: str
    """The whole sentence."""
    pieces: list[tuple[str, str]] = []
    """The sentence for a log, without its full stop: words, each with what they name (`place.5`,
    `good.red`, `seat.1`) or nothing. Without the name of the seat if `has_subject`. Empty if a log
    need not tell it."""
    has_subject: bool = False
    """Whether the sentence begins with the name of the seat, so that a log need not repeat it."""
    adds: bool = False
    """Whether `pieces` include the amounts of the event before, whose line this one replaces."""
    aside: bool = False
    """Whether it belongs to what the player before has done, though nobody does it."""
    begins: bool = False
    """Whether a turn or a round begins with it: its text is a heading."""


class UndoInfo(Struct, frozen=True):
    """What going back to the seat's last decision takes back."""

    choices: int
    """For `take_back`: how many of its last choices that are."""
    text: str
    """In a sentence, with what is lost by it."""
    is_free: bool
    """Whether nothing was revealed and nobody else has chosen since."""
    asks: list[int]
    """The seats whose people have to agree."""


class Back(Struct, frozen=True):
    """What a seat may take back."""

    free: int
    """How many of its last choices, without asking anybody."""
    by_consent: bool
    """Whether it may ask for its last choice before that."""
    undo: UndoInfo | None = None
    """What going back takes back, if the seat may."""
    redo: str = ""
    """What putting it back brings, in a sentence; empty if there is nothing to put back."""


class TakeBackRequestInfo(Struct, frozen=True):
    """A seat asks to take something back."""

    seat: int
    to: int
    """The number of answers that would stand."""
    agreed: list[int]
    waiting_for: list[int]


class ChatLineInfo(Struct, frozen=True):
    """A line of chat."""

    n: int
    seat: int | None
    """Null: a spectator."""
    name: str
    text: str
    at: str
    kind: Literal["said", "hint"] = "said"
    """`hint`: nothing was said, but a bot was asked for a hint."""


# -- from the server ---------------------------------------------------------


class Snapshot(Struct, frozen=True, tag="snapshot"):
    """The whole table: the first message, after a gap, and when it is asked for."""

    seq: int
    table: TableInfo
    seat: int | None
    """The viewer's seat; null is a spectator."""
    view: dict[str, Any] | None
    """Null while seats are open."""
    asked: list[QuestionInfo]
    """One for each of the person's seats that is asked; a shared device may have several."""
    log: list[Logged]
    chat: list[ChatLineInfo]
    back: Back
    request: TakeBackRequestInfo | None
    id: int | UnsetType = UNSET
    """Of the command that asked for it; absent if the server sends it by itself."""


class Logged(Struct, frozen=True):
    """The events of one answer."""

    n: int
    """The number of the entry."""
    turn: int
    seat: int | None
    events: list[Happened]
    note: str = ""
    """A sentence for people if the answer did not come about as usual."""


class Moved(Struct, frozen=True, tag="moved"):
    """A seat has answered, or something was taken back (`undone`)."""

    seq: int
    entry: Logged
    undone: bool
    seat: int | None
    view: dict[str, Any]
    asked: list[QuestionInfo]
    deciding: list[int]
    back: Back
    clocks: list[int | None]
    keep: int | None = None
    """After taking back: log entries until this number stand."""


class TableChanged(Struct, frozen=True, tag="table"):
    table: TableInfo


class Chatted(Struct, frozen=True, tag="chat"):
    line: ChatLineInfo


class Nudge(Struct, frozen=True, tag="nudged"):
    """A seat reminds another one that it is asked."""

    seat: int
    by: int


class TakeBackRequestChanged(Struct, frozen=True, tag="request"):
    request: TakeBackRequestInfo | None


class Explored(Struct, frozen=True, tag="explored"):
    """The answer to `explore`: what the seat would be asked after some words, with previews."""

    id: int | None
    words: list[str]
    """With the forced ones in between; to be repeated if the seat goes on."""
    asked: QuestionInfo | None
    """Null: the words are complete, or something would be revealed after them."""
    effects: list[Effect]
    consequences: list[str]


class Hinted(Struct, frozen=True, tag="hint"):
    """The answer to `hint`."""

    id: int | None
    words: list[str]
    """The whole gesture, from the question on: `play` takes it as it is."""
    said: int
    """How many of the words were said before, in the command or as forced answers after those."""
    texts: dict[Language, str]
    """The advice and its reasons, in a sentence or two of each language."""
    weighed: list[tuple[str, float | None, float | None]]
    """Every choice, best first, with its chance to win (in a solo game the expected score) and the
    standard error; null if it was hardly tried."""


class CommandRefused(Struct, frozen=True, tag="error"):
    """A command was refused; nothing has changed."""

    code: str
    text: str
    id: int | None = None
    """Of the command that was refused; null if it carried none."""


class Pong(Struct, frozen=True, tag="pong"):
    """The answer to `ping`."""

    id: int | None


class Done(Struct, frozen=True, tag="done"):
    """A command was carried out; the messages that it caused were sent before."""

    id: int


# -- lessons -----------------------------------------------------------------


class LessonInfo(Struct, frozen=True):
    """A lesson in the list of all."""

    game: str
    name: str
    number: int
    """In its course, from 1 on."""
    title: str
    goal: str
    clauses: list[str]
    """What it teaches."""
    steps: int
    seats: int


class LessonMoves(Struct, frozen=True, forbid_unknown_fields=True):
    """The learner's moves in a lesson: those found right so far, and the next one."""

    said: Annotated[list[Words], Meta(max_length=40)] = []
    words: Annotated[list[Word], Meta(max_length=64)] = []
    """None: only the table is asked for."""
    show: bool = False
    """Whether to name the words that lead on."""


class LessonTable(Struct, frozen=True):
    """A lesson's table after some moves."""

    lesson: LessonInfo
    step: int
    """The number of the step under way, from 0 on; the number of steps when all are done."""
    say: str
    tip: str
    way: list[str]
    """The words that finish the step, if they were asked for."""
    hides: list[str]
    """Parts of the table that have not been introduced: `rivals`, `log`, `hand`, `chat`."""
    learnt: str
    """When the lesson is over: what was learnt."""
    tasks: list[SoloStanding]
    """In a solo game: how far it has come with each task."""
    right: bool
    """Whether the last move leads to the goal. If not, it does not count."""
    answer: str
    """What is to be said of a wrong move."""
    moved: list[Moved]
    """What came of the last move, also of a wrong one."""
    table: Snapshot
    """The table as it stands: as it was before, after a wrong move."""


ToClient: TypeAlias = (
    Snapshot
    | Moved
    | TableChanged
    | Chatted
    | Nudge
    | TakeBackRequestChanged
    | Explored
    | Hinted
    | CommandRefused
    | Pong
    | Done
)

# -- to the server -----------------------------------------------------------


class PlayCommand(Struct, frozen=True, tag="play", forbid_unknown_fields=True):
    """Words of one gesture, taken all or none."""

    seq: int
    seat: int
    words: Words
    id: int | None = None


class TakeBackCommand(Struct, frozen=True, tag="take_back", forbid_unknown_fields=True):
    """Take back the seat's last choices, at once if free, otherwise by consent."""

    seat: int
    choices: Annotated[int, Meta(ge=1, le=100)] = 1
    id: int | None = None


class RedoCommand(Struct, frozen=True, tag="redo", forbid_unknown_fields=True):
    """Put back what the seat has taken back last, while nothing else was played."""

    seat: int
    id: int | None = None


class ConsentCommand(Struct, frozen=True, tag="consent", forbid_unknown_fields=True):
    seat: int
    agree: bool
    id: int | None = None


class ChatCommand(Struct, frozen=True, tag="chat", forbid_unknown_fields=True):
    text: ChatText
    id: int | None = None


class ExploreCommand(Struct, frozen=True, tag="explore", forbid_unknown_fields=True):
    """Ask what some words lead to; without words, what each choice of the question would bring."""

    seq: int
    seat: int
    words: Annotated[list[Word], Meta(max_length=64)]
    id: int | None = None


class HintCommand(Struct, frozen=True, tag="hint", forbid_unknown_fields=True):
    """Ask what a strong bot would do, after some words that are not sent yet."""

    seat: int
    words: Annotated[list[Word], Meta(max_length=64)] = []
    id: int | None = None


class LanguageCommand(Struct, frozen=True, tag="language", forbid_unknown_fields=True):
    """Change the language; the answer is a snapshot."""

    language: Language
    id: int | None = None


class LookCommand(Struct, frozen=True, tag="look", forbid_unknown_fields=True):
    """On a shared device: see the table from another of one's seats; the answer is a snapshot."""

    seat: int
    id: int | None = None


class PingCommand(Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    id: int | None = None


ToServer: TypeAlias = (
    PlayCommand
    | TakeBackCommand
    | RedoCommand
    | ConsentCommand
    | ChatCommand
    | ExploreCommand
    | HintCommand
    | LanguageCommand
    | LookCommand
    | PingCommand
)

DECODER = msgspec.json.Decoder(ToServer)
ENCODER = msgspec.json.Encoder()


def encode(message: ToClient) -> bytes:
    return ENCODER.encode(message)


class _Identified(Struct, frozen=True):
    id: int | None = None


_ID_DECODER = msgspec.json.Decoder(_Identified)


def id_of(text: str | bytes) -> int | None:
    """The id of a message that cannot be read as a command; None if it carries none."""
    try:
        return _ID_DECODER.decode(text).id
    except (msgspec.MsgspecError, UnicodeError):
        return None
