"""No bot plays better in one seat than in another: against itself every seat wins alike."""

from __future__ import annotations

import pytest

import bedesten
from bedesten import COMPILED
from bedesten.arena.bot_game import Terms
from bedesten.arena.simulation import Simulation, simulate
from playing import EFFORT

LIMIT = {2: 10.83, 3: 13.82, 4: 16.27}
"""What chi-squared exceeds once in a thousand runs if seats are alike, by players."""


def unevenness(game: str, seats: int, bot: str, games: int) -> float:
    """Chi-squared of the wins by seat; a shared victory counts for nobody."""
    simulation = Simulation(Terms(game, seats, most_turns=400), (bot,) * seats, "symmetry")
    wins = [0] * seats
    for rows in simulate(simulation, games):
        for row in rows:
            if len(winners := row["winners"].split()) == 1:
                wins[int(winners[0])] += 1
    mean = sum(wins) / seats
    return sum((one - mean) ** 2 / mean for one in wins)


@pytest.mark.long
@pytest.mark.skipif(not COMPILED, reason="takes minutes without a compiled engine")
@pytest.mark.parametrize(
    ("game", "seats", "bot", "games"),
    [
        ("choose_write", 2, "greedy", 240),
        ("choose_write", 3, "apprentice", 200),
        ("choose_write", 2, "search:20", 100),
        ("basari", 3, "greedy", 200),
        ("basari", 4, "apprentice", 200),
        ("basari", 3, "search:20", 200),
        ("istanbul", 2, "greedy", 120),
        ("istanbul", 3, "apprentice", 60),
        ("istanbul", 2, "search:20", 120),
    ],
)
def test_every_seat_wins_alike(game: str, seats: int, bot: str, games: int) -> None:
    assert unevenness(game, seats, bot, games * EFFORT) < LIMIT[seats]


def test_the_cases_cover_every_game() -> None:
    marks = test_every_seat_wins_alike.pytestmark  # type: ignore[attr-defined]
    cases = next(mark.args[1] for mark in marks if mark.name == "parametrize")
    assert {case[0] for case in cases} == set(bedesten.games())
