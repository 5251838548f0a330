"""Checks of a lesson: played by its own solution, with every other move tried on the way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import bedesten
from bedesten.kernel.text import LANGUAGES
from bedesten.lessons.conditions import LEARNER, field_of
from bedesten.lessons.lesson import Lesson, LessonStep, Say
from bedesten.lessons.run import LessonRun

_DIGIT: Final = re.compile(r"\d")
_FIGURE: Final = re.compile(r"<[^<>]*>")


def faults(lesson: Lesson) -> list[str]:
    """All that is wrong with a lesson, in sentences; empty if nothing is."""
    found = [*_faults_of_texts(lesson), *_faults_of_names(lesson)]
    return found or list(_faults_of_play(lesson))


def texts(lesson: Lesson) -> Iterator[tuple[str, Say]]:
    """Every text of a lesson with its place in the file."""
    yield "title", lesson.title
    yield "goal", lesson.goal
    yield "learnt", lesson.learnt
    for n, step in enumerate(lesson.steps, 1):
        yield f"step {n}: say", step.say
        yield f"step {n}: wrong", step.wrong
        if step.tip is not None:
            yield f"step {n}: tip", step.tip
        for answer in step.answers:
            yield f"step {n}: answer to {', '.join(answer.words)}", answer.say


def _faults_of_texts(lesson: Lesson) -> Iterator[str]:
    for place, say in texts(lesson):
        if set(say) != set(LANGUAGES) or not all(map(str.strip, say.values())):
            yield f"{place} is to be said in {', '.join(LANGUAGES)}"
            continue
        for language in LANGUAGES:
            if _DIGIT.search(_FIGURE.sub("", say[language])):
                yield f"{place} ({language}) states a figure: let <…> fill it in from the data"
            try:
                lesson.text(say, language)
            except (KeyError, ValueError) as error:
                yield f"{place} ({language}) names no figure of the data: {error}"


def _faults_of_names(lesson: Lesson) -> Iterator[str]:
    game = bedesten.game(lesson.game)
    for clause in lesson.clauses:
        if clause not in game.rules:
            yield f"there is no clause {clause}"
    kinds = {kind.name: kind for kind in game.events}
    said = [*lesson.table.luck, *(word for _, word in lesson.table.before)]
    for step in lesson.steps:
        said += [*step.luck, *step.solution, *(w for words in step.others.values() for w in words)]
        for one in step.until:
            if one.event and one.event not in kinds:
                yield f"there is no event {one.event!r}"
            elif one.event and not {*one.fields, *one.at_least} <= {*kinds[one.event].fields}:
                yield f"{one.event!r} has the fields {', '.join(kinds[one.event].fields)}"
            elif not one.event and not one.view:
                yield "a condition names an event or a field of the view"
    for word in said:
        if word not in game.numbers:
            yield f"there is no word {word!r}"


def _faults_of_play(lesson: Lesson) -> Iterator[str]:
    try:
        run = LessonRun(lesson)
        fields = [one.view for step in lesson.steps for one in step.until if one.view]
        for path in fields:
            field_of(run.match, path)
    except (ValueError, KeyError) as error:
        yield f"the table cannot be laid: {error}"
        return
    for n, step in enumerate(lesson.steps):
        yield from _faults_of_step(run, step, n)
        if run.now.step != n + 1:
            yield f"step {n + 1} is not done by its solution"
            return
    if run.now.luck:
        yield f"luck that is never drawn: {', '.join(run.now.luck)}"


def _faults_of_step(run: LessonRun, step: LessonStep, n: int) -> Iterator[str]:
    for at, word in enumerate(step.solution):
        if run.now.step != n:
            yield f"step {n + 1} is done before {word!r}"
            return
        for other in run.match.choices(LEARNER):
            if other != word:
                yield from _faults_of_move(run, step, n, other)
        try:
            tried = run.play(word)
        except ValueError as error:
            yield f"step {n + 1}, word {at + 1}: {error}"
            return
        if not tried.is_right:
            yield f"step {n + 1}: the solution's {word!r} is taken for a wrong move"
            return


def _faults_of_move(run: LessonRun, step: LessonStep, n: int, word: str) -> Iterator[str]:
    """Try a move beside the solution: it leads on, or it is answered and changes nothing."""
    branch = LessonRun.__new__(LessonRun)
    branch.lesson, branch.now = run.lesson, run.now
    tried = branch.play(word)
    if tried.is_right and not tried.finished:
        if not branch.next_words:
            yield f"step {n + 1}: {word!r} is taken for right and leads nowhere"
        for language in LANGUAGES:
            if not step.answer_to((word,))[language].strip():
                yield f"step {n + 1}: {word!r} is not answered in {language}"
    elif not tried.is_right and branch.now is not run.now:
        yield f"step {n + 1}: {word!r} is wrong and changes the table"
