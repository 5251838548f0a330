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

Tables = Mapping[str, Mapping[str, float]]


def judgement_with(game: str, seats: int, tables: Tables) -> Judgement:
    """A game's judgement by its tables: what they do not name counts nothing.

    A game without one is judged by the score.
    """
    names, habits = feature_names(game)
    if not names:
        return Judgement(vec[float]([_SCORE_ALONE]), vec[float]())
    weights = tables.get(ALONE if seats == 1 else SEVERAL, {})
    leanings = tables.get(HABITS, {})
    found: Judgement = import_module(f"{__name__}.{game}").JUDGEMENT(
        vec[float]([weights.get(name, 0.0) for name in names]),
        vec[float]([leanings.get(name, 0.0) for name in habits]),
    )
    return found


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
