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
from bedesten.kernel.match import MANUAL
from bedesten.kernel.replay import PROMISED, PROVEN, SEED, Report

_LUCK = {
    SEED: "luck follows from the seed",
    PROVEN: "luck follows from the promised secret and {shares} shares",
    PROMISED: "luck is promised, with {shares} shares, and not revealed before the end",
    MANUAL: "luck was told by hand",
}

WRONG = 1
UNREADABLE = 2


def verify(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="- is the standard input.")],
    *,
    json: Json = False,
) -> int:
    """Check every file, also after one that cannot be read."""
    code = 0
    found: list[dict[str, Any]] = []
    for path in files:
        try:
            report = bedesten.verify(read_text(path))
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


def _line(path: str, report: Report) -> str:
    if not report.ok:
        return f"{path}: wrong in line {report.line}: {report.reason}"
    seal = "sealed" if report.sealed else "without hashes"
    luck = _LUCK[report.luck].format(shares=report.shares)
    if report.undone:
        luck += f", draws undone: {report.undone}"
    end = f"result {report.result}" if report.finished else "not finished"
    return (
        f"{path}: right; {report.game}, {report.turns} turns, "
        f"{report.answers} answers, {end}; {seal}; {luck}"
    )
