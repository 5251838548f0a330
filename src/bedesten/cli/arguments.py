"""Parsing of seats, bots, options and seeds from the command line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bedesten import bots
from bedesten.bots import external
from bedesten.cli.usage_error import UsageError
from bedesten.kernel.game import Game
from bedesten.kernel.record import MANUAL_SEED
from bedesten.kernel.text import Sentences

YOU = "you"


@dataclass(frozen=True)
class Participant:
    """A player at the table; a person, unless a bot is named."""

    name: str
    bot: str = ""

    @property
    def is_person(self) -> bool:
        return not self.bot


def parse_seats(
    entries: str | None, game: Game[Any, Any, Any], say: Sentences
) -> list[Participant]:
    """The players that `you,bot,bot` names; `3`, or nothing, is one person against bots."""
    least, most = game.seats
    entries = str(least) if entries is None else entries.strip()
    if re.fullmatch(r"[1-9][0-9]?", entries):
        wanted = [YOU] + [bots.ANY] * (int(entries) - 1)
    else:
        wanted = entries.split(",")
    if not least <= len(wanted) <= most:
        raise UsageError(
            f"{game.name} is for {least} to {most} players, not {len(wanted)}; "
            f"name each, such as --seats {','.join([YOU] + [bots.ANY] * (least - 1))}"
        )
    players: list[Participant] = []
    for entry in map(str.strip, wanted):
        bot = external.full_name(entry)
        if bot is not None:
            number = sum(not player.is_person for player in players) + 1
            players.append(Participant(say("bot_name", n=number), bot))
        elif entry == YOU:
            players.append(Participant(_free(say("guest_name"), players)))
        elif any(player.name == entry for player in players):
            raise UsageError(f"two seats are called {entry!r}; give each a different name")
        else:
            players.append(Participant(entry))
    return players


def _free(name: str, players: Sequence[Participant]) -> str:
    taken = {player.name for player in players}
    names = [name, *(f"{name} {n}" for n in range(2, len(players) + 2))]
    return next(free for free in names if free not in taken)


def parse_bots(entries: str) -> tuple[str, ...]:
    """The full names of bots, from a list with commas."""
    found: list[str] = []
    for name in map(str.strip, entries.split(",")):
        full = external.full_name(name)
        if full is None:
            raise UsageError(
                f"no bot {name!r}; there are: {', '.join(bots.names())}, cmd:./program"
            )
        found.append(full)
    return tuple(found)


def parse_bots_by_seat(entries: str, seats: int) -> tuple[str, ...]:
    """One bot per seat: `random` for all seats, or `random,greedy,…`."""
    found = parse_bots(entries)
    if len(found) not in (1, seats):
        raise UsageError(f"{seats} seats need one bot for all or {seats} bots, not {len(found)}")
    return found * seats if len(found) == 1 else found


def parse_options(entries: Sequence[str]) -> dict[str, Any]:
    """Options of a game, written as name=value."""
    options: dict[str, Any] = {}
    for entry in entries:
        name, equals, value = entry.partition("=")
        if not (name and equals and value):
            raise UsageError(f"an option is written as name=value, not {entry!r}")
        options[name] = _value(value)
    return options


def _value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"0|[1-9][0-9]{0,8}", text) else text


def parse_seed(text: str | None) -> int | str | None:
    """A seed as records write it: a number, or a word."""
    if text is None:
        return None
    if text == MANUAL_SEED or not text or not text.isprintable() or text != text.strip():
        raise UsageError(f"a seed is a whole number or a word other than 'manual', not {text!r}")
    return int(text) if re.fullmatch(r"0|-?[1-9][0-9]{0,30}", text) else text
