"""Games are played as they always were: golden playthroughs and checksums."""

from __future__ import annotations

import re

import pytest

import bedesten
from bedesten.kernel.playout import play_games, play_out
from bedesten.kernel.rng import seeded
from bedesten.kernel.step import ASKS_NOBODY
from golden.playthrough import EVERY, HERE, Playthrough, frozen_words, vocabulary_path
from playing import LONGEST, Case, values_of

GAMES = bedesten.games()


@pytest.mark.parametrize("playthrough", EVERY, ids=lambda one: f"{one.game}-{one.name}")
def test_a_playthrough_is_as_it_was(playthrough: Playthrough) -> None:
    text = playthrough.text()
    assert playthrough.path.read_text(encoding="utf-8") == text, (
        "played otherwise; if that is right: make golden"
    )
    assert playthrough.shows(text)


def test_every_file_has_its_playthrough() -> None:
    paths = {one.path for one in EVERY} | {vocabulary_path(name) for name in GAMES}
    assert {path for path in HERE.glob("*/*.txt") if path not in paths} == set()


def playthroughs_of(name: str) -> list[Playthrough]:
    return [one for one in EVERY if one.game == name]


@pytest.mark.parametrize("name", GAMES)
def test_playthroughs_show_every_seat_count_and_option(name: str) -> None:
    game, shown = bedesten.game(name), playthroughs_of(name)
    assert {one.seats for one in shown} == set(range(game.seats[0], game.seats[1] + 1))
    for option, schema in game.options["properties"].items():
        default = getattr(game.check_options({}), option)
        assert {one.options.get(option, default) for one in shown} == set(values_of(schema))


@pytest.mark.parametrize("name", GAMES)
def test_playthroughs_show_every_question_and_every_event(name: str) -> None:
    game, texts = bedesten.game(name), "".join(one.text() for one in playthroughs_of(name))
    book = game.blank(game.seats[0], game.check_options({}), game.data({})).book
    for n, step in enumerate(game.steps):
        if book[n].asks != ASKS_NOBODY:
            assert re.search(rf"^ *\d+ +\d+ [*\d] {step} ", texts, re.MULTILINE), step
    for kind in game.events:
        assert re.search(rf"^ +[-\d] {kind.name}\b", texts, re.MULTILINE), kind.name


@pytest.mark.parametrize("name", GAMES)
def test_words_keep_their_numbers_for_ever(name: str) -> None:
    frozen = frozen_words(name)
    assert list(bedesten.game(name).vocabulary[: len(frozen)]) == frozen
    assert len(bedesten.game(name).vocabulary) == len(frozen), "new words are to be frozen too"


GAMES_EACH = {
    "basari": 200,
    "choose_write": 60,
    "istanbul": 2,
}  # of Istanbul's, one is 5,000 choices
CHECKSUMS = {
    Case("basari", 3, (("start", "choose"), ("laps", 3))): (34140, 816244),
    Case("basari", 4, (("start", "choose"), ("laps", 3))): (46669, 462170),
    Case("basari", 4, (("start", "random"), ("laps", 1))): (16071, 688153),
    Case("choose_write", 1, ()): (4967, 107691),
    Case("choose_write", 3, ()): (13187, 532312),
    Case("choose_write", 5, ()): (19465, 794123),
    Case("istanbul", 2, ()): (9057, 179898),
    Case("istanbul", 4, (("layout", "random"), ("neutral_assistants", True))): (9580, 77340),
}


@pytest.mark.parametrize("case", CHECKSUMS, ids=str)
def test_both_builds_play_the_same_games(case: Case) -> None:
    options = case.game.check_options(dict(case.options))
    start = case.game.start(case.seats, options, case.game.data({}))
    once = start.copy()
    play_out(once, seeded("once"), LONGEST)
    assert once.is_over()
    assert play_games(start, GAMES_EACH[case.name], seeded("golden")) == CHECKSUMS[case]
