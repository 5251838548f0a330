"""The review on the page: the chart adds up, the board follows, mistakes are learnt from."""

from __future__ import annotations

import re
from functools import cache

import pytest
from playwright.sync_api import expect

import bedesten
from bedesten import bots
from bedesten.bots.knowledge import Knowledge
from bedesten.kernel.rng import seeded
from page.conftest import MakeGuest
from page.house import QUIET, Guest, check_accessible

SIZES = [(1440, 900), (820, 1100), (390, 800)]


@cache
def record() -> str:
    """A short game in which the second seat plays at random: there is something to say."""
    match = bedesten.new("basari", seats=3, seed=2, names=["Ada", "Bo", "Cem"], laps=1)
    rng = seeded("page review")
    players = [bots.bot("greedy"), bots.bot("random"), bots.bot("greedy")]
    while not match.over:
        seat = match.actors[0]
        match.play(seat, players[seat].choose(Knowledge.of(match, seat), rng))
    return match.record()


def reviewed(guest: Guest) -> str:
    """A replay with its review, made whole."""
    guest.call("GET", "/api/me")
    guest.set(**QUIET)
    id: str = guest.call("POST", "/api/records", record())["id"]
    guest.go(f"/replay/{id}")
    guest.page.get_by_role("button", name=re.compile("^(Review|Analyse|Analyser)$")).click()
    guest.page.locator(".review .chart").wait_for()
    expect(guest.page.locator(".review progress")).to_have_count(0, timeout=60_000)
    return id


def test_the_board_follows_the_chart_and_moments_say_what_was_better(
    make_guest: MakeGuest,
) -> None:
    guest = make_guest()
    page = guest.page
    id = reviewed(guest)
    assert page.locator(".review .area").count() == 3
    moment = page.locator(".review .moments button").first
    moment.click()
    expect(moment).to_have_class(re.compile("here"))
    now = page.locator(".review .now")
    expect(now).to_contain_text("Played")
    expect(now).to_contain_text("Better")
    expect(now).to_contain_text("95 %")
    before = page.url
    assert re.search(r"n=\d+&review", before)
    chart = page.get_by_role("slider", name=re.compile("Chances over time"))
    chart.focus()
    chart.press("End")
    expect(page).not_to_have_url(before)
    shown = chart.get_attribute("aria-valuetext") or ""
    assert sum(float(one) for one in re.findall(r"\d+\.\d", shown)) == pytest.approx(100, abs=0.2)
    chart.press("ArrowLeft")
    # The table behind the chart: start + luck + own + others = result.
    page.get_by_text("As a table").click()
    rows = page.locator("[data-ledger] tbody tr")
    assert rows.count() == 3
    for cells in rows.all():
        said = [one.replace("−", "-") for one in cells.locator("td").all_inner_texts()]
        start, luck, own, others, result = (float(one) for one in said[:5])
        assert start + luck + own + others == pytest.approx(result, abs=0.25)
    # A link opens the same moment with its review.
    link = page.url
    again = make_guest()
    again.page.goto(link)
    again.page.locator(".review .chart").wait_for()
    picture = guest.context.request.get(f"{guest.address}/api/tables/{id}/review.svg")
    assert picture.ok
    assert "Bo" in picture.text()


def test_mistakes_are_learnt_from(make_guest: MakeGuest) -> None:
    guest = make_guest()
    page = guest.page
    reviewed(guest)
    page.get_by_role("combobox", name="Moments").select_option(label="Bo")
    page.get_by_role("button", name="Learn from mistakes").click()
    learn = page.locator(".learn")
    expect(learn).to_contain_text("What would you do?")
    for _ in range(40):
        open_words = learn.locator(".words button:enabled")
        if open_words.count() == 0:
            break
        open_words.first.click()
    expect(learn).to_contain_text("The whole line")
    expect(learn.get_by_role("button", name="Next one")).to_be_visible()


def test_nobody_is_shut_out(make_guest: MakeGuest) -> None:
    for language in ("en-GB", "de-DE", "fr-FR"):
        guest = make_guest(language=language)
        reviewed(guest)
        guest.page.locator(".review .moments button").first.click()
        check_accessible(guest, SIZES if language == "de-DE" else SIZES[2:])
