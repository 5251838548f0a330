"""Many games: accuracy, where costs come from, and luck with its expected spread."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import erfc, sqrt
from typing import Final

import msgspec

from bedesten.review.model import WHOLE, JudgedChoice, Review

SCHEMA: Final = "bedesten-review-summary-1"


class GameFigures(msgspec.Struct, frozen=True):
    """One seat's figures in one game, in millionths."""

    game: str
    accuracy: float | None
    luck: int
    spread: int
    """The square root of the sum of the squares of its luck at every draw: what to expect."""
    result: int
    cost: int
    choices: int
    sources: dict[str, int]
    """What was given away, by the step at which the choice began."""


class PlayerSummary(msgspec.Struct, frozen=True):
    """What the games of one player at tables of one game add up to."""

    name: str
    game: str
    games: int
    accuracy: float | None
    """The mean over all choices."""
    result: float
    """The mean share of a game; in solo games, the mean score."""
    without_luck: float
    luck: float
    """Summed over all games."""
    expected: float
    """The standard deviation of that sum if all draws are fair."""
    p: float
    """How likely luck as far from 0 as this is by chance alone, two-sided."""
    cost: float
    """The mean given away in a game."""
    sources: dict[str, float]


class ReviewSummary(msgspec.Struct, frozen=True):
    schema: str
    games: int
    players: list[PlayerSummary]


def figures(review: Review, seat: int) -> GameFigures:
    """What a seat's game adds to a summary."""
    one = review.seats[seat]
    sources: dict[str, int] = defaultdict(int)
    for moment in review.moments:
        if moment.seat == seat and moment.cost:
            sources[_source(moment)] += moment.cost
    return GameFigures(
        game=review.game,
        accuracy=one.accuracy,
        luck=one.luck,
        spread=round(sqrt(sum(draw.luck[seat] ** 2 for draw in review.draws))),
        result=one.result,
        cost=one.cost,
        choices=one.choices,
        sources=dict(sources),
    )


def _source(moment: JudgedChoice) -> str:
    """The step at which what was played and what was better part."""
    for step, one, other in zip(moment.steps, moment.words, moment.best, strict=False):
        if one != other:
            return step
    return moment.steps[0]


def summary(reviews: Sequence[Review]) -> ReviewSummary:
    """The figures of all players by name, and by game."""
    found: dict[tuple[str, str], list[GameFigures]] = defaultdict(list)
    for review in reviews:
        for seat, one in enumerate(review.seats):
            found[one.name, review.game].append(figures(review, seat))
    players = [added_up(name, games) for (name, _), games in found.items()]
    return ReviewSummary(SCHEMA, len(reviews), players)


def added_up(name: str, games: Sequence[GameFigures]) -> PlayerSummary:
    """What games of one kind add up to."""
    many = len(games)
    choices = sum(one.choices for one in games)
    accuracies = [(one.accuracy, one.choices) for one in games if one.accuracy is not None]
    luck = sum(one.luck for one in games) / WHOLE
    spread = sqrt(sum((one.spread / WHOLE) ** 2 for one in games))
    result = sum(one.result for one in games) / WHOLE
    sources: dict[str, float] = defaultdict(float)
    for one in games:
        for step, cost in one.sources.items():
            sources[step] += cost / WHOLE / many
    return PlayerSummary(
        name=name,
        game=games[0].game,
        games=many,
        accuracy=round(sum(a * n for a, n in accuracies) / choices, 1) if accuracies else None,
        result=result / many,
        without_luck=(result - luck) / many,
        luck=luck,
        expected=spread,
        p=erfc(abs(luck) / spread / sqrt(2)) if spread > 0 else 1.0,
        cost=sum(one.cost for one in games) / WHOLE / many,
        sources=dict(sorted(sources.items(), key=lambda pair: -pair[1])),
    )
