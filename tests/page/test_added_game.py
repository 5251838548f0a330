"""A game added by its folder and one line is listed on the page and played at the plain table."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from page.conftest import MakeGuest, skip_without_browser
from page.house import (
    OFFERED,
    OVER,
    QUIET,
    Guest,
    House,
    check_accessible,
    open_house,
    play_by_clicking,
    sit_down,
)
from tiny_package import NAME, add_tiny_game, environment


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server of the package to which the tiny game was added."""
    skip_without_browser()
    package = add_tiny_game(tmp_path_factory.mktemp("package"))
    with open_house(tmp_path_factory.mktemp("house"), environment(package)) as opened:
        yield opened


def test_it_is_played_from_the_home_page_in_one_click(guest: Guest) -> None:
    guest.call("GET", "/api/me")
    guest.set(**QUIET, confirm=False)
    guest.go("/")
    card = guest.page.locator(f"[data-game={NAME}]")
    expect(card.get_by_role("heading")).to_have_text("Stalls")
    expect(card).to_contain_text("Choose a stall in secret.")
    expect(card).to_contain_text("about 5 min")
    expect(card.locator(".art svg")).to_be_visible()

    card.get_by_role("button", name="Play now").click()
    expect(guest.page.locator(".ask .q")).to_have_text("Which stall do you choose in secret?")
    plain = guest.page.locator(".plain")
    expect(plain.locator(".seat")).to_have_count(3)

    play_by_clicking(guest, random.Random(1), seconds=120)
    expect(guest.page.locator(OVER).get_by_role("table").locator("tbody tr")).to_have_count(3)
    guest.page.locator(OVER).get_by_role("button", name="View board").click()
    expect(plain).to_contain_text("stall")
    expect(guest.page.get_by_role("log", name="Log")).to_contain_text("The game is over")


def test_its_options_and_rules_are_on_the_page(guest: Guest) -> None:
    guest.go(f"/new/{NAME}")
    guest.page.get_by_label("Rounds").select_option("1")
    guest.page.get_by_label("Seat 2").select_option(index=1)
    guest.page.get_by_label("Seat 3").select_option(index=1)
    guest.page.get_by_role("button", name="Open the table").click()
    expect(guest.page.locator(".plain")).to_contain_text("Rounds 1", use_inner_text=True)
    guest.go(f"/rules/{NAME}")
    expect(guest.page.get_by_text("STA-2.3")).to_be_visible()


def test_a_bot_gives_a_hint_in_it(guest: Guest) -> None:
    sit_down(guest, NAME, 2)
    guest.page.keyboard.press("h")
    expect(guest.page.locator("[data-hinted]")).to_have_count(1)
    placed = "one => getComputedStyle(one).position"
    assert guest.page.locator("[data-hinted]").evaluate(placed) == "relative"


@pytest.mark.parametrize("language", ["de-DE", "fr-FR"])
def test_it_speaks_the_language_of_the_page(make_guest: MakeGuest, language: str) -> None:
    guest = make_guest(language=language)
    guest.go("/")
    title = guest.page.locator(f"[data-game={NAME}]").get_by_role("heading")
    expect(title).to_have_text({"de-DE": "Stände", "fr-FR": "Étals"}[language])


def test_the_plain_table_shuts_nobody_out(guest: Guest) -> None:
    sit_down(guest, NAME, 2, confirm=False)
    play_by_clicking(guest, random.Random(2), seconds=60, moves=2)
    guest.page.locator(f"{OFFERED}, {OVER}").first.wait_for()
    check_accessible(guest, ((1440, 900), (820, 1180), (390, 844)))
