"""Puzzles: turns of real games in which one way alone brings the most, proven by brute force."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

import bedesten
from bedesten.lessons.lesson import Lesson
from bedesten.puzzles.puzzle import Puzzle, lesson_of

__all__ = ["GAMES", "Puzzle", "puzzle_lesson", "puzzles_of"]

GAMES: Final = ("istanbul", "choose_write")
"""The games that have puzzles."""


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easiest first; ValueError if there is no such game."""
    name = bedesten.game(game).name
    if name not in GAMES:
        return ()
    stored = files("bedesten.puzzles").joinpath(f"{name}.jsonl").read_bytes()
    return tuple(msgspec.json.Decoder(Puzzle).decode_lines(stored))


def puzzle_lesson(game: str, number: int) -> Lesson:
    """A puzzle that can be played as a lesson; ValueError says which there are."""
    found = puzzles_of(game)
    if not found:
        raise ValueError(f"{game} has no puzzles; there are some of: {', '.join(GAMES)}")
    if not 1 <= number <= len(found):
        raise ValueError(f"the puzzles of {game} are 1 to {len(found)}, not {number}")
    return lesson_of(found[number - 1], number)
