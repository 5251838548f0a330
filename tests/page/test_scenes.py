"""What just happened is seen: reveals, haggles, scorings, the others' deeds, and the end."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from page.conftest import MakeGuest
from page.house import AIM, MAIN, OVER, Guest, check_accessible, play_by_clicking, sit_down
from page.test_screens import finished_table

SCENE = "[data-scene]"
LONGEST = 120


def play_until(guest: Guest, seed: str, is_there: Callable[[Page], bool]) -> None:
    """Click what is offered until something is there; scenes stay unless it is not them."""
    page, luck = guest.page, random.Random(seed)
    end = time.monotonic() + LONGEST
    while not is_there(page):
        assert time.monotonic() < end, "it never came"
        if page.locator(SCENE).count() > 0 and not is_there(page):
            page.keyboard.press("Escape")
        aim = page.evaluate(AIM, [OVER, MAIN, [luck.random(), luck.random()], 300])
        assert aim != "over", "the game was over before it came"
        # It may have come while we were aiming.
        if isinstance(aim, dict) and not is_there(page):
            page.mouse.click(aim["x"], aim["y"])


def scene(kind: str) -> Callable[[Page], bool]:
    return lambda page: page.locator(f"[data-scene={kind}]").count() > 0


def basari(guest: Guest, bots: int = 3, pace: str = "instant", **options: Any) -> str:
    level = "greedy"
    return sit_down(guest, "basari", bots, level, confirm=False, pace=pace, options=options)


# -- Basari --------------------------------------------------------------------


def test_tiles_turn_over_together_each_with_its_owner(guest: Guest) -> None:
    basari(guest, pace="fast")
    play_until(guest, "reveal", scene("reveal"))
    shown = guest.page.locator(f"{SCENE} figure")
    expect(shown).to_have_count(4)
    for name in ("You", "Aylin", "Baran", "Ceyda"):
        expect(shown.filter(has_text=name)).to_have_text(re.compile("Die|Points|Gems"))
    outcomes = guest.page.locator(f"{SCENE} [data-outcome]")
    kinds = {one.get_attribute("data-kind") for one in outcomes.all()}
    assert kinds <= {"alone", "haggle", "lapsed", "waits"}
    expect(guest.page.locator("[data-scene-says]")).to_contain_text("has chosen")
    guest.page.keyboard.press("Escape")
    expect(guest.page.locator(SCENE)).to_have_count(0)


def test_this_round_stays_until_the_next_tiles_are_laid(guest: Guest) -> None:
    basari(guest)
    page = guest.page
    play_until(guest, "round", lambda page: page.locator("[data-round]").count() > 0)
    round = page.locator("[data-round]")
    assert round.get_attribute("data-round") == "1"
    expect(round.locator("[data-outcome] .who .vh")).to_have_count(4)
    play_until(
        guest,
        "round on",
        lambda page: page.locator("[data-round]").get_attribute("data-round") == "2",
    )


def test_a_scoring_is_a_scene_that_can_be_read_again(guest: Guest) -> None:
    basari(guest)
    page = guest.page
    play_until(guest, "scoring", scene("scoring"))
    rows = page.locator(f"{SCENE} tbody tr")
    assert [row.get_attribute("data-row") for row in rows.all()] == [
        "lap",
        "red",
        "yellow",
        "green",
        "blue",
        "total",
    ]
    plus = [int(text) for text in re.findall(r"\+(\d+)", " ".join(rows.all_inner_texts()))]
    totals = [re.findall(r"\d+", text) for text in rows.last.locator("td").all_inner_texts()]
    assert sum(plus) == sum(int(after) - int(before) for before, after in totals) > 0
    told = page.locator(f"{SCENE} table").inner_text()
    expect(page.locator("[data-scene-says]")).to_contain_text("Scoring 1 of 3 begins")
    check_accessible(guest, [(1440, 900), (390, 844)])
    page.set_viewport_size({"width": 1440, "height": 900})
    page.keyboard.press("Enter")
    expect(page.locator(SCENE)).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="Scoring 1", exact=True).click()
    expect(page.locator("dialog[open] table")).to_be_visible()
    assert page.locator("dialog[open] table").inner_text() == told


def test_a_scene_is_acted_out_and_one_click_ends_it(make_guest: MakeGuest) -> None:
    guest = make_guest()
    basari(guest, pace="fast")
    page = guest.page
    guest.set(motion="full")
    page.reload()
    page.locator("section.ask").wait_for()
    play_until(guest, "acted", scene("reveal"))
    page.locator(f"{SCENE} button").click()
    expect(page.locator("[data-scene=reveal]")).to_have_count(0)


def haggle_frames(guest: Guest, id: str) -> list[dict[str, Any]]:
    """The frames of the first haggle with a raise, each with its number."""
    found: list[dict[str, Any]] = []
    first = 0
    while True:
        part = guest.call("GET", f"/api/tables/{id}/frames?first={first}&count=50")
        for frame in part["frames"]:
            if frame["view"]["haggle"]:
                found.append(frame)
            elif len({one["view"]["haggle"]["bidder"] for one in found}) > 2:
                return found
            else:
                found = []
        first += 50
        assert first < part["total"], "nobody raised in the whole game"


def test_offers_lie_on_the_pan_of_their_maker_and_sides_never_change(guest: Guest) -> None:
    id = finished_table(guest, "basari")
    names = ["Mira", "Jonas", "Nuri"]
    sides = set()
    for frame in haggle_frames(guest, id):
        haggle, actors = frame["view"]["haggle"], frame["view"]["actors"]
        guest.go(f"/replay/{id}?n={frame['n']}")
        scale = guest.page.locator(".scale > svg")
        expect(scale).to_be_visible()
        label = scale.get_attribute("aria-label") or ""
        (left, on_left), (right, on_right) = (
            part.split(": ") for part in label.rstrip(".").split(". ")
        )
        sides.add((left, right))
        laid = {names.index(left): on_left, names.index(right): on_right}
        for seat, text in laid.items():
            gems = (
                haggle["offer"]
                if seat == haggle["bidder"]
                else haggle["draft"]
                if seat in actors
                else {}
            )
            assert sum(int(n) for n in re.findall(r"\d+", text)) == sum(gems.values()), label
    assert len(sides) == 1


def test_a_haggle_on_a_phone_shows_both_sides_without_overlap(make_guest: MakeGuest) -> None:
    guest = make_guest(width=390, height=844, touch=True)
    basari(guest)
    play_until(guest, "phone", lambda page: page.locator(".haggle .purse").count() > 0)
    page = guest.page
    parts = page.locator(".haggle [data-bid], .haggle .stake, .haggle .purse, .haggle .verdict")
    expect(parts).to_have_count(5)
    boxes = [box for part in parts.all() if (box := part.bounding_box())]
    assert len(boxes) == 5
    for n, one in enumerate(boxes):
        assert one["x"] >= 0
        assert one["x"] + one["width"] <= 390
        for other in boxes[n + 1 :]:
            apart = (
                one["x"] + one["width"] <= other["x"] + 0.5
                or other["x"] + other["width"] <= one["x"] + 0.5
                or one["y"] + one["height"] <= other["y"] + 0.5
                or other["y"] + other["height"] <= one["y"] + 0.5
            )
            assert apart, (one, other)
    rival = page.locator(".haggle [data-bid]").last
    expect(rival).to_have_text(re.compile("Aylin|Baran|Ceyda"))
    expect(rival.locator(".worth")).to_have_text(re.compile("would"))


def test_an_offer_to_be_answered_shuts_nobody_out(guest: Guest) -> None:
    basari(guest)
    stands = ".haggle:has(.purse) .bid.stands"
    play_until(guest, "answer", lambda page: page.locator(stands).count() > 0)
    check_accessible(guest, [(360, 740), (390, 844), (1440, 900)])


# -- since my last choice ------------------------------------------------------


# Shows the moves again and stops them as soon as that is offered; says what the bar said meanwhile.
STOPPED = """() => new Promise((done) => {
    const [again, stop] = ["Show it again", "Stop"].map((name) => `.since [aria-label="${name}"]`);
    const h1 = document.querySelector("section.ask h1");
    document.querySelector(again).click();
    const look = (then) => then() || requestAnimationFrame(() => look(then));
    look(() => {
        const button = document.querySelector(stop);
        if (!button) return false;
        const said = h1.innerText;
        button.click();
        look(() => document.querySelector(again) && (done(said), true));
        return true;
    });
})"""


@pytest.mark.parametrize("game", ["istanbul", "choose_write", "basari"])
def test_a_strip_tells_what_the_others_did_until_my_next_choice(guest: Guest, game: str) -> None:
    sit_down(guest, game, 2, "greedy", confirm=False)
    page = guest.page
    strip = page.locator("[data-since]")
    play_until(
        guest,
        f"since {game}",
        lambda page: page.evaluate(
            "document.querySelectorAll('[data-since]').length > 1 && "
            "document.querySelector('section.ask.mine .since > .bt:enabled') !== null"
        ),
    )
    if page.locator(SCENE).count() > 0:
        page.keyboard.press("Escape")
    page.mouse.move(2, 2)
    expect(strip.first).to_contain_text("(opens the log)")
    assert strip.first.locator("svg, b").count() > 1
    strip.first.click()
    expect(page.locator(".log .wanted").first).to_be_in_viewport()
    told = page.evaluate(STOPPED)
    # What was put together is laid down by now.
    question = page.locator("section.ask h1").inner_text()
    assert told != question
    assert page.evaluate(STOPPED) == told
    expect(page.locator("section.ask h1")).to_have_text(question)


# -- the end -------------------------------------------------------------------


@pytest.mark.parametrize("game", ["istanbul", "choose_write", "basari"])
def test_a_result_says_why_its_winner_won(guest: Guest, game: str) -> None:
    id = finished_table(guest, game)
    course = guest.call("GET", f"/api/tables/{id}/course?language=en")
    guest.go(f"/t/{id}")
    result = guest.page.locator(OVER)
    expect(result.locator("[data-reason]")).to_have_text(course["reason"])
    assert re.match(r"\d+ (rubies|points), (ahead of|tie broken by) ", course["reason"])
    for label in course["ranked_by"][:2]:
        expect(result.get_by_role("columnheader", name=label, exact=True)).to_be_visible()
    brought = [one for one in course["sources"] if any(one["amounts"])]
    expect(result.locator("[data-sources] tbody tr")).to_have_count(len(brought))
    expect(guest.page.locator(".notice")).to_have_count(0)
    expect(guest.page.locator("section.ask .last")).to_have_count(0)
    check_accessible(guest, [(1440, 900), (390, 844)])


def test_a_result_speaks_the_language_of_the_page(make_guest: MakeGuest) -> None:
    guest = make_guest(language="de-DE")
    id = finished_table(guest, "basari")
    guest.go(f"/t/{id}")
    expect(guest.page.locator("[data-reason]")).to_have_text(re.compile("Punkte"))
    expect(guest.page.locator("[data-sources]")).to_contain_text("Umrundungen")


def test_a_solo_game_says_what_it_ticked_and_what_is_open(guest: Guest) -> None:
    guest.call("GET", "/api/me")
    guest.set(pace="instant", motion="less", hints=False, confirm=False)
    table = guest.call("POST", "/api/solo/start", {"task": 1, "rubies": 10})
    guest.go(f"/t/{table['id']}")
    play_by_clicking(guest, random.Random(2), seconds=LONGEST)
    added = guest.call("GET", f"/api/solo?of={table['id']}")
    told = guest.page.locator(f"{OVER} [data-campaign]")
    expect(told.locator("li")).to_have_count(len(added["game"]["ticked"]))
    task, _ = added["next"]
    text = next(one["text"] for one in added["tasks"] if one["task"] == task)
    expect(told).to_contain_text(text)
    told.get_by_role("link", name="To the campaign").click()
    expect(guest.page).to_have_url(re.compile("/solo"))


def test_scorings_are_read_in_a_replay(guest: Guest) -> None:
    id = finished_table(guest, "basari")
    course = guest.call("GET", f"/api/tables/{id}/course")
    second = course["milestones"][1]["n"]
    guest.go(f"/replay/{id}?n={second}")
    expect(guest.page.locator("[data-scene=scoring]")).to_contain_text("Scoring 2 of 3")
    guest.page.locator(f"{SCENE} button").click()
    guest.page.get_by_role("button", name="Scoring 1", exact=True).click()
    expect(guest.page.locator("dialog[open] table")).to_contain_text("Points")
