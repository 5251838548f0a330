"""The review of a match: the ledger, the judged choices, and what they add up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib.util import find_spec

import bedesten
from bedesten.bots import evaluation
from bedesten.bots.evaluation import weights_digest
from bedesten.bots.networks import chances_of, network_digest
from bedesten.bots.outlook import Outlook
from bedesten.kernel.match import Match
from bedesten.kernel.state import CHANCE, NOBODY
from bedesten.review.depths import USUAL_DEPTH, depth_of
from bedesten.review.judge import Choice, Judge, choices_of
from bedesten.review.ledger import Ledger
from bedesten.review.marks import accuracy
from bedesten.review.model import MARKS, SCHEMA, WHOLE, JudgedChoice, Making, Review, SeatReview


def analyse(
    record: str | Match, *, depth: str = USUAL_DEPTH, seed: str = "1", seat: int | None = None
) -> Review:
    """Review a game: a record as text, or a match. The same seed gives the same review.

    A game that is not over is reviewed until now. Hidden hands stay hidden: the chances are
    those that everybody can know, or `seat`, and only the choices of `seat` are judged.
    """
    match = bedesten.replay(record) if isinstance(record, str) else record
    analysis = Analysis(match, depth, seed, seat)
    return analysis.review(list(analysis.moments()))


class Analysis:
    """A review in the making: first the ledger, then choice after choice."""

    def __init__(
        self, match: Match, depth: str = USUAL_DEPTH, seed: str = "1", seat: int | None = None
    ) -> None:
        budget = depth_of(depth)
        if seat is not None and not 0 <= seat < match.seats:
            raise ValueError(f"there is no seat {seat}; seats are 0 to {match.seats - 1}")
        self.match = match
        self._depth = depth
        self._seed = seed
        self._viewer = NOBODY if seat is None else seat
        self._budget = budget
        self._judge = Judge(match, chances_of(match.game.name, match.seats), budget, seed)
        self.choices = [one for one in choices_of(match) if match.over or one.seat == seat]

    @cached_property
    def ledger(self) -> Ledger:
        """The chances of all seats after every answer."""
        chances = chances_of(self.match.game.name, self.match.seats)
        outlook = Outlook(chances, self._budget.rollouts)
        return Ledger(self.match, outlook, self._seed, self._viewer)

    def moments(self) -> Iterator[JudgedChoice]:
        """Judge all choices, the most conspicuous first."""
        for choice in self.in_order():
            yield self.judged(choice)

    def in_order(self) -> list[Choice]:
        """The choices, those first after which the seat's chance fell most."""
        return sorted(self.choices, key=self._gain)

    def judged(self, choice: Choice) -> JudgedChoice:
        """One choice, judged; it does not depend on which others were."""
        return self._judge.moment(choice)

    def _gain(self, choice: Choice) -> int:
        chances = self.ledger.chances
        return chances[choice.last][choice.seat] - chances[choice.first][choice.seat]

    def review(self, moments: Sequence[JudgedChoice]) -> Review:
        """The review with the choices that are judged by now."""
        match, chances = self.match, self.ledger.chances
        ordered = sorted(moments, key=lambda one: one.first)
        return Review(
            schema=SCHEMA,
            game=match.game.name,
            seats=[self._seat(seat, ordered) for seat in range(match.seats)],
            is_finished=match.over,
            is_solo=match.seats == 1,
            chances=chances,
            turns=[answer.turn for answer in match.history],
            movers=[answer.seat for answer in match.history],
            draws=self.ledger.draws,
            moments=ordered,
            made=self.making,
        )

    def _seat(self, seat: int, moments: Sequence[JudgedChoice]) -> SeatReview:
        chances = [one[seat] for one in self.ledger.chances]
        luck = own = others = 0
        for number, answer in enumerate(self.match.history):
            change = chances[number + 1] - chances[number]
            if answer.seat == CHANCE:
                luck += change
            elif answer.seat == seat:
                own += change
            else:
                others += change
        judged = [one for one in moments if one.seat == seat]
        marks = Counter(one.mark for one in judged)
        whole = WHOLE if self.match.seats > 1 else max(WHOLE, chances[-1])
        return SeatReview(
            name=self.match.names[seat],
            start=chances[0],
            luck=luck,
            own=own,
            others=others,
            result=chances[-1],
            choices=len(judged),
            accuracy=accuracy(judged, whole),
            cost=sum(one.cost for one in judged),
            marks={mark: marks[mark] for mark in MARKS},
        )

    @property
    def making(self) -> Making:
        """Which evaluation makes the review, with how much thought."""
        game = self.match.game.name
        return Making(
            version=bedesten.__version__,
            weights=weights_digest(game),
            network=network_digest(game),
            depth=self._depth,
            seed=self._seed,
            by_score=find_spec(f"{evaluation.__name__}.{game}") is None,
            is_variant=bool(self.match.changes),
        )
