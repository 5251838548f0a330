"""Sockets: snapshots, moves, resuming, races, taking back, chat, slow and lost pages."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

import bedesten
from bedesten.kernel.record import read
from bedesten.kernel.replay import begun
from server.harness import PATIENCE, THOROUGH, Guest, Server, Socket, play_on, socket

pytestmark = pytest.mark.anyio


# -- whole games --------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "seats"),
    [("basari", "moo"), ("basari", "mobb"), ("istanbul", "mog"), ("choose_write", "moob")],
)
async def test_people_and_bots_play_a_whole_game(server: Server, game: str, seats: str) -> None:
    """Everybody sees the views and the events that the record gives them, and nothing else."""
    for seed in range(10 if THOROUGH else 1):
        guests = [Guest(server) for _ in range(1 + seats.count("o"))]
        table = await guests[0].open(game, seats)
        for guest in guests[1:]:
            await guest.join(table)
        whims = [random.Random(f"{seed}/{n}") for n in range(len(guests))]
        watch = table["watch_link"].partition("token=")[2]
        async with socket(server, table["id"], {}, watch=watch) as gallery:
            pages = await asyncio.gather(
                *(_played(one, table["id"], whim) for one, whim in zip(guests, whims, strict=True))
            )
            await gallery.until("moved", where=lambda message: message["view"]["over"])
        record = (await guests[0].ask(f"/api/tables/{table['id']}/record")).text
        assert bedesten.verify(record).finished
        for page in [*pages, gallery]:
            compare_with_record(page, record)
        for guest in guests:
            await guest.http.aclose()


async def _played(guest: Guest, table: str, whim: random.Random) -> Socket:
    async with guest.socket(table, language="en") as page:
        await play_on(page, whim)
        kept: Socket = page
    return kept


def compare_with_record(page: Socket, record: str) -> None:
    """What a page has heard is what the engine says its seat may know: no more and no less."""
    match = begun(read(record), bedesten.game)
    told: list[tuple[Any, ...]] = []
    views: list[Any] = [None]
    (seat,) = {one["seat"] for one in page.heard if one["type"] in ("snapshot", "moved")}
    for line in read(record).lines:
        for who, word in line.answers:
            events = match.repeat(who, word)
            told += [(e.name, e.seat, e.values) for e in events if e.is_seen_by(seat)]
            views.append(match.view(seat))
    heard: list[tuple[Any, ...]] = []
    position = 0
    for message in page.heard:
        if message["type"] == "snapshot":
            assert not heard, "a second snapshot was not needed"
            entries = message["log"]
        elif message["type"] == "moved":
            entries = [message["entry"]]
        else:
            continue
        heard += [(e["name"], e["seat"], e["values"]) for one in entries for e in one["events"]]
        while views[position] != message["view"]:
            position += 1  # IndexError: a view that no moment of the game gives this seat
        assert all(asked["seat"] == seat for asked in message["asked"])
    assert heard == told


async def test_the_first_message_is_the_whole_table(server: Server) -> None:
    async with Guest(server) as ada:
        table = await ada.open("istanbul", "mo")
        async with ada.socket(table["id"], language="fr") as page:
            first = await page.receive()
            assert first["type"] == "snapshot"
            assert first["view"] is None
            await ada.call(f"/api/tables/{table['id']}/start", {"level": "random"})
            await page.until("moved")
        async with ada.socket(table["id"], language="fr") as page:
            snapshot = await page.receive()
            assert snapshot["type"] == "snapshot"
            assert snapshot["seat"] in snapshot["table"]["mine"]
            assert snapshot["view"]["seat"] == snapshot["seat"]
            for asked in snapshot["asked"]:
                assert asked["text"] == bedesten.game("istanbul").text("fr").question(asked["step"])
                for choice in asked["choices"]:
                    assert choice["text"]
                    assert choice["clause"].startswith("IST-")
                    assert f"{choice['kind']}:{choice['at']}".rstrip(":") == choice["word"]


async def test_a_language_is_changed_on_the_way(server: Server) -> None:
    async with Guest(server) as ada:
        table = await ada.open("basari", "mbb", pace="slow")
        async with ada.socket(table["id"], language="en") as page:
            english = await asked_of(page)
            await page.send("language", language="de")
            german = (await page.until("snapshot"))["asked"][0]
            texts = bedesten.game("basari")
            assert english["text"] == texts.text("en").question(english["step"])
            assert german["text"] == texts.text("de").question(english["step"])
            assert german["seq"] == english["seq"]
            await page.send("language", language="xx")
            assert (await page.until("error"))["code"] == "bad_message"


# -- who may look -------------------------------------------------------------


async def test_a_private_table_is_watched_by_its_link_only(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as bo:
        await bo.call("/api/me")
        table = await ada.open("basari", "mbb", pace="slow", visibility="private")
        for query in ({}, {"watch": "x"}, {"watch": table["id"]}):
            async with bo.socket(table["id"], **query) as page:
                assert (await page.receive())["code"] == "watch_link_needed"
                with pytest.raises(ConnectionClosed) as closed:
                    await page.receive()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4403
        watch = table["watch_link"].partition("token=")[2]
        async with bo.socket(table["id"], watch=watch) as page:
            snapshot = await page.receive()
            assert snapshot["seat"] is None
            assert snapshot["asked"] == []
            await page.send("play", seq=snapshot["seq"], seat=0, words=["pass"], id=4)
            refused = await page.until("error")
            assert (refused["code"], refused["id"]) == ("not_yours", 4)
        async with bo.socket("nothing") as page:
            assert (await page.receive())["code"] == "no_table"


async def test_pages_of_other_places_are_turned_away(server: Server) -> None:
    from websockets.asyncio.client import connect

    async with Guest(server) as ada:
        table = await ada.open("basari", "mbb", visibility="public")
        address = f"ws://127.0.0.1:{server.port}/api/tables/{table['id']}/socket"
        for origin in ("https://evil.example", "null", "http://127.0.0.1:1"):
            with pytest.raises(InvalidStatus):
                async with connect(address, origin=origin):  # type: ignore[arg-type]
                    pass
        async with connect(address, origin=server.url) as welcome:  # type: ignore[arg-type]
            await welcome.recv()
        answer = await ada.http.post(
            "/api/tables", json={}, headers={"origin": "https://evil.example"}
        )
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")
        answer = await ada.http.post(
            "/api/tables", json={}, headers={"sec-fetch-site": "cross-site"}
        )
        assert answer.status_code == 403


# -- moves --------------------------------------------------------------------


async def asked_of(page: Socket) -> dict[str, Any]:
    message = await page.until("snapshot", "moved", where=lambda one: bool(one["asked"]))
    asked: dict[str, Any] = message["asked"][0]
    return asked


async def settled(page: Socket) -> None:
    """Everything that the page has sent so far has been answered."""
    await page.send("ping", id=987)
    await page.until("pong", where=lambda one: one["id"] == 987)


def count(page: Socket, type: str) -> int:
    return sum(one["type"] == type for one in page.heard)


async def test_a_move_is_taken_once_however_often_it_is_sent(server: Server) -> None:
    """A double click, and two devices of one person that race for one move."""
    for seed in range(20 if THOROUGH else 3):
        async with Guest(server) as ada:
            table = await ada.open("basari", "mbb", pace="slow")
            async with ada.socket(table["id"]) as one, ada.socket(table["id"]) as other:
                asked = await asked_of(one)
                await asked_of(other)
                words = [choice["word"] for choice in asked["choices"]]
                whim = random.Random(seed)
                for page in [one, other] * 5:
                    await page.play(asked, whim.choice(words))
                await asyncio.gather(settled(one), settled(other))
                errors = [m for p in (one, other) for m in p.heard if m["type"] == "error"]
                assert len(errors) == 9
                assert {error["code"] for error in errors} <= {"stale", "not_asked"}
                own = {
                    m["seq"]
                    for m in one.heard
                    if m["type"] == "moved" and m["entry"]["seat"] == asked["seat"]
                }
                assert len(own) == 1


async def test_two_people_race_for_the_last_seat(server: Server) -> None:
    async with Guest(server) as ada:
        for _ in range(5):
            table = await ada.open("basari", "mob")
            token = table["join_link"].partition("token=")[2]
            guests = [Guest(server) for _ in range(6)]
            answers = await asyncio.gather(
                *(g.ask(f"/api/tables/{table['id']}/join", {"token": token}) for g in guests)
            )
            assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5
            for guest in guests:
                await guest.http.aclose()


async def test_several_words_are_taken_all_or_none(server: Server) -> None:
    async with Guest(server) as ada:
        table = await ada.open("istanbul", "mb", seed="7", pace="slow")
        async with ada.socket(table["id"]) as page:
            asked = await asked_of(page)
            before = [one for one in page.heard if one["type"] == "snapshot"][-1]["seq"]
            await page.play(asked, asked["choices"][0]["word"], "nonsense")
            assert (await page.until("error"))["code"] == "illegal"
            async with ada.socket(table["id"]) as again:
                assert (await again.until("snapshot"))["seq"] == before


async def test_exploring_changes_nothing_and_says_what_would_be_asked(server: Server) -> None:
    async with Guest(server) as ada:
        table = await ada.open("istanbul", "mb", seed="7", pace="slow")
        async with ada.socket(table["id"]) as page:
            asked = await asked_of(page)
            for choice in asked["choices"]:
                await page.send(
                    "explore", seq=asked["seq"], seat=asked["seat"], words=[choice["word"]], id=5
                )
                found = await page.until("explored", "error")
                assert found["type"] == "explored"
                assert found["words"][0] == choice["word"]
                if found["asked"] is not None:
                    assert found["asked"]["choices"]
            await page.send("explore", seq=asked["seq"], seat=asked["seat"], words=["no"], id=6)
            assert (await page.until("error"))["code"] == "illegal"
            await page.send("explore", seq=99, seat=asked["seat"], words=["no"], id=6)
            assert (await page.until("error"))["code"] == "stale"
            await page.play(asked, asked["choices"][0]["word"])
            await page.until("moved")


async def test_what_choices_would_bring_is_told_to_those_who_ask(server: Server) -> None:
    async with Guest(server) as ada:
        table = await ada.open("istanbul", "mb", seed="7", pace="slow")
        async with ada.socket(table["id"]) as page:
            asked = await asked_of(page)
            assert not any(one["effects"] or one["consequences"] for one in asked["choices"])
            await page.send("explore", seq=asked["seq"], seat=asked["seat"], words=[], id=5)
            found = await page.until("explored", "error")
            assert found["id"] == 5
            told = found["asked"]
            assert [one["word"] for one in told["choices"]] == [
                one["word"] for one in asked["choices"]
            ]
            assert {name: told[name] for name in ("seq", "seat", "step", "text")} == {
                name: asked[name] for name in ("seq", "seat", "step", "text")
            }
            assert any(one["effects"] and one["consequences"] for one in told["choices"])
            await page.send("explore", seq=99, seat=asked["seat"], words=[], id=6)
            assert (await page.until("error"))["code"] == "stale"


async def test_a_hint_is_a_choice_with_words(server: Server) -> None:
    async with Guest(server) as ada:
        table = await ada.open("basari", "mbb", pace="slow")
        async with ada.socket(table["id"], language="de") as page:
            asked = await asked_of(page)
            await page.send("hint", seat=asked["seat"], id=8)
            hint = await page.until("hint")
            assert hint["id"] == 8
            assert hint["words"][0] in [choice["word"] for choice in asked["choices"]]
            assert hint["said"] == 0
            assert set(hint["texts"]) == {"en", "de", "fr"}
            assert all(hint["texts"].values())
            assert {word for word, _, _ in hint["weighed"]} == {
                choice["word"] for choice in asked["choices"]
            }
            await page.send("play", seq=asked["seq"], seat=asked["seat"], words=hint["words"], id=9)
            await page.until("moved")


async def test_a_hint_goes_on_from_a_half_made_gesture(server: Server) -> None:
    async with Guest(server) as ada:
        table = await ada.open("istanbul", "mb", pace="slow")
        async with ada.socket(table["id"]) as page:
            asked = await asked_of(page)
            place = next(one["word"] for one in asked["choices"] if one["kind"] == "place")
            await page.send("hint", seat=asked["seat"], words=[place], id=3)
            hint = await page.until("hint")
            assert hint["words"][0] == place
            assert 1 <= hint["said"] < len(hint["words"])
            await page.send("hint", seat=asked["seat"], words=["call:9"], id=4)
            assert (await page.until("error"))["code"] == "illegal"
            await page.send("play", seq=asked["seq"], seat=asked["seat"], words=hint["words"], id=9)
            await page.until("moved")


# -- resuming -----------------------------------------------------------------


async def test_a_page_that_comes_back_hears_what_it_has_missed(server: Server) -> None:
    async with Guest(server) as ada:
        table = await ada.open("basari", "mbb")
        async with ada.socket(table["id"]) as steady:
            async with ada.socket(table["id"]) as page:
                await play_on(page, random.Random(1), most=2)
                seen = max(one["seq"] for one in page.heard if "seq" in one)
            await play_on(steady, random.Random(2), most=4)
            await settled(steady)
            async with ada.socket(table["id"], after=seen) as page:
                await page.until("snapshot")
                missed = [one for one in page.heard if one["type"] == "moved"]
            last = missed[-1]["seq"]
            while not any(m.get("seq") == last for m in steady.heard):
                await steady.receive()  # a bot may have moved while the page came back
            moves = [m for m in steady.heard if m["type"] == "moved"]
            known = {m["seq"]: m for m in moves if seen < m["seq"] <= last}
            assert [m["seq"] for m in missed] == sorted(known)
            for message in missed:
                expected = known[message["seq"]]
                assert message["view"] == expected["view"]
                assert message["entry"] == expected["entry"]
                assert message["asked"] == expected["asked"]
        for after in (-1, 10**8, "x", seen + 10_000):
            async with ada.socket(table["id"], after=after) as page:
                assert (await page.receive())["type"] == "snapshot"


# -- taking back --------------------------------------------------------------


async def test_a_misclick_is_taken_back_at_once(server: Server) -> None:
    async with Guest(server) as ada:
        table = await ada.open("istanbul", "mb", seed="3")
        async with ada.socket(table["id"]) as page:
            whim = random.Random(3)
            while True:
                asked = await asked_of(page)
                before = page.heard[-1]["view"]
                await page.play(asked, whim.choice(asked["choices"])["word"])
                moved = await page.until("moved", where=lambda m: m["entry"]["seat"] == 0)
                if moved["back"]["free"]:
                    break
                if moved["asked"]:
                    await page.send("look", seat=0)
            await page.send("take_back", seat=0)
            undone = await page.until("moved", where=lambda m: m["undone"])
            assert undone["view"] == before
            assert undone["asked"][0]["choices"] == asked["choices"]
            assert undone["asked"][0]["seq"] == undone["seq"]
            await page.play(asked, asked["choices"][0]["word"])
            assert (await page.until("error"))["code"] == "stale"


async def test_what_was_revealed_is_taken_back_by_consent(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as bo:
        table = await ada.open("basari", "mob", take_back="consent")
        await bo.join(table)
        async with ada.socket(table["id"]) as one, bo.socket(table["id"]) as other:
            whim = random.Random(1)
            await settled(one)
            while (back := _last(one, "back"))["free"] or not back["by_consent"]:
                for page in (one, other):
                    await settled(page)
                    for asked in _last(page, "asked"):
                        await page.play(asked, whim.choice(asked["choices"])["word"])
                await asyncio.gather(settled(one), settled(other))
            await one.send("take_back", seat=0)
            asking = await other.until("request", where=lambda m: m["request"] is not None)
            assert asking["request"]["waiting_for"] == [1]
            await other.send("consent", seat=1, agree=False)
            await one.until("request", where=lambda m: m["request"] is None)
            await one.send("take_back", seat=0)
            await other.until("request", where=lambda m: m["request"] is not None)
            await other.send("consent", seat=1, agree=True)
            undone = await one.until("moved", where=lambda m: m["undone"])
            assert 0 in undone["deciding"]


def _last(page: Socket, field: str) -> Any:
    return next(one[field] for one in reversed(page.heard) if field in one)


# -- talking ------------------------------------------------------------------


async def test_chat_is_heard_by_all_and_muted_by_choice(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as bo:
        table = await ada.open("basari", "mob", pace="slow")
        await bo.join(table)
        watch = table["watch_link"].partition("token=")[2]
        async with ada.socket(table["id"]) as one, bo.socket(table["id"]) as other:
            await one.send("chat", text="<b>hello</b> \u202e")
            line = (await other.until("chat"))["line"]
            assert line["seat"] == 0
            assert line["text"].startswith("<b>hello</b>")
            await bo.call(f"/api/tables/{table['id']}/mute", {"seat": 0, "muted": True})
            await one.send("chat", text="can you hear me?")
            await one.until("chat", where=lambda m: m["line"]["text"].startswith("can"))
            await settled(other)
            assert count(other, "chat") == 1
            for wrong in ("", "x" * 501):
                await one.send("chat", text=wrong)
                assert (await one.until("error"))["code"] == "bad_message"
            await one.send("chat", text=" \n ")
            assert (await one.until("error"))["code"] == "empty_line"
        async with bo.socket(table["id"]) as other:
            assert (await other.receive())["chat"] == []
        async with socket(server, table["id"], {}, watch=watch) as stranger:
            assert len((await stranger.receive())["chat"]) == 2
            await stranger.send("chat", text="hi")
            assert (await stranger.until("error"))["code"] == "not_seated"


async def test_chatter_is_slowed_down(server: Server) -> None:
    async with Guest(server) as ada:
        table = await ada.open("basari", "mbb", pace="slow")
        async with ada.socket(table["id"]) as page:
            for n in range(20):
                await page.send("chat", text=f"line {n}")
            await settled(page)
            assert 8 <= count(page, "chat") <= 10
            assert {m["code"] for m in page.heard if m["type"] == "error"} == {"too_fast"}


# -- who is there -------------------------------------------------------------


async def test_a_table_knows_who_is_there(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as bo:
        table = await ada.open("basari", "mob")
        await bo.join(table)
        async with ada.socket(table["id"]) as page:
            first = await page.until("snapshot")
            assert [seat["here"] for seat in first["table"]["seats"]] == [True, False, False]
            async with bo.socket(table["id"]) as other:
                await other.until("snapshot")
                await page.until("table", where=lambda m: m["table"]["seats"][1]["here"])
            await page.until("table", where=lambda m: not m["table"]["seats"][1]["here"])


async def test_a_sofa_sees_through_one_seat_at_a_time(server: Server) -> None:
    async with Guest(server) as ada:
        seats = [{"kind": "me"}, {"kind": "me", "name": "Ali"}, {"kind": "bot", "level": "random"}]
        body = {"game": "istanbul", "seats": seats, "pace": "slow"}
        table = await ada.call("/api/tables", body)
        assert table["mine"] == [0, 1]
        async with ada.socket(table["id"]) as page:
            first = await page.until("snapshot")
            other = 1 - first["seat"]
            hands = [("hand" in player) for player in first["view"]["players"]]
            assert hands == [first["seat"] == n for n in range(3)]
            await page.send("look", seat=other)
            second = await page.until("snapshot")
            assert second["seat"] == other
            assert "hand" in second["view"]["players"][other]
            await page.send("look", seat=2)
            assert (await page.until("error"))["code"] == "not_yours"


async def test_a_page_that_reads_nothing_harms_nobody(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as bo:
        table = await ada.open("basari", "mob")
        await bo.join(table)
        watch = table["watch_link"].partition("token=")[2]
        async with socket(server, table["id"], {}, watch=watch) as sleeper:
            sleeper.connection.transport.pause_reading()
            pages = await asyncio.gather(
                *(_played(one, table["id"], random.Random(1)) for one in (ada, bo))
            )
            assert all(page.heard[-1]["view"]["over"] for page in pages)
            sleeper.connection.transport.resume_reading()
            async with asyncio.timeout(PATIENCE):
                while True:
                    message = await sleeper.receive()
                    if message.get("view") and message["view"]["over"]:
                        break


# -- clocks -------------------------------------------------------------------


async def test_when_time_is_up_a_bot_plays_and_at_last_takes_the_seat(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as bo:
        table = await ada.open("basari", "mob", clock={"bank": 5, "cap": 5})
        await bo.join(table)
        async with ada.socket(table["id"]) as page:
            first = await page.until("snapshot")
            clocks = [seat["clock_ms"] for seat in first["table"]["seats"]]
            assert all(clock is not None and 0 < clock <= 5000 for clock in clocks[:2])
            assert clocks[2] is None
            await page.until(
                "table", where=lambda m: any(s["stand_in"] for s in m["table"]["seats"])
            )
            stood_in = [n for n, s in enumerate(page.heard[-1]["table"]["seats"]) if s["stand_in"]]
        guest = (ada, bo)[stood_in[0]]
        back = await guest.call(f"/api/tables/{table['id']}/return", {})
        assert not back["seats"][stood_in[0]]["stand_in"]
