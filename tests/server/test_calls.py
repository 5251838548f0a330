"""The calls by HTTP: people, tables, seats, links, records, the solo campaign."""

from __future__ import annotations

import asyncio
import random
import re
import stat
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

import bedesten
from bedesten import bots
from bedesten.kernel.text import LANGUAGES
from bedesten.kernel.verdict import why_won
from server.harness import Guest, Server, play_on

pytestmark = pytest.mark.anyio


# -- people -------------------------------------------------------------------


async def test_a_guest_is_a_cookie(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as bo:
        answer = await ada.ask("/api/me")
        cookie = answer.headers["set-cookie"]
        assert re.search("HttpOnly", cookie)
        assert re.search("SameSite=lax", cookie, re.I)
        me = answer.json()
        assert (await ada.call("/api/me"))["id"] == me["id"]
        assert "set-cookie" not in (await ada.ask("/api/me")).headers
        assert (await bo.call("/api/me"))["id"] != me["id"]


async def test_a_cookie_that_we_did_not_sign_is_nobodys(server: Server) -> None:
    async with Guest(server) as ada:
        me = await ada.call("/api/me")
        value = ada.http.cookies["bedesten"]
    for forged in (me["id"], f"{me['id']}.", value[:-1], value[:-1] + "x", "." * 300, "é"):
        headers = {b"cookie": f"bedesten={forged}".encode()}
        answer = httpx.get(f"{server.url}/api/me", headers=headers)
        assert answer.json()["id"] != me["id"], forged


async def test_changes_at_the_same_time_keep_each_other(server: Server) -> None:
    async with Guest(server) as ada:
        await ada.call("/api/me")
        for n in range(10):
            changes: list[dict[str, Any]] = [
                {"name": f"Ada {n}"},
                {"settings": {"n": n}},
                {"colour": ("red", "green")[n % 2]},
                {},
            ]
            await asyncio.gather(*(ada.call("/api/me", change, "PATCH") for change in changes))
            me = await ada.call("/api/me")
            assert (me["name"], me["settings"]) == (f"Ada {n}", {"n": n})
            assert me["colour"] == ("red", "green")[n % 2]


async def test_name_colour_language_and_settings_are_ones_own(server: Server) -> None:
    async with Guest(server) as ada:
        change = {"name": "  Ada   Lovelace ", "colour": "green", "language": "fr"}
        changed = await ada.call("/api/me", change | {"settings": {"theme": "dark"}}, "PATCH")
        assert changed["name"] == "Ada Lovelace"
        assert changed["settings"] == {"theme": "dark"}
        assert await ada.call("/api/me") == changed
        refused: list[Any] = [
            {"name": ""},
            {"name": "a, b"},
            {"name": "x" * 41},
            {"name": "a\u0007b"},
            {"colour": "pink"},
            {"id": "me"},
            {"settings": {"x": "y" * 9000}},
            [],
        ]
        for wrong in refused:
            answer = await ada.ask("/api/me", wrong, "PATCH")
            assert answer.status_code in (400, 413), wrong
            assert answer.json()["text"]
        assert await ada.call("/api/me") == changed
        assert (await ada.ask("/api/tables/none")).json()["text"] == "Cette table n’existe pas."


# -- games --------------------------------------------------------------------


async def test_the_games_and_their_texts_in_every_language(server: Server) -> None:
    async with Guest(server) as ada:
        games = await ada.call("/api/games")
        assert [game["name"] for game in games] == list(bedesten.games())
        assert all(game["levels"] and game["vocabulary"] for game in games)
        for language in LANGUAGES:
            for told in await ada.call(f"/api/games?language={language}"):
                about = bedesten.game(told["name"]).about(language)
                assert (told["title"], told["blurb"]) == (about.title, about.blurb)
                assert told["minutes"] == about.minutes
                assert told["usual_level"] == bots.USUAL_LEVEL
                offered = [level["name"] for level in told["levels"] if level["offered"]]
                assert offered == list(bots.LEVELS)
        campaigns = {game["name"]: game["campaign"] for game in games}
        assert [name for name, campaign in campaigns.items() if campaign] == ["choose_write"]
        size = {"columns": [10, 11, 12], "goal": [10, 11], "tasks": 14}
        assert campaigns["choose_write"] == size
        for language in LANGUAGES:
            texts = await ada.call(f"/api/games/basari/texts?language={language}")
            assert texts["language"] == language
            assert texts["rules"] == bedesten.game("basari").text(language).rules
        assert await ada.refused("/api/games/chess/texts") == (404, "not_found")


# -- tables -------------------------------------------------------------------


async def test_a_table_begins_at_once_when_nobody_is_waited_for(server: Server) -> None:
    async with Guest(server) as ada:
        table = await ada.open("basari", "mbb", options={"laps": 1})
        assert table["status"] == "playing"
        assert table["mine"] == [0]
        assert table["host"]
        assert table["options"] == {"laps": 1}
        assert len(table["id"]) >= 22
        assert table["join_link"] is None
        assert table["watch_link"]


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"game": "chess"}, "bad_table"),
        ({"seats": [{"kind": "me"}]}, "bad_table"),
        ({"seats": []}, "bad_request"),
        ({"seats": [{"kind": "cat"}] * 3}, "bad_request"),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "level": "genius"}] * 2}, "no_level"),
        ({"seats": [{"kind": "me"}, {"kind": "bot", "level": "search:9999999"}] * 2}, "no_level"),
        ({"seats": [{"kind": "me", "name": "a,b"}] * 3}, "bad_name"),
        ({"options": {"laps": 17}}, "bad_table"),
        ({"options": {"lapse": 1}}, "bad_table"),
        ({"clock": {"bank": 1}}, "bad_request"),
        ({"pace": "hasty"}, "bad_request"),
        ({"colour": "red"}, "bad_request"),
        (
            {"seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot"}], "seed": "1"},
            "seed_secret",
        ),
        ({"seed": " "}, "bad_table"),
    ],
    ids=str,
)
async def test_what_cannot_be_a_table_is_refused(
    server: Server, wrong: dict[str, Any], code: str
) -> None:
    body = {"game": "basari", "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]}
    async with Guest(server) as ada:
        before = await ada.call("/api/tables")
        assert await ada.refused("/api/tables", body | wrong) == (400, code)
        assert await ada.call("/api/tables") == before


async def test_people_sit_down_by_the_link_and_the_last_one_begins(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as bo, Guest(server) as cem:
        table = await ada.open("basari", "moo", visibility="private")
        path = f"/api/tables/{table['id']}"
        assert table["status"] == "waiting"
        assert (await bo.call(path))["join_link"] is None
        assert (await bo.call(path))["watch_link"] is None
        assert await bo.refused(f"{path}/join", {}) == (403, "link_needed")
        assert (await bo.join(table))["status"] == "waiting"
        assert await bo.refused(f"{path}/start", {}) == (403, "host_only")
        begun = await cem.join(table)
        assert begun["status"] == "playing"
        assert begun["mine"] == [2]
        async with Guest(server) as late:
            token = table["join_link"].partition("token=")[2]
            assert await late.refused(f"{path}/join", {"token": token}) == (409, "no_open_seat")
        for guest in (ada, bo, cem):
            assert [one["id"] for one in await guest.call("/api/tables")] == [table["id"]]


async def test_the_host_fills_up_with_bots(server: Server) -> None:
    async with Guest(server) as ada:
        table = await ada.open("istanbul", "moo")
        begun = await ada.call(f"/api/tables/{table['id']}/start", {"level": "random"})
        assert [seat["kind"] for seat in begun["seats"]] == ["person", "bot", "bot"]
        assert begun["status"] == "playing"
        again = await ada.refused(f"/api/tables/{table['id']}/start", {"level": "random"})
        assert again == (409, "begun_already")


async def test_public_tables_stand_in_the_lobby(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as bo:
        public = await ada.open("basari", "mob", visibility="public")
        private = await ada.open("basari", "mob")
        found = [one["id"] for one in await bo.call("/api/tables?which=open")]
        assert public["id"] in found
        assert private["id"] not in found
        await bo.call(f"/api/tables/{public['id']}/join", {})
        assert public["id"] not in [one["id"] for one in await bo.call("/api/tables?which=open")]
        assert public["id"] in [one["id"] for one in await bo.call("/api/tables?which=live")]
        assert await bo.refused("/api/tables?which=all") == (400, "bad_request")


async def test_who_leaves_is_stood_in_for_and_comes_back(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as bo:
        table = await ada.open("basari", "mob", pace="slow")
        path = f"/api/tables/{table['id']}"
        await bo.join(table)
        left = await bo.call(f"{path}/leave", {})
        assert left["seats"][1]["stand_in"]
        assert left["seats"][1]["kind"] == "person"
        back = await bo.call(f"{path}/return", {})
        assert not back["seats"][1]["stand_in"]
        assert await bo.refused(f"{path}/return", {}) == (409, "not_away")
        async with Guest(server) as cem:
            assert await cem.refused(f"{path}/leave", {}) == (403, "not_seated")


async def test_a_seat_link_moves_a_seat_to_another_device_once(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as phone, Guest(server) as thief:
        table = await ada.open("basari", "mbb", pace="slow")
        path = f"/api/tables/{table['id']}"
        link = await ada.call(f"{path}/seats/0/link", {})
        assert link["path"].startswith(f"/seat/{table['id']}?token=")
        assert link["qr_svg"].startswith("<svg")
        assert await thief.refused(f"{path}/seats/0/link", {}) == (403, "not_yours")
        token = link["path"].partition("token=")[2]
        forged = token[:-2] + "zz"
        assert (await thief.refused(f"{path}/join", {"token": forged}))[0] in (403, 409)
        moved = await phone.call(f"{path}/join", {"token": token})
        assert moved["mine"] == [0]
        assert (await ada.call(path))["mine"] == []
        assert await thief.refused(f"{path}/join", {"token": token}) == (403, "link_lapsed")
        other = await ada.open("basari", "mbb")
        elsewhere = f"/api/tables/{other['id']}/join"
        assert await thief.refused(elsewhere, {"token": token}) == (403, "link_lapsed")


async def test_links_as_pictures(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as bo:
        table = await ada.open("basari", "mob")
        path = f"/api/tables/{table['id']}/qr"
        for of in ("join", "watch"):
            answer = await ada.ask(f"{path}?of={of}")
            assert answer.headers["content-type"].startswith("image/svg+xml")
            assert ElementTree.fromstring(answer.text).tag == "{http://www.w3.org/2000/svg}svg"
        assert await bo.refused(path) == (403, "not_seated")
        assert await ada.refused(f"{path}?of=seed") == (400, "bad_request")


async def test_what_is_not_there_is_not_found(server: Server) -> None:
    async with Guest(server) as ada:
        assert await ada.refused("/api/tables/nothing") == (404, "no_table")
        assert await ada.refused("/api/nothing") == (404, "not_found")
        for verb in ("join", "start", "leave", "return", "rematch"):
            assert (await ada.refused(f"/api/tables/nothing/{verb}", {}))[0] == 404


# -- finished games -----------------------------------------------------------


async def finished(guest: Guest, game: str, seats: str, **agreed: Any) -> dict[str, Any]:
    table = await guest.open(game, seats, **agreed)
    async with guest.socket(table["id"]) as page:
        await play_on(page, random.Random(1))
    return table


async def test_a_finished_game_downloads_verifies_and_is_told_again(server: Server) -> None:
    async with Guest(server) as ada:
        table = await finished(ada, "basari", "mbb", options={"laps": 1})
        path = f"/api/tables/{table['id']}"
        record = (await ada.ask(f"{path}/record")).text
        report = bedesten.verify(record)
        assert report.ok
        assert report.finished
        assert report.sealed
        match = bedesten.replay(record)
        whole = await ada.call(f"{path}/frames?first=0&count=200")
        assert whole["total"] == len(match.history) + 1
        assert whole["frames"][0]["taken"] is None
        assert [one["taken"]["word"] for one in whole["frames"][1:]] == [
            answer.word for answer in match.history[: len(whole["frames"]) - 1]
        ]
        part = await ada.call(f"{path}/frames?first=10&count=3&language=de")
        assert [one["n"] for one in part["frames"]] == [10, 11, 12]
        assert [one["view"] for one in part["frames"]] == [
            one["view"] for one in whole["frames"][10:13]
        ]
        course = await ada.call(f"{path}/course")
        assert tuple(course["scores"][-1]) == match.scores
        assert course["answers"][-1] == len(match.history)
        assert course["ranking"] == [list(group) for group in match.ranking]
        assert course["reason"] == why_won(match, "en")
        german = await ada.call(f"{path}/course?language=de")
        assert german["reason"] == why_won(match, "de")
        assert await ada.refused(f"{path}/frames?count=100000") == (400, "bad_request")


async def test_hands_are_shown_afterwards_only_if_asked_for(server: Server) -> None:
    async with Guest(server) as ada:
        table = await finished(ada, "choose_write", "mb")
        path = f"/api/tables/{table['id']}/frames?first=20&count=1"
        hidden = (await ada.call(path))["frames"][0]["view"]["players"][1]
        shown = (await ada.call(f"{path}&reveal=true"))["frames"][0]["view"]["players"][1]
        assert set(shown) > set(hidden)
        assert "guild" in shown


async def test_a_running_game_keeps_its_record_and_its_seed(server: Server) -> None:
    async with Guest(server) as ada:
        table = await ada.open("basari", "mbb")
        for what in ("record", "frames", "course"):
            assert await ada.refused(f"/api/tables/{table['id']}/{what}") == (409, "not_over")


async def test_another_game_in_the_same_round(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as bo:
        table = await ada.open("basari", "mob", options={"laps": 1}, take_back="consent")
        path = f"/api/tables/{table['id']}"
        assert await ada.refused(f"{path}/rematch", {}) == (409, "not_over")
        await bo.join(table)
        await bo.call(f"{path}/leave", {})
        async with ada.socket(table["id"]) as page:
            await play_on(page, random.Random(1))
        first = await ada.call(f"{path}/rematch", {})
        assert first["id"] != table["id"]
        assert (first["options"], first["take_back"]) == ({"laps": 1}, "consent")
        assert [seat["kind"] for seat in first["seats"]] == ["person", "open", "bot"]
        assert (await bo.call(f"{path}/rematch", {}))["id"] == first["id"]
        assert (await ada.call(path))["rematch"] == first["id"]
        assert (await bo.join(first))["status"] == "playing"
        async with Guest(server) as cem:
            assert await cem.refused(f"{path}/rematch", {}) == (403, "not_seated")


async def test_a_record_is_brought_along(server: Server) -> None:
    async with Guest(server) as ada:
        match = bedesten.new("istanbul", seats=2, seed=5)
        whim = random.Random(5)
        for _ in range(30):
            seat = whim.choice(match.actors)
            match.play(seat, whim.choice(match.choices(seat)))
        answer = await ada.http.post("/api/records", content=match.record())
        table = answer.json()
        assert answer.status_code == 201
        assert table["status"] == "abandoned"
        frames = await ada.call(f"/api/tables/{table['id']}/frames?count=5")
        assert frames["total"] == len(match.history) + 1
        for wrong in ("", "x" * 1000, match.record().replace("seed: 5", "seed: 6"), "\ud800"):
            content = wrong.encode("utf-8", "surrogatepass")
            answer = await ada.http.post("/api/records", content=content)
            assert (answer.status_code, answer.json()["code"]) == (400, "bad_record")
        answer = await ada.http.post("/api/records", content="#" * 2_100_000)
        assert answer.status_code == 413


# -- solo ---------------------------------------------------------------------


async def test_the_solo_campaign_counts_what_was_played(server: Server) -> None:
    async with Guest(server) as ada:
        empty = await ada.call("/api/solo?language=de")
        assert await ada.call("/api/solo?language=de&game=choose_write") == empty
        assert await ada.refused("/api/solo?game=basari") == (404, "not_found")
        assert empty["games"] == 0
        assert len(empty["tasks"]) == 14
        assert empty["next"] is not None
        assert await ada.refused("/api/solo/start", {"task": 15, "rubies": 8}) == (400, "no_task")
        table = await ada.call("/api/solo/start", {"task": 1, "rubies": empty["columns"][0]})
        assert (await ada.call("/api/solo"))["under_way"] == table["id"]
        tasks = await ada.call(f"/api/tables/{table['id']}/tasks")
        assert [one["task"] for one in tasks if one["met"]] == [1, 12]
        async with ada.socket(table["id"]) as page:
            (sheet,) = (await page.until("snapshot"))["view"]["players"]
        now = sheet["lira_filled"]  # a fountain may have filled one before the first turn
        lira = {"name": "lira", "now": now, "wanted": 35, "at_most": False, "met": False}
        assert tasks[1]["goals"] == [lira]
        async with ada.socket(table["id"]) as page:
            end = await play_on(page, random.Random(1))
        assert end is not None
        for _ in range(2):
            campaign = await ada.call("/api/solo")
            assert campaign["games"] == 1
            assert campaign["under_way"] is None
            assert campaign["best"]["rubies"] == end["view"]["scores"][0]
        assert campaign["game"] is None
        added = (await ada.call(f"/api/solo?of={table['id']}"))["game"]
        met = [
            one["task"] for one in await ada.call(f"/api/tables/{table['id']}/tasks") if one["met"]
        ]
        assert added["met"] == met
        assert added["best"]
        column = added["column"]
        assert added["ticked"] == ([] if column is None else met)
        done = [one["task"] for one in campaign["tasks"] if column in one["done"]]
        assert done == added["ticked"]
        other = await ada.open("basari", "mbb")
        assert await ada.refused(f"/api/tables/{other['id']}/tasks") == (404, "not_found")


# -- the page and what every answer says --------------------------------------


async def test_every_address_of_the_page_is_the_page(server: Server) -> None:
    async with Guest(server) as ada:
        for path in ("/", "/t/abc", "/join/abc?token=x", "/replay/x", "/rules/basari", "/solo"):
            answer = await ada.ask(path)
            assert answer.status_code == 200, path
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
        plain = await ada.ask("/plain")
        again = await ada.http.get("/plain", headers={"if-none-match": plain.headers["etag"]})
        assert again.status_code == 304
        for path in ("/x.js", "/plain/../app.py", "/plain/%2e%2e/app.py", "/../settings.py"):
            assert (await ada.ask(path)).status_code == 404, path


async def test_the_documentation_is_handed_out_or_said_to_be_missing(server: Server) -> None:
    async with Guest(server) as ada:
        first = await ada.ask("/docs/")
        if first.status_code == 404:
            assert "make docs" in first.text
            return
        assert (await ada.http.get("/docs")).headers["location"] == "/docs/"
        page = await ada.ask("/docs/architecture/")
        assert "How it is built" in page.text
        policy = page.headers["content-security-policy"]
        scripts = policy.partition("script-src ")[2].partition(";")[0]
        assert "'sha256-" in scripts
        assert "unsafe" not in scripts
        assert (await ada.ask("/docs/nothing")).status_code == 404


async def test_every_answer_is_strict_with_browsers(server: Server) -> None:
    async with Guest(server) as ada:
        for path in ("/", "/api/me", "/api/nothing", "/schema", "/health"):
            headers = (await ada.ask(path)).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy.replace("style-src-attr 'unsafe-inline'", "")
            assert "http" not in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert "server" not in headers


async def test_the_plain_page_asks_nobody_else_for_anything(server: Server) -> None:
    async with Guest(server) as ada:
        for file in ("/plain", "/plain/plain.js", "/plain/plain.css"):
            text = (await ada.ask(file)).text
            assert not re.findall(r"(?:https?:)?//[a-z]", text), file
            assert "<script>" not in text
            assert "innerHTML" not in text


async def test_the_description_covers_every_call(server: Server) -> None:
    async with Guest(server) as ada:
        schema = await ada.call("/schema")
        assert {"/api/me", "/api/tables", "/api/games", "/api/solo"} <= set(schema["paths"])
        assert schema["openapi"].startswith("3.")


async def test_health_and_figures(server: Server) -> None:
    async with Guest(server) as ada:
        assert (await ada.call("/health"))["ok"]
        figures = (await ada.ask("/metrics")).text
        for name in ("requests_total", "sockets", "tables", "move_seconds", "thought_seconds"):
            assert f"bedesten_{name}" in figures


def test_database_and_key_are_the_owners_alone(server: Server) -> None:
    for name in (server.db, f"{server.db}.key"):
        assert stat.S_IMODE(Path(name).stat().st_mode) == 0o600, name
