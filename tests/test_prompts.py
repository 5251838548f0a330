"""What helps to decide: chances that count the red tile, outcomes, and how far places are."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

import bedesten
from bedesten import Match
from bedesten.boards import board_of
from bedesten.cli.menu import menu_of
from bedesten.games.istanbul.board import BLACK_MARKET, TEA_HOUSE
from bedesten.games.istanbul.prompts import percent
from bedesten.server.messages import asked
from rules.istanbul.bazaar import Trader, visit


def rolled(place: int, low: int, high: int) -> Match:
    """Seat 0 has the red tile and has rolled at the tea house, where it called 8, or elsewhere."""
    table = visit(place, Trader(tiles=("red",)))
    call = ("call:8",) if place == TEA_HOUSE else ()
    table.say("act", *call, f"dice:{low}-{high}")
    return table.match


@pytest.fixture(scope="module")
def moments() -> list[tuple[Match, int]]:
    """Every roll at both places."""
    rolls = combinations_with_replacement(range(1, 7), 2)
    return [
        (rolled(place, low, high), 0) for low, high in rolls for place in (TEA_HOUSE, BLACK_MARKET)
    ]


@pytest.mark.rule("IST-8.1")
def test_a_four_is_never_offered_to_be_turned_to_four(moments: list[tuple[Match, int]]) -> None:
    """It is legal, and records may say it; but nobody is asked to think about it."""
    hidden = 0
    for match, seat in moments:
        low, high = match.view(seat)["dice"]
        offered = match.offered(seat)
        assert ("four:low" in offered) == (low != 4)
        assert ("four:high" in offered) == (high not in (4, low))
        assert {"four:low", "four:high"} <= set(match.choices(seat))
        assert [one.word for one in asked(match, seat, 1, "en").choices] == list(offered)
        menu = menu_of(match, seat, board_of("istanbul", "en"), "en")
        assert {item.word for item in menu} == set(offered)
        hidden += len(match.choices(seat)) - len(offered)
    assert hidden > 0


@pytest.mark.rule("IST-8.1")
def test_what_the_red_tile_comes_to_is_what_happens(moments: list[tuple[Match, int]]) -> None:
    seen = set[bool]()
    for match, seat in moments:
        called = match.view(seat)["called"]
        notes = match.notes(seat, "en")
        seen.add(called > 0)
        for word in ("pass", "four:low", "four:high"):
            branch = match.explore(seat, word)
            if called:
                before = match.view(seat)["players"][seat]["lira"]
                won = branch.view(seat)["players"][seat]["lira"] - before
                assert notes[word].endswith(f": {won} lira"), word
            else:
                low, high = branch.view(seat)["dice"]
                assert notes[word].startswith(f"{low + high}: ")
        if called:
            assert notes["reroll"] == f"{percent(called, False)} %"
    assert seen == {True, False}, "both the tea house and the black market"


def test_chances_count_the_red_tile() -> None:
    assert [percent(n, False) for n in (3, 7, 12)] == [97, 58, 3]
    # With the tile a roll of 8 or more fails only if no die is 4 or more, twice over with the roll.
    none_high = 9 / 36
    plain = 15 / 36
    assert percent(8, True) == round(100 * (1 - none_high * (1 - plain)))
    assert all(percent(n, True) >= percent(n, False) for n in range(3, 13))
    assert percent(5, True) == 100


@pytest.mark.rule("IST-1.4")
def test_a_place_out_of_reach_says_how_far_it_is() -> None:
    match = bedesten.new("istanbul", seats=2, seed=1, layout="order")
    seat = match.actors[0]
    told = asked(match, seat, 1, "en", previews=True).obstacles
    # In order the fountain (7) lies in the second row; place 16 is two rows down, one across.
    assert told["place:16"] == "3 steps away"
    assert told["place:13"] == "4 steps away"
    far = {word for word in told if told[word].endswith("away")}
    places = {f"place:{n}" for n in range(1, 17)}
    assert far == places - set(match.choices(seat)) - {"place:7"}


def test_what_cannot_be_done_says_why_before_one_goes_there() -> None:
    match = bedesten.new("istanbul", seats=2, seed=1, layout="short")
    seat = match.actors[0]
    for language, why in (
        ("en", "7 lira needed"),
        ("de", "kostet 7 Lira"),
        ("fr", "faut 7 lires"),
    ):
        told = asked(match, seat, 1, language, previews=True).obstacles
        assert "place:1" in match.choices(seat)
        assert why in told["place:1"]
    assert asked(match, seat, 1, "en").obstacles == {}
