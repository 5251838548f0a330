"""What a game declares, so that everything outside the rules can serve it.

A game's package holds `data.toml` (its components, with their provenance), `text/` (its sentences)
and modules with fixed names, in which `Game` finds words, steps, events, views and positions. The
first step of every book is the set-up.
"""

from __future__ import annotations

import math
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from functools import cache, cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from bedesten.kernel.components import Components, Phrases, flattened, plain_data
from bedesten.kernel.event import Event, EventKind, named
from bedesten.kernel.solo import SoloTasks
from bedesten.kernel.state import State, Told
from bedesten.kernel.step import RuleError
from bedesten.kernel.text import (
    LANGUAGES,
    About,
    Catalogue,
    catalogue,
    read_toml,
    text_tables,
)
from bedesten.kernel.why_not import WhyNot

S = TypeVar("S", bound=State)
O = TypeVar("O", bound=msgspec.Struct)  # noqa: E741
D = TypeVar("D", bound=msgspec.Struct)

SET_UP = 0


class DataTable(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A table of a data file; other keys than its fields are refused."""


class Game(ABC, Generic[S, O, D]):
    """One game: its name, and how to start, show and store it."""

    name: ClassVar[str]
    rules_version: ClassVar[int]
    """Rises when a record plays differently than before."""
    older_rules: ClassVar[tuple[int, ...]] = ()
    """Earlier versions by which old records and tables are still played: see `play_by`."""
    seats: ClassVar[tuple[int, int]]
    onward: ClassVar[tuple[str, ...]] = ()
    """Words by which a seat continues what it has begun; previews follow them."""
    ranked_by: ClassVar[tuple[str, ...]] = ("points",)
    """What the numbers of `State.standing` count; the texts name them (`standing.lira`)."""
    score_sources: ClassVar[tuple[str, ...]] = ()
    """What can bring points; the texts name it (`from.palace`)."""
    binding: ClassVar[tuple[str, ...]] = ()
    """Words that stand between people as soon as the one who answers them has seen them."""
    later_options: ClassVar[tuple[str, ...]] = ()
    """Options that came after a release: records name them only if they are chosen."""
    options_type: type[O]
    data_type: type[D]

    @abstractmethod
    def blank(self, seats: int, options: O, data: D) -> S:
        """A state with nothing on the table and nothing on the agenda."""

    # -- what the modules of the game's package hold ------------------------

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """The words, from `words.py`; a word's number is its place here."""
        words: tuple[str, ...] = self._module("words").WORDS
        return words

    @cached_property
    def steps(self) -> tuple[str, ...]:
        """The names of the steps by number, from `steps.py`."""
        return step_names(self._module("steps"))

    @cached_property
    def events(self) -> tuple[EventKind, ...]:
        """The kinds of events by number, from `events.py`."""
        kinds: tuple[EventKind, ...] = self._module("events").EVENTS
        return kinds

    def show(self, s: S, seat: int | None) -> dict[str, Any]:
        """What a seat may know of the table; None for a spectator."""
        shown = self.show_fixed(s) | self.show_open(s)
        return shown if seat is None else shown | self.show_own(s, seat, shown)

    def show_fixed(self, s: S) -> dict[str, Any]:
        """What is printed and stays the same, from `view.py`; empty if it says nothing."""
        return self._shown("show_fixed", s)

    def show_open(self, s: S) -> dict[str, Any]:
        """What everybody may know of the table, from `view.py`."""
        shown: dict[str, Any] = self._view.show_open(s)
        return shown

    def show_own(self, s: S, seat: int, shown: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of `shown` that a seat sees otherwise, from `view.py`; empty likewise."""
        return self._shown("show_own", s, seat, shown)

    def _shown(self, name: str, *arguments: Any) -> dict[str, Any]:
        show = getattr(self._view, name, None)
        found: dict[str, Any] = {} if show is None else show(*arguments)
        return found

    def dump(self, s: S) -> dict[str, Any]:
        """All pieces as plain data, from `position.py`."""
        pieces: dict[str, Any] = self._position.dump(s)
        return pieces

    def load(self, s: S, pieces: dict[str, Any]) -> None:
        """Set the pieces of a blank state; ValueError if they are not the game's."""
        self._position.load(s, pieces)

    def check(self, s: S) -> None:
        """Check a loaded state with its agenda; ValueError if no game reaches it."""
        self._position.check(s)

    def gestures(self, s: S, seat: int, step: str) -> dict[str, list[int]]:
        """Answers of several words that deserve a button of their own, from `gestures.py`.

        By name; none if the game has no such module.
        """
        if self._gestures is None:
            return {}
        found: dict[str, list[int]] = self._gestures.gestures(s, seat, step)
        return found

    def obstacles(self, s: S, seat: int, step: str) -> dict[int, list[WhyNot]]:
        """Why a seat that is asked cannot do what it may expect, from `obstacles.py`.

        By word: one that is legal leads to the obstacle, any other is illegal because of it. None
        if the game has no such module.
        """
        if self._obstacles is None:
            return {}
        found: dict[int, list[WhyNot]] = self._obstacles.obstacles(s, seat, step)
        return found

    def out_of_reach(self, s: S, seat: int, step: str) -> dict[int, list[WhyNot]]:
        """What a seat cannot point at now because of where it stands, from `prompts.py`."""
        found: dict[int, list[WhyNot]] = self._prompted("out_of_reach", s, seat, step, {})
        return found

    def notes(self, s: S, seat: int, step: str) -> dict[int, WhyNot]:
        """What a choice comes to, or how likely it is to succeed, from `prompts.py`."""
        found: dict[int, WhyNot] = self._prompted("notes", s, seat, step, {})
        return found

    def pointless(self, s: S, seat: int, step: str) -> set[int]:
        """Legal words that do exactly what another one does, from `prompts.py`."""
        found: set[int] = self._prompted("pointless", s, seat, step, set())
        return found

    def _prompted(self, name: str, s: S, seat: int, step: str, nothing: Any) -> Any:
        function = getattr(self._prompts, name, None)
        return nothing if function is None else function(s, seat, step)

    def planned(self, s: S, seat: int) -> list[Told]:
        """The events that a seat's sealed answers so far will cause, whatever the others answer.

        In the order of the answers, so that another answer appends to the end. From `planned` in
        `view.py`; empty if there is none.
        """
        if self._planned is None:
            return []
        told: list[Told] = self._planned(s, seat)
        return told

    def figures(self, s: S) -> dict[str, int]:
        """What is worth counting in a finished game, by name, for simulations."""
        return {}

    def earned(self, event: Event) -> tuple[str, int] | None:
        """The source and the number of the points that an event tells of; None if of none."""
        return None

    @cached_property
    def solo_tasks(self) -> SoloTasks[S] | None:
        """The tasks of the solo campaign; None if the game has none."""
        return self.tasks_in(self.data({}))

    def tasks_in(self, data: D) -> SoloTasks[S] | None:
        """The solo tasks of a data file; None if the game has none."""
        return None

    @cached_property
    def _view(self) -> ModuleType:
        return self._module("view")

    @cached_property
    def _position(self) -> ModuleType:
        return self._module("position")

    @cached_property
    def _gestures(self) -> ModuleType | None:
        return self._optional("gestures")

    @cached_property
    def _obstacles(self) -> ModuleType | None:
        return self._optional("obstacles")

    @cached_property
    def _prompts(self) -> ModuleType | None:
        return self._optional("prompts")

    @cached_property
    def _planned(self) -> Callable[[S, int], list[Told]] | None:
        return getattr(self._optional("view"), "planned", None)

    def _module(self, name: str) -> ModuleType:
        return import_module(f"{type(self).__module__}.{name}")

    def _optional(self, name: str) -> ModuleType | None:
        """A module that a game need not have."""
        module = f"{type(self).__module__}.{name}"
        try:
            return import_module(module)
        except ModuleNotFoundError as error:
            if error.name != module:
                raise
            return None

    # -- the rest follows from that ---------------------------------------

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each word."""
        return {word: n for n, word in enumerate(self.vocabulary)}

    @cached_property
    def options(self) -> dict[str, Any]:
        """The options as JSON Schema."""
        return _schema(self.options_type)

    @cached_property
    def rules(self) -> dict[str, dict[str, str]]:
        """Every clause with its text by language."""
        texts = {language: self.text(language).rules for language in LANGUAGES}
        return {
            clause: {language: rules[clause] for language, rules in texts.items()}
            for clause in texts["en"]
        }

    def text(self, language: str, changes: Mapping[str, Any] | None = None) -> Catalogue:
        """All sentences in a language, with the shipped components or a variant's."""
        if changes:
            return _text(self, language, msgspec.json.encode(changes))
        return _shipped_text(self, language)

    def components(self, language: str, changes: Mapping[str, Any]) -> Components:
        """All figures by name, and what `components.py` describes."""
        data = self.data(changes)
        figures = flattened(plain_data(data))
        module = self._optional("components")
        if module is not None:
            say = Phrases(language, text_tables(type(self).__module__, language))
            figures |= module.described(data, say)
        return Components(language, figures)

    @cached_property
    def shapes(self) -> Mapping[str, Any]:
        """How the lists of the data file are laid out, from `components.py`; may be empty."""
        return getattr(self._optional("components"), "SHAPES", {})

    def about(self, language: str) -> About:
        """Title, blurb and minutes, for a list of games."""
        return self.text(language).about

    @property
    def title(self) -> str:
        """The title in English."""
        return self.about("en").title

    def clause_of(self, step: str) -> str:
        """The clause that a step carries out."""
        return self._clauses[step]

    def clause_asked(self, s: S, seat: int, step: str) -> str:
        """The clause to cite to a seat that is asked: that of the step, or one of its own."""
        return self.clause_of(step)

    def named(self, told: Iterable[Told], step: int | None = None) -> list[Event]:
        """Events of the kernel by their names, each with the clause of its cause.

        What is only planned was told by no step: `step` is the one that will tell it.
        """
        clauses = tuple(self._clauses.values())
        if step is not None:
            clauses = (clauses[step],) * len(clauses)
        return named(told, self.events, clauses)

    @cached_property
    def _clauses(self) -> dict[str, str]:
        s = self.blank(self.seats[0], self.options_type(), self.data({}))
        return {name: s.book[n].clause for n, name in enumerate(self.steps)}

    def knows_rules(self, version: int) -> bool:
        return version == self.rules_version or version in self.older_rules

    def play_by(self, s: S, rules: int) -> None:
        """Make a new state follow one of `older_rules`."""

    def start(self, seats: int, options: O, data: D, rules: int | None = None) -> S:
        """A game at its first question, by today's rules or by older ones."""
        s = self.blank(seats, options, data)
        self.play_by(s, self.rules_version if rules is None else rules)
        s.then(SET_UP)
        s.settle()
        return s

    def check_seats(self, seats: int) -> int:
        least, most = self.seats
        if isinstance(seats, bool) or not isinstance(seats, int) or not least <= seats <= most:
            raise ValueError(f"{self.name} is for {least} to {most} players, not {seats!r}")
        return seats

    def check_options(self, given: Mapping[str, Any]) -> O:
        """The options with defaults filled in; ValueError says which there are."""
        properties = self.options["properties"]
        for option, value in given.items():
            if option not in properties:
                known = ", ".join(properties) or "none"
                raise ValueError(f"{self.name} has no option {option!r}; it has: {known}")
            try:
                msgspec.convert({option: value}, self.options_type)
            except msgspec.ValidationError:
                allowed = ", ".join(str(v) for v in properties[option].get("enum", (True, False)))
                raise ValueError(
                    f"option {option} cannot be {value!r}; it can be: {allowed}"
                ) from None
        return msgspec.convert(dict(given), self.options_type)

    # -- components -------------------------------------------------------

    @cached_property
    def data_file(self) -> dict[str, Any]:
        """The data file as shipped, provenance included."""
        return read_toml(type(self).__module__, "data.toml")

    def data(self, changes: Mapping[str, Any]) -> D:
        """The components with a variant's changes, validated."""
        merged = {key: value for key, value in self.data_file.items() if key != "provenance"}
        for key, value in changes.items():
            merged[key] = merged[key] | value if _both_tables(merged.get(key), value) else value
        try:
            return msgspec.convert(merged, self.data_type)
        except msgspec.ValidationError as error:
            raise ValueError(f"data of {self.name}: {error}") from None

    def changes(self, variant: Mapping[str, Any]) -> dict[str, Any]:
        """The smallest set of changes that makes the shipped data equal to a variant."""
        if not _is_finite(variant):  # JSON has no such numbers and would store nothing for them
            raise ValueError(f"data of {self.name}: nan and inf are no numbers")
        changed: dict[str, Any] = {}
        for key, value in variant.items():
            if key == "provenance":
                continue
            ours: Any = self.data_file.get(key)
            if _both_tables(ours, value):
                value = {k: v for k, v in value.items() if k not in ours or ours[k] != v}
                if not value:
                    continue
            if value != ours:
                changed[key] = deepcopy(value)
        return changed


def _is_finite(value: Any) -> bool:
    """Whether plain data hold no nan and no inf."""
    if isinstance(value, Mapping):
        return all(map(_is_finite, value.values()))
    if isinstance(value, list | tuple):
        return all(map(_is_finite, value))
    return not isinstance(value, float) or math.isfinite(value)


@cache
def _shipped_text(game: Game[Any, Any, Any], language: str) -> Catalogue:
    return _text(game, language, b"{}")


@lru_cache(maxsize=64)
def _text(game: Game[Any, Any, Any], language: str, changes: bytes) -> Catalogue:
    """The sentences for a variant; the last few variants are cached."""
    components = game.components(language, msgspec.json.decode(changes))
    return catalogue(type(game).__module__, language, components)


def step_names(contents: ModuleType) -> tuple[str, ...]:
    """The names of the steps by number, from the module that numbers them."""
    numbers = {name: n for name, n in vars(contents).items() if name.isupper()}
    names = sorted(numbers, key=numbers.__getitem__)
    if [numbers[name] for name in names] != list(range(len(names))):
        raise RuleError(f"{contents.__name__} does not number its steps one by one")
    return tuple(name.lower() for name in names)


def read_variant(path: str | Path) -> dict[str, Any]:
    """Read a user's data file; ValueError says what is wrong with it."""
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"cannot read {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is not a TOML file: {error}") from None


def _both_tables(ours: Any, theirs: Any) -> bool:
    return isinstance(ours, dict) and isinstance(theirs, dict)


def _schema(options: type[msgspec.Struct]) -> dict[str, Any]:
    schema = msgspec.json.schema(options)
    found: dict[str, Any] = schema["$defs"][options.__name__]
    return found | {"title": "Options"}
