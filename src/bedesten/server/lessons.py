"""Lessons on the page: a table made from the lesson and the learner's moves; nothing is stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import cast

import msgspec

import bedesten
from bedesten import lessons
from bedesten.kernel.errors import IllegalChoice
from bedesten.kernel.match import Match
from bedesten.lessons.conditions import LEARNER
from bedesten.lessons.lesson import Lesson, Say
from bedesten.lessons.run import LessonMove, LessonRun
from bedesten.server.messages import Viewer, Views, asked, explored_in, happened
from bedesten.server.standings import standing_in
from bedesten.server.wire import (
    Back,
    Colour,
    Explored,
    LessonInfo,
    LessonMoves,
    LessonTable,
    Logged,
    Moved,
    QuestionInfo,
    SeatInfo,
    Snapshot,
    TableInfo,
)
from bedesten.tables.chairs import COLOURS
from bedesten.tables.refusal import Refusal


class LessonRequest(msgspec.Struct, frozen=True):
    """A lesson, who takes it, and what was played so far."""

    game: str
    name: str
    moves: LessonMoves
    learner: str
    colour: str
    language: str


def courses(language: str) -> list[LessonInfo]:
    """All lessons of all games, in their order."""
    return [
        lesson_info(lesson, n, language)
        for game in bedesten.games()
        for n, lesson in enumerate(lessons.course(game), 1)
    ]


def lesson_info(lesson: Lesson, number: int, language: str) -> LessonInfo:
    return LessonInfo(
        game=lesson.game,
        name=lesson.name,
        number=number,
        title=lesson.text(lesson.title, language),
        goal=lesson.text(lesson.goal, language),
        clauses=list(lesson.clauses),
        steps=len(lesson.steps),
        seats=lesson.table.seats,
    )


def lesson_table(request: LessonRequest) -> LessonTable:
    """The table after the moves so far, and what came of the last words; Refusal if illegal."""
    lesson, run = _resumed(request)
    words = request.moves.words
    moved: list[Moved] = []
    right, answer = True, ""
    if words:
        step = run.step
        with legal():
            tried = run.play(*words)
        right = tried.is_right
        answer = "" if right else _said(lesson, step.answer_to(tried.words), request)
        moved = [_moved(move, request, right and move is tried.moves[-1]) for move in tried.moves]
    return LessonTable(
        lesson=lesson_info(lesson, _number(lesson), request.language),
        step=run.now.step,
        say=_said(lesson, run.step.say, request),
        tip="" if run.step.tip is None else _said(lesson, run.step.tip, request),
        way=list(run.next_words) if request.moves.show else [],
        hides=list(lesson.hides),
        learnt=_said(lesson, lesson.learnt, request) if run.is_over else "",
        tasks=standing_in(run.match, request.language) if run.match.seats == 1 else [],
        right=right,
        answer=answer,
        moved=moved,
        table=_snapshot(run.match, lesson, request, is_asked=not run.is_over),
    )


def explored(request: LessonRequest) -> Explored | None:
    """What words would lead to in a lesson; None if the engine refuses them.

    Without words: the question with its previews.
    """
    _, run = _resumed(request)
    match, words = run.match, request.moves.words
    try:
        return explored_in(match, LEARNER, len(match.history), words, None, request.language)
    except Refusal:
        return None


def _resumed(request: LessonRequest) -> tuple[Lesson, LessonRun]:
    try:
        lesson = lessons.lesson(request.game, request.name)
    except ValueError:
        raise Refusal("not_found") from None
    run = LessonRun(lesson, request.learner)
    for words in request.moves.said:
        with legal():
            run.repeat(*words)
    return lesson, run


@contextmanager
def legal() -> Iterator[None]:
    """Turn what the engine refuses into a Refusal."""
    try:
        yield
    except IllegalChoice as error:
        raise Refusal("illegal", why=str(error)) from None


def _number(lesson: Lesson) -> int:
    return lessons.course(lesson.game).index(lesson) + 1


def _said(lesson: Lesson, say: Say, request: LessonRequest) -> str:
    return lesson.text(say, request.language)


# -- as a table has them --------------------------------------------------------


def _moved(move: LessonMove, request: LessonRequest, is_asked: bool) -> Moved:
    match, number = move.match, len(move.match.history)
    seat = None if move.seat < 0 else move.seat
    events = happened(match, move.events, _viewer(request))
    return Moved(
        seq=number,
        entry=Logged(number, int(match.state.turn), seat, events),
        undone=False,
        seat=LEARNER,
        view=Views(match).of(LEARNER),
        asked=_asked(match, request) if is_asked else [],
        deciding=[one for one in match.actors if one >= 0] if is_asked else [],
        back=Back(0, False),
        clocks=[None] * match.seats,
    )


def _snapshot(match: Match, lesson: Lesson, request: LessonRequest, is_asked: bool) -> Snapshot:
    return Snapshot(
        seq=len(match.history),
        table=_table(match, lesson, request),
        seat=LEARNER,
        view=Views(match).of(LEARNER),
        asked=_asked(match, request) if is_asked else [],
        log=[],
        chat=[],
        back=Back(0, False),
        request=None,
    )


def _asked(match: Match, request: LessonRequest) -> list[QuestionInfo]:
    if not match.state.may_act(LEARNER):
        return []
    return [asked(match, LEARNER, len(match.history), request.language)]


def _table(match: Match, lesson: Lesson, request: LessonRequest) -> TableInfo:
    return TableInfo(
        id=f"lesson-{lesson.game}-{lesson.name}",
        game=lesson.game,
        status="playing",
        seats=[
            SeatInfo(
                kind="person" if seat == LEARNER else "bot",
                name=name,
                colour=colour,
                mine=seat == LEARNER,
                here=seat == LEARNER,
            )
            for seat, (name, colour) in enumerate(
                zip(match.names, _colours(request.colour, match.seats), strict=True)
            )
        ],
        options=match.options,
        visibility="private",
        pace="normal",
        take_back="never",
        clock=None,
        mine=[LEARNER],
        deciding=[one for one in match.actors if one >= 0],
        turn=int(match.state.turn),
        created="",
        changed="",
        host=False,
        access="inside",
    )


def _colours(mine: str, seats: int) -> Sequence[Colour]:
    others = [one for one in COLOURS if one != mine]
    return cast(Sequence[Colour], [mine, *others][:seats])


def _viewer(request: LessonRequest) -> Viewer:
    return Viewer("", LEARNER, request.language)
