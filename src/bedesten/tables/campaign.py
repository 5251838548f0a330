"""The solo campaign: its tasks, which are ticked, which is next, and what a game adds.

A campaign is the list of its counted games; everything else follows from them. The
server keeps it in its database, the terminal in a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

import bedesten
from bedesten.kernel.game import Game
from bedesten.kernel.match import Match
from bedesten.kernel.solo import DIFFICULTIES, SoloGoal, SoloResult, SoloTasks
from bedesten.tables.refusal import Refusal
from bedesten.tables.table import Table

VERSION = 1

AnyGame: TypeAlias = Game[Any, Any, Any]
AnyTasks: TypeAlias = SoloTasks[Any]


class Counted(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A finished game; the hash at the end of its record tells it from all others.

    The stored names are older than the second game that may have a campaign.
    """

    hash: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
    score: Annotated[int, Meta(ge=0, le=999)] = msgspec.field(name="rubies")
    tie_break: Annotated[int, Meta(ge=0, le=999)] = msgspec.field(name="fields")
    column: int | None
    tasks: tuple[int, ...]

    @property
    def rank(self) -> tuple[int, int]:
        """What makes one game better than another."""
        return self.score, self.tie_break


@dataclass(frozen=True)
class Outcome:
    """What a finished game has added to a campaign."""

    result: SoloResult
    is_new: bool
    """False: the game was counted before."""
    is_high_score: bool
    added: tuple[int, ...]
    """The tasks that it has ticked, where they were not ticked before."""


class Campaign(msgspec.Struct, forbid_unknown_fields=True):
    """All counted games of a player."""

    version: Annotated[int, Meta(ge=VERSION, le=VERSION)] = VERSION
    games: list[Counted] = msgspec.field(default_factory=list)
    under_way: str | None = None
    """The file of the game that is not over yet."""

    def done(self, column: int) -> frozenset[int]:
        """The tasks ticked in a column."""
        return frozenset(n for game in self.games if game.column == column for n in game.tasks)

    def open(self, column: int, tasks: AnyTasks) -> list[int]:
        """The tasks not yet ticked in a column."""
        done = self.done(column)
        return [n for n in tasks.numbers if n not in done]

    def best(self, task: int | None = None) -> Counted | None:
        """The game with the highest score; of those that met a task, if one is named."""
        games = [game for game in self.games if task is None or task in game.tasks]
        return max(games, key=lambda game: game.rank, default=None)

    def next(self, tasks: AnyTasks) -> tuple[int, int] | None:
        """The easiest field still open, task and column; those of the goal come first."""
        for columns in (tasks.goal, tasks.columns):
            for difficulty in DIFFICULTIES:
                for column in columns:
                    for task in self.open(column, tasks):
                        if tasks.difficulty(task) == difficulty:
                            return task, column
        return None

    def ticked_by(self, game: Counted) -> tuple[int, ...]:
        """The tasks that a game ticks where no game of the campaign has."""
        if game.column is None:
            return ()
        done = self.done(game.column)
        return tuple(n for n in game.tasks if n not in done)

    def count(self, match: Match) -> Outcome:
        """Add a finished game, unless it was counted before."""
        result = tasks_of(match.game).result(match.state)
        game = counted(match, result)
        is_new = all(one.hash != game.hash for one in self.games)
        best = self.best()
        is_better = best is None or game.rank > best.rank
        added = self.ticked_by(game)
        if is_new:
            self.games.append(game)
        return Outcome(result, is_new, is_new and is_better, added)


def counted(match: Match, result: SoloResult) -> Counted:
    """A finished game as it is stored."""
    hash = match.record().rstrip().rpartition("~")[2]
    return Counted(hash, result.score, result.tie_break, result.column, result.tasks)


# -- which games have one ----------------------------------------------------


def campaign_game(name: str = "") -> AnyGame:
    """A game with a solo campaign, the first if none is named; Refusal if there is none."""
    for found in bedesten.games():
        if name in ("", found) and bedesten.game(found).solo_tasks is not None:
            return bedesten.game(found)
    raise Refusal("not_found")


def tasks_of(game: AnyGame) -> AnyTasks:
    """The tasks of a game; Refusal if it has none."""
    if game.solo_tasks is None:
        raise Refusal("not_found")
    return game.solo_tasks


def is_campaign_table(table: Table) -> bool:
    """Whether a game at a table counts: a solo game with the printed components."""
    return len(table.chairs) == 1 and not table.agreed.data and table.game.solo_tasks is not None


def check_field(tasks: AnyTasks, task: int | None, column: int | None) -> None:
    """Refuse a task or a column that there is not."""
    if (task is not None and task not in tasks.numbers) or (
        column is not None and column not in tasks.columns
    ):
        raise Refusal("no_task")


# -- how far it is -----------------------------------------------------------


@dataclass(frozen=True)
class TaskProgress:
    """A task with the columns in which it is ticked."""

    task: int
    text: str
    difficulty: str
    """One of DIFFICULTIES, or nothing."""
    done: tuple[int, ...]
    best: Counted | None


@dataclass(frozen=True)
class Progress:
    """How far a campaign is."""

    columns: Sequence[int]
    goal: Sequence[int]
    """The columns that are to be filled."""
    tasks: Sequence[TaskProgress]
    games: int
    best: Counted | None
    next: tuple[int, int] | None
    """The easiest field still open: task and column."""

    @property
    def done(self) -> int:
        """How many fields of the goal are ticked."""
        return sum(column in one.done for one in self.tasks for column in self.goal)

    @property
    def fields(self) -> int:
        """How many fields the goal has."""
        return len(self.goal) * len(self.tasks)


def progress(campaign: Campaign, game: AnyGame, language: str) -> Progress:
    """How far a campaign is, in words."""
    tasks = tasks_of(game)
    names = game.text(language).names
    done = {column: campaign.done(column) for column in tasks.columns}
    return Progress(
        columns=tasks.columns,
        goal=tasks.goal,
        tasks=[
            TaskProgress(
                task=n,
                text=names[f"task.{n}"],
                difficulty=tasks.difficulty(n),
                done=tuple(column for column in tasks.columns if n in done[column]),
                best=campaign.best(n),
            )
            for n in tasks.numbers
        ],
        games=len(campaign.games),
        best=campaign.best(),
        next=campaign.next(tasks),
    )


@dataclass(frozen=True)
class TaskStanding:
    """How far a running game has come with a task."""

    task: int
    text: str
    goals: Sequence[SoloGoal]

    @property
    def is_met(self) -> bool:
        return all(goal.is_met for goal in self.goals)


def standings(match: Match, language: str) -> list[TaskStanding]:
    """How far a solo game has come with every task."""
    tasks = match.game.tasks_in(match.game.data(match.changes))
    if tasks is None:
        raise Refusal("not_found")
    names = match.text(language).names
    return [TaskStanding(n, names[f"task.{n}"], tasks.goals(match.state, n)) for n in tasks.numbers]
