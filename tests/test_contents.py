"""The contents of each game: steps, clauses, words, all where they are looked for."""

from __future__ import annotations

import re
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

import bedesten
from bedesten import Game
from bedesten.kernel.step import ASKS_NOBODY, ASKS_TOGETHER, ASKS_WIDE, Step
from bedesten.kernel.text import LANGUAGES
from bedesten.kernel.words import MOST_WORDS, SHEET

EACH_GAME = pytest.mark.parametrize("name", bedesten.games())


def contents(name: str) -> ModuleType:
    return import_module(f"bedesten.games.{name}.steps")


def book(game: Game[Any, Any, Any]) -> list[Step]:
    return list(game.blank(game.seats[0], game.check_options({}), game.data({})).book)


def snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def class_of(game: Game[Any, Any, Any], number: int) -> str:
    """The class of a step, without the game's name where two games have such a step."""
    state = game.blank(game.seats[0], game.check_options({}), game.data({}))
    return type(book(game)[number]).__name__.removeprefix(type(state).__name__)


@EACH_GAME
def test_every_step_stands_in_the_book_at_its_number(name: str) -> None:
    game = bedesten.game(name)
    numbers = {step: n for step, n in vars(contents(name)).items() if step.isupper()}
    assert sorted(numbers.values()) == list(range(len(book(game))))
    for constant, number in numbers.items():
        assert snake_case(class_of(game, number)) == constant.lower()
        assert game.steps[number] == constant.lower()


@EACH_GAME
def test_steps_are_numbered_in_the_order_of_their_lines(name: str) -> None:
    numbers = [n for step, n in vars(contents(name)).items() if step.isupper()]
    assert numbers == sorted(numbers)
    assert len(numbers) < 256, "a step has eight bits on the agenda"


@EACH_GAME
def test_no_two_steps_are_one(name: str) -> None:
    steps = book(bedesten.game(name))
    assert len({type(step) for step in steps}) == len(steps)


@EACH_GAME
def test_every_step_carries_out_a_clause(name: str) -> None:
    game = bedesten.game(name)
    for step, step_name in zip(book(game), game.steps, strict=True):
        assert step.clause in game.rules, step_name
        assert game.clause_of(step_name) == step.clause


@EACH_GAME
def test_every_event_names_a_clause(name: str) -> None:
    game = bedesten.game(name)
    for kind in game.events:
        assert kind.clause in {"", *game.rules}, kind.name
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", kind.name)


@EACH_GAME
def test_every_clause_is_written_in_every_language(name: str) -> None:
    for clause, texts in bedesten.game(name).rules.items():
        assert set(texts) == set(LANGUAGES)
        assert all(texts.values()), clause


@EACH_GAME
def test_every_question_is_worded_in_every_language(name: str) -> None:
    game = bedesten.game(name)
    for step, step_name in zip(book(game), game.steps, strict=True):
        if step.asks != ASKS_NOBODY:
            for language in LANGUAGES:
                assert game.text(language).question(step_name)


@EACH_GAME
def test_words_are_spelt_alike_and_only_once(name: str) -> None:
    words = bedesten.game(name).vocabulary
    assert len(set(words)) == len(words) <= MOST_WORDS * SHEET
    for word in words:
        assert re.fullmatch(r"[a-z]+(:[a-z0-9_-]+)?", word), word


@EACH_GAME
def test_a_step_has_what_its_kind_needs(name: str) -> None:
    needed = {
        "Chance": ("tickets", "drawn", "answer"),
        "Question": ("options", "answer"),
        "Wide": ("spread", "answer"),
        "Together": ("answer", "reveal"),
    }
    for step in book(bedesten.game(name)):
        kinds = [kind.__name__ for kind in type(step).__mro__]
        kind = next((kind for kind in kinds if kind in needed), "Step")
        methods = needed.get(kind, ("run",))
        for method in methods:
            assert getattr(type(step), method) is not getattr(Step, method), (step, method)
        assert (kind == "Wide") == (step.asks == ASKS_WIDE)
        assert (kind == "Together") == (step.asks == ASKS_TOGETHER)


def test_games_are_known_by_their_names() -> None:
    for name in bedesten.games():
        assert bedesten.game(name).name == name
        assert bedesten.game(name).title
