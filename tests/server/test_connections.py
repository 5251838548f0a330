"""Connections that are slow, silent or too many, each to a real server in its own process."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from bedesten.server import serving
from bedesten.server.protocols import ClientConfig
from server.harness import Guest, Server, eventually, play_on, without_uvloop

pytestmark = pytest.mark.anyio

TIMEOUT = 1.0


@pytest.fixture(params=["uvloop", "asyncio"])
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server with little patience, on either event loop."""
    if request.param == "uvloop":
        pytest.importorskip("uvloop")
    environment = None if request.param == "uvloop" else without_uvloop(tmp_path / "path")
    log = tmp_path / "log"
    flags = ("--timeout", str(TIMEOUT))
    running = Server(str(tmp_path / "tables.db"), *flags, log=log, environment=environment)
    assert f'"loop": "{request.param}"' in log.read_text()
    yield running
    assert running.stop() in (0, -signal.SIGTERM)
    assert '"level": "error"' not in log.read_text()


def dial(server: Server, text: str = "") -> socket.socket:
    """A connection that has sent some text."""
    connection = socket.create_connection(("127.0.0.1", server.port))
    connection.settimeout(20)
    connection.sendall(text.encode())
    return connection


def is_closed(connection: socket.socket) -> bool:
    """Whether the server has closed a connection, after reading what is left."""
    connection.setblocking(False)
    try:
        while connection.recv(65536):
            pass
        return True
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def handshake(server: Server, table: str, cookies: dict[str, str]) -> str:
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    return (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: {cookie}\r\n\r\n"
    )


async def sockets_open(guest: Guest) -> int:
    """How many WebSockets the server counts."""
    lines = (await guest.ask("/metrics")).text.splitlines()
    return int(next(float(one.split()[1]) for one in lines if one.startswith("bedesten_sockets ")))


