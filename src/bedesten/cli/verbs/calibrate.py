"""`bedesten calibrate`: are the chances of the evaluation right?"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

import bedesten
from bedesten.arena import workers
from bedesten.arena.bot_game import Terms
from bedesten.arena.calibration import Calibration, GameForecast, calibration, forecasts
from bedesten.arena.charts import reliability_diagram
from bedesten.arena.html_report import html_page
from bedesten.arena.provenance import provenance
from bedesten.arena.simulation import Simulation
from bedesten.bots import USUAL_LEVEL
from bedesten.cli.arguments import parse_bots_by_seat, parse_options, parse_seed
from bedesten.cli.calibration_report import report
from bedesten.cli.files import replace_file
from bedesten.cli.json_output import print_json
from bedesten.cli.options import DataFile, GameName, GameOptions, Jobs, Json
from bedesten.cli.progress import progress
from bedesten.cli.screen import Screen
from bedesten.cli.usage_error import UsageError, as_usage_error
from bedesten.kernel.game import read_variant

INTERRUPTED = 130
SCHEMA = "bedesten-calibration-1"
_MOST_TURNS = 1000  # weak bots may never come to an end


def calibrate(
    game: GameName,
    *,
    n: Annotated[int, typer.Option("-n", "--games", min=2, help="How many games.")] = 400,
    jobs: Jobs = 1,
    seats: Annotated[int | None, typer.Option(help="How many players, at least 2.")] = None,
    bots: Annotated[str, typer.Option(help="One bot for all seats, or one a seat.")] = USUAL_LEVEL,
    seed: Annotated[str, typer.Option(help="The seed of all randomness.")] = "1",
    option: GameOptions = None,
    data: DataFile = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.html", help="Write the reliability diagram.")
    ] = None,
    json: Json = False,
) -> int:
    """Play games, and compare what the evaluation says at every turn with their ends."""
    with as_usage_error():
        rules = bedesten.game(game)
        many = rules.check_seats(max(2, rules.seats[0]) if seats is None else seats)
        if many < 2:
            raise UsageError("a solo game has no winner; --seats must be 2 or more")
        changes = rules.changes(read_variant(data)) if data is not None else {}
        terms = Terms(game, many, parse_options(option or []), changes, _MOST_TURNS)
        simulation = Simulation(terms, parse_bots_by_seat(bots, many), parse_seed(seed) or 0)
        simulation.start()
    if out is not None and out.suffix != ".html":
        raise UsageError(f"--out is a file that ends in .html, not {out}")
    found, finished = _played(simulation, n, jobs)
    if not found:
        return INTERRUPTED
    result = calibration(found)
    heading = f"{rules.title}, {many} players, {' · '.join(dict.fromkeys(simulation.bots))}"
    if out is not None:
        replace_file(out, _page(heading, result).encode(), "--out")
    if json:
        series = simulation.described()
        made_by = provenance(game)
        print_json({"schema": SCHEMA, "provenance": made_by, "series": series, **asdict(result)})
    else:
        Screen().console.print(report(heading, result))
    return 0 if finished else INTERRUPTED


def _played(simulation: Simulation, n: int, jobs: int) -> tuple[list[GameForecast], bool]:
    """The forecasts in the order of the games, and whether all were played."""
    found: list[GameForecast] = []
    games = forecasts(simulation, n, workers.parallel_map(jobs))
    finished = True
    with progress(n) as shown:
        try:
            for one in games:
                found.append(one)
                shown.advance(1)
        except KeyboardInterrupt:
            finished = False
        except workers.WorkFailed as failure:
            raise UsageError(f"a game of seed {simulation.seed} failed: {failure}") from None
        finally:
            games.close()
    return sorted(found, key=lambda one: one.index), finished


def _page(heading: str, result: Calibration) -> str:
    points = [(row.said, row.won) for row in result.reliability]
    loss = result.shown
    text = (
        f"{result.games} games, {result.positions} positions. Log loss {loss.log_loss.value:.3f} "
        f"({loss.log_loss.bounds(1, 3)}), expected calibration error "
        f"{loss.calibration_error:.3f}. Across: the chance that was said; upwards: how often the "
        "seat won, with 95 % bounds. On the dashed line the chances are right."
    )
    return html_page(heading, [reliability_diagram("Reliability", points), f"<p>{text}</p>"])
