"""Random numbers that are the same everywhere."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bedesten.kernel.rng import Rng, seeded
from bedesten.kernel.words import say, span, spell

# Critical values of chi-square at one in a thousand, by degrees of freedom.
CRITICAL = {1: 10.83, 2: 13.82, 5: 20.52, 6: 22.46, 9: 27.88, 35: 66.62, 51: 87.97, 99: 148.23}


GOLDEN = [102, 455, 319, 959, 36, 194, 206, 214, 48, 877, 559, 690]
GOLDEN_STATE = 8996758828322671406
GOLDEN_OF_NOTHING = [4, 4, 3, 4, 4, 3, 2, 4, 5, 4, 4, 5]


def chi_square(counts: Counter[int], kinds: int) -> float:
    expected = counts.total() / kinds
    return sum((counts[kind] - expected) ** 2 / expected for kind in range(kinds))


def test_the_numbers_are_those_they_always_were() -> None:
    rng = seeded("golden")
    assert [rng.below(1000) for _ in range(12)] == GOLDEN
    assert rng.state == GOLDEN_STATE
    rng = seeded("")
    assert [rng.below(6) for _ in range(12)] == GOLDEN_OF_NOTHING


def test_the_formula_is_a_multiply_with_carry() -> None:
    state = 0x1234_5678_9ABC_DEF
    rng = Rng(state)
    for _ in range(1000):
        state = 2147483085 * (state % 2**32) + state // 2**32
        number = (state ^ state >> 32) % 2**32
        assert rng.below(2**31 - 1) == number * (2**31 - 1) >> 32
        assert rng.state == state


@given(st.text(max_size=8), st.integers(1, 2**31 - 1))
def test_numbers_stay_below_the_bound(seed: str, bound: int) -> None:
    rng = seeded(seed)
    for _ in range(20):
        assert 0 <= rng.below(bound) < bound


@given(st.text(max_size=8))
def test_the_state_never_leaves_its_range(seed: str) -> None:
    rng = seeded(seed)
    for _ in range(50):
        rng.below(7)
        assert 0 < rng.state < 2**63


@pytest.mark.parametrize("kinds", [freedom + 1 for freedom in CRITICAL])
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_every_number_is_as_likely(kinds: int, seed: str) -> None:
    rng = seeded(seed)
    counts = Counter(rng.below(kinds) for _ in range(400 * kinds))
    assert chi_square(counts, kinds) < CRITICAL[kinds - 1]


def test_pairs_of_numbers_are_as_likely() -> None:
    rng = seeded("pairs")
    counts = Counter(6 * rng.below(6) + rng.below(6) for _ in range(36 * 400))
    assert chi_square(counts, 36) < CRITICAL[35]


def test_neighbouring_seeds_begin_differently() -> None:
    counts = Counter(seeded(str(seed)).below(10) for seed in range(4000))
    assert chi_square(counts, 10) < CRITICAL[9]


@given(st.sets(st.integers(0, 62), min_size=1), st.text(max_size=4))
def test_a_word_picked_is_one_of_the_set(numbers: set[int], seed: str) -> None:
    rng = seeded(seed)
    words = sum(say(number) for number in numbers)
    for _ in range(10):
        assert rng.pick(words) in spell(words)


def test_every_word_of_a_set_is_as_likely() -> None:
    rng = seeded("words")
    counts = Counter(rng.pick(span(3, 10)) - 3 for _ in range(4000))
    assert chi_square(counts, 10) < CRITICAL[9]


def test_the_only_word_costs_no_number() -> None:
    rng = seeded("alone")
    state = rng.state
    assert rng.pick(say(40)) == 40
    assert rng.state == state


def test_a_copy_goes_its_own_way() -> None:
    rng = seeded("copied")
    other = rng.copy()
    ahead = [rng.below(100) for _ in range(5)]
    assert [other.below(100) for _ in range(5)] == ahead
    other.below(100)
    assert other.state != rng.state
