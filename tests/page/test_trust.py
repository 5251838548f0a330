"""What a player may rely on: undo says what it does, and clicks hit what they were meant for."""

from __future__ import annotations

import random
import re

from playwright.sync_api import expect

import bedesten
from page.house import MAIN, OFFERED, Guest, play_by_clicking, sit_down

UNDO = "section.ask .undo"


def until_bots_have_played(guest: Guest) -> None:
    """Play until the guest is asked again after its own turn."""
    page = guest.page
    luck = random.Random(4)
    for _ in range(60):
        play_by_clicking(guest, luck, seconds=30, moves=len(guest.plays()) + 1)
        page.locator(OFFERED).first.wait_for()
        if "bot turn" in (page.locator(UNDO).get_attribute("title") or ""):
            return
    raise AssertionError("the bots never played")


def test_undo_says_what_it_takes_back_and_can_be_undone(guest: Guest) -> None:
    sit_down(guest, "istanbul", 2, confirm=False)
    until_bots_have_played(guest)
    page = guest.page
    log = page.locator(".logp").inner_text()
    page.locator(UNDO).click()
    slip = page.locator(".ask .slip")
    expect(slip).to_contain_text("undoes 2 bot turns")
    page.keyboard.press("Escape")
    expect(slip).to_have_count(0)
    page.keyboard.press("u")
    page.keyboard.press("Enter")  # the button that does it has the focus
    redo = page.locator("section.ask .redo")
    expect(redo).to_be_enabled()
    assert page.locator(".logp").inner_text() != log
    redo.click()
    expect(redo).to_have_count(0)
    expect(page.locator(UNDO)).to_have_attribute("title", re.compile("undoes 2 bot turns"))


def seed_with_card() -> str:
    """A game that the guest begins with a card that may be played at any time in its turn."""
    for seed in map(str, range(200)):
        match = bedesten.new("istanbul", seats=2, seed=seed)
        if match.actors == (0,) and match.view(0)["players"][0]["hand"]["five_lira"]:
            return seed
    raise AssertionError("no such game")


def test_a_free_undo_takes_a_whole_move_back_at_once(guest: Guest) -> None:
    sit_down(guest, "istanbul", 1, seed=seed_with_card())
    page = guest.page
    page.locator('[data-word="place:2"][data-can], [data-word="place:4"][data-can]').first.click()
    page.locator(MAIN).click()
    question = page.locator(".ask .q")
    expect(question).not_to_have_text("Where does your merchant go?")
    assert len(guest.plays()[0]["words"]) > 1
    expect(page.locator(UNDO)).to_have_attribute(
        "title", re.compile(r"^Undoes your choice: (fabric|fruit) warehouse")
    )
    page.locator(UNDO).click()
    expect(question).to_have_text("Where does your merchant go?")
    page.locator("section.ask .redo").click()
    expect(question).not_to_have_text("Where does your merchant go?")


# Puts a button where the last one was clicked, as a dialog or a strip would come.
REPLACE = """() => {
    const make = (name, next) => {
        const button = document.createElement("button");
        button.textContent = name;
        button.style.cssText = "position:fixed;inset:300px auto auto 300px;padding:40px;z-index:99";
        button.onclick = () => {
            window.hit = [...(window.hit ?? []), name];
            button.remove();
            next?.();
        };
        document.body.append(button);
    };
    make("first", () => make("second"));
}"""


def test_a_double_click_cannot_hit_what_has_just_come(guest: Guest) -> None:
    guest.go("/")
    page = guest.page
    page.locator(".camp").wait_for()
    page.evaluate(REPLACE)
    page.mouse.dblclick(340, 345)
    assert page.evaluate("window.hit") == ["first"]
    page.wait_for_timeout(600)  # longer than a double click takes: another click, which is meant
    page.mouse.click(340, 345)
    assert page.evaluate("window.hit") == ["first", "second"]


def test_a_double_click_plays_once_where_one_click_plays(guest: Guest) -> None:
    """The next question may offer the same place again: the second click is not for it."""
    sit_down(guest, "basari", 2, confirm=False, options={"laps": 1})
    page = guest.page
    for _ in range(4):
        page.locator(OFFERED).first.wait_for()
        page.wait_for_timeout(300)
        before = len(guest.plays())
        page.locator(OFFERED).first.dblclick(delay=20)
        expect(page.locator(".ask[data-pending]")).to_have_count(0)
        assert len(guest.plays()) <= before + 1
