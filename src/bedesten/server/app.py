"""The application, put together."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import structlog
from litestar import Litestar, MediaType, Request, Response, get
from litestar.datastructures import Cookie, MutableScopeHeaders, State
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.status_codes import HTTP_400_BAD_REQUEST, HTTP_403_FORBIDDEN, HTTP_404_NOT_FOUND
from litestar.types import Message, Scope
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

import bedesten
from bedesten.kernel.text import LANGUAGES
from bedesten.server import api, metrics
from bedesten.server.cluster import listen
from bedesten.server.database import database_url
from bedesten.server.identity import COOKIE, LASTS, Signer, new_id, new_person, person_id, spoken_in
from bedesten.server.live_tables import LiveTables
from bedesten.server.sentences import said, sentence
from bedesten.server.settings import Settings
from bedesten.server.socket import table_socket
from bedesten.server.static_files import docs, page
from bedesten.server.store import Person, Store
from bedesten.server.wire import Failure, Language
from bedesten.server.workers import Workers
from bedesten.tables.refusal import Refusal

log = structlog.get_logger()

BODY = 64_000  # bytes; records may be larger
LOOKING_ROUND = 5.0  # seconds between looks at what is left to do

STATUS = {
    "not_found": HTTP_404_NOT_FOUND,
    "no_table": HTTP_404_NOT_FOUND,
    "not_yours": HTTP_403_FORBIDDEN,
    "host_only": HTTP_403_FORBIDDEN,
    "link_needed": HTTP_403_FORBIDDEN,
    "link_lapsed": HTTP_403_FORBIDDEN,
    "watch_link_needed": HTTP_403_FORBIDDEN,
    "not_seated": HTTP_403_FORBIDDEN,
    "bad_request": HTTP_400_BAD_REQUEST,
    "bad_name": HTTP_400_BAD_REQUEST,
    "bad_table": HTTP_400_BAD_REQUEST,
    "bad_record": HTTP_400_BAD_REQUEST,
    "no_level": HTTP_400_BAD_REQUEST,
    "no_seat": HTTP_400_BAD_REQUEST,
    "no_task": HTTP_400_BAD_REQUEST,
    "seed_secret": HTTP_400_BAD_REQUEST,
    "too_large": 413,
    "too_fast": 429,
    "overworked": 503,
}
CONFLICT = 409

Asking = Request[Any, Any, State]


# -- what handlers ask for ---------------------------------------------------


async def provide_live_tables(state: State) -> LiveTables:
    live_tables: LiveTables = state.live_tables
    return live_tables


async def the_store(state: State) -> Store:
    store: Store = state.store
    return store


async def the_signer(state: State) -> Signer:
    signer: Signer = state.signer
    return signer


async def the_moment() -> float:
    return time.time()


async def whoever_asks(request: Asking, state: State) -> Person:
    """The person of the cookie; who comes without one is a new guest and gets one."""
    store: Store = state.store
    id = person_id(request, state.signer)
    person = None if id is None else await store.person(id)
    if person is None:
        person = new_person(spoken_in(request.headers.get("accept-language", "")))
        await store.write_person(person, time.time())
        request.state.cookie = state.signer.sign("person", person.id)
    request.state.language = person.language
    return person


async def the_language(request: Asking, language: Language | None = None) -> str:
    return language or language_of(request)


def language_of(request: Asking) -> str:
    """The language asked for, or that of the person, or that of the browser."""
    asked = request.query_params.get("language", "")
    if asked in LANGUAGES:
        return asked
    known: str | None = getattr(request.state, "language", None)
    return known or spoken_in(request.headers.get("accept-language", ""))


# -- what went wrong ---------------------------------------------------------


def _failure(request: Asking, status: int, code: str, text: str) -> Response[Failure]:
    metrics.REFUSED.labels(code).inc()
    return Response(Failure(code, text), status_code=status, media_type=MediaType.JSON)


def refused(request: Asking, refusal: Refusal) -> Response[Failure]:
    status = STATUS.get(refusal.code, CONFLICT)
    return _failure(request, status, refusal.code, said(refusal, language_of(request)))


def not_understood(request: Asking, error: ValidationException) -> Response[Failure]:
    details = error.extra if isinstance(error.extra, list) else []
    whys = [f"{one.get('key', '')} {one.get('message', '')}".strip() for one in details]
    why = "; ".join(whys)[:300] or error.detail
    text = sentence("bad_request", language_of(request), why=why)
    return _failure(request, HTTP_400_BAD_REQUEST, "bad_request", text)


def not_served(request: Asking, error: HTTPException) -> Response[Failure]:
    code = {404: "not_found", 405: "not_found", 413: "too_large", 429: "too_fast"}.get(
        error.status_code, "bad_request"
    )
    text = sentence(code, language_of(request), why=error.detail)
    response = _failure(request, error.status_code, code, text)
    if error.headers:
        for name, value in error.headers.items():
            response.headers[name] = value
    return response


def failed(request: Asking, error: Exception) -> Response[Failure]:
    log.error("request failed", path=request.url.path, exc_info=error)
    return _failure(request, 500, "internal", sentence("internal", language_of(request)))


# -- operation ---------------------------------------------------------------


@get("/health", include_in_schema=False)
async def health(store: Store, live_tables: LiveTables) -> Response[dict[str, Any]]:
    """Whether the server can do its work."""
    try:
        async with asyncio.timeout(5):
            well = await store.is_healthy()
    except Exception as error:
        log.error("database does not answer", error=repr(error))
        well = False
    state = {"ok": well and not live_tables.closing, "version": bedesten.__version__}
    return Response(state, status_code=200 if state["ok"] else 503)


@get("/metrics", include_in_schema=False, sync_to_thread=False)
def figures(state: State) -> Response[bytes]:
    metrics.TABLES.set(len(state.live_tables.tables))
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


# -- the application ---------------------------------------------------------


def create_app(settings: Settings) -> Litestar:
    @asynccontextmanager
    async def living(app: Litestar) -> AsyncIterator[None]:
        store = Store(database_url(settings.db), new_id())
        await store.open()
        workers = Workers(settings.worker_count)
        live_tables = LiveTables(store, workers, settings.thinking)
        app.state.store, app.state.live_tables, app.state.settings = store, live_tables, settings
        app.state.signer = Signer(await store.key())
        chores = [asyncio.create_task(_look_round(live_tables))]
        if store.is_shared:
            chores.append(asyncio.create_task(listen(store.url, live_tables)))
        log.info("open", host=settings.host, port=settings.port, compiled=bedesten.COMPILED)
        try:
            yield
        finally:
            for chore in chores:
                chore.cancel()
            await asyncio.gather(*chores, return_exceptions=True)
            await live_tables.close()
            await workers.close()
            await store.close()
            log.info("closed")

    handlers: list[Any] = [*api.HANDLERS, table_socket, health, docs, page]
    if settings.metrics:
        handlers.append(figures)
    return Litestar(
        route_handlers=handlers,
        lifespan=[living],
        dependencies={
            "live_tables": Provide(provide_live_tables),
            "store": Provide(the_store),
            "signer": Provide(the_signer),
            "me": Provide(whoever_asks),
            "now": Provide(the_moment),
            "speaks": Provide(the_language),
        },
        before_send=[_give_cookie],
        exception_handlers={
            Refusal: refused,
            ValidationException: not_understood,
            HTTPException: not_served,
            Exception: failed,
        },
        openapi_config=OpenAPIConfig(
            title="Bedesten",
            version=bedesten.__version__,
            description="Tables at which people and bots play.",
            path="/schema",
            render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],
        ),
        request_max_body_size=BODY,
        logging_config=None,
    )


async def _give_cookie(message: Message, scope: Scope) -> None:
    """Whoever was a new guest in a request takes the cookie home with the answer."""
    cookie = scope.get("state", {}).get("cookie")
    if message["type"] == "http.response.start" and cookie is not None:
        given = Cookie(
            COOKIE,
            value=cookie,
            max_age=LASTS,
            path="/",
            httponly=True,
            samesite="lax",
            secure=scope["scheme"] == "https",
        )
        MutableScopeHeaders.from_message(message).add("set-cookie", given.to_header(header=""))


async def _look_round(live_tables: LiveTables) -> None:
    while True:
        try:
            await live_tables.sync_with_cluster()
            await live_tables.resume_due()
            live_tables.evict_idle()
        except Exception:
            log.exception("looking round failed")
        await asyncio.sleep(LOOKING_ROUND)
