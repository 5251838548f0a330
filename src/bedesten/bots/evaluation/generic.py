"""The evaluation of a game that brings none of its own: the score after random rollouts.

Every word has the same prior. No position is quiet, so rollouts go on to the end of the
game, or as far as a rollout may go; there the score decides.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec

from bedesten.bots.evaluation.base import Evaluation
from bedesten.kernel.words import Seat

SCORE: Final = 0  # as a share of the highest score; in a solo game, the score itself

FEATURES: Final = ("score",)
NETWORK_FEATURES: Final[tuple[str, ...]] = ()
TABLE_FEATURES: Final[tuple[str, ...]] = ()
POLICY_FEATURES: Final[tuple[str, ...]] = ()


class GenericEvaluation(Evaluation):
    def is_quiet(self, s: Any, /) -> bool:
        return False

    def features(self, s: Any, seat: Seat, row: vec[float], /) -> None:
        score = float(s.standing(seat)[0])
        if s.seats == 1:
            row[SCORE] = score
            return
        highest = 0.0
        other: Seat
        for other in range(s.seats):
            size = abs(float(s.standing(other)[0]))
            if size > highest:
                highest = size
        row[SCORE] = score / (1.0 + highest)


EVALUATION: Final = GenericEvaluation
