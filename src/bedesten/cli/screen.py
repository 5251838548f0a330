"""The terminal: where sentences go, and where lines come from."""

from __future__ import annotations

import sys
from typing import IO

from rich.console import Console

SHORT = 30  # lines; a terminal has 24 unless somebody has drawn it larger
CLEARED = "\x1b[H\x1b[2J\x1b[3J"  # what was typed must not be found by scrolling back


class Screen:
    """A console with a keyboard; without a terminal everything runs down one page."""

    def __init__(self, out: IO[str] | None = None) -> None:
        self.console = Console(file=out, highlight=False)

    @property
    def width(self) -> int:
        return self.console.width

    @property
    def height(self) -> int | None:
        """How many lines there are; None when there is no end to them."""
        return self.console.height if self.console.is_terminal else None

    @property
    def is_tall(self) -> bool:
        """Tell whether there are lines to spare."""
        return self.height is None or self.height > SHORT

    def clear(self) -> None:
        if self.console.is_terminal:
            self.console.file.write(CLEARED)
            self.console.file.flush()
        else:
            self.console.print()

    def ask(self, prompt: str) -> str:
        """One line from the keyboard; EOFError when there are no more."""
        line = input(prompt)
        if not sys.stdin.isatty():
            self.console.print()
        return line.strip()


def stderr_console() -> Console:
    """Where progress and complaints go."""
    return Console(stderr=True, highlight=False)
