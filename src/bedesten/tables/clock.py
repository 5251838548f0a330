"""The clocks of a table: a bank of time a seat, which an answer refills a little."""

from __future__ import annotations

from bedesten.tables.entries import ClockRule

AFTER_TIME_OUT = 10_000  # milliseconds that a seat has at least after its time was up


def full(rule: ClockRule) -> int:
    return rule.bank * 1000


def answered(rule: ClockRule, bank: int, spent: int) -> int:
    """What is left after an answer that took so many milliseconds."""
    return _capped(rule, max(bank - spent, 0) + rule.increment * 1000)


def timed_out(rule: ClockRule) -> int:
    """What a seat goes on with once a bot has answered for it."""
    return _capped(rule, max(rule.increment * 1000, min(AFTER_TIME_OUT, full(rule))))


def _capped(rule: ClockRule, bank: int) -> int:
    return bank if rule.cap is None else min(bank, rule.cap * 1000)
