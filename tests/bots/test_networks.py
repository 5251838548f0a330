"""The calibrated chances: read from a file, equal on both builds, alike for all seats."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from librt.vecs import vec

import bedesten
from bedesten import seeded
from bedesten.bots.evaluation import feature_names
from bedesten.bots.evaluation.base import MOST_SEATS
from bedesten.bots.evaluation.network import COUNTS, VIEWS, Chances
from bedesten.bots.networks import (
    BadNetwork,
    chances_of,
    features_digest,
    read_networks,
    shipped_networks,
    write_networks,
)
from bedesten.kernel.playout import play_out
from registering import register_tiny_game


def layers(
    game: str, first: int = 3, second: int = 2
) -> list[tuple[list[list[float]], list[float]]]:
    """Small layers with weights of no meaning."""
    inputs = VIEWS * len(feature_names(game)[0]) + COUNTS
    rng = seeded("weights")

    def numbers(many: int) -> list[float]:
        return [rng.below(2001) / 1000 - 1 for _ in range(many)]

    return [
        ([numbers(first) for _ in range(inputs)], numbers(first)),
        ([numbers(second) for _ in range(first)], numbers(second)),
        ([numbers(1) for _ in range(second)], numbers(1)),
    ]


@pytest.fixture
def written(tmp_path: Path) -> bytes:
    path = tmp_path / "basari.net"
    write_networks(path, "basari", {"table": layers("basari")}, {"seed": "1"})
    return path.read_bytes()


def test_a_file_gives_back_the_network_that_was_written(written: bytes) -> None:
    header, networks = read_networks(written, "basari")
    assert header.made == {"seed": "1"}
    row = [seeded("row").below(100) / 10 for _ in range(int(networks["table"].inputs))]
    (w1, b1), (w2, b2), (w3, b3) = layers("basari")
    one = [
        max(0.0, b + sum(x * w[k] for x, w in zip(row, w1, strict=True))) for k, b in enumerate(b1)
    ]
    two = [
        max(0.0, b + sum(x * w[k] for x, w in zip(one, w2, strict=True))) for k, b in enumerate(b2)
    ]
    expected = b3[0] + sum(x * w[0] for x, w in zip(two, w3, strict=True))
    assert networks["table"].output(vec[float](row)) == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda raw: b"nothing", "no network"),
        (
            lambda raw: raw.replace(b"network-1", b"network-9"),
            "another version: bedesten-network-9",
        ),
        (lambda raw: raw.replace(b'"basari"', b'"istanbul"'), "for istanbul, not for basari"),
        (lambda raw: raw.replace(features_digest("basari").encode(), b"0" * 16), "other features"),
        (lambda raw: raw[:-4], "weights expected"),
    ],
)
def test_other_files_are_refused_in_a_sentence(
    written: bytes, change: Callable[[bytes], bytes], sentence: str
) -> None:
    with pytest.raises(BadNetwork, match=sentence):
        read_networks(change(written), "basari")


def test_seats_that_stand_alike_have_the_same_chance(written: bytes) -> None:
    """The same weights serve every seat, so that no seat is better by its number."""
    network = read_networks(written, "basari")[1]["table"]
    match = bedesten.new("basari", seats=3, seed=3, start="random")
    chances = Chances(chances_of("basari", 3).evaluation, network)
    values = vec[float]([0.0] * MOST_SEATS)
    chances.read(match.state, values)
    before = [values[seat] for seat in range(3)]
    assert sum(before) == pytest.approx(1)
    rows = chances.rows
    rows[0], rows[2] = rows[2], rows[0]
    turned = []
    for seat in range(3):
        chances._fill(3, seat)
        turned.append(network.output(chances.inputs))
    again = []
    rows[0], rows[2] = rows[2], rows[0]
    for seat in range(3):
        chances._fill(3, seat)
        again.append(network.output(chances.inputs))
    assert turned == pytest.approx([again[2], again[1], again[0]])


def test_a_finished_game_is_certain() -> None:
    match = bedesten.new("basari", seats=3, seed=5, laps=1)
    play_out(match.state, seeded("end"))
    values = vec[float]([0.0] * MOST_SEATS)
    chances_of("basari", 3).read(match.state, values)
    assert sorted(values[seat] for seat in range(3)) == [0, 0, 1]


@pytest.mark.parametrize("game", bedesten.games())
def test_the_shipped_networks_give_the_same_numbers_on_both_builds(game: str) -> None:
    """Digits that both builds must print: the sum of all chances in some random games."""
    if not shipped_networks(game):
        pytest.skip("no network ships for it")
    golden = json.loads((Path(__file__).parent / "network_values.json").read_text("utf-8"))
    assert golden_values(game) == golden[game]


def golden_values(game: str) -> list[str]:
    """The chances at some moments of random games, to the last bit."""
    found = []
    least, most = bedesten.game(game).seats
    values = vec[float]([0.0] * MOST_SEATS)
    for seats in range(least, most + 1):
        state = bedesten.new(game, seats=seats, seed=7).state.copy()
        chances = chances_of(game, seats)
        for _ in range(3):
            play_out(state, seeded(f"golden {seats}"), 40)
            chances.read(state, values)
            found.append(" ".join(values[seat].hex() for seat in range(seats)))
    return found


def test_a_game_without_a_network_is_shown_its_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    name = register_tiny_game(monkeypatch)
    assert shipped_networks(name) == {}
    match = bedesten.new(name, seed=1)
    chances = chances_of(name, match.seats)
    values = vec[float]([0.0] * MOST_SEATS)
    chances.read(match.state, values)
    shown = [values[seat] for seat in range(match.seats)]
    chances.evaluation.evaluate(match.state, values)
    assert shown == [values[seat] for seat in range(match.seats)]
