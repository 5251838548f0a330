"""The greedy bot: honest, and better than chance."""

from __future__ import annotations

from statistics import fmean as mean

import pytest

import bedesten
from bedesten import COMPILED, Match, bots, seeded
from bedesten.bots.evaluation import Evaluations
from bedesten.bots.knowledge import Knowledge
from bedesten.bots.search.lookahead import Lookahead
from playing import EFFORT


def let_play(match: Match, players: list[str], most_turns: int) -> Match:
    """Play on with bots, each with its own luck."""
    luck = [seeded(f"{match.seed} {seat}") for seat in range(match.seats)]
    while not match.over and match.state.turn <= most_turns:
        seat = match.actors[0]
        known = Knowledge(match.game, match.state, seat)
        match.play(seat, bots.bot(players[seat]).choose(known, luck[seat]))
    return match


@pytest.mark.long
def test_in_basari_it_beats_three_random_players() -> None:
    won = 0
    for seed in range(100, 120):
        players = ["random"] * 4
        players[seed % 4] = "greedy"
        match = let_play(bedesten.new("basari", seats=4, seed=seed), players, 100)
        won += seed % 4 in match.ranking[0]
    assert won >= 9  # five would be chance


def test_in_istanbul_it_comes_to_an_end_within_fifty_rounds() -> None:
    match = let_play(bedesten.new("istanbul", seats=2, seed=3), ["greedy"] * 2, 100)
    assert match.over
    assert max(match.scores) >= 6


@pytest.mark.long
@pytest.mark.parametrize(
    ("seats", "games", "least", "most"),
    [
        (1, 6, 10.3, 11.4),
        (2, 4, 9.7, 10.3),
        (3, 2, 9.5, 10.5),
        (4, 2, 9.5, 10.5),
        (5, 2, 9.0, 10.5),
    ],
)
def test_in_choose_and_write_the_winner_has_as_many_rubies_as_the_rules_lead_one_to_expect(
    seats: int, games: int, least: float, most: float
) -> None:
    if seats > 1 and not COMPILED:
        pytest.skip("takes minutes without a compiled engine")
    matches = [bedesten.new("choose_write", seats=seats, seed=n) for n in range(games * EFFORT)]
    best = [max(let_play(match, ["greedy"] * seats, 99).scores) for match in matches]
    assert least <= mean(best) <= most


def test_with_the_same_seed_a_word_has_the_same_value() -> None:
    match = bedesten.new("choose_write", seats=3, seed=4)
    evaluation = Evaluations().of("choose_write", 3)
    seat, numbers = match.actors[0], match.game.numbers
    ahead = Lookahead(seat, match.state.turn, numbers["pass"], evaluation, seeded("a turn"))
    seeds = [seeded(text).state for text in ("one", "two", "three", "one")]
    values = [ahead.value(match.state, seed, numbers["left"]) for seed in seeds]
    assert values[0] == values[3]
    assert len(set(values)) > 1
