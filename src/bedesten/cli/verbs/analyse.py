"""`bedesten analyse`: what luck and what choices have made of a game."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer

import bedesten
from bedesten.arena import workers
from bedesten.cli.files import read_text, replace_file
from bedesten.cli.json_output import print_json
from bedesten.cli.language import checked_language
from bedesten.cli.options import Jobs, Json, Lang
from bedesten.cli.progress import progress
from bedesten.cli.review_page import review_page
from bedesten.cli.review_report import report, summary_report
from bedesten.cli.screen import Screen
from bedesten.cli.usage_error import UsageError, as_usage_error
from bedesten.review import DEPTHS, USUAL_DEPTH, Analysis, Review
from bedesten.review.model import JudgedChoice
from bedesten.review.summary import summary

INTERRUPTED = 130
_SLICES = 8  # of the choices of a game, by process: so that none waits long for another


class ChoiceSlice(msgspec.Struct, frozen=True):
    """Every n-th choice of a record, to be judged in one process."""

    record: str
    depth: str
    seed: str
    seat: int | None
    first: int
    step: int

    def __str__(self) -> str:
        return f"choices {self.first}, {self.first + self.step}, …"


def analyse(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="- is the standard input.")],
    *,
    depth: Annotated[str, typer.Option(help=f"{', '.join(DEPTHS)}.")] = USUAL_DEPTH,
    jobs: Jobs = 1,
    seed: Annotated[str, typer.Option(help="The seed of all randomness.")] = "1",
    seat: Annotated[
        int | None, typer.Option(help="Whose choices are judged in a game that is not over.")
    ] = None,
    summary_: Annotated[
        bool, typer.Option("--summary", help="Print what the games add up to, by player.")
    ] = False,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE.html", help="Write a page with the chart.")
    ] = None,
    lang: Lang = None,
    json: Json = False,
) -> int:
    """Review games: start + luck + own choices + others' choices = result."""
    language = checked_language(lang)
    if html is not None and (html.suffix != ".html" or len(files) > 1 or summary_):
        raise UsageError("--html takes one record, and is a file that ends in .html")
    if depth not in DEPTHS:
        raise UsageError(f"no depth {depth!r}; there are: {', '.join(DEPTHS)}")
    games: list[tuple[bedesten.Match, Review]] = []
    try:
        for path in files:
            text = read_text(path)
            with as_usage_error(f"{path}: "):
                analysis = Analysis(bedesten.replay(text), depth, seed, seat)
            part = ChoiceSlice(text, depth, seed, seat, 0, 1)
            games.append((analysis.match, analysis.review(_moments(analysis, part, jobs))))
    except KeyboardInterrupt:
        return INTERRUPTED
    if json:
        found = [review for _, review in games]
        if summary_:
            print_json(summary(found))
        else:
            print_json(found[0] if len(found) == 1 else found)
    elif summary_:
        Screen().console.print(summary_report(summary([one for _, one in games]), language))
    else:
        for match, review in games:
            Screen().console.print(report(match, review, language))
    if html is not None:
        match, review = games[0]
        replace_file(html, review_page(match, review, language).encode(), "--html")
    return 0


def _moments(analysis: Analysis, part: ChoiceSlice, jobs: int) -> list[JudgedChoice]:
    """The judged choices, with a progress bar on a terminal."""
    found: list[JudgedChoice] = []
    with progress(len(analysis.choices)) as shown, closing(_in_parts(analysis, part, jobs)) as all_:
        try:
            for moments in all_:
                found += moments
                shown.advance(len(moments))
        except workers.WorkFailed as failure:
            raise UsageError(f"the review failed: {failure}") from None
    return found


def _in_parts(
    analysis: Analysis, part: ChoiceSlice, jobs: int
) -> Generator[Sequence[JudgedChoice], None, None]:
    if jobs == 1:
        for one in analysis.moments():
            yield [one]
        return
    step = jobs * _SLICES
    parts = [msgspec.structs.replace(part, first=n, step=step) for n in range(step)]
    yield from workers.processes(jobs)(partial(_judge_part), parts)


def _judge_part(part: ChoiceSlice) -> list[JudgedChoice]:
    """Judge every n-th choice; at module level so that other processes can import it."""
    analysis = Analysis(bedesten.replay(part.record), part.depth, part.seed, part.seat)
    return [analysis.judged(one) for one in analysis.choices[part.first :: part.step]]
