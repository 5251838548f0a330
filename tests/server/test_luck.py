"""Fair luck on a real server: promised, added to, never foretold, and proven at the end."""

from __future__ import annotations

import hashlib
import hmac
import random
from pathlib import Path
from typing import Any

import pytest

import bedesten
from server.harness import Guest, Message, Server, Socket, play_on

pytestmark = pytest.mark.anyio

DOMAIN = "bedesten-luck-1"


# -- what a page computes: SHA-256 and HMAC, and nothing about the games ----------


def hashed(what: str, text: str) -> str:
    return hashlib.sha256(f"{DOMAIN} {what} {text}".encode()).hexdigest()


def attempt(key: str, text: str) -> int:
    digest = hmac.digest(key.encode(), f"{DOMAIN} {text}".encode(), "sha256")
    return int.from_bytes(digest[:8], "big")


def key_of(luck: Message) -> str:
    lines = [f"{DOMAIN} key"]
    for n, share in enumerate(luck["shares"]):
        lines.append(f"{n}:{len(share['text'].encode())}:{share['text']}")
    return hmac.digest(luck["secret"].encode(), "\n".join(lines).encode(), "sha256").hex()


def faults(luck: Message) -> list[str]:
    """What a page finds wrong with the luck of a finished game."""
    found = []
    if hashed("promise", luck["secret"]) != luck["promise"]:
        found.append("promise")
    found += [
        f"share of seat {share['seat']}"
        for share in luck["shares"]
        if hashed("share", share["text"]) != share["hash"]
    ]
    key = key_of(luck)
    for draw in luck["draws"]:
        n, tickets = draw["n"], draw["tickets"]
        values = (attempt(key, f"draw {n} {one}") for one in range(100))
        ticket = next(value for value in values if value < 2**64 - 2**64 % tickets) % tickets
        (word,) = [word for word, first, last in draw["words"] if first <= ticket <= last]
        if word != draw["word"]:
            found.append(f"draw {n}")
        ranges = [ticket for _, first, last in draw["words"] for ticket in range(first, last + 1)]
        if ranges != list(range(tickets)):
            found.append(f"tickets of draw {n}")
    if [draw["n"] for draw in luck["draws"]] != list(range(len(luck["draws"]))):
        found.append("numbers")
    return found


async def promised(guest: Guest, share: str) -> tuple[str, dict[str, Any]]:
    """A promise, and what is sent when a table is opened on it."""
    given = await guest.call("/api/luck")
    return given["promise"], {"ticket": given["ticket"], "share": share}


async def luck_of(guest: Guest, table: Message) -> Message:
    found: Message = await guest.call(f"/api/tables/{table['id']}/luck")
    return found


async def record_of(guest: Guest, table: Message) -> str:
    return (await guest.ask(f"/api/tables/{table['id']}/record")).text


# -- the whole way ---------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), [("basari", "mbb"), ("choose_write", "mb")])
async def test_one_click_against_bots_is_promised_and_proven(
    server: Server, game: str, seats: str
) -> None:
    async with Guest(server) as ada:
        promise, luck = await promised(ada, "a share of Ada's")
        table = await ada.open(game, seats, luck=luck, shuffle=True)
        assert table["status"] == "playing"
        (share,) = table["luck"]["shares"]
        assert share == {
            "seat": table["mine"][0],
            "hash": hashed("share", luck["share"]),
            "text": None,
        }
        assert (table["luck"]["kind"], table["luck"]["promise"]) == ("fair", promise)
        before = await luck_of(ada, table)
        assert (before["revealed"], before["secret"], before["draws"]) == (False, None, [])
        async with ada.socket(table["id"]) as page:
            await play_on(page, random.Random(1))
        after = await luck_of(ada, table)
        assert after["revealed"]
        assert after["promise"] == promise
        assert after["shares"][0]["text"] == "a share of Ada's"
        assert after["scheme"] == "hmac-sha256-1"
        assert len(after["draws"]) > 10
        assert faults(after) == []
        record = await record_of(ada, table)
        report = bedesten.verify(record)
        assert (report.ok, report.luck, report.shares, report.undone) == (True, "proven", 1, 0)
        history = bedesten.replay(record).history
        drawn = [one.word for one in history if one.draw is not None]
        assert [draw["word"] for draw in after["draws"]] == drawn
        assert [history[draw["place"]].draw for draw in after["draws"]] == list(range(len(drawn)))
        assert after["key"] == key_of(after)
        # A server that cheated anywhere is found.
        changes: list[Message] = [
            {"secret": "0" * 64},
            {"promise": "0" * 64},
            {"shares": [after["shares"][0] | {"text": "another"}]},
            {"shares": []},
        ]
        for change in changes:
            assert faults(after | change), change
        draw = after["draws"][5]
        other = next(word for word, _, _ in draw["words"] if word != draw["word"])
        draws = [*after["draws"][:5], draw | {"word": other}, *after["draws"][6:]]
        assert faults(after | {"draws": draws}) == ["draw 5"]


