"""A lesson under way: the learner's moves at the real table, with the lesson's luck.

Everything follows from the lesson and the moves so far, so a run can be made again from them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import bedesten
from bedesten.kernel.event import Event
from bedesten.kernel.match import MANUAL, Match
from bedesten.kernel.rng import seeded
from bedesten.kernel.state import CHANCE
from bedesten.lessons.brute_force import lines
from bedesten.lessons.conditions import LEARNER
from bedesten.lessons.lesson import Lesson, LessonStep, patched

MOST_TRIED: Final = 1500
"""Moves that are tried to find out whether a step can still be done; beyond, it is assumed."""
LONGEST: Final = 400
"""Answers of others and of chance between two of the learner, at most."""


@dataclass(frozen=True)
class Moment:
    """A lesson after some moves. It is never changed: a move makes another one."""

    match: Match
    step: int
    """The number of the step under way; that after the last when the lesson is over."""
    luck: tuple[str, ...]
    """Words of chance that are still to come."""
    others: tuple[tuple[str, ...], ...]
    """Words of each seat that are still to come."""
    heard: tuple[Event, ...] = ()
    """What has happened since the step began."""
    began: int = 0
    """How many choices the learner had made when the step began."""
    turns: int = 0
    """How many turns the learner has begun since."""

    @property
    def made(self) -> int:
        """How many choices the learner has made in this step."""
        return self.match.choices_made(LEARNER) - self.began


@dataclass(frozen=True)
class LessonMove:
    """One answer, or one gesture of the learner, with the table after it."""

    seat: int
    events: tuple[Event, ...]
    match: Match


@dataclass(frozen=True)
class Tried:
    """What came of a move."""

    words: tuple[str, ...]
    after: Moment
    """The table after the move and what others and chance did then."""
    moves: tuple[LessonMove, ...]
    """The learner's move and those that followed."""
    is_right: bool
    """Whether the step is done or can still be done. After any other move the run stays."""
    finished: tuple[int, ...]
    """The numbers of the steps that are done with it."""

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened."""
        return tuple(event for move in self.moves for event in move.events)


class LessonRun:
    """A learner in a lesson. `play` is the only thing that goes on."""

    def __init__(self, lesson: Lesson, name: str = "You") -> None:
        self.lesson = lesson
        self.now = _begun(lesson, name)

    @property
    def match(self) -> Match:
        return self.now.match

    @property
    def is_over(self) -> bool:
        return self.now.step >= len(self.lesson.steps)

    @property
    def step(self) -> LessonStep:
        """What is to be done now; the last step when all is done."""
        return self.lesson.steps[min(self.now.step, len(self.lesson.steps) - 1)]

    @property
    def next_words(self) -> tuple[str, ...]:
        """The shortest way on: what to show to somebody who asks for it; empty if there is none."""
        return () if self.is_over else _way(self.lesson, self.now)

    def repeat(self, *words: str) -> None:
        """Play words that were found right before, without asking again whether they are."""
        self.now, _ = self._finished(_after(self.lesson, self.now, words))

    def _finished(self, after: Moment) -> tuple[Moment, tuple[int, ...]]:
        """A moment in the first step that is not done yet, and the steps done by then."""
        done: list[int] = []
        while after.step < len(self.lesson.steps) and is_done(self.lesson.steps[after.step], after):
            done.append(after.step)
            after = _entered(self.lesson, after)
        return after, tuple(done)

    def play(self, *words: str) -> Tried:
        """Try words of the learner; the run goes on if they can lead to the goal of the step.

        IllegalChoice if the engine refuses them; then nothing has changed.
        """
        moves: list[LessonMove] = []
        after, done = self._finished(_after(self.lesson, self.now, words, moves))
        is_right = bool(done) or bool(_way(self.lesson, after))
        if is_right:
            self.now = after
        return Tried(tuple(words), after, tuple(moves), is_right, done)


def is_done(step: LessonStep, moment: Moment) -> bool:
    """Whether all that a step waits for is so."""
    if step.score is not None:
        return int(moment.match.state.standing(LEARNER)[0]) >= step.score
    return all(one.met(moment.match, moment.heard) for one in step.until)


# -- beginning ---------------------------------------------------------------


def _begun(lesson: Lesson, name: str) -> Moment:
    laid = lesson.table
    if lesson.position is not None:
        names = (name, *laid.names)
        match = bedesten.from_position(lesson.game, lesson.position, names=names, chance=MANUAL)
        return _entered(lesson, Moment(match, -1, (), ((),) * laid.seats))
    match = bedesten.new(lesson.game, names=(name, *laid.names), chance=MANUAL, **laid.options)
    luck = laid.luck
    before = list(laid.before)
    while before or CHANCE in match.actors:
        if CHANCE in match.actors:
            word, luck = _drawn(lesson, match, luck)
            match.play(CHANCE, word)
        else:
            seat, word = before.pop(0)
            match.play(seat, word)
    if lesson.pieces:
        position = match.position()
        position["pieces"] = patched(position["pieces"], lesson.pieces)
        match = bedesten.from_position(lesson.game, position, names=match.names, chance=MANUAL)
    first = Moment(match, -1, (), ((),) * laid.seats)
    moment = _settled(lesson, _entered(lesson, first))
    return replace(moment, heard=(), began=moment.match.choices_made(LEARNER))


def _entered(lesson: Lesson, moment: Moment) -> Moment:
    """The moment at which the next step begins, with its luck and its words of others."""
    n = moment.step + 1
    made = moment.match.choices_made(LEARNER)
    if n >= len(lesson.steps):
        return replace(moment, step=n, heard=(), began=made)
    step = lesson.steps[n]
    others = tuple(
        (*left, *step.others.get(str(seat), ())) for seat, left in enumerate(moment.others)
    )
    return replace(
        moment,
        step=n,
        luck=(*moment.luck, *step.luck),
        others=others,
        heard=(),
        began=made,
        turns=0,
    )


# -- going on ----------------------------------------------------------------


def _after(
    lesson: Lesson, moment: Moment, words: Sequence[str], moves: list[LessonMove] | None = None
) -> Moment:
    """The moment after words of the learner; `moves` gets every move on the way."""
    match, heard = moment.match.after(LEARNER, *words)
    events = tuple(event for one in heard for event in one)
    if moves is not None:
        moves.append(LessonMove(LEARNER, events, match))
    settled = _settled(lesson, replace(moment, match=match, heard=(*moment.heard, *events)), moves)
    is_new_turn = settled.match.state.turn != moment.match.state.turn
    return replace(settled, turns=moment.turns + is_new_turn)


def _settled(lesson: Lesson, moment: Moment, moves: list[LessonMove] | None = None) -> Moment:
    """The moment at which the learner is asked again, or the game is over."""
    if LEARNER in moment.match.actors or moment.match.over:
        return moment
    match, luck, others = moment.match.fork(), moment.luck, list(moment.others)
    heard = list(moment.heard)
    for _ in range(LONGEST):
        actors = match.actors
        if not actors or LEARNER in actors:
            break
        seat = actors[0]
        if seat == CHANCE:
            word, luck = _drawn(lesson, match, luck)
        else:
            word, others[seat] = _said(match.choices(seat), others[seat])
        events = match.play(seat, word)
        heard += events
        if moves is not None:
            moves.append(LessonMove(seat, events, match.fork()))
    return replace(moment, match=match, luck=luck, others=tuple(others), heard=tuple(heard))


def _drawn(lesson: Lesson, match: Match, luck: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """What chance answers: the lesson's first word that fits, else one by a fixed seed."""
    odds = match.odds()
    for n, word in enumerate(luck):
        if word in odds:
            return word, luck[:n] + luck[n + 1 :]
    rng = seeded(f"lesson/{lesson.game}/{lesson.name}/{len(match.history)}")
    return list(odds)[rng.below(len(odds))], luck


