"""Courses of short lessons: real positions, played with the real engine.

A lesson is one file, `<game>/NN-name.toml`; docs/lessons.md says how to write one.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

import bedesten
from bedesten.lessons.lesson import Lesson, read_lesson

__all__ = ["FIRST_OPPONENT", "course", "lesson", "lesson_on"]

FIRST_OPPONENT: Final = "apprentice"
"""The bot that a first game after a course is played against."""


@cache
def course(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game in their order; ValueError if there is no such game."""
    found = bedesten.game(game)
    folder = files("bedesten.lessons").joinpath(found.name)
    names = sorted(one.name for one in folder.iterdir() if one.name.endswith(".toml"))
    return tuple(
        read_lesson(found.name, name, folder.joinpath(name).read_text(encoding="utf-8"))
        for name in names
    )


def lesson(game: str, which: str) -> Lesson:
    """A lesson by its name or its number; ValueError says which there are."""
    lessons = course(game)
    for n, one in enumerate(lessons, 1):
        if which in (one.name, str(n)):
            return one
    known = ", ".join(f"{n} {one.name}" for n, one in enumerate(lessons, 1))
    raise ValueError(f"the course of {game} has no lesson {which!r}; it has: {known}")


def lesson_on(game: str, clause: str) -> Lesson | None:
    """The first lesson that teaches a clause; None if no lesson does."""
    return next((one for one in course(game) if clause in one.clauses), None)
