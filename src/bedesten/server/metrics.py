"""Metrics of a running server, for Prometheus."""

from __future__ import annotations

from functools import cache
from typing import Any

from prometheus_client import Counter, Gauge, Histogram

REQUESTS = Counter("bedesten_requests", "Answers by HTTP status", ["method", "status"])
LATENCY = Histogram(
    "bedesten_request_seconds",
    "How long answers took",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
SOCKETS = Gauge("bedesten_sockets", "Open WebSockets")
TABLES = Gauge("bedesten_tables", "Tables in memory")
DAMAGED = Gauge("bedesten_tables_damaged", "Tables that could not be read")
ENTRIES = Counter("bedesten_entries", "Entries stored", ["kind"])
MOVES = Histogram(
    "bedesten_move_seconds",
    "From a move's arrival until it is stored and published",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
THOUGHTS = Histogram(
    "bedesten_thought_seconds",
    "How long bots thought, waiting for a process included",
    ["level"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60),
)
REPLACED = Counter("bedesten_workers_replaced", "Worker processes that crashed or got stuck")
FALLBACKS = Counter("bedesten_bot_fallbacks", "Simple moves of bots that could not think")
REFUSED = Counter("bedesten_refused", "Commands and requests that were refused", ["code"])


@cache
def stored(payload: type) -> Counter:
    """The counter of entries of one kind."""
    return ENTRIES.labels(payload.__name__.lower())


def answered(scope: Any, status: int, seconds: float) -> None:
    method = scope["method"] if scope["method"] in _METHODS else "other"
    REQUESTS.labels(method, str(status)).inc()
    LATENCY.observe(seconds)


_METHODS = frozenset({"GET", "HEAD", "POST", "PATCH", "OPTIONS", "PUT", "DELETE"})
