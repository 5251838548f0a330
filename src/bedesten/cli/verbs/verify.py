"""`bedesten verify`: whether records are right."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer

import bedesten
from bedesten.cli.files import read_text
from bedesten.cli.json_output import print_json
from bedesten.cli.options import Json
from bedesten.cli.usage_error import UsageError
from bedesten.kernel.fair_luck import hash_of
from bedesten.kernel.match import MANUAL
from bedesten.kernel.record import read
from bedesten.kernel.replay import PROMISED, PROVEN, SEED, Report

_LUCK = {
    SEED: "all {draws} draws follow from the seed",
    PROVEN: "all {draws} draws follow from the promised secret {shares}",
    PROMISED: "luck is promised and revealed at the end; no draw is proven yet",
    MANUAL: "luck was told by hand",
}

WRONG = 1
UNREADABLE = 2


def verify(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="- is the standard input.")],
    *,
    promise: Annotated[
        str, typer.Option(metavar="HASH", help="The promise that you saw before the game.")
    ] = "",
    share: Annotated[
        str, typer.Option(metavar="TEXT", help="The share that you added to the luck.")
    ] = "",
    json: Json = False,
) -> int:
    """Check every file, also after one that cannot be read."""
    code = 0
    found: list[dict[str, Any]] = []
    for path in files:
        try:
            text = read_text(path)
            report = _compared(bedesten.verify(text), text, promise, share)
        except UsageError as error:
            code = UNREADABLE
            typer.echo(f"bedesten: {error}", err=True)
            continue
        if not report.ok:
            code = max(code, WRONG)
        found.append({"file": path, **asdict(report)})
        if not json:
            typer.echo(_line(path, report))
    if json:
        print_json(found)
    return code


def _compared(report: Report, text: str, promise: str, share: str) -> Report:
    """The report, after comparing the record with what a person knew before the game."""
    if not report.ok or not (promise or share):
        return report
    record = read(text)
    found = record.commitment
    if found is None:
        return Report(ok=False, line=1, reason="nothing was promised about its luck")
    if promise and promise != found.promise:
        return Report(
            ok=False, line=record.at["promise"], reason=f"you were promised another: {promise}"
        )
    if share and hash_of(share) not in [one.hash for one in found.shares]:
        line = record.at.get("shares", record.at["promise"])
        return Report(ok=False, line=line, reason=f"your share {share!r} is not in the luck")
    return report


def _line(path: str, report: Report) -> str:
    if not report.ok:
        return f"{path}: wrong in line {report.line}: {report.reason}"
    seal = "sealed" if report.sealed else "without hashes"
    luck = _LUCK[report.luck].format(draws=report.draws, shares=_shares(report.shares))
    if report.undone:
        luck += f"; undone and never used again: {_counted(report.undone, 'draw')}"
    end = f"result {report.result}" if report.finished else "not finished"
    return (
        f"{path}: right; {report.game}, {report.turns} turns, "
        f"{report.answers} answers, {end}; {seal}; {luck}"
    )


def _shares(number: int) -> str:
    if number == 0:
        return "alone (nobody has added a share: the server could have chosen it)"
    return f"and {_counted(number, 'share')}"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
