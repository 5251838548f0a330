"""Take pictures of every screen, by day and by night, in six sizes: make shots.

shots.py [FOLDER [NAME …]] takes those whose names begin with one of the names.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

from playwright.sync_api import sync_playwright

from page.house import CHROMIUM, Guest, new_guest, open_browser, open_house, page_is_built, sit_down
from page.test_screens import (
    finished_table,
    home,
    joining,
    opening,
    replays,
    room,
    rules,
    rules_drawer,
    settings,
    solo,
)

SIZES = {
    "360": (360, 740),
    "844": (844, 390),
    "820": (820, 1180),
    "1024": (1024, 768),
    "1280": (1280, 720),
    "1440": (1440, 900),
}
TONGUES = ("de", "fr")
"""The languages besides English."""
SPOKEN = ("home", "istanbul", "choose_write", "basari", "haggle", "solo", "result")
"""The screens with many words, which are taken in every language, on a phone and on a laptop."""


# Plays by a line of its own what hints say, until a turn or a question has come.
ADVISED = """([id, turn, step]) => new Promise((done) => {
    const line = new WebSocket(`ws://${location.host}/api/tables/${id}/socket?language=en`);
    const PLAYED = 1_000_000;
    let asked, known;
    const say = (told) => line.send(JSON.stringify(told));
    const ask = () => asked && say({ type: "hint", seat: asked.seat, id: asked.seq });
    line.onmessage = ({ data }) => {
        const told = JSON.parse(data);
        if (told.type === "hint" && told.id === asked?.seq) {
            const { seq, seat } = asked;
            say({ type: "play", seq, seat, words: told.words, id: PLAYED });
        } else if (told.type === "error") {
            // Hints have a limit: what was refused is asked again a little later.
            setTimeout(ask, 300);
        } else if (told.type === "moved" || told.type === "snapshot") {
            asked = told.asked[0];
            const now = told.type === "moved" ? told.entry.turn : told.table.turn;
            const over = told.view.over;
            const here = asked && now >= turn && (!step || asked.step === step);
            if (over || here) return line.close(), done(!over);
            const question = asked && `${asked.seq} ${asked.seat}`;
            if (question && question !== known) ask();
            known = question;
        }
    };
})"""


def half_way(guest: Guest, game: str, bots: int, turn: int, step: str = "") -> None:
    """A table in the middle of a game, where the guest has done what hints said so far."""
    id = sit_down(guest, game, bots, "greedy")
    assert guest.page.evaluate(ADVISED, [id, turn, step]), f"{game} never stood at turn {turn}"
    guest.page.reload()
    guest.page.locator("[data-can]:visible").first.wait_for()


def table(game: str, bots: int, turn: int, step: str = "") -> Callable[[Guest], None]:
    return lambda guest: half_way(guest, game, bots, turn, step)


def noticed(game: str, bots: int) -> Callable[[Guest], None]:
    """The first hint of a first game."""

    def shown(guest: Guest) -> None:
        sit_down(guest, game, bots)
        guest.set(hints=True)
        guest.page.reload()
        guest.page.locator(".notice").wait_for()

    return shown


def at_home(guest: Guest) -> None:
    """With games under way and a table to sit down at."""
    half_way(guest, "istanbul", 3, 5)
    half_way(guest, "basari", 2, 3)
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    guest.call("POST", "/api/tables", {"game": "basari", "seats": seats, "visibility": "public"})
    home(guest)


def replayed(guest: Guest) -> None:
    id = finished_table(guest, "basari")
    guest.go(f"/replay/{id}?n=60")
    guest.page.locator(".timeline").wait_for()


def ended(guest: Guest) -> None:
    id = finished_table(guest, "istanbul")
    guest.go(f"/t/{id}")
    guest.page.locator("dialog[open] figure svg").wait_for()


SCREENS: dict[str, Callable[[Guest], None]] = {
    "home": at_home,
    "istanbul": table("istanbul", 3, 32),
    "choose_write": table("choose_write", 2, 14),
    "basari": table("basari", 3, 6),
    "haggle": table("basari", 2, 2, "answer_offer"),
    "first-istanbul": noticed("istanbul", 3),
    "first-basari": noticed("basari", 2),
    "solo": solo,
    "rules": rules,
    "new": opening,
    "room": room,
    "join": joining,
    "replays": replays,
    "drawer": rules_drawer,
    "replay": replayed,
    "result": ended,
    "settings": settings,
}


def take(guest: Guest, size: str, time: Literal["light", "dark"], target: Path) -> None:
    width, height = SIZES[size]
    guest.page.set_viewport_size({"width": width, "height": height})
    guest.page.emulate_media(color_scheme=time)
    guest.page.wait_for_timeout(150)  # the page lays itself out
    guest.page.screenshot(path=target)
    print(target, flush=True)


def speak(guest: Guest, language: str) -> None:
    """Switch the language as the settings do; the page is loaded again."""
    guest.page.evaluate(f"localStorage.setItem('bedesten.language', '{language}')")
    guest.call("PATCH", "/api/me", {"language": language})
    guest.page.reload()
    guest.page.locator(f"html[lang={language}]").wait_for()
    guest.page.wait_for_load_state("networkidle")


def main(folder: Path, names: Sequence[str]) -> int:
    """Take the pictures of the screens whose names begin with one of the names."""
    wanted = tuple(names) or ("",)
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
            for size in SIZES:
                for time in ("light", "dark"):
                    take(guest, size, time, folder / f"{name}-{size}-{time}.png")
            for language in TONGUES if name in SPOKEN else ():
                speak(guest, language)
                for size in ("360", "1440"):
                    take(guest, size, "light", folder / f"{name}-{size}-{language}.png")
            guest.context.close()
        browser.close()
    return 0


if __name__ == "__main__":
    given = sys.argv[1:] or ["build/shots"]
    sys.exit(main(Path(given[0]), given[1:]))
