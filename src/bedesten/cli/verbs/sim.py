"""`bedesten sim`: bots play many games, and the results are counted."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

import bedesten
from bedesten.arena import workers
from bedesten.arena.bot_game import Terms
from bedesten.cli.arguments import parse_bots_by_seat, parse_options, parse_seed
from bedesten.cli.json_output import print_json
from bedesten.cli.options import DataFile, GameName, GameOptions, Jobs, Json
from bedesten.cli.progress import progress
from bedesten.cli.report import report, summary
from bedesten.cli.rows import Row, checked_format, write_rows
from bedesten.cli.screen import Screen
from bedesten.cli.simulation import Series, play_chunk
from bedesten.cli.usage_error import UsageError, as_usage_error
from bedesten.kernel.game import read_variant

INTERRUPTED = 130
LARGEST_CHUNK = 50  # interpreted, a chunk takes about a second: Ctrl-C does not wait longer


def sim(
    game: GameName,
    *,
    n: Annotated[int, typer.Option("-n", "--games", min=1, help="How many games.")] = 1000,
    jobs: Jobs = 1,
    seats: Annotated[int | None, typer.Option(help="How many players.")] = None,
    bots: Annotated[str, typer.Option(help="One bot for all seats, or one a seat.")] = "random",
    seed: Annotated[str, typer.Option(help="All luck comes from it.")] = "1",
    option: GameOptions = None,
    data: DataFile = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="A row for each game.")] = None,
    format_: Annotated[
        str | None, typer.Option("--format", metavar="jsonl|csv|parquet", help="Of the rows.")
    ] = None,
    most_turns: Annotated[
        int | None,
        typer.Option(
            "--most-turns",
            min=1,
            metavar="N",
            help="Stop a game after so many turns and count it as unfinished; "
            "without it every game is played to its end.",
        ),
    ] = None,
    json: Json = False,
) -> int:
    """Play the games, print the figures, write the rows."""
    with as_usage_error():
        rules = bedesten.game(game)
        many = rules.check_seats(rules.seats[0] if seats is None else seats)
        changes = rules.changes(read_variant(data)) if data is not None else {}
        terms = Terms(game, many, parse_options(option or []), changes, most_turns)
        series = Series(terms, parse_bots_by_seat(bots, many), parse_seed(seed) or 0)
        series.start()
    shape = checked_format(out, format_) if out is not None else ""
    rows, finished = _played(series, n, jobs)
    if out is not None:
        write_rows(out, shape, rows)
    if rows and json:
        print_json({"series": series.described(), **summary(rows, many)})
    elif rows:
        Screen().console.print(report(rows, series.bots, rules.title))
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
