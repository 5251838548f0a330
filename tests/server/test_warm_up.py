"""Many threads that need a game for the first time do not crash the server."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FIRST_USE = """
import asyncio, sys, threading
import bedesten
from bedesten.server import messages
from bedesten.server.app import create_app
from bedesten.server.settings import Settings
from bedesten.tables.entries import Chair, TableEntry
from bedesten.tables.opening import opened
from bedesten.tables.absence import Presence
from bedesten.tables.table import Table

THREADS = 12
names = bedesten.games()
games = [bedesten.game(name) for name in names]
gate = threading.Barrier(THREADS * len(games))
failed = []

def use(game):
    gate.wait()
    try:
        game.check_options({})
        game.data({})
        seats = [Chair("person", f"{n}", person=f"{n}") for n in range(game.seats[0])]
        table = Table("t", [TableEntry(0, 0.0, opened(game.name, seats, host="0", seed=1))])
        table.apply(TableEntry(1, 0.0, table.begin()))
        seat, asked = next(iter(table.posed.items()))
        table.play(seat, asked, [table.running().choices(seat)[0]], 0.0)
        for language in ("en", "de", "fr"):
            messages.snapshot(table, messages.Viewer("0", 0, language), Presence(), 0.0)
        bedesten.from_position(game.name, table.running().position(), seed=0)
    except BaseException as error:
        failed.append(repr(error))

async def connect():
    async with create_app(Settings(db=sys.argv[1], workers=1)).lifespan():
        sys.setswitchinterval(1e-6)
        users = [
            threading.Thread(target=use, args=(game,)) for game in games for _ in range(THREADS)
        ]
        for user in users:
            user.start()
        for user in users:
            user.join()
        sys.setswitchinterval(0.005)
    assert not failed, failed

asyncio.run(connect())
"""


@pytest.mark.parametrize("attempt", range(3))
def test_an_opened_server_bears_many_threads_at_once(attempt: int, tmp_path: Path) -> None:
    """Without the warm-up most runs end by SIGSEGV (msgspec 0.22)."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST_USE, str(tmp_path / "tables.db")],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, (done.returncode, done.stderr[-1000:])
