"""`bedesten arena`: bots meet on the same deals, and it is counted who is better."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

import bedesten
from bedesten.arena import journal as journals
from bedesten.arena import workers
from bedesten.arena.bot_game import Terms
from bedesten.arena.html_report import html_report
from bedesten.arena.journal import FORMAT, Head, Journal, Result
from bedesten.arena.plan import Plan, short
from bedesten.arena.summary import NothingPlayed, Summary, summary
from bedesten.arena.tournament import Work, run
from bedesten.bots.external import is_command
from bedesten.cli.arena_report import report
from bedesten.cli.arguments import parse_bots, parse_options, parse_seed
from bedesten.cli.json_output import print_json
from bedesten.cli.progress import progress
from bedesten.cli.saved_games import check_programs, data_home
from bedesten.cli.screen import Screen, stderr_console
from bedesten.cli.usage_error import UsageError, as_usage_error
from bedesten.kernel.game import read_variant

DONE = 0
NOT_SHOWN = 1
INTERRUPTED = 130
GAMES = 1000

OUTPUTS = (".json", ".html")


def arena(
    name: str | None,
    bots: str | None,
    n: int | None,
    jobs: int,
    seats: int | None,
    seed: str | None,
    options: Sequence[str],
    data: Path | None,
    most_turns: int | None,
    until: float | None,
    out: Sequence[Path],
    save: Path | None,
    resume: Path | None,
    programs: bool,
    records: Path | None,
    ray: str | None,
    as_json: bool,
) -> int:
    _check_outputs(out, records)
    if resume is not None:
        settled = {
            "GAME": name, "--bots": bots, "--seats": seats, "--seed": seed, "--data": data,
            "--most-turns": most_turns, "--until": until, "--option": options or None,
            "--save": save,
        }  # fmt: skip
        for flag, given in settled.items():
            if given is not None:
                raise UsageError(f"{flag} is settled in {resume}; leave it out to resume")
        journal = _reopened(resume, n)
        check_programs(journal.head.plan.names, programs)
    else:
        plan = _planned(name, bots, seats, seed, options, data, most_turns)
        if until is not None and len(plan.names) < 2:
            raise UsageError("--until compares the first bot with the second; name two")
        games = plan.whole_deals(n or GAMES)
        sure = None if until is None else until / 100
        journal = _begun(save, Head(FORMAT, plan, games, sure))
    work = _work(ray, jobs)
    if records is not None:
        _make(records)
    finished = _played(journal, work, records)
    return _told(journal, finished, out, as_json)


def _told(journal: Journal, finished: bool, out: Sequence[Path], as_json: bool) -> int:
    console = stderr_console()
    if not finished:
        again = f"bedesten arena --resume {shlex.quote(str(journal.path))} -n {journal.head.games}"
        if any(map(is_command, journal.head.plan.names)):
            again += " --run-programs"
        played = f"{len(journal.results)} of {journal.head.games} games are played"
        console.print(f"{played}. Go on with: {again}", soft_wrap=True, markup=False)
    try:
        found = summary(journal)
    except NothingPlayed:
        return INTERRUPTED
    for path in out:
        _write(path, found)
    if as_json:
        print_json(as_data(found))
    else:
        Screen().console.print(report(found))
        if finished:
            console.print(f"Every game is in {journal.path}", soft_wrap=True, markup=False)
    if not finished:
        return INTERRUPTED
    return NOT_SHOWN if found.finding and found.finding.verdict != "better" else DONE


def as_data(found: Summary) -> dict[str, Any]:
    """All figures as plain data; bounds that nothing is known of are null."""
    data: dict[str, Any] = msgspec.to_builtins(asdict(found))
    del data["evidence"]
    data["plan"] = msgspec.to_builtins(found.plan)
    data["line_ups"] = [list(line_up) for line_up in found.plan.line_ups]
    data["lengths"] = [{"turns": t, "games": n} for t, n in found.lengths.items()]
    return data


# -- what is played -----------------------------------------------------------


def _planned(
    name: str | None,
    bots: str | None,
    seats: int | None,
    seed: str | None,
    options: Sequence[str],
    data: Path | None,
    most_turns: int | None,
) -> Plan:
    if name is None:
        raise UsageError(f"which game? There are: {', '.join(bedesten.games())}")
    if bots is None:
        raise UsageError("which bots? Name them, such as --bots merchant,greedy")
    names = parse_bots(bots)
    with as_usage_error():
        game = bedesten.game(name)
        least, most = game.seats
        many = game.check_seats(min(max(len(names), least), most) if seats is None else seats)
        changes = game.changes(read_variant(data)) if data is not None else {}
        terms = Terms(name, many, parse_options(options), changes, most_turns)
        terms.begin("0", ["greedy"] * many)
        plan = Plan(terms, names, parse_seed(seed or "1") or 0)
        _ = plan.line_ups
    return plan


def _begun(save: Path | None, head: Head) -> Journal:
    path = save or _fresh_path(head.plan.terms.game)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return journals.begin(path, head)
    except FileExistsError:
        raise UsageError(
            f"{path} is there already; name another, or go on with it by --resume {path}"
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


def _work(ray: str | None, jobs: int) -> Work:
    if ray is not None:
        try:
            return workers.ray_cluster(ray, jobs)
        except workers.NoRay as error:
            raise UsageError(str(error)) from None
    return workers.serial if jobs == 1 else workers.processes(jobs)


# -- playing ------------------------------------------------------------------


def _played(journal: Journal, work: Work, records: Path | None) -> bool:
    """Play what is missing; tell whether nobody interrupted."""
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
        except workers.NoRay as error:
            raise UsageError(str(error)) from None
        except workers.WorkFailed as failure:
            raise Failed(f"{failure}\nWhat is played is in {journal.path}") from None
    return True


class Failed(Exception):
    """A game could not be played to its end; that is a fault of a program, not of the input."""


def _shares(won: dict[str, float]) -> str:
    whole = sum(won.values())
    return " · ".join(f"{short(name, 16)} {100 * part / whole:.0f} %" for name, part in won.items())


# -- writing ------------------------------------------------------------------


def _check_outputs(out: Sequence[Path], records: Path | None) -> None:
    """Complain before anything is played."""
    for path in out:
        if path.suffix not in OUTPUTS:
            raise UsageError(f"--out is a file that ends in {' or '.join(OUTPUTS)}, not {path}")
        if not path.parent.is_dir():
            raise UsageError(f"cannot write {path}: there is no folder {path.parent}")
    if records is not None and records.exists() and not records.is_dir():
        raise UsageError(f"--records is a folder, and {records} is a file")


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot write {folder}: {error.strerror}") from None


def _write(path: Path, found: Summary) -> None:
    if path.suffix == ".html":
        text = html_report(found, bedesten.game(found.plan.terms.game).title)
    else:
        text = msgspec.json.format(msgspec.json.encode(as_data(found)), indent=2).decode() + "\n"
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None
