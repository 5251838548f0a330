"""Whole games of every title in a browser, by clicking only what is offered."""

from __future__ import annotations

import random

import pytest

from page.conftest import MakeGuest
from page.house import OVER, Guest, play_by_clicking, sit_down

LONGEST = 420


@pytest.mark.parametrize(
    ("game", "bots", "options"),
    [
        ("istanbul", 1, {"layout": "short"}),
        ("istanbul", 4, {"layout": "random", "neutral_assistants": True}),
        ("choose_write", 0, {}),
        ("choose_write", 2, {}),
        ("basari", 2, {"laps": 2}),
        ("basari", 3, {"start": "random", "laps": 1}),
    ],
    ids=lambda value: str(value) if not isinstance(value, dict) else "",
)
def test_a_game_is_played_to_its_end(
    guest: Guest, game: str, bots: int, options: dict[str, object]
) -> None:
    # At random nobody ever wins a race for rubies: somebody must want to.
    level = "greedy" if game == "istanbul" else "random"
    sit_down(guest, game, bots, level, options=options)
    play_by_clicking(guest, random.Random(f"{game}{bots}"), seconds=LONGEST)
    assert guest.page.locator(OVER).get_by_role("table").locator("tbody tr").count() == bots + 1


def test_a_game_is_played_on_a_phone(make_guest: MakeGuest) -> None:
    guest = make_guest(width=360, height=740, touch=True)
    sit_down(guest, "basari", 2, options={"laps": 1})
    play_by_clicking(guest, random.Random(3), seconds=LONGEST)


def test_one_click_plays_where_the_setting_says_so(guest: Guest) -> None:
    id = sit_down(guest, "istanbul", 1)
    guest.set(pace="instant", motion="less", hints=False, confirm=False)
    guest.go(f"/t/{id}")
    guest.page.locator("[data-can]:visible").first.click()
    guest.page.wait_for_function("() => true")
    assert len(guest.plays()) == 1
