"""`bedesten sim`: bots play many games, and the results are counted."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

import bedesten
from bedesten.arena.bot_game import Terms
from bedesten.arena.simulation import GameRow, Simulation, simulate, sorted_rows
from bedesten.arena.simulation_summary import simulation_summary
from bedesten.arena.workers import WorkFailed
from bedesten.cli.arguments import parse_bots_by_seat, parse_options, parse_seed
from bedesten.cli.json_output import print_json
from bedesten.cli.options import DataFile, GameName, GameOptions, Jobs, Json
from bedesten.cli.progress import progress
from bedesten.cli.row_files import checked_format, write_rows
from bedesten.cli.screen import Screen
from bedesten.cli.sim_report import report
from bedesten.cli.usage_error import UsageError, as_usage_error
from bedesten.kernel.game import read_variant

INTERRUPTED = 130


def sim(
    game: GameName,
    *,
    n: Annotated[int, typer.Option("-n", "--games", min=1, help="How many games.")] = 1000,
    jobs: Jobs = 1,
    seats: Annotated[int | None, typer.Option(help="How many players.")] = None,
    bots: Annotated[str, typer.Option(help="One bot for all seats, or one a seat.")] = "random",
    seed: Annotated[str, typer.Option(help="The seed of all randomness.")] = "1",
    option: GameOptions = None,
    data: DataFile = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a row for each game.")
    ] = None,
    format_: Annotated[
        str | None,
        typer.Option("--format", metavar="jsonl|csv|parquet", help="The format of the rows."),
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
        simulation = Simulation(terms, parse_bots_by_seat(bots, many), parse_seed(seed) or 0)
        simulation.start()
    shape = checked_format(out, format_) if out is not None else ""
    rows, finished = _simulated(simulation, n, jobs)
    if out is not None:
        write_rows(out, shape, rows)
    found = simulation_summary(rows, many)
    if rows and json:
        print_json({"series": simulation.described(), **asdict(found)})
    elif rows:
        Screen().console.print(report(found, simulation.bots, rules.title))
    return 0 if finished else INTERRUPTED


def _simulated(simulation: Simulation, n: int, jobs: int) -> tuple[list[GameRow], bool]:
    """The rows in order, and whether all games were played; Ctrl-C stops early."""
    rows: list[GameRow] = []
    finished = True
    with progress(n) as shown:
        chunks = simulate(simulation, n, jobs)
        try:
            for some in chunks:
                rows += some
                shown.advance(len(some))
        except KeyboardInterrupt:
            finished = False
        except WorkFailed as failure:
            raise UsageError(f"a game of seed {simulation.seed} failed: {failure}") from None
        finally:
            chunks.close()
    return sorted_rows(rows), finished
