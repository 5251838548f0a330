"""Reviews of finished games: judged in worker processes part by part, and stored.

A review has a socket of its own. The first message holds the ledger, so that the chart can be drawn
at once; then come judged choices as they are ready, and at the end the whole review. If the page
goes away, the work stops. Parts are short, so that bots and people never wait long for a worker.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from typing import Any, Final

import structlog
from litestar import Response, WebSocket, get, websocket

from bedesten.kernel.text import LANGUAGES
from bedesten.review import QUICK_DEPTH, USUAL_DEPTH
from bedesten.server import review_jobs, wire
from bedesten.server.api import FAILURES, AnyRequest, TableId, owner_of
from bedesten.server.fair_queue import Owner
from bedesten.server.guard import address_of
from bedesten.server.identity import person_id, spoken_in
from bedesten.server.live_tables import LiveTables
from bedesten.server.protocols import Channel, channel_of
from bedesten.server.sentences import said
from bedesten.server.store import Person, Store
from bedesten.server.workers import JobFailed
from bedesten.tables.refusal import Refusal

log = structlog.get_logger()

DEPTHS: Final = (QUICK_DEPTH, USUAL_DEPTH)
"""What people may ask a server for; a deep review takes minutes: `bedesten analyse`."""
MOST_EACH: Final = 2
"""Reviews at once for one person, or for one address of people without a cookie."""
MOST: Final = 4
"""Reviews at once on this server; more wait."""
PART: Final = 8
"""Choices that are judged in one job."""
PART_TIMEOUT: Final = 60.0


class Reviews:
    """The reviews that are being made by this server process."""

    def __init__(self) -> None:
        self._running: Counter[str] = Counter()
        self._places = asyncio.Semaphore(MOST)
        self._making: defaultdict[tuple[str, str], asyncio.Lock] = defaultdict(asyncio.Lock)

    async def send(
        self,
        channel: Channel,
        live_tables: LiveTables,
        store: Store,
        wanted: review_jobs.Wanted,
        table_id: str,
        owner: Owner,
    ) -> None:
        """Send a review: from the database, or as it is made."""
        who = owner.person or owner.address
        if self._running[who] >= MOST_EACH:
            raise Refusal("too_many_reviews", most=MOST_EACH)
        self._running[who] += 1
        key = table_id, wanted.depth
        try:
            # Whoever asks for the same review waits, and finds it in the database.
            async with self._making[key]:
                stored = await store.review(table_id, wanted.depth)
                if stored is not None:
                    told = await self._job(live_tables, owner, review_jobs.told, wanted, stored)
                    if told is not None:
                        channel.write(told)
                        return
                async with self._places:
                    await self._make(channel, live_tables, store, wanted, table_id, owner)
        finally:
            self._running -= Counter([who])
            if not self._making[key].locked():
                del self._making[key]

    async def _make(
        self,
        channel: Channel,
        live_tables: LiveTables,
        store: Store,
        wanted: review_jobs.Wanted,
        table_id: str,
        owner: Owner,
    ) -> None:
        begun = await self._job(live_tables, owner, review_jobs.begin, wanted)
        channel.write(begun.message)
        moments: list[bytes] = []
        order = begun.order
        for n in range(0, len(order), PART):
            part = await self._job(
                live_tables, owner, review_jobs.judge, wanted, order[n : n + PART], len(order)
            )
            moments += part.moments
            channel.write(part.message)
        made = await self._job(live_tables, owner, review_jobs.finish, wanted, moments)
        await store.write_review(table_id, wanted.depth, made.review, made.figures)
        channel.write(made.message)

    async def _job(
        self, live_tables: LiveTables, owner: Owner, function: Any, *arguments: Any
    ) -> Any:
        """Run a part in a worker, after bots and people at tables."""
        try:
            return await live_tables.workers.run_later(
                function,
                lambda: arguments,
                seconds=PART_TIMEOUT,
                owner=owner,
                background=True,
            )
        except JobFailed as error:
            log.error("review failed", work=function.__name__, why=str(error))
            raise Refusal("overworked") from None


@get("/api/tables/{table_id:str}/review.svg", media_type="image/svg+xml", responses=FAILURES)
async def review_picture(
    table_id: TableId,
    request: AnyRequest,
    me: Person,
    live_tables: LiveTables,
    store: Store,
    speaks: str,
) -> Response[bytes]:
    """The summary card of a review that was made before: a picture to share."""
    record = await live_tables.record(table_id)
    for depth in reversed(DEPTHS):
        stored = await store.review(table_id, depth)
        if stored is not None:
            drawn = await live_tables.run_job(
                review_jobs.picture, record, stored, speaks, owner=owner_of(request, me)
            )
            return Response(drawn, media_type="image/svg+xml")
    raise Refusal("no_review")


@websocket("/api/tables/{table_id:str}/review")
async def review_socket(socket: WebSocket[Any, Any, Any], table_id: str) -> None:
    state = socket.app.state
    live_tables: LiveTables = state.live_tables
    store: Store = state.store
    query = socket.query_params
    language = query.get("language", "")
    if language not in LANGUAGES:
        language = spoken_in(socket.headers.get("accept-language", ""))
    owner = Owner(address_of(socket.scope), person_id(socket, state.signer) or "")
    await socket.accept()
    channel = channel_of(socket.scope)
    live_tables.connections.add(channel)
    working = asyncio.create_task(
        _work(channel, state.reviews, live_tables, store, table_id, query, language, owner)
    )
    reading = asyncio.create_task(_until_gone(channel))
    try:
        await asyncio.wait({working, reading}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        live_tables.connections.discard(channel)
        for task in (working, reading):
            task.cancel()
        await asyncio.gather(working, reading, return_exceptions=True)
    if not channel.disconnected:
        await socket.close()


async def _until_gone(channel: Channel) -> None:
    while await channel.read() is not None:
        pass  # the page has nothing to say here


async def _work(
    channel: Channel,
    reviews: Reviews,
    live_tables: LiveTables,
    store: Store,
    table_id: str,
    query: Any,
    language: str,
    owner: Owner,
) -> None:
    try:
        depth = query.get("depth", QUICK_DEPTH)
        if depth not in DEPTHS:
            raise Refusal("no_depth", depth=depth, depths=", ".join(DEPTHS))
        record = await live_tables.record(table_id)
        wanted = review_jobs.Wanted(record, depth, language)
        await reviews.send(channel, live_tables, store, wanted, table_id, owner)
    except Refusal as refusal:
        channel.write(_refused(refusal, language))
    except Exception:
        log.exception("review failed", table=table_id)
        channel.write(_refused(Refusal("internal"), language))


def _refused(refusal: Refusal, language: str) -> bytes:
    return wire.encode(wire.CommandRefused(refusal.code, said(refusal, language)))
