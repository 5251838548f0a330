"""Middleware: host and origin checks, rate limits, connection limits and security headers."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import OrderedDict
from typing import Any, Final, cast
from urllib.parse import urlsplit

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from bedesten.server import metrics
from bedesten.server.budgets import Budgets, Costs, Meter, timed
from bedesten.server.fair_queue import Owner
from bedesten.server.identity import spoken_in
from bedesten.server.sentences import sentence
from bedesten.server.settings import Settings
from bedesten.server.wire import ENCODER

SAFE = ("GET", "HEAD", "OPTIONS")
STATUS: Final = {"too_fast": 429, "bad_request": 400}
"""The statuses of refusals; of all others 403."""
PRIVATE_NAMES: Final = (".localhost", ".local", ".lan", ".internal", ".home.arpa")
"""Endings of names that exist in local networks only."""
SCHEMES: Final = {"ws": "http", "wss": "https"}

# Nothing from other hosts, no inline styles except attributes (colours and sizes of drawings),
# and no other site may frame the page.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; "
    "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
}


class Bucket:
    """A token bucket: a burst, and a rate a second."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = burst
        self.left = float(burst)
        self.at = time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        now = time.monotonic()
        self.left = min(self.left + (now - self.at) * self.rate, self.burst)
        self.at = now
        if self.left < cost:
            return False
        self.left -= cost
        return True


class Buckets:
    """One bucket for each key; the least recently used are dropped."""

    def __init__(self, rate: float, burst: int, most: int = 10_000) -> None:
        self.rate = rate
        self.burst = burst
        self.most = most
        self._found: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, cost: float = 1.0) -> bool:
        bucket = self._found.get(key)
        if bucket is None:
            bucket = self._found[key] = Bucket(self.rate, self.burst)
            if len(self._found) > self.most:
                self._found.popitem(last=False)
        else:
            self._found.move_to_end(key)
        return bucket.take(cost)


class Guard:
    """Wraps the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings, budgets: Budgets) -> None:
        self.app = app
        self.budgets = budgets
        self.costs = Costs()
        self.origins = frozenset(origin.lower().rstrip("/") for origin in settings.origins)
        self.hosts = frozenset(_name_of(urlsplit(origin).netloc) for origin in self.origins)
        self.buckets = Buckets(settings.rate, settings.burst)
        self.most_sockets = settings.connections
        self.sockets: dict[str, int] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers.from_scope(scope)
        refused = self._refused(scope, headers)
        if kind == "http":
            await self._http(scope, receive, send, headers, refused)
        elif refused is not None:
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": refused})
        else:
            await self._socket(scope, receive, send)

    def _refused(self, scope: Any, headers: Headers) -> str | None:
        """The code of the refusal, or None if a request is let in."""
        path = scope["path"]
        is_socket = scope["type"] == "websocket"
        if not self._is_our_name(headers.get("host", "")):
            return "foreign_host"
        if "\0" in path or b"%00" in scope["query_string"]:
            return "bad_request"
        if (is_socket or scope["method"] not in SAFE) and not self._is_ours(scope, headers):
            return "foreign_origin"
        address = address_of(scope)
        if path.startswith("/api/") and not self.buckets.take(address):
            return "too_fast"
        if is_socket and self.sockets.get(address, 0) >= self.most_sockets:
            return "too_many"
        return None

    def _is_ours(self, scope: Any, headers: Headers) -> bool:
        """Whether the origin is allowed; programs other than browsers send none."""
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
        scheme = SCHEMES.get(scope["scheme"], scope["scheme"])
        ours = f"{scheme}://{headers.get('host', '')}".lower()
        return origin.lower() in (ours, *self.origins)

    def _is_our_name(self, host: str) -> bool:
        """Whether a Host header names this server, and not a site that points its name at us.

        The page of a foreign site could otherwise have its own name resolved to an address
        in the visitor's network and read everything there (DNS rebinding). Nobody can do so
        with an address, a name without a dot, or one that exists in local networks only.
        """
        name = _name_of(host)
        if not name or "." not in name or name.endswith(PRIVATE_NAMES) or name in self.hosts:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True

    async def _http(
        self, scope: Any, receive: Receive, send: Send, headers: Headers, refused: str | None
    ) -> None:
        began = time.perf_counter()
        status = 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                answer = MutableScopeHeaders.from_message(message)
                for name, value in HEADERS.items():
                    if name not in answer:
                        answer[name] = value
                if scope["path"].startswith("/api/") and "cache-control" not in answer:
                    answer["cache-control"] = "no-store"
            await send(message)

        if refused is None and scope["path"].startswith("/api/"):
            refused = await self._within_budget(scope, receive, sending)
        elif refused is None:
            await self.app(scope, receive, sending)
        if refused is not None:
            language = spoken_in(headers.get("accept-language", ""))
            values = {"why": "a zero byte", "host": _name_of(headers.get("host", ""))[:100]}
            text = sentence(refused, language, **values)
            await _answer(sending, STATUS.get(refused, 403), refused, text)
        metrics.answered(scope, status, time.perf_counter() - began)

    async def _within_budget(self, scope: Any, receive: Receive, send: Send) -> str | None:
        """Answer a call at the cost of the address and the person; the code if it is refused."""
        parts = scope["path"].split("/")
        kind = "/".join([scope["method"], *parts[2:3], *parts[4:5]])
        address = Owner(address_of(scope))
        expected = self.costs.expected(kind)
        wait = self.budgets.reserve(address, expected)
        if wait is None:
            return "too_fast"
        if wait > 0:
            await asyncio.sleep(wait)
        meter = Meter()
        try:
            await timed(cast(Any, self.app(scope, receive, send)), meter)
        finally:
            self.costs.learn(kind, meter.seconds)
            self.budgets.charge(address, meter.seconds - expected)
            # The person is known by now.
            person = scope.get("state", {}).get("person", "")
            self.budgets.charge(Owner(person=person), meter.seconds)
        return None

    async def _socket(self, scope: Any, receive: Receive, send: Send) -> None:
        address = address_of(scope)
        self.sockets[address] = self.sockets.get(address, 0) + 1
        metrics.SOCKETS.inc()
        try:
            await self.app(scope, receive, send)
        finally:
            metrics.SOCKETS.dec()
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]


def address_of(scope: Any) -> str:
    client = scope.get("client")
    return client[0] if client else ""


def _name_of(host: str) -> str:
    """The name or address in a Host header, without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].rstrip(".").lower()


async def _answer(send: Send, status: int, code: str, text: str) -> None:
    body = ENCODER.encode({"code": code, "text": text})
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [(b"content-type", b"application/json")],
        }
    )
    await send({"type": "http.response.body", "body": body, "more_body": False})
