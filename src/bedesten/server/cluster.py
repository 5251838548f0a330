"""Other server processes on the same database: what they have stored, and who is with them.

Between processes only "table T is at number n" travels, and who watches where.
Each process reads the entries itself and works its own views out. A message that
is lost costs a few seconds: now and then everybody looks how far the tables are.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, Final

import msgspec
import structlog
from litestar.channels import ChannelsPlugin
from sqlalchemy import URL

from bedesten.server.live_tables import LiveTables
from bedesten.server.store import CHANNEL, Notification

log = structlog.get_logger()

AGAIN: Final = 1.0  # seconds until the next try after a lost connection
FORGET: Final = 40.0  # seconds after which a silent process's guests are taken for gone

_DECODER: Final = msgspec.json.Decoder(Notification)


async def listen(url: URL, live_tables: LiveTables) -> None:
    """Hear what the neighbours say, for ever."""
    while True:
        try:
            await _hear(url, live_tables)
        except Exception as error:
            log.warning("neighbours out of earshot", error=repr(error))
        await asyncio.sleep(AGAIN)


async def _hear(url: URL, live_tables: LiveTables) -> None:
    import asyncpg
    from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend

    lost = asyncio.Event()
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)

    async def connection() -> Any:
        made = await asyncpg.connect(address)
        made.add_termination_listener(lambda _: lost.set())
        return made

    backend = AsyncPgChannelsBackend(make_connection=connection)
    async with (
        ChannelsPlugin(backend, channels=[CHANNEL]) as channels,
        channels.start_subscription([CHANNEL]) as subscriber,
    ):
        await live_tables.sync_with_cluster()
        async with subscriber.run_in_background(
            lambda event: _heard(event, live_tables), join=False
        ):
            await lost.wait()


async def _heard(event: bytes, live_tables: LiveTables) -> None:
    news = _DECODER.decode(event)
    if news.by == live_tables.name:
        return
    live = live_tables.tables.get(news.table)
    if live is None:
        return
    try:
        if news.here is not None:
            live_tables.apply_presence(live, news.by, news.here, time.monotonic() + FORGET)
        elif news.number > live.table.number:
            await live_tables.catch_up(news.table)
    except Exception:
        log.exception("news not understood", table=news.table)
