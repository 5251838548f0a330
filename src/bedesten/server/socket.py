"""The WebSocket of a table: reads commands from one client and sends it what happens.

Every command that carries an id is answered by exactly one message with that id: its
specific answer, `done`, or `error`. The messages that a command caused come before.
"""

from __future__ import annotations

import asyncio
import time
from functools import cache
from typing import Any, Final

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from bedesten.kernel.text import LANGUAGES
from bedesten.server import clock, messages, metrics, wire
from bedesten.server.budgets import MAX_WAIT, measured, metering
from bedesten.server.database import database_failure
from bedesten.server.fair_queue import Owner
from bedesten.server.guard import Bucket, address_of
from bedesten.server.identity import Signer, person_id, spoken_in
from bedesten.server.live_tables import LiveTable, LiveTables
from bedesten.server.messages import Viewer
from bedesten.server.protocols import Channel, channel_of
from bedesten.server.sentences import said, sentence
from bedesten.server.store import Store
from bedesten.server.subscriber import QUEUE_LIMIT, Outgoing, Subscriber
from bedesten.tables.entries import Payload
from bedesten.tables.refusal import Refusal
from bedesten.tables.table import Table

log = structlog.get_logger()

BURST: Final = 5
"""Seconds' worth of commands that may come at once."""
MAX_REFUSED: Final = 100
"""Refused commands after which a connection is closed."""
CHAT_RATE: Final = 0.5
CHAT_BURST: Final = 8

MAX_CONNECT_WAIT: Final = 15.0
"""Seconds that a new connection may have to wait for its first snapshot."""
SNAPSHOT: Final = "snapshot"
"""The kind of the commands that are answered by a snapshot."""

NO_TABLE: Final = 4404
FORBIDDEN: Final = 4403
TOO_MUCH: Final = 4429
SERVICE_RESTART: Final = 1012


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
    channel = channel_of(socket.scope)
    viewer = messages.viewer_of(live.table, who, language)
    subscriber = Subscriber(who, viewer, address_of(socket.scope), channel)
    connection = Connection(socket, live_tables, live, subscriber, name)
    await connection.run(channel, _number(query.get("after", "")))


@cache
def _kind(command: type[wire.ToServer]) -> str:
    """What commands of a type are charged as."""
    if issubclass(command, wire.LanguageCommand | wire.LookCommand):
        return SNAPSHOT
    return str(command.__struct_config__.tag)


