"""All tables at which the server has to act are woken, whatever the others are like."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import update

from bedesten.server.database import database_url
from bedesten.server.leases import Leases
from bedesten.server.schema import tables
from bedesten.server.store import Store
from bedesten.tables.entries import Chair
from server.harness import Guest, Server, eventually
from server.postgres import postgres
from server.stored_tables import damage, numbers, write_tables

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "tables.db")
    else:
        with postgres() as url:
            yield url


async def test_due_tables_are_those_that_nobody_holds_the_longest_due_first(database: str) -> None:
    """120 busy tables of another process hide none of a dead one's 130."""
    dead = [f"dead{n}" for n in range(130)]
    await write_tables(database, dead, at=2000.0)
    await write_tables(database, [f"busy{n}" for n in range(120)], at=1500.0)
    await write_tables(database, ["ours"], at=1000.0)
    store = Store(database_url(database), "us")
    await store.open()
    try:
        async with store.engine.begin() as connection:
            for name, keeper in (
                ("dead", "a dead process"),
                ("busy", "another process"),
                ("ours", "us"),
            ):
                await connection.execute(
                    update(tables).where(tables.c.id.startswith(name)).values(keeper=keeper)
                )
        another = Leases(store, "another process")
        assert await another.beat() == {"another process"}
        assert [id async for id in store.due(5000.0)] == ["ours", *dead]
        await Leases(store, "a dead process").beat()
        assert [id async for id in store.due(5000.0)] == ["ours"]  # all leases run
        await another.release()
        assert len([id async for id in store.due(5000.0)]) == 121
        assert len([id async for id in store.due(1001.0)]) == 121  # the clock was set back
    finally:
        await store.close()


async def test_all_bot_tables_go_on_after_a_restart(tmp_path: Path) -> None:
    db = str(tmp_path / "tables.db")
    await write_tables(db, [f"t{n}" for n in range(140)])
    server = Server(db, log=tmp_path / "log")
    try:
        await eventually(lambda: min(numbers(db).values()) > 1, 40)
    finally:
        server.kill()


DAMAGES: dict[str, tuple[int, str | bytes]] = {
    "no JSON": (1, '{"type":"began","rules'),
    "no UTF-8": (1, b'{"type":"began"\xff}'),
    "unknown kind": (1, '{"type":"exploded"}'),
    "unknown rules": (1, '{"type":"began","rules":9999,"chairs":[],"answers":[]}'),
    "unknown word": (1, '{"type":"began","rules":1,"chairs":[],"answers":[[-1,"nonsense"]]}'),
    "unknown game": (0, '{"type":"opened","game":"chess"}'),
}


async def test_damaged_tables_are_shown_as_such_and_stop_nobody(tmp_path: Path) -> None:
    db = str(tmp_path / "tables.db")
    server = Server(db, log=tmp_path / "log")
    try:
        async with Guest(server) as ada:
            me = await ada.call("/api/me")
            server.kill()
            seats = [Chair("person", "Ada", person=me["id"]), *[Chair("bot", level="random")] * 2]
            names = [f"broken{n}" for n in range(len(DAMAGES))]
            await write_tables(db, names, host=me["id"])
            await write_tables(db, ["well"], host=me["id"], at=3000.0)
            await write_tables(db, ["seated"], seats, host=me["id"], at=4000.0)
            for name, (number, what) in zip(names, DAMAGES.values(), strict=True):
                damage(db, name, number, what)
            server.start()
            await eventually(lambda: numbers(db)["well"] > 1)
            listed = {one["id"]: one for one in await ada.call("/api/tables?language=de")}
            assert set(listed) == {*names, "well", "seated"}
            for name in names:
                assert listed[name]["status"] == "damaged"
                assert listed[name]["trouble"].startswith("Dieser Tisch")
                status, code = await ada.refused(f"/api/tables/{name}")
                assert (status, code in ("damaged", "outdated")) == (409, True)
                async with ada.socket(name) as page:
                    assert (await page.receive())["code"] == code
            assert listed["well"]["status"] == "playing"
            assert listed["well"]["trouble"] is None
            assert listed["seated"]["mine"] == [0]
            figures = (await ada.ask("/metrics")).text
            assert f"bedesten_tables_damaged {len(names)}.0" in figures
            log = (tmp_path / "log").read_text()
            for name in names:  # said once, not every few seconds
                assert log.count(f'"table": "{name}"') == 2, log  # unreadable, skipped
            assert "Traceback" not in log
    finally:
        server.kill()
