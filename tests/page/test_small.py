"""Small things that a player looks for: nothing hides what it belongs to."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from page.conftest import MakeGuest
from page.house import OFFERED, Guest, sit_down
from page.test_screens import solo

# Pairs of elements that overlap by more than a pixel or two.
OVERLAPPING = """([within, first, second]) => {
    const wrong = [];
    for (const whole of document.querySelectorAll(within)) {
        const firsts = [...whole.querySelectorAll(first)];
        const seconds = [...whole.querySelectorAll(second)];
        for (const one of firsts) for (const other of seconds) {
            if (one === other || one.contains(other)) continue;
            const a = one.getBoundingClientRect();
            const b = other.getBoundingClientRect();
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (wide > 2.5 && high > 2.5) wrong.push(`${whole.dataset.place}: ${wide} x ${high}`);
        }
    }
    return wrong;
}"""


@pytest.mark.parametrize(
    ("width", "height"), [(1440, 900), (1280, 720), (1024, 768), (844, 390), (390, 844)]
)
def test_a_palace_s_letter_covers_no_goods(make_guest: MakeGuest, width: int, height: int) -> None:
    guest = make_guest(width=width, height=height)
    sit_down(guest, "choose_write", 2)
    guest.page.locator(OFFERED).first.wait_for()
    assert guest.page.locator(".pr > .no").count() == 4
    assert guest.page.evaluate(OVERLAPPING, [".pa", ".pr > .no", ".pr > svg"]) == []
    assert guest.page.evaluate(OVERLAPPING, [".map", ".pa", ".pa"]) == []


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844), (844, 390)])
def test_archways_bear_the_numbers_that_texts_use(
    make_guest: MakeGuest, width: int, height: int
) -> None:
    guest = make_guest(width=width, height=height)
    sit_down(guest, "basari", 2)
    guest.page.locator(OFFERED).first.wait_for()
    for arch in guest.page.locator(".arch").all():
        number = (arch.get_attribute("data-at") or "").partition(":")[2]
        expect(arch.locator(".number")).to_have_text(number)
    text = guest.page.locator(".arch .number").first
    box = text.bounding_box()
    assert box is not None
    assert box["height"] >= 9, "too small to read"


def test_score_markers_on_one_field_are_all_seen(guest: Guest) -> None:
    sit_down(guest, "basari", 3)
    guest.page.locator(OFFERED).first.wait_for()
    middles = guest.page.locator(".marker circle").evaluate_all(
        "all => all.map((one) => { const box = one.getBoundingClientRect();"
        " return [box.x + box.width / 2, box.y + box.height / 2, box.width]; })"
    )
    assert len(middles) == 4
    for n, (x, y, wide) in enumerate(middles):
        assert x > 0
        assert y > 0
        for other_x, other_y, _ in middles[:n]:
            apart = ((x - other_x) ** 2 + (y - other_y) ** 2) ** 0.5
            assert apart > wide * 0.5, "one marker hides another"


def test_the_solo_page_names_its_game_and_says_what_more_rubies_tick(guest: Guest) -> None:
    solo(guest)
    page = guest.page
    expect(page.locator("main .of")).to_contain_text("Choose & Write")
    expect(page).to_have_title("Solo campaign · Istanbul: Choose & Write · Bedesten")
    expect(page.get_by_text("More than 12 rubies count as 12")).to_be_visible()
    expect(page.locator("thead th.col").last).to_contain_text("12 or more")


@pytest.mark.parametrize("width", [1440, 390])
def test_a_campaign_game_leads_back_to_the_campaign(make_guest: MakeGuest, width: int) -> None:
    guest = make_guest(width=width)
    solo(guest)
    guest.page.locator("aside .go").first.click()
    guest.page.locator(OFFERED).first.wait_for()
    guest.page.locator("header").get_by_role("link", name="Solo campaign").click()
    guest.page.locator("tbody tr").first.wait_for()
    assert guest.page.url.endswith("/solo/choose_write")
