"""All steps of Stalls by number."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec

from bedesten.kernel.step import Step
from examples.tiny_game.round import (
    ChooseStall,
    EndRound,
    KeepOrReroll,
    Roll,
    StallsSetUp,
    StartRound,
    TakePoints,
    Visit,
)

BOOK: Final = vec[Step](
    [
        StallsSetUp(),
        StartRound(),
        ChooseStall(),
        Visit(),
        Roll(),
        KeepOrReroll(),
        TakePoints(),
        EndRound(),
    ]
)
