"""`bedesten learn`: a game in short lessons."""

from __future__ import annotations

from typing import Annotated

import typer

import bedesten
from bedesten import lessons
from bedesten.cli.json_output import print_json
from bedesten.cli.language import checked_language
from bedesten.cli.lesson_screen import play_course
from bedesten.cli.options import Json, Lang, OptionalGameName
from bedesten.cli.usage_error import UsageError, as_usage_error
from bedesten.lessons.checking import faults


def learn(
    game: OptionalGameName = None,
    which: Annotated[
        str | None,
        typer.Argument(metavar="LESSON", help="The lesson to begin with: number or name."),
    ] = None,
    *,
    lang: Lang = None,
    list_: Annotated[bool, typer.Option("--list", help="List the lessons.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Play every lesson by its own solution.")
    ] = False,
    json: Json = False,
) -> None:
    """Learn a game by playing: short lessons at the real table."""
    language = checked_language(lang)
    with as_usage_error():
        names = bedesten.games() if game is None else (bedesten.game(game).name,)
        first = 1 if which is None or game is None else _number(game, which)
    if check:
        _check(names)
    elif list_ or json:
        _list(names, language, json)
    elif game is None:
        raise UsageError(f"which game? There are: {', '.join(bedesten.games())}")
    else:
        play_course(game, first, language)


def _number(game: str, which: str) -> int:
    return lessons.course(game).index(lessons.lesson(game, which)) + 1


def _list(names: tuple[str, ...], language: str, json: bool) -> None:
    rows = [
        {
            "game": name,
            "number": n,
            "name": one.name,
            "title": one.text(one.title, language),
            "goal": one.text(one.goal, language),
            "clauses": list(one.clauses),
        }
        for name in names
        for n, one in enumerate(lessons.course(name), 1)
    ]
    if json:
        print_json(rows)
        return
    for row in rows:
        typer.echo(f"{row['game']} {row['number']}  {row['title']} ({row['name']}): {row['goal']}")


def _check(names: tuple[str, ...]) -> None:
    wrong = 0
    for name in names:
        for one in lessons.course(name):
            found = faults(one)
            wrong += bool(found)
            typer.echo(f"{name} {one.name}: {'; '.join(found) or 'ok'}")
    if wrong:
        raise typer.Exit(1)
