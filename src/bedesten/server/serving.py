"""Runs the application on uvicorn until it is stopped."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
from collections.abc import Callable, Coroutine
from typing import Any

import uvicorn

from bedesten.server.app import create_app
from bedesten.server.budgets import Budgets
from bedesten.server.database import database_url
from bedesten.server.guard import Guard
from bedesten.server.listener import Listener, connection_limit
from bedesten.server.logs import configure_logs
from bedesten.server.protocols import ClientConfig, HttpProtocol
from bedesten.server.settings import Settings
from bedesten.server.store import Store

MAX_MESSAGE = 16_384  # bytes of one WebSocket message
SHUTDOWN_TIMEOUT = 10  # seconds that open requests have when the server stops
LATE = 0.1  # seconds between looks for connections that came while the server stops
SWITCH_INTERVAL = 0.001  # seconds that a thread may keep the event loop waiting at a time
COLLECTIONS = (10_000, 20, 100)  # thresholds of the garbage collector


def serve(settings: Settings, opened: Callable[[str], None]) -> None:
    """Serve until stopped; `opened` is called with the address once the server is ready.

    ValueError if the address or the database cannot be used.
    """
    configure_logs()
    asyncio.run(_prepare(settings.db))
    listening = _listening(settings.host, settings.port)
    budgets = Budgets(settings.work)
    litestar = create_app(settings, budgets)
    app: Any = Guard(litestar, settings, budgets)
    config = ClientConfig(
        app,
        client_timeout=settings.timeout,
        host=settings.host,
        port=settings.port,
        ws_max_size=MAX_MESSAGE,
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        lifespan="on",
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
    )
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    server = Server(
        config,
        listening,
        lambda: opened(f"http://{shown}:{port}/"),
        lambda: litestar.state.live_tables.retire(),
    )
    server.run()


async def _prepare(db: str) -> None:
    """Open and migrate the database before listening; ValueError says why it cannot be used."""
    store = Store(database_url(db))
    try:
        await store.open()
    finally:
        await store.close()


class Server(uvicorn.Server):
    """A uvicorn server that accepts connections by a Listener."""

    def __init__(
        self,
        config: uvicorn.Config,
        listening: socket.socket,
        opened: Callable[[], None],
        retire: Callable[[], Coroutine[Any, Any, None]],
    ) -> None:
        super().__init__(config)
        self.listening = listening
        self.listener: Listener | None = None
        self.opened = opened
        self.retire = retire

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])
        if self.started:
            _keep_pauses_short()
            self.listener = Listener(
                self.listening, self._protocol, self.server_state.connections, connection_limit()
            )
            self.listener.start()
            self.opened()

    def _protocol(self) -> HttpProtocol:
        return HttpProtocol(self.config, self.server_state, self.lifespan.state)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.listener is not None:
            self.listener.stop()
        self.listening.close()
        # Other processes take the bots over while open requests end here.
        retiring = asyncio.create_task(self.retire())
        ending = asyncio.create_task(self._end_late_connections())
        try:
            await super().shutdown([])
        finally:
            ending.cancel()
        await retiring

    async def _end_late_connections(self) -> None:
        """End connections that were accepted, but not yet open, when the server began to stop."""
        told = set(self.server_state.connections)  # those that uvicorn ends
        while True:
            await asyncio.sleep(LATE)
            for connection in self.server_state.connections - told:
                told.add(connection)
                connection.shutdown()


def _keep_pauses_short() -> None:
    """Keep other threads and the garbage collector from holding up the event loop.

    A full collection goes through all games in memory, 0.4 s for a very long one. What is
    garbage is young here, so it is found without.
    """
    sys.setswitchinterval(SWITCH_INTERVAL)
    gc.freeze()
    gc.set_threshold(*COLLECTIONS)


def _listening(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # With the protocol named, asyncio sets TCP_NODELAY: small answers leave at once.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except OSError as error:
        raise ValueError(
            f"cannot listen on {host}, port {port}: {error.strerror}; "
            "choose others with --host and --port"
        ) from None
    return listening
