"""Every screen: accessible, in three languages, by keyboard, on a phone, light on the wire."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

import bedesten
from bedesten.bots import bot
from bedesten.bots.knowledge import Knowledge
from page.conftest import MakeGuest
from page.house import AXE, MAIN, Guest, House, sit_down

Screen = Callable[[Guest], None]


def finished_record(game: str, seed: int = 7) -> str:
    """The record of a whole game, played by chance alone."""
    seats = {"istanbul": 3, "choose_write": 2, "basari": 3}[game]
    match = bedesten.new(game, seats=seats, seed=seed, names=["Mira", "Jonas", "Nuri"][:seats])
    luck = bedesten.seeded(f"screens-{seed}")
    while not match.over:
        seat = match.actors[0]
        match.play(seat, bot("random").choose(Knowledge(match.game, match.state, seat), luck))
    return match.record()


def finished_table(guest: Guest, game: str) -> str:
    guest.go("/")
    guest.page.get_by_role("heading", level=1).wait_for()
    return str(guest.call("POST", "/api/records", finished_record(game))["id"])


# -- the screens -------------------------------------------------------------


def home(guest: Guest) -> None:
    guest.go("/")
    expect(guest.page.locator(".camp")).to_be_visible()


def rules(guest: Guest) -> None:
    guest.go("/rules/istanbul")
    guest.page.locator("[data-clause]").first.wait_for()


def solo(guest: Guest) -> None:
    guest.go("/solo")
    guest.page.locator("tbody tr").first.wait_for()


def opening(guest: Guest) -> None:
    guest.go("/new/istanbul")
    guest.page.locator("form select").first.wait_for()


def room(guest: Guest) -> None:
    guest.go("/")
    guest.page.get_by_role("heading", level=1).wait_for()
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    table = guest.call("POST", "/api/tables", {"game": "basari", "seats": seats})
    guest.go(f"/t/{table['id']}")
    guest.page.locator(".share .qr svg").wait_for()


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
    guest.page.locator(".reel").wait_for()


def result(guest: Guest) -> None:
    id = finished_table(guest, "istanbul")
    guest.go(f"/t/{id}")
    guest.page.locator("dialog[open] figure svg").wait_for()


def table_of(game: str, bots: int) -> Screen:
    def shown(guest: Guest) -> None:
        sit_down(guest, game, bots)
        guest.page.locator("[data-can]:visible").first.wait_for()

    shown.__name__ = game
    return shown


def rules_drawer(guest: Guest) -> None:
    sit_down(guest, "basari", 2)
    guest.page.keyboard.press("r")
    guest.page.locator("dialog[open] [data-clause]").first.wait_for()


SCREENS: list[Screen] = [
    home,
    rules,
    solo,
    opening,
    room,
    replays,
    settings,
    replay,
    result,
    rules_drawer,
    table_of("istanbul", 3),
    table_of("choose_write", 2),
    table_of("basari", 3),
]
every_screen = pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)


# -- what holds on all of them -----------------------------------------------


def violations(guest: Guest) -> list[str]:
    guest.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = guest.page.evaluate("async () => (await axe.run()).violations")
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:160] for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in ("serious", "critical") and not _is_a_picture(one)
    ]


def _is_a_picture(violation: dict[str, Any]) -> bool:
    """Whether it is about words within the picture of a choice, which is named by its choice."""
    return violation["id"] == "label-content-name-mismatch" and all(
        "data-word" in node["html"] for node in violation["nodes"]
    )


@every_screen
@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
def test_no_screen_shuts_anybody_out(make_guest: MakeGuest, screen: Screen, dark: bool) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: npm install in web")
    guest = make_guest(dark=dark)
    screen(guest)
    assert violations(guest) == []


@every_screen
def test_every_screen_fits_a_phone(make_guest: MakeGuest, screen: Screen) -> None:
    guest = make_guest(width=360, height=740, touch=True)
    screen(guest)
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= 360
    if AXE.exists():
        assert violations(guest) == []


@pytest.mark.parametrize("game", ["istanbul", "choose_write", "basari"])
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 720)])
def test_a_table_fits_a_laptop_without_scrolling(
    make_guest: MakeGuest, game: str, width: int, height: int
) -> None:
    guest = make_guest(width=width, height=height)
    table_of(game, 3)(guest)
    assert guest.page.evaluate("document.documentElement.scrollHeight") <= height


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


def test_a_game_is_opened_and_played_by_keyboard_alone(guest: Guest) -> None:
    guest.go("/")
    page = guest.page
    page.get_by_role("heading", level=1).wait_for()
    guest.set(pace="instant", motion="less", hints=False)
    page.reload()
    expect(page.locator(".camp")).to_be_visible()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(
            "document.activeElement?.closest('[data-game=istanbul] .acts .go') !== null"
        ):
            break
    page.keyboard.press("Enter")
    page.locator("section.ask").wait_for()
    luck = random.Random(5)
    for _ in range(200):
        if len(guest.plays()) >= 8:
            break
        if page.locator("[data-can]:visible").count() == 0:
            page.wait_for_timeout(50)
            continue
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement?.hasAttribute('data-can') === true"):
                break
        for _ in range(luck.randrange(3)):
            page.keyboard.press(luck.choice(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]))
        if page.evaluate("document.activeElement?.hasAttribute('data-can') === true"):
            seen = page.evaluate("document.activeElement.matches(':focus-visible')")
            assert seen, "the focus cannot be seen"
            page.keyboard.press("Enter")
            page.wait_for_timeout(40)
            page.keyboard.press("Enter")
        page.wait_for_timeout(40)
    assert len(guest.plays()) >= 8


def test_every_choice_says_its_name_to_a_screen_reader(guest: Guest) -> None:
    sit_down(guest, "istanbul", 1)
    offered = guest.page.locator("[data-can]")
    offered.first.wait_for()
    for n in range(offered.count()):
        label = offered.nth(n).get_attribute("aria-label")
        assert label is not None
        assert len(label) > 3
    assert guest.page.locator("[role=log][aria-live=polite]").count() == 1


# -- settings, replay, record ------------------------------------------------


def test_settings_are_kept_for_the_guest(make_guest: MakeGuest) -> None:
    guest = make_guest()
    settings(guest)
    page = guest.page
    page.get_by_role("button", name="Night").click()
    page.get_by_role("switch", name="Sounds").check()
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


@pytest.mark.parametrize("game", ["istanbul", "choose_write", "basari"])
def test_a_finished_game_is_replayed(guest: Guest, game: str) -> None:
    id = finished_table(guest, game)
    guest.go(f"/replay/{id}")
    page = guest.page
    page.locator(".reel").wait_for()
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
    page.locator(".reel").wait_for()
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


def test_a_solo_game_is_begun_from_the_campaign(guest: Guest) -> None:
    solo(guest)
    guest.page.locator("aside .go").first.click()
    guest.page.locator("[data-can]:visible").first.wait_for()
    guest.page.locator("[data-can]:visible").first.click()
    expect(guest.page.locator(MAIN)).to_be_visible()


# -- light on the wire -------------------------------------------------------


def test_the_first_load_is_small(make_guest: MakeGuest, house: House) -> None:
    guest = make_guest()
    sizes: list[int] = []
    guest.page.on("requestfinished", lambda done: sizes.append(done.sizes()["responseBodySize"]))
    home(guest)
    guest.page.wait_for_load_state("networkidle")
    assert len(sizes) > 5
    assert sum(sizes) < 300_000
