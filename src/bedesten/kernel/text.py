"""Sentences for people, from one catalogue a game and a language.

A catalogue is a TOML file of twelve tables:

    [about]      title, blurb and minutes: what a list of games says
    [phrases]    what the game's `components.py` makes its descriptions from
    [components] what each figure of the data file is, and what is to be said of its source
    [names]      what things are called; "ruby|rubies" gives one and many
    [words]      what a word of the vocabulary points at; a family may have one entry
    [questions]  what each step asks
    [choices]    what a word means as an answer to a step, where its name does not say it
    [events]     what happened
    [reasons]    why something cannot be done; may be missing
    [notes]      what a choice comes to, in a few words; may be missing
    [rules]      every clause of the rules
    [rulings]    clauses in which we decide what the rulebook leaves open, and what; may be missing
    [summary]    the rules on one page: goal, a turn, places or tiles, end; may be missing

In a sentence `{field}` stands for a value. `{n:gem|gems}` chooses by the number n, in which
`{n}` may stand again. `{colour:n}` gives the name of a colour in the number that n asks for, and
`{place:to}` the name `place.to.5`, for languages that bend names. Events that add up are told
with `{amounts}`. A sentence about a seat begins with `{seat} ` if it reads well without it: where
several of a player follow each other, the name is said once.

No sentence states a figure of the data file: `<wainwright.price>` stands for it, and is filled in
from the data in force before anything else. `kernel/components.py` says what may stand there.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from string import Formatter
from typing import Any

import msgspec

from bedesten.kernel.components import Components
from bedesten.kernel.event import SEAT, Amounts, Event, EventKind, Field
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
        self.notes: Mapping[str, str] = tables.get("notes", {})
        self.rules: Mapping[str, str] = tables["rules"]
        self.rulings: Mapping[str, str] = tables.get("rulings", {})
        self.summary: Mapping[str, str] = tables.get("summary", {})

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
        return self.tell_row([event], {kind.name: kind}, seats).sentence

    def tell_row(
        self, row: Sequence[Event], kinds: Mapping[str, EventKind], seats: Sequence[str]
    ) -> Phrasing:
        """What to say of an event, or of several in a row that add up."""
        first = row[0]
        kind = kinds[first.name]
        values: dict[str, Any] = {}
        if kind.adds_up:
            values["amounts"] = self._enumerated(_summed(row, kinds))
        for field, value in first.values.items():
            values[field] = self._named(field, kind.fields[field], value, seats)
        values |= self._numbered(first)
        seat = first.seat
        values["seat"] = Piece("") if seat is None else Piece(seats[seat], f"{SEAT}.{seat}")
        sentence = self.events[first.name]
        return Phrasing(
            "".join(piece.text for piece in self._pieces(sentence, values)),
            sentence.startswith(_SUBJECT),
            _merged(self._pieces(sentence.removeprefix(_SUBJECT).removesuffix("."), values)),
        )

    def told(
        self, events: Iterable[Event], kinds: Mapping[str, EventKind], seats: Sequence[str]
    ) -> list[tuple[Event, str]]:
        """A sentence for each event; events that add up share one if in a row."""
        return [(row[0], self.tell_row(row, kinds, seats).sentence) for row in rows(events, kinds)]

    def reasoned(self, reasons: Iterable[WhyNot]) -> str:
        """Why something cannot be done: "7 lira needed, you have 5"."""
        return self.grammar.listed(self._told(self.reasons, reason) for reason in reasons)

    def noted(self, note: WhyNot) -> str:
        """What a choice comes to: "10: 8 lira"."""
        return self._told(self.notes, note)

    def _told(self, texts: Mapping[str, str], one: WhyNot) -> str:
        values: dict[str, Any] = {}
        for field, value in one.values.items():
            if isinstance(value, Mapping):
                values[field] = self.amounts(field, value)
            else:
                values[field] = self.names[f"{field}.{value}"] if isinstance(value, str) else value
        return self._filled(texts[one.key], values)

    def _filled(self, sentence: str, values: Mapping[str, Any]) -> str:
        """A sentence with its values: `{n:gem|gems}` and `{colour:n}` choose a form by a number."""
        return "".join(piece.text for piece in self._pieces(sentence, values))

    def _pieces(self, sentence: str, values: Mapping[str, Any]) -> list[Piece]:
        """A sentence with its values, piece by piece: names are pieces of their own."""
        pieces: list[Piece] = []
        for literal, field, form in _parsed(sentence):
            if literal:
                pieces.append(Piece(literal))
            if field is None:
                continue
            value = values[field]
            if isinstance(value, list):
                pieces += value
            elif isinstance(value, Piece):
                pieces.append(self._in_form(value, form, values))
            elif "|" in form:
                pieces += self._pieces(self.grammar.form(form, value), values)
            elif isinstance(value, str) and "|" in value:
                pieces.append(Piece(self.grammar.form(value, values[form] if form else 1)))
            else:
                pieces.append(Piece(format(value, form)))
        return pieces

    def _in_form(self, piece: Piece, form: str, values: Mapping[str, Any]) -> Piece:
        """A name in the number that a field asks for, or in a case of its own."""
        if piece.names.startswith(f"{SEAT}."):
            return piece
        if form and form not in values:
            field, _, member = piece.names.partition(".")
            return Piece(self.names[f"{field}.{form}.{member}"], piece.names)
        return Piece(self.grammar.form(piece.text, values[form] if form else 1), piece.names)

    def amounts(self, field: str, counts: Mapping[str, int]) -> str:
        """An enumeration with numbers: 2 rubies and 1 sapphire."""
        return "".join(piece.text for piece in self._enumerated(_some(field, counts)))

    def _enumerated(self, counts: Mapping[str, int]) -> list[Piece]:
        """Names with their numbers, as an enumeration."""
        found = [
            Piece(self.grammar.counted(self.names[name], n), name) for name, n in counts.items()
        ]
        if not found:
            return [Piece(self.names["nothing"])]
        joints = self.grammar.joints(len(found))
        return [piece for one in zip(found, map(Piece, joints), strict=True) for piece in one]

    def _numbered(self, event: Event) -> dict[str, Piece]:
        """Numbers that have a name, which may depend on the field before: `tile.large.3`."""
        found: dict[str, Piece] = {}
        before = ""
        for field, value in event.values.items():
            key = f"{field}.{before}.{value}"
            if key in self.names:
                found[field] = Piece(self.names[key], key)
            before = str(value)
        return found

    def _named(self, field: str, meaning: Field, value: Any, seats: Sequence[str]) -> Any:
        if isinstance(meaning, Amounts):
            return self._enumerated(_some(field, value))
        if meaning == SEAT:
            return Piece(seats[value], f"{SEAT}.{value}")
        key = f"{field}.{value}"
        return Piece(self.names[key], key) if isinstance(value, str) else value


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a sentence."""

    text: str
    names: str = ""
    """What it names, as a key of the catalogue's names: `place.5`, or `seat.1`; empty for words."""