def _said(choices: Sequence[str], words: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """What another seat answers: its first word that fits, else as little as it can."""
    for n, word in enumerate(words):
        if word in choices:
            return word, words[:n] + words[n + 1 :]
    idle = next((word for word in ("pass", "accept", "done") if word in choices), choices[-1])
    return idle, words


# -- what still leads to the goal ---------------------------------------------


def _way(lesson: Lesson, moment: Moment) -> tuple[str, ...]:
    """Words that finish the step within its number of choices; empty if no words do.

    Where there are too many to try, the solution's next word is taken for one.
    """
    step = lesson.steps[moment.step]
    if step.score is not None:
        return _line(moment, step.score)
    most = _choices_of(lesson, moment.step) + step.spare
    tried = 0

    def deeper(here: Moment) -> tuple[str, ...] | None:
        nonlocal tried
        left = most - here.made
        if left <= 0 or here.turns >= step.turns or LEARNER not in here.match.actors:
            return None
        for word in _ordered(here.match, step):
            if tried >= MOST_TRIED:
                return (word,)
            tried += 1
            after = _after(lesson, here, (word,))
            if is_done(step, after):
                return (word,)
            found = deeper(after)
            if found is not None:
                return (word, *found)
        return None

    return deeper(moment) or ()


def _line(moment: Moment, score: int) -> tuple[str, ...]:
    """Words that reach a score in the turn under way, without luck; empty if none do."""
    if moment.turns > 0:
        return ()
    found = [line for line in lines(moment.match, LEARNER).values() if line.score >= score]
    return min((line.words for line in found), key=len, default=())


def _ordered(match: Match, step: LessonStep) -> Iterator[str]:
    """The learner's choices, those of the solution first."""
    choices = match.choices(LEARNER)
    likely = dict.fromkeys(word for word in step.solution if word in choices)
    yield from likely
    yield from (word for word in choices if word not in likely)


def _choices_of(lesson: Lesson, n: int) -> int:
    """How many choices the solution of a step takes; forced words are none."""
    return len(lesson.steps[n].solution)
