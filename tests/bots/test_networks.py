"""The calibrated chances: read from a file, equal on both builds, alike for all seats."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from math import exp
from pathlib import Path
from typing import Any

import pytest
from librt.vecs import vec

import bedesten
from bedesten import seeded
from bedesten.bots.evaluation import feature_names
from bedesten.bots.evaluation.base import MOST_SEATS
from bedesten.bots.evaluation.network import Chances, Network
from bedesten.bots.networks import (
    BadNetwork,
    Learnt,
    chances_of,
    chances_with,
    features_digest,
    network_of,
    parts_of,
    read_networks,
    shapes_of,
    shipped_networks,
    write_networks,
)
from bedesten.kernel.playout import play_out
from bedesten.kernel.state import State
from registering import register_tiny_game

TOP = Path(__file__).parents[2]
SHIPPED = ("basari", "choose_write", "istanbul")


def learnt(game: str, first: int = 3, second: int = 2) -> Learnt:
    """A small network and a policy with weights of no meaning, which 16 bits can express."""
    rng = seeded("weights")

    def numbers(many: int) -> list[float]:
        return [(rng.below(257) - 128) / 128 for _ in range(many)]

    parts = [numbers(size) for size in shapes_of(game, first, second)]
    return Learnt(network_of(parts), vec[float](numbers(len(feature_names(game)[1]))))


@pytest.fixture
def written(tmp_path: Path) -> bytes:
    path = tmp_path / "basari.net"
    write_networks(path, "basari", {"table": learnt("basari")}, {"seed": "1"})
    return path.read_bytes()


def test_a_file_gives_back_what_was_written(written: bytes) -> None:
    header, found = read_networks(written, "basari")
    assert header.made == {"seed": "1"}
    given = learnt("basari")
    assert [*map(list, parts_of(found["table"].network))] == [*map(list, parts_of(given.network))]
    assert found["table"].policy is not None
    assert given.policy is not None
    assert list(found["table"].policy) == list(given.policy)


@pytest.mark.parametrize("seats", [3, 4])
def test_the_engine_computes_the_network(seats: int) -> None:
    """The same sums as a plain transcription of the formula."""
    one = learnt("basari")
    state = bedesten.new("basari", seats=seats, seed=3, start="random").state
    chances = chances_with("basari", seats, one)
    values = vec[float]([0.0] * MOST_SEATS)
    chances.read(state, values)
    assert [values[seat] for seat in range(seats)] == pytest.approx(
        transcribed(one.network, chances, state, seats)
    )


def test_the_engine_computes_the_network_of_two_seats_and_of_one() -> None:
    one = learnt("choose_write")
    values = vec[float]([0.0] * MOST_SEATS)
    for seats in (1, 2):
        state = bedesten.new("choose_write", seats=seats, seed=3).state
        chances = chances_with("choose_write", seats, one)
        chances.read(state, values)
        assert [values[seat] for seat in range(seats)] == pytest.approx(
            transcribed(one.network, chances, state, seats)
        )


def transcribed(network: Network, chances: Chances, state: State, seats: int) -> list[float]:
    """The formula in lists: units of every seat, then each beside the others."""
    first, second = int(network.first), int(network.second)
    seat_weights, table_weights, b1, w2, b2, w3, direct, (b3,) = map(list, parts_of(network))
    chances.look_at_table(state)
    table = list(chances.table)
    rows, units = [], []
    for seat in range(seats):
        chances.look_at_seat(state, seat)
        rows.append(list(chances.row))
        units.append(
            [
                max(
                    0.0,
                    b1[k]
                    + sum(x * seat_weights[n * first + k] for n, x in enumerate(rows[-1]))
                    + sum(x * table_weights[n * first + k] for n, x in enumerate(table)),
                )
                for k in range(first)
            ]
        )
    logits = []
    for seat in range(seats):
        others = [units[other] for other in range(seats) if other != seat] or [[0.0] * first]
        mean = [sum(column) / len(others) for column in zip(*others, strict=True)]
        most = [max(column) for column in zip(*others, strict=True)]
        views = units[seat] + mean + most
        two = [
            max(0.0, b2[k] + sum(x * w2[n * second + k] for n, x in enumerate(views)))
            for k in range(second)
        ]
        logits.append(
            b3
            + sum(x * w for x, w in zip(two, w3, strict=True))
            + sum(x * w for x, w in zip(rows[seat], direct, strict=True))
        )
    if seats == 1:
        return logits
    powers = [exp(logit) for logit in logits]
    return [power / sum(powers) for power in powers]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda raw: b"nothing", "no network"),
        (
            lambda raw: raw.replace(b"network-2", b"network-9"),
            "another version: bedesten-network-9",
        ),
        (lambda raw: raw.replace(b'"basari"', b'"istanbul"'), "for istanbul, not for basari"),
        (lambda raw: raw.replace(features_digest("basari").encode(), b"0" * 16), "other features"),
        (lambda raw: raw[:-2], "weights expected"),
    ],
)
def test_other_files_are_refused_in_a_sentence(
    written: bytes, change: Callable[[bytes], bytes], sentence: str
) -> None:
    with pytest.raises(BadNetwork, match=sentence):
        read_networks(change(written), "basari")


def test_seats_that_stand_alike_have_the_same_chance() -> None:
    """The same weights serve every seat, so that no seat is better by its number."""
    one = learnt("basari")
    state: Any = bedesten.new("basari", seats=3, seed=3, start="random").state
    turned = state.copy()
    turned.players[0].assign(state.players[2])
    turned.players[2].assign(state.players[0])
    assert told(turned, one) == pytest.approx(told(state, one)[::-1])


def told(state: State, one: Learnt) -> list[float]:
    values = vec[float]([0.0] * MOST_SEATS)
    chances_with("basari", 3, one).read(state, values)
    return [values[seat] for seat in range(3)]


def test_a_finished_game_is_certain() -> None:
    match = bedesten.new("basari", seats=3, seed=5, laps=1)
    play_out(match.state, seeded("end"))
    values = vec[float]([0.0] * MOST_SEATS)
    chances_of("basari", 3).read(match.state, values)
    assert sorted(values[seat] for seat in range(3)) == [0, 0, 1]


@pytest.mark.skipif(not bedesten.COMPILED, reason="the compiled build compares itself to the other")
def test_the_shipped_networks_give_the_same_bits_on_both_builds() -> None:
    code = f"import json, bots.test_networks as t; print(json.dumps(t.{shipped_values.__name__}()))"
    folders = os.pathsep.join(str(TOP / name) for name in ("src", "tests"))
    other = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONPATH": folders, "BEDESTEN_BUILD": "pure"},
        check=True,
        capture_output=True,
        text=True,
    )
    assert json.loads(other.stdout) == shipped_values()


def shipped_values() -> dict[str, list[str]]:
    """What the shipped networks say in random games, to the last bit."""
    return {game: golden_values(game) for game in SHIPPED}


@pytest.mark.parametrize("game", SHIPPED)
def test_a_network_ships_for_every_number_of_players(game: str) -> None:
    least, _ = bedesten.game(game).seats
    assert set(shipped_networks(game)) == ({"table", "solo"} if least == 1 else {"table"})


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


@pytest.mark.parametrize("name", bedesten.games())
def test_a_finished_game_has_features(name: str) -> None:
    """The end of a turn that is looked at for reasons may be the end of the game."""
    match = bedesten.new(name, seats=3, seed=1)
    s = match.state.copy()
    s.play_on(seeded("to the end"), 100_000)
    assert s.is_over()
    chances = chances_of(name, 3)
    chances.look_at_table(s)
    for seat in range(3):
        chances.look_at_seat(s, seat)
        assert any(chances.row)
