"""What the numbers of the events mean."""

from __future__ import annotations

from typing import Final

from bedesten.kernel.event import NUMBER, EventKind
from examples.tiny_game.words import STALL_NAMES

EVENTS: Final = (
    EventKind("round_began", "STA-2.1", {"round": NUMBER}),
    EventKind("chose", "STA-2.1", {}),
    EventKind("opened", "STA-2.1", {"stall": STALL_NAMES}),
    EventKind("rolled", "STA-2.2", {"pips": NUMBER}),
    EventKind("scored", "STA-2.2", {"points": NUMBER, "score": NUMBER}),
    EventKind("ended", "STA-3.1", {}),
)
