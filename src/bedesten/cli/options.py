"""Options and arguments that several verbs share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

GameName = Annotated[str, typer.Argument(metavar="GAME", help="See `bedesten games`.")]
OptionalGameName = Annotated[
    str | None, typer.Argument(metavar="GAME", help="The game; see `bedesten games`.")
]
Lang = Annotated[str | None, typer.Option("--lang", help="en, de or fr.", metavar="LANGUAGE")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Seed = Annotated[str | None, typer.Option(help="The seed of all randomness.")]
GameOptions = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; repeatable."),
]
DataFile = Annotated[
    Path | None, typer.Option("--data", metavar="FILE", help="A changed copy of the data file.")
]
RunPrograms = Annotated[
    bool, typer.Option("--run-programs", help="Run the programs that a resumed file names.")
]
Jobs = Annotated[int, typer.Option(min=1, help="How many processes.")]
Ray = Annotated[
    str | None,
    typer.Option(
        metavar="[ADDRESS]", help="Play on a Ray cluster; without an address, a local one."
    ),
]
Database = Annotated[
    str | None, typer.Option("--db", metavar="URL", help="As for `bedesten serve`.")
]
