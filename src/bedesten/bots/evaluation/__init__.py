"""Evaluations of positions with weights from self-play, found by the name of the game.

A game without one of its own is evaluated by `generic`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from types import ModuleType

from librt.vecs import vec

from bedesten.bots.evaluation.base import Evaluation
from bedesten.kernel.text import read_toml

_GENERIC = "generic"

VALUE = "value"
SOLO_VALUE = "solo_value"
POLICY = "policy"
"""Tables of a weights file: of the value function, that of a solo game, and of the policy."""

HIDDEN_PLUS, HIDDEN_MINUS = "hidden_plus", "hidden_minus"
"""Tables of hidden units with output weight +1 and -1, as `value_hidden_plus_1`."""

WeightTables = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class Evaluations:
    """The evaluations that a bot uses, by game."""

    tables: Mapping[str, WeightTables] = field(default_factory=dict)
    """Weights by game that replace the shipped ones."""
    built: dict[tuple[str, bool], Evaluation] = field(
        default_factory=dict, repr=False, compare=False
    )
    """By game and whether it is solo, so that weights are looked up once."""

    def of(self, game: str, seats: int) -> Evaluation:
        """A new copy each time: it has scratch space, and bots may search in parallel."""
        key = game, seats == 1
        if key not in self.built:
            tables = self.tables.get(game, shipped_weights(game))
            self.built[key] = evaluation_with(game, seats, tables)
        one = self.built[key]
        return type(one)(one.weights, one.policy, one.hidden, one.plus)


def evaluation_with(game: str, seats: int, tables: WeightTables) -> Evaluation:
    """A game's evaluation with given weights; a feature without a weight counts 0."""
    names, policy_names = feature_names(game)
    table = SOLO_VALUE if seats == 1 else VALUE
    plus, minus = hidden_units(tables, table)
    found: Evaluation = _module(game).EVALUATION(
        _row(tables.get(table, {}), names),
        _row(tables.get(POLICY, {}), policy_names),
        vec[float]([unit.get(name, 0.0) for name in names for unit in plus + minus]),
        len(plus),
    )
    return found


def hidden_units(
    tables: WeightTables, table: str
) -> tuple[list[Mapping[str, float]], list[Mapping[str, float]]]:
    """The hidden units of a table: those with output weight +1, then those with -1."""

    def named(kind: str) -> list[Mapping[str, float]]:
        return [unit for name, unit in tables.items() if name.startswith(f"{table}_{kind}_")]

    return named(HIDDEN_PLUS), named(HIDDEN_MINUS)


def _row(weights: Mapping[str, float], names: tuple[str, ...]) -> vec[float]:
    return vec[float]([weights.get(name, 0.0) for name in names])


def feature_names(game: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The features of a game's positions, and those of its words."""
    module = _module(game)
    return tuple(module.FEATURES), tuple(module.POLICY_FEATURES)


def network_feature_names(game: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the networks see of a seat and of the table."""
    module = _module(game)
    return (*module.FEATURES, *module.NETWORK_FEATURES), tuple(module.TABLE_FEATURES)


@cache
def shipped_weights(game: str) -> WeightTables:
    """The weights that the package brings for a game."""
    return read_toml(__name__, f"{_file(game)}.toml")


def weights_digest(game: str) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of a game's weights file."""
    return sha256(files(__name__).joinpath(f"{_file(game)}.toml").read_bytes()).hexdigest()[:16]


def _module(game: str) -> ModuleType:
    return import_module(f"{__name__}.{_file(game)}")


@cache
def _file(game: str) -> str:
    """The name of the files that evaluate a game."""
    return _GENERIC if find_spec(f"{__name__}.{game}") is None else game
