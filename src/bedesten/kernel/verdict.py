"""Why a finished game has its winner, and what each seat's score is made of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bedesten.kernel.event import Event
from bedesten.kernel.game import Game
from bedesten.kernel.match import Match
from bedesten.kernel.text import Catalogue, sentences


@dataclass(frozen=True)
class Source:
    """One thing that brought points, with what it brought each seat."""

    label: str
    amounts: tuple[int, ...]


def standing_labels(match: Match, language: str) -> tuple[str, ...]:
    """What the numbers that rank the seats count, the score first."""
    catalogue = match.text(language)
    return tuple(
        catalogue.grammar.form(_forms(catalogue, name), 2) for name in match.game.ranked_by
    )


def why_won(match: Match, language: str) -> str:
    """Why the first of the ranking is first, such as "5 rubies, tie broken by 12 lira against 7".

    Empty while the game goes on.
    """
    if not match.over:
        return ""
    say = sentences(__package__, language)
    catalogue = match.text(language)
    first, *others = match.ranking
    best = match.state.standing(first[0])
    counted = [
        catalogue.grammar.counted(_forms(catalogue, name), n)
        for name, n in zip(match.game.ranked_by, best, strict=True)
    ]
    if match.seats == 1:
        return ", ".join(counted)
    if len(first) > 1:
        return say("shared", all=", ".join(counted))
    second = match.state.standing(others[0][0])
    parted = next(n for n, number in enumerate(best) if number != second[n])
    if parted > 0:
        return say("tie", score=counted[0], mine=counted[parted], theirs=second[parted])
    names = catalogue.grammar.every([match.names[seat] for seat in others[0]])
    return say("ahead", score=counted[0], names=names, theirs=second[0])


def score_sources(
    game: Game[Any, Any, Any], seats: int, events: Iterable[Event], catalogue: Catalogue
) -> list[Source]:
    """What the events of a whole game have brought each seat, source by source."""
    found: dict[str, list[int]] = {name: [0] * seats for name in game.score_sources}
    for event in events:
        earned = game.earned(event)
        if earned is not None and event.seat is not None:
            source, points = earned
            found[source][event.seat] += points
    return [Source(catalogue.names[f"from.{name}"], tuple(row)) for name, row in found.items()]


def _forms(catalogue: Catalogue, name: str) -> str:
    """One and many of what a number of the standings counts."""
    own = catalogue.names.get(f"standing.{name}")
    return own or sentences(__package__, catalogue.language).texts[name]
