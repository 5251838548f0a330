"""People at a table: pace, away and nudged, bots that take over, visitors, a shared device."""

from __future__ import annotations

import json
import random
import re
from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from page.conftest import MakeGuest
from page.house import (
    MAIN,
    OFFERED,
    QUIET,
    Guest,
    check_accessible,
    play_by_clicking,
    sit_down,
)

SIZES = [(1440, 900), (820, 1180), (390, 844)]


def known(guest: Guest, **settings: Any) -> Guest:
    guest.call("GET", "/api/me")
    guest.set(**(QUIET | settings))
    return guest


def open_for_two(host: Guest, friend: Guest, **terms: Any) -> str:
    """A table at which both sit and that nobody has opened in a browser yet."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = host.call("POST", "/api/tables", {"game": "istanbul", "seats": seats} | terms)
    token = table["join_link"].partition("token=")[2]
    friend.call("POST", f"/api/tables/{table['id']}/join", {"token": token, "name": "Jonas"})
    return str(table["id"])


def asked_first(host: Guest, friend: Guest, id: str) -> tuple[Guest, Guest]:
    """Who is asked, and the other one."""
    info = host.call("GET", f"/api/tables/{id}")
    return (host, friend) if info["deciding"] == info["mine"] else (friend, host)


def play_first_choice(guest: Guest) -> None:
    play_by_clicking(guest, random.Random(3), seconds=30, moves=len(guest.plays()) + 1)


# -- pace ---------------------------------------------------------------------


def test_the_pace_of_a_running_game_is_set_in_the_settings(guest: Guest) -> None:
    id = sit_down(guest, "istanbul", 1, pace="slow")
    page = guest.page
    page.get_by_role("button", name="Settings").click()
    slow = page.get_by_role("button", name="Slow")
    expect(slow).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Fast").click()
    expect(page.get_by_role("button", name="Fast")).to_have_attribute("aria-pressed", "true")
    assert guest.call("GET", f"/api/tables/{id}")["pace"] == "fast"


def test_one_click_or_one_key_skips_to_my_turn(guest: Guest) -> None:
    """At the slow pace the turns of four bots take about a minute."""
    known(guest, confirm=False)
    sit_down(guest, "istanbul", 4, pace="slow", confirm=False)
    page = guest.page
    for press in (False, True):
        while page.locator(OFFERED).count() > 0:
            page.locator(OFFERED).last.click()
            page.wait_for_timeout(300)
        skip = page.get_by_role("button", name="To my turn")
        expect(skip).to_be_enabled()
        if press:
            page.keyboard.press("s")
        else:
            skip.click()
        expect(page.locator(OFFERED).first).to_be_visible(timeout=15_000)


# -- away, nudged, a bot ------------------------------------------------------


def test_a_card_says_since_when_somebody_is_away_and_a_bot_plays_for_them(
    make_guest: MakeGuest,
) -> None:
    host, friend = known(make_guest()), known(make_guest())
    id = open_for_two(host, friend, stand_in={"by": "vote", "after": 0})
    first, other = asked_first(host, friend, id)
    for guest in (first, other):
        guest.go(f"/t/{id}")
        guest.page.locator("section.ask").wait_for()
    expect(other.page.locator(".rival .away")).to_have_count(0)
    first.go("/")
    expect(other.page.locator(".rival .away")).to_have_text("just left")
    other.page.get_by_role("button", name="Let a bot play").click()
    expect(other.page.locator(".rival")).to_contain_text("a bot stands in")
    first.go(f"/t/{id}")
    first.page.get_by_role("button", name="Take the seat back").click()
    expect(first.page.locator(".tidings")).not_to_contain_text("A bot plays for you")
    expect(other.page.locator(".rival")).not_to_contain_text("a bot stands in")


def test_a_nudged_person_sees_and_hears_it(make_guest: MakeGuest) -> None:
    host, friend = known(make_guest()), known(make_guest())
    id = open_for_two(host, friend)
    first, other = asked_first(host, friend, id)
    count_sounds(first)
    for guest in (first, other):
        guest.go(f"/t/{id}")
        guest.page.locator("section.ask").wait_for()
    first.page.keyboard.press("l")  # before the first key no browser lets a page make a sound
    before = sounds(first)
    nudge = other.page.get_by_role("button", name="Nudge")
    expect(nudge).to_be_enabled()
    other.page.wait_for_timeout(5000)  # so long a question has to stand
    nudge.click()
    expect(first.page.locator(".tidings")).to_contain_text("nudges you")
    assert sounds(first) > before
    expect(other.page.get_by_role("button", name="Nudged")).to_be_disabled()


def count_sounds(guest: Guest) -> None:
    guest.page.add_init_script(
        """
        window.sounds = 0;
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (...when) {
            window.sounds += 1;
            return start.apply(this, when);
        };
        """
    )


def sounds(guest: Guest) -> int:
    return int(guest.page.evaluate("window.sounds"))


# -- my turn ------------------------------------------------------------------


def test_my_turn_shows_in_title_and_icon_and_is_heard_and_notified(make_guest: MakeGuest) -> None:
    host, friend = known(make_guest()), known(make_guest(), notify=True)
    id = open_for_two(host, friend)
    first, other = asked_first(host, friend, id)
    other.context.grant_permissions(["notifications"])
    other.set(**QUIET, notify=True)
    count_sounds(other)
    other.page.add_init_script(
        """
        window.notified = [];
        class Shown { static permission = "granted";
            constructor(title, more) { window.notified.push([title, more.tag]); } close() {} }
        window.Notification = Shown;
        Document.prototype.hasFocus = () => false;
        """
    )
    for guest in (first, other):
        guest.go(f"/t/{id}")
        guest.page.locator("section.ask").wait_for()
    icon = other.page.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", "/logo.svg")
    other.page.keyboard.press("l")
    before = sounds(other)
    for _ in range(200):
        if other.page.title().startswith("● Your turn"):
            break
        if first.page.locator(f"{OFFERED}, {MAIN}").count() > 0:
            play_first_choice(first)
        first.page.wait_for_timeout(200)
    expect(icon).to_have_attribute("href", "/logo-turn.svg")
    assert sounds(other) > before
    assert other.page.evaluate("window.notified") == [["Your turn", id]]


def test_permission_to_notify_is_asked_for_by_a_click_only(guest: Guest) -> None:
    guest.page.add_init_script(
        """
        window.asked = 0;
        Notification.requestPermission = async () => ((window.asked += 1), "denied");
        """
    )
    sit_down(guest, "istanbul", 1)
    page = guest.page
    assert page.evaluate("window.asked") == 0
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name="Notify me").click()
    assert page.evaluate("window.asked") == 1
    expect(page.locator("dialog[open]")).to_contain_text("Your browser does not allow it")
    expect(page.get_by_role("switch", name="Notify me")).not_to_be_checked()


def test_muted_sounds_are_silent_and_none_is_made_before_a_click(guest: Guest) -> None:
    count_sounds(guest)
    id = sit_down(guest, "istanbul", 1)
    assert sounds(guest) == 0
    guest.set(**QUIET, sounds=False)
    guest.go(f"/t/{id}")
    guest.page.locator("section.ask").wait_for()
    play_first_choice(guest)
    guest.page.wait_for_timeout(300)
    assert sounds(guest) == 0


# -- the line -----------------------------------------------------------------


def test_a_dead_line_is_told_and_when_it_is_back(guest: Guest) -> None:
    """Nothing closes the connection: messages are swallowed, as when a cable is pulled.

    A busy machine has twice the time; `socket.test.ts` holds the page to its three seconds.
    """
    alive = [True]

    def through(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        route.on_message(lambda text: server.send(text) if alive[0] else None)
        server.on_message(lambda text: route.send(text) if alive[0] else None)

    guest.page.route_web_socket(re.compile("/socket"), through)
    sit_down(guest, "istanbul", 1)
    page = guest.page
    page.wait_for_timeout(2000)
    expect(page.locator(".tidings .lost")).to_have_count(0)
    alive[0] = False
    expect(page.locator(".tidings .lost")).to_be_visible(timeout=6000)
    expect(page.locator(".tidings .lost")).to_contain_text("Connection lost")
    alive[0] = True
    expect(page.locator(".tidings .back")).to_contain_text("The connection is back")
    expect(page.locator(".tidings .lost")).to_have_count(0)


# -- visitors -----------------------------------------------------------------


def test_the_address_in_the_address_bar_is_an_invitation(make_guest: MakeGuest) -> None:
    host, friend, watcher = known(make_guest()), known(make_guest()), known(make_guest())
    host.go("/new/istanbul")
    host.page.get_by_role("button", name="Open the table").click()
    host.page.get_by_text("send the address of this page").wait_for()
    friend.page.goto(host.page.url)
    friend.page.get_by_role("button", name="Sit down").click()
    friend.page.get_by_label("Your name").fill("Jonas")
    friend.page.get_by_role("button", name="Sit down").click()
    for guest in (host, friend):
        guest.page.locator("section.ask").wait_for()
    watcher.page.goto(host.page.url)
    expect(watcher.page.locator(".ask")).to_contain_text("You are watching")


def test_a_visitor_asks_at_a_private_table_and_is_let_in(make_guest: MakeGuest) -> None:
    host, visitor = known(make_guest()), known(make_guest())
    id = sit_down(host, "istanbul", 1, visibility="private")
    visitor.go(f"/t/{id}")
    form = visitor.page.locator("form")
    expect(form).to_contain_text("A private table of Istanbul")
    form.get_by_label("Your name").fill("Jonas")
    check_accessible(visitor, SIZES)
    form.get_by_role("button", name="Ask to come in").click()
    expect(form).to_contain_text("You have asked")
    tidings = host.page.locator(".tidings")
    expect(tidings).to_contain_text("Jonas asks to come in")
    check_accessible(host, SIZES)
    tidings.get_by_role("button", name="Let in").click()
    expect(visitor.page.locator(".ask")).to_contain_text("You are watching")
    expect(tidings).not_to_contain_text("Jonas")


# -- one device ---------------------------------------------------------------


def test_a_shared_device_shows_no_hand_before_its_person_says_so(guest: Guest) -> None:
    """In a sealed choice, too, and after a reload; nothing of the table is drawn meanwhile."""
    known(guest)
    seats = [{"kind": "me"}, {"kind": "me", "name": "Jonas"}, {"kind": "bot", "level": "random"}]
    terms = {"game": "basari", "seats": seats, "pace": "instant", "options": {"start": "random"}}
    table = guest.call("POST", "/api/tables", terms)
    heard: list[dict[str, Any]] = []
    guest.page.on(
        "websocket",
        lambda line: line.on("framereceived", lambda text: heard.append(json.loads(text))),
    )
    guest.go(f"/t/{table['id']}")
    page = guest.page
    curtain = page.locator(".curtain")
    curtain.wait_for()
    assert page.locator("section.ask").count() == 0
    check_accessible(guest, SIZES)
    first = curtain.locator("h1").inner_text()
    page.keyboard.press("Enter")
    expect(curtain).to_have_count(0)
    play_first_choice(guest)
    expect(curtain).to_be_visible()
    second = curtain.locator("h1").inner_text()
    assert {first, second} == {f"Hand over to {one['name']}" for one in table["seats"][:2]}
    seats_seen = {one["seat"] for one in heard if one["type"] in ("snapshot", "moved")}
    assert len(seats_seen) == 1, "the next hand was sent before its person asked for it"
    page.reload()
    expect(curtain.locator("h1")).to_have_text(second)
    curtain.get_by_role("button", name="I am").first.click()
    expect(page.locator(OFFERED).first).to_be_visible()
