"""Saved games: a record, with a header comment that says which seats are bots."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import msgspec

from bedesten import bots
from bedesten.bots import external
from bedesten.cli.arguments import Participant
from bedesten.cli.files import data_home, replace_file
from bedesten.cli.usage_error import UsageError
from bedesten.kernel.match import Match

_NOTE = "# bedesten play "


class SaveHeader(msgspec.Struct, forbid_unknown_fields=True):
    """What the record does not hold: the bots, their seed, the language, the take-backs."""

    bots: list[str]
    seed: int | str
    language: str
    retakes: int = 0


def write_game(path: Path, match: Match, header: SaveHeader) -> None:
    """Write the game; a crash leaves either the old file or the new one."""
    text = f"{_NOTE}{msgspec.json.encode(header).decode()}\n{match.record()}"
    replace_file(path, text.encode(), "--save")


def read_header(text: str) -> SaveHeader | None:
    """The header of a saved game, or None if it has none."""
    for line in text.split("\n"):
        if line.startswith(_NOTE):
            try:
                return msgspec.json.decode(line.removeprefix(_NOTE), type=SaveHeader)
            except msgspec.MsgspecError:
                return None
    return None


def resumed_players(
    match: Match, header: SaveHeader | None, programs: bool = False
) -> list[Participant]:
    """The players of a resumed game; without a header, seats named after bots are bots."""
    guessed = [bots.full_name(name.casefold().rstrip(" 0123456789")) for name in match.names]
    playing: Sequence[str | None] = guessed
    if header is not None and len(header.bots) == match.seats:
        check_programs(header.bots, programs)
        playing = [external.full_name(name) for name in header.bots]
    return [Participant(name, bot or "") for name, bot in zip(match.names, playing, strict=True)]


def check_programs(bots: Sequence[str], allowed: bool) -> None:
    """Refuse to run a program that a file names, unless the user allows it."""
    commands = [name for name in bots if external.is_command(name)]
    if commands and not allowed:
        raise UsageError(
            f"this would run a program that the file names: {commands[0]}; "
            "if you trust it, add --run-programs"
        )


def fresh_path(game: str) -> Path:
    """A path in the data folder that does not exist yet."""
    stem = data_home() / f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
    path = stem.with_suffix(".txt")
    n = 2
    while path.exists():
        path = stem.with_name(f"{stem.name}-{n}.txt")
        n += 1
    return path
