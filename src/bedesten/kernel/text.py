"""Sentences for people, from one catalogue a game and a language.

A catalogue is a TOML file of seven tables:

    [about]      title, blurb and minutes: what a list of games says
    [names]      what things are called; "ruby|rubies" gives one and many
    [words]      what a word of the vocabulary points at; a family may have one entry
    [questions]  what each step asks
    [choices]    what a word means as an answer to a step, where its name does not say it
    [events]     what happened
    [rules]      every clause of the rules

In a sentence `{field}` stands for a value. `{n:gem|gems}` chooses by the number n,
and `{colour:n}` gives the name of a colour in the number that n asks for.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any

import msgspec

from bedesten.kernel.event import SEAT, Amounts, Event, EventKind

LANGUAGES = ("en", "de", "fr")


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game in a list of games."""

    title: str
    blurb: str
    """What it is like, in one or two sentences."""
    minutes: int
    """How long a game takes."""


class Catalogue:
    """All sentences of a game in one language."""

    def __init__(self, language: str, tables: Mapping[str, Mapping[str, Any]]) -> None:
        self.language = language
        self.about = msgspec.convert(tables["about"], About)
        self.names: Mapping[str, str] = tables["names"]
        self.words: Mapping[str, str] = tables["words"]
        self.questions: Mapping[str, str] = tables["questions"]
        self.choices: Mapping[str, str] = tables["choices"]
        self.events: Mapping[str, str] = tables["events"]
        self.rules: Mapping[str, str] = tables["rules"]

    def word(self, word: str) -> str:
        """What a word names: `archway:5` is archway 5."""
        family, _, member = word.partition(":")
        if word in self.words:
            return self.words[word]
        return self.words[family].format(n=member)

    def choice(self, step: str, word: str) -> str:
        """What a word means as an answer to a step."""
        family = word.partition(":")[0]
        for key in (f"{step}.{word}", f"{step}.{family}", word):
            if key in self.choices:
                return self.choices[key].format(it=self.word(word))
        return self.word(word)

    def question(self, step: str) -> str:
        return self.questions[step]

    def tell(self, event: Event, kind: EventKind, seats: Sequence[str]) -> str:
        """One sentence for an event, with the players' names."""
        values = {
            field: self._named(field, kind, value, seats) for field, value in event.values.items()
        }
        values["seat"] = "" if event.seat is None else _Proper(seats[event.seat])
        return _Plurals(self.language, values).vformat(self.events[event.name], (), values)

    def amounts(self, field: str, counts: Mapping[str, int]) -> str:
        """An enumeration with numbers: 2 rubies and 1 sapphire."""
        parts = [
            f"{n} {_form(self.names[f'{field}.{kind}'], n, self.language)}"
            for kind, n in counts.items()
            if n > 0
        ]
        if len(parts) < 2:
            return parts[0] if parts else self.names["nothing"]
        return f"{', '.join(parts[:-1])} {self.names['and']} {parts[-1]}"

    def _named(self, field: str, kind: EventKind, value: Any, seats: Sequence[str]) -> Any:
        meaning = kind.fields[field]
        if isinstance(meaning, Amounts):
            return self.amounts(field, value)
        if meaning == SEAT:
            return _Proper(seats[value])
        return self.names[f"{field}.{value}"] if isinstance(value, str) else value


class _Proper(str):
    """A player's name, in which `|` has no meaning."""


class _Plurals(Formatter):
    """Formats `{n:gem|gems}` and `{colour:n}`."""

    def __init__(self, language: str, values: Mapping[str, Any]) -> None:
        self.language = language
        self.values = values

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            return _form(format_spec, value, self.language)
        if isinstance(value, str) and not isinstance(value, _Proper) and "|" in value:
            return _form(value, self.values[format_spec] if format_spec else 1, self.language)
        return format(value, format_spec)


def _form(forms: str, n: int, language: str) -> str:
    one, _, many = forms.partition("|")
    is_one = n == 1 or (language == "fr" and n == 0)
    return one if is_one or not many else many


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


@cache
def catalogue(package: str, language: str) -> Catalogue:
    """The catalogue of a game's package in a language."""
    return Catalogue(language, text_tables(package, language))


@cache
def sentences(package: str, language: str) -> Sentences:
    """The sentences of any other package in a language."""
    return Sentences(language, text_tables(package, language))
