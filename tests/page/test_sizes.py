"""Phones, tablets, laptops: the whole board and the question, without scrolling."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from page.conftest import MakeGuest
from page.house import OFFERED, Guest, sit_down
from page.shots import half_way

SIZES = [(360, 740), (390, 844), (844, 390), (1024, 768), (820, 1180), (1280, 720), (1440, 900)]
FINGER = 24  # pixels, the least that WCAG 2.2 asks for
BUTTON = 34
SETTLES = 5.0  # seconds that a page may take to lay itself out on a busy machine

# What of the board and of the question is cut off, covered or too small for a finger.
WRONG = """([finger, button]) => {
    const wrong = [];
    const { innerWidth, innerHeight } = window;
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight)
        wrong.push(`the page scrolls: ${root.scrollWidth} x ${root.scrollHeight}`);
    const box = (one) => one.getBoundingClientRect();
    const told = (one) => one.dataset?.word ?? one.className;
    const inside = (one) => {
        const { left, top, right, bottom } = box(one);
        return left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    };
    const free = (one) => {
        const { x, y, width, height } = box(one);
        const parts = [0.5, 0.3, 0.7, 0.15, 0.85];
        return parts.some((down) => parts.some((along) => one.contains(
            document.elementFromPoint(x + width * along, y + height * down))));
    };
    const shown = (selector) => [...document.querySelectorAll(selector)]
        .filter((one) => one.checkVisibility());
    const board = document.querySelector(".board .fill > *");
    if (!board || !inside(board)) wrong.push("the board is cut off");
    if (!inside(document.querySelector(".ask"))) wrong.push("the question is cut off");
    const targets = shown(".board [data-can], .ask [data-can], .ask .btns button");
    for (const one of targets) {
        // On a phone the bar's answers stand in one row, which scrolls sideways.
        const row = one.closest(".pv");
        const low = Math.min(innerWidth, innerHeight) <= 640;
        if (low && row && row.scrollWidth > row.clientWidth) continue;
        if (!inside(one)) wrong.push(`${told(one)} is outside`);
        else if (!free(one)) wrong.push(`${told(one)} is covered`);
        const least = one.closest(".btns") ? button : finger;
        const { width, height } = box(one);
        if (Math.min(width, height) < least)
            wrong.push(`${told(one)} is small: ${width} x ${height}`);
    }
    const buttons = shown(".ask .btns button");
    for (const one of shown(".ask .more button"))
        if (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
            wrong.push(`${told(one)} is cut off`);
    for (const [n, one] of buttons.entries()) for (const other of buttons.slice(n + 1)) {
        const [a, b] = [box(one), box(other)];
        const along = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (along > 1 && down > 1) wrong.push(`${told(one)} lies on ${told(other)}`);
    }
    if (shown("[data-can]").filter((one) => inside(one) && free(one)).length === 0)
        wrong.push("nothing can be chosen in sight");
    return wrong;
}"""

MOMENTS = {
    "istanbul": ("istanbul", 3, 32, ""),
    "istanbul-five": ("istanbul", 4, 12, ""),
    "choose_write": ("choose_write", 2, 14, ""),
    "choose_write-five": ("choose_write", 4, 9, "use_card"),
    "basari-start": ("basari", 3, 0, "place_start"),
    "basari-tiles": ("basari", 3, 6, "choose_tile"),
    "basari-haggle": ("basari", 2, 2, "answer_offer"),
}


def wrongs(guest: Guest) -> dict[str, list[str]]:
    """What is wrong, by size."""
    found: dict[str, list[str]] = {}
    for width, height in SIZES:
        guest.page.set_viewport_size({"width": width, "height": height})
        end = time.monotonic() + SETTLES
        while wrong := guest.page.evaluate(WRONG, [FINGER, BUTTON]):
            if time.monotonic() > end:
                break
            guest.page.wait_for_timeout(150)
        if wrong:
            found[f"{width} x {height}"] = wrong
    return found


@pytest.mark.parametrize("moment", MOMENTS)
def test_board_and_question_fit_every_screen(make_guest: MakeGuest, moment: str) -> None:
    guest = make_guest(touch=True)
    half_way(guest, *MOMENTS[moment])
    assert wrongs(guest) == {}


# -- a phone -----------------------------------------------------------------


def phone_at(make_guest: MakeGuest, game: str, bots: int, turn: int) -> Guest:
    guest = make_guest(width=390, height=844, touch=True)
    half_way(guest, game, bots, turn)
    return guest


def test_the_log_opens_at_its_end_on_a_phone(make_guest: MakeGuest) -> None:
    guest = phone_at(make_guest, "istanbul", 3, 20)
    guest.page.locator("nav.tabs").get_by_role("button", name="Log").tap()
    guest.page.wait_for_function(
        "() => { const log = document.querySelector('[role=log]');"
        " return log.clientHeight > 0 && log.scrollHeight > log.clientHeight"
        " && log.scrollTop + log.clientHeight >= log.scrollHeight - 2; }",
        timeout=5_000,
    )


def test_tapping_a_tab_again_changes_nothing(make_guest: MakeGuest) -> None:
    guest = phone_at(make_guest, "istanbul", 3, 4)
    tab = guest.page.locator("nav.tabs").get_by_role("button", name="Players")
    tab.tap()
    looks = "() => document.querySelector('main.table').className"
    before = guest.page.evaluate(looks)
    tab.tap()
    assert guest.page.evaluate(looks) == before
    expect(guest.page.locator(".board")).to_be_visible()
    expect(tab).to_have_attribute("aria-current", "true")


@pytest.mark.parametrize("game", ["istanbul", "choose_write", "basari"])
@pytest.mark.parametrize(("width", "height"), [(360, 740), (844, 390), (820, 1180), (1024, 768)])
def test_everybody_s_standing_is_on_the_first_view(
    make_guest: MakeGuest, game: str, width: int, height: int
) -> None:
    guest = make_guest(width=width, height=height)
    id = sit_down(guest, game, 4 if game != "basari" else 3)
    seats = guest.call("GET", f"/api/tables/{id}")["seats"]
    standings = guest.page.locator(".standings li")
    expect(standings).to_have_count(len(seats))
    for seat, one in zip(seats, standings.all(), strict=True):
        expect(one).to_contain_text(seat["name"])
        expect(one).to_contain_text("0")
        box = one.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
    tools = guest.page.locator("header .tools").bounding_box()
    last = standings.last.bounding_box()
    assert tools is not None
    assert last is not None
    assert width <= 640 or last["x"] + last["width"] <= tools["x"], "the line runs into the buttons"


# -- zoom --------------------------------------------------------------------

SCALE = "() => { const board = document.querySelector('.board .fill > *').getBoundingClientRect();"
SCALE += " return board.width / document.querySelector('.board .fill').clientWidth; }"


@pytest.mark.parametrize("game", ["istanbul", "choose_write", "basari"])
def test_the_board_is_zoomed_by_keys(make_guest: MakeGuest, game: str) -> None:
    guest = make_guest(width=1024, height=768)
    sit_down(guest, game, 2)
    guest.page.locator(OFFERED).first.wait_for()
    whole = guest.page.evaluate(SCALE)
    guest.page.keyboard.press("+")
    guest.page.keyboard.press("+")
    assert guest.page.evaluate(SCALE) > whole * 1.5
    guest.page.keyboard.press("-")
    guest.page.keyboard.press("-")
    assert abs(guest.page.evaluate(SCALE) - whole) < 0.01


def test_two_fingers_zoom_the_board_and_choose_nothing(make_guest: MakeGuest) -> None:
    guest = make_guest(width=390, height=844, touch=True)
    sit_down(guest, "istanbul", 2)
    page = guest.page
    page.locator(OFFERED).first.wait_for()
    hand = guest.context.new_cdp_session(page)

    def touch(kind: str, *spots: tuple[int, int]) -> None:
        fingers = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(spots)]
        hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    whole = page.evaluate(SCALE)
    touch("touchStart", (180, 200), (210, 240))
    for step in range(1, 8):
        touch("touchMove", (180 - 8 * step, 200 - 8 * step), (210 + 8 * step, 240 + 8 * step))
    touch("touchEnd")
    assert page.evaluate(SCALE) > whole * 1.8
    assert page.locator("[data-sel]").count() == 0
    page.keyboard.press("0")
    assert abs(page.evaluate(SCALE) - whole) < 0.01
    page.locator(".board [data-can]").first.tap()
    expect(page.locator("[data-sel]").first).to_be_visible()


def test_the_page_s_own_zoom_is_left_alone(guest: Guest) -> None:
    guest.go("/")
    view = guest.page.locator("meta[name=viewport]").get_attribute("content") or ""
    assert "user-scalable" not in view
    assert "maximum-scale" not in view
