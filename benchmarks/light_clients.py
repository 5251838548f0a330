"""Clients that cost little: raw WebSockets that decode only what asks their own seat something.

They answer at once, at random. A server under test then has all the work, not its clients.
"""

from __future__ import annotations

import asyncio
import base64
import os
import random
import struct
from collections.abc import Callable

import msgspec

from server.harness import Server

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
_NOTHING_ASKED = b'"asked":[]'
_ASKING = (b'{"type":"moved"', b'{"type":"snapshot"')
_REFUSED = b'{"type":"error"'


class Choice(msgspec.Struct):
    word: str


class Question(msgspec.Struct):
    seq: int
    seat: int
    choices: list[Choice]


class Asking(msgspec.Struct):
    """The part of a `snapshot` or `moved` that a client acts on."""

    asked: list[Question]


_ASKING_DECODER = msgspec.json.Decoder(Asking)

Policy = Callable[[list[str], random.Random], str]
"""Picks one of the words that are legal."""


def at_random(words: list[str], rng: random.Random) -> str:
    return rng.choice(words)


class Run:
    """A number of moves that clients play together, as fast as the server lets them."""

    def __init__(self, policy: Policy = at_random, looking: bool = False) -> None:
        self.policy = policy
        self.looking = looking
        """Whether clients ask what choices would bring before they answer."""
        self.clients: list[LightClient] = []
        self.left = 0
        self.sent = self.refused = self.received = self.bytes = 0
        self.finished = asyncio.Event()

    async def play(self, moves: int, idle: float = 2.0) -> int:
        """Let the clients play; return how many moves they made.

        Ends early if nothing has come for `idle` seconds: then all games are over.
        """
        self.left = moves
        self.sent = self.refused = self.received = self.bytes = 0
        self.finished.clear()
        for client in self.clients:
            client.answer()
        heard = -1
        while heard != self.received and not self.finished.is_set():
            heard = self.received
            try:
                await asyncio.wait_for(self.finished.wait(), idle)
            except TimeoutError:
                continue
        self.left = 0
        return self.sent

    async def connected(self) -> None:
        """Wait until every client has its first snapshot."""
        while not all(client.greeted for client in self.clients):
            await asyncio.sleep(0.01)

    def close(self) -> None:
        for client in self.clients:
            client.transport.close()


class LightClient(asyncio.Protocol):
    """One connection to a table."""

    def __init__(self, server: Server, table: str, cookie: str, run: Run, rng: random.Random):
        self.server, self.table, self.cookie = server, table, cookie
        self.run, self.rng = run, rng
        self.transport: asyncio.Transport
        self.greeted = False
        self.last = b""  # the last message that asked something
        self.answered: set[tuple[int, int]] = set()
        self._buffer = bytearray()
        self._upgraded = False
        run.clients.append(self)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        host = f"127.0.0.1:{self.server.port}"
        transport.write(
            f"GET /api/tables/{self.table}/socket HTTP/1.1\r\nHost: {host}\r\n"
            f"Origin: http://{host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {self.cookie}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        if not self._upgraded:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert buffer.startswith(b"HTTP/1.1 101"), bytes(buffer[:200])
            self._upgraded = True
            del buffer[: end + 4]
        at = 0
        while (frame := _frame(buffer, at)) is not None:
            opcode, first, at = frame
            if opcode == TEXT:
                self._heard(bytes(buffer[first:at]))
            elif opcode == PING:
                self._send(PONG, bytes(buffer[first:at]))
        if at:
            del buffer[:at]

    def _heard(self, message: bytes) -> None:
        run = self.run
        run.received += 1
        run.bytes += len(message)
        if message.startswith(_ASKING):
            self.greeted = True
            self.last = b"" if _NOTHING_ASKED in message else message
            self.answer()
        elif message.startswith(_REFUSED):
            run.refused += 1

    def answer(self) -> None:
        """Answer the last question, unless it is answered or the run has made its moves."""
        run = self.run
        if not self.last or run.left <= 0:
            return
        for asked in _ASKING_DECODER.decode(self.last).asked:
            if (asked.seq, asked.seat) in self.answered or run.left <= 0:
                continue
            self.answered.add((asked.seq, asked.seat))
            if run.looking:
                self.send(f'{{"type":"explore","seq":{asked.seq},"seat":{asked.seat},"words":[]}}')
            word = run.policy([one.word for one in asked.choices], self.rng)
            self.send(f'{{"type":"play","seq":{asked.seq},"seat":{asked.seat},"words":["{word}"]}}')
            run.sent += 1
            run.left -= 1
            if run.left == 0:
                run.finished.set()

    def send(self, text: str) -> None:
        """Send a command."""
        self._send(TEXT, text.encode())

    def _send(self, opcode: int, payload: bytes) -> None:
        size = len(payload)
        head = struct.pack("!BB", 128 | opcode, 128 | size) if size < 126 else b""
        head = head or struct.pack("!BBH", 128 | opcode, 254, size)
        self.transport.write(head + b"\0\0\0\0" + payload)  # a mask of zeros


def _frame(buffer: bytearray, at: int) -> tuple[int, int, int] | None:
    """Opcode, first byte and end of the frame that begins at a place; None if it is not whole."""
    have = len(buffer)
    if have < at + 2:
        return None
    size, first = buffer[at + 1], at + 2
    if size == 126:
        if have < at + 4:
            return None
        size, first = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
    elif size == 127:
        if have < at + 10:
            return None
        size, first = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
    if have < first + size:
        return None
    assert buffer[at] & 128, "a message in several frames"
    return buffer[at] & 15, first, first + size


async def connect(server: Server, table: str, cookie: str, run: Run, seed: str) -> LightClient:
    """Connect a client to a table."""
    client = LightClient(server, table, cookie, run, random.Random(seed))
    await asyncio.get_running_loop().create_connection(lambda: client, "127.0.0.1", server.port)
    return client
