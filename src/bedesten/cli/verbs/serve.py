"""`bedesten serve`: the web server."""

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
        typer.Option(
            metavar="URL",
            envvar="BEDESTEN_DB",
            help="An SQLite file, or postgresql://user@host/name.",
        ),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(min=0, help="Worker processes for bots; 0 chooses by the number of cores."),
    ] = 0,
    thinking: Annotated[
        float, typer.Option(min=1, help="Time limit for a bot's decision, in seconds.")
    ] = 60,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="URL",
            help="The public address, such as https://play.example.org; repeatable.",
        ),
    ] = None,
    proxies: Annotated[
        str,
        typer.Option(
            metavar="ADDRESSES", help="Trusted proxies: their forwarded client addresses are used."
        ),
    ] = "127.0.0.1",
    rate: Annotated[
        float, typer.Option(min=1, help="Requests per second and client address.")
    ] = 20,
    connections: Annotated[int, typer.Option(min=1, help="Open sockets per client address.")] = 100,
    messages: Annotated[float, typer.Option(min=1, help="Messages per second and socket.")] = 50,
    work: Annotated[
        float,
        typer.Option(min=0.01, help="Share of the server's time for one person's messages."),
    ] = 0.25,
    tables: Annotated[int, typer.Option(min=1, help="Unfinished tables per person.")] = 100,
    timeout: Annotated[
        float,
        typer.Option(min=0.1, help="Seconds until a client that does not answer is disconnected."),
    ] = 20,
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
            work=work,
            tables=tables,
            timeout=timeout,
        )
        run(settings, lambda address: _say_where(address, browse))


def _say_where(address: str, browse: bool) -> None:
    typer.echo(f"Bedesten is open at {address} (Ctrl+C closes it)")
    if browse:
        webbrowser.open(address)
