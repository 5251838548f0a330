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

EVENTS: Final = (
    EventKind("starts", "CW-3.3", {}),
    EventKind("turn_began", "CW-4.1", {"turn": NUMBER}),
    EventKind("played_place", "CW-4.2", {"place": PLACE_NAMES, "source": SOURCES}),
    EventKind("played_guild", "CW-4.6", {"guild": GUILD}),
    EventKind("used_place", "CW-4.2", {"place": PLACE_NAMES}),
    EventKind("crossed_symbol", "CW-4.3", {"place": PLACE_NAMES}),
    EventKind("crossed_bonus", "CW-4.3", {}),
    EventKind("marked_bonus", "CW-4.4", {}),
    EventKind("got_good", "CW-1.4", {"good": GOOD_NAMES, "n": NUMBER}, adds_up=True),
    EventKind("lost_good", "CW-1.4", {"good": GOOD_NAMES, "n": NUMBER}, adds_up=True),
    EventKind("got_lira", "CW-1.5", {"n": NUMBER}),
    EventKind("lost_lira", "CW-1.5", {"n": NUMBER}),
    EventKind("paid_lira", "CW-1.3", {"n": NUMBER}),
    EventKind("crossed_goods", "CW-2.7", {"good": GOOD_NAMES, "n": NUMBER}, adds_up=True),
    EventKind("gave_goods_card", "CW-2.7", {"goods": PAIR_NAMES}),
    EventKind("got_ruby", "CW-1.3", {"rubies": NUMBER}),
    EventKind("got_palace_ruby", "CW-5.12", {"letter": LETTERS, "rubies": NUMBER}),
    EventKind("got_box_ruby", "CW-6.1", {"rubies": NUMBER}),
    EventKind("got_row_ruby", "CW-6.1", {"rubies": NUMBER}),
    EventKind("ticked", "CW-5.11", {"place": PLACE_NAMES}),
    EventKind("drew_goods_card", "CW-2.2", {"goods": PAIR_NAMES}),
    EventKind("drew_goods_unseen", "CW-2.2", {}),
    EventKind("drew_guild_card", "CW-2.5", {"guild": GUILD}),
    EventKind("drew_guild_unseen", "CW-2.5", {}),
    EventKind("kept_guild_card", "CW-2.4", {"guild": GUILD}),
    EventKind("gave_up_guild_card", "CW-2.4", {"guild": GUILD}),
    EventKind("goods_reshuffled", "CW-2.6", {}),
    EventKind("guild_reshuffled", "CW-2.6", {}),
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
