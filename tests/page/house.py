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
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Playwright

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
def open_house(folder: Path, environment: Mapping[str, str] = os.environ) -> Iterator[House]:
    """Serve from a database of its own, until the end of the block."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    options = ["--port", str(port), "--db", str(folder / "tables.db"), "--workers", "1"]
    limits = ["--rate", "2000", "--connections", "200", "--messages", "200", "--work", "100"]
    log = folder / "server.log"
    with log.open("wb") as written:
        server = subprocess.Popen(
            [sys.executable, "-m", "bedesten", "serve", *options, *limits],
            stdout=written,
            stderr=written,
            env=environment,
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
        """A call with the cookie of this browser."""
        kind = "text/plain" if isinstance(body, str) else "application/json"
        answer = self.context.request.fetch(
            f"{self.address}{path}",
            method=method,
            headers={} if body is None else {"content-type": kind},
            data=body,
        )
        assert answer.ok, f"{path}: {answer.text()}"
        return answer.json()

    def set(self, **settings: Any) -> None:
        """Change settings; a page that is loaded afterwards has them."""
        self.call("PATCH", "/api/me", {"settings": settings})

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
    return new_page(context, address)


def new_page(context: BrowserContext, address: str) -> Guest:
    """A page of a browser that may have others, at the same tables."""
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
"""Nothing to wait for."""


def sit_down(
    guest: Guest, game: str, bots: int, level: str = "random", *, confirm: bool = True, **more: Any
) -> str:
    """Open a table against bots and go there; return its id."""
    guest.call("GET", "/api/me")
    guest.set(**QUIET, confirm=confirm)
    seats = [{"kind": "me"}, *({"kind": "bot", "level": level} for _ in range(bots))]
    table = guest.call(
        "POST", "/api/tables", {"game": game, "seats": seats, "pace": "instant"} | more
    )
    guest.go(f"/t/{table['id']}")
    guest.page.locator("section.ask").wait_for()
    return str(table["id"])


# -- what everybody can use ----------------------------------------------------


def _violations(guest: Guest) -> list[str]:
    """What axe finds that shuts somebody out."""
    found: list[dict[str, Any]] = guest.page.evaluate(
        "async () => (await axe.run({ resultTypes: ['violations'] })).violations"
    )
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:160] for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in ("serious", "critical") and not _is_a_picture(one)
    ]


def _is_a_picture(violation: dict[str, Any]) -> bool:
    """Whether it is about words within the picture of a choice, which is named by its choice."""
    return violation["id"] == "label-content-name-mismatch" and all(
        "data-word" in node["html"] for node in violation["nodes"]
    )


def check_accessible(guest: Guest, sizes: Iterable[tuple[int, int]]) -> None:
    """Nothing shuts anybody out and nothing is too wide, at each size, by day and by night."""
    assert AXE.exists(), "axe-core is not installed: make page"
    guest.page.evaluate(AXE.read_text(encoding="utf-8"))
    for width, height in sizes:
        guest.page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            guest.page.emulate_media(color_scheme=scheme)
            found = _violations(guest)
            assert found == [], f"{scheme}, {width} pixels: {found}"
        assert guest.page.evaluate("document.documentElement.scrollWidth") <= width


# -- playing -----------------------------------------------------------------

OVER = "dialog[open] .result"
OFFERED = "[data-can]:visible"
MAIN = "section.ask .btns .go:enabled"

# Chooses by the numbers among what can be clicked, and finds a spot of it that is not covered.
# Returns the spot; "over"; or, where nothing could be clicked for a moment, what stands there.
AIM = """([over, main, numbers, patience]) => new Promise((found) => {
    const end = performance.now() + patience;
    const [first, second] = numbers;
    const parts = [0.5, 0.3, 0.7, 0.15, 0.85];
    const spot = (element) => {
        element.scrollIntoView({ block: "nearest", inline: "nearest" });
        const box = element.getBoundingClientRect();
        for (const down of parts) for (const along of parts) {
            const x = box.x + box.width * along;
            const y = box.y + box.height * down;
            if (element.contains(document.elementFromPoint(x, y))) return { x, y };
        }
        return null;
    };
    const look = () => {
        if (document.querySelector(over)) return found("over");
        const offered = [...document.querySelectorAll("[data-can]")]
            .filter((one) => one.checkVisibility());
        const go = document.querySelector(main);
        const wanted = go && (offered.length === 0 || first < 0.7)
            ? go : offered[Math.floor(second * offered.length)];
        const aim = wanted && spot(wanted);
        if (aim) return found(aim);
        if (performance.now() < end) return setTimeout(look, 15);
        const all = [...offered, ...(go ? [go] : [])].map((one) => one.dataset.word ?? "main");
        const told = document.querySelector("section.ask")?.innerText;
        found(`${all.length > 0 ? "covered" : "waiting"}: ${all} ${told}`);
    };
    setTimeout(look, 30);
})"""


A_MOMENT = 300  # milliseconds


def play_by_clicking(
    guest: Guest, luck: random.Random, *, seconds: float, moves: int = 10_000, touch: bool = False
) -> int:
    """Click what is offered, and only that, until the game is over or so many moves are made."""
    page = guest.page
    click = page.touchscreen.tap if touch else page.mouse.click
    end = time.monotonic() + seconds
    while len(guest.plays()) < moves:
        aim = page.evaluate(AIM, [OVER, MAIN, [luck.random(), luck.random()], A_MOMENT])
        if aim == "over":
            break
        if isinstance(aim, dict):
            click(aim["x"], aim["y"])
        elif aim.startswith("covered"):
            # The page changed while we were aiming, and the click has opened a rule or a sheet.
            page.keyboard.press("Escape")
        assert time.monotonic() < end, f"not over after {len(guest.plays())} moves: {aim}"
    return len(guest.plays())
