"""Luck on the page: a share of one's own, the promise, the check in the browser, how draws fell."""

from __future__ import annotations

import random
import re

from playwright.sync_api import Route, expect

from page.conftest import MakeGuest
from page.house import QUIET, Guest, check_accessible, play_by_clicking

SIZES = [(1440, 900), (820, 1100), (390, 800)]
NO_WEBCRYPTO = "Object.defineProperty(globalThis.crypto, 'subtle', { value: undefined })"


def quick_game(guest: Guest, share: str = "") -> str:
    """A table for one lap of Basari against weak bots, opened by the form, as far as the start."""
    guest.call("GET", "/api/me")
    guest.set(**QUIET, confirm=True)
    page = guest.page
    guest.go("/new/basari")
    seats = page.locator(".seat select")
    seats.first.wait_for()
    for n in range(seats.count()):
        seats.nth(n).select_option(index=1)
    page.get_by_label("Laps").select_option("1")
    if share:
        page.get_by_label("Your share in the luck").fill(share)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    page.locator("section.ask").wait_for()
    return page.url.rpartition("/")[2]


def test_a_game_is_played_and_every_draw_proven_in_the_browser(make_guest: MakeGuest) -> None:
    guest = make_guest()
    page = guest.page
    id = quick_game(guest, "my own words")
    # While it is played: the promise, the hash of the share, and nothing that foretells a draw.
    guest.go(f"/luck/{id}")
    expect(page.get_by_text("Your browser got the same promise")).to_be_visible()
    expect(page.get_by_text("my own words")).to_be_visible()
    expect(page.get_by_text("When the game is over, you can check")).to_be_visible()
    expect(page.get_by_role("button", name="Check it here")).to_have_count(0)
    check_accessible(guest, SIZES[:1])
    page.get_by_role("link", name="To the table").click()
    page.locator("section.ask").wait_for()
    play_by_clicking(guest, random.Random(1), seconds=150)
    # The result leads to the proof.
    page.locator("dialog[open] .result").get_by_role("button", name="Luck").click()
    page.wait_for_url(f"**/luck/{id}")
    button = page.get_by_role("button", name="Check it here")
    button.focus()
    page.keyboard.press("Enter")
    proven = page.get_by_text(re.compile(r"Everything fits: all \d+ draws"))
    expect(proven).to_be_visible()
    luck = guest.call("GET", f"/api/tables/{id}/luck")
    assert f"all {len(luck['draws'])} draws" in proven.inner_text()
    expect(page.get_by_text("The share that your browser added is among them.")).to_be_visible()
    for text in (luck["secret"], luck["key"], luck["promise"]):
        expect(page.get_by_text(text, exact=True)).to_be_visible()
    page.get_by_text("All draws (").click()
    assert page.locator(".scroll tbody tr").count() == len(luck["draws"])
    check_accessible(guest, SIZES)
    # Without WebCrypto, as on a plain address in the local network.
    page.add_init_script(NO_WEBCRYPTO)
    page.reload()
    page.get_by_role("button", name="Check it here").click()
    expect(proven).to_be_visible()
    assert page.evaluate("crypto.subtle === undefined")
    # A record in which one die is another: its line is named.
    record = guest.context.request.get(f"{guest.address}/api/tables/{id}/record").text()
    lines = record.split("\n")
    n = next(n for n, line in enumerate(lines) if line.startswith("2. ") and "pips:" in line)
    pips = lines[n].split("pips:")[1][0]
    other = int(pips) % 6 + 1
    lines[n] = lines[n].replace(f"pips:{pips}", f"pips:{other}", 1)

    def tampered(route: Route) -> None:
        route.fulfill(body="\n".join(lines), content_type="text/plain")

    page.route("**/record", tampered)
    page.get_by_role("button", name="Check again").click()
    expect(page.get_by_text(f"Line {n + 1} of the record does not fit.")).to_be_visible()
    expect(page.get_by_text(re.compile(rf"Draw \d+ gives {pips}, not {other}\."))).to_be_visible()
    page.unroute("**/record")
    # All tables of the server have these draws, too; and this browser has seen one promise.
    guest.go("/luck")
    expect(page.get_by_role("heading", name="The die")).to_be_visible()
    expect(page.get_by_text("revealed: check it")).to_be_visible()
    check_accessible(guest, SIZES)


def test_one_click_adds_a_random_share_and_a_typed_one_waits_for_it(guest: Guest) -> None:
    page = guest.page
    guest.call("GET", "/api/me")
    guest.set(**QUIET)
    guest.go("/luck")
    page.get_by_label("Your share in the luck").fill("typed before")
    page.get_by_role("button", name="Keep for the next game").click()
    expect(page.get_by_text("Kept.")).to_be_visible()
    shares = []
    for _ in range(2):
        guest.go("/")
        page.locator("[data-game=basari]").get_by_role("button", name="Play now").click()
        page.wait_for_url("**/t/*")
        table = guest.call("GET", f"/api/tables/{page.url.rpartition('/')[2]}")
        assert len(table["luck"]["shares"]) == 1
        seen = page.evaluate("JSON.parse(localStorage['bedesten.promises'])[0]")
        assert seen["promise"] == table["luck"]["promise"]
        shares.append(seen["share"])
    assert shares[0] == "typed before"
    assert re.fullmatch("[0-9a-f]{64}", shares[1])


def test_friends_add_their_shares_when_they_sit_down(make_guest: MakeGuest) -> None:
    ada, bo = make_guest(), make_guest(width=390, height=800)
    for guest in (ada, bo):
        guest.call("GET", "/api/me")
        guest.set(**QUIET)
    ada.go("/new/basari")
    ada.page.get_by_role("button", name="Open the table").click()
    ada.page.wait_for_url("**/t/*")
    id = ada.page.url.rpartition("/")[2]
    link = ada.call("GET", f"/api/tables/{id}")["join_link"]
    bo.go(link)
    bo.page.get_by_label("Your share in the luck").fill("Bo's words")
    bo.page.get_by_role("button", name="Sit down").click()
    bo.page.wait_for_url("**/t/*")
    shares = ada.call("GET", f"/api/tables/{id}")["luck"]["shares"]
    assert len(shares) == 2
    # Ada thinks of something better, and sees the hash of Bo's share and not the share.
    ada.page.locator("summary").click()
    ada.page.get_by_label("Change your share").fill("a better one")
    ada.page.get_by_role("button", name="Add this share").click()
    expect(ada.page.get_by_text("Your share is in.")).to_be_visible()
    expect(ada.page.get_by_text(shares[1]["hash"])).to_be_visible()
    assert "Bo's words" not in ada.page.content()
    changed = ada.call("GET", f"/api/tables/{id}")["luck"]["shares"]
    assert changed[0]["hash"] != shares[0]["hash"]
    check_accessible(ada, SIZES)


def test_the_page_about_luck_speaks_german_and_french(make_guest: MakeGuest) -> None:
    for language, title in (("de-DE", "Glück"), ("fr-FR", "Hasard")):
        guest = make_guest(language=language)
        guest.go("/luck")
        expect(guest.page.get_by_role("heading", name=title, exact=True)).to_be_visible()
        expect(guest.page.locator("section h2")).to_have_count(3)
