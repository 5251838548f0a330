"""The state of a game in progress, and the loop that carries it forward.

A state holds an agenda, a stack of the steps still to do. Steps that ask nobody run at once; a step
that needs an answer stops the loop until `apply` brings one. What comes next is nothing but that
data, so a state can be copied, stored and compared at any moment.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bedesten.kernel.agenda import (
    DETAIL_SHIFT,
    SEAT_BITS,
    SEAT_SHIFT,
    SEATS_BELOW_ZERO,
    STEP_BITS,
    detail_of,
    entry,
    for_nobody,
    for_seat,
    seat_of,
    step_of,
)
from bedesten.kernel.rng import Rng
from bedesten.kernel.rows import same
from bedesten.kernel.step import (
    ASKS_CHANCE,
    ASKS_NOBODY,
    ASKS_SEAT,
    ASKS_WIDE,
    EVERYBODY,
    RuleError,
    Step,
)
from bedesten.kernel.words import (
    MOST_WORDS,
    SHEET,
    Seat,
    Word,
    Words,
    bit,
    lowest,
    say,
    sheet_nth,
    sheet_size,
    size,
    span,
    spell,
    spell_sheet,
)

CHANCE: Final = -1
"""The seat of chance: dice and shuffled piles."""

NOBODY: Final = -2
"""The actor once the game is over, and the seat of steps that belong to no seat."""

FORCED: Final = -1
"""The kind of event that tells of an answer given by the kernel, the only legal one."""

LAID_OPEN: Final = -2
"""The kind of event that tells of hidden hands revealed: what follows was not predictable."""

_ROOM: Final = 48  # entries an agenda can hold; a rulebook nests about a dozen
_EMPTY: Final = vec[i64]([0] * _ROOM)
_NO_SHEET: Final = vec[i64]([0] * SHEET)
_NO_LANES: Final[dict[int, list[int]]] = {}
_NO_LUCK: Final = Rng(0)  # for those who draw nothing


class IllegalAction(ValueError):
    """An answer that is not legal now."""


@mypyc_attr(acyclic=True)
class Told:
    """An event in numbers; `event.named` gives it the game's names."""

    def __init__(
        self,
        kind: int,
        seat: int,
        a: int,
        b: int,
        c: int,
        d: int,
        seen_by: int,
        step: int = 0,
    ) -> None:
        self.kind: Final = kind
        self.seat: Final = seat
        self.a: Final = a
        self.b: Final = b
        self.c: Final = c
        self.d: Final = d
        self.seen_by: Final = seen_by  # seats as bits; if negative, spectators see it too
        self.step: Final = step  # the step that told it


