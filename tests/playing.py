"""Random games of everything there is, for the laws: real games and the toy."""

from __future__ import annotations

import itertools
import json
import os
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bedesten
from bedesten import Event, Game, Match
from bedesten.kernel import replay
from bedesten.kernel.state import State
from toy import TOY

MOST_COMBINATIONS = 24
LONGEST = 20_000  # answers of seats in a random game
EFFORT = 40 if os.environ.get("BEDESTEN_TESTS") == "thorough" else 1


def find(name: str) -> Game[Any, Any, Any]:
    return TOY if name == TOY.name else bedesten.game(name)


@dataclass(frozen=True)
class Case:
    """A game with a number of seats and its options."""

    name: str
    seats: int
    options: tuple[tuple[str, Any], ...]

    def __str__(self) -> str:
        chosen = [f"{option}={value}" for option, value in self.options]
        return "-".join([self.name, str(self.seats), *chosen])

    @property
    def game(self) -> Game[Any, Any, Any]:
        return find(self.name)

    def new(self, seed: int | str | None = None, **more: Any) -> Match:
        chance = "manual" if seed is None else "seeded"
        return Match(
            self.game,
            seats=self.seats,
            seed=seed,
            chance=chance,
            options=dict(self.options),
            **more,
        )


def combinations(game: Game[Any, Any, Any]) -> list[tuple[tuple[str, Any], ...]]:
    """All combinations of options, or so many of them that every pair of values is near."""
    values = {
        option: schema.get("enum", [False, True])
        for option, schema in game.options["properties"].items()
    }
    every = [
        tuple(zip(values, chosen, strict=True)) for chosen in itertools.product(*values.values())
    ]
    return every[:: max(1, len(every) // MOST_COMBINATIONS)]


def cases(name: str) -> list[Case]:
    game = find(name)
    least, most = game.seats
    return [
        Case(name, seats, options)
        for seats in range(least, most + 1)
        for options in combinations(game)
    ]


NAMES = (*bedesten.games(), TOY.name)
REAL = [case for name in bedesten.games() for case in cases(name)]
EVERY = [*REAL, *cases(TOY.name)]


def law(
    examples: int, among: Sequence[Case] = EVERY
) -> Callable[[Callable[[Case, int], None]], Any]:
    """A test of every game, seat count and option, each with some seeds."""

    def of_every_game(test: Callable[[Case, int], None]) -> Any:
        tried = settings(max_examples=examples * EFFORT)(given(seed=st.integers(0, 2**32))(test))
        return pytest.mark.parametrize("case", among, ids=str)(tried)

    return of_every_game


def spelt(data: Any) -> str:
    return json.dumps(data, sort_keys=True)


def whole(match: Match) -> str:
    """All that a match is, to be compared."""
    return spelt(
        [match.position(), match.record(), [repr(answer) for answer in match.history], match.scores]
    )


def choose(match: Match, rng: random.Random) -> tuple[int, str]:
    """Whoever is asked, in any order, says anything that may be said."""
    seat = rng.choice(match.actors)
    return seat, rng.choice(match.choices(seat))


def walk(case: Case, seed: int, **more: Any) -> Iterator[tuple[Match, random.Random]]:
    """The moments of a random game from its first question to its end."""
    match = case.new(seed, **more)
    rng = random.Random(f"{case} {seed}")
    while not match.over:
        yield match, rng
        match.play(*choose(match, rng))
    yield match, rng


def played(case: Case, seed: int, answers: int = -1) -> Match:
    """A random game, whole or up to some answers of seats."""
    match = case.new(seed)
    rng = random.Random(f"{case} {seed}")
    while not match.over and answers != 0:
        match.play(*choose(match, rng))
        answers -= 1
    return match


def play_on(match: Match, seed: int) -> Match:
    """The match played to its end at random, chance included."""
    rng = random.Random(seed)
    for _ in range(LONGEST):
        if match.over:
            return match
        match.play(*choose(match, rng))
    raise AssertionError("the game does not end")


def replayed(text: str) -> Match:
    return replay.replay(text, find)


def verified(text: str) -> replay.Report:
    return replay.verify(text, find)


def viewed(match: Match, state: State, seat: int | None) -> dict[str, Any]:
    """What a seat would see if the match were in this state."""
    other = match.fork()
    other.state = state
    return other.view(seat)


def seen(events: tuple[Event, ...], seat: int | None) -> list[Event]:
    return [event for event in events if event.is_seen_by(seat)]


def watchers(match: Match) -> list[int | None]:
    return [None, *range(match.seats)]
