"""Names, colours and levels of the seats: each name and colour once at a table."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bedesten import bots
from bedesten.kernel.match import LONGEST_NAME
from bedesten.tables.entries import Chair
from bedesten.tables.refusal import Refusal

COLOURS = ("red", "blue", "green", "purple", "amber")
BOT_NAMES = ("Aylin", "Baran", "Ceyda", "Demir", "Esra", "Ferit")


def checked_name(name: str) -> str:
    """A name without extra spaces; Refusal if it cannot be written into a record."""
    tidy = " ".join(name.split())
    if not tidy or len(tidy) > LONGEST_NAME or not tidy.isprintable() or "," in tidy:
        raise Refusal("bad_name", most=LONGEST_NAME)
    return tidy


def checked_level(level: str) -> str:
    """The full name of a level, the usual one if none is named; Refusal if there is no such."""
    found = bots.full_name(level or bots.USUAL_LEVEL)
    if found not in bots.names():  # no bot with a time limit of its own
        raise Refusal("no_level", level=level, levels=", ".join(bots.names()))
    return found


def settled(chairs: Sequence[Chair]) -> list[Chair]:
    """Give every chair a name and a colour of its own; the first to want one gets it."""
    names: set[str] = set()
    colours: set[str] = set()
    done: list[Chair] = []
    wanted = {chair.colour for chair in chairs if chair.kind == "person"}
    for chair in chairs:
        name = chair.name
        if chair.kind == "bot" and not name:
            name = next(one for one in BOT_NAMES if one not in names)
        if name:
            name = _free_name(name, names)
            names.add(name)
        colour = chair.colour
        if colour not in COLOURS or colour in colours:
            rest = [one for one in COLOURS if one not in colours]
            colour = next((one for one in rest if one not in wanted), rest[0])
        colours.add(colour)
        done.append(msgspec.structs.replace(chair, name=name, colour=colour))
    return done


def _free_name(name: str, taken: set[str]) -> str:
    if name not in taken:
        return name
    n = 2
    while (numbered := f"{name[: LONGEST_NAME - 3]} {n}") in taken:
        n += 1
    return numbered