async def test_everybody_adds_a_share_before_the_first_draw(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as bo, Guest(server) as cem:
        promise, luck = await promised(ada, "first")
        table = await ada.open("basari", "moo", luck=luck, options={"laps": 1}, take_back="free")
        path = f"/api/tables/{table['id']}"
        assert table["luck"]["promise"] == promise
        token = table["join_link"].partition("token=")[2]
        joined = await bo.call(f"{path}/join", {"token": token, "share": "second"})
        hashes = [share["hash"] for share in joined["luck"]["shares"]]
        assert hashes == [hashed("share", "first"), hashed("share", "second")]
        changed = await bo.call(f"{path}/luck", {"share": "another"})
        assert changed["luck"]["shares"][1]["hash"] == hashed("share", "another")
        assert await cem.refused(f"{path}/luck", {"share": "x"}) == (403, "not_seated")
        assert await bo.refused(f"{path}/luck", {"share": ""}) == (400, "bad_request")
        assert await bo.refused(f"{path}/luck", {"share": "x" * 201}) == (400, "bad_request")
        begun = await cem.call(f"{path}/join", {"token": token, "share": "third # not a comment"})
        assert begun["status"] == "playing"
        assert [share["seat"] for share in begun["luck"]["shares"]] == [0, 1, 2]
        assert {share["text"] for share in begun["luck"]["shares"]} == {None}
        assert await bo.refused(f"{path}/luck", {"share": "late"}) == (409, "begun_already")
        for guest in (bo, cem):
            await guest.call(f"{path}/leave", {})
        async with ada.socket(table["id"]) as page:
            await play_on(page, random.Random(2))
        found = await luck_of(cem, table)
        texts = [share["text"] for share in found["shares"]]
        assert texts == ["first", "another", "third # not a comment"]
        assert faults(found) == []
        assert bedesten.verify(await record_of(bo, table)).shares == 3


async def test_who_leaves_before_the_game_takes_the_share_along(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as bo:
        table = await ada.open("basari", "moo")
        path = f"/api/tables/{table['id']}"
        token = table["join_link"].partition("token=")[2]
        await bo.call(f"{path}/join", {"token": token, "share": "mine"})
        await bo.call(f"{path}/leave", {})
        assert (await ada.call(path))["luck"]["shares"] == []
        await bo.call(f"{path}/join", {"token": token})
        assert (await ada.call(path))["luck"]["shares"] == []


async def test_a_client_that_knows_nothing_of_this_is_told_that_nobody_added(
    server: Server,
) -> None:
    async with Guest(server) as ada:
        table = await ada.open("basari", "mbb", options={"laps": 1})
        assert table["luck"]["kind"] == "fair"
        assert table["luck"]["shares"] == []
        async with ada.socket(table["id"]) as page:
            await play_on(page, random.Random(3))
        assert faults(await luck_of(ada, table)) == []
        report = bedesten.verify(await record_of(ada, table))
        assert (report.luck, report.shares) == ("proven", 0)


# -- tickets ---------------------------------------------------------------------


async def test_a_promise_is_used_once(server: Server) -> None:
    """After one game its secret is known: who could use it again would choose the luck."""
    async with Guest(server) as ada, Guest(server) as bo:
        _, luck = await promised(ada, "x")
        table = await ada.open("basari", "mbb", luck=luck, options={"laps": 1})
        body = {"game": "basari", "seats": [{"kind": "me"}] + 2 * [{"kind": "bot"}]}
        for guest in (ada, bo):
            again = body | {"luck": luck | {"share": "y"}}
            assert await guest.refused("/api/tables", again) == (409, "luck_ticket_used")
            solo = {"luck": luck}
            assert await guest.refused("/api/solo/start", solo) == (409, "luck_ticket_used")
        async with ada.socket(table["id"]) as page:
            await play_on(page, random.Random(4))
        rematch = f"/api/tables/{table['id']}/rematch"
        assert await ada.refused(rematch, {"luck": luck}) == (409, "luck_ticket_used")
        for forged in ("", "x", luck["ticket"][:-1], "." * 60, luck["ticket"] + "0"):
            wrong = body | {"luck": {"ticket": forged, "share": "x"}}
            assert await ada.refused("/api/tables", wrong) == (400, "bad_luck_ticket")
        promise, fresh = await promised(ada, "next")
        following = await ada.call(rematch, {"luck": fresh})
        assert following["luck"]["promise"] == promise
        assert [share["hash"] for share in following["luck"]["shares"]] == [hashed("share", "next")]
        assert len({(await ada.call("/api/luck"))["promise"] for _ in range(20)}) == 20


async def test_a_solo_game_is_promised_too(server: Server) -> None:
    async with Guest(server) as ada:
        promise, luck = await promised(ada, "alone")
        table = await ada.call("/api/solo/start", {"luck": luck})
        assert table["luck"]["promise"] == promise
        assert len(table["luck"]["shares"]) == 1


async def test_a_promise_outlives_a_restart(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"))
    try:
        async with Guest(server) as ada:
            promise, luck = await promised(ada, "x")
            server.stop()
            server.start()
            table = await ada.open("basari", "mbb", luck=luck)
            assert table["luck"]["promise"] == promise
    finally:
        server.kill()


# -- taking back -------------------------------------------------------------------


async def carried_out(page: Socket, type: str, **fields: Any) -> Message:
    """Send a command; the table as it is afterwards."""
    id = len(page.heard) + 1
    await page.send(type, id=id, **fields)
    await page.until("done", where=lambda message: message["id"] == id)
    return next(one for one in reversed(page.heard) if one["type"] in ("moved", "snapshot"))


async def test_after_an_undo_past_a_roll_the_next_roll_is_a_new_one(server: Server) -> None:
    async with Guest(server) as ada:
        _, luck = await promised(ada, "again")
        table = await ada.open("basari", "mmm", luck=luck, options={"laps": 1, "start": "random"})
        async with ada.socket(table["id"]) as page:
            now = await page.until("snapshot")
            for _ in range(4):  # the same tiles are laid, and the first is taken back
                for asked in now["asked"]:
                    words = ["die" if asked["seat"] == 0 else "points"]
                    fields = {"seq": asked["seq"], "seat": asked["seat"], "words": words}
                    now = await carried_out(page, "play", **fields)
                now = await carried_out(page, "take_back", seat=0, choices=1)
        async with ada.socket(table["id"]) as page:
            await play_on(page, random.Random(6))
        found = await luck_of(ada, table)
        undone = [draw["n"] for draw in found["draws"] if draw["undone"]]
        assert len(undone) >= 4  # seat 0 rolled its die, every time with a new number
        assert faults(found) == []
        record = await record_of(ada, table)
        report = bedesten.verify(record)
        assert (report.ok, report.undone) == (True, len(undone))
        assert "*@" in record


# -- practice ----------------------------------------------------------------------


async def test_who_chooses_the_seed_practises_alone(server: Server) -> None:
    async with Guest(server) as ada:
        table = await ada.open("basari", "mmb", seed="7", pace="slow")
        assert table["luck"] == {"kind": "practice", "promise": None, "shares": []}
        path = f"/api/tables/{table['id']}"
        assert await ada.refused(f"{path}/seats/1/link", {}) == (400, "seed_secret")
        me, bot = {"kind": "me"}, {"kind": "bot"}
        _, luck = await promised(ada, "x")
        for wrong in (
            {"seats": [me, {"kind": "open"}, bot]},
            {"seats": [me, bot, bot], "visibility": "public"},
            {"seats": [me, bot, bot], "luck": luck},
        ):
            body = {"game": "basari", "seed": "7"} | wrong
            assert await ada.refused("/api/tables", body) == (400, "seed_secret")
        for language in ("en", "de", "fr"):
            answer = await ada.ask(f"/api/tables?language={language}", body)
            assert len(answer.json()["text"]) > 80


# -- records -----------------------------------------------------------------------


async def test_a_record_with_promised_luck_is_brought_along(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as bo:
        _, luck = await promised(ada, "kept")
        table = await ada.open("basari", "mbb", luck=luck, options={"laps": 1})
        async with ada.socket(table["id"]) as page:
            await play_on(page, random.Random(7))
        record = await record_of(ada, table)
        brought = (await bo.http.post("/api/records", content=record)).json()
        assert (brought["status"], brought["luck"]["kind"]) == ("over", "fair")
        found = await luck_of(bo, brought)
        # When the promise was published, an imported record does not say.
        assert found == await luck_of(ada, table) | {"opened": None}
        assert await record_of(bo, brought) == record
        plain = "\n".join(line.split(" ~")[0] for line in record.split("\n"))
        forged = plain.replace("kept", "held")
        answer = await bo.http.post("/api/records", content=forged)
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_record")
        assert "the hash of seat 0's share" in answer.json()["text"]


# -- another device -----------------------------------------------------------------


async def test_a_seat_moved_before_the_game_brings_a_share_of_its_new_device(
    server: Server,
) -> None:
    async with Guest(server) as ada, Guest(server) as phone:
        _, luck = await promised(ada, "laptop")
        table = await ada.open("basari", "moo", luck=luck)
        path = f"/api/tables/{table['id']}"
        link = (await ada.call(f"{path}/seats/0/link", {}))["path"]
        token = link.partition("token=")[2]
        moved = await phone.call(f"{path}/join", {"token": token, "share": "phone"})
        hashes = [share["hash"] for share in moved["luck"]["shares"]]
        assert hashes == [hashed("share", "phone")]
