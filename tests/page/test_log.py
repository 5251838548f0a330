"""The log tells a turn in a few lines, with pictures; every part opens the clause of its cause."""

from __future__ import annotations

import random
import re
import statistics
import time

import pytest
from playwright.sync_api import Page, expect

from page.house import AIM, MAIN, OVER, Guest, sit_down

LOG = "[role=log]"
LINES = """paragraph => {
    const height = parseFloat(getComputedStyle(paragraph).lineHeight);
    return Math.round(paragraph.getBoundingClientRect().height / height);
}"""
LONGEST = 120


def play_for(guest: Guest, seed: str, paragraphs: int) -> None:
    """Click what is offered until the log has told so much."""
    page, luck = guest.page, random.Random(seed)
    end = time.monotonic() + LONGEST
    while page.locator(f"{LOG} p").count() < paragraphs:
        assert time.monotonic() < end, "the log did not grow"
        if page.locator("[data-scene]").count() > 0:
            page.keyboard.press("Escape")
        aim = page.evaluate(AIM, [OVER, MAIN, [luck.random(), luck.random()], 300])
        if aim == "over":
            return
        if isinstance(aim, dict):
            page.mouse.click(aim["x"], aim["y"])


def lines(page: Page) -> list[tuple[int, str]]:
    """How many lines each paragraph of the log takes."""
    return [(one.evaluate(LINES), one.inner_text()) for one in page.locator(f"{LOG} p").all()]


def test_a_turn_of_istanbul_takes_at_most_three_lines_and_no_line_says_whose_turn_it_is(
    guest: Guest,
) -> None:
    guest.page.set_viewport_size({"width": 1440, "height": 900})
    sit_down(guest, "istanbul", 2, "greedy", confirm=False, pace="instant")
    play_for(guest, "log", 24)
    told = lines(guest.page)
    assert statistics.median(n for n, _ in told) <= 3
    for n, text in told:
        # A turn with a move, an assistant and an action; cards and encounters may take more.
        assert n <= 3 or len(text) > 95, (n, text)
        assert text.count("Baran") <= 1, "a name is said once"
    headings = guest.page.locator(f"{LOG} .rd")
    expect(headings.first).to_have_text(re.compile(r"^Turn \d+$"))
    expect(guest.page.locator(LOG)).not_to_contain_text("is to play")
    assert guest.page.locator(f"{LOG} p svg use[href^='#place-']").count() > 5


@pytest.mark.parametrize("game", ["istanbul", "choose_write", "basari"])
def test_every_part_of_the_log_opens_the_clause_of_its_cause(guest: Guest, game: str) -> None:
    guest.page.set_viewport_size({"width": 1440, "height": 900})
    sit_down(guest, game, 2, "greedy", confirm=False, pace="instant")
    play_for(guest, "clauses", 8)
    page = guest.page
    if page.locator("[data-scene]").count() > 0:
        page.keyboard.press("Escape")
    seen: set[str] = set()
    for part in page.locator(f"{LOG} [role=button]").all():
        clause = str(part.get_attribute("data-clause"))
        if clause in seen or len(seen) > 5:
            continue
        seen.add(clause)
        part.focus()
        page.keyboard.press("Enter")
        shown = page.locator("dialog[open]")
        expect(shown.locator(f".here[data-clause='{clause}']")).to_be_in_viewport()
        page.keyboard.press("Escape")
        expect(shown).to_have_count(0)
    assert len(seen) > 2


def test_the_log_and_a_hint_follow_the_language_at_once(guest: Guest) -> None:
    guest.page.set_viewport_size({"width": 1440, "height": 900})
    sit_down(guest, "istanbul", 2, "greedy", confirm=False, pace="instant")
    play_for(guest, "language", 10)
    log = guest.page.locator(LOG)
    expect(log).to_contain_text("goes to")
    for name, words, heading in (("Deutsch", "geht zu", "Zug"), ("Français", " va ", "Tour")):
        guest.page.get_by_role("button", name=name).click()
        expect(log).to_contain_text(words)
        expect(log).not_to_contain_text("goes to")
        expect(log.locator(".rd").first).to_contain_text(heading)


def test_a_part_that_is_new_comes_alone_and_the_rest_of_its_paragraph_stays(guest: Guest) -> None:
    """A screen reader hears what is added to a live region: nothing old may be made anew."""
    guest.page.set_viewport_size({"width": 1440, "height": 900})
    sit_down(guest, "istanbul", 2, "greedy", confirm=False, pace="instant")
    play_for(guest, "aloud", 4)
    page = guest.page
    expect(page.locator(LOG)).to_have_attribute("aria-live", "polite")
    page.evaluate(
        """() => document.querySelectorAll('[role=log] [role=button]')
            .forEach(one => { one.dataset.old = one.textContent })"""
    )
    old = page.locator(f"{LOG} [data-old]").count()
    play_for(guest, "aloud on", page.locator(f"{LOG} p").count() + 4)
    assert page.locator(f"{LOG} [data-old]").count() >= old - 1  # a sum may have gone on
    assert page.evaluate(
        """() => [...document.querySelectorAll('[role=log] [data-old]')]
            .slice(0, -1).every(one => one.dataset.old === one.textContent)"""
    )
