"""What a finished solo game has come to: tasks, column, high score. [CW-8.4, CW-8.5, CW-8.7]"""

from __future__ import annotations

from dataclasses import dataclass

from bedesten.games.choose_write.data import Solo, SoloTask
from bedesten.games.choose_write.state import GOOD_KINDS, LETTERS, ChooseWrite, fields_left
from bedesten.games.choose_write.tally import counts, total


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


def is_met(s: ChooseWrite, task: SoloTask) -> bool:
    """Crossed fields count as marked ones; what was lost does not. [CW-8.7]"""
    p = s.players[0]
    kinds = sum(filled == s.parts.rows for filled in counts(p.filled, GOOD_KINDS))
    return (
        p.lira_filled >= task.lira
        and kinds >= task.kinds
        and p.rows >= task.rows
        and p.guild_played >= task.guild
        and total(p.palace_rubies) >= task.palaces
        and max(counts(p.palace_rubies, LETTERS)) >= task.one_palace
        and (not task.all_symbols or p.symbols == 0)
        and (task.most_ticks is None or total(p.ticks) <= task.most_ticks)
        and (task.most_guild is None or p.guild_played <= task.most_guild)
        and (task.most_cards is None or p.cards_used <= task.most_cards)
    )


def difficulty(solo: Solo, task: int) -> str:
    """How hard a task is said to be. [CW-8.6]"""
    for name in ("easy", "medium", "hard"):
        if task in getattr(solo, name):
            return name
    return ""
