"""A progress bar for many games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from bedesten.cli.screen import stderr_console


class ProgressBar:
    """The bar, and the text beside it."""

    def __init__(self, shown: Progress, task: TaskID) -> None:
        self._shown = shown
        self._task = task

    def advance(self, games: int, said: str | None = None) -> None:
        self._shown.advance(self._task, games)
        if said is not None:
            self._shown.update(self._task, description=said)


@contextmanager
def progress(games: int, done: int = 0) -> Iterator[ProgressBar]:
    """Show a bar on a terminal, and nothing elsewhere; it disappears at the end."""
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    console = stderr_console()
    silent = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=silent) as shown:
        yield ProgressBar(shown, shown.add_task("games", total=games, completed=done))
