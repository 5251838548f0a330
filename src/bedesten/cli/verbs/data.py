"""`bedesten data`: where each figure of a game comes from, and a copy to change."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

import bedesten
from bedesten.cli.data_editor import DataEditor
from bedesten.cli.json_output import print_json
from bedesten.cli.language import checked_language, cli_sentences
from bedesten.cli.options import GameName, Json, Lang
from bedesten.cli.screen import Screen
from bedesten.cli.usage_error import UsageError, as_usage_error
from bedesten.cli.verbs.play import play
from bedesten.cli.verbs.sim import sim
from bedesten.kernel.component_list import RECONSTRUCTED, Component, component_list
from bedesten.kernel.game import Game
from bedesten.kernel.text import Sentences

USUAL_GAMES = 200


def data(
    game: GameName,
    *,
    edit: Annotated[
        bool,
        typer.Option(
            "--edit",
            help="Write a copy of the data file, open it in $EDITOR (or watch it), check it at "
            "every save, and play it.",
        ),
    ] = False,
    file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The copy to edit; GAME.toml if none is named."),
    ] = None,
    then_play: Annotated[
        bool, typer.Option("--play", help="After --edit: play a game with the copy.")
    ] = False,
    then_sim: Annotated[
        int | None,
        typer.Option(
            "--sim", min=1, metavar="N", help="After --edit: let bots play N games with the copy."
        ),
    ] = None,
    lang: Lang = None,
    json: Json = False,
) -> int:
    """Print every figure of a game with its source, or edit a copy of its data file."""
    language = checked_language(lang)
    with as_usage_error():
        found = bedesten.game(game)
    if edit:
        path = file or Path(f"{game}.toml")
        return _edit(found, path, cli_sentences(language), then_play, then_sim)
    if file is not None or then_play or then_sim is not None:
        raise UsageError("--file, --play and --sim go with --edit")
    if json:
        print_json(_plain(found, language))
    else:
        _print(found, language)
    return 0


def _plain(game: Game[Any, Any, Any], language: str) -> list[dict[str, Any]]:
    return [
        {
            "figure": one.key,
            "label": one.label,
            "source": one.source,
            "note": one.note or group.note,
            "value": one.value,
        }
        for group in component_list(game, language)
        for one in group.components
    ]


def _print(game: Game[Any, Any, Any], language: str) -> None:
    """Every figure in full, group by group."""
    console = Screen().console
    say = cli_sentences(language)
    for group in component_list(game, language):
        console.print(Text(group.label, "bold"))
        for one in group.components:
            _print_one(console, one, say)
        if group.note and not any(one.note for one in group.components):
            console.print(Padding(Text(group.note, "dim"), (0, 0, 0, 2)))
        console.print()


def _print_one(console: Console, one: Component, say: Sentences) -> None:
    style = "bold" if one.source == RECONSTRUCTED else "dim"
    line = Text(f"{one.label}: ")
    if len(one.lines) == 1:
        line.append(one.lines[0], "bold")
    line.append(f"  {one.key}", "dim")
    if one.source:
        line.append(" · ", "dim").append(say(f"source_{one.source}"), style)
    console.print(Padding(line, (0, 0, 0, 2)))
    if one.rows:
        grid = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", show_header=bool(one.head))
        for column in one.head or one.rows[0]:
            grid.add_column(column, overflow="fold")
        for row in one.rows:
            grid.add_row(*row)
        console.print(Padding(grid, (0, 0, 0, 4)))
    for n, text in enumerate(one.lines if len(one.lines) > 1 else (), 1):
        console.print(Padding(Text(f"{n:>2}  {text}"), (0, 0, 0, 4)))
    if one.note:
        console.print(Padding(Text(one.note, "dim"), (0, 0, 0, 4)))


# -- a copy to change ------------------------------------------------------------


def _edit(
    game: Game[Any, Any, Any],
    path: Path,
    say: Sentences,
    then_play: bool,
    then_sim: int | None,
) -> int:
    screen = Screen()
    editor = DataEditor(game, path, screen.console, say)
    editor.prepare()
    found = editor.run()
    if found.error:
        return 1
    if not then_play and then_sim is None and sys.stdin.isatty():
        answer = screen.ask(say("edit_then", n=USUAL_GAMES)).lower()
        then_play = answer.startswith(say("edit_play_key"))
        then_sim = USUAL_GAMES if answer.startswith(say("edit_sim_key")) else None
    screen.console.print(Text(say("edit_play_later", game=game.name, path=path), "dim"))
    if then_sim is not None:
        return sim(game.name, n=then_sim, data=path)
    if then_play:
        play(game.name, lang=say.language, data=path)
    return 0
