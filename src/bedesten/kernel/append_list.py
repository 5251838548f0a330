"""A list that grows at its end alone, and whose copies cost the same however long it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, TypeVar, overload

Item = TypeVar("Item")

BLOCK: Final = 64
"""Items that a copy shares as one; fewer than these are copied."""


class AppendList(Sequence[Item]):
    """An append-only list. Its copies share all but the last items and live their own lives."""

    __slots__ = ("_blocks", "_tail")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self._blocks: tuple[tuple[Item, ...], ...] = ()
        self._tail: list[Item] = []
        self.extend(items)

    def append(self, item: Item) -> None:
        self._tail.append(item)
        if len(self._tail) == BLOCK:
            self._blocks = (*self._blocks, tuple(self._tail))
            self._tail = []

    def extend(self, items: Iterable[Item]) -> None:
        for item in items:
            self.append(item)

    def copy(self) -> AppendList[Item]:
        """An independent copy, made in a time that does not grow with the list."""
        other: AppendList[Item] = AppendList.__new__(AppendList)
        other._blocks = self._blocks
        other._tail = self._tail.copy()
        return other

    def until(self, length: int) -> AppendList[Item]:
        """An independent list of the first items."""
        other: AppendList[Item] = AppendList.__new__(AppendList)
        other._blocks = self._blocks[: length // BLOCK]
        other._tail = self[len(other._blocks) * BLOCK : length]
        return other

    def __len__(self) -> int:
        return len(self._blocks) * BLOCK + len(self._tail)

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> list[Item]: ...
    def __getitem__(self, index: int | slice) -> Item | list[Item]:
        in_blocks = len(self._blocks) * BLOCK
        if isinstance(index, slice):
            start, stop, step = index.indices(in_blocks + len(self._tail))
            if step != 1:
                return [self[n] for n in range(start, stop, step)]
            first = min(start, in_blocks) // BLOCK
            blocks = chain.from_iterable(self._blocks[first : stop // BLOCK + 1])
            before = first * BLOCK
            return [*blocks, *self._tail][start - before : max(stop - before, 0)]
        if index < 0:
            index += in_blocks + len(self._tail)
        if index < 0:
            raise IndexError("the list is shorter")
        if index < in_blocks:
            return self._blocks[index // BLOCK][index % BLOCK]
        return self._tail[index - in_blocks]

    def __iter__(self) -> Iterator[Item]:
        return chain(chain.from_iterable(self._blocks), self._tail)

    def __reversed__(self) -> Iterator[Item]:
        yield from reversed(self._tail)
        for block in reversed(self._blocks):
            yield from reversed(block)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AppendList | list):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def __repr__(self) -> str:
        return f"AppendList({list(self)!r})"
