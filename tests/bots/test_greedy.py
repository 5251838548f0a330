"""The greedy bot: honest, and better than chance."""

from __future__ import annotations

import bedesten
from bedesten import Match, bots, seeded
from bedesten.bots.knowledge import Knowledge


def let_play(match: Match, players: list[str], most_turns: int) -> Match:
    """Play on with bots, each with its own luck."""
    luck = [seeded(f"{match.seed} {seat}") for seat in range(match.seats)]
    while not match.over and match.state.turn <= most_turns:
        seat = match.actors[0]
        known = Knowledge(match.game, match.state, seat)
        match.play(seat, bots.bot(players[seat]).choose(known, luck[seat]))
    return match


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


def test_alone_at_choose_and_write_it_takes_nine_rubies_and_more() -> None:
    match = let_play(bedesten.new("choose_write", seats=1, seed=1), ["greedy"], 100)
    assert match.scores[0] >= 9
