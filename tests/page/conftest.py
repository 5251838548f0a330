"""Every test gets a real server and browsers; nothing may go wrong in any of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")

from playwright.sync_api import Browser, expect, sync_playwright

from page.house import CHROMIUM, Guest, House, new_guest, open_browser, open_house, page_is_built

MakeGuest = Callable[..., Guest]

expect.set_options(timeout=20_000)


def skip_without_browser() -> None:
    """Skip where there is no browser, or nothing to show in it."""
    if os.environ.get("BEDESTEN_BUILD") == "pure":
        pytest.skip("the page is tested on the installed build")
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here: the page is not tested in a browser")
    if not page_is_built():
        pytest.skip("the page is not built: make page")


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    skip_without_browser()
    with open_house(tmp_path_factory.mktemp("house")) as opened:
        yield opened


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    skip_without_browser()
    with sync_playwright() as playwright:
        browser = open_browser(playwright)
        yield browser
        browser.close()


@pytest.fixture
def make_guest(
    house: House, browser: Browser, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[MakeGuest]:
    """Somebody new with a browser; what went wrong in it fails the test."""
    guests: list[Guest] = []

    def made(**more: object) -> Guest:
        guest = new_guest(browser, house.address, **more)  # type: ignore[arg-type]
        guests.append(guest)
        return guest

    yield made
    wrongs = [wrong for guest in guests for wrong in guest.wrongs]
    for number, guest in enumerate(guests):
        guest.page.screenshot(path=tmp_path / f"last-{number}.png")
        guest.context.close()
    assert wrongs == []


@pytest.fixture
def guest(make_guest: MakeGuest) -> Guest:
    return make_guest()
