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
"""Tables of the weights: for games of several, and for a game for one."""


def judgement_of(game: str, table: str = SEVERAL) -> Judgement:
    """A game's judgement; where it has none, the score decides."""
    return judgement_with(game, weights_of(game, table))


def judgement_with(game: str, weights: Mapping[str, float]) -> Judgement:
    """A game's judgement with weights by the names of its features; one not named counts nothing."""
    names = feature_names(game)
    if not names:
        return Judgement(vec[float]([_SCORE_ALONE]))
    row = vec[float]([weights.get(name, 0.0) for name in names])
    found: Judgement = import_module(f"{__name__}.{game}").JUDGEMENT(row)
    return found


@cache
def feature_names(game: str) -> tuple[str, ...]:
    """What a game's judgement looks at; nothing if it has none."""
    if find_spec(f"{__name__}.{game}") is None:
        return ()
    names: tuple[str, ...] = import_module(f"{__name__}.{game}").NAMES
    return names


@cache
def weights_of(game: str, table: str = SEVERAL) -> dict[str, float]:
    """The weights as shipped."""
    if not feature_names(game):
        return {}
    text = files(__name__).joinpath(f"{game}.toml").read_text(encoding="utf-8")
    found: dict[str, float] = tomllib.loads(text).get(table, {})
    return found
