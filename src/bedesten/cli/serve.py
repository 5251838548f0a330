"""`bedesten serve`: tables for everybody who can reach this machine."""

from __future__ import annotations

import webbrowser
from collections.abc import Sequence

import typer

from bedesten.cli.usage_error import as_usage_error


def serve(
    host: str,
    port: int,
    db: str | None,
    workers: int,
    thinking: float,
    origins: Sequence[str],
    proxies: str,
    rate: float,
    connections: int,
    messages: float,
    browse: bool,
) -> None:
    from bedesten.server.serving import serve as run
    from bedesten.server.settings import Settings, usual_database
    from bedesten.server.store import database_url

    chosen = db or usual_database()
    with as_usage_error():
        database_url(chosen)
        settings = Settings(
            host=host,
            port=port,
            db=chosen,
            workers=workers,
            thinking=thinking,
            origins=tuple(origins),
            proxies=proxies,
            rate=rate,
            burst=int(rate * 10),
            connections=connections,
            messages=messages,
        )
        run(settings, lambda address: _say_where(address, browse))


def _say_where(address: str, browse: bool) -> None:
    typer.echo(f"Bedesten is open at {address} (Ctrl+C closes it)")
    if browse:
        webbrowser.open(address)
