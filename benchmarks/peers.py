"""Other engines, each driven from Python through its public interface.

All choose uniformly among the legal moves. Chance is part of the time and is
not counted; a move without an alternative is, where the engine asks for it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from measuring import DECISIONS, Job, Key

HEARTS = "hearts"
BACKGAMMON = "backgammon"
CATAN = "catan"
WHAT = "random games, step by step from Python"


def jobs() -> tuple[list[Job], list[str]]:
    """The jobs of the engines at hand, and a sentence on each one that is missing."""
    found: list[Job] = []
    missing: list[str] = []
    for package, make in (("open_spiel", _open_spiel), ("catanatron", _catanatron)):
        try:
            found += make()
        except ImportError:
            missing.append(
                f"{package} is not installed and is left out; pip install {package} adds it."
            )
    return found, missing


def _job(engine: str, package: str, game: str, run: Callable[[int], int]) -> Job:
    return Job(Key(f"{engine} {version(package)}", game, WHAT, DECISIONS), run)


def _open_spiel() -> list[Job]:
    import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

    def job(name: str) -> Job:
        game = pyspiel.load_game(name)
        return _job("OpenSpiel", "open_spiel", name, lambda n: open_spiel_games(game, n))

    return [job(HEARTS), job(BACKGAMMON)]


def open_spiel_games(game: Any, games: int) -> int:
    choose = random.Random(1).random
    decisions = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(drawn(state.chance_outcomes(), choose()))
            else:
                moves = state.legal_actions()
                state.apply_action(moves[int(choose() * len(moves))])
                decisions += 1
    return decisions


def drawn(outcomes: list[tuple[int, float]], left: float) -> int:
    """The outcome on which a number from 0 to 1 falls.

    Quicker than random.choices, and much quicker than numpy's choice.
    """
    for outcome, probability in outcomes:
        left -= probability
        if left <= 0:
            return outcome
    return outcomes[-1][0]


def _catanatron() -> list[Job]:
    import catanatron  # type: ignore[import-not-found,import-untyped,unused-ignore]
    from catanatron.game import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
        TURNS_LIMIT,
    )

    def games(n: int) -> int:
        decisions = 0
        for seed in range(1, n + 1):
            players = [catanatron.RandomPlayer(colour) for colour in catanatron.Color]
            game = catanatron.Game(players, seed=seed)
            while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
                game.play_tick()
                decisions += 1
        return decisions

    return [_job("Catanatron", "catanatron", CATAN, games)]
