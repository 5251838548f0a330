"""Luck taken out of results: the same mean, less noise."""

from __future__ import annotations

import json
from statistics import fmean, stdev

import pytest

import bedesten
from bedesten import bots
from bedesten.arena.luck_adjustment import luck_by_seat
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.networks import chances_of
from bedesten.bots.outlook import Outlook
from bedesten.kernel.rng import seeded
from bedesten.kernel.state import CHANCE
from cli.conftest import Call


def played(seed: int, bot: str = "greedy") -> bedesten.Match:
    """A short game of Basari between equal bots."""
    match = bedesten.new("basari", seats=3, seed=seed, laps=1, start="random")
    rng = seeded(f"luck {seed}")
    player = bots.bot(bot)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, player.choose(Knowledge.of(match, seat), rng))
    return match


def test_the_luck_of_all_outcomes_is_nothing_on_average() -> None:
    """By construction: with the odds as weights it sums to zero for every seat."""
    match = bedesten.new("basari", seats=3, chance="manual", start="choose")
    while match.actors != (CHANCE,) or len(match.odds()) != 6:
        seat = match.actors[0]
        words = tuple(match.odds()) if seat == CHANCE else match.choices(seat)
        match.play(seat, words[0])
    outlook = Outlook(chances_of("basari", 3))
    weights = match.state.weights()
    total = [0.0] * 3
    for word, tickets in weights.items():
        for seat, more in enumerate(outlook.luck(match.state, word, seeded("rolls"))):
            total[seat] += more * tickets / sum(weights.values())
    assert total == pytest.approx([0, 0, 0], abs=1e-12)
    some = outlook.luck(match.state, next(iter(weights)), seeded("rolls"))
    assert sum(some) == pytest.approx(0, abs=1e-9), "what one seat gains the others lose"


def test_a_match_says_the_same_luck_again() -> None:
    match = played(1)
    assert luck_by_seat(match) == luck_by_seat(bedesten.replay(match.record()))
    assert any(luck_by_seat(match))


@pytest.mark.long
def test_results_without_luck_have_the_same_mean_and_less_spread() -> None:
    """Equal bots win a third each; without luck the estimate is the same and narrower."""
    plain, adjusted = [], []
    for seed in range(150):
        match = played(seed)
        won = float(0 in match.ranking[0]) / len(match.ranking[0])
        plain.append(won)
        adjusted.append(won - luck_by_seat(match)[0])
    assert stdev(adjusted) < stdev(plain)
    assert abs(fmean(adjusted) - 1 / 3) < 3 * stdev(adjusted) / len(adjusted) ** 0.5


def test_the_arena_reports_both_figures(call: Call) -> None:
    called = call(
        "arena", "basari", "-o", "laps=1", "--bots", "search:1,random,random", "-n", "12",
        "--luck-adjusted", "--json",
    )  # fmt: skip
    assert called.exit_code == 0, called.output
    for bot in json.loads(called.stdout)["bots"]:
        assert bot["adjusted"]["low"] < bot["adjusted"]["value"] < bot["adjusted"]["high"]
        assert bot["games_saved"] < 1
    plain = call("arena", "basari", "-o", "laps=1", "--bots", "random", "--seats", "3", "-n", "3")
    assert "without luck" not in plain.stdout
