"""`bedesten sim`: bots play many games, and the results are counted.

Each game has a seed of its own, made of the seed given and the game's number:
results do not depend on how the games are dealt out to processes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

import bedesten
from bedesten.arena import workers
from bedesten.arena.bot_game import Terms, play_game
from bedesten.boards import board_of
from bedesten.cli.arguments import parse_bots_by_seat, parse_options, parse_seed
from bedesten.cli.json_output import print_json
from bedesten.cli.progress import progress
from bedesten.cli.report import report, summary
from bedesten.cli.rows import Row, checked_format, write_rows
from bedesten.cli.screen import Screen
from bedesten.cli.usage_error import UsageError, as_usage_error
from bedesten.kernel.game import read_variant
from bedesten.kernel.playout import play_out
from bedesten.kernel.rng import seeded
from bedesten.kernel.state import State

INTERRUPTED = 130
LARGEST_CHUNK = 50  # interpreted, a chunk takes about a second: Ctrl-C does not wait longer


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


def sim(
    name: str,
    n: int,
    jobs: int,
    seats: int | None,
    bots_: str,
    seed: str,
    options: Sequence[str],
    data: Path | None,
    out: Path | None,
    format_: str | None,
    as_json: bool,
    most_turns: int | None = None,
) -> int:
    with as_usage_error():
        game = bedesten.game(name)
        many = game.check_seats(game.seats[0] if seats is None else seats)
        changes = game.changes(read_variant(data)) if data is not None else {}
        terms = Terms(name, many, parse_options(options), changes, most_turns)
        series = Series(terms, parse_bots_by_seat(bots_, many), parse_seed(seed) or 0)
        series.start()
    shape = checked_format(out, format_) if out is not None else ""
    rows, finished = _played(series, n, jobs)
    if out is not None:
        write_rows(out, shape, rows)
    if rows and as_json:
        print_json({"series": series.described(), **summary(rows, many)})
    elif rows:
        Screen().console.print(report(rows, series.bots, game.title))
    return 0 if finished else INTERRUPTED


def _played(series: Series, n: int, jobs: int) -> tuple[list[Row], bool]:
    """Play; return a row for each game in order, and whether nobody interrupted."""
    rows: list[Row] = []
    size = max(1, min(LARGEST_CHUNK, n // (jobs * 8) or 1))
    chunks = [range(first, min(n, first + size)) for first in range(0, n, size)]
    finished = True
    work = workers.serial if jobs == 1 else workers.processes(jobs)
    with progress(n) as told:
        played = work(partial(play_chunk, series), chunks)
        try:
            for some in played:
                rows += some
                told.advance(len(some))
        except KeyboardInterrupt:
            finished = False
        except workers.WorkFailed as failure:
            raise UsageError(f"a game of seed {series.seed} failed: {failure}") from None
        finally:
            played.close()
    rows.sort(key=lambda row: int(row["index"]))
    return rows, finished


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
