"""What a finished solo game has come to: tasks, column, high score. [CW-8.4, CW-8.5, CW-8.7]"""

from __future__ import annotations

from dataclasses import dataclass

from bedesten.games.choose_write.data import Solo, SoloTask
from bedesten.games.choose_write.state import GOOD_KINDS, LETTERS, ChooseWrite, fields_left
from bedesten.games.choose_write.tally import counts, total
from bedesten.kernel.words import size


@dataclass(frozen=True)
class SoloResult:
    """The outcome of a solo game."""

    rubies: int
    fields: int
    """Marked, uncrossed fields and what goods cards count for: breaks ties of the high score."""
    column: int | None
    """Where the tasks are ticked; None with too few rubies."""
    tasks: tuple[int, ...]
    """The tasks met, from 1 on, whatever the rubies."""


def result_of(s: ChooseWrite, solo: Solo) -> SoloResult:
    """Read the outcome off the sheet of a solo game."""
    if s.seats != 1:
        raise ValueError("tasks are for solo games")
    rubies = s.players[0].rubies
    reached = [column for column in solo.columns if column <= rubies]
    return SoloResult(
        rubies=rubies,
        fields=fields_left(s, 0),
        column=max(reached) if reached else None,
        tasks=tuple(n for n, task in enumerate(solo.tasks, 1) if is_met(s, task)),
    )


@dataclass(frozen=True)
class Goal:
    """One of the things that a task asks for, and how far it is."""

    name: str
    now: int
    wanted: int
    at_most: bool = False

    @property
    def is_met(self) -> bool:
        return self.now <= self.wanted if self.at_most else self.now >= self.wanted


def is_met(s: ChooseWrite, task: SoloTask) -> bool:
    return all(goal.is_met for goal in goals_of(s, task))


def goals_of(s: ChooseWrite, task: SoloTask) -> list[Goal]:
    """Crossed fields count as marked ones; what was lost does not. [CW-8.7]"""
    p = s.players[0]
    kinds = sum(filled == s.printed.rows for filled in counts(p.filled, GOOD_KINDS))
    least = [
        Goal("lira", p.lira_filled, task.lira),
        Goal("kinds", kinds, task.kinds),
        Goal("rows", p.rows, task.rows),
        Goal("guild", p.guild_played, task.guild),
        Goal("palaces", total(p.palace_rubies), task.palaces),
        Goal("one_palace", max(counts(p.palace_rubies, LETTERS)), task.one_palace),
    ]
    most = [
        ("symbols", size(p.symbols), 0 if task.all_symbols else None),
        ("ticks", total(p.ticks), task.most_ticks),
        ("guild", p.guild_played, task.most_guild),
        ("cards", p.cards_used, task.most_cards),
    ]
    return [goal for goal in least if goal.wanted > 0] + [
        Goal(name, now, wanted, at_most=True) for name, now, wanted in most if wanted is not None
    ]


def difficulty(solo: Solo, task: int) -> str:
    """How hard a task is said to be. [CW-8.6]"""
    for name in ("easy", "medium", "hard"):
        if task in getattr(solo, name):
            return name
    return ""
