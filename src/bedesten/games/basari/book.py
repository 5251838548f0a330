"""All steps of Basari by number, and the start of a game."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bedesten.games.basari import steps
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
    RollAgain,
    RollAndWalk,
    StartRound,
)
from bedesten.games.basari.scoring import EndRound, Score
from bedesten.games.basari.setting_up import BasariSetUp, DealStart, NameSeat, PlaceStart
from bedesten.games.basari.state import Basari, BasariPrinted
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
    ]
)


def start(seats: i64, printed: BasariPrinted, laps: i64, deal_starts: bool) -> Basari:
    """A game before its first question."""
    s = Basari(seats, BOOK, printed, laps, deal_starts)
    s.then(steps.SET_UP)
    s.settle()
    return s
