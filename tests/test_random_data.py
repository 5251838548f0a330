"""Random variants of every game's data: each is refused in words, or played to its end.

BEDESTEN_VARIANTS says how many of each game are tried (60 if it is not set). The long test tries
10,000 on the compiled build.
"""

from __future__ import annotations

import copy
import os
import random
from collections import Counter
from functools import lru_cache
from typing import Any

import pytest

import bedesten
from bedesten.kernel.playout import play_out
from bedesten.kernel.rng import seeded
from bedesten.kernel.text import LANGUAGES
from playing import choose, combinations

SOME = int(os.environ.get("BEDESTEN_VARIANTS", "60"))
MANY = 10_000 if bedesten.COMPILED else 500
PATIENCE = 40_000
"""Answers of seats after which a game that nobody ends is left. [IST-9.4]"""

GARBAGE: tuple[Any, ...] = (None, True, -1, 10**9, 2**70, 1.5, "x", [], {}, [[]], "", float("nan"))


@lru_cache
def shipped(name: str) -> dict[str, Any]:
    """The shipped data, without where each figure comes from."""
    data = bedesten.game(name).data_file
    return {key: value for key, value in data.items() if key != "provenance"}


@lru_cache
def allowed_options(name: str, seats: int) -> list[dict[str, Any]]:
    return [dict(chosen) for chosen in combinations(bedesten.game(name), seats)]


def variant(name: str, rng: random.Random) -> dict[str, Any]:
    """The shipped data with some figures changed, mostly to figures that could be meant."""
    data = copy.deepcopy(shipped(name))
    found = list(places(data))
    for holder, key in rng.choices(found, k=rng.choice((1, 1, 2, 3, 5, 12))):
        if key in holder if isinstance(holder, dict) else key < len(holder):
            holder[key] = changed(holder[key], rng)
    return data


def places(data: Any) -> Any:
    """Everything in the data that can be changed, with what holds it."""
    for key, value in list(data.items()) if isinstance(data, dict) else list(enumerate(data)):
        yield data, key
        if isinstance(value, dict | list):
            yield from places(value)


def changed(value: Any, rng: random.Random) -> Any:
    if rng.random() < 0.03:
        return rng.choice(GARBAGE)
    if isinstance(value, int):
        return rng.choice((0, 1, 2, value - 1, value + 1, value // 2, 2 * value, rng.randrange(30)))
    if isinstance(value, list) and value:
        one = rng.randrange(len(value))
        kind = rng.randrange(5)
        if kind == 0:
            return value[:one] + value[one + 1 :]
        if kind == 1:
            return [*value, copy.deepcopy(value[one])]
        if kind == 2:
            return rng.sample(value, len(value))
        return [*value[:one], changed(value[one], rng), *value[one + 1 :]]
    if isinstance(value, dict):
        return {key: changed(one, rng) if rng.random() < 0.3 else one for key, one in value.items()}
    if isinstance(value, str):
        return rng.choice(("red", "green", "yellow", "blue", "any", "lira", value[::-1], "rg"))
    return value


def tried(name: str, number: int) -> str:
    """Play one variant and tell what came of it."""
    rng = random.Random(f"{name} {number}")
    game = bedesten.game(name)
    data = variant(name, rng)
    seats = rng.randint(*game.seats)
    options = rng.choice(allowed_options(name, seats))
    try:
        match = bedesten.new(name, seats=seats, seed=number, data=data, **options)
    except ValueError as error:
        sentence = str(error)
        assert sentence.startswith(f"data of {name}: "), sentence
        assert len(sentence) < 400, sentence
        return "refused"
    text = game.text(rng.choice(LANGUAGES), match.changes)
    assert not [line for line in (*text.rules.values(), *text.names.values()) if "<" in line]
    for _ in range(10):
        if not match.over:
            match.play(*choose(match, rng))
    match.view(rng.randrange(seats))
    assert bedesten.verify(match.record()).ok
    assert bedesten.from_position(name, match.position()).position() == match.position()
    state = match.state.copy()
    play_out(state, seeded(str(number)), PATIENCE)
    if state.is_over():
        return "ended"
    assert name == "istanbul", "only traders who collect nothing play for ever"
    return "left"


def try_all(name: str, n: int) -> None:
    outcomes: Counter[str] = Counter()
    for number in range(n):
        try:
            outcomes[tried(name, number)] += 1
        except Exception as error:
            error.add_note(f"variant {number} of {name}")
            raise
    assert outcomes["ended"] > n // 5, outcomes
    assert outcomes["refused"] > n // 20, outcomes
    assert outcomes["left"] < n // 5, outcomes


@pytest.mark.parametrize("name", bedesten.games())
def test_a_variant_of_the_data_is_refused_in_words_or_played_to_its_end(name: str) -> None:
    try_all(name, SOME)


@pytest.mark.long
@pytest.mark.parametrize("name", bedesten.games())
def test_many_variants_are_refused_in_words_or_played_to_their_end(name: str) -> None:
    try_all(name, MANY)


@pytest.mark.rule("IST-6.2")
@pytest.mark.parametrize(
    "data",
    [
        {"encounters": {"governor_price": 6}},
        {"encounters": {"governor_price": 99}},
        {"cards": {"lira": 1}},
        {"encounters": {"reward": 1}, "cards": {"lira": 0}},
    ],
    ids=str,
)
def test_a_governor_whose_price_is_high_can_always_be_paid(data: dict[str, Any]) -> None:
    for seed in range(12):
        match = bedesten.new("istanbul", seats=2 + seed % 4, seed=seed, data=data)
        play_out(match.state, seeded(str(seed)), PATIENCE)
