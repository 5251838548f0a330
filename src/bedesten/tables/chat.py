"""The chat of a table: its lines, and who does not want to read whose."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal

from bedesten.kernel.append_list import AppendList

MUTES_OF_A_PERSON: Final = 40
"""Changes of one person who sits at the table, for its whole life."""
MUTES_OF_SPECTATORS: Final = 200
"""Changes of all spectators together: they can come in any number."""


@dataclass(frozen=True)
class ChatLine:
    """One line; a spectator has no seat."""

    number: int
    seat: int | None
    person: str
    name: str
    text: str
    at: float
    kind: Literal["said", "hint"] = "said"
    """`hint`: nothing was said, but a bot was asked for a hint."""


class Chat:
    """All lines, and the seats that each person has muted."""

    def __init__(self) -> None:
        self.lines: AppendList[ChatLine] = AppendList()
        self._muted: set[tuple[str, int]] = set()
        self._changes: Counter[str] = Counter()  # of what is muted, by person

    def copy(self) -> Chat:
        other = Chat()
        other.lines = self.lines.copy()
        other._muted = self._muted.copy()
        other._changes = self._changes.copy()
        return other

    def has_muted(self, person: str, seat: int) -> bool:
        return (person, seat) in self._muted

    def may_mute(self, person: str, is_inside: bool) -> bool:
        """Whether a person may change once more what is muted: every change is stored."""
        if is_inside:
            return self._changes[person] < MUTES_OF_A_PERSON
        return self._changes.total() < MUTES_OF_SPECTATORS

    def mute(self, person: str, seat: int, muted: bool) -> None:
        self._changes[person] += 1
        if muted:
            self._muted.add((person, seat))
        else:
            self._muted.discard((person, seat))

    def is_muted(self, person: str, line: ChatLine) -> bool:
        return line.seat is not None and (person, line.seat) in self._muted

    def lines_for(self, person: str) -> list[ChatLine]:
        """The lines that a person wants to read."""
        return [line for line in self.lines if not self.is_muted(person, line)]
