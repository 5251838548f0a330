"""Every puzzle is proven anew, and solved by its own solution; mining finds such puzzles."""

from __future__ import annotations

import pytest

import bedesten
from bedesten import puzzles
from bedesten.kernel.text import LANGUAGES
from bedesten.lessons.brute_force import lines
from bedesten.lessons.conditions import LEARNER
from bedesten.lessons.run import LessonRun
from bedesten.puzzles.mining import mined, proven
from bedesten.puzzles.puzzle import Puzzle, lesson_of

ALL = [(n, one) for game in puzzles.GAMES for n, one in enumerate(puzzles.puzzles_of(game), 1)]
EACH_PUZZLE = pytest.mark.parametrize(
    ("number", "puzzle"), ALL, ids=lambda one: one.game if isinstance(one, Puzzle) else str(one)
)


@EACH_PUZZLE
def test_brute_force_proves_that_one_first_word_alone_brings_the_most(
    number: int, puzzle: Puzzle
) -> None:
    match = bedesten.from_position(puzzle.game, puzzle.position, chance="manual")
    found = proven(match)
    assert found is not None
    assert (found[0], found[1].words) == (puzzle.gain, puzzle.solution)
    assert "apprentice" not in puzzle.found_by, "the weakest level misses it"


@EACH_PUZZLE
def test_a_puzzle_is_solved_by_its_solution(number: int, puzzle: Puzzle) -> None:
    run = LessonRun(lesson_of(puzzle, number))
    assert run.next_words[0] == puzzle.solution[0]
    for word in puzzle.solution:
        assert run.play(word).is_right
    assert run.is_over


@pytest.mark.parametrize("game", puzzles.GAMES)
def test_every_other_beginning_is_answered_and_changes_nothing(game: str) -> None:
    for number, puzzle in enumerate(puzzles.puzzles_of(game)[:5], 1):
        run = LessonRun(lesson_of(puzzle, number))
        for word in run.match.choices(LEARNER):
            if word != puzzle.solution[0]:
                assert not run.play(word).is_right, word
        assert run.match.position()["pieces"] == puzzle.position["pieces"]


def test_puzzles_begin_with_the_easiest_and_no_two_are_alike() -> None:
    for game in puzzles.GAMES:
        found = puzzles.puzzles_of(game)
        assert [one.difficulty for one in found] == sorted(one.difficulty for one in found)
        assert len({(one.seed, one.turn) for one in found}) == len(found)


def test_puzzles_speak_every_language() -> None:
    lesson = puzzles.puzzle_lesson("choose_write", 1)
    for language in LANGUAGES:
        assert lesson.text(lesson.learnt, language).endswith(
            bedesten.game("choose_write").text(language).word(lesson.steps[0].solution[-1])
        )
    assert lesson.text(lesson.goal, "de").startswith("Hol in diesem Zug")


def test_mining_finds_only_what_is_proven() -> None:
    found = [one for seed in range(1, 9) for one in mined("choose_write", seed)]
    assert found, "eight games have at least one"
    for puzzle in found:
        match = bedesten.from_position(puzzle.game, puzzle.position, chance="manual")
        ways = lines(match, LEARNER)
        best = max(ways.values(), key=lambda line: line.score)
        assert [word for word, line in ways.items() if line.score == best.score] == [
            puzzle.solution[0]
        ]


@pytest.mark.parametrize(
    ("game", "number", "sentence"),
    [
        ("istanbul", 0, "the puzzles of istanbul are 1 to"),
        ("basari", 1, "basari has no puzzles; there are some of: istanbul, choose_write"),
        ("chess", 1, "no game 'chess'"),
    ],
)
def test_what_does_not_exist_is_named(game: str, number: int, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        puzzles.puzzle_lesson(game, number)
