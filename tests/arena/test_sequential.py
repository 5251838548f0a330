"""The test that may be looked at: it is seldom wrong, and comes to an end."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bedesten.arena.sequential import BettingTest, DealDifference, bounds, decide

DEALS = 400


def deals(p: float, seed: object) -> list[float]:
    """Two games a deal, of which the first bot wins so many; sometimes the deal decides."""
    whim = random.Random(f"{p} {seed}")
    return [
        0.0 if whim.random() < 0.2 else (whim.random() < p) + (whim.random() < p) - 1.0
        for _ in range(DEALS)
    ]


def verdicts(p: float, sure: float, times: int) -> Counter[str]:
    found: Counter[str] = Counter()
    for seed in range(times):
        test = BettingTest(sure)
        said = (test.update(one) for one in deals(p, seed))
        found[next((one for one in said if one != "open"), "open")] += 1
    return found


@pytest.mark.long
def test_of_equal_bots_it_seldom_says_that_one_is_better() -> None:
    """With a peek after each of 400 deals; an ordinary 95 % test is wrong in a third of them."""
    found = verdicts(0.5, 0.8, 400)
    wrong = found["better"] + found["worse"]
    assert wrong / 400 <= 0.2
    assert wrong > 0, "or the test would be too timid to be worth anything"
    assert verdicts(0.5, 0.95, 400)["open"] / 400 >= 0.95


def test_a_better_bot_is_found_and_a_worse_one_as_well() -> None:
    assert verdicts(0.62, 0.95, 40)["better"] >= 38
    assert verdicts(0.38, 0.95, 40)["worse"] >= 38


def test_it_stops_at_the_first_verdict() -> None:
    won = [DealDifference(1.0)] * 100
    found = decide(won, 0.95)
    assert found.verdict == "better"
    assert found.deals < 12
    assert found.evidence_for >= 40 > 1 > found.evidence_against
    assert decide(won, 0.999).deals > found.deals
    assert decide([DealDifference(0.0)] * 100, 0.95).verdict == "open"


def test_no_verdict_rests_on_forfeited_games() -> None:
    forfeited = [DealDifference(1.0, clean=False)] * 100
    assert decide(forfeited, 0.95).verdict == "open"
    even = [DealDifference(0.0)] * 100
    assert decide(forfeited + even, 0.95).verdict == "open"
    won = [DealDifference(1.0)] * 12
    assert decide(forfeited + won, 0.95).verdict == "better"


def test_a_program_gains_nothing_by_failing_when_it_is_behind() -> None:
    """Its clean deals are won, its forfeits are losses: it is not called better."""
    deals = [DealDifference(1.0), DealDifference(-1.0, clean=False)] * 50
    assert decide(deals, 0.95).verdict == "open"


def test_bounds_hold_although_somebody_looked() -> None:
    """Stopped when they look best, they still hold the truth in 95 of 100 runs."""
    missed = 0
    for seed in range(60):
        each = deals(0.5, f"bounds {seed}")
        stopped = max(range(20, DEALS, 20), key=lambda n: sum(each[:n]) / n**0.5)
        one = bounds(each[:stopped], 0.95)
        missed += not one.low <= 0 <= one.high
    assert missed <= 3


def test_bounds_agree_with_the_verdict() -> None:
    found = decide(map(DealDifference, deals(0.65, 1)), 0.95)
    assert found.verdict == "better"
    assert 0 <= found.difference.low < found.difference.value < found.difference.high <= 1
    assert bounds([], 0.95).low == -1
    assert bounds([0.0], 0.95).high == pytest.approx(1, abs=0.2)
