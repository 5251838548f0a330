"""What each choice would bring, in a few signs beside it; and choices in short."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from bedesten.boards.choose_write.pieces import PALACES, SYMBOL, TICK, good, spelt
from bedesten.boards.choose_write.sheet import effect
from bedesten.boards.choose_write.table import ChooseWriteTable
from bedesten.boards.lines import QUIET
from bedesten.boards.signs import LIRA
from bedesten.games.choose_write.sheet import opened
from bedesten.games.choose_write.words import PLACE_NAMES
from bedesten.kernel.words import spell

_TICKING: Final = ("tick", "fountain_tick", "tick_or_mark", "after_draw")
_GIVING: Final = ("sell", "give_good")


def hint(table: ChooseWriteTable, step: str, word: str) -> Text:
    family, _, member = word.partition(":")
    if table.me is None or step.startswith("turn_"):
        return Text()
    if family == "place":
        return _place(table, step, member)
    if family == "good":
        return _good(table, step, member)
    if family == "goods":
        return spelt(member, table.say)
    if family == "guild":
        price = table.view["guild_prices"][int(member) - 1]
        return Text(table.say("price_of", n=price, held=table.sheet["lira"]), QUIET)
    return _word(table, step, word)


def _place(table: ChooseWriteTable, step: str, place: str) -> Text:
    if step in _TICKING:
        return _raised(table, place)
    line = effect(table, place)
    if step == "use_card" and table.is_following:
        left = 0 if place in PALACES else table.sheet["symbols"][place]
        line.append(f"  {SYMBOL}{left} +{table.sheet['bonus']}", QUIET)
    return line


def _raised(table: ChooseWriteTable, place: str) -> Text:
    """What a place makes now, and what it will make."""
    _, income, _ = table.data.makers[place]
    n = income + table.sheet["ticks"][place]
    return Text.assemble((f"{n} → {n + 1}", "bold"))


def _good(table: ChooseWriteTable, step: str, colour: str) -> Text:
    sheet = table.sheet
    chip = good(colour, table.say)
    held, filled = sheet["goods"][colour], sheet["filled"][colour]
    if step in _GIVING:
        return Text.assemble(chip, (f" {table.say('of_yours', n=held)}", QUIET))
    rows = table.view["rows"]
    note = table.say("full") if filled >= rows else f"{held} ({filled}/{rows})"
    return Text.assemble(chip, (f" {note}", QUIET))


def _word(table: ChooseWriteTable, step: str, word: str) -> Text:
    view, me = table.view, table.me
    assert me is not None
    if word in ("left", "right", "hand"):
        card = me["place_card"] if word == "hand" else view["display"][word == "right"]
        line = table.card(card, in_words=True)
        return line.append_text(_opens(table, card)) if step == "play" else line
    if word == "pile":
        return Text(table.say("in_pile", n=view["pile"]), QUIET)
    if word == "symbol":
        return Text()
    if word == "bonus" and step == "cross":
        return Text(table.say("of_yours", n=table.sheet["bonus"]), QUIET)
    if word == "bonus" or (word == "pass" and step == "use_card"):
        filled, many = table.sheet["bonus_filled"], view["bonus_fields"]
        note = table.say("full") if filled >= many else f"{table.sheet['bonus']} ({filled}/{many})"
        return Text(note, QUIET)
    if word == "lira":
        filled, many = table.sheet["lira_filled"], sum(view["boxes"])
        return Text(f"{table.sheet['lira']}{LIRA} ({filled}/{many})", QUIET)
    return Text()


def _opens(table: ChooseWriteTable, card: str | None) -> Text:
    """The places that a place card opens."""
    if card is None:
        return Text()
    place = card.rpartition(":")[2]
    found = [PLACE_NAMES[n] for n in spell(opened(PLACE_NAMES.index(place)))]
    others = [name.upper() for name in found if name != place]
    return Text(f"  → {' '.join([place.upper(), *others])}", QUIET)


# -- in short -------------------------------------------------------------------


def brief(table: ChooseWriteTable, step: str, word: str) -> Text | None:
    """A choice in a word or two, where there is little room."""
    family, _, member = word.partition(":")
    if table.me is None or step.startswith(("turn_", "add_", "name_")):
        return None
    if family == "place" and step in _TICKING:
        return Text.assemble(f"{TICK} {table.short(member)} ", _raised(table, member))
    if family == "place":
        name = Text(table.short(member)) if member not in PALACES else Text()
        return Text.assemble(name, " " if name.plain else "", hint(table, step, word))
    if family in ("good", "goods"):
        return hint(table, step, word)
    if family == "guild":
        return table.guild(int(member), in_words=False)
    if word in ("left", "right", "hand"):
        card = table.view["display"][word == "right"]
        shown = table.me["place_card"] if word == "hand" else card
        return Text.assemble(f"{table.say(f'brief_{word}')} ", table.card(shown, in_words=False))
    name = Text(table.say.texts.get(f"brief_{word}", table.names.word(word)))
    more = hint(table, step, word)
    return Text.assemble(name, " ", more) if more.plain else name
