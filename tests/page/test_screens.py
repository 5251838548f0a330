"""Every screen: accessible, in three languages, by keyboard, on a phone, light on the wire."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

import bedesten
from bedesten.bots import bot
from bedesten.bots.knowledge import Knowledge
from page.conftest import MakeGuest
from page.house import (
    AXE,
    MAIN,
    OFFERED,
    OVER,
    QUIET,
    Guest,
    check_accessible,
    play_by_clicking,
    sit_down,
)

Screen = Callable[[Guest], None]


@functools.cache
def finished_record(game: str) -> str:
    """The record of a whole game, played by quick bots."""
    seats = {"istanbul": 3, "choose_write": 2, "basari": 3}[game]
    match = bedesten.new(game, seats=seats, seed=7, names=["Mira", "Jonas", "Nuri"][:seats])
    luck = bedesten.seeded("screens")
    player = bot("greedy")
    while not match.over:
        seat = match.actors[0]
        match.play(seat, player.choose(Knowledge(match.game, match.state, seat), luck))
    return match.record()


def finished_table(guest: Guest, game: str) -> str:
    guest.call("GET", "/api/me")
    return str(guest.call("POST", "/api/records", finished_record(game))["id"])


# -- the screens -------------------------------------------------------------


def home(guest: Guest) -> None:
    guest.go("/")
    expect(guest.page.locator(".camp")).to_be_visible()


def summary(guest: Guest) -> None:
    guest.go("/rules/istanbul/summary")
    guest.page.locator(".summary li").first.wait_for()


def rules(guest: Guest) -> None:
    guest.go("/rules/istanbul")
    guest.page.locator("[data-clause]").first.wait_for()


def solo(guest: Guest) -> None:
    guest.go("/solo")
    guest.page.locator("tbody tr").first.wait_for()


def opening(guest: Guest) -> None:
    guest.go("/new/istanbul")
    guest.page.locator("form select").first.wait_for()


def waiting_table(guest: Guest) -> dict[str, Any]:
    guest.call("GET", "/api/me")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    table: dict[str, Any] = guest.call("POST", "/api/tables", {"game": "basari", "seats": seats})
    return table


def room(guest: Guest) -> None:
    guest.go(f"/t/{waiting_table(guest)['id']}")
    code = guest.page.get_by_role("img", name="scan")
    code.wait_for()
    drawn = "image => image.decode().then(() => image.naturalWidth)"
    assert code.evaluate(drawn) > 0, "the code to scan is no picture"


def joining(guest: Guest) -> None:
    table = waiting_table(guest)
    guest.context.clear_cookies()
    guest.go(table["join_link"])
    guest.page.get_by_label("Your name").wait_for()


def people(guest: Guest) -> None:
    sit_down(guest, "basari", 2)
    guest.page.get_by_role("button", name="Invite").click()
    guest.page.get_by_role("button", name="another device").click()
    guest.page.locator("dialog[open] figure svg").wait_for()


def replays(guest: Guest) -> None:
    finished_table(guest, "basari")
    guest.go("/replays")
    guest.page.locator("li time").first.wait_for(state="attached")


def settings(guest: Guest) -> None:
    home(guest)
    guest.page.locator("header button.me").click()
    guest.page.locator("dialog[open]").wait_for()


def replay(guest: Guest) -> None:
    id = finished_table(guest, "basari")
    guest.go(f"/replay/{id}?n=20")
    guest.page.locator(".timeline").wait_for()


def result(guest: Guest) -> None:
    id = finished_table(guest, "istanbul")
    guest.go(f"/t/{id}")
    guest.page.locator("dialog[open] figure svg").wait_for()


def watching(guest: Guest) -> None:
    id = sit_down(guest, "istanbul", 1)
    link = guest.call("GET", f"/api/tables/{id}")["watch_link"]
    guest.context.clear_cookies()
    guest.go(link)
    guest.page.get_by_text("You are watching").wait_for()


def table_of(game: str, bots: int, moves: int = 0) -> Screen:
    """A table after some moves."""

    def shown(guest: Guest) -> None:
        sit_down(guest, game, bots, confirm=False)
        play_by_clicking(guest, random.Random(moves), seconds=60, moves=moves)
        guest.page.locator(f"{OFFERED}, {OVER}").first.wait_for()

    shown.__name__ = f"{game}-{moves}"
    return shown


def rules_drawer(guest: Guest) -> None:
    sit_down(guest, "basari", 2)
    guest.page.keyboard.press("r")
    guest.page.locator("dialog[open] [data-clause]").first.wait_for()


SCREENS: list[Screen] = [
    home,
    summary,
    rules,
    solo,
    opening,
    room,
    replays,
    settings,
    replay,
    result,
    rules_drawer,
    joining,
    people,
    watching,
    table_of("istanbul", 3, 12),
    table_of("choose_write", 2, 8),
    table_of("basari", 3, 1),
    table_of("basari", 3, 4),
]
LATER = SCREENS[-1]  # another moment of a game that is there already
every_screen = pytest.mark.parametrize(
    "screen",
    [pytest.param(one, marks=pytest.mark.long if one is LATER else ()) for one in SCREENS],
    ids=lambda screen: screen.__name__,
)


# -- what holds on all of them -----------------------------------------------


@every_screen
def test_no_screen_shuts_anybody_out(guest: Guest, screen: Screen) -> None:
    """By day and by night, on a laptop and on a phone, whose width everything fits."""
    screen(guest)
    check_accessible(guest, ((1440, 900), (360, 740)))


@pytest.mark.parametrize("game", ["istanbul", "choose_write", "basari"])
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 720)])
def test_a_table_fits_a_laptop_without_scrolling(
    make_guest: MakeGuest, game: str, width: int, height: int
) -> None:
    guest = make_guest(width=width, height=height)
    table_of(game, 3)(guest)
    assert guest.page.evaluate("document.documentElement.scrollHeight") <= height


def test_alone_no_room_is_kept_for_others(guest: Guest) -> None:
    page = guest.page
    page.set_viewport_size({"width": 820, "height": 1180})
    sit_down(guest, "choose_write", 0)
    lefts = page.locator(".board, .mine > .part").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().x)"
    )
    board, cards, tasks = lefts
    assert abs(board - cards) < 5
    assert tasks > cards + 300
    page.set_viewport_size({"width": 360, "height": 740})
    tabs = page.locator("nav.tabs")
    expect(tabs.get_by_role("button", name="Tasks")).to_be_visible()
    expect(tabs.get_by_role("button", name="Players")).to_have_count(0)


# -- languages ---------------------------------------------------------------


def test_the_language_changes_without_a_reload(guest: Guest) -> None:
    sit_down(guest, "istanbul", 1)
    page = guest.page
    question = page.locator(".ask .q")
    expect(question).to_have_text("Where does your merchant go?")
    page.evaluate("window.stays = true")
    page.get_by_role("button", name="Deutsch").click()
    expect(question).to_have_text("Wohin zieht dein Kaufmann?")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.get_by_role("button", name="Français").click()
    expect(question).not_to_have_text("Wohin zieht dein Kaufmann?")
    assert page.evaluate("window.stays")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "fr")


@pytest.mark.parametrize(("locale", "says"), [("de-AT", "Setz dich"), ("fr-CA", "Prends place")])
def test_the_browser_s_language_is_spoken_first(
    make_guest: MakeGuest, locale: str, says: str
) -> None:
    guest = make_guest(language=locale)
    guest.go("/")
    expect(guest.page.get_by_role("heading", level=1)).to_contain_text(says)


# -- keyboard ----------------------------------------------------------------


FOCUSED = "document.activeElement?.matches('{}') === true"


def tab_to(guest: Guest, selector: str) -> None:
    met = []
    for _ in range(60):
        guest.page.keyboard.press("Tab")
        met.append(guest.page.evaluate("document.activeElement?.outerHTML.slice(0, 80)"))
        if guest.page.evaluate(FOCUSED.format(selector)):
            assert guest.page.evaluate(FOCUSED.format(":focus-visible")), "the focus cannot be seen"
            return
    raise AssertionError(f"Tab never comes to {selector}, but to {met}")


@pytest.mark.parametrize("game", ["istanbul", "basari"])
def test_a_game_is_opened_and_played_by_keyboard_alone(guest: Guest, game: str) -> None:
    guest.call("GET", "/api/me")
    guest.set(**QUIET)
    home(guest)
    page = guest.page
    tab_to(guest, f"[data-game={game}] .acts .go")
    page.keyboard.press("Enter")
    luck = random.Random(5)
    page.locator(OFFERED).first.wait_for()
    for _ in range(30):
        if len(guest.plays()) >= 3:
            return
        if page.locator(MAIN).count() > 0:
            tab_to(guest, MAIN)
            # A question that has just come hears no key for a moment.
            page.wait_for_timeout(260)
            page.keyboard.press("Enter")
            page.wait_for_timeout(100)
        page.locator(f"{OFFERED}, {MAIN}").first.wait_for()
        if page.locator(OFFERED).count() > 0:
            tab_to(guest, "[data-can]")
            page.keyboard.press(luck.choice(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]))
            # On something that is not offered, Enter would open its rule.
            if page.evaluate(FOCUSED.format("[data-can]")):
                page.keyboard.press("Enter")
    raise AssertionError(f"{len(guest.plays())} moves by thirty times Enter")


@pytest.mark.parametrize("game", ["istanbul", "choose_write", "basari"])
def test_every_choice_says_its_name_to_a_screen_reader(guest: Guest, game: str) -> None:
    sit_down(guest, game, 2)
    offered = guest.page.locator("[data-can]")
    offered.first.wait_for()
    names = offered.evaluate_all("all => all.map((one) => one.ariaLabel ?? one.textContent)")
    assert all(len(name.strip()) > 3 for name in names), names
    assert guest.page.locator("[role=log][aria-live=polite]").count() == 1


# -- hints for a first game --------------------------------------------------


COVERED = """(covers) => {
    const cover = document.querySelector(covers).getBoundingClientRect();
    return [...document.querySelectorAll("[data-can]")].filter((one) => {
        const box = one.getBoundingClientRect();
        return one.checkVisibility() && box.x < cover.right && box.right > cover.x
            && box.y < cover.bottom && box.bottom > cover.y;
    }).map((one) => one.dataset.word);
}"""


TABLES = AXE.parents[2] / "src" / "tables"
HINTED = sorted(file.parent.name for file in TABLES.glob("*/hints.ts"))
RIVALS = {"istanbul": 2, "choose_write": 0, "basari": 2}


def openings(game: str) -> dict[str, str]:
    """Every first question of a game, and a seed that leads to it: a fountain may come first."""
    seeds = {}
    for seed in map(str, range(200)):
        match = bedesten.new(game, seats=1 + RIVALS[game], seed=seed)
        asked = match.question(match.actors[0])
        assert asked is not None
        seeds[asked.step] = seed
    return seeds


OPENINGS = [
    pytest.param(game, seed, id=f"{game}-{step}")
    for game in HINTED
    for step, seed in openings(game).items()
]


@pytest.mark.parametrize(("game", "seed"), OPENINGS)
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (820, 1180), (360, 740)])
def test_a_first_game_is_led_by_hints_that_cover_nothing(
    make_guest: MakeGuest, game: str, seed: str, width: int, height: int
) -> None:
    guest = make_guest(width=width, height=height)
    id = sit_down(guest, game, RIVALS[game], seed=seed)
    guest.set(**(QUIET | {"hints": True}))
    guest.go(f"/t/{id}")
    notice = guest.page.locator(".notice")
    text = notice.locator("p").inner_text()
    guest.page.locator(OFFERED).first.wait_for()
    assert guest.page.evaluate(COVERED, ".notice") == []
    notice.get_by_role("button", name="Got it").click()
    expect(notice.locator("p").filter(has_text=text)).to_have_count(0)
    guest.page.reload()
    guest.page.locator(OFFERED).first.wait_for()
    expect(notice.locator("p").filter(has_text=text)).to_have_count(0)


def test_hints_can_be_switched_off(guest: Guest) -> None:
    id = sit_down(guest, "istanbul", 1)
    guest.set(**(QUIET | {"hints": True}))
    guest.go(f"/t/{id}")
    guest.page.get_by_role("button", name="Hide tips").click()
    expect(guest.page.locator(".notice")).to_have_count(0)
    guest.page.reload()
    guest.page.locator(OFFERED).first.wait_for()
    expect(guest.page.locator(".notice")).to_have_count(0)


def test_a_bot_gives_a_hint(guest: Guest) -> None:
    sit_down(guest, "istanbul", 1)
    guest.page.locator(OFFERED).first.wait_for()
    guest.page.get_by_role("button", name="Hint").click()
    expect(guest.page.locator("p.hint")).to_be_visible()
    expect(guest.page.locator(MAIN)).to_be_visible()


# -- settings, replay, record ------------------------------------------------


def test_settings_are_kept_for_the_guest(make_guest: MakeGuest) -> None:
    guest = make_guest()
    settings(guest)
    page = guest.page
    page.get_by_role("button", name="Night").click()
    page.get_by_role("switch", name="Sounds").check()
    page.get_by_role("switch", name="Choose first, then confirm").uncheck()
    page.get_by_role("button", name="Instant").click()
    page.get_by_label("Your name").fill("Mira")
    page.get_by_label("Your name").press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator("header button.me")).to_contain_text("Mira")
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("header button.me")).to_contain_text("Mira")
    page.locator("header button.me").click()
    expect(page.get_by_role("switch", name="Sounds")).to_be_checked()
    expect(page.get_by_role("switch", name="Choose first, then confirm")).not_to_be_checked()
    expect(page.get_by_role("button", name="Instant")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("game", ["istanbul", "choose_write", "basari"])
def test_a_finished_game_is_replayed(guest: Guest, game: str) -> None:
    id = finished_table(guest, game)
    guest.go(f"/replay/{id}")
    page = guest.page
    page.locator(".timeline").wait_for()
    slider = page.get_by_role("slider")
    expect(page.locator(".count")).to_contain_text("0 /")
    page.get_by_role("button", name="One step on").click()
    expect(page.locator(".count")).to_contain_text("1 /")
    page.get_by_role("button", name="Next turn").click()
    slider.focus()
    page.keyboard.press("End")
    last = int(slider.get_attribute("max") or "0")
    expect(page.locator(".count")).to_contain_text(f"{last} / {last}")
    assert page.url.endswith(f"n={last}")
    page.goto(page.url.replace(f"n={last}", "n=9"))
    expect(page.locator(".count")).to_contain_text("9 /")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".count")).to_contain_text("11 /", timeout=10_000)
    page.get_by_role("button", name="Pause").click()
    page.get_by_label("Show what was hidden").check()
    expect(page.locator(".count")).to_contain_text("/")


def test_a_record_goes_to_a_file_and_back(guest: Guest, tmp_path: Any) -> None:
    id = finished_table(guest, "basari")
    guest.go(f"/t/{id}")
    page = guest.page
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    target = tmp_path / "basari.txt"
    download.value.save_as(target)
    assert bedesten.verify(target.read_text()).ok
    guest.go("/replays")
    page.locator("input[type=file]").set_input_files(target)
    page.locator(".timeline").wait_for()
    assert "/replay/" in page.url


def test_a_wrong_record_is_refused_in_words(guest: Guest, tmp_path: Any) -> None:
    guest.go("/replays")
    target = tmp_path / "wrong.txt"
    target.write_text("this is no record")
    guest.page.locator("input[type=file]").set_input_files(target)
    expect(guest.page.get_by_role("alert")).to_be_visible()
    assert [wrong.split()[0] for wrong in guest.wrongs] == ["400"]
    guest.wrongs.clear()


def test_rules_are_found_by_words(guest: Guest) -> None:
    rules(guest)
    page = guest.page
    every = page.locator("[data-clause]").count()
    page.get_by_role("searchbox").fill("fountain")
    assert 0 < page.locator("[data-clause]").count() < every


@pytest.mark.parametrize(
    ("language", "easy"), [("en-GB", "easy"), ("de-DE", "leicht"), ("fr-FR", "facile")]
)
def test_the_solo_campaign_says_how_hard_its_tasks_are(
    make_guest: MakeGuest, language: str, easy: str
) -> None:
    guest = make_guest(language=language)
    guest.go("/solo")
    page = guest.page
    expect(page.locator("td.lv").first).to_have_text(easy)
    every = page.locator("tbody tr").count()
    page.get_by_role("button", name=easy, exact=True).click()
    expect(page.locator("tbody tr")).not_to_have_count(every)


def test_a_solo_game_is_begun_from_the_campaign(guest: Guest) -> None:
    solo(guest)
    guest.page.locator("aside .go").first.click()
    guest.page.locator(OFFERED).first.wait_for()
    guest.page.locator(OFFERED).first.click()
    expect(guest.page.locator(MAIN)).to_be_visible()


# -- light on the wire -------------------------------------------------------


def test_the_first_load_is_small(guest: Guest) -> None:
    sizes: list[int] = []
    guest.page.on("requestfinished", lambda done: sizes.append(done.sizes()["responseBodySize"]))
    home(guest)
    guest.page.wait_for_load_state("networkidle")
    assert len(sizes) > 5
    assert sum(sizes) < 300_000


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "fr-FR"])
@pytest.mark.parametrize("game", bedesten.games())
def test_the_rules_in_short_fit_one_printed_page_and_lead_to_their_clauses(
    make_guest: MakeGuest, game: str, language: str
) -> None:
    guest = make_guest(language=language)
    guest.go(f"/rules/{game}/summary")
    items = guest.page.locator(".summary a")
    items.first.wait_for()
    assert "" not in [text.strip() for text in items.all_inner_texts()]
    for paper in ("A4", "Letter"):
        assert guest.page.pdf(format=paper).count(b"/Type /Page\n") == 1, paper
    # Nothing runs out of its frame on paper.
    guest.page.set_viewport_size({"width": 718, "height": 1047})
    guest.page.emulate_media(media="print")
    spilt = "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length"
    assert items.evaluate_all(spilt) == 0
    guest.page.emulate_media(media="screen")
    guest.page.set_viewport_size({"width": 1440, "height": 900})
    clause = items.last.get_attribute("title")
    items.last.click()
    expect(guest.page.locator(f'[data-clause="{clause}"]')).to_be_in_viewport()
