"""People at a table, through the server: pace, absence, nudges, bots that take over, visitors."""

from __future__ import annotations

import asyncio
import time
from itertools import pairwise
from statistics import median
from typing import Any

import pytest

from bedesten.tables.absence import NUDGE_AFTER
from server.harness import Guest, Message, Server, Socket

pytestmark = pytest.mark.anyio


async def play_until_bots(page: Socket) -> None:
    """Answer what is asked, first choice first, until a bot is asked."""
    message = await page.until("snapshot", "moved")
    while message["asked"]:
        asked = message["asked"][0]
        await page.play(asked, asked["choices"][-1]["word"])
        message = await page.until("moved")


async def moves_until_asked(page: Socket) -> list[float]:
    """When each move came, until this page is asked."""
    at: list[float] = []
    while True:
        message = await page.until("moved")
        at.append(time.monotonic())
        if message["asked"]:
            return at


# -- pace ---------------------------------------------------------------------


async def test_bots_play_at_once_until_the_person_is_asked(server: Server) -> None:
    """At the slow pace the bots' answers are two seconds apart."""
    async with Guest(server) as ada:
        table = await ada.open("istanbul", "mbb", pace="slow")
        async with ada.socket(table["id"]) as page:
            await play_until_bots(page)
            began = time.monotonic()
            info = await ada.call(f"/api/tables/{table['id']}/hurry", {})
            assert info["hurried"]
            at = await moves_until_asked(page)
            assert at
            assert at[-1] - began < len(at) * 1.0
            assert not (await ada.call(f"/api/tables/{table['id']}"))["hurried"]


