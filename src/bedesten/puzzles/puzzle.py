"""A puzzle as it is stored, and as a lesson of one step that can be played."""

from __future__ import annotations

from typing import Any

import msgspec

import bedesten
from bedesten.kernel.grammar import Grammar
from bedesten.kernel.text import LANGUAGES, sentences
from bedesten.lessons.lesson import Laid, Lesson, LessonStep, Say

NAMES = ("Mira", "Omar", "Lale", "Yusuf")
"""Of the others at the table."""
CLAUSES = {"istanbul": "IST-9.3", "choose_write": "CW-7.3"}
"""Why rubies matter."""


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn in which one first word alone brings the most rubies without luck."""

    game: str
    seed: int
    """Of the game of bots in which it was found."""
    turn: int
    position: dict[str, Any]
    gain: int
    """How many rubies the solution brings."""
    solution: tuple[str, ...]
    found_by: tuple[str, ...]
    """The levels that begin with its first word."""

    @property
    def difficulty(self) -> int:
        """1 to 4: how many of the levels asked miss it."""
        return 4 - len(self.found_by)


def lesson_of(puzzle: Puzzle, number: int) -> Lesson:
    """A puzzle as a lesson of one step."""
    seats = int(puzzle.position["seats"])
    before = int(puzzle.position["pieces"]["players"][0]["rubies"])
    say = {language: sentences("bedesten.puzzles", language) for language in LANGUAGES}
    goal: Say = {
        language: Grammar(language)
        .form(say[language].texts["goal"], puzzle.gain)
        .format(n=puzzle.gain)
        for language in LANGUAGES
    }
    return Lesson(
        title={language: say[language]("title", n=number) for language in LANGUAGES},
        goal=goal,
        learnt={
            language: say[language]("learnt", way=_way(puzzle, language)) for language in LANGUAGES
        },
        clauses=(CLAUSES[puzzle.game],),
        table=Laid(seats, NAMES[: seats - 1]),
        steps=(
            LessonStep(
                say=goal,
                solution=puzzle.solution,
                wrong={language: say[language]("wrong") for language in LANGUAGES},
                score=before + puzzle.gain,
            ),
        ),
        position=puzzle.position,
        game=puzzle.game,
        name=f"puzzle-{number}",
    )


def _way(puzzle: Puzzle, language: str) -> str:
    """The solution in words."""
    text = bedesten.game(puzzle.game).text(language)
    return " → ".join(map(text.word, puzzle.solution))
