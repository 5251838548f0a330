"""What the server must not tell and must not allow."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from bedesten.server.app import create_app
from bedesten.server.settings import Settings
from server.harness import Guest, Server

pytestmark = pytest.mark.anyio


# -- logs ---------------------------------------------------------------------


async def test_errors_are_logged_without_local_variables(tmp_path: Path) -> None:
    """Cookies, seeds and tokens are local variables of every request that fails."""
    log = tmp_path / "log"
    server = Server(str(tmp_path / "tables.db"), "--workers", "1", log=log)
    try:
        async with Guest(server) as ada:
            await ada.call("/api/me")
            table = await ada.open("basari", "mob")
            with closing(sqlite3.connect(tmp_path / "tables.db")) as database:
                database.execute("ALTER TABLE sitters RENAME TO gone")
                database.execute("ALTER TABLE solo_games RENAME TO gone_too")
            seed, long = "a-seed-of-my-own", "x" * 30_000
            body = {"game": "basari", "seats": [{"kind": "me"}] * 3, "seed": seed}
            assert (await ada.ask("/api/tables", body)).status_code == 500
            assert (await ada.ask(f"/api/solo?language=en&junk={long}")).status_code == 500
            token = table["join_link"].partition("token=")[2]
            join = f"/api/tables/{table['id']}/join"
            async with Guest(server) as bo:
                assert (await bo.ask(join, {"token": token})).status_code == 500
                cookies = [guest.http.cookies["bedesten"] for guest in (ada, bo)]
    finally:
        server.stop()
    lines = log.read_text().splitlines()
    errors = [line for line in lines if json.loads(line)["level"] == "error"]
    assert len(errors) >= 3
    assert all("frames" in line for line in errors), "where it happened is told"
    for secret in (*cookies, *(cookie.partition(".")[0] for cookie in cookies), seed, token):
        assert not any(secret in line for line in lines)
    assert not any('"locals"' in line for line in lines)
    assert max(len(line) for line in lines) <= 16_000


# -- who may do what ----------------------------------------------------------


async def test_taking_back_needs_consent_unless_agreed_otherwise(server: Server) -> None:
    async with Guest(server) as ada:
        assert (await ada.open("basari", "mob"))["take_back"] == "consent"
        assert (await ada.open("basari", "mob", take_back="free"))["take_back"] == "free"


async def test_strangers_cannot_mute_and_nobody_mutes_for_ever(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as eve:
        table = await ada.open("basari", "mob", visibility="private")
        path = f"/api/tables/{table['id']}/mute"
        refused = (403, "watch_link_needed")
        for _ in range(3):
            assert await eve.refused(path, {"seat": 0}) == refused
        async with ada.socket(table["id"]) as page:
            before = (await page.receive())["seq"]
        watch = table["watch_link"].partition("token=")[2]
        async with eve.socket(table["id"], watch=watch) as page:
            await page.until("snapshot")
            await eve.call(path, {"seat": 0})
            await eve.call(path, {"seat": 0})
        for n in range(40):
            await ada.call(path, {"seat": 1, "muted": n % 2 == 0})
        assert await ada.refused(path, {"seat": 1}) == (409, "muted_often")
        async with ada.socket(table["id"]) as page:
            assert (await page.receive())["seq"] - before == 41


async def test_a_used_seat_link_stays_used_when_the_seat_comes_back(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as phone:
        table = await ada.open("basari", "mbb", pace="slow")
        path = f"/api/tables/{table['id']}"

        async def token_of(guest: Guest) -> str:
            link: str = (await guest.call(f"{path}/seats/0/link", {}))["path"]
            return link.partition("token=")[2]

        there = await token_of(ada)
        assert (await phone.call(f"{path}/join", {"token": there}))["mine"] == [0]
        back = await token_of(phone)
        assert (await ada.call(f"{path}/join", {"token": back}))["mine"] == [0]
        for used in (there, back):
            assert await phone.refused(f"{path}/join", {"token": used}) == (403, "link_lapsed")
        assert (await phone.call(f"{path}/join", {"token": await token_of(ada)}))["mine"] == [0]


async def test_a_seat_link_outlives_the_start_of_the_game(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as phone:
        table = await ada.open("basari", "mob", pace="slow")
        path = f"/api/tables/{table['id']}"
        token = (await ada.call(f"{path}/seats/0/link", {}))["path"].partition("token=")[2]
        await ada.call(f"{path}/start", {})
        assert (await phone.call(f"{path}/join", {"token": token}))["mine"] == [0]


# -- requests that are not right ----------------------------------------------

PARTS = ["%00", "a%00b", "%ff", "%C0%80", "%ED%A0%80", "9" * 5000, "-1", "1e400", "%", "x" * 3000]
QUERIES = ["{}=%00", "{}=%ff", "{}=%ED%A0%80", "{}=" + "9" * 5000, "{}=1e999", "{}=-1", "%00=1"]
PARAMETERS = ("language", "which", "first", "count", "of", "game", "reveal")
DEEP = [b"[" * depth + b"]" * depth for depth in (900, 3_000, 30_000)]
BODIES = [
    b"[" * 60_000,
    b'{"a":' * 9_000 + b"1" + b"}" * 9_000,
    *(b'{"settings":{"a":' + deep + b"}}" for deep in DEEP),
    *(b'{"game":"basari","seats":[{"kind":"me"}],"options":{"a":' + deep + b"}}" for deep in DEEP),
    b"",
    b"NaN",
    b"\xff",
    b'{"name":"\xff\xfe"}',
    b'{"name":"\\ud800"}',
    b'{"name":"a\\u0000b"}',
    b'{"settings":{"\xff":"\xed\xa0\x80"}}',
    b'{"settings":{"\\u0000":"\\u0000"}}',
    b'{"settings":{"a":' + b"9" * 5_000 + b"}}",
    b'{"settings":{"a":1e999}}',
    b'{"seat":' + b"9" * 5_000 + b"}",
    b'{"seat":1e999}',
    b'{"token":"\xc3("}',
    b'{"token":"\\u0000"}',
    b'{"task":"\\u0000","rubies":' + b"9" * 300 + b"}",
]
HEADERS = [
    (b"accept-language", b"\xff\xfe"),
    (b"content-type", b"application/json; charset=utf-16"),
    (b"content-type", b"application/x-msgpack"),
    (b"content-type", b"multipart/form-data"),
    (b"cookie", b"bedesten=\xff"),
    (b"origin", b"http://["),
    (b"origin", b"\xff"),
    (b"x-forwarded-for", b"\xff"),
]


Attempt = tuple[str, str, bytes, tuple[bytes, bytes] | None]


def routes() -> list[str]:
    """Every address of the server, `{}` for each of its parts that vary."""
    with warnings.catch_warnings(action="ignore"):
        app = create_app(Settings(db=":memory:"))
    paths = sorted({route.path for route in app.routes if not route.path.startswith("/schema")})
    return [re.sub(r"{[^}]*}", "{}", path) for path in paths]


def attempts(table: str) -> Iterator[Attempt]:
    for route in routes():
        right = [table, "0"][: route.count("{}")]
        path = route.format(*right)
        method = "PATCH" if route == "/api/me" else "POST"
        for n in range(len(right)):
            for part in PARTS:
                wrong = route.format(*right[:n], part, *right[n + 1 :])
                yield "GET", wrong, b"", None
                yield method, wrong, b"{}", None
        for query in QUERIES:
            for name in PARAMETERS if route.startswith("/api") else PARAMETERS[:1]:
                yield "GET", f"{path}?{query.format(name)}", b"", None
        for body in BODIES if route.startswith("/api") else BODIES[:1]:
            yield method, path, body, None
    for header in HEADERS:
        for method in ("GET", "POST", "PATCH"):
            yield method, "/api/me", b"{}", header


async def test_a_bad_request_is_refused_in_a_sentence(server: Server) -> None:
    """Deep JSON, wrong UTF-8, zero bytes and huge numbers, at every address: never a 500."""
    statuses: Counter[int] = Counter()
    async with Guest(server) as ada:
        table = await ada.open("basari", "mob")
        todo = attempts(table["id"])

        async def try_some() -> None:
            async with httpx.AsyncClient(base_url=server.url, timeout=60) as client:
                client.cookies = ada.http.cookies
                for attempt in todo:
                    statuses[await _status(client, attempt)] += 1

        await asyncio.gather(*(try_some() for _ in range(16)))
        assert statuses[400] > 100
        assert statuses[200] > 100
        assert (await ada.call("/health"))["ok"]


async def _status(client: httpx.AsyncClient, attempt: Attempt) -> int:
    method, target, body, header = attempt
    request = client.build_request(method, "/", content=body)
    request.url = request.url.copy_with(raw_path=target.encode())
    request.headers.setdefault("content-type", "application/json")
    if header is not None:
        kept = [(name, value) for name, value in request.headers.raw if name.lower() != header[0]]
        request.headers = httpx.Headers([*kept, header])
    answer = await client.send(request)
    what = (method, target[:80], body[:60], header, answer.text[:200])
    assert answer.status_code < 500, what
    if answer.is_client_error and not target.startswith("/docs"):
        assert set(answer.json()) == {"code", "text"}, what
    if "%00" in target:
        assert answer.status_code == 400, what
    return answer.status_code


# -- names and origins --------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [
        ("127.0.0.1:8000", True),
        ("192.168.1.20:8000", True),
        ("[::1]:8000", True),
        ("[fe80::1]", True),
        ("localhost:8000", True),
        ("raspberrypi:8000", True),
        ("Raspberrypi.local:8000", True),
        ("play.example.org", True),
        ("play.example.org:443", True),
        ("PLAY.example.org.", True),
        ("evil.example", False),
        ("evil.example:8000", False),
        ("127.0.0.1.evil.example:8000", False),
        ("play.example.org.evil.example", False),
        ("local.evil.example", False),
        ("evil.local.example", False),
    ],
)
async def test_a_name_that_is_not_ours_is_refused(named: Server, host: str, is_ours: bool) -> None:
    """A foreign site whose name points at us (DNS rebinding) sends its own name as Host."""
    for path in ("/", "/api/me", "/health"):
        answer = httpx.get(f"{named.url}{path}", headers={"host": host})
        assert answer.is_success is is_ours, (path, answer.text[:200])
        if not is_ours:
            assert (answer.status_code, answer.json()["code"]) == (403, "foreign_host")
            assert "--origin" in answer.json()["text"]
    if not is_ours:
        origin: Any = f"http://{host}"
        address = f"ws://{host}/api/tables/none/socket"
        with pytest.raises(InvalidStatus, match="403"):
            async with connect(address, origin=origin, host="127.0.0.1", port=named.port):
                pass


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has a public address."""
    folder = tmp_path_factory.mktemp("named")
    public = ("--origin", "https://play.example.org", "--workers", "1")
    running = Server(str(folder / "tables.db"), *public)
    yield running
    running.stop()


def test_the_scheme_of_an_origin_counts(named: Server) -> None:
    """A page that was read without TLS does not speak for the one that was read with it."""

    def change(origin: str, host: str, scheme: str) -> int:
        headers = {"origin": origin, "host": host, "x-forwarded-proto": scheme}
        answer = httpx.patch(f"{named.url}/api/me", json={}, headers=headers)
        return answer.status_code

    here = f"127.0.0.1:{named.port}"
    assert change(f"http://{here}", here, "http") == 200
    assert change(f"https://{here}", here, "http") == 403
    assert change(f"http://{here}", here, "https") == 403
    assert change(f"https://{here}", here, "https") == 200
    assert change("https://play.example.org", "play.example.org", "https") == 200
    assert change("https://play.example.org", "play.example.org", "http") == 200
    assert change("http://play.example.org", "play.example.org", "https") == 403


@pytest.mark.parametrize("origin", ["example.org", "ftp://a", "https://", "http://[", "http://a/b"])
def test_an_origin_that_is_none_is_refused_at_the_start(origin: str) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(origin))):
        Settings(origins=(origin,))