async def wait_for_sockets(guest: Guest, count: int, seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while await sockets_open(guest) != count:
        assert time.monotonic() < end, f"{await sockets_open(guest)} sockets are open"
        await asyncio.sleep(0.1)


# -- small answers -----------------------------------------------------------


async def test_an_answer_on_a_kept_connection_leaves_at_once(server: Server) -> None:
    """Without TCP_NODELAY the body waits 40 ms for the client to acknowledge the head."""
    async with Guest(server) as ada:
        await ada.call("/api/me")
        took = []
        for _ in range(10):
            began = time.perf_counter()
            await ada.call("/api/me")
            took.append(time.perf_counter() - began)
    assert min(took) < 0.03


# -- half-open and slow ------------------------------------------------------

CLIENT = """
import asyncio, sys
from websockets.asyncio.client import connect
async def stay(url, cookie):
    async with connect(url, additional_headers={"cookie": cookie}, max_size=None) as page:
        await page.recv()
        print("here", flush=True)
        async for _ in page:
            pass
asyncio.run(stay(*sys.argv[1:]))
"""


async def test_a_client_that_stops_answering_pings_is_gone(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as bo:
        table = await ada.open("basari", "mob")
        await bo.join(table)
        url = f"ws://127.0.0.1:{server.port}/api/tables/{table['id']}/socket"
        cookie = "; ".join(f"{name}={value}" for name, value in bo.http.cookies.items())
        client = subprocess.Popen(
            [sys.executable, "-c", CLIENT, url, cookie], stdout=subprocess.PIPE, text=True
        )
        try:
            assert client.stdout is not None
            assert client.stdout.readline() == "here\n"
            await asyncio.sleep(3 * TIMEOUT)  # while it answers, it stays
            assert await sockets_open(ada) == 1
            os.kill(client.pid, signal.SIGSTOP)  # its system still acknowledges what arrives
            await wait_for_sockets(ada, 0)
            info = await ada.call(f"/api/tables/{table['id']}")
            assert not any(seat["here"] for seat in info["seats"])
        finally:
            client.kill()
            client.communicate()


async def test_a_client_that_reads_nothing_is_gone_though_its_buffer_is_full(
    server: Server,
) -> None:
    """Closing it would wait for ever until it has read what is left."""
    async with Guest(server) as ada:
        table = await ada.open("istanbul", "mbb")
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.connect(("127.0.0.1", server.port))
            deaf.sendall(handshake(server, table["id"], dict(ada.http.cookies)).encode())
            await wait_for_sockets(ada, 1)
            message = b'{"type":"look","seat":0}'  # its answer is a whole snapshot
            frame = bytes([0x81, 0x80 | len(message), 0, 0, 0, 0]) + message
            deaf.settimeout(0.5)
            try:
                for _ in range(2000):
                    deaf.sendall(frame)
            except TimeoutError:
                pass  # the server reads no more either
            except ConnectionError:
                pass  # it has had enough
            await wait_for_sockets(ada, 0)


async def test_requests_that_do_not_arrive_are_closed(server: Server) -> None:
    """Slow loris: a head that comes in drops, a body that does not come, and silence."""
    with ExitStack() as stack:
        silent = stack.enter_context(dial(server))
        head = stack.enter_context(dial(server, "GET /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\n"))
        body = stack.enter_context(
            dial(
                server,
                "POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                "Content-Length: 500\r\n\r\n{",
            )
        )
        again = stack.enter_context(dial(server, "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"))
        assert again.recv(4096).startswith(b"HTTP/1.1 200")
        again.sendall(b"GET /health HT")  # the next request of a kept connection
        waiting = {"silent": silent, "head": head, "body": body, "again": again}
        end = time.monotonic() + 10 * TIMEOUT
        while waiting and time.monotonic() < end:
            waiting = {name: one for name, one in waiting.items() if not is_closed(one)}
            for one in waiting.values():
                with suppress(OSError):  # if it is closed, the next round sees it
                    one.send(b"x")
            await asyncio.sleep(0.2)
        assert not waiting


async def test_an_answer_that_is_not_read_is_given_up(server: Server) -> None:
    async with Guest(server) as ada:
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.connect(("127.0.0.1", server.port))
            assert is_held(server, deaf)
            ask = f"GET /schema/openapi.json HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n"
            deaf.sendall(ask.encode() * 100)
            await eventually(lambda: not is_held(server, deaf))
        assert (await ada.ask("/health")).is_success


def is_held(server: Server, client: socket.socket) -> bool:
    """Whether the system of the server still has a client's connection open."""
    ends = f":{server.port:04X}", f":{client.getsockname()[1]:04X}"
    rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return any((row[1][8:], row[2][8:], row[3]) == (*ends, "01") for row in rows)


# -- too many ----------------------------------------------------------------


def descriptors(server: Server) -> int:
    return len(os.listdir(f"/proc/{server.process.pid}/fd"))


async def test_without_descriptors_the_log_stays_small_and_service_recovers(
    tmp_path: Path,
) -> None:
    server = Server(str(tmp_path / "tables.db"), log=tmp_path / "log")
    try:
        async with Guest(server) as ada:
            table = await ada.open("basari", "mbb")
            async with ada.socket(table["id"]) as page:
                await page.receive()
                limit = descriptors(server) + 5
                before = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
                resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (limit, before[1]))
                with ExitStack() as stack:
                    for _ in range(50):
                        stack.enter_context(dial(server))
                    await asyncio.sleep(3)
                    log = (tmp_path / "log").read_text()
                    assert len(log) < 5_000
                    assert log.count("no more connections") == 1
                    await page.send("ping", id=7)  # whoever is inside is served
                    await page.until("pong")
            async with Guest(server) as bo:
                assert (await bo.ask("/health")).is_success
            resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, before)
            async with ada.socket(table["id"]) as page:
                assert await play_on(page, random.Random(1), 3) is None
        assert (tmp_path / "log").read_text().count("no more connections") == 1
    finally:
        server.stop()


async def test_connections_leave_descriptors_to_the_database(tmp_path: Path) -> None:
    server = Server(str(tmp_path / "tables.db"), log=tmp_path / "log", descriptors=100)
    try:
        async with Guest(server) as ada:
            table = await ada.open("basari", "mbb")
            async with ada.socket(table["id"]) as page:
                with ExitStack() as stack:
                    for _ in range(200):
                        stack.enter_context(dial(server))
                    assert await play_on(page, random.Random(1), 5) is None
                    assert descriptors(server) < 100
            assert (await ada.ask("/health")).is_success
        log = (tmp_path / "log").read_text()
        assert log.count("no more connections") == 1
        assert '"level": "error"' not in log
    finally:
        server.stop()


async def test_a_server_takes_all_descriptors_that_it_may(tmp_path: Path) -> None:
    """The usual soft limit of 1024 is too small for 1000 tables."""
    server = Server(str(tmp_path / "tables.db"))
    try:
        soft, hard = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
        assert soft == hard
    finally:
        server.stop()


async def test_a_connection_that_comes_while_the_server_stops_is_ended_too() -> None:
    """It was accepted before, but nobody told it: the server waited ten seconds for it."""
    loop = asyncio.get_running_loop()
    tickets = socket.create_server(("127.0.0.1", 0))
    client = socket.create_connection(tickets.getsockname())
    accepted, _ = tickets.accept()
    accepted.setblocking(False)
    ended: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            for kind in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{kind}.complete"})
            return
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] != "websocket.disconnect":
            pass
        ended.append(message["type"])

    async def retire() -> None:
        await loop.connect_accepted_socket(stopping._protocol, accepted)
        client.sendall(
            b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )

    config = ClientConfig(app, client_timeout=20.0, log_config=None, timeout_graceful_shutdown=10)
    listening = socket.create_server(("127.0.0.1", 0))
    stopping = serving.Server(config, listening, lambda: None, retire)
    serve = asyncio.create_task(stopping.serve())
    await eventually(lambda: stopping.started)
    stopping.should_exit = True
    with tickets, client:
        async with asyncio.timeout(8):
            await serve
    assert ended == ["websocket.disconnect"]
