"""A toy game with everything that the kernel can ask, for the tests of the kernel.

Every seat is dealt cards in secret. In a round all pick a market in secret;
who picks the first one also says how much to bring, and may change the mind
once, but must sign for it. Then, seat by seat, it is carried out, chance draws,
the seat lays a card and tells one of two things. From the second round on seat 0
stays away from the markets.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from bedesten.kernel.event import NUMBER, EventKind
from bedesten.kernel.game import Game
from bedesten.kernel.rng import Rng
from bedesten.kernel.rows import kind_of, row, total
from bedesten.kernel.state import NOBODY, State
from bedesten.kernel.step import Chance, Question, Step, Together, Wide
from bedesten.kernel.text import Catalogue
from bedesten.kernel.words import Seat, Word, Words, bit, held, mark, span

FIRST, SECOND, AGAIN, THANKS = range(4)
DRAWN = 4
CARD = 7
AMOUNT = 40  # amount:0 .. amount:99

VOCABULARY = (
    "first",
    "second",
    "again",
    "thanks",
    *[f"drawn:{n}" for n in range(3)],
    *[f"card:{n}" for n in range(3)],
    *[f"unused:{n}" for n in range(30)],
    *[f"amount:{n}" for n in range(100)],
)

STEPS = (
    "set_up",
    "deal",
    "start_round",
    "pick_market",
    "bring",
    "sign",
    "carry_out",
    "draw",
    "lay_card",
    "tell",
    "thank",
    "end_round",
)
(
    SET_UP,
    DEAL,
    START_ROUND,
    PICK_MARKET,
    BRING,
    SIGN,
    CARRY_OUT,
    DRAW,
    LAY_CARD,
    TELL,
    THANK,
    END_ROUND,
) = range(len(STEPS))

DEALT, PICKED, CARRIED, DREW, LAID, TOLD = range(6)
EVENTS = (
    EventKind("dealt", "TOY-1", {"card": ("red", "green", "blue")}),
    EventKind("picked", "TOY-2", {}),
    EventKind("carried", "TOY-3", {"market": NUMBER, "amount": NUMBER}),
    EventKind("drew", "TOY-4", {"n": NUMBER}),
    EventKind("laid", "TOY-5", {"card": NUMBER}),
    EventKind("told", "TOY-6", {"word": NUMBER}),
)
CARDS = [4, 4, 3]


class Toy(State):
    def __init__(self, seats: int, book: vec[Step], rounds: int) -> None:
        super().__init__(seats, book)
        self.rounds = rounds
        self.market = [-1] * seats
        self.amount = [0] * seats
        self.mind_changed = [0] * seats
        self.signed = [0] * seats
        self.score = [0] * seats
        self.hands = [row([0, 0, 0]) for _ in range(seats)]
        self.pile = row(CARDS)

    def assign(self, other: Toy) -> None:
        self.assign_kernel(other)
        self.rounds = other.rounds
        self.market = other.market[:]
        self.amount = other.amount[:]
        self.mind_changed = other.mind_changed[:]
        self.signed = other.signed[:]
        self.score = other.score[:]
        self.hands = [hand[:] for hand in other.hands]
        self.pile = other.pile[:]

    def copy(self) -> Toy:
        c = Toy(self.seats, self.book, self.rounds)
        c.assign(self)
        return c

    def forget(self, seat: Seat) -> None:
        self.market[seat] = -1
        self.amount[seat] = 0
        self.mind_changed[seat] = 0
        self.signed[seat] = 0

    def redeal(self, seat: Seat, rng: Rng) -> None:
        for other in range(self.seats):
            if other != seat:
                for kind in range(3):
                    self.pile[kind] += self.hands[other][kind]
        for other in range(self.seats):
            if other == seat:
                continue
            cards = total(self.hands[other])
            self.hands[other] = row([0, 0, 0])
            for _ in range(cards):
                kind = kind_of(self.pile, rng.below(total(self.pile)))
                self.pile[kind] -= 1
                self.hands[other][kind] += 1

    def standing(self, seat: Seat) -> list[int]:
        return [self.score[seat]]


class SetUp(Step):
    clause = "TOY-1"

    def run(self, s: Toy, _seat: Seat, _: i64, /) -> None:
        for seat in range(s.seats):
            s.then(DEAL, seat)
            s.then(DEAL, seat)
        s.then(START_ROUND)


class Deal(Chance):
    clause = "TOY-1"

    def tickets(self, s: Toy, seat: Seat, _: i64, /) -> i64:
        return total(s.pile)

    def drawn(self, s: Toy, seat: Seat, _: i64, ticket: i64, /) -> Word:
        return CARD + kind_of(s.pile, ticket)

    def answer(self, s: Toy, seat: Seat, _: i64, word: Word, /) -> None:
        s.pile[word - CARD] -= 1
        s.hands[seat][word - CARD] += 1
        s.tell(DEALT, seat, word - CARD, seen_by=bit(seat))


class StartRound(Step):
    clause = "TOY-2"

    def run(self, s: Toy, _seat: Seat, _: i64, /) -> None:
        s.turn += 1
        for seat in range(s.seats):
            s.forget(seat)
        s.then(PICK_MARKET, NOBODY, 0 if s.turn == 1 else 1)


class PickMarket(Together):
    clause = "TOY-2"

    def asked(self, s: Toy, not_asked: i64, /) -> i64:
        return ~bit(not_asked - 1) if not_asked > 0 else -1

    def options(self, s: Toy, seat: Seat, _: i64, /) -> Words:
        return span(FIRST, 2)

    def answer(self, s: Toy, seat: Seat, _: i64, word: Word, /) -> None:
        s.market[seat] = word
        s.tell(PICKED, seat)
        if word == FIRST:
            s.then(BRING, seat)

    def reveal(self, s: Toy, _: i64, /) -> None:
        for seat in range(s.seats):
            s.then(CARRY_OUT, seat)
            s.then(DRAW, seat)
            s.then(LAY_CARD, seat)
            s.then(TELL, seat)
        s.then(THANK, 0)
        s.then(END_ROUND)


class Bring(Wide):
    clause = "TOY-2"

    def spread(self, s: Toy, seat: Seat, _: i64, sheet: vec[i64], /) -> None:
        if s.mind_changed[seat] == 0:
            mark(sheet, AGAIN)
        for n in range(100):
            mark(sheet, AMOUNT + n)

    def answer(self, s: Toy, seat: Seat, _: i64, word: Word, /) -> None:
        if word == AGAIN:
            s.mind_changed[seat] = 1
            s.again()
            s.then(SIGN, seat)
        else:
            s.amount[seat] = word - AMOUNT


class Sign(Question):
    clause = "TOY-2"

    def options(self, s: Toy, seat: Seat, _: i64, /) -> Words:
        return span(FIRST, 2)

    def answer(self, s: Toy, seat: Seat, _: i64, word: Word, /) -> None:
        s.signed[seat] = 1 + word


class CarryOut(Step):
    clause = "TOY-3"

    def run(self, s: Toy, seat: Seat, _: i64, /) -> None:
        s.score[seat] += s.amount[seat]
        s.tell(CARRIED, seat, s.market[seat], s.amount[seat])


class Draw(Chance):
    clause = "TOY-4"

    def tickets(self, s: Toy, seat: Seat, _: i64, /) -> i64:
        return 6

    def drawn(self, s: Toy, seat: Seat, _: i64, ticket: i64, /) -> Word:
        return DRAWN + (ticket > 0) + (ticket > 2)

    def answer(self, s: Toy, seat: Seat, _: i64, word: Word, /) -> None:
        s.score[seat] += word - DRAWN
        s.tell(DREW, seat, word - DRAWN)


class LayCard(Question):
    """What is on a hand only its seat knows, so one card left is asked for like two."""

    clause = "TOY-5"

    def is_open(self, s: Toy, seat: Seat, _: i64, /) -> bool:
        return False

    def options(self, s: Toy, seat: Seat, _: i64, /) -> Words:
        return held(CARD, s.hands[seat])

    def answer(self, s: Toy, seat: Seat, _: i64, word: Word, /) -> None:
        s.hands[seat][word - CARD] -= 1
        s.pile[word - CARD] += 1
        s.tell(LAID, seat, word - CARD)


class Tell(Question):
    clause = "TOY-6"

    def options(self, s: Toy, seat: Seat, _: i64, /) -> Words:
        return span(FIRST, 2)

    def answer(self, s: Toy, seat: Seat, _: i64, word: Word, /) -> None:
        s.tell(TOLD, seat, word)


class Thank(Wide):
    """One answer on a sheet: the kernel gives it."""

    clause = "TOY-6"

    def spread(self, s: Toy, seat: Seat, _: i64, sheet: vec[i64], /) -> None:
        mark(sheet, THANKS)

    def answer(self, s: Toy, seat: Seat, _: i64, word: Word, /) -> None:
        s.tell(TOLD, seat, word)


class EndRound(Step):
    clause = "TOY-7"

    def run(self, s: Toy, _seat: Seat, _: i64, /) -> None:
        if s.turn < s.rounds:
            s.then(START_ROUND)


BOOK = vec[Step](
    [
        SetUp(),
        Deal(),
        StartRound(),
        PickMarket(),
        Bring(),
        Sign(),
        CarryOut(),
        Draw(),
        LayCard(),
        Tell(),
        Thank(),
        EndRound(),
    ]
)


TEXTS: dict[str, dict[str, Any]] = {
    "about": {"title": "Toy", "blurb": "Everything that can be asked.", "minutes": 1},
    "names": {},
    "words": {},
    "questions": {step: step for step in STEPS},
    "choices": {},
    "events": {},
    "rules": {},
}


class Options(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    rounds: Literal[1, 2] = 2


class Data(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    bonus: int
    market: dict[str, int]
    plan: dict[str, Any]


class Pieces(msgspec.Struct, forbid_unknown_fields=True):
    market: list[int]
    amount: list[int]
    mind_changed: list[int]
    signed: list[int]
    score: list[int]
    hands: list[list[int]]
    pile: list[int]


class ToyGame(Game[Toy, Options, Data]):
    name = "toy"
    rules_version = 1
    seats = (1, 4)
    vocabulary = VOCABULARY
    steps = STEPS
    events = EVENTS
    options_type = Options
    data_type = Data
    data_file: ClassVar[dict[str, Any]] = {
        "bonus": 3,
        "market": {"first": 1, "second": 2},
        "plan": {"rows": [[1, 2], [3, 4]]},
        "provenance": {"bonus": "made up"},
    }

    def text(self, language: str, changes: Mapping[str, Any] | None = None) -> Catalogue:
        return Catalogue(language, TEXTS)

    def blank(self, seats: int, options: Options, data: Data) -> Toy:
        return Toy(seats, BOOK, options.rounds)

    def show_fixed(self, s: Toy) -> dict[str, Any]:
        return {}

    def show_open(self, s: Toy) -> dict[str, Any]:
        secret = s.waiting != 0
        return {
            "market": [None if secret else s.market[n] for n in range(s.seats)],
            "amount": [None if secret else s.amount[n] for n in range(s.seats)],
            "hands": [total(hand) for hand in s.hands],
            "hand": None,
        }

    def show_own(self, s: Toy, seat: int, shown: Mapping[str, Any]) -> dict[str, Any]:
        own = {
            name: [row[n] if n == seat else shown[name][n] for n in range(s.seats)]
            for name, row in (("market", s.market), ("amount", s.amount))
        }
        return own | {"hand": list(s.hands[seat])}

    def dump(self, s: Toy) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(
            Pieces(
                s.market,
                s.amount,
                s.mind_changed,
                s.signed,
                s.score,
                [list(hand) for hand in s.hands],
                list(s.pile),
            )
        )
        return plain

    def load(self, s: Toy, pieces: dict[str, Any]) -> None:
        given = msgspec.convert(pieces, Pieces)
        s.market, s.amount, s.score = given.market, given.amount, given.score
        s.mind_changed, s.signed = given.mind_changed, given.signed
        s.hands = [row(hand) for hand in given.hands]
        s.pile = row(given.pile)

    def check(self, s: Toy) -> None:
        if any(len(numbers) != s.seats for numbers in (s.market, s.amount, s.signed)):
            raise ValueError(f"there are {s.seats} seats")


TOY = ToyGame()


def at_the_markets(seats: int = 3, not_asked: int = 0) -> Toy:
    """A state in which all but one seat are picking a market, without cards before it."""
    s = Toy(seats, BOOK, 1)
    s.turn = 1
    for hand in s.hands:
        hand[0] = 1
    s.then(PICK_MARKET, NOBODY, not_asked)
    s.settle()
    return s
