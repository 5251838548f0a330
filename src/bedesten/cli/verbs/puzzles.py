"""`bedesten puzzles`: one turn, one way to the most rubies; and how such turns are found."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Annotated

import msgspec
import typer

import bedesten
from bedesten import puzzles as puzzles_of_games
from bedesten.cli.json_output import print_json
from bedesten.cli.language import checked_language
from bedesten.cli.lesson_screen import play_puzzles
from bedesten.cli.options import Json, Lang
from bedesten.cli.usage_error import UsageError, as_usage_error
from bedesten.puzzles.mining import mined

MINE = "mine"


def puzzles(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="The game; `mine GAME` finds new ones.")
    ] = None,
    which: Annotated[
        str | None, typer.Argument(metavar="NUMBER", help="The puzzle to begin with.")
    ] = None,
    *,
    lang: Lang = None,
    list_: Annotated[bool, typer.Option("--list", help="List the puzzles.")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where `mine` writes, a line a puzzle.")
    ] = None,
    games: Annotated[
        int, typer.Option("-n", "--games", min=1, help="In how many games `mine` looks.")
    ] = 20,
    seed: Annotated[int, typer.Option(help="The seed of the first of them.")] = 1,
    json: Json = False,
) -> None:
    """Solve puzzles from games of bots, or find new ones."""
    language = checked_language(lang)
    if game == MINE:
        _mine(which, out, games, seed)
    elif list_ or json:
        _list(game, json)
    elif game is None:
        raise UsageError(f"which game? There are: {', '.join(puzzles_of_games.GAMES)}")
    else:
        if which is not None and not which.isdecimal():
            raise UsageError(f"a puzzle has a number, such as 1, not {which!r}")
        first = int(which or 1)
        with as_usage_error():
            puzzles_of_games.puzzle_lesson(game, first)
        play_puzzles(game, first, language)


def _mine(game: str | None, out: Path | None, games: int, seed: int) -> None:
    if game not in puzzles_of_games.GAMES:
        raise UsageError(
            f"mine which game? Puzzles can be found in: {', '.join(puzzles_of_games.GAMES)}"
        )
    found = 0
    for number, at in zip(range(games), count(seed), strict=False):
        lines = [msgspec.json.encode(one).decode() for one in mined(game, at)]
        found += len(lines)
        if out is None:
            for line in lines:
                typer.echo(line)
        else:
            with out.open("a", encoding="utf-8") as file:
                file.writelines(f"{line}\n" for line in lines)
        typer.echo(f"game {number + 1} of {games}: {found} found", err=True)


def _list(game: str | None, json: bool) -> None:
    with as_usage_error():
        names = puzzles_of_games.GAMES if game is None else (bedesten.game(game).name,)
    rows = [
        {
            "game": name,
            "number": n,
            "rubies": one.gain,
            "difficulty": one.difficulty,
            "found_by": list(one.found_by),
        }
        for name in names
        for n, one in enumerate(puzzles_of_games.puzzles_of(name), 1)
    ]
    if json:
        print_json(rows)
        return
    for row in rows:
        typer.echo("{game} {number}: {rubies} rubies, difficulty {difficulty} of 4".format(**row))
