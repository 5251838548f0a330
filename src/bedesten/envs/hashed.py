"""Hashed observations: the fallback for a game that brings no layout.

The game's own part of the view is hashed into a vector of `SLOTS` numbers (feature
hashing). Every leaf of the view has a slot: the CRC-32 of its path modulo `SLOTS`.

- A number adds itself to the slot of its path; a negative one adds its absolute
  value to the slot of the path with "-" at its end. True counts as 1.
- A text adds 1 to the slot of "path=text".
- None, False and 0 add nothing.
- A path is keys and list indices joined by "/", such as `players/0/lira`. Seats in
  paths and values are absolute, unlike in other fields.

Leaves that share a slot add up, so a hashed row cannot be read back. It works
everywhere; to learn well from a game, write it a layout.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final
from zlib import crc32

from bedesten.envs.fields import LARGEST, Field, Leaf, Viewpoint

VERSION: Final = 1
SLOTS: Final = 512
_USUAL: Final = 10
_IN_THE_MASK: Final = "choices"


class HashedFields(Field):
    """All fields of a view but some, hashed into one vector."""

    def __init__(self, unhashed: Iterable[str]) -> None:
        self.size = SLOTS
        self._unhashed = frozenset((*unhashed, _IN_THE_MASK))

    def write(self, value: Any, row: list[int], viewpoint: Viewpoint) -> None:
        row += slots({key: one for key, one in value.items() if key not in self._unhashed})

    def read(self, numbers: Iterator[int], viewpoint: Viewpoint) -> Any:
        for _ in range(SLOTS):
            next(numbers)
        return {}

    def leaves(self, name: str) -> Iterator[Leaf]:
        yield Leaf("hashed", SLOTS, "hashed", "the game's own fields", LARGEST, _USUAL)


def slots(view: Mapping[str, Any]) -> list[int]:
    """The hashed vector of a view."""
    found = [0] * SLOTS
    for path, value in _leaves(view, ""):
        if isinstance(value, str):
            feature, number = f"{path}={value}", 1
        elif value is None or value >= 0:
            feature, number = path, round(value or 0)
        else:
            feature, number = f"{path}-", round(-value)
        slot = crc32(feature.encode()) % SLOTS
        found[slot] = min(found[slot] + number, LARGEST)
    return found


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    below: Iterable[tuple[Any, Any]]
    if isinstance(value, Mapping):
        below = value.items()
    elif isinstance(value, list | tuple):
        below = enumerate(value)
    else:
        yield path, value
        return
    for key, one in below:
        yield from _leaves(one, f"{path}/{key}" if path else str(key))
