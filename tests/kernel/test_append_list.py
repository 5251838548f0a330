"""A list that grows at its end: it behaves as a list, and copies share what they have in common."""

from __future__ import annotations

import random

import pytest

from bedesten.kernel.append_list import BLOCK, AppendList


def test_it_is_a_list_that_grows() -> None:
    plain: list[int] = []
    found: AppendList[int] = AppendList()
    for n in range(3 * BLOCK + 5):
        plain.append(n)
        found.append(n)
        assert len(found) == len(plain)
    assert found == plain
    assert list(found) == plain
    assert list(reversed(found)) == plain[::-1]
    whim = random.Random(1)
    for _ in range(200):
        a, b = whim.randrange(-250, 250), whim.randrange(-250, 250)
        assert found[a:b] == plain[a:b]
        if -len(plain) <= a < len(plain):
            assert found[a] == plain[a]
        else:
            with pytest.raises(IndexError):
                found[a]
    for n in (0, 1, BLOCK - 1, BLOCK, BLOCK + 1, len(plain)):
        assert found.until(n) == plain[:n]
    assert found != plain[:-1]


def test_copies_live_their_own_lives() -> None:
    first = AppendList(range(BLOCK + 3))
    second, shorter = first.copy(), first.until(BLOCK + 1)
    second.extend(["a", "b"])  # type: ignore[list-item]
    shorter.append(-1)
    first.append(7)
    assert first == [*range(BLOCK + 3), 7]
    assert second == [*range(BLOCK + 3), "a", "b"]
    assert shorter == [*range(BLOCK + 1), -1]


def test_a_copy_holds_few_items_of_its_own_however_long_the_list_is() -> None:
    for length in (BLOCK + 1, 100 * BLOCK + 1):
        copy = AppendList(range(length)).copy()
        assert len(copy._tail) == 1
