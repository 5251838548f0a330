"""Visitors of a private table: who asks to be let in, and who was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bedesten.tables.entries import Admitted, Knocked
from bedesten.tables.refusal import Refusal

MAX_KNOCKS: Final = 10
"""Visitors who may wait for an answer at the same time."""
MAX_VISITORS: Final = 200
"""Visitors who may ever ask at a table."""


@dataclass(frozen=True)
class Knock:
    """A visitor who waits for an answer."""

    number: int
    person: str
    name: str


class Visitors:
    """Knocks that wait for an answer, and the answers that were given."""

    def __init__(self) -> None:
        self.waiting: dict[int, Knock] = {}
        self.admitted: set[str] = set()
        self.refused: set[str] = set()

    def copy(self) -> Visitors:
        other = Visitors()
        other.waiting = self.waiting.copy()
        other.admitted = self.admitted.copy()
        other.refused = self.refused.copy()
        return other

    def is_waiting(self, person: str) -> bool:
        return any(knock.person == person for knock in self.waiting.values())

    def knock(self, person: str, name: str) -> Knocked:
        """Ask to be let in."""
        if self.is_waiting(person):
            raise Refusal("knocked_already")
        if person in self.refused:
            raise Refusal("turned_away")
        asked = len(self.waiting) + len(self.admitted) + len(self.refused)
        if len(self.waiting) >= MAX_KNOCKS or asked >= MAX_VISITORS:
            raise Refusal("too_many_knocks")
        return Knocked(person, name)

    def answer(self, number: int, admit: bool) -> Admitted:
        """Let a visitor in, or turn them away."""
        if number not in self.waiting:
            raise Refusal("no_knock")
        return Admitted(number, admit)

    def apply_knock(self, number: int, knocked: Knocked) -> None:
        self.waiting[number] = Knock(number, knocked.person, knocked.name)

    def apply_answer(self, admitted: Admitted) -> None:
        knock = self.waiting.pop(admitted.knock)
        (self.admitted if admitted.admit else self.refused).add(knock.person)
