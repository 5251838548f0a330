"""One connection of a page to a table."""

from __future__ import annotations

import asyncio
import time
from typing import Any, Final

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from bedesten.kernel.text import LANGUAGES
from bedesten.server import messages, metrics, wire
from bedesten.server.guard import Bucket
from bedesten.server.identity import Signer, person_id, spoken_in
from bedesten.server.live_tables import QUEUE_LIMIT, LiveTable, LiveTables, Subscriber, encode
from bedesten.server.messages import Viewer
from bedesten.server.sentences import said, sentence
from bedesten.server.store import Store
from bedesten.tables.entries import Payload
from bedesten.tables.refusal import Refusal
from bedesten.tables.table import Table

log = structlog.get_logger()

SLOWEST: Final = 20.0  # seconds that sending one message may take
BURST: Final = 5  # seconds' worth of messages that may come at once
PATIENCE: Final = 100  # refused messages after which a connection is closed
CHAT_RATE: Final = 0.5
CHAT_BURST: Final = 8

GONE: Final = 4404
FORBIDDEN: Final = 4403
TOO_MUCH: Final = 4429
GOING_AWAY: Final = 1012


@websocket("/api/tables/{table_id:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], table_id: str) -> None:
    state = socket.app.state
    live_tables: LiveTables = state.live_tables
    store: Store = state.store
    signer: Signer = state.signer
    asked = socket.query_params
    person = None
    id = person_id(socket, signer)
    if id is not None:
        person = await store.person(id)
    language = asked.get("language", "")
    if language not in LANGUAGES:
        language = (
            person.language if person else spoken_in(socket.headers.get("accept-language", ""))
        )
    who = person.id if person else ""
    try:
        live = await live_tables.get(table_id)
        _check_may_look(live.table, who, asked.get("watch", ""))
    except Refusal as refusal:
        await socket.accept()
        await socket.send_data(encode(wire.CommandRefused(refusal.code, said(refusal, language))))
        await socket.close(GONE if refusal.code == "no_table" else FORBIDDEN, refusal.code)
        return
    await socket.accept()
    name = person.name if person else ""
    subscriber = Subscriber(who, messages.viewer_of(live.table, who, language))
    connection = Connection(socket, live_tables, live, subscriber, name)
    await connection.run(_number(asked.get("after", "")))


def _check_may_look(table: Table, person: str, token: str) -> None:
    inside = table.agreed.host == person or bool(table.seats_of(person))
    if inside or table.agreed.visibility == "public" or table.is_watch_token(token):
        return
    raise Refusal("watch_link_needed")


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


class Connection:
    """Reads what a page wants and sends what it is to know."""

    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        live_tables: LiveTables,
        live: LiveTable,
        subscriber: Subscriber,
        name: str,
    ) -> None:
        self.socket = socket
        self.live_tables = live_tables
        self.live = live
        self.subscriber = subscriber
        self.name = name
        rate = socket.app.state.settings.messages
        self.bucket = Bucket(rate, int(rate * BURST))
        self.chat = Bucket(CHAT_RATE, CHAT_BURST)
        self.patience = PATIENCE

    async def run(self, after: int | None) -> None:
        """Until the page or the server goes away."""
        if after is not None:
            for message in await self.live_tables.missed(self.live, self.subscriber, after):
                self.subscriber.send(message)
        self.live_tables.enter(self.live, self.subscriber)
        self.subscriber.send(self.live_tables.snapshot(self.live, self.subscriber))
        sending = asyncio.create_task(self._send())
        reading = asyncio.create_task(self._read())
        self.live_tables.connections.add(reading)
        try:
            await asyncio.wait((sending, reading), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.live_tables.connections.discard(reading)
            self.live_tables.leave(self.live, self.subscriber)
            for task in (sending, reading):
                task.cancel()
            await asyncio.gather(sending, reading, return_exceptions=True)
            if self.live_tables.closing:
                await self._close(GOING_AWAY, "the server stops")

    async def _close(self, code: int, reason: str) -> None:
        try:
            async with asyncio.timeout(1):
                await self.socket.close(code, reason)
        except (RuntimeError, TimeoutError, WebSocketDisconnect, OSError):
            pass  # it is closed already

    async def _send(self) -> None:
        try:
            while True:
                message = await self.subscriber.waiting.get()
                if message is None:
                    self.subscriber.missed = False
                    message = self.live_tables.snapshot(self.live, self.subscriber)
                async with asyncio.timeout(SLOWEST):
                    await self.socket.send_data(message, mode="text")
        except (WebSocketDisconnect, RuntimeError, OSError, TimeoutError):
            await self._close(TOO_MUCH, "too slow")

    async def _read(self) -> None:
        while True:
            try:
                text = await self.socket.receive_data(mode="text")
            except (WebSocketDisconnect, RuntimeError):
                return
            except Exception:  # a frame of bytes, which we never asked for
                await self._close(1003, "text only")
                return
            await self._take(text)
            while self.subscriber.waiting.qsize() > QUEUE_LIMIT // 2:
                await asyncio.sleep(0.01)  # who does not read answers is not listened to
            if self.patience <= 0:
                await self._close(TOO_MUCH, "too many refused messages")
                return

    async def _take(self, text: str | bytes) -> None:
        id: int | None = None
        language = self.subscriber.viewer.language
        try:
            if not self.bucket.take():
                raise Refusal("too_fast")
            message = wire.DECODER.decode(text)
            id = message.id
            await self._answer(message)
            return
        except Refusal as refusal:
            refused = wire.CommandRefused(refusal.code, said(refusal, language), id)
        except (msgspec.MsgspecError, UnicodeError) as error:
            why = str(error)[:200]
            refused = wire.CommandRefused(
                "bad_message", sentence("bad_message", language, why=why), id
            )
        except Exception:
            log.exception("message failed", table=self.live.table.id)
            refused = wire.CommandRefused("internal", sentence("internal", language), id)
        metrics.REFUSED.labels(refused.code).inc()
        self.patience -= 1
        self.subscriber.send(encode(refused))

    async def _answer(self, message: wire.ToServer) -> None:
        live_tables, table_id = self.live_tables, self.live.table.id
        language = self.subscriber.viewer.language
        match message:
            case wire.PingCommand():
                self.subscriber.send(encode(wire.Pong(message.id)))
            case wire.PlayCommand():
                seat = self._own(message.seat)
                began = time.perf_counter()
                await live_tables.change(
                    table_id,
                    lambda table: table.play(
                        self._own(seat), message.seq, message.words, time.time()
                    ),
                )
                metrics.MOVES.observe(time.perf_counter() - began)
            case wire.TakeBackCommand():
                seat = self._own(message.seat)
                await live_tables.change(
                    table_id, lambda table: table.take_back(seat, message.choices)
                )
            case wire.ConsentCommand():
                seat = self._own(message.seat)
                await live_tables.change(table_id, lambda table: table.consent(seat, message.agree))
            case wire.ChatCommand():
                await self._chat(message.text)
            case wire.ExploreCommand():
                seat = self._own(message.seat)
                found = messages.explored(
                    self.live.table, seat, message.seq, message.words, message.id, language
                )
                self.subscriber.send(encode(found))
            case wire.HintCommand():
                seat = self._own(message.seat)
                self.subscriber.send(
                    encode(await live_tables.hint(self.live, seat, message.id, language))
                )
            case wire.LanguageCommand():
                self.subscriber.viewer = Viewer(
                    self.subscriber.person, self.subscriber.viewer.seat, message.language
                )
                self.subscriber.send(live_tables.snapshot(self.live, self.subscriber))
            case wire.LookCommand():
                seat = self._own(message.seat)
                self.subscriber.viewer = Viewer(self.subscriber.person, seat, language)
                self.subscriber.send(live_tables.snapshot(self.live, self.subscriber))

    def _own(self, seat: int) -> int:
        if (
            seat not in self.live.table.seats_of(self.subscriber.person)
            or not self.subscriber.person
        ):
            raise Refusal("not_yours")
        return seat

    async def _chat(self, text: str) -> None:
        if not self.chat.take():
            raise Refusal("too_fast")
        if not self.subscriber.person:
            raise Refusal("not_seated")

        def command(table: Table) -> Payload:
            mine = table.seats_of(self.subscriber.person)
            seat = self.subscriber.viewer.seat if self.subscriber.viewer.seat in mine else None
            name = table.chairs[seat].name if seat is not None else self.name
            return table.say(seat, self.subscriber.person, name, text)

        await self.live_tables.change(self.live.table.id, command)
