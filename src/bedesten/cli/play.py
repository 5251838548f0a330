"""`bedesten play`: a game in the terminal."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import bedesten
from bedesten.cli.arguments import parse_options, parse_seats, parse_seed
from bedesten.cli.language import checked_language, cli_sentences
from bedesten.cli.saved_games import (
    fresh_path,
    read_header,
    resumed_players,
)
from bedesten.cli.terminal_game import TerminalGame
from bedesten.cli.usage_error import UsageError, as_usage_error, read_text
from bedesten.kernel.match import MANUAL

PROMPT = "> "
SHORT_PROMPT = "? u l b h q > "


def play(
    game: str | None,
    seats: str | None,
    seed: str | None,
    lang: str | None,
    options: Sequence[str],
    data: Path | None,
    resume: Path | None,
    save: Path | None,
    chance: str,
    programs: bool = False,
) -> None:
    """Sit down, or sit down again, and play."""
    if save is not None and save != resume and save.exists():
        raise UsageError(
            f"{save} is there already; name another, or go on with it by --resume {save}"
        )
    if resume is not None:
        for flag, given in {"--seats": seats, "--seed": seed, "--data": data}.items():
            if given is not None:
                raise UsageError(f"{flag} is settled in {resume}; leave it out to resume")
        if options or chance == MANUAL:
            raise UsageError(
                f"options and chance are settled in {resume}; leave them out to resume"
            )
        game_ = _resumed(game, resume, lang, save or resume, programs)
    else:
        if game is None:
            raise UsageError(f"which game? There are: {', '.join(bedesten.games())}")
        game_ = _begun(game, seats, seed, lang, parse_options(options), data, save, chance)
    game_.run()


def _begun(
    name: str,
    seats: str | None,
    seed: str | None,
    lang: str | None,
    options: Mapping[str, Any],
    data: Path | None,
    save: Path | None,
    chance: str,
) -> TerminalGame:
    language = checked_language(lang)
    with as_usage_error():
        game = bedesten.game(name)
    players = parse_seats(seats, game, cli_sentences(language))
    chosen = parse_seed(seed)
    luck = secrets.randbits(63) if chosen is None else chosen
    with as_usage_error():
        match = bedesten.new(
            name,
            names=[player.name for player in players],
            seed=None if chance == MANUAL else luck,
            chance=chance,
            data=data,
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
    header = read_header(text)
    language = checked_language(lang or (header.language if header else None))
    luck: int | str = 0 if match.seed is None else match.seed
    if header is not None:
        luck = header.seed
    return TerminalGame(match, resumed_players(match, header, programs), luck, language, save)
