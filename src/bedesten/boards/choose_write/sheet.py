"""The pencil sheet: places, goods, lira, bonus actions, rubies."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from bedesten.boards.choose_write.pencil import (
    bonus_actions,
    boxes,
    column,
    lira_boxes,
    row_ruby,
    symbols,
)
from bedesten.boards.choose_write.pieces import (
    ANY,
    GOODS_CARD,
    GUILD_CARD,
    LETTERS,
    MARKED,
    NO_RUBY,
    PALACES,
    TICK,
    counted,
    good,
    spelt,
)
from bedesten.boards.choose_write.table import ChooseWriteTable
from bedesten.boards.lines import QUIET, cut, ends, frame, posts
from bedesten.boards.signs import HERE, LIRA, MINUS, RUBY, ruby
from bedesten.games.choose_write.words import GOOD_NAMES

MIDDLE: Final = "palaces"
GRID: Final = (
    ("1", "2", "3", "4", "5"),
    ("6", "7", MIDDLE, "8", "9"),
    ("10", "11", "12", "13", "14"),
)
LINES: Final = 4  # of a place in full
CELLS: Final = (13, 13, 21, 13, 13)
COLUMNS_WIDTH: Final = 12
WIDTH: Final = sum(CELLS) + len(CELLS) + 1 + 2 + COLUMNS_WIDTH


# -- what a place does --------------------------------------------------------


def effect(table: ChooseWriteTable, place: str) -> Text:
    """What the action of a place brings the sheet that is shown, in signs."""
    if place in PALACES:
        return Text.assemble(MINUS, price(table, place, 12), f" → {RUBY}")
    places = table.data.places
    if place in table.data.makers:
        what, income, _ = table.data.makers[place]
        n = income + table.sheet["ticks"][place]
        unit = Text(LIRA) if what == "lira" else good(what, table.say)
        return Text.assemble((f"+{n}", "bold"), unit)
    if place == "6":
        card = table.view["caravan"][0]
        return Text("–", QUIET) if card is None else table.caravan(card, in_words=False)
    signs = {
        "2": f"{MINUS}{places.dealer_price}{LIRA} → {RUBY}",
        "3": f"{MINUS}{places.market_goods}= → +{places.market_lira}{LIRA} +{MARKED}",
        "4": f"+{GOODS_CARD} +{places.post_lira}{LIRA}",
        "7": f"+{places.roaster_goods}{ANY}",
        "9": f"+{GUILD_CARD}",
        "11": f"{MINUS}{GOODS_CARD} → +{places.stall_lira}{LIRA}",
        "12": table.say("any_place"),
        "13": f"+{places.wainwright_ticks}{TICK}",
    }
    return Text(signs[place])


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


# -- the places in boxes -------------------------------------------------------


def in_full(table: ChooseWriteTable) -> list[Text]:
    """Places and goods side by side."""
    right = [Text.assemble("  ", line, no_wrap=True) for line in columns_down(table)]
    left = _framed(table)
    right += [Text()] * (len(left) - len(right))
    left += [Text(" " * (WIDTH - COLUMNS_WIDTH - 2))] * (len(right) - len(left))
    return [Text.assemble(one, other, no_wrap=True) for one, other in zip(left, right, strict=True)]


def _framed(table: ChooseWriteTable) -> list[Text]:
    rows = [
        [_cell(table, place, cell) for place, cell in zip(row, CELLS, strict=True)] for row in GRID
    ]
    return frame(rows, CELLS)


def _head(table: ChooseWriteTable, place: str, name: str) -> Text:
    if place in table.offered:
        return Text(f"{HERE}{place:>2} {name}", "bold")
    return Text(f" {place:>2} {name}", QUIET)


def _cell(table: ChooseWriteTable, place: str, width: int) -> list[Text]:
    if place == MIDDLE:
        return _palaces_in_full(table, width)
    found = effect(table, place)
    if found.cell_len > width - 2:
        first, second = _halves(found, width - 2)
        name = table.place(place) if len(table.place(place)) <= width - 4 else table.short(place)
        lines = [_head(table, place, name), Text.assemble(" ", first), Text.assemble(" ", second)]
    else:
        name, more = _name(table, place, width - 4)
        below = Text(f"    {more}", "bold" if place in table.offered else QUIET)
        lines = [_head(table, place, name), Text.assemble(" ", found), Text()]
        if more:
            lines[1:] = [below, Text.assemble(" ", found)]
    tail = ends(Text.assemble(" ", symbols(table, place)), boxes(table, place), width - 1)
    return [cut(line, width) for line in [*lines, tail]]


def _name(table: ChooseWriteTable, place: str, room: int) -> tuple[str, str]:
    """The name of a place in one line or in two; shortened if its words are too long."""
    name = table.place(place)
    if len(name) <= room:
        return name, ""
    first, second = _halves(Text(name), room)
    if len(first) <= room and 0 < len(second) <= room:
        return first.plain, second.plain
    return table.short(place), ""


def _halves(line: Text, room: int) -> tuple[Text, Text]:
    """A line broken at a blank."""
    words = line.split(" ")
    first = Text(" ").join(words[:1])
    n = 1
    while n < len(words) and first.cell_len + 1 + words[n].cell_len <= room:
        first = Text(" ").join(words[: n + 1])
        n += 1
    return first, Text(" ").join(words[n:])


def _palaces_in_full(table: ChooseWriteTable, width: int) -> list[Text]:
    half = (width - 1) // 2
    lines: list[Text] = []
    for pair in (PALACES[:2], PALACES[2:]):
        cells = [_palace(table, palace, half) for palace in pair]
        for one, other in zip(*cells, strict=True):
            lines.append(Text.assemble(one, ("┊", QUIET), cut(other, width - half - 1)))
    return lines


def _palace(table: ChooseWriteTable, palace: str, width: int) -> list[Text]:
    """A palace in two lines: the goods of its first card, then the tops of the others."""
    first, tops = price_parts(table, palace)
    head = Text.assemble(_palace_head(table, palace), spelt(first, table.say))
    taken = table.sheet["palace_rubies"][palace]
    below = Text.assemble("  ", "+" if tops else "", spelt(tops, table.say))
    if below.cell_len > width:
        counts = {colour: tops.count(colour[0]) for colour in GOOD_NAMES}
        below = Text.assemble("+", counted(counts, table.say))
    mine = ruby(taken) if taken else Text()
    return [ends(head, mine, width), cut(below, width)]


def _palace_head(table: ChooseWriteTable, palace: str) -> Text:
    if palace in table.offered:
        return Text(f"{HERE}{palace.upper()} ", "bold")
    return Text(f" {palace.upper()} ", QUIET)


# -- goods ---------------------------------------------------------------------


def columns_down(table: ChooseWriteTable) -> list[Text]:
    """The goods columns as they stand on paper, with the rubies of the bonus rows."""
    say, sheet = table.say, table.sheet
    heads = Text(" ").join(good(colour, say) for colour in GOOD_NAMES)
    lines = [Text.assemble("   ", heads)]
    columns = [column(table, colour) for colour in GOOD_NAMES]
    for row in range(1, table.view["rows"] + 1):
        marks = Text(" ").join(one[row - 1] for one in columns)
        is_bonus = row in table.view["bonus_rows"]
        label = Text(f"{row:>2} ", "" if is_bonus else QUIET)
        lines.append(Text.assemble(label, marks, " ", row_ruby(table, row)))
    numbers = Text("").join(Text(f"{sheet['goods'][colour]:>2}", "bold") for colour in GOOD_NAMES)
    return [cut(line, COLUMNS_WIDTH) for line in [*lines, Text.assemble("  ", numbers)]]


def money(table: ChooseWriteTable) -> list[Text]:
    """Lira boxes, bonus actions and rubies under their names."""
    say, sheet = table.say, table.sheet
    head = Text.assemble((f"{say('lira')} ", "bold"), (f"{sheet['lira']}{LIRA}", "bold"), "  ")
    lira = Text.assemble(head, Text("   ").join(lira_boxes(table)))
    bonus = Text.assemble(
        (f"{say('bonus_actions')} ", "bold"),
        (f"{sheet['bonus']}", "bold"),
        "  ",
        bonus_actions(table),
    )
    rubies = Text.assemble((f"{say('rubies')} ", "bold"), _amulet(table))
    items = [bonus, rubies, *[Text(say("as_it_will_be"), "italic")][: table.is_draft]]
    return [Text.assemble(" ", lira), Text.assemble(" ", Text("     ").join(items))]


def _amulet(table: ChooseWriteTable) -> Text:
    rubies, target = table.sheet["rubies"], table.view["rubies_to_end"]
    line = Text(f"{rubies}", "bold").append(f"/{target}  ", QUIET)
    line.append(RUBY * rubies, "bold red3")
    return line.append(NO_RUBY * max(0, target - rubies), QUIET)


# -- in few lines ---------------------------------------------------------------


def in_short(table: ChooseWriteTable, width: int) -> list[Text]:
    """The places in two lines each, then the rest of the sheet in two."""
    side = (width - 6 - 26) // 4
    cells = (side, side, width - 6 - 4 * side, side, side)
    lines: list[Text] = []
    for row in GRID:
        lines += posts([_small(table, one, cell) for one, cell in zip(row, cells, strict=True)])
    return [*lines, *_small_fields(table)]


def _small(table: ChooseWriteTable, place: str, width: int) -> list[Text]:
    if place == MIDDLE:
        return _small_palaces(table, width)
    name = table.place(place)
    if len(name) > width - 4:
        name = table.short(place)
    if len(name) > width - 4:
        name = name[: width - 5].rstrip(". ") + "."
    marks = Text(" ").join(part for part in (symbols(table, place), boxes(table, place)) if part)
    said = effect(table, place)
    if said.cell_len + marks.cell_len + 1 > width:
        said = cut(said, width - marks.cell_len - 1)
    left = Text.assemble(" " if said.cell_len + marks.cell_len + 2 <= width else "", said)
    return [cut(_head(table, place, name), width), ends(left, marks, width)]


def _small_palaces(table: ChooseWriteTable, width: int) -> list[Text]:
    half = (width - 1) // 2
    lines: list[Text] = []
    for pair in (PALACES[:2], PALACES[2:]):
        cells = []
        for palace, room in zip(pair, (half, width - half - 1), strict=True):
            taken = table.sheet["palace_rubies"][palace]
            asked = price(table, palace, room - 3)
            mine = ruby(taken) if taken and asked.cell_len + 6 <= room else Text()
            cells.append(ends(Text.assemble(_palace_head(table, palace), asked), mine, room))
        lines.append(Text.assemble(cells[0], ("┊", QUIET), cells[1]))
    return lines


def _small_fields(table: ChooseWriteTable) -> list[Text]:
    sheet = table.sheet
    rubies = Text.assemble(ruby(sheet["rubies"]), (f"/{table.view['rubies_to_end']}", QUIET))
    bonus = Text.assemble((f"+{sheet['bonus']} ", "bold"), bonus_actions(table))
    lira = lira_boxes(table)
    money = [Text(f"{sheet['lira']:>2}{LIRA} ", "bold"), Text("    ")]
    lines: list[Text] = []
    for n, pair in enumerate((GOOD_NAMES[:2], GOOD_NAMES[2:])):
        goods = [_across(table, colour) for colour in pair]
        lines.append(Text.assemble(" ", Text(" ").join(goods), no_wrap=True))
        if n < len(lira):
            lines[-1].append(" ").append_text(money[min(n, 1)]).append_text(lira[n])
        lines[-1].append(" ").append_text((bonus, rubies)[n])
    return [*lines, *(Text.assemble(" " * 44, box, no_wrap=True) for box in lira[2:])]


def _across(table: ChooseWriteTable, colour: str) -> Text:
    """A column of goods laid on its side; a stroke stands behind each bonus row."""
    line = Text.assemble(good(colour, table.say), (f"{table.sheet['goods'][colour]:>2} ", "bold"))
    for row, mark in enumerate(column(table, colour), 1):
        line.append_text(mark)
        if row in table.view["bonus_rows"]:
            taken = table.view["bonus_rows"].index(row) < table.sheet["rows"]
            line.append("┆" if taken else "|", QUIET if taken else "bold red3")
    return line
