"""A server for all tests that need no server of their own."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from server.harness import Server


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    running = Server(str(folder / "tables.db"), log=folder / "log")
    yield running
    assert running.stop() in (0, -signal.SIGTERM)
    log = (folder / "log").read_text()
    assert '"event": "closed"' in log
    assert '"level": "error"' not in log
    assert "Traceback" not in log
