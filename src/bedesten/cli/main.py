"""The verbs of the command line; each imports what it needs when it is called."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from bedesten.cli.usage_error import UsageError

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
        given = _with_values(sys.argv[1:] if args is None else args)
        try:
            code = super().main(given, prog_name, complete_var, False, windows_expand_args, **extra)
        except UsageError as error:
            code = _complain(str(error))
        except typer.TyperException as error:
            code = _complain(f"{error.format_message().rstrip('.')}; see {_path(error)} --help")
        except typer.Abort:
            code = INTERRUPTED
        if standalone_mode:
            sys.exit(code or 0)
        return code


def _with_values(args: Sequence[str]) -> list[str]:
    """`--ray` alone means a cluster of its own; Typer has no options with a value or without."""
    given = list(args)
    for n in range(len(given) - 1, -1, -1):
        if given[n] == "--ray" and (n + 1 == len(given) or given[n + 1].startswith("-")):
            given.insert(n + 1, "local")
    return given


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
RunPrograms = Annotated[
    bool, typer.Option("--run-programs", help="Let a file that is resumed name programs to run.")
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
            help="One entry a seat: `you` or a name is a person, `bot` or a bot's name a bot, "
            "`cmd:./program` a program of your own; `3` is you and two bots.",
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
    run_programs: RunPrograms = False,
) -> None:
    """Play a game in the terminal, against bots or in turns at one keyboard."""
    from bedesten.cli.play import play

    play(game, seats, seed, lang, option or [], data, resume, save, chance, run_programs)


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


Database = Annotated[
    str | None, typer.Option("--db", metavar="URL", help="As `bedesten serve` has it.")
]


@app.command()
def export(
    file: Annotated[str, typer.Argument(metavar="FILE", help="- is the standard output.")],
    db: Database = None,
) -> None:
    """Write all people and tables of a server as lines of JSON."""
    from bedesten.cli.archive import export

    export(file, db)


@app.command("import")
def import_(
    file: Annotated[str, typer.Argument(metavar="FILE", help="- is the standard input.")],
    db: Database = None,
) -> None:
    """Read what `export` has written into an empty database, of either kind."""
    from bedesten.cli.archive import import_

    import_(file, db)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The copy.")], db: Database = None
) -> None:
    """Copy an SQLite database and its key, also while the server runs."""
    from bedesten.cli.archive import backup

    backup(file, db)


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
def arena(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Which game.")] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="BOT,BOT,…",
            help="Who plays: names of bots, or `cmd:./program` for a program of your own.",
        ),
    ] = None,
    n: Annotated[
        int | None,
        typer.Option("-n", "--games", min=1, help="How many games, at least; 1000 if not said."),
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="How many processes.")] = 1,
    seats: Annotated[
        int | None, typer.Option(help="How many players; as many as bots if not said.")
    ] = None,
    seed: Annotated[str | None, typer.Option(help="All luck comes from it; 1 if not said.")] = None,
    option: Options = None,
    data: Data = None,
    most_turns: Annotated[
        int | None,
        typer.Option(
            "--most-turns", min=1, metavar="N", help="Stop a game after so many turns: a draw."
        ),
    ] = None,
    until: Annotated[
        float | None,
        typer.Option(
            metavar="PERCENT",
            min=50,
            max=99.9999,
            help="Stop as soon as it is this sure which of the first two bots is better.",
        ),
    ] = None,
    out: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Results as .json, or a report as .html; repeatable."),
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to keep the journal of all games.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a journal.")
    ] = None,
    records: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Keep the record of every game there.")
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="[ADDRESS]", help="Play on a Ray cluster; without an address, a local one."
        ),
    ] = None,
    run_programs: RunPrograms = False,
    json: Json = False,
) -> int:
    """Let bots compete on the same deals, and say who is better and how surely."""
    from bedesten.cli.arena import Failed, arena

    try:
        return arena(
            game, bots, n, jobs, seats, seed, option or [], data, most_turns, until,
            out or [], save, resume, run_programs, records, ray, json,
        )  # fmt: skip
    except Failed as failure:
        typer.echo(f"bedesten: {failure}", err=True)
        return 1


@app.command()
def engine(
    bot: Annotated[
        str, typer.Option(metavar="BOT", help="Which bot chooses; the usual one if not said.")
    ] = "bot",
) -> None:
    """Play for another program: questions in, choices out, as lines of JSON."""
    from bedesten.cli.engine import engine

    engine(bot)


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


@app.command()
def mcp() -> None:
    """Let a language model play: a server of the Model Context Protocol on standard input."""
    from bedesten.cli.mcp import mcp

    mcp()
