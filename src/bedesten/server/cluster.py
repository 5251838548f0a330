"""Publish/subscribe between server processes that share one PostgreSQL database.

A notification says that a table has reached an entry number, who is connected to
a table, or that a process stops. Each process reads the entries itself and works its
own views out. A lost notification costs a few seconds: every process polls the latest
numbers regularly.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, Final

import msgspec
import structlog
from litestar.channels import ChannelsPlugin
from sqlalchemy import URL

from bedesten.server.appending import CHANNEL, Notification
from bedesten.server.live_tables import LiveTables

log = structlog.get_logger()

RECONNECT: Final = 1.0
"""Seconds until the next attempt after a lost connection."""
PRESENCE_TIMEOUT: Final = 40.0
"""Seconds after which the people connected to a silent process count as gone."""

_DECODER: Final = msgspec.json.Decoder(Notification)


async def listen(url: URL, live_tables: LiveTables) -> None:
    """Apply notifications from other server processes until cancelled."""
    while not live_tables.closing:
        try:
            await _subscribe(url, live_tables)
        except Exception as error:
            log.warning("cluster connection lost", error=repr(error))
        await asyncio.sleep(RECONNECT)


async def _subscribe(url: URL, live_tables: LiveTables) -> None:
    """Apply notifications until the connection is lost."""
    import asyncpg
    from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend

    lost = asyncio.Event()
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)

    async def connection() -> Any:
        made = await asyncpg.connect(address)
        made.add_termination_listener(lambda _: lost.set())
        return made

    async def apply(event: bytes) -> None:
        await _apply(event, live_tables)

    backend = AsyncPgChannelsBackend(make_connection=connection)
    async with (
        ChannelsPlugin(backend, channels=[CHANNEL]) as channels,
        channels.start_subscription([CHANNEL]) as subscriber,
    ):
        await live_tables.sync_with_cluster()
        async with subscriber.run_in_background(apply, join=False):
            await lost.wait()


async def _apply(event: bytes, live_tables: LiveTables) -> None:
    news = _DECODER.decode(event)
    if news.by == live_tables.process:
        return
    if news.gone:
        live_tables.forget_process(news.by)
        return
    live = live_tables.tables.get(news.table)
    if live is None:
        return
    try:
        if news.here is not None:
            until = time.monotonic() + PRESENCE_TIMEOUT
            live_tables.apply_presence(live, news.by, news.here, until)
        elif news.number > live.table.number:
            await live_tables.catch_up(news.table)
    except Exception:
        log.exception("notification failed", table=news.table)
