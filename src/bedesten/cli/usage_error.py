"""Errors in what the user typed: one sentence that says what would be right, exit code 2."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class UsageError(Exception):
    """Bad input; the message is for the user."""


@contextmanager
def as_usage_error(prefix: str = "") -> Iterator[None]:
    """Turn a ValueError about what the user typed into a usage error."""
    try:
        yield
    except ValueError as error:
        raise UsageError(f"{prefix}{error}") from None
