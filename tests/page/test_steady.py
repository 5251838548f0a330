"""Nothing moves under a finger: the question bar and the board stand still for a whole game."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest
from playwright.sync_api import expect

from page.conftest import MakeGuest
from page.house import OVER, QUIET, new_page, play_by_clicking, sit_down

SIZES = ((1440, 900), (820, 1180), (390, 844))

# Notes, frame by frame, where on the sheet of the page the bar and the board have ever been.
WATCH = """() => {
    window.seen = {};
    const places = (name) => {
        const box = document.querySelector(name).getBoundingClientRect();
        const whole = [box.x + scrollX, box.y + scrollY, box.width, box.height];
        return whole.map((one) => one.toFixed(1));
    };
    const look = () => {
        const now = `bar ${places("section.ask")}, board ${places("section.board")}`;
        window.seen[now] ??= document.querySelector("section.ask").innerText;
        requestAnimationFrame(look);
    };
    look();
}"""


@pytest.mark.parametrize(
    ("game", "bots", "level", "options"),
    [
        ("istanbul", 2, "greedy", {}),
        ("choose_write", 1, "random", {}),
        ("basari", 2, "random", {"laps": 1}),
    ],
)
def test_bar_and_board_stand_still_for_a_whole_game(
    make_guest: MakeGuest, game: str, bots: int, level: str, options: dict[str, Any]
) -> None:
    """One game on a laptop, a tablet and a phone: each in turn plays on, with all tips shown."""
    guest = make_guest(width=SIZES[0][0], height=SIZES[0][1])
    id = sit_down(guest, game, bots, level, options=options)
    guest.set(**(QUIET | {"hints": True}))
    pages = [guest, *(new_page(guest.context, guest.address) for _ in SIZES[1:])]
    for one, (width, height) in zip(pages, SIZES, strict=True):
        one.page.set_viewport_size({"width": width, "height": height})
        one.go(f"/t/{id}")
        one.page.locator("section.ask").wait_for()
        one.page.evaluate("document.fonts.ready")
        one.page.evaluate(WATCH)
    luck = random.Random(game)
    end = time.monotonic() + 240
    while pages[0].page.locator(OVER).count() == 0:
        assert time.monotonic() < end
        for one in pages:
            play_by_clicking(one, luck, seconds=60, moves=len(one.plays()) + 3)
    for one, size in zip(pages, SIZES, strict=True):
        expect(one.page.locator(OVER)).to_be_visible()
        seen: dict[str, str] = one.page.evaluate("window.seen")
        assert len(seen) == 1, f"{size}: {seen}"
        assert one.wrongs == []
