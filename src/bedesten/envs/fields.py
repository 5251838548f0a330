"""The fields of observations: how each field of a view becomes numbers, and back.

An observation is a row of whole numbers. The layout of a game is a tree of fields
in the shape of its views; encoding, decoding, sizes, names and documentation all
come from it.

A row belongs to a seat: seats are counted clockwise from it, 0 being itself.
Numbers are counts as they are, flags of 0 and 1, and one flag per value for a
choice among several (one-hot).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from bedesten.kernel.game import Game
from bedesten.kernel.state import CHANCE, State
from bedesten.kernel.step import ASKS_CHANCE, ASKS_NOBODY

LARGEST: Final = 32767
"""The largest number in a row; larger counts are clipped to it."""


class Viewpoint(NamedTuple):
    """The seat that an observation belongs to, and the number of seats."""

    seat: int
    seats: int

    def relative(self, seat: int) -> int:
        return (seat - self.seat) % self.seats

    def absolute(self, relative: int) -> int:
        return (self.seat + relative) % self.seats


class Leaf(NamedTuple):
    """A field without parts, as the documentation lists it."""

    name: str
    size: int
    kind: str
    about: str
    largest: int
    usual: int


class Field(ABC):
    """A field of a view, encoded as `size` numbers."""

    size: int

    @abstractmethod
    def write(self, value: Any, row: list[int], viewpoint: Viewpoint) -> None:
        """Append `size` numbers to a row."""

    @abstractmethod
    def read(self, numbers: Iterator[int], viewpoint: Viewpoint) -> Any:
        """Take `size` numbers and return the value that they encode."""

    @abstractmethod
    def leaves(self, name: str) -> Iterator[Leaf]:
        """The fields without parts in it, in order."""


# -- single values --------------------------------------------------------------


class Count(Field):
    """A number as it is; a negative one is clipped to 0."""

    def __init__(self, about: str, usual: int) -> None:
        self.size = 1
        self.about = about
        self.usual = usual

    def write(self, value: Any, row: list[int], viewpoint: Viewpoint) -> None:
        row.append(min(max(value, 0), LARGEST))

    def read(self, numbers: Iterator[int], viewpoint: Viewpoint) -> Any:
        return next(numbers)

    def leaves(self, name: str) -> Iterator[Leaf]:
        yield Leaf(name, 1, "count", self.about, LARGEST, self.usual)


class Flag(Field):
    """True or false."""

    def __init__(self, about: str) -> None:
        self.size = 1
        self.about = about

    def write(self, value: Any, row: list[int], viewpoint: Viewpoint) -> None:
        row.append(int(value))

    def read(self, numbers: Iterator[int], viewpoint: Viewpoint) -> Any:
        return bool(next(numbers))

    def leaves(self, name: str) -> Iterator[Leaf]:
        yield Leaf(name, 1, "flag", self.about, 1, 1)


class OneOf(Field):
    """One of several values, or none of them: a flag for each (one-hot)."""

    def __init__(self, values: Iterable[Any], about: str) -> None:
        self.values = tuple(values)
        self.size = len(self.values)
        self.about = about

    def write(self, value: Any, row: list[int], viewpoint: Viewpoint) -> None:
        row += [int(value == one) for one in self.values]

    def read(self, numbers: Iterator[int], viewpoint: Viewpoint) -> Any:
        return _first(_flagged(self.values, numbers))

    def leaves(self, name: str) -> Iterator[Leaf]:
        yield Leaf(name, self.size, f"one of {_spelt(self.values)}", self.about, 1, 1)


class OneSeat(Field):
    """A seat, or none: a flag for each, counted from the viewing seat."""

    def __init__(self, seats: int, about: str) -> None:
        self.size = seats
        self.about = about

    def write(self, value: Any, row: list[int], viewpoint: Viewpoint) -> None:
        at = -1 if value is None else viewpoint.relative(value)
        row += [int(n == at) for n in range(self.size)]

    def read(self, numbers: Iterator[int], viewpoint: Viewpoint) -> Any:
        at = _first(_flagged(range(self.size), numbers))
        return None if at is None else viewpoint.absolute(at)

    def leaves(self, name: str) -> Iterator[Leaf]:
        yield Leaf(name, self.size, "a seat", self.about, 1, 1)


class SomeSeats(Field):
    """Some of the seats: a flag for each, counted from the viewing seat."""

    def __init__(self, seats: int, about: str) -> None:
        self.size = seats
        self.about = about

    def write(self, value: Any, row: list[int], viewpoint: Viewpoint) -> None:
        row += [int(viewpoint.absolute(n) in value) for n in range(self.size)]

    def read(self, numbers: Iterator[int], viewpoint: Viewpoint) -> Any:
        return sorted(viewpoint.absolute(n) for n in _flagged(range(self.size), numbers))

    def leaves(self, name: str) -> Iterator[Leaf]:
        yield Leaf(name, self.size, "seats", self.about, 1, 1)


class Actors(Field):
    """The seats that act now, then whether chance does."""

    def __init__(self, seats: int, about: str) -> None:
        self.seats = SomeSeats(seats, about)
        self.size = seats + 1

    def write(self, value: Any, row: list[int], viewpoint: Viewpoint) -> None:
        self.seats.write(value, row, viewpoint)
        row.append(int(CHANCE in value))

    def read(self, numbers: Iterator[int], viewpoint: Viewpoint) -> Any:
        seats = self.seats.read(numbers, viewpoint)
        return [CHANCE] if next(numbers) else seats

    def leaves(self, name: str) -> Iterator[Leaf]:
        yield Leaf(name, self.size, "seats, then chance", self.seats.about, 1, 1)


class Ranks(Field):
    """For each seat its place in the ranking, from 1 on; 0 while there is none."""

    def __init__(self, seats: int, about: str) -> None:
        self.size = seats
        self.about = about

    def write(self, value: Any, row: list[int], viewpoint: Viewpoint) -> None:
        places = {seat: n for n, group in enumerate(value, 1) for seat in group}
        row += [places.get(viewpoint.absolute(n), 0) for n in range(self.size)]

    def read(self, numbers: Iterator[int], viewpoint: Viewpoint) -> Any:
        places = {viewpoint.absolute(n): next(numbers) for n in range(self.size)}
        return [
            [seat for seat in range(self.size) if places[seat] == place]
            for place in range(1, max(places.values()) + 1)
        ]

    def leaves(self, name: str) -> Iterator[Leaf]:
        yield Leaf(name, self.size, "a place for each seat", self.about, self.size, self.size)


# -- several values --------------------------------------------------------------


class Counts(Field):
    """A number for each of several names."""

    def __init__(self, names: Iterable[str], about: str, usual: int) -> None:
        self.names = tuple(names)
        self.size = len(self.names)
        self.about = about
        self.usual = usual

    def write(self, value: Any, row: list[int], viewpoint: Viewpoint) -> None:
        row += [min(value[name], LARGEST) for name in self.names]

    def read(self, numbers: Iterator[int], viewpoint: Viewpoint) -> Any:
        return {name: next(numbers) for name in self.names}

    def leaves(self, name: str) -> Iterator[Leaf]:
        kind = f"count of {_spelt(self.names)}"
        yield Leaf(name, self.size, kind, self.about, LARGEST, self.usual)


class SparseCounts(Counts):
    """A number for each of several names, where the view leaves out those with zero."""

    def write(self, value: Any, row: list[int], viewpoint: Viewpoint) -> None:
        row += [min(value.get(name, 0), LARGEST) for name in self.names]

    def read(self, numbers: Iterator[int], viewpoint: Viewpoint) -> Any:
        return {name: n for name, n in super().read(numbers, viewpoint).items() if n > 0}


class Flags(Field):
    """Yes or no for each of several names."""

    def __init__(self, names: Iterable[str], about: str) -> None:
        self.names = tuple(names)
        self.size = len(self.names)
        self.about = about

    def write(self, value: Any, row: list[int], viewpoint: Viewpoint) -> None:
        row += [int(value[name]) for name in self.names]

    def read(self, numbers: Iterator[int], viewpoint: Viewpoint) -> Any:
        return {name: bool(next(numbers)) for name in self.names}

    def leaves(self, name: str) -> Iterator[Leaf]:
        yield Leaf(name, self.size, f"flags: {_spelt(self.names)}", self.about, 1, 1)


class Subset(Field):
    """Some of several values, in their order: a flag for each."""

    def __init__(self, values: Iterable[Any], about: str) -> None:
        self.values = tuple(values)
        self.size = len(self.values)
        self.about = about

    def write(self, value: Any, row: list[int], viewpoint: Viewpoint) -> None:
        row += [int(one in value) for one in self.values]

    def read(self, numbers: Iterator[int], viewpoint: Viewpoint) -> Any:
        return _flagged(self.values, numbers)

    def leaves(self, name: str) -> Iterator[Leaf]:
        yield Leaf(name, self.size, f"some of {_spelt(self.values)}", self.about, 1, 1)


class Numbers(Field):
    """A fixed number of numbers."""

    def __init__(self, size: int, about: str, usual: int) -> None:
        self.size = size
        self.about = about
        self.usual = usual

    def write(self, value: Any, row: list[int], viewpoint: Viewpoint) -> None:
        row += [min(n, LARGEST) for n in value]

    def read(self, numbers: Iterator[int], viewpoint: Viewpoint) -> Any:
        return [next(numbers) for _ in range(self.size)]

    def leaves(self, name: str) -> Iterator[Leaf]:
        yield Leaf(name, self.size, f"{self.size} counts", self.about, LARGEST, self.usual)


class Slots(Field):
    """A fixed number of slots, each with one of several values or empty."""

    def __init__(self, slots: int, values: Iterable[Any], about: str, empty: Any = None) -> None:
        self.one = OneOf(values, about)
        self.slots = slots
        self.size = slots * self.one.size
        self.empty = empty

    def write(self, value: Any, row: list[int], viewpoint: Viewpoint) -> None:
        for one in value:
            self.one.write(one, row, viewpoint)

    def read(self, numbers: Iterator[int], viewpoint: Viewpoint) -> Any:
        found = [self.one.read(numbers, viewpoint) for _ in range(self.slots)]
        return [self.empty if one is None else one for one in found]

    def leaves(self, name: str) -> Iterator[Leaf]:
        kind = f"{self.slots} × one of {_spelt(self.one.values)}"
        yield Leaf(name, self.size, kind, self.one.about, 1, 1)


class Stack(Field):
    """Values on top of each other, the top one last in the view and first in the row."""

    def __init__(self, most: int, values: Iterable[Any], about: str) -> None:
        self.one = OneOf(values, about)
        self.most = most
        self.size = most * self.one.size

    def write(self, value: Any, row: list[int], viewpoint: Viewpoint) -> None:
        for one in [*reversed(value), *[None] * (self.most - len(value))]:
            self.one.write(one, row, viewpoint)

    def read(self, numbers: Iterator[int], viewpoint: Viewpoint) -> Any:
        found = [self.one.read(numbers, viewpoint) for _ in range(self.most)]
        return [one for one in reversed(found) if one is not None]

    def leaves(self, name: str) -> Iterator[Leaf]:
        kind = f"up to {self.most} × one of {_spelt(self.one.values)}, from the top"
        yield Leaf(name, self.size, kind, self.one.about, 1, 1)


class Piles(Field):
    """Numbered cards on several piles: for each card its pile, and its place there from 1 on."""

    def __init__(self, piles: Sequence[str], cards: int, about: str) -> None:
        self.piles = tuple(piles)
        self.cards = cards
        self.size = cards * (len(self.piles) + 1)
        self.about = about

    def write(self, value: Any, row: list[int], viewpoint: Viewpoint) -> None:
        for card in range(1, self.cards + 1):
            row += [int(card in value[pile]) for pile in self.piles]
            row.append(sum(value[p].index(card) + 1 for p in self.piles if card in value[p]))

    def read(self, numbers: Iterator[int], viewpoint: Viewpoint) -> Any:
        found: list[tuple[str, int, int]] = []
        for card in range(1, self.cards + 1):
            pile = _first(_flagged(self.piles, numbers))
            place = next(numbers)
            if pile is not None:
                found.append((pile, place, card))
        return {pile: [card for on, _, card in sorted(found) if on == pile] for pile in self.piles}

    def leaves(self, name: str) -> Iterator[Leaf]:
        kind = f"{self.cards} × (one of {_spelt(self.piles)}, then a count)"
        yield Leaf(name, self.size, kind, self.about, self.cards, 1)


# -- fields made of fields -------------------------------------------------------


class Maybe(Field):
    """A value that may be missing: a flag whether it is there, then the value or zeros."""

    def __init__(self, field: Field, about: str) -> None:
        self.field = field
        self.size = 1 + field.size
        self.about = about

    def write(self, value: Any, row: list[int], viewpoint: Viewpoint) -> None:
        row.append(int(value is not None))
        if value is None:
            row += [0] * self.field.size
        else:
            self.field.write(value, row, viewpoint)

    def read(self, numbers: Iterator[int], viewpoint: Viewpoint) -> Any:
        there = next(numbers)
        value = self.field.read(numbers, viewpoint)
        return value if there else None

    def leaves(self, name: str) -> Iterator[Leaf]:
        yield Leaf(f"{name}?", 1, "flag", self.about, 1, 1)
        yield from self.field.leaves(name)


class Group(Field):
    """Several fields with names."""

    def __init__(self, **fields: Field) -> None:
        self.fields = fields
        self.size = sum(field.size for field in fields.values())

    def write(self, value: Any, row: list[int], viewpoint: Viewpoint) -> None:
        for name, field in self.fields.items():
            field.write(value[name], row, viewpoint)

    def read(self, numbers: Iterator[int], viewpoint: Viewpoint) -> Any:
        return {name: field.read(numbers, viewpoint) for name, field in self.fields.items()}

    def leaves(self, name: str) -> Iterator[Leaf]:
        for own, field in self.fields.items():
            yield from field.leaves(f"{name}.{own}" if name else own)


class BySeat(Field):
    """The same for every seat, the viewing one first; that one may have more fields."""

    def __init__(self, seats: int, each: Field, own: Group | None = None) -> None:
        self.seats = seats
        self.each = each
        self.own = own
        self.size = seats * each.size + (own.size if own else 0)

    def write(self, value: Any, row: list[int], viewpoint: Viewpoint) -> None:
        for n in range(self.seats):
            self.each.write(value[viewpoint.absolute(n)], row, viewpoint)
        if self.own:
            self.own.write(value[viewpoint.seat], row, viewpoint)

    def read(self, numbers: Iterator[int], viewpoint: Viewpoint) -> Any:
        found: dict[int, Any] = {}
        for n in range(self.seats):
            found[viewpoint.absolute(n)] = self.each.read(numbers, viewpoint)
        if self.own:
            found[viewpoint.seat] |= self.own.read(numbers, viewpoint)
        return [found[seat] for seat in range(self.seats)]

    def leaves(self, name: str) -> Iterator[Leaf]:
        for n in range(self.seats):
            yield from self.each.leaves(f"{name}[{n}]")
        if self.own:
            yield from self.own.leaves(f"{name}[0]")


# -- the whole row ---------------------------------------------------------------


@dataclass(frozen=True)
class Layout:
    """The fields of a game's observations, with a number of seats and its options.

    Fields that the options and the data file settle for a whole game are in no row;
    `fixed` names them. The choices are in the action mask.
    """

    game: Game[Any, Any, Any]
    seats: int
    version: int
    """Rises when a number in a row changes its meaning."""
    shared: Group
    """The fields that all games have."""
    own: Field
    """The game's own fields."""
    fixed: tuple[str, ...]

    @property
    def width(self) -> int:
        """How many numbers a row has."""
        return self.shared.size + self.own.size

    @cached_property
    def leaves(self) -> tuple[Leaf, ...]:
        """The fields without parts, in the order of the row."""
        return (*self.shared.leaves(""), *self.own.leaves(""))

    @cached_property
    def slices(self) -> dict[str, slice]:
        """Where each field is in a row, by its name."""
        found: dict[str, slice] = {}
        at = 0
        for leaf in self.leaves:
            found[leaf.name] = slice(at, at + leaf.size)
            at += leaf.size
        return found

    @cached_property
    def largest(self) -> tuple[int, ...]:
        """The largest value that each number can have."""
        return tuple(leaf.largest for leaf in self.leaves for _ in range(leaf.size))

    @cached_property
    def scale(self) -> tuple[float, ...]:
        """Factors that bring most numbers between 0 and 1."""
        return tuple(1 / leaf.usual for leaf in self.leaves for _ in range(leaf.size))

    def encode(self, view: Mapping[str, Any]) -> list[int]:
        """The row of a view: the slow reference; the compiled encoders write the same numbers."""
        if view["seat"] is None:
            raise ValueError("a row belongs to a seat; spectators have a view alone")
        row: list[int] = []
        viewpoint = Viewpoint(view["seat"], self.seats)
        self.shared.write(view, row, viewpoint)
        self.own.write(view, row, viewpoint)
        return row

    def decode(self, row: Sequence[int], mask: Sequence[int]) -> dict[str, Any]:
        """The view that a row and its mask encode, without fixed and hashed fields."""
        if len(row) != self.width or len(mask) != len(self.game.vocabulary):
            raise ValueError(
                f"a row of {self.game.name} with {self.seats} seats has {self.width} numbers, "
                f"a mask {len(self.game.vocabulary)}"
            )
        viewpoint = Viewpoint([int(n) for n in row[: self.seats]].index(1), self.seats)
        numbers = (int(n) for n in row)
        view: dict[str, Any] = self.shared.read(numbers, viewpoint)
        view |= self.own.read(numbers, viewpoint)
        words = zip(self.game.vocabulary, mask, strict=True)
        return view | {"choices": [word for word, allowed in words if allowed]}


