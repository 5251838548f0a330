"""Rows of numbers: printed tables, counts by kind, bags that are drawn from.

A bag holds a count of each kind and no order: chance names a card when it is drawn, with the odds
of what is left. Nothing in a state says which card comes next.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from bedesten.kernel.words import is_compiled


def row(numbers: list[int]) -> vec[i64]:
    """The numbers as a row, which compiled rules read without unboxing."""
    made = vec[i64]()
    for number in numbers:
        made = append(made, number)
    return made


def same(kept: vec[i64], model: vec[i64], n: i64 = -1) -> vec[i64]:
    """Copy a row, or its first n numbers, into one of equal length, and return that.

    The interpreted build returns a new row, which is faster there.
    """
    if not is_compiled():
        return model[:]
    if n < 0:
        n = len(model)
    k: i64
    for k in range(n):
        kept[k] = model[k]
    return kept


def clear(numbers: vec[i64]) -> None:
    """Set every number of a row to zero."""
    k: i64
    for k in range(len(numbers)):
        numbers[k] = 0


def total(numbers: vec[i64]) -> i64:
    """The sum of a row, such as the size of a bag."""
    n: i64 = 0
    for number in numbers:
        n += number
    return n


def kind_of(bag: vec[i64], ticket: i64) -> i64:
    """The kind of a ticket, numbered from 0; every piece in the bag has one."""
    kind: i64 = 0
    for count in bag:
        if ticket < count:
            return kind
        ticket -= count
        kind += 1
    raise IndexError("the bag holds fewer pieces")


def least(a: i64, b: i64) -> i64:
    """The smaller number; the built-in `min` boxes both."""
    return a if a < b else b
