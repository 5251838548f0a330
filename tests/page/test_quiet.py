"""A page that waits uses no processor: nothing moves while somebody thinks."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from page.conftest import MakeGuest
from page.house import MAIN, OFFERED, QUIET, Guest, play_by_clicking, sit_down

# What is still moving: an animation that runs, or one that waits for its turn.
MOVING = """() => document.getAnimations()
    .filter((one) => one.playState === "running")
    .map((one) => one.animationName ?? one.transitionProperty ?? "script")"""
SETTLED = 8_000  # milliseconds

# Properties that endless animations of the style sheets change, by the name of the animation.
ENDLESS = """() => {
    const rules = [];
    const walk = (list) => {
        for (const one of list) { rules.push(one); walk(one.cssRules ?? []); }
    };
    for (const sheet of document.styleSheets) walk(sheet.cssRules);
    const names = new Set(rules
        .filter((one) => one.style?.animationIterationCount?.includes("infinite"))
        .flatMap((one) => one.style.animationName.split(/,\\s*/)));
    return Object.fromEntries([...names].map((name) => [name, [...new Set(rules
        .filter((one) => one instanceof CSSKeyframesRule && one.name === name)
        .flatMap((one) => [...one.cssRules].flatMap((frame) => [...frame.style])))]]));
}"""
COMPOSITED = {"opacity", "transform", "translate", "rotate", "scale"}

HIDE = """(hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def lively(guest: Guest, table: str) -> None:
    """Look at a table with all motion on."""
    guest.page.emulate_media(reduced_motion="no-preference")
    guest.set(motion="full")
    guest.go(f"/t/{table}")
    guest.page.locator("section.ask").wait_for()


def until_quiet(guest: Guest) -> None:
    guest.page.wait_for_function(f"() => ({MOVING})().length === 0", timeout=SETTLED)


@pytest.mark.parametrize("game", ["istanbul", "choose_write", "basari"])
def test_nothing_moves_while_i_think(guest: Guest, game: str) -> None:
    lively(guest, sit_down(guest, game, 2))
    guest.page.locator(OFFERED).first.wait_for()
    until_quiet(guest)


def test_nothing_moves_while_another_thinks(make_guest: MakeGuest) -> None:
    """Where all choose at once, dots tell that somebody has not chosen yet."""
    host, friend = make_guest(), make_guest()
    for one in (host, friend):
        one.call("GET", "/api/me")
    seats = [{"kind": "me"}, {"kind": "open"}]
    table = host.call("POST", "/api/tables", {"game": "choose_write", "seats": seats})
    token = table["join_link"].rpartition("=")[2]
    friend.call("POST", f"/api/tables/{table['id']}/join", {"token": token})
    for one in (host, friend):
        one.set(**QUIET, confirm=False)
        one.go(f"/t/{table['id']}")
        one.page.locator("section.ask").wait_for()
    luck = random.Random(3)
    while host.page.locator(".dots").count() == 0:
        asked = host if host.page.locator(f"{OFFERED}, {MAIN}").count() > 0 else friend
        play_by_clicking(asked, luck, seconds=60, moves=len(asked.plays()) + 1)
        host.page.wait_for_timeout(100)
    lively(host, table["id"])
    host.page.locator(".dots").wait_for()
    until_quiet(host)


def test_endless_motion_leaves_layout_and_paint_alone(guest: Guest) -> None:
    sit_down(guest, "istanbul", 1)
    endless = guest.page.evaluate(ENDLESS)
    assert endless, "not even the spinner turns: the style sheets were not read"
    wrong = {name: set(moved) - COMPOSITED for name, moved in endless.items()}
    assert not any(wrong.values()), wrong


def test_a_hidden_page_stands_still(guest: Guest) -> None:
    sit_down(guest, "istanbul", 1)
    page = guest.page
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("document.documentElement.dataset.motion = 'full'")
    page.evaluate(
        "document.querySelector('section.ask')"
        ".insertAdjacentHTML('beforeend', '<i id=turns style=\"animation: spin 1s infinite\"></i>')"
    )
    turns = page.locator("#turns")
    expect(turns).to_have_css("animation-play-state", "running")
    page.evaluate(HIDE, True)
    expect(turns).to_have_css("animation-play-state", "paused")
    page.evaluate(HIDE, False)
    expect(turns).to_have_css("animation-play-state", "running")
