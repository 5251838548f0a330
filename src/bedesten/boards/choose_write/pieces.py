"""What a seat sees of the sheets, and how marks and goods look: a sign, and a colour besides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from rich.text import Text

from bedesten.boards.plain import COLOURS as SEAT_COLOURS
from bedesten.boards.plain import MARKS
from bedesten.games.choose_write.data import ChooseWriteData
from bedesten.games.choose_write.words import GOOD_NAMES
from bedesten.kernel.match import Match
from bedesten.kernel.text import Catalogue, Sentences

QUIET: Final = "dim"
NEW: Final = "bold dodger_blue1"  # what the choice under way writes

RUBY: Final = "◆"
NO_RUBY: Final = "◇"
LIRA: Final = "₺"
MINUS: Final = "−"
ANY: Final = "?"
GOODS_CARD: Final = "▤"
GUILD_CARD: Final = "▣"
PLACE_CARD: Final = "⌂"
HERE: Final = "▸"

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

_GOODS: Final = {
    "red": "bold white on red3",
    "green": "bold white on green4",
    "yellow": "bold black on gold1",
    "blue": "bold white on dodger_blue3",
}


@dataclass(frozen=True)
class ChooseWriteTable:
    """What a seat sees of a match, and the words to name it with."""

    match: Match
    seat: int | None
    say: Sentences

    @cached_property
    def view(self) -> dict[str, Any]:
        return self.match.view(self.seat)

    @cached_property
    def data(self) -> ChooseWriteData:
        """The printed figures, which everybody may read."""
        found: ChooseWriteData = self.match.game.data(self.match.changes)
        return found

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
    def shown(self) -> int:
        """The seat whose sheet is shown in full; to a spectator that of the seat in turn."""
        return (self.view["active"] or 0) if self.seat is None else self.seat

    @property
    def before(self) -> dict[str, Any]:
        """The sheet that is shown in full, as it is."""
        return self.players[self.shown]

    @property
    def sheet(self) -> dict[str, Any]:
        """The same sheet as it will be, once the seat has begun to choose together with others."""
        found: dict[str, Any] = self.view["draft"] or self.before
        return found

    @property
    def is_draft(self) -> bool:
        return self.view["draft"] is not None

    @property
    def is_solo(self) -> bool:
        return len(self.players) == 1

    @property
    def is_together(self) -> bool:
        """Tell whether all use a place card at the same time."""
        return self.view["card"] is not None or len(self.view["actors"]) > 1

    @cached_property
    def offered(self) -> frozenset[str]:
        """The places that the seat may choose now."""
        return frozenset(
            word.partition(":")[2] for word in self.view["choices"] if word.startswith("place:")
        )

    @property
    def is_following(self) -> bool:
        """Tell whether using the card costs the seat a symbol or a bonus action.

        Alone, the view does not tell the own card from the left one.
        """
        return not self.is_solo and self.view["active"] != self.seat

    # -- names ------------------------------------------------------------

    def place(self, place: str) -> str:
        name = self.names.word(f"place:{place}").removesuffix(f" ({place})")
        return name[:1].upper() + name[1:]

    def short(self, place: str) -> str:
        return self.say(f"short_{place}")

    def card(self, card: str | None, in_words: bool) -> Text:
        """A place card: its place, and alone the side by its mark."""
        if card is None:
            return Text("–", QUIET)
        mark, _, rest = card.rpartition(":")
        if mark == "fountain":
            return Text(self.say("fountain"))
        line = number(rest)
        if rest not in PALACES:
            line.append(f" {self.place(rest) if in_words else self.short(rest)}")
        elif in_words:
            line = Text(self.place(rest), "bold")
        if mark:
            line.append(" ◁" if mark == "left" else " ▷", QUIET)
        return line

    def guild(self, n: int, in_words: bool) -> Text:
        """A guild card: its number, price and effect."""
        line = Text.assemble((f"{n} ", "bold"), f"({self.view['guild_prices'][n - 1]}{LIRA}) ")
        effect = self.data.guild.cards[n - 1]
        name = self.names.words[f"guild:{n}"]
        return line.append_text(self._effect(effect, name if in_words else ""))

    def caravan(self, n: int, in_words: bool) -> Text:
        name = self.names.words[f"caravan:{n}"]
        return self._effect(self.data.caravan.cards[n - 1], name if in_words else "")

    def _effect(self, effect: str, name: str) -> Text:
        inside = name.partition("(")[2].removesuffix(")")
        return Text(inside) if inside else Text(effect_signs(effect))


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


def letter(colour: str, say: Sentences) -> str:
    return say("letters")[GOOD_NAMES.index(colour)]


def good(colour: str, say: Sentences) -> Text:
    return Text(letter(colour, say), _GOODS[colour])


def spelt(letters: str, say: Sentences) -> Text:
    """Goods by the letters of the data file."""
    return Text("").join(good(GOOD_NAMES[LETTERS.index(one)], say) for one in letters)


def goods_cards(hand: Mapping[str, int], say: Sentences) -> list[Text]:
    return [spelt(pair, say) for pair, n in hand.items() for _ in range(n)]


def price(table: ChooseWriteTable, palace: str, room: int) -> Text:
    """The goods of the first ruby card and the tops of the others; counted if there are many."""
    first, tops = price_parts(table, palace)
    if len(first) + bool(tops) + len(tops) <= room:
        line = spelt(first, table.say)
        return line.append("+").append_text(spelt(tops, table.say)) if tops else line
    return counted(table.view["prices"][palace], table.say)


def price_parts(table: ChooseWriteTable, palace: str) -> tuple[str, str]:
    cards = [table.data.cards.rubies[n - 1] for n in table.view["palaces"][palace]]
    if not cards:
        return "", ""
    first = "".join(sorted(cards[0], key=LETTERS.index))
    return first, "".join(sorted((card[0] for card in cards[1:]), key=LETTERS.index))


def counted(counts: Mapping[str, int], say: Sentences) -> Text:
    return Text("").join(
        Text(str(n)).append_text(good(colour, say)) for colour, n in counts.items() if n
    )


# -- the pencil ---------------------------------------------------------------


def fields(many: int, was: tuple[int, int], now: tuple[int, int]) -> list[Text]:
    """Round fields, the crossed ones first; filled and available, as it was and as it will be."""
    (old, had), (filled, left) = was, now
    found: list[Text] = []
    for n in range(many):
        if n < old - had:
            found.append(Text(CROSSED, QUIET))
        elif n < filled - left:
            found.append(Text(NEWLY_CROSSED, NEW))
        elif n < old:
            found.append(Text(MARKED, "bold"))
        elif n < filled:
            found.append(Text(NEWLY_MARKED, NEW))
        else:
            found.append(Text(FREE, QUIET))
    return found


def column(table: ChooseWriteTable, colour: str) -> list[Text]:
    """A column of goods from the top down."""
    was, now = table.before, table.sheet
    return fields(
        table.view["rows"],
        (was["filled"][colour], was["goods"][colour]),
        (now["filled"][colour], now["goods"][colour]),
    )


def lira_boxes(table: ChooseWriteTable) -> list[Text]:
    """The large boxes, each with its ruby."""
    was, now = table.before, table.sheet
    sizes = table.view["boxes"]
    found = fields(sum(sizes), (was["lira_filled"], was["lira"]), (now["lira_filled"], now["lira"]))
    lines: list[Text] = []
    for n, size in enumerate(sizes):
        start = sum(sizes[:n])
        line = Text("").join(found[start : start + size])
        lines.append(line.append_text(_bonus_ruby(n < now["boxes"])))
    return lines


def _bonus_ruby(is_taken: bool) -> Text:
    return Text(CROSSED, QUIET) if is_taken else Text(RUBY, "bold red3")


def row_ruby(table: ChooseWriteTable, row: int) -> Text:
    """The ruby at the end of a row of goods, if there is one."""
    rows = table.view["bonus_rows"]
    return _bonus_ruby(rows.index(row) < table.sheet["rows"]) if row in rows else Text(" ")


def bonus_actions(table: ChooseWriteTable) -> Text:
    was, now = table.before, table.sheet
    return Text("").join(
        fields(
            table.view["bonus_fields"],
            (was["bonus_filled"], was["bonus"]),
            (now["bonus_filled"], now["bonus"]),
        )
    )


def symbols(table: ChooseWriteTable, place: str) -> Text:
    """The action symbols of a place: left, or crossed."""
    if place not in table.view["symbols"]:
        return Text()
    many = table.view["symbols"][place]
    had, left = table.before["symbols"][place], table.sheet["symbols"][place]
    line = Text(CROSSED * (many - had), QUIET)
    return line.append(NEWLY_CROSSED * (had - left), NEW).append(SYMBOL * left, "bold")


def boxes(table: ChooseWriteTable, place: str) -> Text:
    """The improvements of a place."""
    if place not in table.view["tick_boxes"]:
        return Text()
    had, ticks = table.before["ticks"][place], table.sheet["ticks"][place]
    line = Text(TICK * had, "bold").append(TICK * (ticks - had), f"{NEW} underline")
    return line.append(BOX * (table.view["tick_boxes"][place] - ticks))


def ruby(text: object = "") -> Text:
    return Text(f"{RUBY}{text}", "bold red3")


# -- seats and lines ----------------------------------------------------------


def seat_colour(seat: int) -> str:
    return SEAT_COLOURS[seat]


def sign(seat: int) -> Text:
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


def flow(items: Sequence[Text], width: int, gap: str = "  ", margin: str = " ") -> list[Text]:
    """Items one after the other, in as many lines as they need."""
    lines: list[Text] = []
    for item in items:
        if lines and lines[-1].cell_len + len(gap) + item.cell_len <= width:
            lines[-1].append(gap).append_text(item)
        else:
            lines.append(cut(Text.assemble(margin, item, no_wrap=True), width))
            lines[-1].rstrip()
    return lines
