"""Several people: links, chat, spectators, lost connections, taking back."""

from __future__ import annotations

import random
import re

from playwright.sync_api import WebSocketRoute, expect

from page.conftest import MakeGuest
from page.house import MAIN, QUIET, Guest, play_by_clicking, sit_down


def open_table(host: Guest) -> None:
    """By the page alone: home, with friends, two open seats of three, one a bot."""
    host.call("GET", "/api/me")
    host.set(**QUIET)
    host.go("/new/basari")
    host.page.get_by_label("Seat 3").select_option(index=1)
    host.page.get_by_label("Draw the seats by lot").uncheck()
    host.page.get_by_role("button", name="Open the table").click()
    host.page.get_by_role("img", name="scan").wait_for()


def test_two_browsers_meet_by_a_link_and_play(make_guest: MakeGuest) -> None:
    host, friend = make_guest(), make_guest(language="de-DE")
    open_table(host)
    link = host.page.get_by_label("Invite by this link").input_value()
    friend.page.goto(link)
    friend.page.get_by_label("Dein Name").fill("Jonas")
    friend.page.get_by_role("button", name="Hinsetzen").click()
    for guest in (host, friend):
        guest.page.locator("section.ask").wait_for()
    expect(host.page.locator(".rivals")).to_contain_text("Jonas")

    for _ in range(200):
        if host.plays() and friend.plays():
            break
        for guest in (host, friend):
            if guest.page.locator("[data-can]:visible").count() > 0:
                play_by_clicking(guest, random.Random(1), seconds=60, moves=len(guest.plays()) + 1)
        host.page.wait_for_timeout(50)
    assert host.plays()
    assert friend.plays()

    friend.page.keyboard.press("c")
    friend.page.get_by_label("Etwas sagen").fill("Guten Abend")
    friend.page.keyboard.press("Enter")
    host.page.get_by_role("button", name="Chat").first.click()
    expect(host.page.get_by_role("log", name="Chat")).to_contain_text("Guten Abend")

    spectator = make_guest()
    id = host.page.url.rsplit("/", 1)[1]
    watch = host.call("GET", f"/api/tables/{id}")["watch_link"]
    spectator.go(watch)
    spectator.page.locator("section.ask").wait_for()
    expect(spectator.page.locator(".rival")).to_have_count(3)
    assert spectator.page.locator("[data-can]").count() == 0


def test_a_seat_goes_on_at_another_device(make_guest: MakeGuest) -> None:
    first, second = make_guest(), make_guest()
    id = sit_down(first, "basari", 2)
    seat = first.call("GET", f"/api/tables/{id}")["mine"][0]
    link = first.call("POST", f"/api/tables/{id}/seats/{seat}/link", {})
    second.go(link["path"])
    second.page.get_by_role("button", name="Sit down").click()
    expect(second.page.locator("[data-can]:visible").first).to_be_visible()


def test_a_lost_connection_is_taken_up_again(make_guest: MakeGuest) -> None:
    guest = make_guest()
    routes: list[WebSocketRoute] = []

    def through(route: WebSocketRoute) -> None:
        routes.append(route)
        route.connect_to_server()

    guest.page.route_web_socket(re.compile("/socket"), through)
    sit_down(guest, "istanbul", 1)
    offered = guest.page.locator("[data-can]:visible")
    expect(offered.first).to_be_visible()
    before = offered.count()
    routes[-1].close(code=1012, reason="gone")
    expect(guest.page.locator(".lost")).to_be_visible()
    expect(guest.page.locator(".lost")).to_have_count(0)
    assert len(routes) == 2
    assert "after=" in routes[-1].url
    expect(offered).to_have_count(before)
    play_by_clicking(guest, random.Random(2), seconds=60, moves=1)


def test_a_choice_can_be_taken_back(guest: Guest) -> None:
    sit_down(guest, "istanbul", 1)
    page = guest.page
    expect(page.locator("[data-can]:visible").first).to_be_visible()
    question = page.locator(".ask .q").inner_text()
    play_by_clicking(guest, random.Random(1), seconds=60, moves=1)
    # A gesture may hold several choices; each is taken back by itself.
    for _ in guest.plays()[0]["words"]:
        page.get_by_role("button", name="Undo").click()
        page.wait_for_timeout(800)
        if page.locator(".ask .q").inner_text() == question:
            break
    expect(page.locator(".ask .q")).to_have_text(question)
    expect(page.locator("[data-can]:visible").first).to_be_visible()


def test_a_double_click_plays_once(guest: Guest) -> None:
    sit_down(guest, "istanbul", 1)
    page = guest.page
    page.locator("[data-can]:visible").first.click()
    page.locator(MAIN).dblclick()
    page.wait_for_timeout(400)
    assert len(guest.plays()) == 1


def test_a_sofa_draws_a_curtain_between_its_seats(guest: Guest) -> None:
    guest.call("GET", "/api/me")
    guest.set(**QUIET)
    seats = [{"kind": "me"}, {"kind": "me", "name": "Jonas"}, {"kind": "bot", "level": "random"}]
    table = guest.call(
        "POST",
        "/api/tables",
        {"game": "basari", "seats": seats, "pace": "instant", "options": {"start": "random"}},
    )
    guest.go(f"/t/{table['id']}")
    page = guest.page
    page.locator("[data-can]:visible").first.click()
    page.locator(MAIN).click()
    page.get_by_role("button", name="Hand over to").click()
    curtain = page.get_by_role("button", name="I am")
    expect(curtain).to_be_visible()
    curtain.click()
    expect(page.locator("[data-can]:visible").first).to_be_visible()
