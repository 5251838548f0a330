"""What a game with a solo campaign declares: tasks, columns, and what a game comes to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from bedesten.kernel.state import State

DIFFICULTIES: Final = ("easy", "medium", "hard")

S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class SoloGoal:
    """One of the things that a task asks for, and how far it is."""

    name: str
    now: int
    wanted: int
    at_most: bool = False

    @property
    def is_met(self) -> bool:
        return self.now <= self.wanted if self.at_most else self.now >= self.wanted


@dataclass(frozen=True)
class SoloResult:
    """The outcome of a solo game."""

    score: int
    tie_break: int
    """Decides between equal scores."""
    column: int | None
    """Where the tasks are ticked; None if the score is too low."""
    tasks: tuple[int, ...]
    """The tasks met, from 1 on, whatever the score."""


class SoloTasks(ABC, Generic[S]):
    """Tasks, numbered from 1 on, each to be met once in every column.

    A column is named by the score that it asks for. The game's texts name the tasks
    (`task.1`) and their difficulties (`difficulty.easy`).
    """

    columns: Sequence[int]
    """From the easiest on."""
    goal: Sequence[int]
    """The columns that are to be filled; the others are for those who want more."""
    numbers: Sequence[int]
    """Of all tasks."""

    @abstractmethod
    def difficulty(self, task: int) -> str:
        """One of DIFFICULTIES, or nothing."""

    @abstractmethod
    def goals(self, s: S, task: int) -> list[SoloGoal]:
        """How far a game has come with a task."""

    @abstractmethod
    def result(self, s: S) -> SoloResult:
        """The outcome of a finished game."""
