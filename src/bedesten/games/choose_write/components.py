"""The components of Choose & Write in words, for its sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from bedesten.games.choose_write.data import (
    LETTERS,
    ChooseWriteCardsData,
    ChooseWriteData,
    SoloTask,
    symbols_for,
)
from bedesten.games.choose_write.words import GOOD_NAMES, PAIR_NAMES, PLACE_NAMES
from bedesten.kernel.component_list import Shape
from bedesten.kernel.components import Phrases
from bedesten.kernel.grammar import capital

_MAKER = Shape(columns=("column.makes", "column.income", "column.boxes"))
SHAPES: Final = {
    "bonus_actions.fields": Shape(players=1),
    "palaces.ruby_cards": Shape(players=1),
    "makers.1": _MAKER,
    "makers.5": _MAKER,
    "makers.8": _MAKER,
    "makers.10": _MAKER,
    "makers.14": _MAKER,
    "cards.fountains": Shape(each="fountain_card"),
    "cards.goods": Shape(each="goods_order"),
    "cards.rubies": Shape(each="ruby_order"),
    "caravan.cards": Shape(each="caravan_card"),
    "guild.prices": Shape(columns=tuple(map(str, range(1, 17)))),
    "guild.cards": Shape(each="guild_card"),
    "solo.tasks": Shape(each="task"),
}
_GIVEN = ("give", "hand_over")
_CHOICES = ("goods_or_good", "tick_or_mark")  # of one thing at a time, however often


def described(data: ChooseWriteData, say: Phrases) -> dict[str, Any]:
    """Descriptions by name."""
    every, listed = say.grammar.every, say.grammar.listed
    columns = sorted(data.solo.columns)
    cards = data.cards
    tasks = [_task(task, data, say) for task in data.solo.tasks]
    guild = zip(data.guild.prices, data.guild.cards, strict=True)
    found: dict[str, Any] = {
        "goods.bonus_rows.sorted": sorted(data.goods.bonus_rows),
        "lira.boxes.sorted": sorted(data.lira.boxes),
        "lira.boxes.number": len(data.lira.boxes),
        "symbols.all": _symbols(data, say),
        "makers.all": listed(_maker(name, maker, say) for name, maker in data.makers.items()),
        "makers.what": every(_makes(data, say)),
        "makers.goods": every(_makes(data, say, besides="lira")),
        "cards.place_cards": cards.copies * len(PLACE_NAMES) + len(cards.fountains),
        "cards.fountains.number": len(cards.fountains),
        "cards.fountains.all": every([say(f"fountain.{one}") for one in cards.fountains]),
        "cards.goods.number": len(cards.goods),
        "cards.goods.all": _pairs(cards, say),
        "cards.rubies.number": len(cards.rubies),
        "cards.rubies.all": ", ".join(_spelt(card, say) for card in cards.rubies),
        "caravan.all": listed(
            f"({n}) {_effect(card, say, in_full=True)}"
            for n, card in enumerate(data.caravan.cards, 1)
        ),
        "guild.all": listed(
            say(
                "priced",
                n=n,
                price=say.counted("part.lira", price),
                effect=_effect(card, say, in_full=True),
            )
            for n, (price, card) in enumerate(guild, 1)
        ),
        "end.example": data.end.card_worth + 10,  # [CW-7.3]
        "solo.number": len(tasks),
        "solo.all": listed(f"({n}) {task}" for n, task in enumerate(tasks, 1)),
        "solo.goal": columns[:-1] or columns,
        "solo.least": columns[0],
        "solo.most": columns[-1],
        "solo.beyond": columns[-1] + 1,
        # [CW-5.14]
        "example.column": max([one for one in columns if one <= 11], default=columns[0]),
        "example.rows": len(data.goods.bonus_rows),
        "example.tasks": [
            n
            for n, task in enumerate(data.solo.tasks, 1)
            if task == SoloTask(rows=task.rows, all_symbols=task.all_symbols)
            and task.rows <= len(data.goods.bonus_rows)
        ],
    }
    for name, (what, _, _) in data.makers.items():
        found |= {
            f"maker.{name}": say(f"maker.{what}"),
            f"maker.{name}.capital": capital(say(f"maker.{what}")),
            f"maker.{name}.the": say(f"maker.the.{what}"),
            f"maker.{name}.take": say(f"maker.take.{what}"),
        }
    for n, card in enumerate(data.guild.cards, 1):
        found[f"guild_card.{n}"] = _effect(card, say)
    for n, card in enumerate(data.caravan.cards, 1):
        found[f"caravan_card.{n}"] = _effect(card, say)
    for n, fountain in enumerate(cards.fountains, 1):
        found[f"fountain_card.{n}"] = say(f"fountain.{fountain}")
    for n, card in enumerate(cards.goods, 1):
        found[f"goods_order.{n}"] = _in_order(card, say)
    for n, card in enumerate(cards.rubies, 1):
        found[f"ruby_goods.{n}"] = _goods(card, say)
        found[f"ruby_order.{n}"] = _in_order(card, say)
    for n, task in enumerate(tasks, 1):
        found[f"task.{n}"] = f"{capital(task)}."
    return found


# -- the sheet ------------------------------------------------------------------


def _makes(data: ChooseWriteData, say: Phrases, besides: str = "") -> list[str]:
    """What places make, each with the place, without one thing."""
    return [
        say("makes", place=name, what=say(f"makes.{what}"))
        for name, (what, _, _) in data.makers.items()
        if what != besides
    ]


def _symbols(data: ChooseWriteData, say: Phrases) -> str:
    """How many action symbols places have, by players. [CW-1.6]"""
    by_players: dict[str, list[int]] = {}
    for seats in range(1, 6):
        numbers = symbols_for(data.symbols, seats)
        parts = []
        for n in sorted(set(numbers) - {0}):
            places = [place for place, many in enumerate(numbers, 1) if many == n]
            parts.append(say("symbols", n=n, places=_places(places, len(numbers), say)))
        by_players.setdefault(say.grammar.every(parts), []).append(seats)
    return say.grammar.listed(
        say("by_players", what=what, players=say.grammar.players(seats))
        for what, seats in by_players.items()
    )


def _places(places: Sequence[int], many: int, say: Phrases) -> str:
    if len(places) == many:
        return say("places.all", n=many)
    return say("places", places=say.grammar.every(places))


def _maker(name: str, maker: tuple[str, int, int], say: Phrases) -> str:
    """What a place brings, and with all improvements. [CW-1.8]"""
    what, income, boxes = maker
    unit = say.phrases["part.lira"] if what == "lira" else say.names[f"good.{what}"]
    made = say.grammar.counted(unit, income)
    return say(
        "made", place=name, made=made, boxes=say.counted("boxes", boxes), most=income + boxes
    )


# -- cards ----------------------------------------------------------------------


def _goods(letters: str, say: Phrases) -> str:
    """2 fabric and 1 fruit."""
    counts = [
        (good, letters.count(letter)) for good, letter in zip(GOOD_NAMES, LETTERS, strict=True)
    ]
    return say.grammar.every(
        [say.grammar.counted(say.names[f"good.{good}"], n) for good, n in counts if n]
    )


def _in_order(letters: str, say: Phrases) -> str:
    """Fruit, fabric, fabric."""
    goods = (GOOD_NAMES[LETTERS.index(letter)] for letter in letters)
    return ", ".join(say.grammar.form(say.names[f"good.{good}"], 1) for good in goods)


def _spelt(card: str, say: Phrases) -> str:
    """A ruby card by the letters of the language."""
    return "".join(say("letters")[LETTERS.index(letter)] for letter in card)


def _pairs(cards: ChooseWriteCardsData, say: Phrases) -> str:
    """How often each pair of goods comes. [CW-2.2]"""
    found = ["".join(sorted(card, key=LETTERS.index)) for card in cards.goods]
    by_copies: dict[int, list[str]] = {}
    for pair in PAIR_NAMES:
        if pair in found:
            by_copies.setdefault(found.count(pair), []).append(_spelt(pair, say))
    return say.grammar.listed(
        say.grammar.counted(say.phrases["times"], n).format(what=", ".join(pairs))
        for n, pairs in sorted(by_copies.items())
    )


def _effect(card: str, say: Phrases, in_full: bool = False) -> str:
    """What a card asks and brings; in full as the rules say it. [CW-2.4, CW-2.5]"""
    given: list[str] = []
    gains: list[str] = []
    palaces: list[str] = []
    for part in card.split(","):
        name, number = part.split()
        if name == "palace":
            palaces.append(number)
        else:
            (given if name in _GIVEN else gains).append(_part(name, number, say, in_full))
    join = say.grammar.every if in_full else ", ".join
    first = _palace(palaces[0], say) if palaces else ""
    if given:
        cost = say.grammar.every(given)
        first = say("for", given=cost, gain=gains.pop(0)) if gains else say("give", given=cost)
    if not first or not gains:
        return first or join(gains)
    return say("then", first=first, gain=join(gains))


def _palace(letters: str, say: Phrases) -> str:
    named = sorted(set(letters.upper()))
    if len(named) == 4:
        return say("palace.any")
    return say("palace", letters=say.grammar.either(named))


def _part(name: str, number: str, say: Phrases, in_full: bool) -> str:
    n = int(number)
    key = f"full.{name}" if in_full and f"full.{name}" in say.phrases else f"part.{name}"
    if name in _CHOICES:
        return say.grammar.counted(f"{{n}} × {say(key)}", n) if n > 1 else say(key)
    return say.counted(key, n)


# -- solo -----------------------------------------------------------------------


def _task(task: SoloTask, data: ChooseWriteData, say: Phrases) -> str:
    """What a task asks for, as a request. [CW-8.4]"""
    asked = [
        _goal(name, wanted, data, say)
        for name, wanted in msgspec.structs.asdict(task).items()
        if wanted is not None and (wanted or name.startswith("most_"))
    ]
    return say.grammar.every(asked) if asked else say("task.nothing")


def _goal(name: str, wanted: int, data: ChooseWriteData, say: Phrases) -> str:
    if name == "all_symbols":
        return say("task.all_symbols")
    key = f"task.{name}"
    if wanted == 0:
        return say(f"{key}.none")
    if name == "rows" and wanted >= len(data.goods.bonus_rows):
        key = "task.rows.all"
    return say.counted(key, wanted)
