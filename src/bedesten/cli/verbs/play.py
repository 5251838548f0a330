"""`bedesten play`: a game in the terminal."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

import bedesten
from bedesten.cli.arguments import parse_options, parse_seats, parse_seed
from bedesten.cli.files import read_text
from bedesten.cli.language import checked_language, cli_sentences
from bedesten.cli.options import DataFile, GameOptions, Lang, OptionalGameName, RunPrograms, Seed
from bedesten.cli.saved_games import fresh_path, read_header, resumed_players
from bedesten.cli.terminal_game import TerminalGame
from bedesten.cli.usage_error import UsageError, as_usage_error
from bedesten.kernel.match import MANUAL, SEEDED


def play(
    game: OptionalGameName = None,
    *,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="WHO,WHO,…",
            help="One entry a seat: `you` or a name is a person, `bot` or a bot's name a bot, "
            "`cmd:./program` a program of your own; `3` is you and two bots.",
        ),
    ] = None,
    seed: Seed = None,
    lang: Lang = None,
    option: GameOptions = None,
    data: DataFile = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Resume a saved game.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to save the game.")
    ] = None,
    chance: Annotated[
        str, typer.Option(help="`seeded`, or `manual` to type what real dice show.")
    ] = SEEDED,
    run_programs: RunPrograms = False,
) -> None:
    """Start a new game or resume one, and play until it ends or the user quits."""
    if save is not None and save != resume and save.exists():
        raise UsageError(
            f"{save} already exists; name another file, or continue with --resume {save}"
        )
    terms = GameTerms(seats, seed, option or [], data, chance)
    if resume is not None:
        terms.check_unset(resume)
        table = _resumed(game, resume, lang, save or resume, run_programs)
    elif game is not None:
        table = _started(game, terms, lang, save)
    else:
        raise UsageError(f"which game? There are: {', '.join(bedesten.games())}")
    table.run()


@dataclass(frozen=True)
class GameTerms:
    """What the command line says about a new game."""

    seats: str | None
    seed: str | None
    options: list[str]
    data: Path | None
    chance: str

    def check_unset(self, resumed: Path) -> None:
        """Refuse options that a resumed file has already settled."""
        typed = {"--seats": self.seats, "--seed": self.seed, "--data": self.data}
        for flag, given in typed.items():
            if given is not None:
                raise UsageError(f"{flag} is settled in {resumed}; leave it out to resume")
        if self.options or self.chance == MANUAL:
            raise UsageError(
                f"options and chance are settled in {resumed}; leave them out to resume"
            )


def _started(name: str, terms: GameTerms, lang: str | None, save: Path | None) -> TerminalGame:
    options = parse_options(terms.options)
    language = checked_language(lang)
    with as_usage_error():
        game = bedesten.game(name)
    players = parse_seats(terms.seats, game, cli_sentences(language))
    chosen = parse_seed(terms.seed)
    luck = secrets.randbits(63) if chosen is None else chosen
    with as_usage_error():
        match = bedesten.new(
            name,
            names=[player.name for player in players],
            seed=None if terms.chance == MANUAL else luck,
            chance=terms.chance,
            data=terms.data,
            **options,
        )
    return TerminalGame(match, players, luck, language, save or fresh_path(name))


def _resumed(
    name: str | None, path: Path, lang: str | None, save: Path, programs: bool
) -> TerminalGame:
    text = read_text(str(path))
    with as_usage_error(f"{path}: "):
        match = bedesten.replay(text)
    if name not in (None, match.game.name):
        raise UsageError(f"{path} is a game of {match.game.name}, not of {name}")
    if match.commitment is not None and not match.over:
        raise UsageError(
            f"{path}: the luck of this game comes from a server that has only promised it; "
            "play on at its table there"
        )
    header = read_header(text)
    language = checked_language(lang or (header.language if header else None))
    luck: int | str = 0 if match.seed is None else match.seed
    if header is not None:
        luck = header.seed
    retakes = header.retakes if header else 0
    players = resumed_players(match, header, programs)
    return TerminalGame(match, players, luck, language, save, retakes)
