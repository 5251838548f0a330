"""The settings of a server."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path


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
    """Seconds that a bot has for a decision; after two attempts the choice is random."""
    origins: tuple[str, ...] = ()
    """Other origins that browsers may send requests from."""
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
    metrics: bool = True

    @property
    def worker_count(self) -> int:
        return self.workers or max((os.cpu_count() or 2) - 1, 1)
