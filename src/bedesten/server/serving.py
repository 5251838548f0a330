"""Running the application until somebody stops it."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog
import uvicorn

from bedesten.server.app import create_app
from bedesten.server.guard import Guard
from bedesten.server.settings import Settings

MESSAGE = 16_384  # bytes that a page may send at once
STOPPING = 10  # seconds that open requests have when the server stops


def serve(settings: Settings) -> None:
    configure_logs()
    app: Any = Guard(create_app(settings), settings)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        ws="websockets-sansio",
        ws_max_size=MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=True,
        lifespan="on",
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=STOPPING,
    )
    uvicorn.Server(config).run()


def configure_logs() -> None:
    """One line of JSON for each thing that happens; at a terminal, one for people."""
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
