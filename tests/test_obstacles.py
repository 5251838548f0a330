"""Why something cannot be done: told exactly where it cannot, in all languages."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import bedesten
from bedesten import Match
from bedesten.games.choose_write.place_cards import place_of
from bedesten.games.choose_write.sheet import opened
from bedesten.games.choose_write.state import ChooseWrite
from bedesten.kernel.text import LANGUAGES
from bedesten.kernel.words import spell

GAMES = [
    *((seed, "istanbul", 2 + seed % 4, {"neutral_assistants": seed == 1}) for seed in range(4)),
    *((seed, "choose_write", 1 + seed % 5, {}) for seed in range(8)),
    (0, "basari", 4, {}),
]


def questions(seed: int, name: str, seats: int, options: dict[str, Any]) -> Iterator[Match]:
    """Every decision of the first part of a random game."""
    match = bedesten.new(name, seats=seats, seed=seed, **options)
    whim = random.Random(seed)
    for _ in range(700):
        if match.over:
            return
        yield match
        seat = whim.choice(match.actors)
        match.play(seat, whim.choice(match.choices(seat)))


def expected(match: Match, seat: int) -> set[str]:
    """The words that are told to be impossible, and no others."""
    question = match.question(seat)
    assert question is not None
    step, state, view = question.step, match.state, match.view(seat)
    words: set[str] = set()
    if match.game.name == "istanbul":
        here = view["players"][seat]["merchant"]
        words = {
            "act": {"act"},
            "meet_merchants": {"pay"},
            "send_family": {f"place:{n}" for n in range(1, 17) if n != here},
        }.get(step, set())
    elif step == "use_card":
        assert isinstance(state, ChooseWrite)
        words = {match.game.vocabulary[n] for n in spell(opened(place_of(state.card)))}
    elif step == "catacombs":
        words = set(match.game.vocabulary[:18]) - {"place:12"}
    elif step == "play":
        words = {f"guild:{n}" for n in view["players"][seat]["guild"]}
    return words - set(match.choices(seat))


@pytest.mark.parametrize(("seed", "name", "seats", "options"), GAMES)
def test_what_is_not_offered_has_a_reason(
    seed: int, name: str, seats: int, options: dict[str, Any]
) -> None:
    for match in questions(seed, name, seats, options):
        for seat in match.actors:
            told = match.obstacles(seat)
            asked = match.question(seat)
            assert asked is not None
            if asked.step not in ("move", "move_far", "choose_tile", "use_assistant"):
                beyond = {"act_again", "encounters"}
                blocked = set(told) - set(match.choices(seat))
                assert asked.step in beyond or blocked == expected(match, seat), asked.step
            for obstacle in told.values():
                assert set(obstacle.text) == set(LANGUAGES)
                for text in obstacle.text.values():
                    assert not re.search(r"[{}|]|  |\bNone\b", text), text


def test_where_a_merchant_goes_it_finds_what_was_foretold() -> None:
    """Before the move a place has an obstacle exactly if its action cannot be carried out."""
    found = {True: 0, False: 0}
    for match in questions(3, "istanbul", 3, {}):
        seat = match.actors[0]
        if match.view(seat)["question"] != "move":
            continue
        told = match.obstacles(seat)
        for word in match.choices(seat):
            if not word.startswith("place:"):
                continue
            ahead = match.explore(seat, word)
            for way in ("take:own", "leave", "pay"):
                if way in ahead.choices(seat):
                    ahead = ahead.explore(seat, way)
            acts = "act" in ahead.choices(seat) or word == "place:7"
            assert acts == (word not in told), (word, told.get(word))
            found[acts] += 1
    assert min(found.values()) > 20


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "7 lira needed, you have 5"),
        ("de", "kostet 7 Lira, du hast 5"),
        ("fr", "il faut 7 lires, tu en as 5"),
    ],
)
def test_the_wainwright_says_what_is_missing(language: str, text: str) -> None:
    match = bedesten.new("istanbul", seats=3, seed=5)
    seat = match.actors[0]
    position = match.position()
    position["pieces"]["players"][seat]["lira"] = 5
    match = bedesten.from_position("istanbul", position)
    assert match.obstacles(seat)["place:1"].text[language] == text
    assert match.obstacles(1 - seat) == {}
