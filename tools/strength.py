"""Measures the bots against each other and writes docs/strength.md.

    python tools/strength.py --games 1000 --jobs 2 --minutes 60

The contests take turns, a slice of each, so that they share the time evenly.
Results are kept in build/strength under a hash of the sources of bots and games:
a second run continues, a changed bot starts over. `--only` plays some contests and
leaves the page alone.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2s
from pathlib import Path
from typing import Any

import bedesten
from bedesten import bots
from bedesten.arena import journal as journals
from bedesten.arena import workers
from bedesten.arena.bot_game import Terms
from bedesten.arena.estimates import DealRatio, Estimate, mean_by_deal, share_by_deal
from bedesten.arena.journal import FORMAT, Head, Journal, Result
from bedesten.arena.plan import Plan
from bedesten.arena.tournament import run

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "strength.md"
KEPT = ROOT / "build" / "strength"
SEED = "strength"
SLICES = 5  # in which a contest is played
LONGEST = 1000  # turns; only bots that play at random come near it


@dataclass(frozen=True)
class Contest:
    """One row of the page: the first bot against the others, or against itself."""

    game: str
    line_up: tuple[str, ...]
    options: dict[str, Any] = field(default_factory=dict)
    share: float | None = None
    """The share of the games that the first bot should win."""
    rounds: float | None = None
    """The most rounds that a game should last."""

    @property
    def name(self) -> str:
        return f"{self.game}-{'-'.join(self.line_up)}"

    @property
    def plan(self) -> Plan:
        terms = Terms(self.game, len(self.line_up), self.options, most_turns=LONGEST)
        return Plan(terms, self.line_up, SEED)


def contests() -> list[Contest]:
    """Every level against the one below it, and the other promised results."""
    found = []
    for lower, level in zip(bots.LEVELS, bots.LEVELS[1:], strict=False):
        found += [
            Contest("istanbul", (level, lower), share=0.60),
            Contest("choose_write", (level, lower), share=0.60),
            Contest("basari", (level, lower, lower), share=0.42),
        ]
    return [
        *found,
        Contest("istanbul", ("sultan", "greedy"), share=0.85),
        Contest("choose_write", ("sultan", "greedy"), share=0.85),
        Contest("basari", ("sultan", "greedy", "greedy")),
        Contest("istanbul", ("greedy", "random"), share=0.99),
        Contest("istanbul", ("sultan",) * 4, {"layout": "short"}, rounds=20),
    ]


# -- playing ----------------------------------------------------------------


class NoTime(Exception):
    """The time is used up."""


def source() -> str:
    """A hash of all files that decide how the bots play."""
    home = Path(bedesten.__file__).parent
    digest = blake2s(digest_size=6)
    for room in ("bots", "games", "kernel"):
        for path in sorted((home / room).rglob("*")):
            if path.suffix in (".py", ".toml") and path.name != "external.py":
                digest.update(path.relative_to(home).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


def opened(contest: Contest, folder: Path) -> Journal:
    path = folder / f"{contest.name}.jsonl"
    if path.exists():
        return journals.reopen(path)
    folder.mkdir(parents=True, exist_ok=True)
    return journals.create(path, Head(FORMAT, contest.plan, contest.plan.games_a_deal))


def play(wanted: Sequence[Contest], games: int, jobs: int, until: float, folder: Path) -> None:
    """Play a number of games of all contests, or until the time is used up."""
    work = workers.serial if jobs == 1 else workers.processes(jobs)

    def heard(result: Result) -> None:
        if time.monotonic() > until:
            raise NoTime

    for part in range(1, SLICES + 1):
        for contest in wanted:
            journal = opened(contest, folder)
            head = Head(FORMAT, contest.plan, contest.plan.whole_deals(games * part // SLICES))
            if len(journal.results) >= head.games:
                continue
            print(f"{contest.name}: {head.games} games", file=sys.stderr)
            try:
                with Journal(journal.path, head, journal.results.values()) as longer:
                    run(longer, work, heard)
            except NoTime:
                return


# -- reporting --------------------------------------------------------------


@dataclass(frozen=True)
class Found:
    """The result of a contest."""

    contest: Contest
    games: int
    deals: int
    share: Estimate
    rounds: Estimate
    unfinished: int


def found(contest: Contest, folder: Path) -> Found | None:
    deals = opened(contest, folder).whole_deals
    if not deals:
        return None
    first = contest.line_up[0]
    won = [
        DealRatio(
            sum(
                1 / game.ranks.count(1)
                for game in deal
                for bot, rank in zip(game.bots, game.ranks, strict=True)
                if bot == first and rank == 1
            ),
            sum(game.bots.count(first) for game in deal),
        )
        for deal in deals
    ]
    seats = len(contest.line_up)
    rounds = [DealRatio(sum(-(-game.turns // seats) for game in deal), len(deal)) for deal in deals]
    return Found(
        contest,
        sum(map(len, deals)),
        len(deals),
        share_by_deal(won),
        mean_by_deal(rounds),
        sum(not game.finished for deal in deals for game in deal),
    )


def met(one: Estimate, bar: float | None, at_least: bool) -> str:
    """Whether a promise is kept: yes or no if the bounds leave no doubt."""
    if bar is None:
        return ""
    if one.low >= bar if at_least else one.high <= bar:
        return "yes"
    if one.high < bar if at_least else one.low > bar:
        return "no"
    better = one.value >= bar if at_least else one.value <= bar
    return "likely" if better else "unlikely"


def page(results: Sequence[Found]) -> str:
    lines = [
        "# How strong the bots are",
        "",
        "Written by `make strength`; do not edit. Everything was measured in",
        "[the arena](arena.md): the same deals for all, every seat held equally often. Bounds are",
        "those of 95 %. *Met* says `yes` or `no` where the bounds leave no doubt.",
        "",
    ]
    for name in bedesten.games():
        rows = [one for one in results if one.contest.game == name and one.contest.rounds is None]
        if not rows:
            continue
        title = bedesten.game(name).title
        seats = len(rows[0].contest.line_up)
        against = "one against two" if seats == 3 else "one against one"
        lines += [
            f"## {title}, {seats} players",
            "",
            f"{against.capitalize()}; bots that are alike win {100 / seats:.1f} % of the games.",
            "",
            "| bot | against | games | wins | 95 % | wanted | met |",
            "|---|---|---:|---:|---:|---:|---|",
        ]
        lines += [_row(one) for one in rows]
        lines.append("")
    lengths = [one for one in results if one.contest.rounds is not None]
    if lengths:
        lines += [
            "## How long a game lasts",
            "",
            "| game | players | games | rounds | 95 % | at most | met |",
            "|---|---|---:|---:|---:|---:|---|",
        ]
        for one in lengths:
            contest = one.contest
            options = ", ".join(f"{key} {value}" for key, value in contest.options.items())
            title = f"{bedesten.game(contest.game).title}, {options}"
            lines.append(
                f"| {title} | {len(contest.line_up)} × `{contest.line_up[0]}` | {one.games} "
                f"| {one.rounds.value:.1f} | {one.rounds.bounds(1, 1)} | {contest.rounds:g} "
                f"| {met(one.rounds, contest.rounds, at_least=False)} |"
            )
        lines.append("")
    unfinished = sum(one.unfinished for one in results)
    if unfinished:
        lines += [f"Left after {LONGEST} turns, and counted as draws: {unfinished}.", ""]
    return "\n".join(lines).rstrip() + "\n"


def _row(one: Found) -> str:
    contest = one.contest
    bar = "" if contest.share is None else f"{100 * contest.share:.0f} %"
    times = f"{len(contest.line_up) - 1} × " if len(contest.line_up) > 2 else ""
    return (
        f"| `{contest.line_up[0]}` | {times}`{contest.line_up[1]}` | {one.games} "
        f"| {100 * one.share.value:.1f} % | {one.share.bounds(100, 1)} | {bar} "
        f"| {met(one.share, contest.share, at_least=True)} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=1000, help="of each contest, at most")
    parser.add_argument("--minutes", type=float, default=60, help="for all of them together")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--only", default="", help="contests whose name has this in it")
    parser.add_argument("--kept", type=Path, default=KEPT, metavar="FOLDER", help="of journals")
    given = parser.parse_args()
    wanted = [one for one in contests() if given.only in one.name]
    folder = given.kept / source()
    try:
        play(wanted, given.games, given.jobs, time.monotonic() + 60 * given.minutes, folder)
    except workers.WorkFailed as failure:
        sys.exit(str(failure))
    except KeyboardInterrupt:
        print("Interrupted; run it again to go on", file=sys.stderr)
    text = page([one for one in (found(contest, folder) for contest in wanted) if one])
    print(text)
    if not given.only:
        PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
