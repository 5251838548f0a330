"""What the numbers of Istanbul's events mean."""

from __future__ import annotations

from typing import Final

from bedesten.games.istanbul.words import CARD_NAMES, GOOD_NAMES
from bedesten.kernel.event import NUMBER, SEAT, EventKind

SOURCES: Final = ("wainwright", "small_mosque", "great_mosque", "palace", "dealer")
MARKETS: Final = ("large", "small")
DISCS: Final = ("own", "neutral")

# A place is told as its number; the catalogue has its name.
PLACE: Final = ("", *[str(n) for n in range(1, 17)])

LIRA: Final = "amount.lira"
CARD_CLAUSES: Final = {
    "one_good": "IST-7.1",
    "five_lira": "IST-7.2",
    "far": "IST-7.6",
    "stay": "IST-7.5",
    "return": "IST-7.7",
    "family": "IST-7.4",
    "sell_any": "IST-7.8",
    "palace_twice": "IST-7.3",
    "post_twice": "IST-7.3",
    "dealer_twice": "IST-7.3",
}

# Without a clause of its own an event has that of the step which tells it.
EVENTS: Final = (
    EventKind("place_laid", "IST-1.3", {"place": PLACE, "cell": NUMBER}),
    EventKind("starts", "IST-2.9", {}),
    EventKind("turn_began", "IST-3.5", {"turn": NUMBER}, begins=True),
    EventKind("moved", "IST-3.1", {"place": PLACE}),
    EventKind("stayed", "IST-7.5", {"place": PLACE}),
    EventKind("took_assistant", "IST-3.2", {"place": PLACE, "disc": DISCS}),
    EventKind("left_assistant", "IST-3.2", {"place": PLACE, "disc": DISCS}),
    EventKind("fetched_assistant", "", {"place": PLACE}),
    EventKind("turn_cut_short", "IST-3.7", {}),
    EventKind("paid_merchant", "IST-4.1", {"n": NUMBER, "other": SEAT}),
    EventKind("paid_neutral", "IST-4.3", {"n": NUMBER}),
    EventKind("neutral_moved", "IST-4.3", {"place": PLACE}),
    EventKind("got_lira", "", {"n": NUMBER}, adds_up="got", thing=LIRA, caused=True),
    EventKind("paid_lira", "", {"n": NUMBER}, adds_up="paid", thing=LIRA, caused=True),
    EventKind("got_good", "", {"good": GOOD_NAMES, "n": NUMBER}, adds_up="got"),
    EventKind("lost_good", "", {"good": GOOD_NAMES, "n": NUMBER}, adds_up="lost"),
    EventKind("gave_good", "", {"good": GOOD_NAMES, "n": NUMBER}, adds_up="gave"),
    EventKind("got_ruby", "", {"source": SOURCES, "rubies": NUMBER}),
    EventKind("drew_card", "IST-7.11", {"card": CARD_NAMES}),
    EventKind("drew_unseen", "IST-7.11", {}),
    EventKind("took_discard", "IST-5.4", {"card": CARD_NAMES}),
    EventKind("played_card", "IST-7.11", {"card": CARD_NAMES}, clauses=CARD_CLAUSES, causes=True),
    EventKind("gave_card", "", {"card": CARD_NAMES}),
    EventKind("reshuffled", "IST-7.9", {}, aside=True),
    EventKind("got_extension", "IST-5.1", {"extensions": NUMBER}),
    EventKind("got_tile", "IST-5.11", {"colour": GOOD_NAMES, "mosque": SOURCES}),
    EventKind("got_fifth", "IST-8.2", {}),
    EventKind("markers_moved", "IST-5.3", {"markers": NUMBER}, quiet=True),
    EventKind(
        "rolled",
        "IST-5.6",
        {"low": NUMBER, "high": NUMBER, "place": PLACE},
        clauses={"9": "IST-5.7"},
    ),
    EventKind("bent_dice", "IST-8.1", {"low": NUMBER, "high": NUMBER, "place": PLACE}),
    EventKind("called", "IST-5.7", {"n": NUMBER}),
    EventKind("demand_turned", "IST-2.5", {"market": MARKETS, "tile": NUMBER}, aside=True),
    EventKind("family_sent", "IST-5.9", {"place": PLACE}),
    EventKind("family_caught", "IST-6.1", {"other": SEAT}),
    EventKind("family_home", "IST-7.4", {}),
    EventKind("used_yellow_tile", "IST-8.4", {}, causes=True),
    EventKind("governor_moved", "IST-6.4", {"place": PLACE}, aside=True),
    EventKind("smuggler_moved", "IST-6.4", {"place": PLACE}, aside=True),
    EventKind("smuggled", "IST-6.3", {"good": GOOD_NAMES}),
    EventKind("last_round", "IST-9.1", {"rubies": NUMBER}),
    EventKind("ended", "IST-9.3", {}),
)
