"""Several people: links, chat, spectators, lost connections, taking back."""

from __future__ import annotations

import random
import re
import time

from playwright.sync_api import WebSocketRoute, expect

from page.conftest import MakeGuest
from page.house import MAIN, OFFERED, QUIET, Guest, play_by_clicking, sit_down


def open_table(host: Guest) -> None:
    """By the page alone: home, with friends, two open seats of three, one a bot."""
    host.call("GET", "/api/me")
    host.set(**QUIET)
    host.go("/new/basari")
    host.page.get_by_label("Seat 3").select_option(index=1)
    host.page.get_by_label("Random seating").uncheck()
    host.page.get_by_role("button", name="Open the table").click()
    host.page.get_by_role("img", name="scan").wait_for()


def play_in_turn(*guests: Guest) -> None:
    """Whoever is asked plays, until everybody has played."""
    luck = random.Random(1)
    end = time.monotonic() + 90
    while not all(guest.plays() for guest in guests):
        assert time.monotonic() < end, "nobody is offered anything"
        for guest in guests:
            if guest.page.locator(f"{OFFERED}, {MAIN}").count() > 0:
                play_by_clicking(guest, luck, seconds=60, moves=len(guest.plays()) + 1)


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

    play_in_turn(host, friend)

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
    expect(second.page.locator(OFFERED).first).to_be_visible()


def test_a_lost_connection_is_taken_up_again(make_guest: MakeGuest) -> None:
    guest = make_guest()
    routes: list[WebSocketRoute] = []

    def through(route: WebSocketRoute) -> None:
        routes.append(route)
        route.connect_to_server()

    guest.page.route_web_socket(re.compile("/socket"), through)
    sit_down(guest, "istanbul", 1)
    offered = guest.page.locator(OFFERED)
    expect(offered.first).to_be_visible()
    before = offered.count()
    routes[-1].close(code=1011, reason="gone")
    expect(guest.page.locator(".lost")).to_be_visible()
    expect(guest.page.locator(".lost")).to_have_count(0)
    assert len(routes) == 2
    assert "after=" in routes[-1].url
    expect(offered).to_have_count(before)
    play_by_clicking(guest, random.Random(2), seconds=60, moves=1)


def test_a_choice_can_be_taken_back(guest: Guest) -> None:
    sit_down(guest, "istanbul", 1)
    page = guest.page
    question = page.locator(".ask .q")
    expect(question).to_have_text("Where does your merchant go?")
    page.locator("[data-place][data-can]:has(.bd.leave)").first.click()
    page.get_by_role("button", name="Move, then decide").click()
    expect(question).not_to_have_text("Where does your merchant go?")
    page.get_by_role("button", name="Undo").click()
    expect(question).to_have_text("Where does your merchant go?")
    expect(page.locator(OFFERED).first).to_be_visible()


def test_what_others_have_seen_is_taken_back_if_they_agree(make_guest: MakeGuest) -> None:
    host, friend = make_guest(), make_guest()
    for guest in (host, friend):
        guest.call("GET", "/api/me")
        guest.set(**QUIET)
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = host.call(
        "POST", "/api/tables", {"game": "istanbul", "seats": seats, "take_back": "consent"}
    )
    token = table["join_link"].partition("token=")[2]
    friend.call("POST", f"/api/tables/{table['id']}/join", {"token": token})
    for guest in (host, friend):
        guest.go(f"/t/{table['id']}")
        guest.page.locator("section.ask").wait_for()
    play_in_turn(host, friend)
    info = host.call("GET", f"/api/tables/{table['id']}")
    is_asked = info["deciding"] == info["mine"]
    first, other = (friend, host) if is_asked else (host, friend)
    ask_for_undo(first)
    other.page.get_by_role("button", name="Refuse").click()
    expect(other.page.get_by_role("button", name="Agree")).to_have_count(0)
    ask_for_undo(first)
    other.page.get_by_role("button", name="Agree").click()
    expect(first.page.locator(f"{OFFERED}, {MAIN}").first).to_be_visible()


def ask_for_undo(guest: Guest) -> None:
    """Read what would be taken back and who has to agree, then ask."""
    guest.page.locator(".tools .undo:enabled").click()
    slip = guest.page.locator(".ask .slip")
    expect(slip).to_contain_text("must agree")
    slip.get_by_role("button", name="Ask for undo").click()


def test_a_double_click_plays_once(guest: Guest) -> None:
    sit_down(guest, "istanbul", 1)
    page = guest.page
    page.locator(OFFERED).first.click()
    page.locator(MAIN).dblclick()
    page.wait_for_timeout(400)
    assert len(guest.plays()) == 1
