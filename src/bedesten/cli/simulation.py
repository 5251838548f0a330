"""Many games played by bots, one row of figures for each.

Each game has a seed of its own, made of the seed given and the game's number:
results do not depend on how the games are dealt out to processes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

import bedesten
from bedesten.arena.bot_game import Terms, play_game
from bedesten.boards import board_of
from bedesten.cli.rows import Row
from bedesten.kernel.playout import play_out
from bedesten.kernel.rng import seeded
from bedesten.kernel.state import State


@dataclass(frozen=True)
class Series:
    """What is played again and again."""

    terms: Terms
    bots: tuple[str, ...]
    seed: int | str

    def seed_of(self, n: int) -> str:
        return f"{self.seed}/{n}"

    def start(self) -> State:
        """The position before the first chance, from which all games begin."""
        game = bedesten.game(self.terms.game)
        data = game.data(self.terms.changes)
        options = game.check_options(self.terms.options)
        found: State = game.start(self.terms.seats, options, data)
        return found

    def described(self) -> dict[str, Any]:
        terms: dict[str, Any] = msgspec.to_builtins(self.terms)
        return terms | {"bots": self.bots, "seed": self.seed}


def play_chunk(series: Series, numbers: range) -> list[Row]:
    """Play some games; at the top of the module so that other processes find it."""
    if set(series.bots) == {"random"}:
        start = series.start()
        return [_played_at_random(series, start.copy(), n) for n in numbers]
    return [_played_by_bots(series, n) for n in numbers]


def _played_by_bots(series: Series, n: int) -> Row:
    seed = series.seed_of(n)
    match = series.terms.begin(seed, series.bots)
    played = play_game(match, series.bots, series.terms, seed)
    return _row(series, match.state, n, sum(played.decisions))


def _played_at_random(series: Series, s: State, n: int) -> Row:
    """One game in the loop that never leaves compiled code."""
    luck = seeded(series.seed_of(n))
    decisions = 0
    if series.terms.most_turns is None:
        decisions = int(play_out(s, luck))
    else:
        while series.terms.goes_on(s):
            decisions += int(play_out(s, luck, 1))
    return _row(series, s, n, decisions)


def _row(series: Series, s: State, n: int, decisions: int) -> Row:
    finished = s.is_over()
    standings = [s.standing(seat) for seat in range(len(series.bots))]
    ranks = [1 + sum(other > standing for other in standings) for standing in standings]
    row: dict[str, Any] = {"index": n, "seed": series.seed_of(n)}
    row |= {"turns": int(s.turn), "decisions": decisions}
    row |= {f"score_{seat}": standing[0] for seat, standing in enumerate(standings)}
    row |= {f"rank_{seat}": rank for seat, rank in enumerate(ranks)}
    first = [seat for seat, rank in enumerate(ranks) if rank == 1]
    row["winners"] = " ".join(map(str, first)) if finished else ""
    if series.terms.most_turns is not None:
        row["finished"] = finished
    return row | board_of(series.terms.game, "en").figures(s)
