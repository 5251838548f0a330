"""What the comparisons of an engine with its oracle share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from bedesten import Match


@contextmanager
def with_record(game: str, match: Match) -> Iterator[None]:
    """Add the record so far to whatever goes wrong in the block."""
    try:
        yield
    except Exception as error:
        error.add_note(f"{game}, so far:\n{match.record()}")
        raise


def check_end(match: Match, ranking: list[list[int]], scores: list[int]) -> None:
    """Compare the outcome of a match with the oracle's."""
    assert [list(group) for group in match.ranking] == ranking
    assert list(match.scores) == scores


def play_scenario(
    play: Callable[[Any, int], Counter[str]], scenario: Any, games: int, enough: int
) -> None:
    """Play games of a scenario; the rare events must happen from so many games on."""
    happened: Counter[str] = Counter()
    for number in range(games):
        happened += play(scenario, number)
    check_happened(happened, scenario.must if games >= 3 else ())
    check_happened(happened, scenario.rare if games >= enough else ())


def check_happened(happened: Counter[str], expected: Iterable[str]) -> None:
    """Check that games had in them what they were to show."""
    missing = [event for event in expected if not happened[event]]
    assert not missing, f"never happened: {missing}; happened: {dict(happened)}"