class Phrasing(msgspec.Struct, frozen=True):
    """What to say of an event."""

    sentence: str
    has_subject: bool
    """Whether the sentence begins with the name of its seat, which the pieces then leave out."""
    pieces: list[Piece]
    """The sentence without its subject and its full stop."""


_SUBJECT = "{seat} "


def rows(events: Iterable[Event], kinds: Mapping[str, EventKind]) -> list[list[Event]]:
    """Events in their order; those that are told as one are together."""
    found: list[list[Event]] = []
    for event in events:
        if found and adds_to(found[-1][-1], event, kinds):
            found[-1].append(event)
        else:
            found.append([event])
    return found


def adds_to(before: Event, event: Event, kinds: Mapping[str, EventKind]) -> bool:
    """Whether an event is told in one sentence with the event before it."""
    total = kinds[event.name].adds_up
    return bool(total) and (total, event.seat, event.seen_by) == (
        kinds[before.name].adds_up,
        before.seat,
        before.seen_by,
    )


def _summed(row: Sequence[Event], kinds: Mapping[str, EventKind]) -> dict[str, int]:
    """How many of each thing the events of a row tell of, by name."""
    counts: dict[str, int] = {}
    for event in row:
        things = [f"{field}.{event.values[field]}" for field in event.values if field != "n"]
        name = things[0] if things else kinds[event.name].thing
        counts[name] = counts.get(name, 0) + event.values["n"]
    return counts


def _some(field: str, counts: Mapping[str, int]) -> dict[str, int]:
    """The amounts of a field that are not nought, by name."""
    return {f"{field}.{kind}": n for kind, n in counts.items() if n > 0}


def _merged(pieces: Iterable[Piece]) -> list[Piece]:
    """The same pieces with neighbouring words in one."""
    found: list[Piece] = []
    for piece in pieces:
        if found and not piece.names and not found[-1].names:
            found[-1] = Piece(found[-1].text + piece.text)
        elif piece.text:
            found.append(piece)
    return found


@lru_cache(maxsize=4096)
def _parsed(sentence: str) -> tuple[tuple[str, str | None, str], ...]:
    """A sentence as literals, each with the field and the form that follow it."""
    return tuple(
        (literal, field, form or "") for literal, field, form, _ in Formatter().parse(sentence)
    )


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
