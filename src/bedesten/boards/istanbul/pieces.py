"""Signs of the bazaar, and what each kind of place deals in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rich.text import Text

from bedesten.boards.signs import LIRA, chip
from bedesten.games.istanbul.board import (
    DEALER,
    FABRIC,
    FRUIT,
    GREAT_MOSQUE,
    LARGE_MARKET,
    PALACE,
    SMALL_MARKET,
    SMALL_MOSQUE,
    SPICE,
    WAINWRIGHT,
)
from bedesten.games.istanbul.words import GOOD_NAMES
from bedesten.kernel.text import Sentences

ANY: Final = "any"
_ANY_STYLE: Final = "bold black on grey70"

DISC: Final = "○"
GOVERNOR: Final = "♔"
SMUGGLER: Final = "♘"
NEUTRAL: Final = "◇"
CARD: Final = "▤"
OWN_DISC: Final = "●"
NEVER: Final = "✗"
FREE: Final = "✓"

WAREHOUSES: Final = {FABRIC: "red", SPICE: "green", FRUIT: "yellow"}
MOSQUES: Final = {SMALL_MOSQUE: ("red", "green"), GREAT_MOSQUE: ("blue", "yellow")}
MARKETS: Final = {LARGE_MARKET: "large", SMALL_MARKET: "small"}
RUBIES_AT: Final = {
    WAINWRIGHT: "wainwright",
    PALACE: "palace",
    SMALL_MOSQUE: "small_mosque",
    GREAT_MOSQUE: "great_mosque",
    DEALER: "dealer",
}


def good(colour: str, say: Sentences) -> Text:
    return Text("?", _ANY_STYLE) if colour == ANY else chip(colour, GOOD_NAMES, say)


def goods(counts: Mapping[str, int], say: Sentences, gap: str = "") -> Text:
    """Goods one by one."""
    return run([colour for colour, n in counts.items() for _ in range(n)], say, gap)


def run(colours: Sequence[str], say: Sentences, gap: str = "") -> Text:
    return Text(gap).join(good(colour, say) for colour in colours)


def lira(n: int, style: str = "") -> Text:
    return Text(f"{n}{LIRA}", style)
