"""A solo campaign of Choose & Write: every game that was counted, and what is done by them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from bedesten.games.choose_write.data import Solo
from bedesten.games.choose_write.solo import SoloResult
from bedesten.kernel.match import Match

VERSION = 1


class Counted(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A finished game; the hash at the end of its record tells it from all others."""

    hash: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
    rubies: Annotated[int, Meta(ge=0, le=999)]
    fields: Annotated[int, Meta(ge=0, le=999)]
    column: int | None
    tasks: tuple[int, ...]


class Campaign(msgspec.Struct, forbid_unknown_fields=True):
    """All that is known of a campaign; what is done follows from the games."""

    version: Annotated[int, Meta(ge=VERSION, le=VERSION)] = VERSION
    games: list[Counted] = msgspec.field(default_factory=list)
    under_way: str | None = None
    """The file of the game that is not over yet."""

    def done(self, column: int) -> frozenset[int]:
        """The tasks ticked in a column."""
        return frozenset(n for game in self.games if game.column == column for n in game.tasks)

    def open(self, column: int, solo: Solo) -> list[int]:
        """The tasks that are not."""
        return [n for n in range(1, len(solo.tasks) + 1) if n not in self.done(column)]

    def best(self, task: int | None = None) -> Counted | None:
        """The game with most rubies, then fields; of those that met a task, if one is named."""
        games = [game for game in self.games if task is None or task in game.tasks]
        return max(games, key=lambda game: (game.rubies, game.fields), default=None)

    def next_of(self, solo: Solo) -> tuple[int, int] | None:
        """The easiest field still open, task and column; the last column is beyond the goal."""
        for columns in (goal_of(solo), solo.columns):
            for tasks in (solo.easy, solo.medium, solo.hard):
                for column in columns:
                    found = [n for n in self.open(column, solo) if n in tasks]
                    if found:
                        return found[0], column
        return None

    def count(self, match: Match, result: SoloResult) -> bool:
        """Add a finished game; tell whether it was new."""
        found = Counted(
            last_hash(match), result.rubies, result.fields, result.column, tuple(result.tasks)
        )
        if any(game.hash == found.hash for game in self.games):
            return False
        self.games.append(found)
        return True


def goal_of(solo: Solo) -> Sequence[int]:
    """The columns that are to be filled: all but the last. [CW-8.4]"""
    return solo.columns[:-1] or solo.columns


def last_hash(match: Match) -> str:
    """The hash at the end of a record."""
    return match.record().rstrip().rpartition("~")[2]
