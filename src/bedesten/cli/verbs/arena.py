"""`bedesten arena`: a tournament of bots on the same deals."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated

import msgspec
import typer

import bedesten
from bedesten.arena import journal as journals
from bedesten.arena import workers
from bedesten.arena.bot_game import Terms
from bedesten.arena.journal import FORMAT, Head, Journal, Result
from bedesten.arena.plan import Plan, short
from bedesten.arena.provenance import provenance
from bedesten.arena.tournament import run
from bedesten.arena.tournament_summary import NothingPlayed, summary
from bedesten.arena.workers import Work
from bedesten.bots import USUAL_LEVEL
from bedesten.bots.external import FALLBACK, check, is_command
from bedesten.cli.arena_files import check_outputs, make_folder, summary_data, write_summary
from bedesten.cli.arena_report import report
from bedesten.cli.arguments import parse_bots, parse_options, parse_seed
from bedesten.cli.files import data_home
from bedesten.cli.json_output import print_json
from bedesten.cli.options import (
    DataFile,
    GameOptions,
    Jobs,
    Json,
    OptionalGameName,
    Ray,
    RunPrograms,
)
from bedesten.cli.progress import progress
from bedesten.cli.saved_games import check_programs
from bedesten.cli.screen import Screen, stderr_console
from bedesten.cli.usage_error import UsageError, as_usage_error
from bedesten.kernel.game import read_variant

DONE = 0
NOT_SHOWN = 1
FAILED = 1
INTERRUPTED = 130
GAMES = 1000


def arena(
    game: OptionalGameName = None,
    *,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="BOT,BOT,…",
            help="Who plays: names of bots, or `cmd:./program` for a program of your own.",
        ),
    ] = None,
    n: Annotated[
        int | None,
        typer.Option("-n", "--games", min=1, help="How many games, at least; 1000 by default."),
    ] = None,
    jobs: Jobs = 1,
    seats: Annotated[
        int | None, typer.Option(help="How many players; by default as many as bots.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option(help="The seed of all randomness; 1 by default.")
    ] = None,
    option: GameOptions = None,
    data: DataFile = None,
    most_turns: Annotated[
        int | None,
        typer.Option(
            "--most-turns", min=1, metavar="N", help="Stop a game after so many turns: a draw."
        ),
    ] = None,
    until: Annotated[
        float | None,
        typer.Option(
            metavar="PERCENT",
            min=50,
            max=99.9999,
            help="Stop once it is this certain which of the first two bots is better.",
        ),
    ] = None,
    out: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Results as .json, or a report as .html; repeatable."),
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write the journal of all games.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Resume a tournament from its journal.")
    ] = None,
    records: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Save the record of every game there.")
    ] = None,
    ray: Ray = None,
    luck_adjusted: Annotated[
        bool,
        typer.Option("--luck-adjusted", help="Report the shares of wins without luck, too."),
    ] = False,
    run_programs: RunPrograms = False,
    json: Json = False,
) -> int:
    """Play a new tournament or resume one, and report it; the exit code gives the verdict."""
    check_outputs(out or [], records)
    terms = TournamentTerms(
        game, bots, seats, seed, option or [], data, most_turns, until, save, luck_adjusted
    )
    if resume is not None:
        terms.check_unset(resume)
        journal = _reopened(resume, n)
        check_programs(journal.head.plan.names, run_programs)
        _check_start(journal.head.plan.names)
    else:
        journal = terms.begin(n or GAMES)
    if records is not None:
        make_folder(records)
    try:
        work = workers.parallel_map(jobs, ray)
        finished = _played(journal, work, records)
    except workers.NoRay as error:
        raise UsageError(str(error)) from None
    except workers.WorkFailed as failure:
        typer.echo(f"bedesten: {failure}\nWhat is played is in {journal.path}", err=True)
        return FAILED
    return _reported(journal, finished, out or [], json)


# -- what is played -----------------------------------------------------------


@dataclass(frozen=True)
class TournamentTerms:
    """What the command line says about a new tournament."""

    game: str | None
    bots: str | None
    seats: int | None
    seed: str | None
    options: Sequence[str]
    data: Path | None
    most_turns: int | None
    until: float | None
    save: Path | None
    luck_adjusted: bool

    def check_unset(self, resumed: Path) -> None:
        """Refuse options that a resumed journal has already settled."""
        typed = {
            "GAME": self.game, "--bots": self.bots, "--seats": self.seats, "--seed": self.seed,
            "--data": self.data, "--most-turns": self.most_turns, "--until": self.until,
            "--option": self.options or None, "--save": self.save,
            "--luck-adjusted": self.luck_adjusted or None,
        }  # fmt: skip
        for flag, given in typed.items():
            if given is not None:
                raise UsageError(f"{flag} is settled in {resumed}; leave it out to resume")

    def begin(self, games: int) -> Journal:
        """Check the terms and begin a journal for at least this many games."""
        plan = self._plan()
        if self.until is not None and len(plan.names) < 2:
            raise UsageError("--until compares the first bot with the second; name two")
        sure = None if self.until is None else self.until / 100
        _check_start(plan.names)
        made_by = provenance(plan.terms.game)
        head = Head(FORMAT, plan, plan.whole_deals(games), sure, made_by, self.luck_adjusted)
        return _begun(self.save, head)

    def _plan(self) -> Plan:
        if self.game is None:
            raise UsageError(f"which game? There are: {', '.join(bedesten.games())}")
        if self.bots is None:
            raise UsageError(f"which bots? Name them, such as --bots {USUAL_LEVEL},{FALLBACK}")
        names = parse_bots(self.bots)
        with as_usage_error():
            game = bedesten.game(self.game)
            least, most = game.seats
            seats = self.seats
            many = game.check_seats(min(max(len(names), least), most) if seats is None else seats)
            changes = game.changes(read_variant(self.data)) if self.data is not None else {}
            terms = Terms(game.name, many, parse_options(self.options), changes, self.most_turns)
            terms.begin("0", [FALLBACK] * many)
            plan = Plan(terms, names, parse_seed(self.seed or "1") or 0)
            _ = plan.line_ups
        return plan


def _check_start(names: Sequence[str]) -> None:
    """Refuse programs that do not start, before anything is played."""
    with as_usage_error():
        for name in filter(is_command, names):
            check(name)


def _begun(save: Path | None, head: Head) -> Journal:
    path = save or _fresh_path(head.plan.terms.game)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return journals.create(path, head)
    except FileExistsError:
        raise UsageError(
            f"{path} already exists; name another file, or continue with --resume {path}"
        ) from None
    except OSError as error:
        raise UsageError(
            f"cannot write {path}: {error.strerror}; name another with --save"
        ) from None


def _fresh_path(game: str) -> Path:
    return data_home() / "arena" / f"{game}-{datetime.now():%Y%m%d-%H%M%S-%f}.jsonl"


def _reopened(path: Path, n: int | None) -> Journal:
    try:
        with as_usage_error():
            journal = journals.reopen(path)
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
    if n is None:
        return journal
    head = journal.head
    games = head.plan.whole_deals(n)
    if games < head.games:
        raise UsageError(f"{path} is for {head.games} games; -n can only add to them")
    longer = msgspec.structs.replace(head, games=games)
    return Journal(path, longer, journal.results.values())


# -- playing ------------------------------------------------------------------


def _played(journal: Journal, work: Work, records: Path | None) -> bool:
    """Play the missing games; False if interrupted."""
    won: dict[str, float] = dict.fromkeys(journal.head.plan.names, 0.0)
    done = len(journal.results)

    with journal, progress(journal.head.games, done) as told:

        def heard(result: Result) -> None:
            first = [bot for bot, rank in zip(result.bots, result.ranks, strict=True) if rank == 1]
            for bot in first:
                won[bot] += 1 / len(first)
            told.advance(1, _shares(won))

        try:
            run(journal, work, heard, records)
        except KeyboardInterrupt:
            return False
    return True


def _shares(won: dict[str, float]) -> str:
    whole = sum(won.values())
    return " · ".join(f"{short(name, 16)} {100 * part / whole:.0f} %" for name, part in won.items())


# -- reporting ----------------------------------------------------------------


def _reported(journal: Journal, finished: bool, out: Sequence[Path], json: bool) -> int:
    console = stderr_console()
    if not finished:
        again = f"bedesten arena --resume {shlex.quote(str(journal.path))} -n {journal.head.games}"
        if any(map(is_command, journal.head.plan.names)):
            again += " --run-programs"
        played = f"{len(journal.results)} of {journal.head.games} games have been played"
        console.print(f"{played}. Continue with: {again}", soft_wrap=True, markup=False)
    try:
        found = summary(journal)
    except NothingPlayed:
        return INTERRUPTED
    for path in out:
        write_summary(path, found)
    if json:
        print_json(summary_data(found))
    else:
        Screen().console.print(report(found))
        if finished:
            console.print(f"Every game is in {journal.path}", soft_wrap=True, markup=False)
    if not finished:
        return INTERRUPTED
    return NOT_SHOWN if found.finding and found.finding.verdict != "better" else DONE
