"""The verbs of the command line; each imports what it needs when it is called."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from bedesten.cli.refusal import Refused

INTERRUPTED = 130


class Verbs(TyperGroup):
    """All verbs; whatever is wrong with what was typed is answered in one sentence."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        code: Any
        try:
            code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
        except Refused as refused:
            code = _complain(str(refused))
        except typer.TyperException as error:
            code = _complain(f"{error.format_message().rstrip('.')}; see {_path(error)} --help")
        except typer.Abort:
            code = INTERRUPTED
        if standalone_mode:
            sys.exit(code or 0)
        return code


def _path(error: typer.TyperException) -> str:
    context = getattr(error, "ctx", None)
    return context.command_path if context else "bedesten"


def _complain(sentence: str) -> int:
    typer.echo(f"bedesten: {sentence}", err=True)
    return 2


app = typer.Typer(
    name="bedesten",
    cls=Verbs,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Bedesten: the open home of three bazaar board games.",
)


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without these signs shows ?
    app(prog_name="bedesten")


Lang = Annotated[str | None, typer.Option("--lang", help="en, de or fr.", metavar="LANGUAGE")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="As `bedesten games` says.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; repeatable."),
]
Data = Annotated[
    Path | None, typer.Option("--data", metavar="FILE", help="A changed copy of the data file.")
]


def _version(wanted: bool) -> None:
    if wanted:
        import bedesten

        build = "compiled" if bedesten.COMPILED else "pure Python"
        typer.echo(f"bedesten {bedesten.__version__} ({build})")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def bedesten_(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which it is.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Which game.")] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="WHO,WHO,…",
            help="One entry a seat: `you` or a name is a person, `bot` or a bot's name a program.",
        ),
    ] = None,
    seed: Annotated[str | None, typer.Option(help="All luck comes from it.")] = None,
    lang: Lang = None,
    option: Options = None,
    data: Data = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with it.")] = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Where to keep it.")] = None,
    chance: Annotated[
        str, typer.Option(help="`seeded`, or `manual` to type what real dice show.")
    ] = "seeded",
) -> None:
    """Play a game in the terminal, against bots or in turns at one keyboard."""
    from bedesten.cli.play import play

    play(game, seats, seed, lang, option or [], data, resume, save, chance)


@app.command()
def solo(
    lang: Lang = None,
    seed: Annotated[str | None, typer.Option(help="All luck comes from it.")] = None,
    campaign: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the campaign is kept.")
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Only show how far it is.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the game left.")] = False,
    new: Annotated[bool, typer.Option("--new", help="Begin another game all the same.")] = False,
) -> None:
    """The solo campaign of Choose & Write: fourteen tasks over many games."""
    from bedesten.cli.solo import solo

    solo(lang, seed, campaign, show, resume, new)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port.")] = 8000,
    db: Annotated[
        str | None,
        typer.Option(metavar="URL", help="An SQLite file, or postgresql://user@host/name."),
    ] = None,
    workers: Annotated[
        int, typer.Option(min=0, help="Processes in which bots think; 0 goes by the cores.")
    ] = 0,
    thinking: Annotated[
        float, typer.Option(min=1, help="Seconds that a bot has for a decision.")
    ] = 60,
    origin: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="Where else pages may come from; repeatable."),
    ] = None,
    proxies: Annotated[
        str, typer.Option(metavar="ADDRESSES", help="Proxies that are believed who is asking.")
    ] = "127.0.0.1",
    rate: Annotated[
        float, typer.Option(min=1, help="Requests a second that one address may make.")
    ] = 20,
    connections: Annotated[
        int, typer.Option(min=1, help="Sockets that one address may hold open.")
    ] = 100,
    messages: Annotated[
        float, typer.Option(min=1, help="Messages a second that one socket may send.")
    ] = 50,
    browse: Annotated[bool, typer.Option("--browse", help="Open the page in a browser.")] = False,
) -> None:
    """Serve tables to browsers: people and bots, all three games."""
    from bedesten.cli.serve import serve

    serve(
        host,
        port,
        db,
        workers,
        thinking,
        origin or [],
        proxies,
        rate,
        connections,
        messages,
        browse,
    )


@app.command()
def sim(
    game: GameName,
    n: Annotated[int, typer.Option("-n", "--games", min=1, help="How many games.")] = 1000,
    jobs: Annotated[int, typer.Option(min=1, help="How many processes.")] = 1,
    seats: Annotated[int | None, typer.Option(help="How many players.")] = None,
    bots: Annotated[str, typer.Option(help="One bot for all seats, or one a seat.")] = "random",
    seed: Annotated[str, typer.Option(help="All luck comes from it.")] = "1",
    option: Options = None,
    data: Data = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="A row for each game.")] = None,
    format_: Annotated[
        str | None, typer.Option("--format", metavar="jsonl|csv|parquet", help="Of the rows.")
    ] = None,
    most_turns: Annotated[
        int | None,
        typer.Option(
            "--most-turns",
            min=1,
            metavar="N",
            help="Stop a game after so many turns and count it as unfinished; "
            "without it every game is played to its end.",
        ),
    ] = None,
    json: Json = False,
) -> int:
    """Let bots play many games and count."""
    from bedesten.cli.sim import sim

    return sim(game, n, jobs, seats, bots, seed, option or [], data, out, format_, json, most_turns)


@app.command()
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record; - is the standard input.")],
    lang: Lang = None,
    turn: Annotated[int | None, typer.Option(min=0, help="Begin at this turn.")] = None,
    all_: Annotated[bool, typer.Option("--all", help="Print everything without asking.")] = False,
    json: Json = False,
) -> None:
    """Step through a record, board and sentences."""
    from bedesten.cli.replay import replay

    replay(file, lang, turn, all_, json)


@app.command()
def verify(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="- is the standard input.")],
    json: Json = False,
) -> int:
    """Re-execute records and say whether they are right."""
    from bedesten.cli.verify import verify

    return verify(files, json)


@app.command()
def rules(
    game: GameName,
    clause: Annotated[
        str | None, typer.Argument(metavar="CLAUSE", help="One clause, or a chapter.")
    ] = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """The rules, clause by clause."""
    from bedesten.cli.rules import rules

    rules(game, clause, lang, json)


@app.command()
def data(game: GameName, json: Json = False) -> None:
    """The components: which figures are printed facts, which are reconstructed."""
    from bedesten.cli.data import data

    data(game, json)


@app.command()
def games(json: Json = False) -> None:
    """The games there are."""
    from bedesten.cli.games import games

    games(json)
