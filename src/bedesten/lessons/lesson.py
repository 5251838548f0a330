"""A lesson as its file has it, and the texts in which it speaks."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeAlias

import msgspec

import bedesten
from bedesten.kernel.components import Components, flattened
from bedesten.lessons.conditions import Condition

Say: TypeAlias = dict[str, str]
"""A text by language."""

_NAME = re.compile(r"(\d\d)-([a-z][a-z-]*)\.toml")


class WrongAnswer(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What is said of certain wrong moves in place of the general text."""

    words: tuple[str, ...]
    """Words of the move; a family such as `place` stands for all of its words."""
    say: Say

    def fits(self, words: tuple[str, ...]) -> bool:
        """Whether a move has one of the words."""
        return any(own in (word, word.partition(":")[0]) for word in words for own in self.words)


class LessonStep(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One thing to do."""

    say: Say
    """What to do and why."""
    solution: tuple[str, ...]
    """Words of the learner that lead there."""
    wrong: Say
    """Why a move that cannot lead there is no good."""
    until: tuple[Condition, ...] = ()
    """What has happened when the step is done: all of it."""
    score: int | None = None
    """A score that is to be reached within the turn and without luck, instead of that."""
    luck: tuple[str, ...] = ()
    """Words of chance, each drawn when it first can be."""
    others: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Words of other seats by number, each said when it first can be."""
    answers: tuple[WrongAnswer, ...] = ()
    turns: int = 1
    """In how many turns or rounds it is to be done."""
    spare: int = 0
    """How many choices more than the solution the learner may make."""
    tip: Say | None = None
    """More about it, for those who want to know."""

    def answer_to(self, words: tuple[str, ...]) -> Say:
        """What to say of a wrong move."""
        return next((one.say for one in self.answers if one.fits(words)), self.wrong)


class Laid(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """How the table is laid: a new game, set up with the lesson's luck, then changed."""

    seats: int
    names: tuple[str, ...]
    """Of the others at the table, in seat order."""
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    luck: tuple[str, ...] = ()
    before: tuple[tuple[int, str], ...] = ()
    """Seats and their words that are said before the lesson begins."""


class Lesson(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One lesson; the learner sits at seat 0."""

    title: Say
    goal: Say
    """In one sentence."""
    learnt: Say
    """In a sentence or two, when it is over."""
    clauses: tuple[str, ...]
    """What is taught, the chief one first."""
    table: Laid
    steps: tuple[LessonStep, ...]
    hides: tuple[str, ...] = ()
    """Parts of the page's table that have not been introduced yet."""
    pieces: dict[str, Any] = msgspec.field(default_factory=dict)
    """What is changed of the pieces that were set up; list entries by number."""
    position: dict[str, Any] | None = None
    """A whole position to begin with, instead of a table that is set up."""
    game: str = ""
    name: str = ""

    def text(self, say: Say, language: str) -> str:
        """A text of the lesson with the figures of the game filled in."""
        return _components(self.game, language).fill(say[language])


@lru_cache(maxsize=16)
def _components(game: str, language: str) -> Components:
    figures = bedesten.game(game).components(language, {}).figures
    return Components(language, flattened(figures))


def read_lesson(game: str, file: str, text: str) -> Lesson:
    """A lesson from the text of its file; ValueError says what is wrong with it."""
    found = _NAME.fullmatch(file)
    if found is None:
        raise ValueError(f"{file}: a lesson's file is called like 03-markets.toml")
    try:
        data = tomllib.loads(text)
        lesson = msgspec.convert({**data, "game": game, "name": found[2]}, Lesson)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ValueError(f"{game}/{file}: {error}") from None
    if not lesson.steps:
        raise ValueError(f"{game}/{file}: a lesson has at least one step")
    if len(lesson.table.names) != lesson.table.seats - 1:
        raise ValueError(
            f"{game}/{file}: names are those of the {lesson.table.seats - 1} other players"
        )
    return lesson


def patched(data: Any, changes: Any) -> Any:
    """Plain data with changes laid over it: tables field by field, lists entry by entry."""
    if isinstance(data, dict) and isinstance(changes, Mapping):
        merged = {name: patched(data.get(name), value) for name, value in changes.items()}
        return data | merged
    if isinstance(data, list) and isinstance(changes, Mapping):
        unknown = [key for key in changes if not (key.isdecimal() and int(key) < len(data))]
        if unknown:
            raise ValueError(f"a list of {len(data)} has no entry {unknown[0]!r}")
        entries = [changes.get(str(n)) for n in range(len(data))]
        return [
            one if change is None else patched(one, change)
            for one, change in zip(data, entries, strict=True)
        ]
    return changes
