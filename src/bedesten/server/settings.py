"""The settings of a server."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit


def usual_database() -> str:
    """The database in the user's data folder."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return str(Path(home) / "bedesten" / "bedesten.db")


@dataclass(frozen=True)
class Settings:
    host: str = "127.0.0.1"
    port: int = 8000
    db: str = field(default_factory=usual_database)
    workers: int = 0
    """Processes for bots; 0 is one less than there are cores, at least one."""
    thinking: float = 60.0
    """Seconds that a bot has for a decision; a bot that cannot think makes a simple move."""
    origins: tuple[str, ...] = ()
    """Public addresses of this server, and other origins that browsers may send requests from."""
    proxies: str = "127.0.0.1"
    """Addresses of proxies whose X-Forwarded headers are trusted."""
    rate: float = 20.0
    """Requests a second from one address, on average."""
    burst: int = 200
    """Requests at once from one address."""
    messages: float = 50.0
    """Messages a second on one socket, on average."""
    connections: int = 100
    """Sockets open at once from one address."""
    work: float = 0.25
    """The share of the server's time for one person's messages; an address has twice that."""
    tables: int = 100
    """Unfinished tables of one person; an address may open three times as many in an hour."""
    timeout: float = 20.0
    """Seconds after which a client that sends, reads or answers nothing is disconnected."""
    metrics: bool = True

    def __post_init__(self) -> None:
        for origin in self.origins:
            if not _is_origin(origin):
                raise ValueError(
                    f"--origin is an address such as https://example.org, not {origin!r}"
                )

    @property
    def worker_count(self) -> int:
        return self.workers or max((os.cpu_count() or 2) - 1, 1)


def _is_origin(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    is_bare = parts.path in ("", "/") and not parts.query and not parts.fragment
    return parts.scheme in ("http", "https") and bool(parts.hostname) and is_bare
