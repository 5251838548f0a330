"""All steps of Basari by number, and the start of a game."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec

from bedesten.games.basari.haggle import (
    AddGem,
    AnswerOffer,
    CompareRolls,
    OpenHaggle,
    OpenOffer,
    RollToOpen,
)
from bedesten.games.basari.round import (
    BasariCarryOut,
    ChooseTile,
    LookAtAction,
    MayCarryOut,
    RollAgain,
    RollAndWalk,
    StartRound,
)
from bedesten.games.basari.scoring import EndRound, Score
from bedesten.games.basari.setting_up import BasariSetUp, DealStart, NameSeat, PlaceStart
from bedesten.kernel.step import Step

BOOK: Final = vec[Step](
    [
        BasariSetUp(),
        NameSeat(),
        PlaceStart(),
        DealStart(),
        StartRound(),
        RollAndWalk(),
        ChooseTile(),
        LookAtAction(),
        BasariCarryOut(),
        RollAgain(),
        OpenHaggle(),
        RollToOpen(),
        CompareRolls(),
        OpenOffer(),
        AnswerOffer(),
        AddGem(),
        EndRound(),
        Score(),
        MayCarryOut(),
    ]
)
