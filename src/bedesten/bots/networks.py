"""Files of networks: the calibrated chances of every game, as they ship and as they are trained.

A file begins with one line of JSON, the header; the weights follow as 32-bit floats, little-endian,
network by network and layer by layer: weights by input and unit, then biases.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import msgspec
from librt.vecs import vec

from bedesten.bots.evaluation import Evaluations, feature_names
from bedesten.bots.evaluation.network import COUNTS, VIEWS, Chances, Network

FORMAT: Final = "bedesten-network-1"
SOLO, TABLE = "solo", "table"
"""The network of a game for one, and that of two and more players."""


class BadNetwork(ValueError):
    """A file is no network of this game, or one of another version."""


class NetworkHeader(msgspec.Struct, frozen=True):
    """What the weights are for, and how they were made."""

    format: str
    game: str
    features: str
    """The digest of the names of the features: weights for others would mean nothing."""
    networks: dict[str, tuple[int, int, int]]
    """The number of inputs and the units of both hidden layers."""
    made: dict[str, Any]
    """The games, the settings and the losses of the training."""


Layers = Sequence[tuple[Sequence[Sequence[float]], Sequence[float]]]
"""Weights by input and unit, and biases, of all three layers."""


def chances_of(game: str, seats: int) -> Chances:
    """The calibrated chances of a game; without a network, those of its evaluation.

    A new copy each time: it has scratch space.
    """
    network = shipped_networks(game).get(SOLO if seats == 1 else TABLE)
    return Chances(Evaluations().of(game, seats), network.copy() if network else None)


def features_digest(game: str) -> str:
    return sha256(" ".join(feature_names(game)[0]).encode()).hexdigest()[:16]


def write_networks(
    path: Path, game: str, networks: Mapping[str, Layers], made: Mapping[str, Any]
) -> None:
    """Write a file of networks; a crash leaves either the old one or the new one."""
    shapes = {
        name: (len(layers[0][0]), len(layers[0][1]), len(layers[1][1]))
        for name, layers in networks.items()
    }
    header = NetworkHeader(FORMAT, game, features_digest(game), shapes, dict(made))
    numbers = array("f")
    for layers in networks.values():
        for weights, biases in layers:
            for row in weights:
                numbers.extend(row)
            numbers.extend(biases)
    if sys.byteorder == "big":
        numbers.byteswap()
    draft = path.with_suffix(".part")
    draft.write_bytes(msgspec.json.encode(header) + b"\n" + numbers.tobytes())
    draft.replace(path)


def read_networks(content: bytes, game: str) -> tuple[NetworkHeader, dict[str, Network]]:
    """The networks of a file; BadNetwork says what is wrong with it."""
    line, _, rest = content.partition(b"\n")
    try:
        header = msgspec.json.decode(line, type=NetworkHeader)
    except msgspec.MsgspecError:
        raise BadNetwork(f"this is no network of {FORMAT}: train one by `bedesten train`") from None
    if header.format != FORMAT:
        raise BadNetwork(f"a network of another version: {header.format}, not {FORMAT}")
    if header.game != game:
        raise BadNetwork(f"a network for {header.game}, not for {game}")
    width = VIEWS * len(feature_names(game)[0]) + COUNTS
    if header.features != features_digest(game) or any(
        shape[0] != width for shape in header.networks.values()
    ):
        raise BadNetwork(f"a network for other features of {game}: train it again")
    expected = sum(
        first * (inputs + 1) + second * (first + 1) + second + 1
        for inputs, first, second in header.networks.values()
    )
    if len(rest) != 4 * expected:
        raise BadNetwork(f"{expected} weights expected, not {len(rest) / 4:g}")
    numbers = array("f", rest)
    if sys.byteorder == "big":
        numbers.byteswap()
    return header, _networks(header, numbers.tolist())


def _networks(header: NetworkHeader, numbers: list[float]) -> dict[str, Network]:
    found = {}
    for name, (inputs, first, second) in header.networks.items():
        parts = []
        for size in (inputs * first, first, first * second, second, second, 1):
            parts.append(numbers[:size])
            numbers = numbers[size:]
        one, two, three, four, five = (vec[float](part) for part in parts[:5])
        found[name] = Network(one, two, three, four, five, parts[5][0])
    return found


@cache
def shipped_networks(game: str) -> dict[str, Network]:
    """The networks that the package brings for a game; empty if there are none."""
    path = files("bedesten.bots.evaluation").joinpath(f"{game}.net")
    return read_networks(path.read_bytes(), game)[1] if path.is_file() else {}
