"""The terminal: output and keyboard input."""

from __future__ import annotations

import sys
from typing import IO

from rich.console import Console

SHORT = 30  # lines; many terminals have 24
CLEARED = "\x1b[H\x1b[2J\x1b[3J"  # what was typed must not be found by scrolling back


class Screen:
    """A console with a keyboard; without a terminal nothing is cleared."""

    def __init__(self, out: IO[str] | None = None) -> None:
        self.console = Console(file=out, highlight=False)

    @property
    def width(self) -> int:
        return self.console.width

    @property
    def height(self) -> int | None:
        """The number of lines; None without a terminal."""
        return self.console.height if self.console.is_terminal else None

    @property
    def is_tall(self) -> bool:
        """Whether there is room for the footer."""
        return self.height is None or self.height > SHORT

    def clear(self) -> None:
        if self.console.is_terminal:
            self.console.file.write(CLEARED)
            self.console.file.flush()
        else:
            self.console.print()

    def ask(self, prompt: str) -> str:
        """Read one line; EOFError at the end of input."""
        line = input(prompt)
        if not sys.stdin.isatty():
            self.console.print()
        return line.strip()


def stderr_console() -> Console:
    """The console for progress and errors."""
    return Console(stderr=True, highlight=False)
