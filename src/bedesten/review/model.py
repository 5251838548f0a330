"""What a review says.

All chances are whole millionths, so that sums are exact: the chances of all seats add up to one
million at every moment. In a solo game they are millionths of a point of the expected score.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

SCHEMA: Final = "bedesten-review-1"
WHOLE: Final = 1_000_000

Mark = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
MARKS: Final[tuple[Mark, ...]] = ("best", "good", "inaccuracy", "mistake", "blunder")
EXPLAINED: Final = MARKS[2:]
"""The marks of choices that are shown with a reason."""


class ValuedLine(msgspec.Struct, frozen=True):
    """A line that a seat could have said, and its value for the seat."""

    words: list[str]
    chance: int


class JudgedChoice(msgspec.Struct, frozen=True):
    """A choice: what a seat said in a row, before anything new came to light."""

    first: int
    """The answers of the record before it."""
    last: int
    """The answers of the record until its end."""
    turn: int
    seat: int
    steps: list[str]
    """What each of its words answers."""
    words: list[str]
    best: list[str]
    """The best line that was found; the words played, if none was surely better."""
    best_steps: list[str]
    chance: int
    """For the seat, after what was played, by what it could know."""
    best_chance: int
    cost: int
    """What it gave away; 0 unless the best line is surely better."""
    low: int
    high: int
    """95 % bounds of the difference."""
    mark: Mark
    options: list[ValuedLine]
    """The lines that were followed, the best first."""
    tried: list[ValuedLine]
    """Every legal first word, the best first, by a few worlds alone."""
    is_sealed: bool
    """Whether others chose at the same time: judged against the mix of the solver."""
    worlds: int
    """The imagined worlds behind the comparison; 0 if nothing better was proposed."""
    reasons: dict[str, str] = {}
    """Why the best line is better, by language."""


class JudgedDraw(msgspec.Struct, frozen=True):
    """A roll or a draw: the chances after it, less their mean over all outcomes."""

    answer: int
    """The answers of the record before it."""
    turn: int
    step: str
    word: str
    odds: float
    luck: list[int]
    """By seat."""


class SeatReview(msgspec.Struct, frozen=True):
    """What start, luck and choices have made of a seat's chance: the four add up to its result."""

    name: str
    start: int
    luck: int
    own: int
    others: int
    result: int
    choices: int
    """Decisions with more than one legal word that were judged."""
    accuracy: float | None
    """From 0 to 100; None if nothing was judged."""
    cost: int
    """What its choices gave away, judged by what it could know."""
    marks: dict[str, int]

    @property
    def without_luck(self) -> int:
        """The luck-adjusted result."""
        return self.result - self.luck


class Making(msgspec.Struct, frozen=True):
    """Which evaluation has made a review, with how much thought."""

    version: str
    weights: str
    """The digest of the evaluation's weights."""
    network: str
    """The digest of the network of chances; empty if the evaluation itself says them."""
    depth: str
    seed: str
    by_score: bool
    """Whether the game has no evaluation of its own: rollouts and scores stand in for it."""
    is_variant: bool
    """Whether components were changed: the evaluation has learnt the printed ones."""


class Review(msgspec.Struct, frozen=True):
    """A game, step by step: every seat's chance, who changed it, and what was better."""

    schema: str
    game: str
    seats: list[SeatReview]
    is_finished: bool
    is_solo: bool
    chances: list[list[int]]
    """By number of answers of the record, and by seat."""
    turns: list[int]
    """The turn of every answer."""
    movers: list[int]
    """Whose answer each was; -1 is chance."""
    draws: list[JudgedDraw]
    moments: list[JudgedChoice]
    made: Making
