"""The WebSocket of a table: reads commands from one client and sends it what happens.

Every command that carries an id is answered by exactly one message with that id: its
specific answer, `done`, or `error`. The messages that a command caused come before.
"""

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
from bedesten.server.live_tables import LiveTable, LiveTables
from bedesten.server.messages import Viewer
from bedesten.server.sentences import said, sentence
from bedesten.server.store import Store
from bedesten.server.subscriber import QUEUE_LIMIT, Subscriber
from bedesten.tables.entries import Payload
from bedesten.tables.refusal import Refusal
from bedesten.tables.table import Table

log = structlog.get_logger()

SEND_TIMEOUT: Final = 20.0
"""Seconds that sending one message may take."""
BURST: Final = 5
"""Seconds' worth of commands that may come at once."""
MAX_REFUSED: Final = 100
"""Refused commands after which a connection is closed."""
CHAT_RATE: Final = 0.5
CHAT_BURST: Final = 8

NO_TABLE: Final = 4404
FORBIDDEN: Final = 4403
TOO_MUCH: Final = 4429
SERVICE_RESTART: Final = 1012
UNSUPPORTED_DATA: Final = 1003


@websocket("/api/tables/{table_id:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], table_id: str) -> None:
    state = socket.app.state
    live_tables: LiveTables = state.live_tables
    store: Store = state.store
    signer: Signer = state.signer
    query = socket.query_params
    person = None
    id = person_id(socket, signer)
    if id is not None:
        person = await store.person(id)
    language = query.get("language", "")
    if language not in LANGUAGES:
        language = (
            person.language if person else spoken_in(socket.headers.get("accept-language", ""))
        )
    who = person.id if person else ""
    try:
        live = await live_tables.get(table_id)
        _check_may_watch(live.table, who, query.get("watch", ""))
    except Refusal as refusal:
        await socket.accept()
        refused = wire.CommandRefused(refusal.code, said(refusal, language))
        await socket.send_data(wire.encode(refused))
        await socket.close(NO_TABLE if refusal.code == "no_table" else FORBIDDEN, refusal.code)
        return
    await socket.accept()
    name = person.name if person else ""
    subscriber = Subscriber(who, messages.viewer_of(live.table, who, language))
    connection = Connection(socket, live_tables, live, subscriber, name)
    await connection.run(_number(query.get("after", "")))


def _check_may_watch(table: Table, person: str, token: str) -> None:
    inside = table.agreed.host == person or bool(table.seats_of(person))
    if inside or table.agreed.visibility == "public" or table.is_watch_token(token):
        return
    raise Refusal("watch_link_needed")


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


class Connection:
    """Carries out the commands of one client and sends what its queue holds."""

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
        self.chat_bucket = Bucket(CHAT_RATE, CHAT_BURST)
        self.refused = 0

    async def run(self, after: int | None) -> None:
        """Serve the connection until the client or the server goes away."""
        if after is not None:
            for message in await self.live_tables.missed(self.live, self.subscriber, after):
                self.subscriber.broadcast(message)
        self.live_tables.subscribe(self.live, self.subscriber)
        sending = asyncio.create_task(self._send())
        reading = asyncio.create_task(self._read())
        self.live_tables.connections.add(reading)
        try:
            await asyncio.wait((sending, reading), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.live_tables.connections.discard(reading)
            self.live_tables.unsubscribe(self.live, self.subscriber)
            for task in (sending, reading):
                task.cancel()
            await asyncio.gather(sending, reading, return_exceptions=True)
            if self.live_tables.closing:
                await self._close(SERVICE_RESTART, "the server stops")

    async def _close(self, code: int, reason: str) -> None:
        try:
            async with asyncio.timeout(1):
                await self.socket.close(code, reason)
        except (RuntimeError, TimeoutError, WebSocketDisconnect, OSError):
            pass  # it is closed already

    async def _send(self) -> None:
        try:
            while True:
                message = await self.subscriber.next()
                data = message.data
                if data is None:
                    data = self.live_tables.snapshot(self.live, self.subscriber, message.id)
                async with asyncio.timeout(SEND_TIMEOUT):
                    await self.socket.send_data(data, mode="text")
        except (WebSocketDisconnect, RuntimeError, OSError, TimeoutError):
            await self._close(TOO_MUCH, "too slow")

    async def _read(self) -> None:
        while True:
            try:
                text = await self.socket.receive_data(mode="text")
            except (WebSocketDisconnect, RuntimeError):
                return
            except Exception:  # a binary frame
                await self._close(UNSUPPORTED_DATA, "text only")
                return
            await self.handle(text)
            while self.subscriber.waiting > QUEUE_LIMIT // 2:
                await asyncio.sleep(0.01)  # back-pressure: read no commands until answers are read
            if self.refused >= MAX_REFUSED:
                await self._close(TOO_MUCH, "too many refused messages")
                return

    async def handle(self, text: str | bytes) -> None:
        """Carry out one command and queue its answer."""
        id: int | None = None
        language = self.subscriber.viewer.language
        try:
            if not self.bucket.take():
                raise Refusal("too_fast")
            command = wire.DECODER.decode(text)
            id = command.id
            await self._carry_out(command)
            return
        except Refusal as refusal:
            code, reason = refusal.code, said(refusal, language)
        except (msgspec.MsgspecError, UnicodeError) as error:
            code, reason = "bad_message", sentence("bad_message", language, why=str(error)[:200])
        except Exception:
            log.exception("command failed", table=self.live.table.id)
            code, reason = "internal", sentence("internal", language)
        metrics.REFUSED.labels(code).inc()
        self.refused += 1
        answered = wire.id_of(text) if id is None else id
        self.subscriber.answer(wire.encode(wire.CommandRefused(code, reason, answered)))

    async def _carry_out(self, command: wire.ToServer) -> None:
        live_tables, table, subscriber = self.live_tables, self.live.table, self.subscriber
        language = subscriber.viewer.language
        match command:
            case wire.PingCommand():
                subscriber.answer(wire.encode(wire.Pong(command.id)))
            case wire.ExploreCommand():
                seat = self._own(table, command.seat)
                found = messages.explored(
                    table, seat, command.seq, command.words, command.id, language
                )
                subscriber.answer(wire.encode(found))
            case wire.HintCommand():
                seat = self._own(table, command.seat)
                hint = await live_tables.hint(self.live, seat, command.id, language)
                subscriber.answer(wire.encode(hint))
            case wire.LanguageCommand():
                seen = subscriber.viewer
                subscriber.viewer = Viewer(seen.person, seen.seat, command.language)
                subscriber.request_snapshot(command.id)
            case wire.LookCommand():
                seat = self._own(table, command.seat)
                subscriber.viewer = Viewer(subscriber.person, seat, language)
                subscriber.request_snapshot(command.id)
            case _:
                await self._change(command)
                if command.id is not None:
                    subscriber.answer(wire.encode(wire.Done(command.id)))

    async def _change(
        self,
        command: wire.PlayCommand | wire.TakeBackCommand | wire.ConsentCommand | wire.ChatCommand,
    ) -> None:
        """Carry out a command that changes the table, checked against the table as it then is."""
        began = time.perf_counter()
        if isinstance(command, wire.ChatCommand) and not self.chat_bucket.take():
            raise Refusal("too_fast")

        def checked(table: Table) -> Payload | list[Payload]:
            match command:
                case wire.PlayCommand():
                    seat = self._own(table, command.seat)
                    return table.play(seat, command.seq, command.words, time.time())
                case wire.TakeBackCommand():
                    return table.take_back(self._own(table, command.seat), command.choices)
                case wire.ConsentCommand():
                    return table.consent(self._own(table, command.seat), command.agree)
                case wire.ChatCommand():
                    return self._chat(table, command.text)

        await self.live_tables.change(self.live.table.id, checked)
        if isinstance(command, wire.PlayCommand):
            metrics.MOVES.observe(time.perf_counter() - began)

    def _own(self, table: Table, seat: int) -> int:
        if not self.subscriber.person or seat not in table.seats_of(self.subscriber.person):
            raise Refusal("not_yours")
        return seat

    def _chat(self, table: Table, text: str) -> Payload:
        person = self.subscriber.person
        if not person:
            raise Refusal("not_seated")
        seat = self.subscriber.viewer.seat
        if seat not in table.seats_of(person):
            seat = None
        name = table.chairs[seat].name if seat is not None else self.name
        return table.say(seat, person, name, text)
