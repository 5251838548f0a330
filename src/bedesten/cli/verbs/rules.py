"""`bedesten rules`: the rules, clause by clause."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Annotated, Any

import typer
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

import bedesten
from bedesten.cli.json_output import print_json
from bedesten.cli.language import checked_language, cli_sentences
from bedesten.cli.options import GameName, Json, Lang
from bedesten.cli.screen import Screen
from bedesten.cli.usage_error import UsageError, as_usage_error
from bedesten.kernel.component_list import RECONSTRUCTED, component_list
from bedesten.kernel.game import Game

LINE_LENGTH = 88  # longer lines are hard to read


def rules(
    name: GameName,
    clause: Annotated[
        str | None, typer.Argument(metavar="CLAUSE", help="One clause, or a chapter.")
    ] = None,
    *,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Print the rules of a game, one chapter, or one clause."""
    language = checked_language(lang)
    with as_usage_error():
        game = bedesten.game(name)
    found = _chosen(game, clause, language)
    made_up = [
        {"figure": one.key, "label": one.label, "note": one.note or group.note, "value": one.value}
        for group in component_list(game, language)
        for one in group.components
        if one.source == RECONSTRUCTED
    ]
    text, say = game.text(language), cli_sentences(language)
    rulings = {one: text.rulings[one] for one in found if one in text.rulings}
    if json:
        print_json({"clauses": found, "rulings": rulings, "reconstructed": made_up})
        return
    console = Screen().console
    titles = text.names
    width = min(console.width, LINE_LENGTH)
    for chapter, clauses in groupby(found, key=_chapter):
        console.print(Text(f"{chapter}  {titles.get(f'rules.{chapter}', '')}", "bold"))
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(no_wrap=True, style="dim")
        grid.add_column()
        for one in clauses:
            grid.add_row(one, found[one])
            if one in rulings:
                grid.add_row("", Text(say("ruling", text=rulings[one]), "italic"))
        console.print(Padding(grid, (0, 0, 1, 2)), width=width)
    if made_up and clause is None:
        console.print(Text(say("reconstructed"), "bold"))
        for figure in made_up:
            line = Text.assemble(figure["label"], (f"  {figure['note']}", "dim"))
            console.print(Padding(line, (0, 0, 0, 2)), width=width)


def _chosen(game: Game[Any, Any, Any], clause: str | None, language: str) -> Mapping[str, str]:
    """All clauses, those of a chapter, or one."""
    texts = game.text(language).rules
    if clause is None:
        return texts
    wanted = clause.upper()
    found = {one: text for one, text in texts.items() if wanted in (one, _chapter(one))}
    if not found:
        chapters = ", ".join(dict.fromkeys(map(_chapter, texts)))
        raise UsageError(
            f"{game.name} has no clause {clause!r}; its chapters are {chapters}, "
            f"a clause is written {next(iter(texts))}"
        )
    return found


def _chapter(clause: str) -> str:
    return clause.partition(".")[0]
