"""Errors in what the user typed: one sentence that says what would be right, exit code 2."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

STDIN = "-"


class UsageError(Exception):
    """Bad input; the message is for the user."""


@contextmanager
def as_usage_error(prefix: str = "") -> Iterator[None]:
    """Turn a ValueError about what the user typed into a usage error."""
    try:
        yield
    except ValueError as error:
        raise UsageError(f"{prefix}{error}") from None


def read_text(path: str) -> str:
    """The text of a file that the user named; `-` is the standard input."""
    try:
        if path == STDIN:
            return sys.stdin.read()
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not a text file in UTF-8") from None