def _check_may_watch(table: Table, person: str, token: str) -> None:
    if not table.is_open_to(person) and not table.is_watch_token(token):
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
        self.owner = Owner(subscriber.address, subscriber.person)
        self.name = name
        rate = socket.app.state.settings.messages
        self.bucket = Bucket(rate, int(rate * BURST))
        self.chat_bucket = Bucket(CHAT_RATE, CHAT_BURST)
        self.refused = 0
        self.is_told = False  # the first snapshot was sent
        self.hinting: asyncio.Task[None] | None = None

    async def run(self, channel: Channel, after: int | None) -> None:
        """Serve the connection until the client or the server goes away.

        A command that has begun is carried out even if the client goes meanwhile.
        """
        try:
            await self._charge(SNAPSHOT, MAX_CONNECT_WAIT)
        except Refusal:
            await self._close(TOO_MUCH, "too much at once")
            return
        if after is not None:
            for message in await self.live_tables.missed(self.live, self.subscriber, after):
                self.subscriber.broadcast(message)
        self.live_tables.subscribe(self.live, self.subscriber)
        sending = asyncio.create_task(self._send(channel))
        self.live_tables.connections.add(channel)
        try:
            await self._read(channel)
        finally:
            self.live_tables.connections.discard(channel)
            self.live_tables.unsubscribe(self.live, self.subscriber)
            running = [sending] if self.hinting is None else [sending, self.hinting]
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            if self.live_tables.closing:
                await self._close(SERVICE_RESTART, "the server stops")

    async def _close(self, code: int, reason: str) -> None:
        try:
            async with asyncio.timeout(1):
                await self.socket.close(code, reason)
        except (RuntimeError, TimeoutError, WebSocketDisconnect, OSError):
            pass  # it is closed already

    async def _send(self, channel: Channel) -> None:
        """Write what could not be written at once."""
        try:
            while True:
                message = await self.subscriber.next(self.live_tables.encoding)
                if message.data is not None:
                    channel.write(message.data)
                    continue
                try:
                    self._write_snapshot(channel, message)
                    await asyncio.sleep(0)  # others have their turn between two snapshots
                finally:
                    self.live_tables.encoding.release()
        except Exception:
            log.exception("sending failed", table=self.live.table.id)
            channel.end()

    async def _read(self, channel: Channel) -> None:
        while (text := await channel.read()) is not None:
            await self.handle(text)
            while self.subscriber.waiting > QUEUE_LIMIT // 2 and not channel.disconnected:
                await asyncio.sleep(0.01)  # back-pressure: read no commands until answers are read
            if self.refused >= MAX_REFUSED:
                await self._close(TOO_MUCH, "too many refused messages")
                return

    async def handle(self, text: str | bytes) -> None:
        """Carry out one command and queue its answer.

        A hint takes its time, so its answer comes when it is ready; meanwhile other commands are
        carried out.
        """
        try:
            if not self.bucket.take():
                raise Refusal("too_fast")
            command = wire.DECODER.decode(text)
            if isinstance(command, wire.HintCommand):
                if self.hinting is not None and not self.hinting.done():
                    raise Refusal("too_fast")
                self.hinting = asyncio.create_task(self._answer(command))
                return
        except (Refusal, msgspec.MsgspecError, UnicodeError) as error:
            self._refuse(error, wire.id_of(text))
            return
        await self._answer(command)

    async def _answer(self, command: wire.ToServer) -> None:
        try:
            await self._carry_out_within_budget(command)
        except Exception as error:
            self._refuse(error, command.id)

    def _refuse(self, error: Exception, id: int | None) -> None:
        """Answer a command that was refused or has failed."""
        language = self.subscriber.viewer.language
        if isinstance(error, Refusal):
            code, reason = error.code, said(error, language)
        elif isinstance(error, msgspec.MsgspecError | UnicodeError):
            code, reason = "bad_message", sentence("bad_message", language, why=str(error)[:200])
        else:
            failure = database_failure(error)
            if failure is None:
                log.error("command failed", table=self.live.table.id, exc_info=error)
            else:
                self.socket.app.state.health.database_failed(failure)
            code = "internal" if failure is None else "not_stored"
            reason = sentence(code, language)
        metrics.REFUSED.labels(code).inc()
        self.refused += 1
        self.subscriber.answer(wire.encode(wire.CommandRefused(code, reason, id)))

    async def _carry_out_within_budget(self, command: wire.ToServer) -> None:
        """Carry out a command at the cost of the person and the address."""
        kind = _kind(type(command))
        charged = await self._charge(kind, MAX_WAIT)
        if kind == SNAPSHOT:  # settled when it is encoded
            await self._carry_out(command)
            return
        with metering() as meter:
            try:
                await self._carry_out(command)
            finally:
                self._settle(kind, charged, meter.seconds)

    async def _charge(self, kind: str, most: float) -> float:
        """Charge what a command will cost, and wait if too much was used; Refusal if for long."""
        cost = self.live.costs.expected(kind, self.live.table.number)
        wait = self.live_tables.budgets.reserve(self.owner, cost, most)
        if wait is None:
            raise Refusal("too_fast")
        if wait > 0:
            await asyncio.sleep(wait)
        return cost

    def _settle(self, kind: str, charged: float, seconds: float) -> None:
        self.live.costs.learn(kind, seconds)
        self.live_tables.budgets.charge(self.owner, seconds - charged)

    def _write_snapshot(self, channel: Channel, message: Outgoing) -> None:
        """Write a snapshot, at the cost of a client that has asked for it or is new."""
        charged = self.live.costs.expected(SNAPSHOT, self.live.table.number)
        began = time.perf_counter()
        channel.write(self.live_tables.snapshot(self.live, self.subscriber, message.id))
        if message.is_answer or not self.is_told:
            self._settle(SNAPSHOT, charged, time.perf_counter() - began)
        self.is_told = True

    async def _carry_out(self, command: wire.ToServer) -> None:
        live_tables, table, subscriber = self.live_tables, self.live.table, self.subscriber
        language = subscriber.viewer.language
        match command:
            case wire.PingCommand():
                subscriber.answer(wire.encode(wire.Pong(command.id)))
            case wire.ExploreCommand():
                seat = self._own(table, command.seat)
                with measured():
                    found = messages.explored(
                        table, seat, command.seq, command.words, command.id, language
                    )
                    subscriber.answer(wire.encode(found))
            case wire.HintCommand():
                seat = self._own(table, command.seat)
                hint = await live_tables.hint(
                    self.live, seat, command.words, command.id, self.owner
                )
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
        command: wire.PlayCommand
        | wire.TakeBackCommand
        | wire.RedoCommand
        | wire.ConsentCommand
        | wire.ChatCommand,
    ) -> None:
        """Carry out a command that changes the table, checked against the table as it then is."""
        began = time.perf_counter()
        self.live_tables.workers.queue.touch()
        if isinstance(command, wire.ChatCommand) and not self.chat_bucket.take():
            raise Refusal("too_fast")

        def checked(table: Table) -> Payload | list[Payload]:
            match command:
                case wire.PlayCommand():
                    seat = self._own(table, command.seat)
                    return table.play(seat, command.seq, command.words, clock.now())
                case wire.TakeBackCommand():
                    return table.take_back(self._own(table, command.seat), command.choices)
                case wire.RedoCommand():
                    return table.redo(self._own(table, command.seat))
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
