"""The connections of the server: HTTP with time-outs, and WebSockets that write at once.

They extend uvicorn's protocols. A connection that makes no progress is aborted: a request
that does not arrive, a client that reads nothing, a WebSocket that answers no ping. Closing
it politely would wait until the client has read what is left.
"""

from __future__ import annotations

import asyncio
import struct
from asyncio.transports import BaseTransport
from typing import Any, Final, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

try:
    from websockets.speedups import apply_mask
except ImportError:  # built without a C compiler
    from websockets.utils import apply_mask

MAX_UNHANDLED: Final = 16
"""Messages of one client that wait to be handled; beyond them nothing is read."""
WHOLE_TEXT: Final = 0x81
"""The first byte of a frame that is a whole text message."""
MASKED: Final = 0x80
"""Added to the size of frames that clients send."""
SHORT: Final = 125
"""The longest message whose size is a single byte."""
EXTENSION: Final = "bedesten.channel"
"""The ASGI extension under which a WebSocket's scope holds its Channel."""


class ClientConfig(uvicorn.Config):
    """The configuration of connections, with the time that clients have."""

    def __init__(self, app: Any, *, client_timeout: float, **options: Any) -> None:
        super().__init__(
            app,
            http=HttpProtocol,
            ws=Channel,
            ws_ping_interval=client_timeout,
            ws_ping_timeout=client_timeout,
            ws_per_message_deflate=False,
            **options,
        )
        self.client_timeout = client_timeout
        """Seconds for the head of a request, for reading something of a full buffer, until the
        next ping and for answering it; three times as long for a body."""


class Deadline:
    """Aborts a connection unless it is cancelled in time."""

    __slots__ = ("_loop", "_seconds", "_timer", "_transport")

    def __init__(
        self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport, seconds: float
    ) -> None:
        self._loop = loop
        self._transport = transport
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start, unless it runs already."""
        if self._timer is None:
            self._timer = self._loop.call_later(self._seconds, self._transport.abort)

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class ReadingDeadline(Deadline):
    """Aborts a connection whose client reads nothing; while it reads, time starts again."""

    __slots__ = ()

    def start(self) -> None:
        if self._timer is None:
            self._await_progress()

    def _await_progress(self) -> None:
        unread = self._transport.get_write_buffer_size()
        self._timer = self._loop.call_later(self._seconds, self._check, unread)

    def _check(self, unread: int) -> None:
        if self._transport.get_write_buffer_size() < unread:
            self._await_progress()
        else:
            self._transport.abort()


class HttpProtocol(H11Protocol):
    """HTTP/1.1 with time-outs: requests have to arrive, and answers have to be read."""

    _head: Deadline
    _body: Deadline
    _unread: ReadingDeadline

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        seconds = cast(ClientConfig, self.config).client_timeout
        self._head = Deadline(self.loop, transport, seconds)
        self._body = Deadline(self.loop, transport, 3 * seconds)
        self._unread = ReadingDeadline(self.loop, transport, seconds)
        self._head.start()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        is_upgraded = self.transport.get_protocol() is not self
        if self.conn.their_state is h11.IDLE and not is_upgraded:
            self._head.start()
        else:
            self._head.cancel()
        if self.conn.their_state is h11.SEND_BODY and not is_upgraded:
            self._body.start()
        else:
            self._body.cancel()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._unread.start()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._unread.start()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread.start()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.transport.is_closing():
            self._unread.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        for deadline in (self._head, self._body, self._unread):
            deadline.cancel()
        super().connection_lost(exc)


class Channel(WebSocketsSansIOProtocol):
    """A WebSocket. Beside the calls of ASGI it writes without a task and reads ahead.

    The application finds it in the scope, see `channel_of`.
    """

    _unread: ReadingDeadline

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        seconds = cast(ClientConfig, self.config).client_timeout
        self._unread = ReadingDeadline(self.loop, self.transport, seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._unread.cancel()
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][EXTENSION] = {"channel": self}

    # -- writing ----------------------------------------------------------

    @property
    def is_writable(self) -> bool:
        """Whether the client reads fast enough that the buffer is not full."""
        return self.writable.is_set()

    async def wait_writable(self) -> None:
        """Wait until the buffer has room, or the connection is lost."""
        await self.writable.wait()

    def write(self, text: bytes) -> None:
        """Send a text message at once; nothing if the connection is closed."""
        if self.conn.state is OPEN and not (self.disconnected or self.transport.is_closing()):
            self.transport.write(framed(text))

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread.start()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not (self.close_sent or self.transport.is_closing()):
            self._unread.cancel()

    # -- reading ----------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take a whole text message at once; leave all else to the parser of `websockets`."""
        text = self._unframed(data)
        if text is None:
            super().data_received(data)
        else:
            self.curr_msg_data_type = "text"
            self.frames = [text]
            self.send_receive_event_to_app()

    def _unframed(self, data: bytes) -> bytes | None:
        """The text if the data are one frame with all of a message, and nothing else."""
        size = data[1] - MASKED if len(data) > 1 else -1
        if data[0] != WHOLE_TEXT or not 0 <= size <= SHORT or len(data) != size + 6:
            return None
        conn = self.conn
        if conn.state is not OPEN or conn.reader.buffer or conn.current_size is not None:
            return None
        return apply_mask(data[6:], data[2:6])

    async def read(self) -> str | bytes | None:
        """The next message, `bytes` if it is a binary one; None if the connection is closed."""
        message = cast(dict[str, Any], await self.receive())
        if message["type"] == "websocket.disconnect":
            self.queue.put_nowait({"type": "websocket.disconnect", "code": 1006})  # for ever
            return None
        text: str | None = message.get("text")
        return message.get("bytes", b"") if text is None else text

    def send_receive_event_to_app(self) -> None:
        """Queue a message for the application; stop reading only if many wait."""
        if len(self.frames) == 1 and self.curr_msg_data_type == "text" and not self.close_sent:
            data = self.frames.pop()
            try:
                self.queue.put_nowait({"type": "websocket.receive", "text": data.decode()})
            except UnicodeDecodeError:
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
            if self.read_paused or self.queue.qsize() < MAX_UNHANDLED:
                return
            self.read_paused = True
            self.transport.pause_reading()
        else:
            super().send_receive_event_to_app()

    # -- closing ----------------------------------------------------------

    def end(self) -> None:
        """Let `read` return None after the messages that have arrived."""
        self.queue.put_nowait({"type": "websocket.disconnect", "code": 1012})

    def keepalive_timeout(self) -> None:
        """Abort a connection that has not answered a ping: it is half open."""
        self.transport.abort()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Do not wait for ever for a client that reads nothing after the application's end."""
        super().on_task_complete(task)
        if not self.disconnected:
            self._unread.start()


def framed(text: bytes) -> bytes:
    """A text message as one frame of a server."""
    size = len(text)
    if size <= SHORT:
        return struct.pack("!BB", WHOLE_TEXT, size) + text
    if size < 1 << 16:
        return struct.pack("!BBH", WHOLE_TEXT, 126, size) + text
    return struct.pack("!BBQ", WHOLE_TEXT, 127, size) + text


def channel_of(scope: Any) -> Channel:
    """The channel of a WebSocket's scope; RuntimeError on another server than ours."""
    found = scope.get("extensions", {}).get(EXTENSION)
    if found is None:
        raise RuntimeError("WebSockets need the server that `bedesten serve` starts")
    channel: Channel = found["channel"]
    return channel
