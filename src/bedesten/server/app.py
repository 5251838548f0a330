"""The Litestar application: handlers, dependencies, errors, start and stop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
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
from bedesten.server import api, clock, lesson_api, metrics
from bedesten.server.branches import open_branch
from bedesten.server.budgets import Budgets
from bedesten.server.cluster import listen
from bedesten.server.database import database_failure, database_url
from bedesten.server.draw_counter import DrawCounter
from bedesten.server.health import Health, HealthReport
from bedesten.server.identity import (
    COOKIE,
    COOKIE_LIFETIME,
    Signer,
    new_id,
    new_person,
    person_id,
    spoken_in,
)
from bedesten.server.leases import HEARTBEAT
from bedesten.server.live_tables import LiveTables
from bedesten.server.reviews import Reviews, review_picture, review_socket
from bedesten.server.sentences import said, sentence
from bedesten.server.settings import Settings
from bedesten.server.socket import table_socket
from bedesten.server.static_files import docs, page
from bedesten.server.store import Person, Store
from bedesten.server.warm_up import warm_up
from bedesten.server.wire import Failure, Language
from bedesten.server.workers import Workers
from bedesten.tables.refusal import Refusal

log = structlog.get_logger()

MAX_BODY = 64_000  # bytes; records may be larger
MAINTENANCE_INTERVAL = 5.0  # seconds
STOP_TIMEOUT = 3.0  # seconds that each part of the server has to end

STATUS = {
    "not_found": HTTP_404_NOT_FOUND,
    "no_table": HTTP_404_NOT_FOUND,
    "no_review": HTTP_404_NOT_FOUND,
    "not_yours": HTTP_403_FORBIDDEN,
    "host_only": HTTP_403_FORBIDDEN,
    "link_needed": HTTP_403_FORBIDDEN,
    "link_lapsed": HTTP_403_FORBIDDEN,
    "watch_link_needed": HTTP_403_FORBIDDEN,
    "turned_away": HTTP_403_FORBIDDEN,
    "not_seated": HTTP_403_FORBIDDEN,
    "bad_request": HTTP_400_BAD_REQUEST,
    "bad_name": HTTP_400_BAD_REQUEST,
    "bad_table": HTTP_400_BAD_REQUEST,
    "bad_record": HTTP_400_BAD_REQUEST,
    "no_level": HTTP_400_BAD_REQUEST,
    "no_seat": HTTP_400_BAD_REQUEST,
    "no_task": HTTP_400_BAD_REQUEST,
    "seed_secret": HTTP_400_BAD_REQUEST,
    "bad_luck_ticket": HTTP_400_BAD_REQUEST,
    "bad_share": HTTP_400_BAD_REQUEST,
    "too_large": 413,
    "too_fast": 429,
    "too_many_tables": 429,
    "overworked": 503,
}
CONFLICT = 409

AnyRequest = Request[Any, Any, State]


class JsonRequest(Request[Any, Any, State]):
    """A request whose body is refused in a sentence if it is no JSON that we can read."""

    async def json(self) -> Any:
        try:
            return await super().json()
        except RecursionError:
            raise Refusal("bad_request", why="the JSON is nested too deep") from None
        except UnicodeDecodeError:
            raise Refusal("bad_request", why="the body is not UTF-8") from None


# -- dependencies of the handlers --------------------------------------------


async def provide_live_tables(state: State) -> LiveTables:
    live_tables: LiveTables = state.live_tables
    return live_tables


async def provide_store(state: State) -> Store:
    store: Store = state.store
    return store


async def provide_signer(state: State) -> Signer:
    signer: Signer = state.signer
    return signer


async def provide_draw_counter(state: State) -> DrawCounter:
    draw_counter: DrawCounter = state.draw_counter
    return draw_counter


async def provide_now() -> float:
    return clock.now()


async def provide_person(request: AnyRequest, state: State) -> Person:
    """The person of the cookie; a client without one becomes a new guest and gets a cookie."""
    store: Store = state.store
    id = person_id(request, state.signer)
    person = None if id is None else await store.person(id)
    if person is None:
        person = new_person(spoken_in(request.headers.get("accept-language", "")))
        await store.write_person(person, clock.now())
        request.state.cookie = state.signer.sign("person", person.id)
    request.state.language = person.language
    request.state.person = person.id
    return person


async def provide_language(request: AnyRequest, language: Language | None = None) -> str:
    return language or language_of(request)


def language_of(request: AnyRequest) -> str:
    """The language of the query, of the person, or of the browser, in this order."""
    asked = request.query_params.get("language", "")
    if asked in LANGUAGES:
        return asked
    known: str | None = getattr(request.state, "language", None)
    return known or spoken_in(request.headers.get("accept-language", ""))


# -- errors ------------------------------------------------------------------


def _failure(request: AnyRequest, status: int, code: str, text: str) -> Response[Failure]:
    metrics.REFUSED.labels(code).inc()
    return Response(Failure(code, text), status_code=status, media_type=MediaType.JSON)


def refused(request: AnyRequest, refusal: Refusal) -> Response[Failure]:
    status = STATUS.get(refusal.code, CONFLICT)
    return _failure(request, status, refusal.code, said(refusal, language_of(request)))


def not_understood(request: AnyRequest, error: ValidationException) -> Response[Failure]:
    details = error.extra if isinstance(error.extra, list) else []
    whys = [f"{one.get('key', '')} {one.get('message', '')}".strip() for one in details]
    why = "; ".join(whys)[:300] or error.detail
    text = sentence("bad_request", language_of(request), why=why)
    return _failure(request, HTTP_400_BAD_REQUEST, "bad_request", text)


def not_served(request: AnyRequest, error: HTTPException) -> Response[Failure]:
    code = {404: "not_found", 405: "not_found", 413: "too_large", 429: "too_fast"}.get(
        error.status_code, "bad_request"
    )
    text = sentence(code, language_of(request), why=error.detail)
    response = _failure(request, error.status_code, code, text)
    if error.headers:
        for name, value in error.headers.items():
            response.headers[name] = value
    return response


def failed(request: AnyRequest, error: Exception) -> Response[Failure]:
    reason = database_failure(error)
    if reason is not None:
        request.app.state.health.database_failed(reason)
        text = sentence("not_stored", language_of(request))
        return _failure(request, 503, "not_stored", text)
    log.error("request failed", path=request.url.path, exc_info=error)
    return _failure(request, 500, "internal", sentence("internal", language_of(request)))


# -- operation ---------------------------------------------------------------


@get("/health", include_in_schema=False)
async def health(state: State) -> Response[HealthReport]:
    """Whether the server can do its work, and what is wrong if not."""
    report: HealthReport = await state.health.report()
    return Response(report, status_code=200 if report.ok else 503)


@get("/metrics", include_in_schema=False, sync_to_thread=False)
def figures(state: State) -> Response[bytes]:
    metrics.TABLES.set(len(state.live_tables.tables))
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


# -- the application ---------------------------------------------------------


def create_app(settings: Settings, budgets: Budgets | None = None) -> Litestar:
    """The application; budgets are shared with the guard before it."""
    budgets = budgets or Budgets(settings.work)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        warm_up()
        store = Store(database_url(settings.db), new_id())
        await store.open()
        workers = Workers(settings.worker_count)
        live_tables = LiveTables(store, workers, settings, budgets)
        app.state.store, app.state.live_tables, app.state.settings = store, live_tables, settings
        app.state.signer = Signer(await store.key())
        app.state.health = Health(live_tables)
        app.state.draw_counter = DrawCounter(live_tables)
        app.state.reviews = Reviews()
        background_tasks = [
            asyncio.create_task(_maintain(live_tables, app.state.health)),
            asyncio.create_task(app.state.draw_counter.run()),
        ]
        if store.is_shared:
            await live_tables.beat()
            background_tasks.append(asyncio.create_task(listen(store.url, live_tables)))
            background_tasks.append(asyncio.create_task(_keep_leases(live_tables)))
        loop = type(asyncio.get_running_loop()).__module__.partition(".")[0]
        where = {"host": settings.host, "port": settings.port}
        log.info("open", **where, compiled=bedesten.COMPILED, loop=loop)
        try:
            yield
        finally:
            for task in background_tasks:
                task.cancel()
            await _in_time("background tasks", asyncio.wait(background_tasks))
            await _in_time("tables", live_tables.close())
            await _in_time("workers", workers.close())
            await _in_time("database", store.close())
            log.info("closed")

    handlers: list[Any] = [
        *api.HANDLERS,
        *lesson_api.HANDLERS,
        table_socket,
        review_socket,
        review_picture,
        open_branch,
        health,
        docs,
        page,
    ]
    if settings.metrics:
        handlers.append(figures)
    return Litestar(
        route_handlers=handlers,
        lifespan=[lifespan],
        dependencies={
            "live_tables": Provide(provide_live_tables),
            "store": Provide(provide_store),
            "signer": Provide(provide_signer),
            "me": Provide(provide_person),
            "draw_counter": Provide(provide_draw_counter),
            "now": Provide(provide_now),
            "speaks": Provide(provide_language),
        },
        before_send=[_set_cookie],
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
        request_class=JsonRequest,
        request_max_body_size=MAX_BODY,
        logging_config=None,
    )


async def _set_cookie(message: Message, scope: Scope) -> None:
    """Set the cookie of a guest that was new in this request."""
    cookie = scope.get("state", {}).get("cookie")
    if message["type"] == "http.response.start" and cookie is not None:
        given = Cookie(
            COOKIE,
            value=cookie,
            max_age=COOKIE_LIFETIME,
            path="/",
            httponly=True,
            samesite="lax",
            secure=scope["scheme"] == "https",
        )
        MutableScopeHeaders.from_message(message).add("set-cookie", given.to_header(header=""))


async def _in_time(what: str, ending: Coroutine[Any, Any, object]) -> None:
    """Wait until a part of the server has ended, but not for ever: everything is stored."""
    try:
        async with asyncio.timeout(STOP_TIMEOUT):
            await ending
    except TimeoutError:
        log.error("does not end", what=what)


async def _maintain(live_tables: LiveTables, health: Health) -> None:
    while True:
        try:
            live_tables.woken.clear()
            await live_tables.resume_due()
            await live_tables.sync_with_cluster()
            live_tables.evict_idle()
        except Exception as error:
            reason = database_failure(error)
            if reason is None:
                log.exception("maintenance failed")
            else:
                health.database_failed(reason)
        with suppress(TimeoutError):  # `wait_for` would swallow a cancellation at that moment
            async with asyncio.timeout(MAINTENANCE_INTERVAL):
                await live_tables.woken.wait()


async def _keep_leases(live_tables: LiveTables) -> None:
    """Send heartbeats; log once if they fail, and once when they go on."""
    is_failing = False
    while True:
        try:
            await live_tables.beat()
            if is_failing:
                log.warning("heartbeat goes on")
            is_failing = False
        except Exception as error:
            if not is_failing:
                log.error("heartbeat failed", error=repr(error))
            is_failing = True
        await asyncio.sleep(HEARTBEAT)
