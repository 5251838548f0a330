"""What positions are worth, one judgement a game, with weights found by self-play."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec

from librt.vecs import vec

from bedesten.bots.judgement.judging import Judgement

_SCORE_ALONE = 0.2  # a point more, where a game has no judgement of its own


SEVERAL = "several"
ALONE = "alone"
HABITS = "habits"
"""Tables of a data file: weights for games of several, weights for a game for one, habits."""

UP, DOWN = "up", "down"
"""Tables of bends, as `several_up_1`."""

Tables = Mapping[str, Mapping[str, float]]


def judgement_with(game: str, seats: int, tables: Tables) -> Judgement:
    """A game's judgement by its tables: what they do not name counts nothing.

    A game without one is judged by the score.
    """
    names, habits = feature_names(game)
    if not names:
        return Judgement(vec[float]([_SCORE_ALONE]), vec[float]())
    table = ALONE if seats == 1 else SEVERAL
    ups, downs = bends_of(tables, table)
    found: Judgement = import_module(f"{__name__}.{game}").JUDGEMENT(
        _row(tables.get(table, {}), names),
        _row(tables.get(HABITS, {}), habits),
        vec[float]([bend.get(name, 0.0) for bend in ups + downs for name in names]),
        len(names) * len(ups),
    )
    return found


def bends_of(
    tables: Tables, table: str
) -> tuple[list[Mapping[str, float]], list[Mapping[str, float]]]:
    """What a table's bends add, and what they take away."""

    def named(way: str) -> list[Mapping[str, float]]:
        return [bend for name, bend in tables.items() if name.startswith(f"{table}_{way}_")]

    return named(UP), named(DOWN)


def _row(weights: Mapping[str, float], names: tuple[str, ...]) -> vec[float]:
    return vec[float]([weights.get(name, 0.0) for name in names])


@cache
def feature_names(game: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a game's judgement looks at in positions and in words; nothing if it has none."""
    if find_spec(f"{__name__}.{game}") is None:
        return (), ()
    module = import_module(f"{__name__}.{game}")
    return module.NAMES, module.HABITS


@cache
def tables_of(game: str) -> Tables:
    """The tables as shipped."""
    if find_spec(f"{__name__}.{game}") is None:
        return {}
    return tomllib.loads(files(__name__).joinpath(f"{game}.toml").read_text(encoding="utf-8"))
