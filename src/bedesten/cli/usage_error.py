"""Bad input is answered with one sentence that says what would be right."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

STDIN = "-"


class UsageError(Exception):
    """Something was asked for that cannot be; the text is for the person who asked."""


@contextmanager
def as_usage_error(prefix: str = "") -> Iterator[None]:
    """Turn the engine's complaint about what somebody typed into a refusal."""
    try:
        yield
    except ValueError as error:
        raise UsageError(f"{prefix}{error}") from None


def read_text(path: str) -> str:
    """The text of a file that somebody named; `-` is the standard input."""
    try:
        if path == STDIN:
            return sys.stdin.read()
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path} is not a text file in UTF-8") from None
