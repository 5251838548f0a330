"""`bedesten serve`: tables for everybody who can reach this machine."""

from __future__ import annotations

import webbrowser
from typing import Annotated

import typer

from bedesten.cli.usage_error import as_usage_error


def serve(
    *,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port.")] = 8000,
    db: Annotated[
        str | None,
        typer.Option(metavar="URL", help="An SQLite file, or postgresql://user@host/name."),
    ] = None,
    workers: Annotated[
        int, typer.Option(min=0, help="Processes in which bots think; 0 goes by the cores.")
    ] = 0,
    thinking: Annotated[
        float, typer.Option(min=1, help="Seconds that a bot has for a decision.")
    ] = 60,
    origin: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="Where else pages may come from; repeatable."),
    ] = None,
    proxies: Annotated[
        str, typer.Option(metavar="ADDRESSES", help="Proxies that are believed who is asking.")
    ] = "127.0.0.1",
    rate: Annotated[
        float, typer.Option(min=1, help="Requests a second that one address may make.")
    ] = 20,
    connections: Annotated[
        int, typer.Option(min=1, help="Sockets that one address may hold open.")
    ] = 100,
    messages: Annotated[
        float, typer.Option(min=1, help="Messages a second that one socket may send.")
    ] = 50,
    browse: Annotated[bool, typer.Option("--browse", help="Open the page in a browser.")] = False,
) -> None:
    """Run a server until it is stopped."""
    from bedesten.server.database import database_url
    from bedesten.server.serving import serve as run
    from bedesten.server.settings import Settings, usual_database

    chosen = db or usual_database()
    with as_usage_error():
        database_url(chosen)
        settings = Settings(
            host=host,
            port=port,
            db=chosen,
            workers=workers,
            thinking=thinking,
            origins=tuple(origin or ()),
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
