"""A view in the words of the game, for boards without a drawing.

The game's texts may name the fields of its view: `view.<field>` labels a field, and
`seat.<field>` one that is a list with an entry for each seat. A field without a name is
labelled by its own, and so is a value. The page's plain table does the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from bedesten.kernel.text import Catalogue

NOTHING: Final = "–"
PLAYERS: Final = "players"
_NOT_OF_VALUES: Final = re.compile(r"(rules|option|view|seat|standing|from)\.")


class PlainView:
    """What a game shows a seat, parted into fields of a seat and fields of the table."""

    def __init__(self, shown: Mapping[str, Any], seats: int, texts: Catalogue) -> None:
        self.shown = shown
        self.seats = seats
        self.texts = texts
        members = [key for key in texts.names if not _NOT_OF_VALUES.match(key)]
        many = Counter(_member(key) for key in members)
        # A name that two things share says nothing about which is meant.
        self._members = {
            _member(key): texts.names[key] for key in members if many[_member(key)] == 1
        }

    def common(self) -> dict[str, str]:
        """The fields that belong to no seat: label and value."""
        return {
            self.label(field): self.said(field, value)
            for field, value in self.shown.items()
            if not self._is_by_seat(field, value)
        }

    def of(self, seat: int) -> dict[str, str]:
        """The fields that belong to a seat: label and value."""
        found: dict[str, str] = {}
        for field, value in self.shown.items():
            if not self._is_by_seat(field, value):
                continue
            own = value[seat]
            if field == PLAYERS and isinstance(own, Mapping):
                found |= {self.label(key): self.said(key, one) for key, one in own.items()}
            else:
                found[self.label(field)] = self.said(field, own)
        return found

    def label(self, field: str) -> str:
        names = self.texts.names
        named = names.get(f"seat.{field}") or names.get(f"view.{field}")
        return _one(named or self._members.get(field) or field)

    def said(self, field: str, value: Any) -> str:
        """A value in words; what is not there is a dash, and so is an empty list."""
        if value is None or value is False or value in ([], {}):
            return NOTHING
        if value is True:
            return "✓"
        if isinstance(value, Mapping):
            entries = [
                f"{self.said(field, str(key))} {self._inside(str(key), one)}"
                for key, one in value.items()
            ]
            return ", ".join(entries)
        if isinstance(value, list):
            return ", ".join(self._inside(field, one) for one in value)
        return self._word(field, value) if isinstance(value, str) else str(value)

    def _inside(self, field: str, value: Any) -> str:
        """A value within another one."""
        text = self.said(field, value)
        return f"({text})" if ", " in text else text

    def _word(self, field: str, value: str) -> str:
        for family in (field, field.removesuffix("s")):
            named = self.texts.names.get(f"{family}.{value}")
            named = named or self.texts.words.get(f"{family}:{value}")
            if named:
                return _one(named)
        return _one(self._members.get(value, value))

    def _is_by_seat(self, field: str, value: Any) -> bool:
        told = field == PLAYERS or f"seat.{field}" in self.texts.names
        return told and isinstance(value, list) and len(value) == self.seats


def _member(key: str) -> str:
    return key.rpartition(".")[2]


def _one(name: str) -> str:
    """The form of a name for one thing, with blanks for underlines."""
    return name.partition("|")[0].replace("_", " ")
