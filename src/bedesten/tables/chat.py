"""The chat of a table: its lines, and who does not want to read whose."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ChatLine:
    """One line; a spectator has no seat."""

    number: int
    seat: int | None
    person: str
    name: str
    text: str
    at: float


class Chat:
    """All lines, and the seats that each person has muted."""

    def __init__(self) -> None:
        self.lines: list[ChatLine] = []
        self._muted: set[tuple[str, int]] = set()

    def copy(self) -> Chat:
        other = Chat()
        other.lines = self.lines.copy()
        other._muted = self._muted.copy()
        return other

    def mute(self, person: str, seat: int, muted: bool) -> None:
        if muted:
            self._muted.add((person, seat))
        else:
            self._muted.discard((person, seat))

    def is_muted(self, person: str, line: ChatLine) -> bool:
        return line.seat is not None and (person, line.seat) in self._muted

    def lines_for(self, person: str) -> list[ChatLine]:
        """The lines that a person wants to read."""
        return [line for line in self.lines if not self.is_muted(person, line)]
