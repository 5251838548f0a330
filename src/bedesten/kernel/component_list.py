"""The components of a game as people read them: every figure with its label and its source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from bedesten.kernel.components import Components, Phrases, plain_data
from bedesten.kernel.game import Game
from bedesten.kernel.text import text_tables

RECONSTRUCTED: Final = "reconstruction"
SOURCES: Final = ("rulebook", "component", "transcription", RECONSTRUCTED)
_GENERAL: Final = "general"


class Shape(NamedTuple):
    """How a list is laid out.

    `players`: a column for each number of players, from `least` on. `columns`: a table with these
    columns, each named by a name or a phrase of the game's texts. `grid`: so many columns without
    names. `each`: one line an entry, as `components.py` describes a member of this family.
    """

    players: int = 0
    columns: tuple[str, ...] = ()
    grid: int = 0
    each: str = ""


class Component(msgspec.Struct, frozen=True):
    """A figure of the data file."""

    key: str
    """Its place in the file, such as `wainwright.price`."""
    label: str
    source: str
    """One of `SOURCES`; empty if the data file says something else, which is then the note."""
    note: str
    """What is to be said about the source; may be empty."""
    value: Any
    """As it stands in the file."""
    lines: list[str]
    """The value in words, if it is not a table."""
    head: list[str]
    rows: list[list[str]]


class ComponentGroup(msgspec.Struct, frozen=True):
    """The components of one table of the data file."""

    label: str
    note: str
    """What is to be said about the source of all of them; may be empty."""
    components: list[Component]


def component_list(
    game: Game[Any, Any, Any], language: str, changes: Mapping[str, Any] | None = None
) -> list[ComponentGroup]:
    """Every figure of a game's data file in the order of the file, in one language."""
    return _ComponentList(game, language, changes or {}).groups()


def sources(game: Game[Any, Any, Any]) -> dict[str, tuple[str, str]]:
    """The source of each entry of `[provenance]`, and the remark on it."""
    found: dict[str, tuple[str, str]] = {}
    for key, said in game.data_file["provenance"].items():
        source, _, remark = str(said).partition(": ")
        found[key] = (source, remark) if source in SOURCES else ("", str(said))
    return found


class _ComponentList:
    def __init__(
        self, game: Game[Any, Any, Any], language: str, changes: Mapping[str, Any]
    ) -> None:
        package = type(game).__module__
        tables = text_tables(package, language)
        self.data = plain_data(game.data(changes))
        self.filler: Components = game.components(language, changes)
        self.say = Phrases(language, tables)
        self.labels: Mapping[str, str] = tables.get("components", {})
        self.shapes: Mapping[str, Shape] = game.shapes
        self.sources = sources(game)

    def groups(self) -> list[ComponentGroup]:
        general = [key for key, value in self.data.items() if not isinstance(value, dict)]
        found = []
        if general:
            parts = [self._component(key, self.data[key]) for key in general]
            found.append(ComponentGroup(self._label(_GENERAL), "", parts))
        for key, value in self.data.items():
            if key not in general:
                parts = [self._component(*leaf) for leaf in _leaves(key, value)]
                found.append(ComponentGroup(self._label(key), self._note(key), parts))
        return found

    def _note(self, key: str) -> str:
        remark = self.sources.get(key, ("", ""))[1]
        return self.labels.get(f"note.{key}", remark)

    def _label(self, key: str) -> str:
        return self.filler.fill(self.labels.get(key, key.rpartition(".")[2].replace("_", " ")))

    def _component(self, key: str, value: Any) -> Component:
        named = key
        while named not in self.sources and "." in named:
            named = named.rpartition(".")[0]
        source = self.sources.get(named, ("", ""))[0]
        note = self._note(key) if key in self.sources else ""
        lines, head, rows = self._laid_out(value, self.shapes.get(key, Shape()))
        return Component(key, self._label(key), source, note, value, lines, head, rows)

    def _laid_out(self, value: Any, shape: Shape) -> tuple[list[str], list[str], list[list[str]]]:
        if shape.each:
            figures = self.filler.figures
            told = [f"{shape.each}.{n}" for n in range(1, len(value) + 1)]
            return [self.filler.fill(str(figures[name])) for name in told], [], []
        if shape.players and all(isinstance(one, list) for one in value):
            who = [self.say.grammar.players([n + shape.players]) for n in range(len(value))]
            return [], [], [[name, self._word(one)] for name, one in zip(who, value, strict=True)]
        if shape.players:
            head = [self.say.grammar.players([n + shape.players]) for n in range(len(value))]
            return [], head, [[str(one) for one in value]]
        if shape.columns:
            head = [self._head(column) for column in shape.columns]
            entries = value if all(isinstance(one, list) for one in value) else [value]
            if len(entries) == 1:
                return [], head, [[self._word(one) for one in entries[0]]]
            numbered = enumerate(entries, 1)
            return [], ["", *head], [[f"{n}", *map(self._word, row)] for n, row in numbered]
        if shape.grid:
            places = [str(one) for one in value]
            return [], [], [places[n : n + shape.grid] for n in range(0, len(places), shape.grid)]
        return [self._word(value)], [], []

    def _head(self, name: str) -> str:
        found = self.say.names.get(name) or self.say.phrases.get(name, name)
        return self.say.grammar.form(found, 2)

    def _word(self, value: Any) -> str:
        """A value in a cell or a line; goods and the like by their names."""
        if isinstance(value, list):
            return ", ".join(map(self._word, value)) or "–"
        if not isinstance(value, str):
            return str(value)
        if f"good.{value}" in self.say.names:
            return self.say.grammar.form(self.say.names[f"good.{value}"], 1)
        return self.say.phrases.get(value, value)


def _leaves(key: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for name, one in value.items():
            yield from _leaves(f"{key}.{name}", one)
    else:
        yield key, value
