"""Sentences for people, from one catalogue a game and a language.

A catalogue is a TOML file of ten tables:

    [about]      title, blurb and minutes: what a list of games says
    [phrases]    what the game's `components.py` makes its descriptions from
    [components] what each figure of the data file is, and what is to be said of its source
    [names]      what things are called; "ruby|rubies" gives one and many
    [words]      what a word of the vocabulary points at; a family may have one entry
    [questions]  what each step asks
    [choices]    what a word means as an answer to a step, where its name does not say it
    [events]     what happened
    [reasons]    why something cannot be done; may be missing
    [rules]      every clause of the rules

In a sentence `{field}` stands for a value. `{n:gem|gems}` chooses by the number n,
and `{colour:n}` gives the name of a colour in the number that n asks for.

No sentence states a figure of the data file: `<wainwright.price>` stands for it, and is filled in
from the data in force before anything else. `kernel/components.py` says what may stand there.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import groupby
from string import Formatter
from typing import Any

import msgspec

from bedesten.kernel.components import Components
from bedesten.kernel.event import SEAT, Amounts, Event, EventKind
from bedesten.kernel.grammar import Grammar
from bedesten.kernel.why_not import WhyNot

LANGUAGES = ("en", "de", "fr")


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game in a list of games."""

    title: str
    blurb: str
    """What it is like, in one or two sentences."""
    minutes: int
    """How long a game takes."""


class Catalogue:
    """All sentences of a game in one language, with the components of one data file."""

    def __init__(self, language: str, tables: Mapping[str, Mapping[str, Any]]) -> None:
        self.language = language
        self.grammar = Grammar(language)
        self.about = msgspec.convert(tables["about"], About)
        self.names: Mapping[str, str] = tables["names"]
        self.words: Mapping[str, str] = tables["words"]
        self.questions: Mapping[str, str] = tables["questions"]
        self.choices: Mapping[str, str] = tables["choices"]
        self.events: Mapping[str, str] = tables["events"]
        self.reasons: Mapping[str, str] = tables.get("reasons", {})
        self.rules: Mapping[str, str] = tables["rules"]

    def word(self, word: str) -> str:
        """What a word names: `archway:5` is archway 5."""
        family, _, member = word.partition(":")
        if word in self.words:
            return self.words[word]
        return self.words[family].format(n=member)

    def choice(self, step: str, word: str, seats: Sequence[str] = ()) -> str:
        """What a word means as an answer to a step; a word for a seat names its player."""
        family, _, member = word.partition(":")
        it = seats[int(member)] if family == SEAT and seats else self.word(word)
        for key in (f"{step}.{word}", f"{step}.{family}", word):
            if key in self.choices:
                return self.choices[key].format(it=it)
        return it

    def question(self, step: str) -> str:
        return self.questions[step]

    def tell(self, event: Event, kind: EventKind, seats: Sequence[str]) -> str:
        """One sentence for an event, with the players' names."""
        values = {
            field: self._named(field, kind, value, seats) for field, value in event.values.items()
        }
        values |= self._numbered(event)
        values["seat"] = "" if event.seat is None else _Proper(seats[event.seat])
        return _Plurals(self.grammar, values).vformat(self.events[event.name], (), values)

    def told(
        self, events: Iterable[Event], kinds: Mapping[str, EventKind], seats: Sequence[str]
    ) -> list[tuple[Event, str]]:
        """A sentence for each event; events of a kind that adds up share one if in a row."""
        found: list[tuple[Event, str]] = []
        for _, group in groupby(enumerate(events), key=lambda one: _row(one, kinds)):
            row = [event for _, event in group]
            kind = kinds[row[0].name]
            tell = self._tell_sum(row, kind, seats) if len(row) > 1 else None
            found.append((row[0], tell or self.tell(row[0], kind, seats)))
        return found

    def _tell_sum(self, row: Sequence[Event], kind: EventKind, seats: Sequence[str]) -> str:
        thing = next(field for field in kind.fields if field != "n")
        counts = dict.fromkeys((event.values[thing] for event in row), 0)
        for event in row:
            counts[event.values[thing]] += event.values["n"]
        seat = row[0].seat
        values = {
            "seat": "" if seat is None else _Proper(seats[seat]),
            "amounts": self.amounts(thing, counts),
        }
        sentence = re.sub(r"\{n\} \{\w+(:n)?\}", "{amounts}", self.events[kind.name])
        return _Plurals(self.grammar, values).vformat(sentence, (), values)

    def reasoned(self, reasons: Iterable[WhyNot]) -> str:
        """Why something cannot be done: "7 lira needed, you have 5"."""
        return self.grammar.listed(self._reason(reason) for reason in reasons)

    def _reason(self, reason: WhyNot) -> str:
        values: dict[str, Any] = {}
        for field, value in reason.values.items():
            if isinstance(value, Mapping):
                values[field] = self.amounts(field, value)
            else:
                values[field] = self.names[f"{field}.{value}"] if isinstance(value, str) else value
        return _Plurals(self.grammar, values).vformat(self.reasons[reason.key], (), values)

    def amounts(self, field: str, counts: Mapping[str, int]) -> str:
        """An enumeration with numbers: 2 rubies and 1 sapphire."""
        parts = [
            self.grammar.counted(self.names[f"{field}.{kind}"], n)
            for kind, n in counts.items()
            if n > 0
        ]
        return self.grammar.every(parts) if parts else self.names["nothing"]

    def _numbered(self, event: Event) -> dict[str, str]:
        """Numbers that have a name, which may depend on the field before: `tile.large.3`."""
        found: dict[str, str] = {}
        before = ""
        for field, value in event.values.items():
            name = self.names.get(f"{field}.{before}.{value}")
            if name is not None:
                found[field] = name
            before = str(value)
        return found

    def _named(self, field: str, kind: EventKind, value: Any, seats: Sequence[str]) -> Any:
        meaning = kind.fields[field]
        if isinstance(meaning, Amounts):
            return self.amounts(field, value)
        if meaning == SEAT:
            return _Proper(seats[value])
        return self.names[f"{field}.{value}"] if isinstance(value, str) else value


