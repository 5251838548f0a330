"""What the server has acknowledged, compared with what it has stored in the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import bedesten
from bedesten.server.bot_runner import next_action
from bedesten.tables.entries import Played, Said, TableEntry
from bedesten.tables.table import OVER, Table

Question = tuple[str, int, int]
"""Table, seat, and the entry that put the question."""


class Account:
    """Kept by all players together."""

    def __init__(self) -> None:
        self.answers: dict[Question, list[str]] = {}
        """The words that the server has taken, by what they answer."""
        self.lines: dict[str, bool] = {}
        """Chat that was sent, each line another; whether the server has taken it."""
        self.told: dict[str, dict[int, int | None]] = {}
        """By table: whose move each entry is, as somebody was told."""
        self.refused: Counter[str] = Counter()
        self.silences = 0
        """How often nothing came for long though somebody was to move."""
        self.gaps: list[float] = []
        """Seconds from the loss of a connection to the first message of the next one."""

    def audit(self, id: str, entries: Sequence[TableEntry]) -> Table:
        """Replay a table; AssertionError if something is missing, doubled or different."""
        table = Table(id, ())
        taken: dict[Question, list[str]] = {}
        lines: Counter[str] = Counter()
        told = self.told.get(id, {})
        for entry in entries:
            payload = entry.payload
            if isinstance(payload, Played):
                question = (id, payload.seat, table.posed[payload.seat])
                assert question not in taken, f"answered twice: {question}"
                taken[question] = [word for seat, word in payload.answers if seat == payload.seat]
                expected = self.answers.get(question)
                if expected is not None:
                    found = taken[question][: len(expected)]
                    assert payload.by == "person", f"another has answered: {question}"
                    assert found == expected, f"{question}: {found}, not {expected}"
            elif isinstance(payload, Said):
                lines[payload.text] += 1
            if entry.number in told:
                seat = payload.seat if isinstance(payload, Played) else None
                assert told[entry.number] == seat, f"entry {entry.number} of {id} was another"
            table.apply(entry)
        for question in self.answers:
            assert question[0] != id or question in taken, f"lost: {question}"
        assert max(told, default=-1) <= table.number, f"{id} has lost entries"
        for text, count in lines.items():
            assert count == 1, f"said {count} times: {text}"
            self.lines.pop(text, None)
        if table.match is not None:
            report = bedesten.verify(table.match.record())
            assert report.ok, f"{id}: line {report.line}: {report.reason}"
            assert report.finished == (table.status == OVER)
        return table

    def audit_lines(self) -> None:
        """After all tables: every line that was taken has been found."""
        lost = [text for text, taken in self.lines.items() if taken]
        assert not lost, f"lost: {lost}"


def waits_for_server(table: Table) -> bool:
    """Whether a bot or a clock is to act at a table."""
    return next_action(table, 0.0) is not None
