"""What the training programs share: features of positions and words, and weights files."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from librt.vecs import vec

from bedesten.bots.evaluation import SOLO_VALUE, VALUE, WeightTables, shipped_weights
from bedesten.bots.evaluation.base import Evaluation
from bedesten.kernel.state import State


def features_of(s: State, seat: int, evaluation: Evaluation) -> list[float]:
    """The features of a position for a seat."""
    row = vec[float]([0.0] * len(evaluation.weights))
    evaluation.features(s, seat, row)
    return [row[n] for n in range(len(row))]


def policy_features_of(s: State, seat: int, word: int, evaluation: Evaluation) -> list[float]:
    """The policy features of a word."""
    evaluation.trace = vec[float]([0.0] * len(evaluation.policy))
    evaluation.traced = True
    evaluation.prior(s, seat, word)
    evaluation.traced = False
    return [evaluation.trace[n] for n in range(len(evaluation.trace))]


def starting_weights(game: str, path: Path | None) -> dict[str, Mapping[str, float]]:
    """The shipped weights of a game; tables in a file replace theirs, hidden units included."""
    shipped = shipped_weights(game)
    given = {} if path is None else tomllib.loads(path.read_text(encoding="utf-8"))
    replaced = [f"{table}_" for table in (VALUE, SOLO_VALUE) if table in given]
    kept = {name: one for name, one in shipped.items() if not name.startswith(tuple(replaced))}
    return kept | given


def write_weights(path: Path, tables: WeightTables) -> None:
    """Write a weights file."""
    lines = ["# Found by self-play; docs/bots.md says how.", ""]
    for table, weights in tables.items():
        lines += [f"[{table}]", *(f"{name} = {w:.4f}" for name, w in weights.items()), ""]
    path.write_text("\n".join(lines), encoding="utf-8")
