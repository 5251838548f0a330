"""The journal of a tournament: one JSON line per game, appended when the game is over.

The first line holds the plan. An interrupted run continues from its journal; the
order of the lines does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import IO, Final

import msgspec

from bedesten.arena.plan import Plan

FORMAT: Final = 1


class BadJournal(ValueError):
    """A file is no journal, or one of another format or plan."""


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of one game."""

    game: int
    deal: int
    seed: str
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    """By seat; tied seats share the better place. In an unfinished game all are tied."""
    turns: int
    decisions: tuple[int, ...]
    finished: bool
    faults: tuple[int, ...] = ()
    """By seat, decisions that the fallback made; empty if there were none. A seat with one has
    forfeited the game and is ranked last."""
    seconds: tuple[float, ...] = ()
    """By seat, the time that the bot has thought."""
    luck: tuple[float, ...] = ()
    """By seat, how much its draws have added to its chance to win, if that was computed."""


class Head(msgspec.Struct, frozen=True):
    """The first line: the plan, and when to stop."""

    arena: int
    plan: Plan
    games: int
    until: float | None = None
    """The confidence, from 0 to 1, at which to stop early; None never stops early."""
    provenance: dict[str, str] = {}
    """The package, build and weights with which the tournament was begun."""
    luck_adjusted: bool = False
    """Whether the luck of every game is computed."""


class Journal:
    """An open journal, and the results in it."""

    def __init__(self, path: Path, head: Head, results: Iterable[Result] = ()) -> None:
        self.path = path
        self.head = head
        self.results: dict[int, Result] = {result.game: result for result in results}
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Journal:
        self._file = self.path.open("ab")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._file is not None
        self._file.close()

    def add(self, result: Result) -> None:
        """Append a result to the file."""
        assert self._file is not None
        self._file.write(msgspec.json.encode(result) + b"\n")
        self._file.flush()
        self.results[result.game] = result

    @property
    def whole_deals(self) -> list[list[Result]]:
        """The complete deals from the first on, each with its games."""
        size = self.head.plan.games_a_deal
        deals: list[list[Result]] = []
        while True:
            first = len(deals) * size
            games = [self.results.get(n) for n in range(first, first + size)]
            if first >= self.head.games or None in games:
                return deals
            deals.append([game for game in games if game is not None])


def create(path: Path, head: Head) -> Journal:
    """Create a journal; FileExistsError if the file exists."""
    with path.open("xb") as file:
        file.write(msgspec.json.encode(head) + b"\n")
    return Journal(path, head)


def reopen(path: Path) -> Journal:
    """Open a journal to continue it; drop a last line that was cut off."""
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    lines = whole.splitlines()
    try:
        head = msgspec.json.decode(lines[0], type=Head)
        results = [msgspec.json.decode(line, type=Result) for line in lines[1:]]
    except (msgspec.MsgspecError, IndexError):
        raise BadJournal(f"{path} is no journal of `bedesten arena`") from None
    if head.arena != FORMAT:
        raise BadJournal(f"{path} is a journal of another version: {head.arena}, not {FORMAT}")
    for result in results:
        expected = head.plan.pairing(result.game)
        if (result.bots, result.seed) != (expected.bots, expected.seed):
            raise BadJournal(f"{path}: game {result.game} is not one of this plan")
    if len(whole) < len(data):
        with path.open("r+b") as file:
            file.truncate(len(whole))
    # A later run may have asked for more games than the first line says.
    last = max((result.game for result in results), default=-1)
    games = max(head.games, head.plan.whole_deals(last + 1))
    return Journal(path, msgspec.structs.replace(head, games=games), results)
