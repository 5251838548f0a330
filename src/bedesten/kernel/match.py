"""A game in progress: its state, the luck outside it, and the history of answers."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

import msgspec

from bedesten.kernel.agenda import step_of
from bedesten.kernel.append_list import AppendList
from bedesten.kernel.errors import IllegalChoice
from bedesten.kernel.event import Event
from bedesten.kernel.fair_luck import Commitment, KeyedLuck
from bedesten.kernel.game import Game
from bedesten.kernel.luck import Luck, SeededLuck
from bedesten.kernel.position import dump_state, load_state, read_position
from bedesten.kernel.record import MANUAL_SEED, OPEN, Line, Record, spell_result, write
from bedesten.kernel.state import CHANCE, FORCED, LAID_OPEN, State, Told
from bedesten.kernel.text import LANGUAGES, Catalogue
from bedesten.kernel.why_not import WhyNot

SEEDED = "seeded"
MANUAL = "manual"
KEYED = "keyed"
LONGEST_NAME = 40
CHECKPOINTS = 64
"""Answers between two states that are kept for taking back."""


@dataclass(frozen=True)
class Prompt:
    """What a seat is asked."""

    step: str
    clause: str
    text: dict[str, str]


class Answer(msgspec.Struct, frozen=True, gc=False):
    """One answer of the history, with what decides whether it can be taken back."""

    seat: int
    word: str
    turn: int
    sealed: bool
    """Whether it was given together with others, hidden from them until all had answered."""
    reveals: int
    """How often hidden information had been revealed before it."""
    forced: bool = False
    """Whether it was the only legal answer, given by the kernel itself."""
    draw: int | None = None
    """The number of the draw, if chance drew it."""


@dataclass(frozen=True)
class Checkpoint:
    """A match after a number of answers: the last few are kept, so that taking back is quick."""

    answers: int
    chosen: tuple[int, ...]
    state: State


@dataclass(frozen=True)
class ForcedAnswer:
    """An answer that leaves no choice, and the step that asks for it."""

    step: str
    word: str


@dataclass(frozen=True)
class Obstacle:
    """Why a seat cannot do something, now or where a choice would lead."""

    reasons: tuple[WhyNot, ...]
    text: dict[str, str]


@dataclass(frozen=True)
class Foresight:
    """What follows from a choice if the seat then takes every forced way on."""

    words: tuple[str, ...]
    """The words after the choice: each the only one of `Game.onward` that is legal."""
    events: tuple[Event, ...]
    """The events that the seat would see after the preview of the choice itself."""
    step: str
    """The step that asks the next real decision; empty if that cannot be known."""


class Match:
    """A game in progress. Made by `bedesten.new`, `replay` or `from_position`."""

    def __init__(
        self,
        game: Game[Any, Any, Any],
        *,
        seats: int,
        seed: int | str | None = None,
        names: Sequence[str] | None = None,
        chance: str = SEEDED,
        options: Mapping[str, Any] | None = None,
        data: Mapping[str, Any] | None = None,
        position: Any = None,
        rules: int | None = None,
    ) -> None:
        if chance not in (SEEDED, MANUAL):
            raise ValueError(f"chance is {SEEDED!r} or {MANUAL!r}, not {chance!r}")
        self.game = game
        self.rules = game.rules_version if rules is None else rules
        self.chance = chance
        self.seed = _checked_seed(seed, chance)
        self.options = dict(options or {})
        self.changes = game.changes(data or {})
        self.start: dict[str, Any] | None = None
        if position is None:
            seats = game.check_seats(seats)
            game.check_options(self.options)
            self._first = _first_state(
                game,
                seats,
                msgspec.json.encode(self.options),
                msgspec.json.encode(self.changes),
                self.rules,
            )
        else:
            self._first = load_state(game, read_position(position))
            self.start = deepcopy(dict(position))
            of_position = game.check_options(self.start["options"])
            if options and game.check_options(options) != of_position:
                raise ValueError("the options are those of the position")
            self.options = self.start["options"]
            self.changes = self.start["data"]
        self.names = _checked_names(names, self._first.seats)
        self.history: AppendList[Answer] = AppendList()
        self._chosen = [0] * self._first.seats
        """How many of the answers each seat has chosen: all that were not forced."""
        self.state: State = self._first.copy()
        self._checkpoints: tuple[Checkpoint, ...] = ()
        self.commitment: Commitment | None = None
        """What is promised about the luck, if it is keyed."""
        self._luck: Luck | None = None if self.seed is None else SeededLuck(self.seed)
        self._draw = 0  # the number of the next draw
        self._unused = 0  # the first number that was never drawn
        self._echo: list[Answer] = []
        self._told: list[Told] = []  # after the last word, as the kernel tells it
        self.opening = tuple(self.let_chance_answer())
        """The events before the first choice."""

    def text(self, language: str) -> Catalogue:
        """All sentences of the game in a language, with the components of this match."""
        return self.game.text(language, self.changes)

    # -- what is asked ----------------------------------------------------

    @property
    def seats(self) -> int:
        return self.state.seats

    @property
    def over(self) -> bool:
        return self.state.is_over()

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may decide now: one, several at once, CHANCE, or none."""
        return self.state.actors()

    def choices(self, seat: int) -> tuple[str, ...]:
        """The legal words of a seat now, or of CHANCE with manual chance."""
        words = self.game.vocabulary
        return tuple(words[n] for n in self.state.legal(self._seat(seat)))

    def question(self, seat: int) -> Prompt | None:
        """What a seat is asked now; None if it is not asked."""
        step = self.step_asked(seat)
        if step is None:
            return None
        texts = {language: self.text(language).question(step) for language in LANGUAGES}
        return Prompt(step, self.clause_asked(seat, step), texts)

    def step_asked(self, seat: int) -> str | None:
        """The step that asks a seat now; None if it is not asked."""
        if not self.state.may_act(self._seat(seat)):
            return None
        return self.game.steps[step_of(self.state.question(seat))]

    def clause_asked(self, seat: int, step: str) -> str:
        """The clause to cite to a seat that a step asks."""
        return self.game.clause_asked(self.state, seat, step)

    def obstacles(self, seat: int) -> dict[str, Obstacle]:
        """Why a seat cannot do what it may expect, by word; only the seat itself may know.

        The word of a legal choice tells what cannot be done where it leads; any other word could
        be chosen if it were not for the obstacle.
        """
        asked = self.question(seat)
        if asked is None or seat == CHANCE:
            return {}
        return self._reasoned(self.game.obstacles(self.state, seat, asked.step))

    def out_of_reach(self, seat: int) -> dict[str, Obstacle]:
        """How far away is what a seat cannot point at now, by word."""
        asked = self.question(seat)
        if asked is None or seat == CHANCE:
            return {}
        return self._reasoned(self.game.out_of_reach(self.state, seat, asked.step))

    def _reasoned(self, found: Mapping[int, Sequence[WhyNot]]) -> dict[str, Obstacle]:
        texts = {language: self.text(language) for language in LANGUAGES}
        return {
            self.game.vocabulary[word]: Obstacle(
                tuple(reasons),
                {language: text.reasoned(reasons) for language, text in texts.items()},
            )
            for word, reasons in found.items()
        }

    def offered(self, seat: int) -> tuple[str, ...]:
        """The choices of a seat without those that do exactly what another one does."""
        step = self.step_asked(seat)
        if step is None or seat == CHANCE:
            return self.choices(seat)
        pointless = self.game.pointless(self.state, seat, step)
        words = self.game.vocabulary
        return tuple(words[n] for n in self.state.legal(seat) if n not in pointless)

    def notes(self, seat: int, language: str) -> dict[str, str]:
        """What choices come to or how likely they succeed, in a few words, by word."""
        step = self.step_asked(seat)
        if step is None or seat == CHANCE:
            return {}
        found = self.game.notes(self.state, seat, step)
        text = self.text(language)
        return {self.game.vocabulary[word]: text.noted(note) for word, note in found.items()}

    def gestures(self, seat: int) -> dict[str, tuple[str, ...]]:
        """Sequences of words that deserve one button, by name."""
        step = self.step_asked(seat)
        if step is None:
            return {}
        words = self.game.vocabulary
        found = self.game.gestures(self.state, seat, step)
        return {name: tuple(words[n] for n in said) for name, said in found.items()}

    def odds(self) -> dict[str, float]:
        """The probability of each word of chance now; empty if chance is not asked."""
        weights = self.state.weights()
        whole = sum(weights.values())
        words = self.game.vocabulary
        return {words[n]: weight / whole for n, weight in sorted(weights.items())}

    # -- playing ----------------------------------------------------------

    def play(self, seat: int, *words: str) -> tuple[Event, ...]:
        """Play words of a seat, all or none of them; chance then answers until a seat is asked.

        Several words at once are one gesture: nothing may be revealed to the seat between the
        first and the last of them. Raises IllegalChoice, and then nothing has changed.
        """
        draft, heard = self.after(seat, *words)
        self.__dict__.update(draft.__dict__)
        return tuple(event for events in heard for event in events)

    def after(self, seat: int, *words: str) -> tuple[Match, list[list[Event]]]:
        """The match after `play` of the same words, which leaves this one as it is.

        With the events of each new answer of the history that is not forced.
        """
        self._seat(seat)
        if not words:
            raise IllegalChoice(f"no choice was made; {self._legal_text(seat)}")
        draft = self.fork()
        draft._echo = []
        heard: list[list[Event]] = []
        goes_on = True
        for n, word in enumerate(words):
            if draft._echoes(seat, word):
                continue
            if not goes_on:
                raise IllegalChoice(
                    f"{words[n - 1]!r} ends what can be said at once; "
                    f"{word!r} cannot be said with it"
                )
            asked_together = draft.state.together
            heard.append(draft._say(seat, word))
            goes_on = (
                draft.state.may_act(seat)
                and draft.state.together == asked_together
                and (seat == CHANCE or all(answer.seat != CHANCE for answer in draft._echo))
            )
        heard += draft._draw_for_chance()
        return draft, heard

    def _say(self, seat: int, word: str) -> list[Event]:
        """Apply one word; append it and forced answers to the history; return the events."""
        s = self.state
        number = self.game.numbers.get(word)
        if number is None or not s.allows(self._seat(seat), number):
            raise IllegalChoice(f"{word!r} cannot be chosen now; {self._legal_text(seat)}")
        draw = self._draw if seat == CHANCE else None
        answer = Answer(seat, word, s.turn, s.waiting != 0, s.reveals, draw=draw)
        self._keep_checkpoint()
        told: list[Told] = []
        s.events = told
        s.advance(seat, number)
        s.events = None
        if seat == CHANCE:
            self._draw += 1
            self._unused = max(self._unused, self._draw)
        else:
            self._chosen[seat] += 1
        self._told = told
        self._echo = [
            Answer(one.seat, self.game.vocabulary[one.a], one.b, False, s.reveals, forced=True)
            for one in told
            if one.kind == FORCED
        ]
        self.history.append(answer)
        self.history.extend(self._echo)
        return self.game.named(told)

    def _keep_checkpoint(self) -> None:
        last = self._checkpoints[-1].answers if self._checkpoints else 0
        if len(self.history) - last >= CHECKPOINTS:
            here = Checkpoint(len(self.history), tuple(self._chosen), self.state.copy())
            self._checkpoints = (*self._checkpoints[-1:], here)

    def _forced_answers(self) -> list[tuple[int, ForcedAnswer]]:
        """The answers that the kernel gave after the last word, with their seats."""
        words, steps = self.game.vocabulary, self.game.steps
        return [
            (one.seat, ForcedAnswer(steps[one.c], words[one.a]))
            for one in self._told
            if one.kind == FORCED
        ]

    def after_hands_lay_open(self, heard: Sequence[Event]) -> list[Event]:
        """Of the events of the last word, those since all hands were laid open."""
        return list(heard[self._sure() :])

    def _sure(self) -> int:
        """How many events of the last word came before hidden hands were laid open."""
        kinds = [one.kind for one in self._told if one.kind != FORCED]
        return kinds.index(LAID_OPEN) if LAID_OPEN in kinds else len(kinds)

    def _expect(self, seat: int, word: str) -> list[Event]:
        """Apply one word; return the events that the seat can know in advance."""
        heard = self._say(seat, word)
        return [event for event in heard[: self._sure()] if event.is_seen_by(seat)]

    def _echoes(self, seat: int, word: str) -> bool:
        """Whether a word repeats a forced answer that the kernel has just given for this seat.

        A gesture that goes on must repeat it: an offer of one gem, where two are the least, must
        not become an offer of two unnoticed.
        """
        if not self._echo or self._echo[0].seat != seat:
            return False
        if self._echo[0].word != word:
            raise IllegalChoice(
                f"{word!r} cannot be said here: {self._echo[0].word!r} had to come before it"
            )
        del self._echo[0]
        return True

    def _legal_text(self, seat: int) -> str:
        state = self.state
        if state.is_over():
            return "the game is over"
        if not state.may_act(seat):
            asked = ", ".join("chance" if who == CHANCE else str(who) for who in state.actors())
            return f"seat {seat} is not asked; asked now: {asked}"
        legal = ", ".join(self.game.vocabulary[n] for n in state.legal(seat))
        return f"legal: {legal}"

    def _seat(self, seat: int) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int) or not -1 <= seat < self.seats:
            raise ValueError(f"there is no seat {seat!r}; seats are 0 to {self.seats - 1}")
        return seat

    def preview(self, seat: int, word: str) -> tuple[Event, ...]:
        """The events that a choice would cause at once, until the next question or roll.

        It ends where hidden hands are revealed, as at the end of a game. It is empty if the last
        card of a pile would be drawn: the seat need not know which card that is. If others choose
        at the same time, it holds only what the choice adds to the seat's own plan.
        """
        if self.state.waiting != 0:
            return self.intend(seat, word)
        branch = self._branch()
        expected = branch._expect(seat, word)
        return tuple(expected) if branch._is_certain() else ()

    def intend(self, seat: int, *words: str) -> tuple[Event, ...]:
        """The events that words add to a seat's own plan while it answers together with others.

        Computed as if nobody else had answered. If nobody else is asked, the last word carries
        the plan out, and the events of that are included.
        """
        before = self.game.planned(self.state, seat)
        branch = self._branch()
        for other in range(self.seats):
            if other != seat:
                branch.state.unsay(other)
        heard = branch.play(seat, *words)
        if branch.state.waiting != 0:
            after = self.game.planned(branch.state, seat)
            together = step_of(branch.state.together)
            return tuple(self.game.named(after, together)[len(before) :])
        if any(answer.seat == CHANCE for answer in branch.history[len(self.history) :]):
            return ()
        return tuple(event for event in heard[len(before) :] if event.is_seen_by(seat))

    def foresee(self, seat: int, word: str) -> Foresight:
        """Follow a choice along the words of `Game.onward`, as far as the seat can know."""
        branch = self._branch()
        branch._say(seat, word)
        words: list[str] = []
        events: list[Event] = []
        sealed = self.state.waiting != 0
        while not sealed and branch.state.may_act(seat) and branch._is_certain():
            offered = branch.choices(seat)
            ways = [one for one in self.game.onward if one in offered]
            if len(ways) != 1:
                question = branch.question(seat)
                return Foresight(tuple(words), tuple(events), question.step if question else "")
            # Who goes on speaking repeats what the kernel has said in between.
            words += [*(answer.word for answer in branch._echo), ways[0]]
            expected = branch._expect(seat, ways[0])
            if branch._is_certain():
                events += expected
        return Foresight(tuple(words), tuple(events), "")

    def _is_certain(self) -> bool:
        """Whether nothing was drawn after the last word."""
        return all(answer.seat != CHANCE for answer in self._echo)

    def forced_after(self, seat: int, word: str, alone: bool = False) -> tuple[ForcedAnswer, ...]:
        """The answers of a seat that would follow a choice without being asked for.

        With `alone`, also those that are asked for only to keep a secret from other people. Stops
        where somebody else or chance decides.
        """
        branch = self._branch()
        for other in range(self.seats if self.state.waiting != 0 else 0):
            if other != seat:
                branch.state.unsay(other)
        found: list[ForcedAnswer] = []
        while True:
            branch._say(seat, word)
            for who, forced in branch._forced_answers():
                if who != seat:
                    return tuple(found)
                found.append(forced)
            asked, offered = branch.question(seat), branch.choices(seat)
            if not alone or asked is None or len(offered) != 1:
                return tuple(found)
            word = offered[0]
            found.append(ForcedAnswer(asked.step, word))

    def explore(self, seat: int, *words: str) -> Match:
        """A copy of the match after some words of a seat; chance is not drawn in it."""
        branch = self._branch()
        branch.play(seat, *words)
        return branch

    def _branch(self) -> Match:
        branch = self.fork()
        branch.chance = MANUAL
        return branch

    # -- taking back ------------------------------------------------------

    def free_take_backs(self, seat: int) -> int:
        """How many of a seat's last choices can be undone without consent.

        A sealed choice can be changed until the last seat has answered. Any other can be undone
        until hidden information is revealed or another seat has chosen.
        """
        return len(self._free(seat))

    def choices_made(self, seat: int) -> int:
        """How many answers of the history a seat has chosen."""
        return self._chosen[self._seat(seat)]

    def choices_from_last(self, seat: int) -> Iterator[int]:
        """Where in the history the choices of a seat are, the last one first."""
        n = len(self.history)
        for answer in reversed(self.history):
            n -= 1
            if answer.seat == seat and not answer.forced:
                yield n

    def _free(self, seat: int) -> list[int]:
        free: list[int] = []
        sealed_only = False
        n = len(self.history)
        for answer in reversed(self.history):
            n -= 1
            if answer.forced:
                continue
            if answer.reveals != self.state.reveals:
                break
            if answer.seat == seat and (answer.sealed or not sealed_only):
                free.append(n)
            elif answer.seat != seat and answer.sealed:
                sealed_only = True
            else:
                break
        return free

    def take_back(self, seat: int, choices: int = 1) -> None:
        """Undo the last choices of a seat, as many as `free_take_backs` allows."""
        free = self._free(seat)
        if not 1 <= choices <= len(free):
            raise IllegalChoice(
                f"seat {seat} can take back {len(free)} choices freely, not {choices}"
            )
        undone = set(free[:choices])
        first = min(undone)
        kept = [one for n, one in enumerate(self.history[first:], first) if n not in undone]
        self._rebuild(first, kept, self._draw)  # nothing was drawn since

    @property
    def unused_draw(self) -> int:
        """The number of the first draw that was never made."""
        return self._unused

    def rewind(self, answers: int, *, new_luck: bool = False, next_draw: int | None = None) -> None:
        """Go back to the state after a number of answers, those of chance included.

        The luck goes back too: the same choices get the same dice. With `new_luck` it does not:
        the next draw is one that nobody has seen, and the record says where its number jumps.
        `next_draw` names its number instead.
        """
        if not 0 <= answers <= len(self.history):
            raise ValueError(f"there are 0 to {len(self.history)} answers, not {answers}")
        undone = (one.draw for one in self.history[answers:] if one.draw is not None)
        draw = next(undone, self._draw)
        if self.chance != MANUAL:
            draw = self._unused if new_luck else draw if next_draw is None else next_draw
        self._rebuild(answers, (), draw)

    def _rebuild(self, length: int, more: Sequence[Answer], draw: int) -> None:
        """Play the first answers again, then some more; `draw` is the number of the next draw.

        Begins where a state is kept, at the last one before the first answer that is undone.
        """
        kept = [one for one in self._checkpoints if one.answers <= length]
        begin = kept[-1] if kept else Checkpoint(0, (0,) * self.seats, self._first)
        answers = [*self.history[begin.answers : length], *more]
        self.state = begin.state.copy()
        self.history = self.history.until(begin.answers)
        self._chosen = list(begin.chosen)
        self._checkpoints = tuple(one for one in kept if one.answers < begin.answers)
        self._echo = []
        for answer in answers:
            if not answer.forced:
                self._echo = []
                self._draw = self._draw if answer.draw is None else answer.draw
                self.repeat(answer.seat, answer.word)
        self._draw = draw
        self._echo = []  # what was forced stands in the history already
        self.let_chance_answer()

    # -- for replays ------------------------------------------------------

    def reseed(self, seed: int | str) -> None:
        """Draw chance from a seed from now on."""
        self.chance = SEEDED
        self.seed = _checked_seed(seed, SEEDED)
        self._luck = SeededLuck(seed)

    def commit(self, commitment: Commitment) -> None:
        """Draw chance from the key of a commitment from now on.

        If its secrets are not revealed, nothing is drawn: the match can only repeat a record.
        """
        self.chance = KEYED
        self.seed = None
        self.commitment = commitment
        self._luck = None if commitment.key is None else KeyedLuck(commitment.key)

    def skip_to(self, draw: int) -> None:
        """Let the next draw have a number, as a record says; ValueError if it was drawn before."""
        if self.chance == MANUAL:
            raise ValueError(f"luck told by hand has no numbers such as {draw}")
        if draw < self._draw:
            raise ValueError(f"draw {draw} was made before; the next is draw {self._draw}")
        self._draw = draw
        self._unused = max(self._unused, draw)

    def repeat(self, seat: int, word: str) -> list[Event]:
        """Apply an answer of a record, chance included; return the events."""
        if self._echoes(seat, word):
            return []
        return self._say(seat, word)

    def end_gesture(self) -> None:
        """Expect no more that the forced answers after the last word are repeated."""
        self._echo = []

    def turn_of(self, seat: int, word: str) -> int:
        """The turn to which the next word of a record belongs."""
        return self._echo[0].turn if self._is_echo(seat, word) else self.state.turn

    def _is_echo(self, seat: int, word: str) -> bool:
        return bool(self._echo) and (self._echo[0].seat, self._echo[0].word) == (seat, word)

    def next_draw(self, word: str) -> str | None:
        """The word that luck draws now; None if it draws nothing or the word was forced."""
        if self.state.actor != CHANCE or self._is_echo(CHANCE, word):
            return None
        return self._drawn()

    def _drawn(self) -> str | None:
        """The word of chance's next draw; None if it is for others to tell."""
        if self._luck is None or self.chance == MANUAL:
            return None
        ticket = self._luck.ticket(self._draw, self.state.tickets)
        return self.game.vocabulary[self.state.word_of(ticket)]

    def let_chance_answer(self) -> list[Event]:
        """Draw for chance until a seat is asked; return the events. Manual chance is left alone."""
        return [event for events in self._draw_for_chance() for event in events]

    def _draw_for_chance(self) -> list[list[Event]]:
        heard: list[list[Event]] = []
        while self.state.actor == CHANCE and (word := self._drawn()) is not None:
            heard.append(self._say(CHANCE, word))
        return heard

    # -- looking ----------------------------------------------------------

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self.state.standing(seat)[0] for seat in range(self.seats))

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """The seats from the best on, ties together; empty while the game goes on."""
        if not self.over:
            return ()
        standings = [tuple(self.state.standing(seat)) for seat in range(self.seats)]
        return tuple(
            tuple(seat for seat in range(self.seats) if standings[seat] == standing)
            for standing in sorted(set(standings), reverse=True)
        )

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat may know, as plain data; None for a spectator."""
        shown = self.fixed_view() | self.open_view()
        return shown if seat is None else shown | self.own_view(seat, shown)

    def fixed_view(self) -> dict[str, Any]:
        """The part of every view that stays the same. It follows from `set_up` alone."""
        return {"game": self.game.name} | self.game.show_fixed(self._first)

    @property
    def set_up(self) -> State:
        """The state before the first answer; matches that are set up alike share it."""
        return self._first

    def open_view(self) -> dict[str, Any]:
        """What everybody may know and a spectator sees, besides what is fixed."""
        s = self.state
        return {
            "seat": None,
            "names": list(self.names),
            "turn": s.turn,
            "over": self.over,
            "actors": list(self.actors),
            "question": None,
            "choices": [],
            "scores": list(self.scores),
            "ranking": [list(group) for group in self.ranking],
        } | self.game.show_open(s)

    def own_view(self, seat: int, shown: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of what everybody sees (`shown`) that a seat sees otherwise."""
        step = self.step_asked(seat)
        choices = [] if step is None else list(self.choices(seat))
        own = {"seat": seat, "question": step, "choices": choices}
        return own | self.game.show_own(self.state, seat, shown)

    def fork(self) -> Match:
        """An independent copy: the same choices get the same luck. As quick late as early."""
        other = Match.__new__(Match)
        other.__dict__.update(self.__dict__)
        other.state = self.state.copy()
        other.history = self.history.copy()
        other._chosen = self._chosen.copy()
        other._echo = self._echo.copy()
        return other

    def position(self) -> dict[str, Any]:
        """The whole state as readable plain data."""
        return {
            "game": self.game.name,
            "rules": self.rules,
            "seats": self.seats,
            "options": self._spelt_options(),
            "data": deepcopy(self.changes),
        } | dump_state(self.game, self.state)

    def _spelt_options(self) -> dict[str, Any]:
        options: dict[str, Any] = msgspec.to_builtins(self.game.check_options(self.options))
        return options

    def _recorded_options(self) -> dict[str, Any]:
        usual = msgspec.to_builtins(self.game.check_options({}))
        later = self.game.later_options
        return {
            name: value
            for name, value in self._spelt_options().items()
            if name not in later or value != usual[name]
        }

    def record(self) -> str:
        """The game as text; `bedesten.replay` reads it."""
        result = spell_result(self.ranking, self.scores) if self.over else OPEN
        return write(
            Record(
                game=self.game.name,
                rules=self.rules,
                names=self.names,
                options=self._recorded_options(),
                seed=self.seed,
                commitment=self._told_commitment(),
                data={} if self.start else self.changes,
                position=self.start,
                lines=self._lines(),
                result=result,
            )
        )

    def _told_commitment(self) -> Commitment | None:
        """What is promised about the luck; the secrets only if the game is over."""
        if self.commitment is None or self.over:
            return self.commitment
        return self.commitment.hidden()

    def jumps(self) -> dict[int, int]:
        """By place in the history: the numbers of draws that are not the next ones.

        The place after the last answer is that of the next draw, while the game goes on.
        """
        found: dict[int, int] = {}
        expected = 0
        for n, answer in enumerate(self.history):
            if answer.draw is not None:
                if answer.draw != expected:
                    found[n] = answer.draw
                expected = answer.draw + 1
        if self._draw != expected and not self.over:
            found[len(self.history)] = self._draw
        return found

    def _lines(self) -> list[Line]:
        """The history, a line a turn."""
        lines: list[Line] = []
        jumps = self.jumps()
        n = 0
        for turn, group in groupby(self.history, key=lambda answer: answer.turn):
            answers = tuple((one.seat, one.word) for one in group)
            own = {at - n: draw for at, draw in jumps.items() if n <= at < n + len(answers)}
            lines.append(Line(0, turn, answers, own))
            n += len(answers)
        if n in jumps:
            lines = lines or [Line(0, self.state.turn, ())]
            lines[-1].jumps[len(lines[-1].answers)] = jumps[n]
        return lines


