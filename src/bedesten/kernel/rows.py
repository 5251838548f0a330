"""Rows of numbers: printed tables, counts by kind, bags that are drawn from.

A bag holds so many of each kind and no order: a card is named by chance when
it is drawn, with the odds of what is left. Nothing in a state says which.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from bedesten.kernel.words import is_compiled


def row(numbers: list[int]) -> vec[i64]:
    """The numbers as a row that compiled rules read without unpacking."""
    made = vec[i64]()
    for number in numbers:
        made = append(made, number)
    return made


def same(kept: vec[i64], model: vec[i64], n: i64 = -1) -> vec[i64]:
    """A row equal to a model as long as itself, or in its first n numbers: the one given.

    Interpreted, a new row is quicker than writing one number after another.
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
    """The sum of a row: how much a bag holds, how many tickets it gives."""
    n: i64 = 0
    for number in numbers:
        n += number
    return n


def kind_of(bag: vec[i64], ticket: i64) -> i64:
    """The kind that a ticket from 0 on stands for, every piece in the bag having one."""
    kind: i64 = 0
    for count in bag:
        if ticket < count:
            return kind
        ticket -= count
        kind += 1
    raise IndexError("the bag holds fewer pieces")


def least(a: i64, b: i64) -> i64:
    """The smaller number; the built-in `min` packs and unpacks both."""
    return a if a < b else b
