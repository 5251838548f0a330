"""A real server in a process of its own, and guests who play on it."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, Protocol

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

THOROUGH = os.environ.get("BEDESTEN_TESTS") == "thorough"
PATIENCE = 60.0

LIMITS = ("rate", "messages", "connections", "work", "tables")
"""The options of a server that are set high, so that no test meets their limits by chance."""

Message = dict[str, Any]


class Reachable(Protocol):
    """What guests talk to: a server, or a proxy before some."""

    @property
    def url(self) -> str: ...

    @property
    def tls(self) -> ssl.SSLContext | None:
        """How it is trusted; None: it speaks plainly."""


class Server:
    """`bedesten serve` on a port of its own."""

    tls: ssl.SSLContext | None = None

    def __init__(
        self,
        db: str,
        *flags: str,
        log: Path | None = None,
        descriptors: int | None = None,
        limits: Sequence[str] = LIMITS,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.db = db
        self.environment = environment
        self.descriptors = descriptors
        self.flags = [word for name in limits for word in (f"--{name}", "5000")] + list(flags)
        self.log = log
        self.port = 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "bedesten", "serve", "--port", str(self.port)]
        if self.descriptors is not None:
            command = ["sh", "-c", f'ulimit -n {self.descriptors}; exec "$0" "$@"', *command]
        errors = self.log.open("ab") if self.log else subprocess.DEVNULL
        self.process = subprocess.Popen(
            [*command, "--db", self.db, *self.flags],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=self.environment,
            start_new_session=True,  # its workers end with it
        )
        if self.log:
            errors.close()  # type: ignore[union-attr]
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, f"the server did not start: {line!r} {self._tail()}"
        self.port = int(found.group(1))

    def _tail(self) -> str:
        return self.log.read_text()[-2000:] if self.log and self.log.exists() else ""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """As a power cut would end it: no goodbye."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def stop(self) -> int:
        """Politely; how it ended."""
        self.process.terminate()
        try:
            return self.process.wait(30)
        finally:
            if self.process.poll() is None:
                self.kill()
            elif self.process.stdout is not None:
                self.process.stdout.close()

    def children(self) -> list[int]:
        """The worker processes that it has started."""
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        found: list[int] = []
        for pid in " ".join(thread.read_text() for thread in threads).split():
            try:
                if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    found.append(int(pid))
            except OSError:
                continue  # it has ended meanwhile
        return found


def without_uvloop(folder: Path) -> dict[str, str]:
    """The environment of a server that finds no uvloop, as on Windows."""
    folder.mkdir(exist_ok=True)
    (folder / "uvloop.py").write_text('raise ImportError("not to be had here")\n')
    path = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path}


class Guest:
    """Somebody with a cookie."""

    def __init__(self, server: Reachable, cookies: dict[str, str] | None = None) -> None:
        self.server = server
        self.http = httpx.AsyncClient(
            base_url=server.url, timeout=PATIENCE, cookies=cookies, verify=server.tls or True
        )

    async def __aenter__(self) -> Guest:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def ask(self, path: str, body: Any = None, method: str | None = None) -> httpx.Response:
        if body is None:
            return await self.http.request(method or "GET", path)
        return await self.http.request(method or "POST", path, json=body)

    async def call(self, path: str, body: Any = None, method: str | None = None) -> Any:
        answer = await self.ask(path, body, method)
        assert answer.is_success, f"{path}: {answer.status_code} {answer.text[:500]}"
        return answer.json()

    async def refused(self, path: str, body: Any = None) -> tuple[int, str]:
        answer = await self.ask(path, body)
        assert answer.is_client_error, f"{path}: {answer.status_code} {answer.text[:500]}"
        return answer.status_code, answer.json()["code"]

    async def open(self, game: str, seats: str, **agreed: Any) -> Message:
        """A table; `seats` has a letter for each: m(e), o(pen), b(ot), g(reedy)."""
        kinds = {
            "m": {"kind": "me"},
            "o": {"kind": "open"},
            "b": {"kind": "bot", "level": "random"},
            "g": {"kind": "bot", "level": "greedy"},
        }
        body = {"game": game, "seats": [kinds[one] for one in seats], "pace": "instant"}
        made: Message = await self.call("/api/tables", body | agreed)
        return made

    async def join(self, table: Message) -> Message:
        token = table["join_link"].partition("token=")[2]
        joined: Message = await self.call(f"/api/tables/{table['id']}/join", {"token": token})
        return joined

    def socket(self, table: str, **query: Any) -> AbstractAsyncContextManager[Socket]:
        return socket(self.server, table, dict(self.http.cookies), **query)


class Socket:
    """A page's connection; keeps everything it has heard."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.heard: list[Message] = []

    async def receive(self) -> Message:
        async with asyncio.timeout(PATIENCE):
            message: Message = msgspec.json.decode(await self.connection.recv())
        self.heard.append(message)
        return message

    async def until(self, *types: str, where: Callable[[Message], bool] | None = None) -> Message:
        while True:
            message = await self.receive()
            if message["type"] in types and (where is None or where(message)):
                return message

    async def send(self, type: str, **fields: Any) -> None:
        await self.connection.send(msgspec.json.encode({"type": type, **fields}).decode())

    async def play(self, asked: Message, *words: str) -> None:
        await self.send("play", seq=asked["seq"], seat=asked["seat"], words=list(words))

    async def close(self) -> None:
        await self.connection.close()


@asynccontextmanager
async def socket(
    server: Reachable, table: str, cookies: dict[str, str], **query: Any
) -> AsyncIterator[Socket]:
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    asked = "&".join(f"{key}={value}" for key, value in query.items())
    address = f"{server.url.replace('http', 'ws', 1)}/api/tables/{table}/socket?{asked}"
    async with connect(
        address,
        ssl=server.tls,
        additional_headers={"cookie": cookie},
        max_size=None,
        compression=None,
        open_timeout=PATIENCE,
    ) as connection:
        yield Socket(connection)


async def play_on(page: Socket, whim: random.Random, most: int | None = None) -> Message | None:
    """Answer whatever is asked at random, until the game is over or so many answers were given."""
    given = 0
    answered: set[tuple[int, int]] = set()
    while True:
        message = await page.receive()
        assert message["type"] != "error" or message["code"] in ("stale", "not_asked"), message
        if message["type"] not in ("snapshot", "moved"):
            continue
        if message["view"] is not None and message["view"]["over"]:
            return message
        for asked in message["asked"]:
            if (asked["seq"], asked["seat"]) in answered:
                continue
            if most is not None and given == most:
                return None
            answered.add((asked["seq"], asked["seat"]))
            await page.play(asked, whim.choice(asked["choices"])["word"])
            given += 1


async def eventually(found: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Wait until something is true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = found()
        if value:
            return value
        await asyncio.sleep(0.05)
    raise AssertionError("it has not come about")