def common_fields(game: Game[Any, Any, Any], s: State) -> dict[str, Field]:
    """The fields of every view; the seat comes first, because the others are relative to it."""
    seats = int(s.seats)
    asking = [
        step
        for n, step in enumerate(game.steps)
        if s.book[n].asks not in (ASKS_NOBODY, ASKS_CHANCE)
    ]
    return {
        "seat": OneOf(range(seats), "the viewing seat"),
        "turn": Count("turns started", 50),
        "over": Flag("whether the game is over"),
        "actors": Actors(seats, "the seats that act now"),
        "question": OneOf(asking, "the question that the seat must answer"),
        "scores": BySeat(seats, Count("the score", 20)),
        "ranking": Ranks(seats, "the place, at the end"),
    }


FIXED: Final = ("game", "names")
"""Fields of every view that stay the same for a whole game."""


def _flagged(values: Iterable[Any], numbers: Iterator[int]) -> list[Any]:
    return [value for value in values if next(numbers)]


def _first(values: list[Any]) -> Any:
    return values[0] if values else None


def _spelt(values: Sequence[Any]) -> str:
    """The values, or the first and the last of numbers."""
    if len(values) > 3 and all(str(value).isdecimal() for value in values):
        return f"{values[0]} … {values[-1]}"
    return ", ".join(str(value) for value in values)
