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


@contextmanager
def postgres() -> Iterator[str]:
    """The URL of an empty server; skips where none can be started."""
    pytest.importorskip("asyncpg")
    binaries = _binaries()
    if binaries is None:
        pytest.skip("PostgreSQL is not installed")
    folder = Path(tempfile.mkdtemp(prefix="bedesten-pg-"))
    user = _as_postgres()
    if user:
        shutil.chown(folder, "postgres")
    data = folder / "data"
    flags = f"-k {folder} -c listen_addresses='' -c fsync=off -c max_connections=60"
    try:
        _run(*user, str(binaries / "initdb"), "-D", str(data), "-A", "trust", "-U", "bedesten")
        control = str(binaries / "pg_ctl")
        log = str(folder / "log")
        _run(*user, control, "-D", str(data), "-l", log, "-w", "-o", flags, "start")
    except (OSError, subprocess.CalledProcessError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        pytest.skip(f"PostgreSQL cannot be started: {error}")
    try:
        yield f"postgresql://bedesten@/postgres?host={folder}"
    finally:
        _run(*user, control, "-D", str(data), "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, cwd="/", timeout=120)
