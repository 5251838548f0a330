"""A real server and a real browser, for the tests of the page and for its pictures."""

from __future__ import annotations

import json
import os
import random
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, TimeoutError

CHROMIUM = next(
    (
        found
        for name in ("chromium", "chromium-browser", "google-chrome")
        if (found := shutil.which(name))
    ),
    None,
)
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE = 30_000  # milliseconds


def page_is_built() -> bool:
    return files("bedesten.server").joinpath("page", "index.html").is_file()


# -- the server --------------------------------------------------------------


@dataclass(frozen=True)
class House:
    """A running server."""

    address: str


@contextmanager
def open_house(folder: Path) -> Iterator[House]:
    """Serve from a database of its own, until the end of the block."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    options = ["--port", str(port), "--db", str(folder / "tables.db"), "--workers", "1"]
    limits = ["--rate", "2000", "--connections", "200", "--messages", "200"]
    log = folder / "server.log"
    with log.open("wb") as written:
        server = subprocess.Popen(
            [sys.executable, "-m", "bedesten", "serve", *options, *limits],
            stdout=written,
            stderr=written,
            env=os.environ,
        )
    try:
        wait_for(lambda: answers(address), 60, lambda: f"no server: {log.read_text()}")
        yield House(address)
    finally:
        server.terminate()
        server.wait(timeout=20)


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/health", timeout=2):
            return True
    except OSError:
        return False


def wait_for(is_so: Callable[[], object], seconds: float, say: Callable[[], str]) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            raise AssertionError(say())
        time.sleep(0.05)


# -- the browser -------------------------------------------------------------


def open_browser(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(
        executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"]
    )


@dataclass
class Guest:
    """Somebody with a browser of their own, who notes what should not happen."""

    context: BrowserContext
    page: Page
    address: str
    wrongs: list[str] = field(default_factory=list)
    sent: list[dict[str, Any]] = field(default_factory=list)
    """What the page said on its sockets."""

    def go(self, path: str) -> None:
        self.page.goto(f"{self.address}{path}")

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """A call of the page's own, with its cookie."""
        answer = self.page.evaluate(
            """async ([method, path, body]) => {
                const text = typeof body === "string";
                const answer = await fetch(path, {
                    method,
                    headers: body === null ? {} : {
                        "content-type": text ? "text/plain" : "application/json",
                    },
                    body: body === null ? null : text ? body : JSON.stringify(body),
                });
                if (!answer.ok) throw new Error(path + ": " + (await answer.text()));
                return answer.json();
            }""",
            [method, path, body],
        )
        return answer

    def set(self, **settings: Any) -> None:
        """Change settings as the page keeps them: with the server and in the browser."""
        self.call("PATCH", "/api/me", {"settings": settings})
        self.page.evaluate(
            "(kept) => localStorage.setItem('bedesten.settings', JSON.stringify(kept))", settings
        )

    def plays(self) -> list[dict[str, Any]]:
        return [message for message in self.sent if message["type"] == "play"]


def new_guest(
    browser: Browser,
    address: str,
    *,
    width: int = 1440,
    height: int = 900,
    dark: bool = False,
    language: str = "en-GB",
    touch: bool = False,
) -> Guest:
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
        locale=language,
        has_touch=touch,
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    guest = Guest(context, page, address)
    page.on(
        "console",
        lambda told: (
            guest.wrongs.append(told.text)
            if told.type in ("error", "warning")
            and not told.text.startswith("Failed to load resource")
            else None
        ),
    )
    page.on(
        "response",
        lambda answer: (
            guest.wrongs.append(f"{answer.status} {answer.url}") if answer.status >= 400 else None
        ),
    )
    page.on("pageerror", lambda error: guest.wrongs.append(str(error)))
    page.on(
        "request",
        lambda asked: (
            None
            if asked.url.startswith((address, "data:", "blob:"))
            else guest.wrongs.append(f"request to {asked.url}")
        ),
    )
    page.on(
        "websocket",
        lambda opened: opened.on("framesent", lambda text: guest.sent.append(json.loads(text))),
    )
    return guest


QUIET = {"pace": "instant", "motion": "less", "hints": False}


def sit_down(guest: Guest, game: str, bots: int, level: str = "random", **more: Any) -> str:
    """Open a table against bots and go there; return its id."""
    guest.go("/")
    guest.page.get_by_role("heading", level=1).wait_for()
    guest.set(**QUIET)
    seats = [{"kind": "me"}, *({"kind": "bot", "level": level} for _ in range(bots))]
    table = guest.call(
        "POST", "/api/tables", {"game": game, "seats": seats, "pace": "instant"} | more
    )
    guest.go(f"/t/{table['id']}")
    guest.page.locator("section.ask").wait_for()
    return str(table["id"])


def half_way(guest: Guest, game: str, bots: int, turn: int) -> str:
    """A table in the middle of a game, where the guest has done what hints said so far."""
    for _ in range(4):
        id = sit_down(guest, game, bots, "greedy")
        page = guest.page
        while not is_over(page):
            if page.locator(OFFERED).count() == 0:
                page.wait_for_timeout(50)
                continue
            if guest.call("GET", f"/api/tables/{id}")["turn"] >= turn:
                return id
            page.keyboard.press("h")
            try:
                page.locator(".hint").wait_for(timeout=4000)
                page.locator(MAIN).click(timeout=2000)
                page.wait_for_timeout(300)
            except TimeoutError:
                page.keyboard.press("Escape")
    raise AssertionError(f"{game} never stood at turn {turn}")


# -- playing -----------------------------------------------------------------

OVER = "dialog[open] .result"
OFFERED = "[data-can]:visible"
MAIN = "section.ask .btns .go:enabled"


def is_over(page: Page) -> bool:
    return page.locator(OVER).count() > 0


def play_by_clicking(
    guest: Guest, luck: random.Random, *, seconds: float, moves: int = 10_000
) -> int:
    """Click what is offered, and only that, until the game is over or so many moves are made."""
    page = guest.page
    end = time.monotonic() + seconds
    idle = 0
    while time.monotonic() < end:
        if is_over(page) or len(guest.plays()) >= moves:
            return len(guest.plays())
        main = page.locator(MAIN)
        offered = page.locator(OFFERED)
        count = offered.count()
        try:
            if main.count() > 0 and (count == 0 or luck.random() < 0.7):
                main.first.click(timeout=1000)
                page.wait_for_timeout(20)
            elif count > 0:
                offered.nth(luck.randrange(count)).click(timeout=1000)
            else:
                page.wait_for_timeout(30)
                idle += 1
        except Exception as error:
            # It went away, or something moved in front of it, while we were aiming.
            if "Timeout" not in str(error) and "detached" not in str(error):
                raise
            page.keyboard.press("Escape")
    raise AssertionError(
        f"not over after {len(guest.plays())} moves and {idle} waits: "
        f"{page.locator('section.ask').inner_text()!r}"
    )
