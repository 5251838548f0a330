"""The parts of a review that run in worker processes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

import bedesten
from bedesten.review import Analysis, JudgedChoice, Review
from bedesten.review.card import card
from bedesten.review.summary import GameFigures, figures
from bedesten.review.telling import ReviewTelling
from bedesten.server import wire


class Wanted(msgspec.Struct, frozen=True):
    """Which review, and in which language it is told."""

    record: str
    depth: str
    language: str


class Begun(msgspec.Struct, frozen=True):
    """The ledger, and the choices in the order in which they are judged."""

    message: bytes
    order: list[int]


class JudgedPart(msgspec.Struct, frozen=True):
    """Some judged choices: as they are kept, and as the page is told."""

    moments: list[bytes]
    message: bytes


class Made(msgspec.Struct, frozen=True):
    """A whole review: as it is stored, and as the page is told."""

    review: str
    figures: str
    message: bytes


def begin(wanted: Wanted) -> Begun:
    """The review without its moments, so that the chart can be drawn."""
    analysis = _analysis(wanted.record, wanted.depth)
    message = _message(analysis, analysis.review([]), wanted.language, len(analysis.choices))
    return Begun(message, [one.first for one in analysis.in_order()])


def judge(wanted: Wanted, firsts: Sequence[int], total: int) -> JudgedPart:
    """Judge the choices that begin after so many answers."""
    analysis = _analysis(wanted.record, wanted.depth)
    choices = {one.first: one for one in analysis.choices}
    moments = [analysis.judged(choices[first]) for first in firsts]
    tell = ReviewTelling(analysis.match, analysis.review([]), wanted.language)
    told = wire.ReviewPart(total, [_told(tell, one) for one in moments])
    kept = [msgspec.json.encode(one) for one in moments]
    return JudgedPart(kept, wire.ENCODER.encode(told))


def finish(wanted: Wanted, moments: Sequence[bytes]) -> Made:
    """The whole review."""
    analysis = _analysis(wanted.record, wanted.depth)
    review = analysis.review([msgspec.json.decode(one, type=JudgedChoice) for one in moments])
    found = [figures(review, seat) for seat in range(len(review.seats))]
    return Made(
        msgspec.json.encode(review).decode(),
        msgspec.json.encode(found).decode(),
        _message(analysis, review, wanted.language, len(review.moments)),
    )


def told(wanted: Wanted, stored: str) -> bytes | None:
    """A stored review in a language; None if another evaluation has made it."""
    try:
        review = msgspec.json.decode(stored, type=Review)
    except msgspec.MsgspecError:
        return None
    analysis = _analysis(wanted.record, wanted.depth)
    if review.made != analysis.making:
        return None
    return _message(analysis, review, wanted.language, len(review.moments))


def play_figures(stored: str) -> list[GameFigures]:
    """The figures of all seats, as they are stored."""
    return msgspec.json.decode(stored, type=list[GameFigures])


def picture(record: str, stored: str, language: str) -> bytes:
    """The summary card of a stored review, as SVG."""
    review = msgspec.json.decode(stored, type=Review)
    return card(bedesten.replay(record), review, language).encode()


@lru_cache(maxsize=4)
def _analysis(record: str, depth: str) -> Analysis:
    return Analysis(bedesten.replay(record), depth)


def _message(analysis: Analysis, review: Review, language: str, total: int) -> bytes:
    tell = ReviewTelling(analysis.match, review, language)
    seats = [
        wire.ReviewSeat(
            name=one.name,
            start=one.start,
            luck=one.luck,
            own=one.own,
            others=one.others,
            result=one.result,
            accuracy=one.accuracy,
            cost=one.cost,
            marks=one.marks,
            turning_points=tell.turning_points(seat),
        )
        for seat, one in enumerate(review.seats)
    ]
    draws = [
        wire.ReviewDraw(one.answer, one.turn, tell.drawn(one), one.odds, one.luck)
        for one in review.draws
    ]
    return wire.ENCODER.encode(
        wire.GameReview(
            total=total,
            is_whole=total == len(review.moments),
            is_solo=review.is_solo,
            chances=review.chances,
            turns=review.turns,
            movers=review.movers,
            seats=seats,
            draws=draws,
            moments=[_told(tell, one) for one in review.moments],
            remarks=tell.remarks(),
        )
    )


def _told(tell: ReviewTelling, moment: JudgedChoice) -> wire.ReviewMoment:
    return wire.ReviewMoment(
        first=moment.first,
        last=moment.last,
        turn=moment.turn,
        seat=moment.seat,
        mark=moment.mark,
        cost=moment.cost,
        low=moment.low,
        high=moment.high,
        chance=moment.chance,
        best_chance=moment.best_chance,
        played=tell.played(moment),
        best=tell.best(moment),
        reason=tell.reason(moment),
        is_sealed=moment.is_sealed,
        worlds=moment.worlds,
        first_word=moment.words[0],
        tried=[
            wire.ReviewOption(one.words[0], tell.line(moment.steps[:1], one.words), one.chance)
            for one in moment.tried
        ],
    )
