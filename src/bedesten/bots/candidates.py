"""Legal words with the values that a bot has found for them."""

from __future__ import annotations

from dataclasses import dataclass

from bedesten.kernel.rng import Rng

_FINE = 1 << 20


@dataclass
class Candidate:
    """A legal word and its estimated chance to win; in a solo game, the expected score."""

    word: str
    chance: float
    share: float = 0.0
    """The probability with which to choose it (mixed strategy)."""
    visits: int = 0
    """The simulations behind the estimate."""


def sample(candidates: list[Candidate], rng: Rng) -> str:
    """A word drawn by the shares."""
    left = rng.below(_FINE) / _FINE * sum(one.share for one in candidates)
    for one in candidates:
        left -= one.share
        if left < 0:
            return one.word
    return candidates[-1].word
