"""How much thought a review spends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Depth:
    """The budget of a review, by position and by decision."""

    rollouts: int
    """From every position to the next quiet one, for the ledger."""
    screened: int
    """Imagined worlds in which every word is tried."""
    lines: int
    """The best first words that are followed to a whole."""
    compared: int
    """Fresh imagined worlds in which the best whole meets what was played."""
    turns: int
    """Quiet positions that a comparison passes before the chances are read."""


DEPTHS: Final = {
    "quick": Depth(rollouts=16, screened=12, lines=3, compared=100, turns=0),
    "usual": Depth(rollouts=48, screened=32, lines=4, compared=300, turns=2),
    "deep": Depth(rollouts=160, screened=100, lines=6, compared=1000, turns=4),
}

QUICK_DEPTH: Final = "quick"
USUAL_DEPTH: Final = "usual"


def depth_of(name: str) -> Depth:
    """The budget of a depth; ValueError names those that there are."""
    if name not in DEPTHS:
        raise ValueError(f"no depth {name!r}; there are: {', '.join(DEPTHS)}")
    return DEPTHS[name]
