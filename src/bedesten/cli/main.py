"""The command line: the list of verbs, each in a module that is imported when it is called."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from keyword import iskeyword
from typing import Annotated, Any, Final, cast

import typer
from typer.core import TyperCommand, TyperGroup

from bedesten.cli.usage_error import UsageError

BAD_USAGE: Final = 2
INTERRUPTED: Final = 130

VERBS: Final = {
    "play": "Play a game in the terminal, against bots or in turns at one keyboard.",
    "learn": "Learn a game by playing: short lessons at the real table.",
    "puzzles": "Solve puzzles from real games: one turn, one way to the most rubies.",
    "solo": "The solo campaign of Choose & Write: fourteen tasks over many games.",
    "serve": "Serve tables to browsers: people and bots, all games.",
    "export": "Write all people and tables of a server as lines of JSON.",
    "import": "Read what `export` has written into an empty database, of either kind.",
    "backup": "Copy an SQLite database and its key, also while the server runs.",
    "sim": "Let bots play many games and print statistics.",
    "arena": "Let bots compete on the same deals: who is better, and how certain is it?",
    "train": "Learn the chances of a game from self-play.",
    "calibrate": "Compare the chances that the evaluation gives with how games end.",
    "engine": "Play for another program: questions in, choices out, as lines of JSON.",
    "replay": "Step through a record.",
    "analyse": "Review games: what luck and what choices have made of them.",
    "verify": "Replay records and check them.",
    "rules": "Print the rules, clause by clause.",
    "data": "Print the components: which figures are printed facts, which are reconstructed.",
    "games": "List the games.",
    "mcp": "Let a language model play: a server of the Model Context Protocol on standard input.",
}


def load_verb(name: str) -> TyperCommand:
    """Import the module of a verb and make a command of its function."""
    module = f"{name}_" if iskeyword(name) else name
    function = getattr(import_module(f"bedesten.cli.verbs.{module}"), module)
    verb = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    verb.command(name, help=VERBS[name])(function)
    return cast(TyperCommand, typer.main.get_command(verb))


class VerbGroup(TyperGroup):
    """All verbs; any error in what was typed is answered in one sentence."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: Any, cmd_name: str) -> TyperCommand | None:
        """A verb's name and help, for the list of verbs; its module is not imported."""
        return TyperCommand(cmd_name, help=VERBS[cmd_name]) if cmd_name in VERBS else None

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name, _, rest = super().resolve_command(ctx, args)
        return name, load_verb(str(name)), rest

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
    """`--ray` alone means a local cluster; Typer has no options with an optional value."""
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
    return BAD_USAGE


app = typer.Typer(
    name="bedesten",
    cls=VerbGroup,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Bedesten: the open home of bazaar board games.",
)


def _version(wanted: bool) -> None:
    if wanted:
        import bedesten
        from bedesten.compiled import interpreted

        build = "compiled" if bedesten.COMPILED else "pure Python"
        if bedesten.COMPILED and (missing := interpreted()):
            build += f", but not {', '.join(missing)}"
        typer.echo(f"bedesten {bedesten.__version__} ({build})")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def without_verb(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Show the version and the build."
        ),
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without these signs shows ?
    app(prog_name="bedesten")
