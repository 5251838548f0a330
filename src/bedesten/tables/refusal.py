"""A command that is refused."""

from __future__ import annotations

from typing import Any


class Refusal(Exception):
    """Raised before anything has changed. The code has a sentence in every language."""

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(code)
        self.code = code
        self.values = values
