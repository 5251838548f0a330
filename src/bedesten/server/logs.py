"""Log lines: JSON, or readable ones at a terminal; bounded, and without local variables."""

from __future__ import annotations

import json
import logging
import sys
from typing import Any, Final

import structlog
from structlog.processors import ExceptionRenderer, JSONRenderer
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import EventDict, WrappedLogger

MAX_VALUE: Final = 1_000
"""Characters of one text in a line."""
MAX_LINE: Final = 16_000
"""Characters of a line of JSON."""
MAX_FRAMES: Final = 20
"""Frames of a traceback. Local variables are never written: they hold cookies and seeds."""


def configure_logs() -> None:
    """Send all logs of this process to standard error."""
    processors: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _shorten_values,
    ]
    if sys.stderr.isatty():
        renderer: Any = structlog.dev.ConsoleRenderer(
            exception_formatter=structlog.dev.plain_traceback
        )
    else:
        tracebacks = ExceptionDictTransformer(show_locals=False, max_frames=MAX_FRAMES)
        processors.append(ExceptionRenderer(tracebacks))
        renderer = _bounded_json
    processors.append(renderer)
    structlog.configure(
        processors=processors,
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
            foreign_pre_chain=processors[:-1],
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)


def _shorten_values(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    return {key: _short(value) for key, value in event.items()}


def _bounded_json(logger: WrappedLogger, name: str, event: EventDict) -> str:
    """One line of JSON; a line that is too long keeps the last error of its traceback."""
    traceback = event.get("exception")
    for one in traceback if isinstance(traceback, list) else []:
        one["exc_value"] = _short(one["exc_value"])
    line = str(_JSON(logger, name, event))
    if len(line) <= MAX_LINE:
        return line
    kept = {key: event[key] for key in ("event", "level", "timestamp") if key in event}
    if isinstance(traceback, list) and traceback:
        kept["exception"] = {key: traceback[-1][key] for key in ("exc_type", "exc_value")}
    return json.dumps({**kept, "shortened": len(line)})


def _short(value: Any) -> Any:
    if isinstance(value, str) and len(value) > MAX_VALUE:
        return f"{value[:MAX_VALUE]}… ({len(value)} characters)"
    return value


_JSON: Final = JSONRenderer()
