"""Simulations: many games between bots, and their summary."""

from __future__ import annotations

import pytest

from bedesten import bots
from bedesten.arena.bot_game import Terms, play_game
from bedesten.arena.simulation import GameRow, Simulation, simulate, sorted_rows
from bedesten.arena.simulation_summary import simulation_summary
from registering import register_tiny_game


def rows_of(simulation: Simulation, games: int) -> list[GameRow]:
    return sorted_rows([row for chunk in simulate(simulation, games) for row in chunk])


def test_bots_that_look_play_by_the_same_rules() -> None:
    terms = Terms("basari", 3, {"laps": 1})
    match = terms.begin("1/0", ["random"] * 3)
    assert sum(play_game(match, ["random"] * 3, terms, "1/0").decisions) > 10
    assert match.over


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_row_has_the_figures_of_the_game(bot: str) -> None:
    simulation = Simulation(Terms("basari", 3, {"laps": 1}), (bot,) * 3, 5)
    rows = rows_of(simulation, 4)
    assert [row["seed"] for row in rows] == ["5/0", "5/1", "5/2", "5/3"]
    assert all(row["gems_held"] > 0 for row in rows)


def test_unfinished_games_are_only_counted() -> None:
    simulation = Simulation(Terms("istanbul", 2, {}, {}, 3), ("random",) * 2, 1)
    found = simulation_summary(rows_of(simulation, 5), 2)
    assert (found.games, found.unfinished, found.wins, found.figures) == (5, 5, [], {})


def test_shared_victories_count_in_equal_parts() -> None:
    row = {"index": 0, "seed": "1/0", "turns": 9, "decisions": 30, "winners": "0 1"}
    found = simulation_summary([row | {"score_0": 7, "score_1": 7, "score_2": 5}], 3)
    assert [one.value for one in found.wins] == [0.5, 0.5, 0.0]
    assert found.shared == 1
    assert found.figures["lead on the second"].value == 0


def test_a_game_without_figures_of_its_own_is_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    name = register_tiny_game(monkeypatch)
    for bot in ("random", bots.USUAL_LEVEL):
        found = simulation_summary(rows_of(Simulation(Terms(name, 3), (bot,) * 3, 1), 4), 3)
        assert sum(one.value for one in found.wins) == pytest.approx(1)
