"""What the numbers of Basari's events mean."""

from __future__ import annotations

from typing import Final

from bedesten.games.basari.words import COLOURS
from bedesten.kernel.event import NUMBER, SEAT, Amounts, EventKind

ACTIONS: Final = ("die", "points", "gems")
GEMS: Final = Amounts(COLOURS)
SOURCES: Final = ("die", "points", "lap", *COLOURS)

SOURCE_CLAUSES: Final = {
    "die": "BAS-3.5",
    "points": "BAS-3.6",
    "lap": "BAS-5.2",
    **dict.fromkeys(COLOURS, "BAS-5.3"),
}

# Without a clause of its own an event has that of the step which tells it.
EVENTS: Final = (
    EventKind("placed", "BAS-2.2", {"archway": NUMBER}),
    EventKind("round_began", "BAS-3.1", {"round": NUMBER}, begins=True),
    EventKind("walked", "", {"pips": NUMBER, "archway": NUMBER}),
    EventKind("sealed", "BAS-3.2", {}),
    EventKind("turned_over", "BAS-3.2", {"action": ACTIONS}),
    EventKind("lapsed", "BAS-3.3", {"action": ACTIONS, "seats": NUMBER}),
    EventKind("haggle_began", "BAS-4.1", {"action": ACTIONS, "one": SEAT, "two": SEAT}),
    EventKind("rolled_to_open", "BAS-4.1", {"pips": NUMBER}),
    EventKind("offered", "BAS-4.4", {"gems": GEMS}),
    EventKind("gave_up", "BAS-4.2", {"action": ACTIONS}),
    EventKind("accepted", "BAS-4.6", {"gems": GEMS}),
    EventKind(
        "scored",
        "BAS-3.6",
        {"points": NUMBER, "score": NUMBER, "source": SOURCES},
        clauses=SOURCE_CLAUSES,
    ),
    EventKind("took_gems", "BAS-3.7", {"colour": COLOURS, "n": NUMBER}, adds_up="took"),
    EventKind("fell_short", "BAS-3.7", {"colour": COLOURS, "n": NUMBER}),
    EventKind("scoring_began", "BAS-5.1", {"scoring": NUMBER, "last": NUMBER}, lasting=True),
    EventKind("came_round", "BAS-5.2", {}),
    EventKind("held_most", "BAS-5.3", {"colour": COLOURS, "seats": NUMBER}),
    EventKind("returned_gems", "BAS-5.4", {"colour": COLOURS, "n": NUMBER}),
    EventKind("starts_moved", "BAS-5.5", {}),
    EventKind("ended", "BAS-6.1", {}),
    EventKind("counted", "BAS-5.3", {"gems": GEMS}),
    EventKind("totalled", "BAS-5.3", {"before": NUMBER, "score": NUMBER}),
    EventKind("declined", "BAS-3.8", {"action": ACTIONS}),
)
