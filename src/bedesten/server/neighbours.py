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

from bedesten.server.hall import Hall
from bedesten.server.store import CHANNEL, News

log = structlog.get_logger()

AGAIN: Final = 1.0  # seconds until the next try after a lost connection
FORGET: Final = 40.0  # seconds after which a silent process's guests are taken for gone

_DECODER: Final = msgspec.json.Decoder(News)


async def listen(url: URL, hall: Hall) -> None:
    """Hear what the neighbours say, for ever."""
    while True:
        try:
            await _hear(url, hall)
        except Exception as error:
            log.warning("neighbours out of earshot", error=repr(error))
        await asyncio.sleep(AGAIN)


async def _hear(url: URL, hall: Hall) -> None:
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
        await hall.look_at_neighbours()
        async with subscriber.run_in_background(lambda event: _heard(event, hall), join=False):
            await lost.wait()


async def _heard(event: bytes, hall: Hall) -> None:
    news = _DECODER.decode(event)
    if news.by == hall.name:
        return
    sitting = hall.sittings.get(news.table)
    if sitting is None:
        return
    try:
        if news.here is not None:
            hall.heard_of_guests(sitting, news.by, news.here, time.monotonic() + FORGET)
        elif news.number > sitting.table.number:
            await hall.catch_up(news.table)
    except Exception:
        log.exception("news not understood", table=news.table)
