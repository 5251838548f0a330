"""Take pictures of every screen, by day and by night, in three sizes: make shots.

shots.py [FOLDER [NAME …]] takes those whose names begin with one of the names.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import sync_playwright

from page.house import CHROMIUM, Guest, half_way, new_guest, open_browser, open_house, page_is_built
from page.test_screens import finished_table, home, opening, room, rules, settings, solo

SIZES = {"360": (360, 740), "820": (820, 1180), "1440": (1440, 900)}


def table(game: str, bots: int, turn: int) -> Callable[[Guest], None]:
    def shown(guest: Guest) -> None:
        half_way(guest, game, bots, turn)

    return shown


def at_home(guest: Guest) -> None:
    """With games under way and a table to sit down at."""
    half_way(guest, "istanbul", 3, 5)
    half_way(guest, "basari", 2, 3)
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    guest.call("POST", "/api/tables", {"game": "basari", "seats": seats, "visibility": "public"})
    home(guest)


def replayed(guest: Guest) -> None:
    id = finished_table(guest, "choose_write")
    guest.go(f"/replay/{id}?n=120")
    guest.page.locator(".reel").wait_for()


def ended(guest: Guest) -> None:
    id = finished_table(guest, "basari")
    guest.go(f"/t/{id}")
    guest.page.locator("dialog[open] figure svg").wait_for()


SCREENS: dict[str, Callable[[Guest], None]] = {
    "home": at_home,
    "istanbul": table("istanbul", 3, 32),
    "choose_write": table("choose_write", 2, 14),
    "basari": table("basari", 3, 6),
    "solo": solo,
    "rules": rules,
    "new": opening,
    "room": room,
    "replay": replayed,
    "result": ended,
    "settings": settings,
}


def main() -> int:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/shots")
    wanted = tuple(sys.argv[2:]) or ("",)
    if CHROMIUM is None or not page_is_built():
        print("pictures need Chromium and the built page: make page")
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as scratch,
        open_house(Path(scratch)) as house,
        sync_playwright() as playwright,
    ):
        browser = open_browser(playwright)
        for name, screen in SCREENS.items():
            if not name.startswith(wanted):
                continue
            # One game a screen: the sizes and the times of day show the same moment.
            guest = new_guest(browser, house.address)
            screen(guest)
            for size, (width, height) in SIZES.items():
                guest.page.set_viewport_size({"width": width, "height": height})
                for time in ("light", "dark"):
                    guest.page.emulate_media(color_scheme=time)
                    guest.page.wait_for_timeout(250)
                    target = folder / f"{name}-{size}-{time}.png"
                    guest.page.screenshot(path=target)
                    print(target)
            guest.context.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
