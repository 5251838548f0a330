"""Errors that a caller can cause; each message says what would be right."""

from __future__ import annotations


class IllegalChoice(ValueError):
    """A choice that the rules do not allow now; nothing has changed."""


class BadRecord(ValueError):
    """A record that cannot be read or does not follow the rules."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class BadPosition(ValueError):
    """A position that no game can be in."""
