"""What a seat sees of the bazaar, and how goods and figures look: a sign, and a colour besides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, cast

from rich.text import Text

from bedesten.boards.plain import COLOURS as SEAT_COLOURS
from bedesten.boards.plain import MARKS
from bedesten.games.istanbul.state import Istanbul, IstanbulPrinted
from bedesten.games.istanbul.words import GOOD_NAMES
from bedesten.kernel.match import Match
from bedesten.kernel.text import Catalogue, Sentences

QUIET: Final = "dim"
ANY: Final = "any"

RUBY: Final = "◆"
LIRA: Final = "₺"
DISC: Final = "○"
HOME: Final = "⌂"
GOVERNOR: Final = "♔"
SMUGGLER: Final = "♘"
NEUTRAL: Final = "◇"
CARD: Final = "▤"
OWN_DISC: Final = "●"
HERE: Final = "▸"
MINUS: Final = "−"
NEVER: Final = "✗"
FREE: Final = "✓"

_GOODS: Final = {
    "red": "bold white on red3",
    "green": "bold white on green4",
    "yellow": "bold black on gold1",
    "blue": "bold white on dodger_blue3",
    ANY: "bold black on grey70",
}

FOUNTAIN: Final = 7
LARGE_MARKET: Final = 10
SMALL_MARKET: Final = 11
POLICE_STATION: Final = 12
WAREHOUSES: Final = {2: "red", 3: "green", 4: "yellow"}
MOSQUES: Final = {14: ("red", "green"), 15: ("blue", "yellow")}
MARKETS: Final = {LARGE_MARKET: "large", SMALL_MARKET: "small"}
RUBIES_AT: Final = {
    1: "wainwright",
    13: "palace",
    14: "small_mosque",
    15: "great_mosque",
    16: "dealer",
}


@dataclass(frozen=True)
class IstanbulTable:
    """What a seat sees of a match, and the words to name it with."""

    match: Match
    seat: int | None
    say: Sentences

    @cached_property
    def view(self) -> dict[str, Any]:
        return self.match.view(self.seat)

    @property
    def names(self) -> Catalogue:
        return self.match.game.text(self.say.language)

    @property
    def players(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.view["players"]
        return found

    @property
    def me(self) -> dict[str, Any] | None:
        """The pieces of the seat that looks."""
        return None if self.seat is None else self.players[self.seat]

    @property
    def printed(self) -> IstanbulPrinted:
        """The printed figures, which everybody may read."""
        return cast(Istanbul, self.match.state).printed

    @property
    def actor(self) -> int | None:
        """The seat that is asked."""
        asked = [seat for seat in self.view["actors"] if seat >= 0]
        return asked[0] if asked else None

    @cached_property
    def offered(self) -> frozenset[int]:
        """The places that the seat may choose now."""
        return frozenset(
            int(word.partition(":")[2])
            for word in self.view["choices"]
            if word.startswith("place:")
        )

    @property
    def is_moving(self) -> bool:
        """Tell whether a place chosen now is one where the merchant goes."""
        return self.view["question"] in ("move", "move_far")

    # -- figures ----------------------------------------------------------

    def merchants_at(self, place: int) -> list[int]:
        return self._seats("merchant", place)

    def families_at(self, place: int) -> list[int]:
        return self._seats("family", place)

    def _seats(self, figure: str, place: int) -> list[int]:
        order = range(len(self.players))
        found = [seat for seat in order if self.players[seat][figure] == place]
        return sorted(found, key=lambda seat: seat != self.seat)

    def discs_at(self, place: int) -> list[int]:
        """Whose assistants lie at a place."""
        found = [seat for seat, player in enumerate(self.players) if place in player["out"]]
        return sorted(found, key=lambda seat: seat != self.seat)

    def neutral_discs_at(self, place: int) -> int:
        return int(self.view["neutral_assistants"].get(str(place), 0))

    def neutrals_at(self, place: int) -> int:
        """How many neutral merchants stand at a place."""
        return int(self.view["neutral_merchants"].count(place))

    # -- names ------------------------------------------------------------

    def place(self, place: int) -> str:
        name = self.names.word(f"place:{place}").removesuffix(f" ({place})")
        return name[:1].upper() + name[1:]

    def card(self, name: str) -> str:
        return self.names.names[f"card.{name}"]


def letter(colour: str, say: Sentences) -> str:
    return "?" if colour == ANY else say("letters")[GOOD_NAMES.index(colour)]


def good(colour: str, say: Sentences) -> Text:
    return Text(letter(colour, say), _GOODS[colour])


def goods(counts: Mapping[str, int], say: Sentences, gap: str = "") -> Text:
    """Goods one by one."""
    return run([colour for colour, n in counts.items() for _ in range(n)], say, gap)


def run(colours: Sequence[str], say: Sentences, gap: str = "") -> Text:
    return Text(gap).join(good(colour, say) for colour in colours)


def lira(n: int, style: str = "") -> Text:
    return Text(f"{n}{LIRA}", style)


def ruby(text: object = "") -> Text:
    return Text(f"{RUBY}{text}", "bold red3")


def seat_colour(seat: int) -> str:
    return SEAT_COLOURS[seat]


def glyph(seat: int) -> Text:
    """A seat's sign, as it stands on its assistants and its family member."""
    return Text(MARKS[seat], f"bold {seat_colour(seat)}")


def glyphs(seats: Sequence[int]) -> Text:
    return Text("").join(glyph(seat) for seat in seats)


def merchant(seat: int) -> Text:
    return Text(MARKS[seat], f"bold reverse {seat_colour(seat)}")


def cut(line: Text, width: int) -> Text:
    """Exactly so wide: filled up with blanks, or cut off."""
    short = line.copy()
    if short.cell_len > width:
        short.truncate(width, overflow="ellipsis")
    short.pad_right(max(0, width - short.cell_len))
    return short


def ends(left: Text, right: Text, width: int) -> Text:
    """Something at the left end of a line, something at the right."""
    gap = width - left.cell_len - right.cell_len
    return cut(Text.assemble(left, " " * max(1, gap), right) if right.plain else left, width)


def flow(items: Sequence[Text], width: int, gap: str = "  ", margin: str = "") -> list[Text]:
    """Items one after the other, in as many lines as they need."""
    lines: list[Text] = []
    for item in items:
        if lines and lines[-1].cell_len + len(gap) + item.cell_len <= width:
            lines[-1].append(gap).append_text(item)
        else:
            lines.append(Text.assemble(margin, item, no_wrap=True))
    return lines
