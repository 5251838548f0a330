"""Simulations: bots play one game many times, with one row of figures per game.

The seed of each game is made of the simulation's seed and the game's number, so
the results do not depend on how the games are divided among processes.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import msgspec

import bedesten
from bedesten.arena import workers
from bedesten.arena.bot_game import Terms, play_game
from bedesten.kernel.playout import play_out
from bedesten.kernel.rng import seeded
from bedesten.kernel.state import State

GameRow = Mapping[str, Any]

_LARGEST_CHUNK: Final = 50  # in pure Python about a second, the longest that Ctrl-C waits
_CHUNKS_PER_JOB: Final = 8


@dataclass(frozen=True)
class Simulation:
    """What is played: the game, the bots by seat, and the seed."""

    terms: Terms
    bots: tuple[str, ...]
    seed: int | str

    def seed_of(self, n: int) -> str:
        """The seed of game n."""
        return f"{self.seed}/{n}"

    def start(self) -> State:
        """The state before the first chance, from which all games start."""
        game = bedesten.game(self.terms.game)
        data = game.data(self.terms.changes)
        options = game.check_options(self.terms.options)
        found: State = game.start(self.terms.seats, options, data)
        return found

    def described(self) -> dict[str, Any]:
        """The simulation as plain data."""
        terms: dict[str, Any] = msgspec.to_builtins(self.terms)
        return terms | {"bots": self.bots, "seed": self.seed}


def simulate(
    simulation: Simulation, games: int, jobs: int = 1
) -> Generator[list[GameRow], None, None]:
    """Play games in so many processes and yield their rows in chunks, as they are done.

    Closing the generator ends the processes. `sorted_rows` puts the rows in order.
    """
    size = max(1, min(_LARGEST_CHUNK, games // (jobs * _CHUNKS_PER_JOB)))
    chunks = [range(first, min(games, first + size)) for first in range(0, games, size)]
    return workers.parallel_map(jobs)(partial(play_chunk, simulation), chunks)


def sorted_rows(rows: list[GameRow]) -> list[GameRow]:
    """The rows in the order of the games."""
    return sorted(rows, key=lambda row: int(row["index"]))


def play_chunk(simulation: Simulation, numbers: range) -> list[GameRow]:
    """Play some of the games; at module level so that other processes can import it."""
    if set(simulation.bots) == {"random"}:
        start = simulation.start()
        return [_random_game(simulation, start.copy(), n) for n in numbers]
    return [_bot_game(simulation, n) for n in numbers]


def _bot_game(simulation: Simulation, n: int) -> GameRow:
    seed = simulation.seed_of(n)
    match = simulation.terms.begin(seed, simulation.bots)
    stats = play_game(match, simulation.bots, simulation.terms, seed)
    return _row(simulation, match.state, n, sum(stats.decisions))


def _random_game(simulation: Simulation, s: State, n: int) -> GameRow:
    """Play one game in the compiled playout loop."""
    luck = seeded(simulation.seed_of(n))
    decisions = 0
    if simulation.terms.most_turns is None:
        decisions = int(play_out(s, luck))
    else:
        while simulation.terms.goes_on(s):
            decisions += int(play_out(s, luck, 1))
    return _row(simulation, s, n, decisions)


def _row(simulation: Simulation, s: State, n: int, decisions: int) -> GameRow:
    finished = s.is_over()
    standings = [s.standing(seat) for seat in range(len(simulation.bots))]
    ranks = [1 + sum(other > standing for other in standings) for standing in standings]
    row: dict[str, Any] = {"index": n, "seed": simulation.seed_of(n)}
    row |= {"turns": int(s.turn), "decisions": decisions}
    row |= {f"score_{seat}": standing[0] for seat, standing in enumerate(standings)}
    row |= {f"rank_{seat}": rank for seat, rank in enumerate(ranks)}
    first = [seat for seat, rank in enumerate(ranks) if rank == 1]
    row["winners"] = " ".join(map(str, first)) if finished else ""
    if simulation.terms.most_turns is not None:
        row["finished"] = finished
    return row | bedesten.game(simulation.terms.game).figures(s)
