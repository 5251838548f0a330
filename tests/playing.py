"""Random games of everything there is, for the laws: real games and the toy."""

from __future__ import annotations

import itertools
import json
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import bedesten
from bedesten import Event, Game, Match
from bedesten.kernel import replay
from bedesten.kernel.playout import play_out
from bedesten.kernel.rng import seeded
from bedesten.kernel.state import State
from toy import TOY

MOST_COMBINATIONS = 24
REACH = 200  # answers of seats that a law follows a game
LONGEST = 200_000  # answers of seats in a random game
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


def values_of(schema: dict[str, Any]) -> list[Any]:
    """The values that an option can have."""
    return list(schema.get("enum", [False, True]))


def combinations(game: Game[Any, Any, Any], seats: int) -> list[tuple[tuple[str, Any], ...]]:
    """The combinations of options that a game allows, not too many of them."""
    options = game.options["properties"]
    values = [values_of(schema) for schema in options.values()]
    every = [tuple(zip(options, chosen, strict=True)) for chosen in itertools.product(*values)]
    allowed = [chosen for chosen in every if is_allowed(game, seats, dict(chosen))]
    return allowed[:: max(1, len(allowed) // MOST_COMBINATIONS)]


def is_allowed(game: Game[Any, Any, Any], seats: int, options: dict[str, Any]) -> bool:
    try:
        game.blank(seats, game.check_options(options), game.data({}))
    except ValueError:
        return False
    return True


def cases(name: str) -> list[Case]:
    game = find(name)
    least, most = game.seats
    return [
        Case(name, seats, options)
        for seats in range(least, most + 1)
        for options in combinations(game, seats)
    ]


NAMES = (*bedesten.games(), TOY.name)
REAL = [case for name in bedesten.games() for case in cases(name)]
EVERY = [*REAL, *cases(TOY.name)]


TABLES = sorted({(case.name, case.seats) for case in EVERY})


def law(examples: int) -> Callable[[Callable[[Case, int], None]], Any]:
    """A test of every game and seat count; options and luck go by the seed."""

    def of_every_game(test: Callable[[Case, int], None]) -> Any:
        @settings(max_examples=examples * EFFORT, phases=[Phase.explicit, Phase.generate])
        @given(seed=st.integers(0, 2**32))
        def tried(table: tuple[str, int], seed: int) -> None:
            among = [case for case in EVERY if (case.name, case.seats) == table]
            test(among[crc32(f"{test.__name__} {table} {seed}".encode()) % len(among)], seed)

        tried.__name__, tried.__qualname__ = test.__name__, test.__qualname__
        tried.__module__, tried.__doc__ = test.__module__, test.__doc__
        ids = [f"{name}-{seats}" for name, seats in TABLES]
        return pytest.mark.parametrize("table", TABLES, ids=ids)(tried)

    return of_every_game


def spelt(data: Any) -> str:
    return json.dumps(data, sort_keys=True)


def whole(match: Match) -> tuple[Any, ...]:
    """All that a match is, to be compared."""
    return spelt(match.position()), match.history.copy(), match.scores, match.seed, match.names


def choose(match: Match, rng: random.Random) -> tuple[int, str]:
    """Whoever is asked, in any order, says anything that may be said."""
    seat = rng.choice(match.actors)
    return seat, rng.choice(match.choices(seat))


def begun(case: Case, seed: int, chance: str = "seeded") -> Match:
    """A match at its beginning; of a long game sometimes its middle or its end."""
    match = case.new(None if chance == "manual" else seed)
    course = match.state.copy()
    length = play_out(course, seeded(str(seed)), LONGEST)
    assert course.is_over(), "the game does not end"
    skipped = (0, length // 2, length - REACH)[crc32(f"{case} {seed}".encode()) % 3]
    if length <= REACH or skipped == 0:
        return match
    later = match.fork()
    play_out(later.state, seeded(str(seed)), skipped)
    return loaded(match, later.position())


def loaded(match: Match, position: Any) -> Match:
    """A match of the same kind that goes on from a position."""
    return Match(match.game, seats=0, seed=match.seed, chance=match.chance, position=position)


def walk(
    case: Case, seed: int, every: int = 1, chance: str = "manual"
) -> Iterator[tuple[Match, random.Random]]:
    """The moments of a random game, or some of them, those with secrets more often.

    Where chance is manual, the moments before it speaks are among them.
    """
    match = begun(case, seed, chance)
    rng = random.Random(f"{case} {seed}")
    shown = 0
    for n in range(REACH):
        if match.over:
            break
        often = 2 if match.state.waiting and shown < 20 else every
        if n < 6 or rng.randrange(often) == 0:
            shown += 1
            yield match, rng
        match.play(*choose(match, rng))
    yield match, rng


def played(case: Case, seed: int, answers: int = LONGEST) -> Match:
    """A random game from its beginning, whole or up to some answers of seats."""
    return play_on(case.new(seed), seed, answers)


def play_on(match: Match, seed: int, answers: int = 30) -> Match:
    """The match played on at random."""
    rng = random.Random(seed)
    for _ in range(answers):
        if match.over:
            break
        match.play(*choose(match, rng))
    return match


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
