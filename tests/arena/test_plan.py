"""Who meets whom: every line-up on every deal, every bot in every seat equally often."""

from __future__ import annotations

from collections import Counter

import pytest

from bedesten.arena.bot_game import Terms
from bedesten.arena.plan import Plan, line_ups, seat_orders, short


def plan(bots: str, seats: int, seed: int | str = 1) -> Plan:
    return Plan(Terms("istanbul", seats), tuple(bots.split(",")), seed)


def test_as_many_bots_as_seats_are_one_line_up_and_may_repeat() -> None:
    assert line_ups("abc", 3) == [("a", "b", "c")]
    assert line_ups("abb", 3) == [("a", "b", "b")]


def test_of_more_bots_than_seats_every_choice_plays() -> None:
    assert line_ups("abc", 2) == [("a", "b"), ("a", "c"), ("b", "c")]


def test_fewer_bots_fill_the_seats_in_every_way_that_leaves_none_out() -> None:
    assert line_ups("ab", 3) == [("a", "a", "b"), ("a", "b", "b")]
    assert line_ups("ab", 4) == [("a", "a", "a", "b"), ("a", "a", "b", "b"), ("a", "b", "b", "b")]
    assert line_ups("a", 3) == [("a", "a", "a")]


def test_a_bot_named_twice_needs_a_seat_for_each_name() -> None:
    with pytest.raises(ValueError, match="named twice"):
        line_ups("aab", 2)


def test_orders_round_the_table_are_no_rotations_of_each_other() -> None:
    assert seat_orders(("a", "b", "c")) == [("a", "b", "c"), ("a", "c", "b")]
    assert seat_orders(("a", "b", "b")) == [("a", "b", "b")]
    assert len(seat_orders(("a", "b", "c", "d", "e"))) == 24


@pytest.mark.parametrize(
    ("bots", "seats"), [("a,b", 2), ("a,b", 3), ("a,b,c", 2), ("a,b,c,d", 3), ("a,b,b", 3)]
)
def test_on_every_deal_every_bot_sits_in_every_seat_equally_often(bots: str, seats: int) -> None:
    one = plan(bots, seats)
    for deal in range(3):
        first = deal * one.games_a_deal
        held: Counter[tuple[str, int]] = Counter()
        for pairing in one.pairings(range(first, first + one.games_a_deal)):
            assert pairing.deal == deal
            held.update((bot, seat) for seat, bot in enumerate(pairing.bots))
        for name in one.names:
            assert len({held[name, seat] for seat in range(seats)}) == 1


def test_games_of_a_deal_share_the_dice_and_nothing_else() -> None:
    one = plan("a,b,c", 2, "word")
    games = list(one.pairings(range(2 * one.games_a_deal)))
    assert {game.seed for game in games[: one.games_a_deal]} == {"word/0"}
    assert {game.seed for game in games[one.games_a_deal :]} == {"word/1"}
    assert len({game.luck for game in games}) == len(games)


def test_neighbours_change_from_deal_to_deal() -> None:
    one = plan("a,b,c", 3)
    assert one.pairing(0).bots == ("a", "b", "c")
    assert one.pairing(3).bots == ("a", "c", "b")


def test_a_bot_against_itself_plays_a_deal_once() -> None:
    assert plan("a", 4).games_a_deal == 1


def test_the_last_deal_is_played_whole() -> None:
    assert plan("a,b,c", 2).whole_deals(7) == 12
    assert plan("a,b,c", 2).whole_deals(12) == 12


def test_a_long_command_keeps_its_end() -> None:
    assert short("cmd:python3 somewhere/far/away/mybot.py", 12) == "…ay/mybot.py"
    assert short("greedy") == "greedy"