# Games may be interpreted, so a call of the kernel's own methods on a state could be
# one of theirs: `State.settle(self)` says that it is not, and can be inlined.


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class State:
    """What every game's state has in common."""

    seats: i64
    book: vec[Step]
    agenda: vec[i64]
    depth: i64
    asked: i64
    doing: i64
    actor: i64
    options: Words
    sheet: vec[i64]
    tickets: i64
    together: i64
    waiting: i64
    floor: i64
    parked: dict[int, list[int]]
    turn: i64
    reveals: i64
    events: list[Told] | None
    luck: Rng | None

    def __init__(self, seats: i64, book: vec[Step]) -> None:
        self.seats = seats
        self.book = book
        self.agenda = _EMPTY[:]
        self.depth = 0  # how much of the agenda is in use
        self.asked = 0  # the question under way
        self.doing = 0  # the step that runs now; means nothing between two answers
        self.actor = NOBODY  # seat asked now, CHANCE, or NOBODY when over
        self.options = 0  # what the seat asked now may say; 0 when it is on the sheet
        self.sheet = _NO_SHEET  # the words of a wide question; never written to once shown
        self.tickets = 0  # how many tickets chance draws from
        self.together = 0  # the step that asks several seats at once
        self.waiting = 0  # the seats it still waits for, as bits
        self.floor = 0  # where the agenda of the seat asked now begins
        self.parked = _NO_LANES  # agendas of seats that answered out of turn; never written to
        self.turn = 0  # counted up by the rules; 0 is the set-up
        self.reveals = 0  # how often something unknown has come to light
        self.events = None  # a listener; never copied
        self.luck = None  # draws for chance at once, for roll-outs; never copied

    def assign_kernel(self, other: State) -> None:
        """Copy the kernel's fields from another state."""
        self.seats = other.seats
        self.agenda = same(self.agenda, other.agenda, other.depth)
        self.depth = other.depth
        self.asked = other.asked
        self.actor = other.actor
        self.options = other.options
        self.sheet = other.sheet
        self.tickets = other.tickets
        self.together = other.together
        self.waiting = other.waiting
        self.floor = other.floor
        self.parked = other.parked
        self.turn = other.turn
        self.reveals = other.reveals

    # -- what a game adds -------------------------------------------------

    def copy(self) -> State:
        """An independent copy."""
        raise RuleError("the game does not say how to copy it")

    def become(self, other: State) -> State:
        """A copy of another state of the same match, which may take the place of this one."""
        return other.copy()

    def standing(self, seat: Seat) -> list[int]:
        """The score of a seat, then its tie-breakers; more is better."""
        raise RuleError("the game does not say how seats stand")

    def redeal(self, seat: Seat, rng: Rng) -> None:
        """Redraw everything hidden from a seat, with the odds it has; answers are left alone."""

    def forget(self, seat: Seat) -> None:
        """Clear a seat's draft of answers given while several seats are asked at once."""

    # -- for the rules ----------------------------------------------------

    def then(self, step: i64, seat: Seat = NOBODY, detail: i64 = 0) -> None:
        """Put a step on the agenda.

        Steps that one rule adds run in the order of its calls, before what was on the agenda.
        """
        depth = self.depth
        self.agenda[depth] = entry(step, seat, detail)
        self.depth = depth + 1

    def again(self) -> None:
        """Ask the current question again."""
        depth = self.depth
        self.agenda[depth] = self.asked
        self.depth = depth + 1

    def finish(self) -> None:
        """Clear the agenda: the game is over."""
        self.depth = 0

    def tell(
        self,
        kind: i64,
        seat: Seat = NOBODY,
        a: i64 = 0,
        b: i64 = 0,
        c: i64 = 0,
        d: i64 = 0,
        seen_by: i64 = EVERYBODY,
    ) -> None:
        """Report an event to the listener; costs nothing without one."""
        if self.events is not None:
            _hear(self.events, kind, seat, a, b, c, d, seen_by, self.doing & STEP_BITS)

    def lay_open(self) -> None:
        """Record that hidden information is revealed now without a draw or an answer."""
        self.reveals += 1
        self.tell(LAID_OPEN)

    # -- for the players --------------------------------------------------

    def is_over(self) -> bool:
        return self.actor == NOBODY

    def actors(self) -> tuple[int, ...]:
        """The seats to act now: seats, CHANCE alone, or none if the game is over."""
        if self.waiting != 0:
            return tuple(spell(self.waiting))
        if self.actor == NOBODY:
            return ()
        return (self.actor,)

    def may_act(self, seat: Seat) -> bool:
        """Whether a seat is to act now."""
        if self.waiting != 0 and seat >= 0:
            return self.waiting & bit(seat) != 0
        return self.actor == seat and seat != NOBODY

    def question(self, seat: Seat) -> i64:
        """The agenda entry that asks a seat which may act."""
        return self.asked if seat == self.actor else self.lane(seat)[-1]

    def legal(self, seat: Seat) -> list[int]:
        """The legal words of a seat or of chance now, ascending."""
        if seat == self.actor and self.options != 0:
            return spell(self.options)
        if not self.may_act(seat):
            return []
        if seat == CHANCE:
            return sorted(self.weights())
        if seat == self.actor:
            return spell_sheet(self.sheet)
        asked = self.lane(seat)[-1]
        return _spelt(self, self.book[step_of(asked)], seat, detail_of(asked))

    def weights(self) -> dict[int, int]:
        """The words that chance may draw now, each with its number of tickets."""
        found: dict[int, int] = {}
        if self.actor == CHANCE:
            for ticket in range(self.tickets):
                word = self.word_of(ticket)
                found[word] = found.get(word, 0) + 1
        return found

    def apply(self, seat: Seat, word: Word) -> None:
        """Apply one answer and run until the next question; IllegalAction if it is not legal."""
        if not self.allows(seat, word):
            raise IllegalAction(f"seat {seat} may not answer {word} now")
        self.advance(seat, word)

    def allows(self, seat: Seat, word: Word) -> bool:
        """Whether a word is legal for a seat or for chance now."""
        if seat == self.actor and self.options != 0:
            return 0 <= word < MOST_WORDS and self.options & say(word) != 0
        return word in self.legal(seat)

    def draw(self, rng: Rng) -> Word:
        """A random answer of the actor."""
        if self.options != 0:
            return rng.pick(self.options)
        return State._draw_from_many(self, rng)

    def _draw_from_many(self, rng: Rng) -> Word:
        """A separate function, so that the usual case is short."""
        if self.actor != CHANCE:
            return sheet_nth(self.sheet, rng.below(sheet_size(self.sheet)))
        return State.word_of(self, rng.below(self.tickets))

    def word_of(self, ticket: i64) -> Word:
        """The word of one of the tickets that chance draws from now."""
        asked = self.asked
        return self.book[step_of(asked)].drawn(self, seat_of(asked), detail_of(asked), ticket)

    def advance(self, seat: Seat, word: Word) -> None:
        """Like `apply`, without checking that the word is legal."""
        if seat != self.actor:
            self._advance_out_of_turn(seat, word)
            return
        if seat == CHANCE:
            self.reveals += 1
        State._take(self, word)
        State.settle(self)

    def _take(self, word: Word) -> None:
        """Apply the answer to the current question."""
        asked = self.asked
        self.doing = asked
        mark = self.depth
        step = self.book[step_of(asked)]
        step.answer(self, seat_of(asked), detail_of(asked), word)
        if self.depth > mark + 1:
            State._first_comes_first(self, mark)

    def imagine(self, seat: Seat, rng: Rng) -> State:
        """An imagined world (determinization): all that a seat cannot know is redrawn.

        NOBODY stands for a spectator. Sealed answers are redrawn too: that a seat has answered is
        public, what it has answered is not. It is also public that the actor has a legal answer,
        so hands that leave it none (a payment under way needs cards) are dealt again.
        """
        world = self.copy()
        done: i64 = 0
        other: Seat
        if world.waiting != 0:
            done = world._everybody_asked() & ~world.waiting
            for other in range(world.seats):
                if other != seat:
                    world.unsay(other)
        world.redeal(seat, rng)
        world.refresh()
        while world._is_asked_in_vain():
            world.redeal(seat, rng)
            world.refresh()
        for other in range(world.seats):
            if other != seat and done & bit(other) != 0:
                while world.may_act(other):
                    words = world.legal(other)
                    world.advance(other, words[rng.below(len(words))])
        return world

    def settle(self) -> None:
        """Run steps until one needs an answer or the agenda is empty."""
        State._run(self, _NO_LUCK, 0)

    def play_on(self, rng: Rng, most: i64) -> i64:
        """Play at random to the end, or for a number of decisions of seats; return the number.

        Chance is drawn at once and not counted.
        """
        if most == 0:
            return 0
        luck = self.luck
        self.luck = rng
        if self.actor == CHANCE:
            State.advance(self, CHANCE, State.draw(self, rng))
        n: i64 = 0
        if self.actor != NOBODY:
            State._take(self, State.draw(self, rng))
            n = 1 + State._run(self, rng, most - 1)
        self.luck = luck
        return n

    def _run(self, rng: Rng, most: i64) -> i64:
        """Run steps and draw up to `most` answers of seats at random; then ask the next one.

        Drawing answers inside this loop takes half the time of drawing them outside.
        """
        n: i64 = 0
        book = self.book
        agenda = self.agenda  # has fixed room, so that it stays the same row
        while True:
            mark = self.depth - 1
            if mark < self.floor:
                if self.waiting == 0:
                    self.actor = NOBODY
                    self.options = 0
                    return n
                if State._next_lane(self):
                    if n == most:
                        return n
                    n += 1
                    State._take(self, State.draw(self, rng))
                continue
            self.depth = mark
            top = agenda[mark]
            # seat_of, detail_of and step_of written out: calls cost the interpreter a twentieth
            seat = (top >> SEAT_SHIFT & SEAT_BITS) - SEATS_BELOW_ZERO
            detail = top >> DETAIL_SHIFT
            self.doing = top
            step = book[top & STEP_BITS]
            asks = step.asks
            if asks == ASKS_NOBODY:
                step.run(self, seat, detail)
            elif asks == ASKS_SEAT:
                self.asked = top
                options = step.options(self, seat, detail)
                if options == 0:
                    raise RuleError("a question without an answer")
                if options & options - 1 != 0 or not step.is_open(self, seat, detail):
                    if n == most:
                        self.actor = seat
                        self.options = options
                        return n
                    n += 1
                    word = rng.pick(options)
                else:
                    word = lowest(options)
                    if self.events is not None:
                        State.tell(self, FORCED, seat, word, self.turn, top & STEP_BITS)
                step.answer(self, seat, detail, word)
            elif asks == ASKS_CHANCE:
                if self.waiting != 0:
                    raise RuleError("chance waits until all seats have answered")
                self.asked = top
                tickets = step.tickets(self, seat, detail)
                if tickets < 2:
                    if tickets < 1:
                        raise RuleError("chance with nothing to draw")
                    if not step.is_open(self, seat, detail):
                        self.reveals += 1
                    word = step.drawn(self, seat, detail, 0)
                    State.tell(self, FORCED, CHANCE, word, self.turn)
                    step.answer(self, seat, detail, word)
                elif self.luck is not None:
                    self.reveals += 1
                    ticket = self.luck.below(tickets)
                    step.answer(self, seat, detail, step.drawn(self, seat, detail, ticket))
                else:
                    self.actor = CHANCE
                    self.options = 0
                    self.tickets = tickets
                    return n
            elif asks == ASKS_WIDE:
                self.asked = top
                State._ask(self, step, seat, detail)
                words = sheet_size(self.sheet)
                if words == 0:
                    raise RuleError("a question without an answer")
                if words > 1 or not step.is_open(self, seat, detail):
                    self.actor = seat
                    if n == most:
                        return n
                    n += 1
                    word = State.draw(self, rng)
                else:
                    word = sheet_nth(self.sheet, 0)
                    if self.events is not None:
                        State.tell(self, FORCED, seat, word, self.turn, top & STEP_BITS)
                step.answer(self, seat, detail, word)
            else:
                if State._open_lanes(self, top):
                    if n == most:
                        return n
                    n += 1
                    State._take(self, State.draw(self, rng))
                continue
            if self.depth > mark + 1:
                State._first_comes_first(self, mark)

    def refresh(self) -> None:
        """Compute the options again after hidden cards have been redrawn."""
        step = self.book[step_of(self.asked)]
        seat = seat_of(self.asked)
        detail = detail_of(self.asked)
        if self.actor == CHANCE:
            self.tickets = step.tickets(self, seat, detail)
        elif self.actor != NOBODY:
            self._ask(step, seat, detail)

    def _is_asked_in_vain(self) -> bool:
        """Whether a seat is asked without a legal answer."""
        if self.actor < 0 or self.options != 0:
            return False
        is_wide = self.book[step_of(self.asked)].asks == ASKS_WIDE
        return not is_wide or sheet_size(self.sheet) == 0

    def _ask(self, step: Step, seat: Seat, detail: i64) -> None:
        """Compute the legal answers of a seat."""
        if step.asks == ASKS_WIDE:
            self.options = 0
            self.sheet = _NO_SHEET[:]
            step.spread(self, seat, detail, self.sheet)
        else:
            self.options = step.options(self, seat, detail)

    def _first_comes_first(self, mark: i64) -> None:
        """Reverse the steps that one rule added, so that the first is on top."""
        agenda = self.agenda
        low = mark
        high = self.depth - 1
        while low < high:
            kept = agenda[low]
            agenda[low] = agenda[high]
            agenda[high] = kept
            low += 1
            high -= 1

    # -- several seats at once --------------------------------------------
    #
    # The seats asked together each have an agenda of their own, a lane. The
    # lane of the lowest seat that is not done lies on top of the common
    # agenda, from `floor` up; lanes that are begun but not on top are parked.

    def unsay(self, seat: Seat) -> None:
        """Undo a seat's sealed answers while others are still asked."""
        if self.waiting == 0:
            return
        self._park()
        self._unpark(seat)
        self.forget(seat)
        self.waiting |= bit(seat) & self._everybody_asked()
        self._enter(lowest(self.waiting))

    def _open_lanes(self, top: i64) -> bool:
        """Begin to ask several seats at once; return whether there are any."""
        if self.waiting != 0:
            raise RuleError("seats asked together cannot ask together")
        self.together = for_nobody(top)
        self.floor = self.depth
        self.waiting = State._everybody_asked(self)
        if self.waiting == 0:
            State._reveal(self)
            return False
        State._enter(self, lowest(self.waiting))
        return True

    def _next_lane(self) -> bool:
        """Close the current lane; return whether another is open."""
        self.waiting &= ~bit(self.actor)
        if self.waiting == 0:
            State._reveal(self)
            return False
        State._enter(self, lowest(self.waiting))
        return True

    def _reveal(self) -> None:
        mark = self.floor
        self.floor = 0
        if size(State._everybody_asked(self)) > 1:
            self.reveals += 1
        top = self.together
        self.together = 0
        self.doing = top
        self.book[step_of(top)].reveal(self, detail_of(top))
        if self.depth > mark + 1:
            State._first_comes_first(self, mark)

    def _enter(self, seat: Seat) -> None:
        """Put a seat's lane on the agenda and ask its question."""
        self.actor = seat
        self.asked = for_seat(self.together, seat)
        if self.parked and seat in self.parked:
            for waiting in self._unpark(seat):
                self.agenda[self.depth] = waiting
                self.depth += 1
            self.depth -= 1
            self.asked = self.agenda[self.depth]
        State._ask(self, self.book[step_of(self.asked)], seat, detail_of(self.asked))

    def _park(self) -> None:
        """Take the lane off the agenda, and keep it if it has begun."""
        if self.asked != for_seat(self.together, self.actor):
            self.agenda[self.depth] = self.asked
            lane = [self.agenda[n] for n in range(self.floor, self.depth + 1)]
            self.parked = self.parked | {self.actor: lane}
        self.depth = self.floor

    def _unpark(self, seat: Seat) -> list[int]:
        """Remove and return a parked lane; empty if there is none."""
        lanes = self.parked.copy()
        lane = lanes.pop(seat, [])
        self.parked = lanes
        return lane

    def lane(self, seat: Seat) -> list[int]:
        """The lane of a seat asked together with others; its question is last."""
        if seat == self.actor:
            return [self.agenda[n] for n in range(self.floor, self.depth)] + [int(self.asked)]
        return self.parked.get(seat, [for_seat(self.together, seat)])

    def resume_together(self, together: i64, waiting: i64, lanes: dict[int, list[int]]) -> None:
        """Restore a question to several seats that some have begun to answer."""
        self.together = for_nobody(together)
        self.floor = self.depth
        self.waiting = waiting
        self.parked = lanes
        self._enter(lowest(waiting))

    def turn_to(self, seat: Seat) -> None:
        """Make a seat that is asked together with others the actor."""
        self._park()
        self._enter(seat)

    def _advance_out_of_turn(self, seat: Seat, word: Word) -> None:
        first = self.actor
        self.turn_to(seat)
        self.advance(seat, word)
        if self.actor != first:
            self.turn_to(first)

    def _everybody_asked(self) -> i64:
        step = self.book[step_of(self.together)]
        return step.asked(self, detail_of(self.together)) & span(0, self.seats)


def _hear(
    events: list[Told],
    kind: i64,
    seat: Seat,
    a: i64,
    b: i64,
    c: i64,
    d: i64,
    seen_by: i64,
    step: i64,
) -> None:
    """A separate function, so that `tell` is small enough to be inlined."""
    events.append(Told(kind, seat, a, b, c, d, seen_by, step))


def _spelt(s: State, step: Step, seat: Seat, detail: i64) -> list[int]:
    if step.asks != ASKS_WIDE:
        return spell(step.options(s, seat, detail))
    sheet = _NO_SHEET[:]
    step.spread(s, seat, detail, sheet)
    return spell_sheet(sheet)
