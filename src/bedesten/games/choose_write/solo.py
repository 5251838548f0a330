"""What a finished solo game has come to: tasks, column, high score. [CW-8.4, CW-8.5, CW-8.7]"""

from __future__ import annotations

from bedesten.games.choose_write.data import Solo, SoloTask
from bedesten.games.choose_write.state import GOOD_KINDS, LETTERS, ChooseWrite, fields_left
from bedesten.games.choose_write.tally import counts, total
from bedesten.kernel.solo import DIFFICULTIES, SoloGoal, SoloResult, SoloTasks
from bedesten.kernel.words import size


class ChooseWriteTasks(SoloTasks[ChooseWrite]):
    """The tasks of the campaign; all columns but the last are to be filled. [CW-8.4]"""

    def __init__(self, solo: Solo) -> None:
        self.solo = solo
        self.columns = solo.columns
        self.goal = solo.columns[:-1] or solo.columns
        self.numbers = range(1, len(solo.tasks) + 1)

    def difficulty(self, task: int) -> str:
        return difficulty(self.solo, task)

    def goals(self, s: ChooseWrite, task: int) -> list[SoloGoal]:
        return goals_of(s, self.solo.tasks[task - 1])

    def result(self, s: ChooseWrite) -> SoloResult:
        return result_of(s, self.solo)


def result_of(s: ChooseWrite, solo: Solo) -> SoloResult:
    """Read the outcome off the sheet of a solo game: rubies, then fields. [CW-8.5]

    Marked, uncrossed fields and what goods cards count for break ties of the high score.
    """
    if s.seats != 1:
        raise ValueError("tasks are for solo games")
    rubies = s.players[0].rubies
    reached = [column for column in solo.columns if column <= rubies]
    return SoloResult(
        score=rubies,
        tie_break=fields_left(s, 0),
        column=max(reached) if reached else None,
        tasks=tuple(n for n, task in enumerate(solo.tasks, 1) if is_met(s, task)),
    )


def is_met(s: ChooseWrite, task: SoloTask) -> bool:
    return all(goal.is_met for goal in goals_of(s, task))


def goals_of(s: ChooseWrite, task: SoloTask) -> list[SoloGoal]:
    """Crossed fields count as marked ones; what was lost does not. [CW-8.7]"""
    p = s.players[0]
    kinds = sum(filled == s.printed.rows for filled in counts(p.filled, GOOD_KINDS))
    least = [
        SoloGoal("lira", p.lira_filled, task.lira),
        SoloGoal("kinds", kinds, task.kinds),
        SoloGoal("rows", p.rows, task.rows),
        SoloGoal("guild", p.guild_played, task.guild),
        SoloGoal("palaces", total(p.palace_rubies), task.palaces),
        SoloGoal("one_palace", max(counts(p.palace_rubies, LETTERS)), task.one_palace),
    ]
    most = [
        ("symbols", size(p.symbols), 0 if task.all_symbols else None),
        ("ticks", total(p.ticks), task.most_ticks),
        ("guild", p.guild_played, task.most_guild),
        ("cards", p.cards_used, task.most_cards),
    ]
    return [goal for goal in least if goal.wanted > 0] + [
        SoloGoal(name, now, wanted, at_most=True)
        for name, now, wanted in most
        if wanted is not None
    ]


def difficulty(solo: Solo, task: int) -> str:
    """How hard a task is said to be. [CW-8.6]"""
    for name in DIFFICULTIES:
        if task in getattr(solo, name):
            return name
    return ""
