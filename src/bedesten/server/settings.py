"""What a server is started with."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path


def usual_database() -> str:
    """A file of the user's."""
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
    """Seconds that a bot has for a decision; then it is begun anew, and at last given up."""
    origins: tuple[str, ...] = ()
    """Where else pages may come from, besides the server itself."""
    proxies: str = "127.0.0.1"
    """Addresses of proxies whose word is taken for who is asking."""
    rate: float = 20.0
    """Requests a second from one address, over time."""
    burst: int = 200
    """Requests at once from one address."""
    messages: float = 50.0
    """Messages a second on one socket, over time."""
    connections: int = 100
    """Sockets open at once from one address."""
    metrics: bool = True

    @property
    def worker_count(self) -> int:
        return self.workers or max((os.cpu_count() or 2) - 1, 1)
