"""Signs of the sheet: goods, cards, marks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rich.text import Text

from bedesten.boards.signs import LIRA, MINUS, RUBY, chip
from bedesten.games.choose_write.words import GOOD_NAMES
from bedesten.kernel.text import Sentences

NEW: Final = "bold dodger_blue1"  # what the choice under way writes

NO_RUBY: Final = "◇"
ANY: Final = "?"
GOODS_CARD: Final = "▤"
GUILD_CARD: Final = "▣"
PLACE_CARD: Final = "⌂"

FREE: Final = "·"
MARKED: Final = "●"
CROSSED: Final = "✗"
NEWLY_MARKED: Final = "◉"
NEWLY_CROSSED: Final = "⊗"
SYMBOL: Final = "○"
BOX: Final = "☐"
TICK: Final = "☑"

LETTERS: Final = "rgyb"  # of the data file
PALACES: Final = ("a", "b", "c", "d")


def number(place: str) -> Text:
    return Text(place.upper(), "bold")


def effect_signs(effect: str) -> str:
    """The parts of a card, as the data file names them, in signs."""
    return " ".join(_part(*part.split()) for part in effect.split(","))


def _part(name: str, n: str) -> str:
    many = "" if n == "1" else n
    signs = {
        "lira": f"+{n}{LIRA}",
        "good": f"+{n}{ANY}",
        "equal": f"+{n}=",
        "different": f"+{n}≠",
        "goods": f"+{many}{GOODS_CARD}",
        "guild": f"+{many}{GUILD_CARD}",
        "mark": f"+{many}{MARKED}",
        "tick": f"+{many}{TICK}",
        "ruby": f"+{many}{RUBY}",
        "palace": f"{'/'.join(n.upper()) if len(n) < 4 else 'A–D'}→{RUBY}",
        "give": f"{MINUS}{n}{ANY}",
        "hand_over": f"{MINUS}{many}{GOODS_CARD}",
        "keep_guild": f"+{GUILD_CARD}/{n}",
        "goods_or_good": f"+{GOODS_CARD}|{ANY}",
        "tick_or_mark": f"+{TICK}|{MARKED}",
    }
    return signs[name]


# -- goods --------------------------------------------------------------------


def good(colour: str, say: Sentences) -> Text:
    return chip(colour, GOOD_NAMES, say)


def spelt(letters: str, say: Sentences) -> Text:
    """Goods by the letters of the data file."""
    return Text("").join(good(GOOD_NAMES[LETTERS.index(one)], say) for one in letters)


def goods_cards(hand: Mapping[str, int], say: Sentences) -> list[Text]:
    return [spelt(pair, say) for pair, n in hand.items() for _ in range(n)]


def counted(counts: Mapping[str, int], say: Sentences) -> Text:
    return Text("").join(
        Text(str(n)).append_text(good(colour, say)) for colour, n in counts.items() if n
    )
