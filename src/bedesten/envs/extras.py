"""Optional dependencies: a missing one raises an error that names the command to install it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class MissingExtra(ImportError):
    """An optional dependency is not installed."""


@contextmanager
def needing(extra: str) -> Iterator[None]:
    """Turn a failed import into a MissingExtra that names the extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "bedesten":
            raise
        raise MissingExtra(
            f"this needs {error.name}, which is not installed: pip install 'bedesten[{extra}]'"
        ) from None
