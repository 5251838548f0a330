"""What somebody wanted and cannot have."""

from __future__ import annotations

from typing import Any


class Refusal(Exception):
    """Nothing has changed. The code has a sentence in every language."""

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(code)
        self.code = code
        self.values = values