@lru_cache(maxsize=256)
def _first_state(
    game: Game[Any, Any, Any], seats: int, options: bytes, changes: bytes, rules: int
) -> State:
    """The state before the first answer, which nobody changes: matches set up alike share it."""
    first: State = game.start(
        seats,
        game.check_options(msgspec.json.decode(options)),
        game.data(msgspec.json.decode(changes)),
        rules,
    )
    return first


def _checked_seed(seed: int | str | None, chance: str) -> int | str | None:
    if chance == MANUAL:
        if seed is not None:
            raise ValueError("manual chance takes no seed")
        return None
    if seed is None:
        return secrets.randbits(63)
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise ValueError(f"a seed is a whole number or a word, not {seed!r}")
    if isinstance(seed, str) and (not seed or not seed.isprintable() or seed != seed.strip()):
        raise ValueError(f"a seed is a whole number or a word, not {seed!r}")
    if seed == MANUAL_SEED:
        raise ValueError(f"a seed cannot be {seed!r}, which a record writes for luck told by hand")
    return seed


def _checked_names(names: Sequence[str] | None, seats: int) -> tuple[str, ...]:
    if names is None:
        return tuple(f"Seat {seat}" for seat in range(seats))
    if isinstance(names, str) or len(names) != seats:
        raise ValueError(f"{seats} seats need {seats} names")
    for name in names:
        fits = isinstance(name, str) and 0 < len(name) <= LONGEST_NAME
        if not fits or name != name.strip() or not name.isprintable() or "," in name:
            raise ValueError(
                f"{name!r} is no name: 1 to {LONGEST_NAME} printable characters, no comma"
            )
    return tuple(names)
