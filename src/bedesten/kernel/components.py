"""The figures of a data file, as sentences state them.

In a text `<rubies.palace>` stands for a figure by its place in the data file; entries of a list
are counted from 1. A game's `components.py` may add descriptions of its own by a function
`described(data, say)`, such as what a card does. After a colon stands how to say it:

    <cards.lira>              5
    <cards.lira:lire|lires> the form that the number asks for
    <cards.lira:words>        five
    <cards.lira:Words>        Five; `:words f` and `:Words f` for what is feminine
    <assistants.next:th>      fifth
    <mosques.tiles.1>         2, 4: a list
    <mosques.tiles.1:and>     2 and 4
    <movement.far:span>       3 or 4: from and to; also `:span words`, `:Span`
    <archway.gems:from to>    2 to 4
    <rubies.palace:by 2>      6 with two or three players, …: a list by players, from 2 on

A description may hold such figures itself.

A `*` in a key and its text stands for every member: `"guild.*" = "card * (<guild.*>)"`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from bedesten.kernel.grammar import Grammar, capital

_FIGURE: Final = re.compile(r"<([\w.*]+)(?::([^<>]*))?>")


class Phrases:
    """What a game's `described` makes its descriptions from, in one language."""

    def __init__(self, language: str, tables: Mapping[str, Mapping[str, Any]]) -> None:
        self.grammar = Grammar(language)
        self.names: Mapping[str, str] = tables["names"]
        self.words: Mapping[str, str] = tables["words"]
        self.phrases: Mapping[str, str] = tables.get("phrases", {})

    def __call__(self, key: str, **values: object) -> str:
        return self.phrases[key].format(**values)

    def counted(self, key: str, n: int) -> str:
        """A phrase with a number in it, in the form that the number asks for."""
        return self.grammar.counted(self.phrases[key], n)


class Components:
    """All figures and descriptions by name, and how a language says them."""

    def __init__(self, language: str, figures: Mapping[str, Any]) -> None:
        self.grammar = Grammar(language)
        self.figures = figures

    def filled(self, table: Mapping[str, Any]) -> dict[str, Any]:
        """A table of texts with every figure filled in."""
        found: dict[str, Any] = {}
        for key, text in table.items():
            if not isinstance(text, str):
                found[key] = text
            elif "*" in key:
                found |= self._members(key, text)
            else:
                found[key] = self.fill(text)
        return found

    def fill(self, text: str) -> str:
        return _FIGURE.sub(lambda found: self._said(found[1], found[2] or ""), text)

    def _members(self, key: str, text: str) -> dict[str, str]:
        named = next(found[1] for found in _FIGURE.finditer(text) if "*" in found[1])
        family = named.partition("*")[0]
        members = (name.removeprefix(family) for name in self.figures if name.startswith(family))
        return {
            key.replace("*", member): self.fill(text.replace("*", member))
            for member in members
            if "." not in member
        }

    def _said(self, name: str, how: str) -> str:
        if name not in self.figures:
            raise KeyError(f"the data file has no figure {name!r}")
        value = self.figures[name]
        grammar = self.grammar
        if "|" in how:
            return grammar.form(how, value)
        if how.startswith("span"):
            return grammar.span(value[0], value[1], in_words="words" in how)
        if how == "Span":
            return capital(grammar.span(value[0], value[1], in_words=True))
        if how == "from to":
            return grammar.from_to(*value)
        if how.startswith("by "):
            return grammar.by_players(value, int(how[3:]))
        if how.lower() in ("words", "words f"):
            said = grammar.number(value, is_feminine=how.endswith(" f"))
            return capital(said) if how[0] == "W" else said
        if how == "th":
            return grammar.ordinal(value)
        if isinstance(value, list):
            join = {"and": grammar.every, "or": grammar.either}.get(how)
            return join(value) if join else ", ".join(map(str, value))
        return self.fill(value) if isinstance(value, str) else str(value)


def plain_data(data: msgspec.Struct) -> dict[str, Any]:
    """The components as a data file has them."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(data))
    return found


def flattened(data: Any, name: str = "") -> dict[str, Any]:
    """Every table, list and figure of plain data by its dotted name."""
    found: dict[str, Any] = {name: data} if name and not isinstance(data, dict) else {}
    entries: Any = ()
    if isinstance(data, dict):
        entries = data.items()
    elif isinstance(data, list):
        entries = enumerate(data, 1)
    for key, value in entries:
        found |= flattened(value, f"{name}.{key}" if name else str(key))
    return found
