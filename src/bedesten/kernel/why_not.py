"""Why something cannot be done, or what it comes to, as data for a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class WhyNot:
    """A key of the table `reasons` or `notes` in the game's texts, and the values to fill in.

    A number stands for itself, a string for the name of a thing, a mapping for amounts.
    """

    key: str
    values: Mapping[str, int | str | Mapping[str, int]]
