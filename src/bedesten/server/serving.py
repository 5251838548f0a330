"""Runs the application on uvicorn until it is stopped."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
from collections.abc import Callable
from typing import Any

import structlog
import uvicorn

from bedesten.server.app import create_app
from bedesten.server.database import database_url
from bedesten.server.guard import Guard
from bedesten.server.settings import Settings
from bedesten.server.store import Store

MAX_MESSAGE = 16_384  # bytes of one WebSocket message
SHUTDOWN_TIMEOUT = 10  # seconds that open requests have when the server stops


def serve(settings: Settings, opened: Callable[[str], None]) -> None:
    """Serve until stopped; `opened` is called with the address once the server is ready.

    ValueError if the address or the database cannot be used.
    """
    configure_logs()
    asyncio.run(_prepare(settings.db))
    listening = _listening(settings.host, settings.port)
    app: Any = Guard(create_app(settings), settings)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        ws="websockets-sansio",
        ws_max_size=MAX_MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=20,
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
    server = Server(config, lambda: opened(f"http://{shown}:{port}/"))
    server.run([listening])


async def _prepare(db: str) -> None:
    """Open and migrate the database before listening; ValueError says why it cannot be used."""
    store = Store(database_url(db))
    try:
        await store.open()
    finally:
        await store.close()


class Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, opened: Callable[[], None]) -> None:
        super().__init__(config)
        self.opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.opened()


def _listening(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except OSError as error:
        raise ValueError(
            f"cannot listen on {host}, port {port}: {error.strerror}; "
            "choose others with --host and --port"
        ) from None
    return listening


def configure_logs() -> None:
    """Log lines of JSON, or readable ones at a terminal."""
    readable = sys.stderr.isatty()
    processors: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if readable:
        processors.append(structlog.dev.ConsoleRenderer())
    else:
        processors += [structlog.processors.dict_tracebacks, structlog.processors.JSONRenderer()]
    structlog.configure(
        processors=processors,
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, processors[-1]],
            foreign_pre_chain=processors[:-1],
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
