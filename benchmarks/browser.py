"""What the page costs in a browser: while a table waits, after a click, at the first load.

    python benchmarks/browser.py waiting    processor time of Chromium while somebody thinks
    python benchmarks/browser.py clicks     from a click to the first frame that shows it
    python benchmarks/browser.py loading    bytes and milliseconds of a first visit

Each starts a server and a Chromium of its own. Headless Chromium draws with the processor alone, so
the figures are those of a machine without a graphics card. Processor time is read from /proc; it
leaves out what other programs use, but a busy machine makes clicks and loads slower.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from playwright.sync_api import Browser, sync_playwright

from page.house import (
    OFFERED,
    Guest,
    House,
    new_guest,
    open_browser,
    open_house,
    play_by_clicking,
    sit_down,
)

GAMES: Final = {"istanbul": 3, "choose_write": 2, "basari": 3}
"""The games, and how many bots play along."""
SETTLED: Final = 6.0
"""Seconds after which everything that greets a new question has ended."""
TICK: Final = os.sysconf("SC_CLK_TCK")


# -- processor time while a table waits --------------------------------------


def family(parent: int) -> Iterator[int]:
    """The processes below one, children first."""
    for task in Path(f"/proc/{parent}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            yield from family(child)
            yield child


def browser_seconds() -> dict[str, float]:
    """Processor seconds of the Chromium processes below this one, by their kind."""
    spent: dict[str, float] = {}
    for process in family(os.getpid()):
        try:
            # Chromium writes its arguments anew, with spaces between them.
            words = Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ").split()
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        if not words or "chrom" not in words[0]:
            continue
        kind = next((word[7:] for word in words if word.startswith("--type=")), "browser")
        spent[kind] = spent.get(kind, 0.0) + (int(fields[11]) + int(fields[12])) / TICK
    return spent


def waiting(browser: Browser, house: House, seconds: float) -> None:
    """A table where I am asked and think, with all motion on."""
    print(f"processor while somebody thinks, {seconds:.0f} s each, all motion on")
    for game, bots in GAMES.items():
        for dark in (False, True):
            guest = new_guest(browser, house.address, dark=dark)
            at_table(guest, game, bots)
            guest.page.wait_for_timeout(SETTLED * 1000)
            before, begun = browser_seconds(), time.monotonic()
            guest.page.wait_for_timeout(seconds * 1000)
            after, over = browser_seconds(), time.monotonic() - begun
            parts = {kind: (after[kind] - before.get(kind, 0.0)) / over for kind in after}
            told = ", ".join(f"{kind} {part:.1%}" for kind, part in sorted(parts.items()))
            by = "night" if dark else "day"
            print(f"  {game:13} {by:6} {sum(parts.values()):6.1%} of a core ({told})", flush=True)
            guest.context.close()


def at_table(guest: Guest, game: str, bots: int) -> None:
    """Sit down at a table with all motion on, one click a move."""
    guest.page.emulate_media(reduced_motion="no-preference")
    table = sit_down(guest, game, bots, seed="page")
    guest.set(motion="full", confirm=False)
    guest.go(f"/t/{table}")
    guest.page.locator(OFFERED).first.wait_for()


# -- clicks ------------------------------------------------------------------

# From the moment of a pointer's press to the end of the first frame after the page has changed.
WATCH = """() => {
    window.feedback = [];
    let pressed = null;
    const shown = new MessageChannel();
    shown.port1.onmessage = ({ data }) => window.feedback.push(performance.now() - data);
    addEventListener("click", (event) => { pressed = event.timeStamp; }, { capture: true });
    new MutationObserver(() => {
        if (pressed === null) return;
        const since = pressed;
        pressed = null;
        requestAnimationFrame(() => shown.port2.postMessage(since));
    }).observe(document.body, {
        subtree: true, childList: true, attributes: true, characterData: true,
    });
}"""


def clicks(browser: Browser, house: House, moves: int) -> None:
    """Whole moves by clicking what is offered; what has no answer on the page counts as missing."""
    print(f"click to the first frame that shows something of it, {moves} moves each")
    for game, bots in GAMES.items():
        for width, height in ((1440, 900), (390, 844)):
            guest = new_guest(browser, house.address, width=width, height=height)
            at_table(guest, game, bots)
            guest.page.evaluate(WATCH)
            play_by_clicking(guest, random.Random("page"), seconds=300, moves=moves)
            guest.page.wait_for_timeout(500)
            took = sorted(guest.page.evaluate("window.feedback"))
            print(
                f"  {game:13} {width:5} px {len(took):4} clicks, "
                f"median {statistics.median(took):5.1f} ms, "
                f"95% {statistics.quantiles(took, n=20)[-1]:5.1f} ms, longest {took[-1]:5.1f} ms",
                flush=True,
            )
            guest.context.close()


# -- first load --------------------------------------------------------------

PAINTED = """() => Object.fromEntries(
    performance.getEntriesByType("paint").map((one) => [one.name, one.startTime]))"""


def table_of(guest: Guest, game: str) -> str:
    """Open a table with two quick bots; return its path."""
    guest.call("GET", "/api/me")
    seats = [{"kind": "me"}, *({"kind": "bot", "level": "random"} for _ in range(2))]
    asked = {"game": game, "seats": seats, "pace": "instant"}
    return f"/t/{guest.call('POST', '/api/tables', asked)['id']}"


def visit(browser: Browser, house: House, name: str) -> tuple[float, float, float]:
    """Kilobytes, milliseconds to the first paint and until a page can be used."""
    guest = new_guest(browser, house.address)
    path, there = (table_of(guest, name), OFFERED) if name in GAMES else ("/", ".camp")
    sizes: list[int] = []
    guest.page.on("requestfinished", lambda done: sizes.append(done.sizes()["responseBodySize"]))
    begun = time.monotonic()
    guest.go(path)
    guest.page.locator(there).first.wait_for()
    ready = (time.monotonic() - begun) * 1000
    guest.page.wait_for_timeout(300)
    painted = guest.page.evaluate(PAINTED)["first-contentful-paint"]
    guest.context.close()
    return sum(sizes) / 1000, painted, ready


def loading(browser: Browser, house: House, times: int) -> None:
    """First visits with an empty cache."""
    print(f"first load with an empty cache, median of {times}")
    for name in ("home", *GAMES):
        visits = [visit(browser, house, name) for _ in range(times)]
        size, painted, ready = (statistics.median(column) for column in zip(*visits, strict=True))
        print(
            f"  {name:13} {size:5.0f} kB, first paint {painted:4.0f} ms, usable {ready:4.0f} ms",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", nargs="*", default=["waiting", "clicks", "loading"])
    parser.add_argument("--seconds", type=float, default=10.0, help="of every table that waits")
    parser.add_argument("--moves", type=int, default=40, help="of every game that is clicked")
    parser.add_argument("--times", type=int, default=5, help="that each page is loaded")
    chosen = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before")
    with (
        tempfile.TemporaryDirectory() as folder,
        open_house(Path(folder)) as house,
        sync_playwright() as playwright,
    ):
        browser = open_browser(playwright)
        for what in chosen.what:
            match what:
                case "waiting":
                    waiting(browser, house, chosen.seconds)
                case "clicks":
                    clicks(browser, house, chosen.moves)
                case "loading":
                    loading(browser, house, chosen.times)
                case _:
                    parser.error(f"{what} is none of waiting, clicks, loading")
        browser.close()


if __name__ == "__main__":
    main()