def _row(numbered: tuple[int, Event], kinds: Mapping[str, EventKind]) -> tuple[object, ...]:
    """What events that are told as one have in common."""
    n, event = numbered
    if not kinds[event.name].adds_up:
        return (n,)
    return event.name, event.seat, event.seen_by


class _Proper(str):
    """A player's name, in which `|` has no meaning."""


class _Plurals(Formatter):
    """Formats `{n:gem|gems}` and `{colour:n}`."""

    def __init__(self, grammar: Grammar, values: Mapping[str, Any]) -> None:
        self.grammar = grammar
        self.values = values

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            return self.grammar.form(format_spec, value)
        if isinstance(value, str) and not isinstance(value, _Proper) and "|" in value:
            return self.grammar.form(value, self.values[format_spec] if format_spec else 1)
        return format(value, format_spec)


class Sentences:
    """The sentences of a package in one language, filled in by `say(key, name=value)`."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self.texts = texts

    def __call__(self, key: str, **values: object) -> str:
        return self.texts[key].format(**values)


# -- loading ------------------------------------------------------------------


def read_toml(package: str, *path: str) -> dict[str, Any]:
    """The content of a TOML file that is part of a package."""
    return tomllib.loads(files(package).joinpath(*path).read_text(encoding="utf-8"))


@cache
def text_tables(package: str, language: str) -> dict[str, Any]:
    """The content of a package's `text/<language>.toml`."""
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
    return read_toml(package, "text", f"{language}.toml")


def catalogue(package: str, language: str, components: Components) -> Catalogue:
    """The catalogue of a game's package in a language, with the components filled in."""
    tables = text_tables(package, language)
    return Catalogue(
        language,
        {
            name: components.filled(table)
            for name, table in tables.items()
            if name not in ("phrases", "components")
        },
    )


@cache
def sentences(package: str, language: str) -> Sentences:
    """The sentences of any other package in a language."""
    return Sentences(language, text_tables(package, language))
