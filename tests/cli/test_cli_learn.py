"""`bedesten learn`: whole courses typed at a terminal."""

from __future__ import annotations

import json

import pytest

import bedesten
from bedesten import lessons
from bedesten.kernel.text import LANGUAGES
from cli.conftest import Call


def typed(game: str, first: int = 1) -> list[str]:
    """The words of every solution, with Enter between the lessons."""
    found: list[str] = []
    for lesson in lessons.course(game)[first - 1 :]:
        found += [word for step in lesson.steps for word in step.solution]
        found.append("")
    return found


@pytest.mark.parametrize("game", bedesten.games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_course_can_be_typed(call: Call, game: str, language: str) -> None:
    result = call("learn", game, "--lang", language, typed=typed(game))
    assert result.exit_code == 0, result.output
    flat = " ".join(result.output.split())
    for lesson in lessons.course(game):
        assert " ".join(lesson.text(lesson.learnt, language).split()) in flat, lesson.name
    assert f"bedesten play {game} --seats you,apprentice" in flat or game == "choose_write"


def test_a_wrong_move_is_answered_and_tried_again(call: Call) -> None:
    result = call("learn", "istanbul", typed=["5", "", "h", "place:2", "leave", "pass", "", "q"])
    assert "That leads to this:" in result.output
    assert "Guest goes to the post office." in result.output
    assert "This leads on: Go to the fabric warehouse" in result.output
    assert "your wheelbarrow stays empty" in " ".join(result.output.split())
    assert result.exit_code == 0


def test_a_course_can_begin_with_any_lesson(call: Call) -> None:
    by_name = call("learn", "basari", "scoring", typed=["q"])
    assert "Lesson 5 of 6: The scoring" in by_name.output
    assert call("learn", "basari", "5", typed=["q"]).output == by_name.output


def test_the_courses_are_listed(call: Call) -> None:
    rows = json.loads(call("learn", "--list", "--json").output)
    assert len(rows) == sum(len(lessons.course(game)) for game in bedesten.games())
    assert rows[0]["name"] == "walk"
    assert "Gehen und einen Gehilfen dalassen" in call("learn", "--list", "--lang", "de").output


def test_the_lessons_are_checked(call: Call) -> None:
    result = call("learn", "basari", "--check")
    assert (result.exit_code, result.output.count(": ok")) == (0, 6)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["learn"], "which game? There are: istanbul"),
        (["learn", "chess"], "no game 'chess'"),
        (["learn", "basari", "souk"], "the course of basari has no lesson 'souk'; it has: 1 ring"),
    ],
)
def test_what_does_not_exist_is_answered_in_a_sentence(
    call: Call, arguments: list[str], sentence: str
) -> None:
    result = call(*arguments)
    assert result.exit_code == 2
    assert sentence in result.output
