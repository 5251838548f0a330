"""`bedesten replay`: a record, scene by scene."""

from __future__ import annotations

from typing import Annotated

import typer

import bedesten
from bedesten.cli.files import STDIN, read_text
from bedesten.cli.json_output import print_json
from bedesten.cli.language import checked_language
from bedesten.cli.options import Json, Lang
from bedesten.cli.replay_viewer import ReplayViewer
from bedesten.cli.usage_error import UsageError, as_usage_error
from bedesten.review import QUICK_DEPTH, Analysis


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record; - is the standard input.")],
    *,
    lang: Lang = None,
    turn: Annotated[int | None, typer.Option(min=0, help="Begin at this turn.")] = None,
    chances: Annotated[
        bool, typer.Option("--chances", help="Show every seat's chance to win.")
    ] = False,
    all_: Annotated[bool, typer.Option("--all", help="Print everything without asking.")] = False,
    json: Json = False,
) -> None:
    """Show a record from a turn on: as JSON, all at once, or step by step."""
    language = checked_language(lang)
    text = read_text(file)
    with as_usage_error(f"{file}: "):
        match = bedesten.replay(text)
    viewer = ReplayViewer(
        match, language, Analysis(match, QUICK_DEPTH).ledger.chances if chances else None
    )
    start = viewer.scene_of(turn or 0)
    if json:
        print_json([viewer.as_data(one) for one in viewer.scenes[start:]])
    elif all_:
        viewer.show_all(start)
    elif file == STDIN:
        raise UsageError("stepping needs the keyboard; for a record from - add --all or --json")
    else:
        viewer.step_through(start)
