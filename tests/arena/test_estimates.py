"""Bounds are honest: they hold as often as they say, whatever deals have in common."""

from __future__ import annotations

import random
from statistics import fmean, stdev

import pytest

from bedesten.arena.estimates import (
    DealRatio,
    mean,
    mean_by_deal,
    share,
    share_by_deal,
    without_luck,
)


def covered(p: float, alike: float, deals: int, times: int = 400) -> float:
    """How often the bounds hold the truth, if two games of a deal often end alike."""
    whim = random.Random(f"{p} {alike} {deals}")
    held = 0
    for _ in range(times):
        each = []
        for _ in range(deals):
            first = whim.random() < p
            second = first if whim.random() < alike else whim.random() < p
            each.append(DealRatio(first + second, 2))
        one = share_by_deal(each)
        held += one.low <= p <= one.high
    return held / times


@pytest.mark.parametrize("p", [0.5, 0.85, 0.97])
@pytest.mark.parametrize("alike", [0.0, 0.9])
def test_bounds_of_a_share_hold_in_nineteen_of_twenty_runs(p: float, alike: float) -> None:
    assert covered(p, alike, 150) > 0.91


def test_games_that_end_alike_count_less() -> None:
    alone = share_by_deal([DealRatio(n % 2, 1) for n in range(200)])
    twice = share_by_deal([DealRatio(2 * (n % 2), 2) for n in range(200)])
    assert twice.high - twice.low == pytest.approx(alone.high - alone.low, rel=0.05)


def test_deals_that_everybody_wins_once_tell_more() -> None:
    split = share_by_deal([DealRatio(1, 2)] * 100)
    apart = share_by_deal([DealRatio(n % 3, 2) for n in range(99)])
    assert split.high - split.low < (apart.high - apart.low) / 3


def test_never_losing_does_not_mean_never() -> None:
    one = share_by_deal([DealRatio(2, 2)] * 100)
    assert one.value == 1
    assert 0.95 < one.low < 0.97
    assert one.high == pytest.approx(1)


def test_one_deal_tells_next_to_nothing() -> None:
    one = share_by_deal([DealRatio(1, 2)])
    assert one.high - one.low > 0.8


def test_bounds_of_a_mean_are_those_between_deals() -> None:
    one = mean_by_deal([DealRatio(2, 2), DealRatio(4, 2), DealRatio(6, 2), DealRatio(8, 2)])
    assert (one.value, round(one.high - one.value, 3)) == (2.5, 1.265)


def test_wilsons_bounds() -> None:
    half = share(50, 100)
    assert (half.value, round(half.low, 4), round(half.high, 4)) == (0.5, 0.4038, 0.5962)
    assert share(0, 10).low == 0
    assert share(10, 10).high == pytest.approx(1)


def test_bounds_of_a_mean() -> None:
    one = mean([1, 2, 3, 4])
    assert (one.value, round(one.high - one.value, 3)) == (2.5, 1.265)
    assert mean([3]).low == 3


@pytest.mark.parametrize("slope", [0.0, 0.5, 1.0, 2.0])
def test_luck_is_taken_out_without_bias_as_far_as_it_explains(slope: float) -> None:
    """Known odds: a result of 0.4, luck of two coins, and noise that nobody sees."""
    whim = random.Random(7)
    means, plain_widths, widths = [], [], []
    for _ in range(400):
        luck = [whim.choice((-0.3, 0.3)) for _ in range(24)]
        deals = [DealRatio(2 * (0.4 + slope * one) + whim.gauss(0, 0.3), 2) for one in luck]
        found = mean_by_deal(without_luck(deals, [2 * one for one in luck]))
        plain = mean_by_deal(deals)
        means.append(found.value)
        widths.append(found.high - found.low)
        plain_widths.append(plain.high - plain.low)
    assert fmean(means) == pytest.approx(0.4, abs=3 * stdev(means) / 20)
    if slope == 0.0:
        assert fmean(widths) < 1.15 * fmean(plain_widths)
    else:
        assert fmean(widths) < 0.8 * fmean(plain_widths)
