"""Many games stepped together are the games that one would play alone."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("numpy")

import numpy as np
from numpy.typing import NDArray

import bedesten
from bedesten import envs
from bedesten.envs.rewards import utilities

CASES: list[tuple[str, dict[str, Any]]] = [
    ("basari", {"seats": 3, "laps": 1}),
    ("choose_write", {"seats": 2}),
    ("choose_write", {"seats": 1}),
    ("istanbul", {"seats": 2, "layout": "random", "most_turns": 20}),
]


def random_words(batch: Any, rng: np.random.Generator) -> NDArray[np.int64]:
    """For each game a word that may be said."""
    liking = batch.action_masks * (rng.random(batch.action_masks.shape) + 0.5)
    return np.asarray(liking.argmax(1))


@pytest.mark.parametrize(("name", "more"), CASES)
def test_every_game_is_the_match_with_its_seed(name: str, more: dict[str, Any]) -> None:
    n, limit = 3, more.get("most_turns")
    batch = envs.batch(name, n, seed="s", **more)
    made = {key: value for key, value in more.items() if key != "most_turns"}
    matches = [bedesten.new(name, seed=f"s/{table}/0", **made) for table in range(n)]
    begun = [1] * n
    rng = np.random.default_rng(1)
    layout = batch.layout
    while min(begun) < 3:
        for table, match in enumerate(matches):
            (seat, *_) = match.actors
            assert batch.actors[table] == seat
            view = match.view(seat)
            assert layout.encode(view) == batch.observations[table].tolist()
            mask = batch.action_masks[table].tolist()
            assert [w for w, on in zip(match.game.vocabulary, mask, strict=True) if on] == view[
                "choices"
            ]
        words = random_words(batch, rng)
        _, _, rewards, over, stopped = batch.step(words)
        for table, match in enumerate(matches):
            match.play(match.actors[0], match.game.vocabulary[words[table]])
            is_stopped = limit is not None and not match.over and match.state.turn > limit
            assert over[table] == match.over
            assert stopped[table] == is_stopped
            expected = utilities(match.state) if match.over else [0.0] * match.seats
            assert rewards[table].tolist() == expected
            if match.over or is_stopped:
                seed = f"s/{table}/{begun[table]}"
                matches[table] = bedesten.new(name, seed=seed, **made)
                begun[table] += 1


def test_arrays_can_be_kept() -> None:
    batch = envs.batch("basari", 4)
    first, mask = batch.observations, batch.action_masks
    kept = first.copy(), mask.copy()
    batch.step(random_words(batch, np.random.default_rng(1)))
    assert (first == kept[0]).all()
    assert (mask == kept[1]).all()
    assert (batch.observations != first).any()
    assert first.dtype == np.int16
    assert first.shape == (4, batch.layout.width)


def test_the_same_seed_gives_the_same_games_and_another_others() -> None:
    def course(batch: Any) -> list[Any]:
        rng = np.random.default_rng(2)
        return [batch.step(random_words(batch, rng))[0].copy() for _ in range(50)]

    batch = envs.batch("basari", 5, seed=1)
    first = course(batch)
    batch.reset()
    again = course(batch)
    batch.reset(seed=2)
    other = course(batch)
    assert all((a == b).all() for a, b in zip(first, again, strict=True))
    assert any((a != b).any() for a, b in zip(first, other, strict=True))


def test_shaping_adds_up_to_nothing_over_a_game() -> None:
    plain = envs.batch("basari", 2, laps=1)
    shaped = envs.batch("basari", 2, laps=1, shaping=0.5)
    rng = np.random.default_rng(3)
    sums = np.zeros((2, 2, 4))
    paid_early = False
    while True:
        words = random_words(plain, rng)
        *_, over, _ = plain.step(words)
        shaped.step(words)
        sums[0] += plain.rewards
        sums[1] += shaped.rewards
        assert shaped.rewards.sum(1) == pytest.approx(0)
        paid_early |= bool((shaped.rewards[0] != 0).any() and not over[0])
        if over[0]:
            break
    assert paid_early
    assert sums[0][0] == pytest.approx(sums[1][0])
    assert sums[0][0].any()


def test_an_illegal_choice_anywhere_changes_nothing() -> None:
    batch = envs.batch("basari", 3, seats=3, start="random")
    before = batch.observations
    with pytest.raises(
        bedesten.IllegalChoice,
        match=r"game 1: 3 cannot be chosen now; legal: 0 \(die\), 1 \(points\), 2 \(gems\)",
    ):
        batch.step([0, 3, 0])
    with pytest.raises(bedesten.IllegalChoice, match="game 0: -1 cannot"):
        batch.step([-1, 0, 0])
    assert batch.observations is before
    batch.step([0, 0, 0])
    fresh = envs.batch("basari", 3, seats=3, start="random")
    assert (fresh.step([0, 0, 0])[0] == batch.observations).all()


@pytest.mark.parametrize(
    "actions", [[0], [0.5, 0.5], [[0, 0]], [True, False]], ids=["few", "fractions", "deep", "flags"]
)
def test_what_is_no_list_of_words_is_refused(actions: Any) -> None:
    with pytest.raises(ValueError, match="2 games need 2 whole numbers"):
        envs.batch("basari", 2).step(actions)


@pytest.mark.parametrize(
    ("name", "n", "more", "sentence"),
    [
        ("chess", 2, {}, "no game 'chess'"),
        ("basari", 0, {}, "a batch has at least one game, not 0"),
        ("basari", 2, {"seats": 2}, "basari is for 3 to 4 players, not 2"),
        ("basari", 2, {"most_turns": 0}, "most_turns is at least 1"),
    ],
)
def test_bad_arguments_are_refused(name: str, n: int, more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        envs.batch(name, n, **more)


@pytest.mark.parametrize(
    ("scores", "worth"),
    [
        ((9, 5, 7, 1), (1, -1 / 3, 1 / 3, -1)),
        ((9, 9, 7, 1), (2 / 3, 2 / 3, -1 / 3, -1)),
        ((4, 4, 4, 4), (0, 0, 0, 0)),
        ((9, 1, 1, 1), (1, -1 / 3, -1 / 3, -1 / 3)),
        ((3, 2, 1), (1, 0, -1)),
        ((3, 3, 1), (0.5, 0.5, -1)),
    ],
)
def test_ranks_are_worth_from_one_to_minus_one(
    scores: tuple[int, ...], worth: tuple[float, ...]
) -> None:
    """Places are evenly apart, and who shares one shares what it is worth."""
    s: Any = bedesten.new("basari", seats=len(scores), seed=1).state
    for player, score in zip(s.players, scores, strict=True):
        player.score = score
    assert utilities(s) == pytest.approx(worth)
    assert sum(utilities(s)) == pytest.approx(0)
