"""The board of a game without a drawing: its view in the words of its texts."""

from __future__ import annotations

import pytest
from rich.console import Console

import bedesten
from bedesten.boards.plain import PlainBoard
from bedesten.boards.plain_view import PlainView
from bedesten.kernel.match import Match
from bedesten.kernel.text import LANGUAGES
from examples.tiny_game import GAME

every_language = pytest.mark.parametrize("language", LANGUAGES)


def drawn(match: Match, seat: int | None, language: str, width: int) -> list[str]:
    drawing = PlainBoard(language).draw(match, seat, width, None)
    console = Console(width=width, no_color=True, highlight=False)
    with console.capture() as captured:
        console.print(drawing.picture)
    lines = captured.get().splitlines()
    assert len(lines) == drawing.height
    return lines


@every_language
@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("game", bedesten.games())
def test_any_game_is_drawn_within_the_width(game: str, width: int, language: str) -> None:
    match = bedesten.new(game, seed=4)
    for seat in (None, *range(match.seats)):
        assert all(len(line) <= width for line in drawn(match, seat, language, width))
    assert PlainBoard(language).headline(match)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["Points", "stall", "the left stall", "the die", "rounds"]),
        ("de", ["Punkte", "Stand", "am linken Stand", "Würfel", "Runden"]),
        ("fr", ["Points", "étal", "à l’étal de gauche", "le dé", "manches"]),
    ],
)
def test_fields_and_values_have_the_names_that_the_texts_give_them(
    language: str, said: list[str]
) -> None:
    match = Match(GAME, seats=3, seed=3)
    for seat in match.actors:
        match.play(seat, "stall:left" if seat == 0 else "stall:right")
    shown = "\n".join(drawn(match, 0, language, 80))
    for words in said:
        assert words in shown


def test_what_is_not_there_is_a_dash() -> None:
    view = PlainView({"a": None, "b": [], "c": False, "d": True, "e": 0}, 2, GAME.text("en"))
    assert list(view.common().values()) == ["–", "–", "–", "✓", "0"]


def test_a_list_within_a_list_stands_in_brackets() -> None:
    view = PlainView({"a": [[1, 2], [3]], "b": {"x_y": {"p": 1, "q": [2]}}}, 2, GAME.text("en"))
    assert view.common() == {"a": "(1, 2), 3", "b": "x y (p 1, q 2)"}


def test_more_seats_than_signs_are_drawn_all_the_same() -> None:
    board = PlainBoard("en")
    assert board.mark(0).plain == board.mark(6).plain
