"""The kinds of the discs in a merchant's stack, own or neutral, as bits. [IST-10.3]

The bottom disc is the lowest bit: discs join the stack and are left at the bottom.
"""

from __future__ import annotations

from mypy_extensions import i64


def put_under(discs: i64, kind: i64) -> i64:
    """The stack with a disc more at its bottom."""
    return discs << 1 | kind


def bottom_disc(discs: i64) -> i64:
    """The kind of the disc at the bottom."""
    return discs & 1


def without_bottom(discs: i64) -> i64:
    """The stack without the disc at its bottom."""
    return discs >> 1


def disc_at(discs: i64, n: i64) -> i64:
    """The kind of the disc with n others below it."""
    return discs >> n & 1
