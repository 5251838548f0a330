"""A PostgreSQL of our own for tests, from the system's packages, gone afterwards."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def _binaries() -> Path | None:
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return versions[-1].parent if versions else None


def _as_postgres() -> list[str]:
    """PostgreSQL does not run as root."""
    return ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


class Postgres:
    """A PostgreSQL server in a folder."""

    def __init__(self, folder: Path, binaries: Path) -> None:
        self.folder = folder
        self.url = f"postgresql://bedesten@/postgres?host={folder}"
        self._control = [
            *_as_postgres(),
            str(binaries / "pg_ctl"),
            "-D",
            str(folder / "data"),
            "-w",
        ]

    def start(self) -> None:
        flags = f"-k {self.folder} -c listen_addresses='' -c fsync=off -c max_connections=100"
        _run(*self._control, "-l", str(self.folder / "log"), "-o", flags, "start")

    def stop(self) -> None:
        """As a crash would: all connections are lost at once."""
        _run(*self._control, "-m", "immediate", "stop")


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """An empty server; skips where none can be started."""
    pytest.importorskip("asyncpg")
    binaries = _binaries()
    if binaries is None:
        pytest.skip("PostgreSQL is not installed")
    folder = Path(tempfile.mkdtemp(prefix="bedesten-pg-"))
    user = _as_postgres()
    if user:
        shutil.chown(folder, "postgres")
    found = Postgres(folder, binaries)
    data = str(folder / "data")
    try:
        _run(*user, str(binaries / "initdb"), "-D", data, "-A", "trust", "-U", "bedesten")
        found.start()
    except (OSError, subprocess.CalledProcessError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        pytest.skip(f"PostgreSQL cannot be started: {error}")
    try:
        yield found
    finally:
        found.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def postgres() -> Iterator[str]:
    """The URL of an empty server; skips where none can be started."""
    with running_postgres() as found:
        yield found.url


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, cwd="/", timeout=120)
