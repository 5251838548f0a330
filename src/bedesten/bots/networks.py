"""Files of networks: the calibrated chances of every game, as they ship and as they are trained.

A file begins with one line of JSON, the header; the weights follow as 16-bit floats, little-endian,
network by network: those of the first layer, the second one, the output, and the policy if there is
one. `parts_of` has their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import islice
from pathlib import Path
from struct import pack, unpack
from typing import Any, Final

import msgspec
from librt.vecs import vec

from bedesten.bots.evaluation import Evaluations, feature_names, network_feature_names
from bedesten.bots.evaluation.network import COUNTS, VIEWS, Chances, Network

FORMAT: Final = "bedesten-network-2"
SOLO, TABLE = "solo", "table"
"""The network of a game for one, and that of two and more players."""


class BadNetwork(ValueError):
    """A file is no network of this game, or one of another version."""


class NetworkHeader(msgspec.Struct, frozen=True):
    """What the weights are for, and how they were made."""

    format: str
    game: str
    features: str
    """The digest of the names of all features: weights for others would mean nothing."""
    networks: dict[str, tuple[int, int]]
    """The units of both hidden layers."""
    policies: list[str]
    """The networks that have a policy of their own."""
    made: dict[str, Any]
    """The games, the settings and the losses of the training."""


@dataclass(frozen=True)
class Learnt:
    """What self-play has taught: a network, and the weights of the policy if they were fitted."""

    network: Network
    policy: vec[float] | None = None


def chances_of(game: str, seats: int) -> Chances:
    """The calibrated chances of a game; without a network, those of its evaluation.

    A new copy each time: it has scratch space.
    """
    return chances_with(game, seats, shipped_networks(game).get(SOLO if seats == 1 else TABLE))


def chances_with(game: str, seats: int, learnt: Learnt | None) -> Chances:
    """The chances that a network gives, and the policy that was learnt with it."""
    evaluation = Evaluations().of(game, seats)
    if learnt is not None and learnt.policy is not None:
        evaluation.policy = learnt.policy
    seat, table = network_feature_names(game)
    network = None if learnt is None else learnt.network
    return Chances(evaluation, network, len(seat), len(table))


def features_digest(game: str) -> str:
    seat, table = network_feature_names(game)
    names = (*seat, "", *table, "", *feature_names(game)[1])
    return sha256(" ".join(names).encode()).hexdigest()[:16]


def shapes_of(game: str, first: int, second: int) -> list[int]:
    """How many weights each part of a network has, in the order of `Network`."""
    seat, table = map(len, network_feature_names(game))
    return [
        seat * first,
        (table + COUNTS) * first,
        first,
        VIEWS * first * second,
        second,
        second,
        seat,
        1,
    ]


def write_networks(
    path: Path, game: str, learnt: Mapping[str, Learnt], made: Mapping[str, Any]
) -> None:
    """Write a file of networks; a crash leaves either the old one or the new one."""
    header = NetworkHeader(
        FORMAT,
        game,
        features_digest(game),
        {name: (int(one.network.first), int(one.network.second)) for name, one in learnt.items()},
        [name for name, one in learnt.items() if one.policy is not None],
        dict(made),
    )
    numbers: list[float] = []
    for one in learnt.values():
        for part in parts_of(one.network):
            numbers.extend(part)
        numbers.extend(one.policy or ())
    draft = path.with_suffix(".part")
    draft.write_bytes(msgspec.json.encode(header) + b"\n" + pack(f"<{len(numbers)}e", *numbers))
    draft.replace(path)


def parts_of(network: Network) -> list[Iterable[float]]:
    """The weights of a network, in the order of a file."""
    return [
        network.seat_weights,
        network.table_weights,
        network.biases_1,
        network.weights_2,
        network.biases_2,
        network.weights_3,
        network.direct,
        [network.bias_3],
    ]


def network_of(parts: Sequence[Sequence[float]]) -> Network:
    """The network with given weights."""
    seat, table, biases_1, two, biases_2, last, direct = (
        vec[float](list(part)) for part in parts[:-1]
    )
    return Network(seat, table, biases_1, two, biases_2, last, direct, parts[-1][0])


def read_networks(content: bytes, game: str) -> tuple[NetworkHeader, dict[str, Learnt]]:
    """The networks of a file; BadNetwork says what is wrong with it."""
    line, _, rest = content.partition(b"\n")
    try:
        header = msgspec.json.decode(line, type=NetworkHeader)
    except msgspec.MsgspecError:
        raise BadNetwork(_other_format(line)) from None
    if header.format != FORMAT:
        raise BadNetwork(_other_format(line))
    if header.game != game:
        raise BadNetwork(f"a network for {header.game}, not for {game}")
    if header.features != features_digest(game):
        raise BadNetwork(f"a network for other features of {game}: train it again")
    shapes = {name: shapes_of(game, *units) for name, units in header.networks.items()}
    words = len(feature_names(game)[1])
    expected = sum(map(sum, shapes.values())) + words * len(header.policies)
    if len(rest) != 2 * expected:
        raise BadNetwork(f"{expected} weights expected, not {len(rest) / 2:g}")
    numbers = iter(unpack(f"<{expected}e", rest))
    return header, {
        name: Learnt(
            network_of([list(islice(numbers, size)) for size in shape]),
            vec[float](list(islice(numbers, words))) if name in header.policies else None,
        )
        for name, shape in shapes.items()
    }


def _other_format(line: bytes) -> str:
    """What to say of a file of another format."""
    try:
        found = msgspec.json.decode(line, type=_AnyHeader).format
    except msgspec.MsgspecError:
        return f"this is no network of {FORMAT}: train one by `bedesten train`"
    return f"a network of another version: {found}, not {FORMAT}: train it again"


class _AnyHeader(msgspec.Struct, frozen=True):
    format: str


@cache
def shipped_networks(game: str) -> dict[str, Learnt]:
    """The networks that the package brings for a game; empty if there are none."""
    path = files("bedesten.bots.evaluation").joinpath(f"{game}.net")
    return read_networks(path.read_bytes(), game)[1] if path.is_file() else {}


def network_digest(game: str) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of a game's networks; empty without any."""
    path = files("bedesten.bots.evaluation").joinpath(f"{game}.net")
    return sha256(path.read_bytes()).hexdigest()[:16] if path.is_file() else ""
