"""Every lesson by its own solution; and what the check finds in a lesson that is wrong."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

import bedesten
from bedesten import IllegalChoice, lessons
from bedesten.kernel.text import LANGUAGES
from bedesten.lessons.checking import faults
from bedesten.lessons.conditions import LEARNER, Condition
from bedesten.lessons.lesson import Lesson, patched, read_lesson
from bedesten.lessons.run import LessonRun

ALL = [one for game in bedesten.games() for one in lessons.course(game)]
EACH_LESSON = pytest.mark.parametrize("lesson", ALL, ids=lambda one: f"{one.game}/{one.name}")


@EACH_LESSON
def test_a_lesson_is_done_by_its_solution_and_answers_every_other_move(lesson: Lesson) -> None:
    assert faults(lesson) == []


@EACH_LESSON
def test_a_lesson_is_the_same_however_often_it_is_played(lesson: Lesson) -> None:
    def played() -> str:
        run = LessonRun(lesson)
        for step in lesson.steps:
            for word in step.solution:
                run.play(word)
        assert run.is_over
        return run.match.record()

    assert played() == played()


def test_every_game_has_a_course() -> None:
    assert [len(lessons.course(game)) for game in bedesten.games()] == [9, 7, 6]


@EACH_LESSON
def test_texts_are_short_enough_to_be_read_at_a_table(lesson: Lesson) -> None:
    for language in LANGUAGES:
        assert len(lesson.text(lesson.goal, language)) <= 110
        for step in lesson.steps:
            assert len(lesson.text(step.say, language)) <= 360


# -- a run --------------------------------------------------------------------


def run_of(game: str, which: str) -> LessonRun:
    return LessonRun(lessons.lesson(game, which))


def test_a_wrong_move_is_shown_and_changes_nothing() -> None:
    run = run_of("istanbul", "walk")
    before = run.match.position()
    tried = run.play("place:5")
    assert not tried.is_right
    assert [event.name for event in tried.events] == ["moved"]
    assert tried.after.match.view(LEARNER)["players"][LEARNER]["merchant"] == 5
    assert run.match.position() == before


def test_a_detour_within_the_solutions_number_of_choices_is_right() -> None:
    run = run_of("basari", "two")
    assert run.play("die").is_right, "whoever keeps out of the crowd has understood"


def test_what_the_engine_refuses_is_refused() -> None:
    run = run_of("istanbul", "walk")
    with pytest.raises(IllegalChoice, match="legal: place:1"):
        run.play("place:13")


def test_a_whole_gesture_may_finish_a_step() -> None:
    run = run_of("istanbul", "walk")
    assert run.play("place:2", "leave", "act").finished == (0,)


def test_the_way_on_is_shown_word_by_word() -> None:
    run = run_of("istanbul", "walk")
    shown = []
    while not run.is_over:
        shown.append(run.next_words[0])
        run.play(shown[-1])
    assert shown == [word for step in run.lesson.steps for word in step.solution]


def test_a_lesson_is_found_by_name_number_and_clause() -> None:
    assert lessons.lesson("istanbul", "3") is lessons.lesson("istanbul", "markets")
    found = lessons.lesson_on("istanbul", "IST-5.8")
    assert found is not None
    assert found.name == "markets"
    assert lessons.lesson_on("istanbul", "IST-10.1") is None
    with pytest.raises(ValueError, match=r"no lesson 'souk'; it has: 1 walk"):
        lessons.lesson("istanbul", "souk")


# -- what the check finds -------------------------------------------------------


WALK = files("bedesten.lessons").joinpath("istanbul", "01-walk.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ('"IST-3.1"', '"IST-33.1"', "there is no clause IST-33.1"),
        ('["place:2", "leave", "act"]', '["place:2", "leave"]', "step 1 is not done by its"),
        ('["place:2", "leave", "act"]', '["place:22"]', "there is no word 'place:22'"),
        ('["place:2", "leave", "act"]', '["place:5"]', "taken for a wrong move"),
        ('event = "got_good"', 'event = "got_goods"', "there is no event 'got_goods'"),
        ('good = "red" }', 'goods = "red" }', "'got_good' has the fields good, n"),
        ("one turn and", "1 turn and", "goal (en) states a figure"),
        ("<movement.near:span words>", "<movement.nearly>", "names no figure of the data"),
        ("pile.stay = 2", "pile.stay = 3", "the table cannot be laid"),
    ],
)  # fmt: skip
def test_the_check_finds_what_is_wrong(old: str, new: str, found: str) -> None:
    assert old in WALK
    lesson = read_lesson("istanbul", "01-walk.toml", WALK.replace(old, new))
    assert found in "; ".join(faults(lesson))


def test_a_missing_language_is_found() -> None:
    lesson = read_lesson("istanbul", "01-walk.toml", WALK)
    silent = msgspec.structs.replace(lesson, learnt={"en": "Well", "de": " ", "fr": "Bien"})
    assert faults(silent) == ["learnt is to be said in en, de, fr"]


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("walk.toml", WALK, "a lesson's file is called like 03-markets.toml"),
        ("01-walk.toml", "clauses = [", "istanbul/01-walk.toml: "),
        ("01-walk.toml", WALK.replace("seats = 3", 'seats = "three"'), "Expected `int`"),
        ("01-walk.toml", WALK.replace("seats = 3", "seats = 4"), "names are those of the 3 other"),
        ("01-walk.toml", WALK.replace("solution", "solutions"), "solution"),
    ],
)
def test_a_file_that_is_no_lesson_is_refused_in_a_sentence(
    name: str, text: str, found: str
) -> None:
    with pytest.raises(ValueError, match=found):
        read_lesson("istanbul", name, text)


def test_a_patch_reaches_into_lists() -> None:
    data = {"players": [{"lira": 1}, {"lira": 2}], "markers": 0}
    assert patched(data, {"players": {"1": {"lira": 9}}}) == {
        "players": [{"lira": 1}, {"lira": 9}],
        "markers": 0,
    }
    with pytest.raises(ValueError, match="a list of 2 has no entry '2'"):
        patched(data, {"players": {"2": {"lira": 9}}})


def test_a_condition_counts_events_and_reads_the_view() -> None:
    match = run_of("istanbul", "walk").match
    assert Condition(view="me.lira", is_=2).met(match, ())
    assert not Condition(view="me.lira", least=3).met(match, ())
    assert Condition(event="moved", most=0).met(match, ())
    assert not Condition(event="moved").met(match, ())
    with pytest.raises(KeyError):
        Condition(view="me.camels", is_=1).met(match, ())


def test_every_lesson_file_is_shipped() -> None:
    folder = Path(lessons.__file__).parent
    assert len(list(folder.glob("*/*.toml"))) == len(ALL)


def test_the_lesson_of_the_documentation_is_one() -> None:
    page = Path(__file__).parents[2].joinpath("docs", "lessons.md").read_text(encoding="utf-8")
    text = page.split("```toml\n")[1].split("```")[0]
    assert faults(read_lesson("istanbul", "01-tea.toml", text)) == []
