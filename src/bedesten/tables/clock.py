"""The clocks of a table: a bank of time a seat, which an answer refills a little."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bedesten.tables.entries import Chair, ClockRule

MAX_TIME_OUTS: Final = 3
"""After so many in a row a bot takes the seat."""

AFTER_TIME_OUT: Final = 10_000
"""Milliseconds that a seat has at least after its time was up."""


class Clocks:
    """The time that each seat has left, in milliseconds. Bots have no clock."""

    def __init__(self, rule: ClockRule | None, chairs: Sequence[Chair], since: float) -> None:
        self.rule = rule
        self.since = since  # time before this (the server was down) is not counted
        self.banks: list[int | None] = [
            None if rule is None or chair.kind == "bot" else rule.bank * 1000 for chair in chairs
        ]
        self.time_outs = [0] * len(chairs)
        self.asked_at: dict[int, float] = {}

    def copy(self) -> Clocks:
        other = Clocks(self.rule, (), self.since)
        other.banks = self.banks.copy()
        other.time_outs = self.time_outs.copy()
        other.asked_at = self.asked_at.copy()
        return other

    def limit(self, now: float) -> None:
        """Let no question have been put later than now: the system's clock was set back."""
        for seat, at in self.asked_at.items():
            self.asked_at[seat] = min(at, now)

    def left(self, seat: int, now: float) -> int | None:
        """What a seat has left; None without a clock."""
        bank = self.banks[seat]
        return None if bank is None else max(bank - self.spent(seat, now), 0)

    def spent(self, seat: int, now: float) -> int:
        """How long a seat has been asked; 0 if it is not asked or has no clock."""
        asked_at = self.asked_at.get(seat)
        if asked_at is None or self.banks[seat] is None:
            return 0
        return max(int((now - max(asked_at, self.since)) * 1000), 0)

    def ends(self, seat: int) -> float | None:
        """When the time of a seat that is asked is up; None without a clock."""
        bank = self.banks[seat]
        return None if bank is None else max(self.asked_at[seat], self.since) + bank / 1000

    def answered(self, seat: int, spent: int) -> None:
        """Take off what an answer has cost, and add the increment."""
        bank = self.banks[seat]
        if self.rule is not None and bank is not None:
            self.time_outs[seat] = 0
            self.banks[seat] = _capped(self.rule, max(bank - spent, 0) + self.rule.increment * 1000)

    def timed_out(self, seat: int) -> None:
        """Count a time-out; a bot has answered for the seat."""
        if self.rule is not None and self.banks[seat] is not None:
            self.time_outs[seat] += 1
            self.banks[seat] = _after_time_out(self.rule)

    def came_back(self, seat: int, at: float) -> None:
        """Start the clock of a seat whose person plays again."""
        self.time_outs[seat] = 0
        bank = self.banks[seat]
        if self.rule is not None and bank is not None:
            self.banks[seat] = max(bank, _after_time_out(self.rule))
        if seat in self.asked_at:
            self.asked_at[seat] = at


def _after_time_out(rule: ClockRule) -> int:
    return _capped(rule, max(rule.increment * 1000, min(AFTER_TIME_OUT, rule.bank * 1000)))


def _capped(rule: ClockRule, bank: int) -> int:
    return bank if rule.cap is None else min(bank, rule.cap * 1000)