async def test_a_new_pace_holds_from_the_answer_that_is_waited_for(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as bo:
        table = await ada.open("istanbul", "mbb", pace="slow")
        await bo.call("/api/me")
        path = f"/api/tables/{table['id']}/pace"
        assert await bo.refused(path, {"pace": "fast"}) == (403, "not_seated")
        assert (await ada.refused(path, {"pace": "hasty"}))[0] == 400
        async with ada.socket(table["id"]) as page:
            await play_until_bots(page)
            began = time.monotonic()
            await ada.call(path, {"pace": "instant"})
            changed = await page.until("table")
            assert changed["table"]["pace"] == "instant"
            at = await moves_until_asked(page)
            assert at[-1] - began < len(at) * 1.0


async def test_thinking_is_part_of_the_pace(server: Server) -> None:
    """The best bot thinks for 0.9 s if nothing stops it; at the fast pace 0.4 s are all it has."""
    async with Guest(server) as ada:
        seats = [{"kind": "me"}, *[{"kind": "bot", "level": "sultan"}] * 3]
        table = await ada.call("/api/tables", {"game": "istanbul", "seats": seats, "pace": "fast"})
        async with ada.socket(table["id"]) as page:
            await play_until_bots(page)
            at = await moves_until_asked(page)
            gaps = [later - sooner for sooner, later in pairwise(at)]
            assert median(gaps) < 0.6
            assert median(gaps) > 0.3


# -- who is away --------------------------------------------------------------


async def two_at_a_table(ada: Guest, bo: Guest, **terms: Any) -> Message:
    table = await ada.open("istanbul", "mo", **terms)
    await bo.join(table)
    return table


async def test_everybody_sees_who_is_away_and_a_bot_plays_until_they_are_back(
    server: Server,
) -> None:
    async with Guest(server) as ada, Guest(server) as bo:
        table = await two_at_a_table(ada, bo, stand_in={"by": "vote", "after": 0})
        path = f"/api/tables/{table['id']}"
        async with ada.socket(table["id"]) as page:
            async with bo.socket(table["id"]) as other:
                await other.until("snapshot")
                here = await page.until("table", where=lambda one: one["table"]["seats"][1]["here"])
                assert here["table"]["seats"][1]["away_s"] is None
                assert await ada.refused(f"{path}/stand-in", {"seat": 1}) == (409, "is_here")
            gone = await page.until("table", where=lambda one: not one["table"]["seats"][1]["here"])
            assert gone["table"]["seats"][1]["away_s"] == 0
            info = await ada.call(f"{path}/stand-in", {"seat": 1})
            assert info["seats"][1]["stand_in"]
            await page.until("table", where=lambda one: one["table"]["seats"][1]["stand_in"])
            back = await bo.call(f"{path}/return", {})
            assert not back["seats"][1]["stand_in"]


async def test_a_table_says_that_no_bot_takes_over_and_when_one_may(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as bo:
        never = await two_at_a_table(ada, bo, stand_in=None)
        later = await two_at_a_table(ada, bo)
        for table, code in ((never, "never_stands_in"), (later, "away_too_short")):
            path = f"/api/tables/{table['id']}/stand-in"
            async with ada.socket(table["id"]) as page:
                await page.until("snapshot")
                assert await ada.refused(path, {"seat": 1}) == (409, code)
        assert (await ada.call(f"/api/tables/{later['id']}"))["stand_in"] == {
            "by": "vote",
            "after": 180,
        }


async def test_a_nudge_reaches_the_person_who_is_asked(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as bo:
        table = await two_at_a_table(ada, bo)
        path = f"/api/tables/{table['id']}/nudge"
        (seat,) = (await ada.call(f"/api/tables/{table['id']}"))["deciding"]
        asked, other = (ada, bo) if seat == 0 else (bo, ada)
        async with asked.socket(table["id"]) as page:
            await page.until("snapshot")
            assert await other.refused(path, {"seat": seat}) == (409, "nudge_later")
            await asyncio.sleep(NUDGE_AFTER)  # nobody says when it is over
            await other.call(path, {"seat": seat})
            told = await page.until("nudged")
            assert told == {"type": "nudged", "seat": seat, "by": 1 - seat}
            assert await other.refused(path, {"seat": seat}) == (409, "nudge_later")


# -- visitors -----------------------------------------------------------------


async def test_whoever_knows_the_address_of_a_table_may_sit_down_or_watch(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as bo, Guest(server) as cem:
        table = await ada.open("istanbul", "mo")
        path = f"/api/tables/{table['id']}"
        assert (await bo.call(path))["access"] == "open"
        assert (await bo.call(f"{path}/join", {}))["mine"] == [1]
        await cem.call("/api/me")
        async with cem.socket(table["id"]) as page:
            assert (await page.until("snapshot"))["seat"] is None
        listed = await cem.call("/api/tables?which=live")
        assert table["id"] not in [one["id"] for one in listed]


async def test_a_visitor_of_a_private_table_asks_and_comes_in(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as bo, Guest(server) as cem:
        table = await ada.open("istanbul", "mob", visibility="private")
        path = f"/api/tables/{table['id']}"
        assert (await bo.call(path))["access"] == "ask"
        assert await bo.refused(f"{path}/join", {}) == (403, "link_needed")
        async with ada.socket(table["id"]) as page:
            await page.until("snapshot")
            assert (await bo.call(f"{path}/knock", {"name": "Bo"}))["access"] == "asked"
            told = await page.until("table")
            (knock,) = told["table"]["knocks"]
            assert knock["name"] == "Bo"
            assert await bo.refused(f"{path}/knocks/{knock['n']}", {"admit": True}) == (
                403,
                "not_seated",
            )
            assert (await ada.call(f"{path}/knocks/{knock['n']}", {"admit": True}))["knocks"] == []
        assert (await bo.call(path))["access"] == "open"
        await cem.call("/api/me")
        (knock,) = await knocks(cem, ada, path)
        await ada.call(f"{path}/knocks/{knock['n']}", {"admit": False})
        assert (await cem.call(path))["access"] == "refused"
        assert await cem.refused(f"{path}/knock", {}) == (403, "turned_away")
        assert (await bo.call(f"{path}/join", {}))["mine"] == [1]


async def knocks(visitor: Guest, host: Guest, path: str) -> list[Message]:
    """Let a visitor knock; what the host then sees. The visitor sees no knock of others."""
    assert (await visitor.call(f"{path}/knock", {}))["knocks"] == []
    found: list[Message] = (await host.call(path))["knocks"]
    return found


# -- the line -----------------------------------------------------------------


async def test_a_ping_is_answered_while_a_hint_is_worked_out(server: Server) -> None:
    """A page sees by its pings that the line is alive, whatever else it waits for."""
    async with Guest(server) as ada:
        table = await ada.open("choose_write", "mbbbb")  # its hints take longest
        async with ada.socket(table["id"]) as page:
            asked = await page.until("snapshot", "moved", where=lambda one: bool(one["asked"]))
            await page.send("hint", seat=asked["asked"][0]["seat"], id=1)
            await page.send("ping", id=2)
            await page.send("hint", seat=asked["asked"][0]["seat"], id=3)
            first = await page.until("pong", "hint")
            assert (first["type"], first["id"]) == ("pong", 2)
            second = await page.until("error", "hint")
            assert (second["type"], second["code"], second["id"]) == ("error", "too_fast", 3)
            assert (await page.until("hint"))["id"] == 1
