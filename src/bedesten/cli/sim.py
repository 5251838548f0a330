"""`bedesten sim`: bots play many games, and the results are counted.

Each game has a seed of its own, made of the seed given and the game's number:
results do not depend on how the games are dealt out to processes.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

import bedesten
from bedesten import bots
from bedesten.bots.knowledge import Knowledge
from bedesten.cli.boards import board_of
from bedesten.cli.plainly import print_json
from bedesten.cli.refusal import refusing
from bedesten.cli.report import report, summary
from bedesten.cli.rows import Row, checked_format, write_rows
from bedesten.cli.screen import Screen, errors
from bedesten.cli.seating import bot_names, read_options, read_seed
from bedesten.kernel.game import read_variant
from bedesten.kernel.playout import play_out
from bedesten.kernel.rng import seeded
from bedesten.kernel.state import State

INTERRUPTED = 130
LARGEST_CHUNK = 50  # interpreted, a chunk takes about a second: Ctrl-C does not wait longer


@dataclass(frozen=True)
class Series:
    """What is played again and again."""

    game: str
    bots: tuple[str, ...]
    seed: int | str
    options: Mapping[str, Any]
    changes: Mapping[str, Any]
    most_turns: int | None = None
    """After so many turns a game is left as it is, and counts as unfinished."""

    def goes_on(self, s: State) -> bool:
        in_time = self.most_turns is None or int(s.turn) <= self.most_turns
        return in_time and not s.is_over()

    def start(self) -> State:
        game = bedesten.game(self.game)
        data = game.data(game.changes(self.changes))
        found: State = game.start(len(self.bots), game.check_options(self.options), data)
        return found


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
    with refusing():
        game = bedesten.game(name)
        many = game.check_seats(game.seats[0] if seats is None else seats)
        changes = read_variant(data) if data is not None else {}
        series = Series(
            name,
            bot_names(bots_, many),
            read_seed(seed) or 0,
            read_options(options),
            changes,
            most_turns,
        )
        series.start()
    shape = checked_format(out, format_) if out is not None else ""
    rows, finished = _played(series, n, jobs)
    if out is not None:
        write_rows(out, shape, rows)
    if rows and as_json:
        print_json({"series": asdict(series), **summary(rows, many)})
    elif rows:
        Screen().console.print(report(rows, series.bots, game.title))
    return 0 if finished else INTERRUPTED


def _played(series: Series, n: int, jobs: int) -> tuple[list[Row], bool]:
    """Play; return a row for each game in order, and whether nobody interrupted."""
    rows: list[Row] = []
    size = max(1, min(LARGEST_CHUNK, n // (jobs * 8) or 1))
    chunks = [range(first, min(n, first + size)) for first in range(0, n, size)]
    finished = True
    with _progress(n) as (progress, task):
        played = _in_turn(series, chunks) if jobs == 1 else _at_once(series, chunks, jobs)
        try:
            for some in played:
                rows += some
                progress.advance(task, len(some))
        except KeyboardInterrupt:
            finished = False
            played.close()
    rows.sort(key=lambda row: int(row["index"]))
    return rows, finished


@contextmanager
def _progress(n: int) -> Iterator[tuple[Progress, Any]]:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    console = errors()
    silent = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=silent) as progress:
        yield progress, progress.add_task("games", total=n)


Played = Generator[list[Row], None, None]


def _in_turn(series: Series, chunks: Sequence[range]) -> Played:
    for chunk in chunks:
        yield play_chunk(series, chunk)


def _at_once(series: Series, chunks: Sequence[range], jobs: int) -> Played:
    """Chunks from several processes, in the order in which they are done."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_leave_interrupts) as pool:
        waiting: set[Future[list[Row]]] = {
            pool.submit(play_chunk, series, chunk) for chunk in chunks
        }
        try:
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _leave_interrupts() -> None:
    """The parent hears Ctrl-C and ends its children in order."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_chunk(series: Series, numbers: range) -> list[Row]:
    """Play some games; at the top of the module so that other processes find it."""
    start = series.start()
    return [_played_once(series, start.copy(), n) for n in numbers]


def _played_once(series: Series, s: State, n: int) -> Row:
    seed = f"{series.seed}/{n}"
    if set(series.bots) == {"random"}:  # the loop that never leaves compiled code
        decisions = _play_at_random(series, s, seed)
    else:
        decisions = _let_bots_play(series, s, seed)
    return _row(series, s, n, seed, decisions)


def _play_at_random(series: Series, s: State, seed: str) -> int:
    luck = seeded(seed)
    if series.most_turns is None:
        return int(play_out(s, luck))
    decisions = 0
    while series.goes_on(s):
        decisions += int(play_out(s, luck, 1))
    return decisions


def _let_bots_play(series: Series, s: State, seed: str) -> int:
    """Each bot has luck of its own: what one draws does not move the dice of the others."""
    game = bedesten.game(series.game)
    players = [bots.bot(name) for name in series.bots]
    drawn = [seeded(f"{seed}/bot/{seat}") for seat in range(len(players))]
    luck = seeded(seed)
    s.luck = luck
    decisions = 0
    while series.goes_on(s):
        seat = int(s.actor)
        if seat < 0:
            s.advance(seat, s.draw(luck))
            continue
        word = players[seat].choose(Knowledge(game, s, seat), drawn[seat])
        s.apply(seat, game.numbers[word])
        decisions += 1
    s.luck = None
    return decisions


def _row(series: Series, s: State, n: int, seed: str, decisions: int) -> Row:
    finished = s.is_over()
    standings = [s.standing(seat) for seat in range(len(series.bots))]
    ranks = [1 + sum(other > standing for other in standings) for standing in standings]
    row: dict[str, Any] = {"index": n, "seed": seed, "turns": int(s.turn), "decisions": decisions}
    row |= {f"score_{seat}": standing[0] for seat, standing in enumerate(standings)}
    row |= {f"rank_{seat}": rank for seat, rank in enumerate(ranks)}
    first = [seat for seat, rank in enumerate(ranks) if rank == 1]
    row["winners"] = " ".join(map(str, first)) if finished else ""
    if series.most_turns is not None:
        row["finished"] = finished
    return row | board_of(series.game, "en").figures(s)
