"""A new user learns a game: whole courses by keyboard and by finger, in three languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import Locator, expect

import bedesten
from bedesten import lessons
from bedesten.kernel.text import LANGUAGES
from page.conftest import MakeGuest
from page.house import QUIET, Guest, check_accessible

SHOW = {"en": "Show me", "de": "Zeig es mir", "fr": "Montre-moi"}
NEXT = {"en": "Next lesson", "de": "Nächste Lektion", "fr": "Leçon suivante"}
FIRST = {"en": "Your first game", "de": "Dein erstes Spiel", "fr": "Ta première partie"}
EVERY_TIME = {
    ("istanbul", "de", "finger"),
    ("choose_write", "fr", "keyboard"),
    ("basari", "en", "keyboard"),
}
COURSES = [
    pytest.param(*one, marks=() if one in EVERY_TIME else pytest.mark.long)
    for one in product(bedesten.games(), LANGUAGES, ("keyboard", "finger"))
]
MOST_MOVES = 40
ANSWER = re.compile("/api/lessons/[^/]+/[^/]+[?]")


def learner(make_guest: MakeGuest, language: str, *, finger: bool) -> Guest:
    size = {"width": 390, "height": 844} if finger else {"width": 1440, "height": 900}
    guest = make_guest(**size, language=language, touch=finger)
    guest.call("GET", "/api/me")
    guest.set(**QUIET)
    guest.call("PATCH", "/api/me", {"language": language})
    return guest


def press(what: Locator, *, finger: bool) -> None:
    if finger:
        what.tap()
    else:
        what.press("Enter")


def press_until(what: Locator, is_so: Callable[[], object], *, finger: bool) -> None:
    """Press until it has worked: the first key or tap may end a scene that is on."""
    for _ in range(4):
        press(what, finger=finger)
        for _ in range(40):
            if is_so():
                return
            what.page.wait_for_timeout(200)
    raise AssertionError(f"pressed in vain: {what}")


def take(guest: Guest, language: str, *, finger: bool) -> None:
    """Finish the lesson that is open, by what the page points out."""
    page = guest.page
    coach = page.locator(".coach")
    coach.wait_for()
    for _ in range(MOST_MOVES):
        show = coach.get_by_role("button", name=SHOW[language])
        expect(show.or_(page.locator(".coach.over")).first).to_be_visible()
        if page.locator(".coach.over").count():
            return
        press_until(show, lambda: coach.get_attribute("data-way"), finger=finger)
        way = (coach.get_attribute("data-way") or "").split()
        for gem in [word for word in way if way[0].startswith("gem:") and word != "done"]:
            press(page.locator(f"[data-gem={gem.removeprefix('gem:')}]"), finger=finger)
        main = page.locator("section.ask .btns .go")
        expect(main).to_be_enabled()
        with page.expect_response(ANSWER):
            press(main, finger=finger)
        assert page.locator(".coach.wrong").count() == 0
        page.wait_for_timeout(280)  # a new question ignores clicks meant for the one before
    raise AssertionError(f"not over: {coach.inner_text()}")


@pytest.mark.parametrize(("game", "language", "hand"), COURSES)
def test_a_whole_course(make_guest: MakeGuest, game: str, language: str, hand: str) -> None:
    finger = hand == "finger"
    guest = learner(make_guest, language, finger=finger)
    page = guest.page
    guest.go("/")
    press(page.locator(".hero .learn"), finger=finger)
    press(page.locator(f"nav a[href='/learn/{game}']"), finger=finger)
    press(page.locator("main header .go"), finger=finger)
    course = lessons.course(game)
    next_one = page.get_by_role("link", name=NEXT[language])
    for n, lesson in enumerate(course, 1):
        expect(page.locator(".coach h1")).to_have_text(lesson.text(lesson.title, language))
        take(guest, language, finger=finger)
        expect(page.locator(".coach .say")).to_contain_text(lesson.text(lesson.learnt, language))
        if n < len(course):
            press_until(next_one, lambda: next_one.count() == 0, finger=finger)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    first = page.get_by_role("button", name=FIRST[language])
    press_until(first, lambda: "/t/" in page.url, finger=finger)
    table = guest.call("GET", f"/api/tables/{page.url.rpartition('/')[2]}")
    assert {seat["level"] for seat in table["seats"]} == {"", "apprentice"}
    done = guest.call("GET", "/api/me")["settings"]["lessons"]
    assert done == [f"{game}/{one.name}" for one in course]


def test_a_wrong_move_is_answered_and_tried_again(make_guest: MakeGuest) -> None:
    guest = learner(make_guest, "en", finger=False)
    page = guest.page
    guest.go("/lesson/istanbul/walk")
    post = page.locator("[data-word='place:5'][data-can]")
    post.click()
    page.locator("section.ask .btns .go").click()
    expect(page.locator(".coach.wrong .say")).to_contain_text("That brings no fabric")
    expect(page.locator("[data-can]")).to_have_count(0)
    again = page.get_by_role("button", name="Try again")
    expect(again).to_be_focused()
    again.press("Enter")
    expect(post).to_be_visible()
    expect(page.locator(".coach.wrong")).to_have_count(0)


def test_the_language_changes_in_the_middle_of_a_lesson(make_guest: MakeGuest) -> None:
    guest = learner(make_guest, "en", finger=False)
    page = guest.page
    guest.go("/lesson/basari/scoring")
    expect(page.locator(".coach .say")).to_contain_text("Omar has passed his start tile")
    page.locator(".coach").get_by_role("button", name="DE").click()
    expect(page.locator(".coach .say")).to_contain_text("Omar ist an seinem Startplättchen vorbei")
    expect(page.locator("section.ask h1")).to_have_text(
        bedesten.game("basari").text("de").question("choose_tile")
    )


def test_a_question_at_a_table_leads_to_its_lesson(make_guest: MakeGuest) -> None:
    guest = learner(make_guest, "en", finger=False)
    page = guest.page
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"}]
    made = guest.call("POST", "/api/tables", {"game": "istanbul", "seats": seats, "seed": "3"})
    guest.go(f"/t/{made['id']}")
    page.locator("section.ask .why").click()
    meaning = page.locator(".slip").get_by_role("link", name="What does this mean?")
    found = lessons.lesson_on("istanbul", "IST-3.1")
    assert found is not None
    expect(meaning).to_have_attribute("href", f"/lesson/istanbul/{found.name}")


@pytest.mark.parametrize(
    "path", ["/learn/basari", "/lesson/istanbul/markets", "/lesson/basari/lap"]
)
def test_learning_shuts_nobody_out(make_guest: MakeGuest, path: str) -> None:
    guest = learner(make_guest, "en", finger=False)
    guest.go(path)
    guest.page.locator(".coach, section.panel").first.wait_for()
    check_accessible(guest, [(1440, 900), (390, 844)])
