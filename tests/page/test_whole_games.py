"""Whole games of every title in a browser, by clicking only what is offered."""

from __future__ import annotations

import os
import random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import expect

from page.conftest import MakeGuest
from page.house import MAIN, OFFERED, OVER, Guest, play_by_clicking, sit_down

LONGEST = 240


class Played(NamedTuple):
    game: str
    bots: int
    options: dict[str, Any]
    confirm: bool = False
    """Whether a second click is asked for."""


QUICK = [
    Played("istanbul", 1, {"layout": "long", "neutral_assistants": True}),
    Played("istanbul", 3, {"layout": "random"}),
    Played("choose_write", 0, {}),
    Played("choose_write", 2, {}, confirm=True),
    Played("basari", 2, {"laps": 1}, confirm=True),
    Played("basari", 3, {"laps": 2, "start": "random"}),
]
THOROUGH = [
    Played(game, bots, {}, confirm)
    for game, most in (("istanbul", 4), ("choose_write", 4), ("basari", 3))
    for bots in range(0 if game == "choose_write" else 2 if game == "basari" else 1, most + 1)
    for confirm in (False, True)
]
LONG = (QUICK[0], QUICK[3], QUICK[5])  # the same titles with other numbers of seats
GAMES = THOROUGH if os.environ.get("BEDESTEN_TESTS") == "thorough" else QUICK


@pytest.mark.parametrize(
    "played",
    [pytest.param(one, marks=pytest.mark.long if one in LONG else ()) for one in GAMES],
    ids=lambda one: f"{one.game}-{one.bots + 1}",
)
def test_a_game_is_played_to_its_end(guest: Guest, played: Played) -> None:
    game, bots, options, confirm = played
    # At random nobody ever wins a race for rubies: somebody must want to.
    level = "greedy" if game == "istanbul" else "random"
    sit_down(guest, game, bots, level, options=options, confirm=confirm)
    play_by_clicking(guest, random.Random(f"{game}{bots}"), seconds=LONGEST)
    ranking = guest.page.locator(OVER).get_by_role("table").first
    expect(ranking.locator("tbody tr")).to_have_count(bots + 1)


@pytest.mark.parametrize(
    ("game", "moves"), [("istanbul", 20), ("choose_write", 20), ("basari", 999)]
)
def test_a_game_is_played_on_a_phone(make_guest: MakeGuest, game: str, moves: int) -> None:
    guest = make_guest(width=360, height=740, touch=True)
    sit_down(guest, game, 2, options={"laps": 1} if game == "basari" else {})
    play_by_clicking(guest, random.Random(3), seconds=LONGEST, moves=moves, touch=True)
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_one_click_plays_where_the_setting_says_so(guest: Guest) -> None:
    sit_down(guest, "istanbul", 1, confirm=False)
    guest.page.locator(OFFERED).first.click()
    guest.page.wait_for_timeout(100)
    assert len(guest.plays()) == 1


@pytest.mark.parametrize("turn", range(3))
def test_nothing_offered_moves_away_from_the_pointer(guest: Guest, turn: int) -> None:
    sit_down(guest, "istanbul", 1, confirm=False)
    play_by_clicking(guest, random.Random(turn), seconds=60, moves=turn)
    guest.page.locator(f"{OFFERED}, {MAIN}").first.wait_for()
    for one in guest.page.locator(f".ask {OFFERED}").all():
        one.scroll_into_view_if_needed()
        before = one.bounding_box()
        one.hover()
        assert one.bounding_box() == before


def test_another_game_is_one_click_away(guest: Guest) -> None:
    id = sit_down(guest, "basari", 2, confirm=False, options={"laps": 1})
    play_by_clicking(guest, random.Random(1), seconds=LONGEST)
    guest.page.locator(OVER).get_by_role("button", name="Play again").click()
    guest.page.locator(OFFERED).first.wait_for()
    assert id not in guest.page.url
