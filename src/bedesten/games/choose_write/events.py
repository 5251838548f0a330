"""What the numbers of Choose & Write's events mean."""

from __future__ import annotations

from typing import Final

from bedesten.games.choose_write.words import (
    FOUNTAIN_NAMES,
    GOOD_NAMES,
    PAIR_NAMES,
    PLACE_NAMES,
)
from bedesten.kernel.event import NUMBER, EventKind

LETTERS: Final = ("a", "b", "c", "d")
SOURCES: Final = ("hand", "left", "right")
GUILD: Final = tuple(str(n) for n in range(1, 17))
RUBY_CARDS: Final = tuple(str(n) for n in range(1, 21))
CARAVAN: Final = tuple(str(n) for n in range(1, 9))

LIRA: Final = "amount.lira"
PLACE_CLAUSES: Final = {
    **dict.fromkeys(("1", "5", "10", "14"), "CW-5.1"),
    "2": "CW-5.2",
    "3": "CW-5.3",
    "4": "CW-5.4",
    "6": "CW-5.5",
    "7": "CW-5.6",
    "8": "CW-5.7",
    "9": "CW-5.8",
    "11": "CW-5.9",
    "12": "CW-5.10",
    "13": "CW-5.11",
    **dict.fromkeys(LETTERS, "CW-5.12"),
}

# Without a clause of its own an event has that of the step which tells it.
EVENTS: Final = (
    EventKind("starts", "CW-3.3", {}),
    EventKind("turn_began", "CW-4.1", {"turn": NUMBER}, begins=True),
    EventKind("played_place", "CW-4.2", {"place": PLACE_NAMES, "source": SOURCES}),
    EventKind("played_guild", "CW-4.6", {"guild": GUILD}, causes=True),
    EventKind("used_place", "CW-4.2", {"place": PLACE_NAMES}, clauses=PLACE_CLAUSES, causes=True),
    EventKind("crossed_symbol", "CW-4.3", {"place": PLACE_NAMES}),
    EventKind("crossed_bonus", "CW-4.3", {}),
    EventKind("marked_bonus", "CW-4.4", {}, caused=True),
    EventKind("got_good", "", {"good": GOOD_NAMES, "n": NUMBER}, adds_up="got", caused=True),
    EventKind("lost_good", "CW-1.4", {"good": GOOD_NAMES, "n": NUMBER}, adds_up="lost"),
    EventKind("got_lira", "", {"n": NUMBER}, adds_up="got", thing=LIRA, caused=True),
    EventKind("lost_lira", "CW-1.5", {"n": NUMBER}, adds_up="lost", thing=LIRA),
    EventKind("paid_lira", "", {"n": NUMBER}, adds_up="paid", thing=LIRA, caused=True),
    EventKind(
        "crossed_goods", "", {"good": GOOD_NAMES, "n": NUMBER}, adds_up="crossed", caused=True
    ),
    EventKind("gave_goods_card", "CW-2.7", {"goods": PAIR_NAMES}, caused=True),
    EventKind("got_ruby", "CW-1.3", {"rubies": NUMBER}, caused=True),
    EventKind("got_palace_ruby", "CW-5.12", {"letter": LETTERS, "rubies": NUMBER}),
    EventKind("got_box_ruby", "CW-6.1", {"rubies": NUMBER}),
    EventKind("got_row_ruby", "CW-6.1", {"rubies": NUMBER}),
    EventKind("ticked", "", {"place": PLACE_NAMES}, caused=True),
    EventKind("drew_goods_card", "CW-2.2", {"goods": PAIR_NAMES}),
    EventKind("drew_goods_unseen", "CW-2.2", {}),
    EventKind("drew_guild_card", "CW-2.5", {"guild": GUILD}),
    EventKind("drew_guild_unseen", "CW-2.5", {}),
    EventKind("kept_guild_card", "CW-2.4", {"guild": GUILD}),
    EventKind("gave_up_guild_card", "CW-2.4", {"guild": GUILD}),
    EventKind("goods_reshuffled", "CW-2.6", {}, aside=True),
    EventKind("guild_reshuffled", "CW-2.6", {}, aside=True),
    EventKind("took_place_card", "CW-6.2", {"place": PLACE_NAMES}),
    EventKind("drew_place_card", "CW-6.2", {"place": PLACE_NAMES}),
    EventKind("drew_place_unseen", "CW-6.2", {}),
    EventKind("card_turned", "CW-6.3", {"place": PLACE_NAMES}),
    EventKind("fountain_turned", "CW-6.4", {"fountain": FOUNTAIN_NAMES}),
    EventKind("palace_opened", "CW-3.1", {"letter": LETTERS, "ruby_card": RUBY_CARDS}),
    EventKind("palace_grew", "CW-6.5", {"letter": LETTERS, "good": GOOD_NAMES}),
    EventKind("caravan_opened", "CW-6.6", {"caravan": CARAVAN}),
    EventKind("left_card_opened", "CW-8.1", {"place": PLACE_NAMES}),
    EventKind("last_round", "CW-7.1", {}),
    EventKind("ended", "CW-7.2", {}),
)
