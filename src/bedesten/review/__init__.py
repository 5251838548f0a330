"""Reviews: what luck and what choices have made of a game, and what would have been better."""

from __future__ import annotations

from bedesten.review.analysis import Analysis, analyse
from bedesten.review.depths import DEPTHS, QUICK_DEPTH, USUAL_DEPTH
from bedesten.review.model import JudgedChoice, JudgedDraw, Review, SeatReview, ValuedLine

__all__ = [
    "DEPTHS",
    "QUICK_DEPTH",
    "USUAL_DEPTH",
    "Analysis",
    "JudgedChoice",
    "JudgedDraw",
    "Review",
    "SeatReview",
    "ValuedLine",
    "analyse",
]
