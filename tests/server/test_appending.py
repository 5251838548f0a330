"""Group commit: entries are stored together, and one failure stops no others."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bedesten.server.appending import Appender, Conflict, PendingAppend, SqliteWriter, TableRow
from bedesten.server.database import database_url
from bedesten.server.store import Store
from bedesten.tables.entries import Chair, Said, TableEntry
from bedesten.tables.opening import opened
from server.postgres import postgres

pytestmark = pytest.mark.anyio

ROW = TableRow("waiting", None, frozenset({"ada"}))
ADA = Chair("person", "Ada", "red", person="ada")


def said(number: int, text: str = "hello") -> TableEntry:
    return TableEntry(number, 1.5 + number, Said(0, "ada", "Ada", text))


@asynccontextmanager
async def store_with(url: str, *tables: str) -> AsyncIterator[Store]:
    """A store with some tables of one entry each."""
    store = Store(database_url(url), "here")
    await store.open()
    try:
        first = TableEntry(0, 1.0, opened("basari", [ADA, *[Chair("bot")] * 2], host="ada"))
        await asyncio.gather(*(store.append(one, [first], ROW, "basari") for one in tables))
        yield store
    finally:
        await store.close()


class CountingWriter:
    """Writes nothing, slowly; counts the batches."""

    def __init__(self) -> None:
        self.batches: list[list[str]] = []

    async def write(self, batch: Sequence[PendingAppend]) -> None:
        self.batches.append([one.table for one in batch])
        await asyncio.sleep(0.01)

    async def close(self) -> None:
        pass


async def test_what_is_appended_meanwhile_is_committed_together() -> None:
    writer = CountingWriter()
    appender = Appender(writer)
    names = [f"t{n}" for n in range(10)]
    first = appender.append(PendingAppend("first", [said(1)], ROW, None))
    await asyncio.sleep(0.001)
    await asyncio.gather(
        first, *(appender.append(PendingAppend(one, [said(1)], ROW, None)) for one in names)
    )
    assert writer.batches == [["first"], names]


async def test_a_table_is_at_most_once_in_a_batch() -> None:
    writer = CountingWriter()
    appender = Appender(writer)
    tables = ["a", "b", "a", "c"]
    await asyncio.gather(
        *(appender.append(PendingAppend(one, [said(1)], ROW, None)) for one in tables)
    )
    assert writer.batches == [["a", "b"], ["a", "c"]]


async def conflict_stops_no_other(url: str) -> None:
    async with store_with(url, "a", "b", "c") as store:
        await store.append("b", [said(1, "was first")], ROW)
        results = await asyncio.gather(
            store.append("a", [said(1), said(2)], ROW),
            store.append("b", [said(1, "came second")], ROW),
            store.append("c", [said(1)], TableRow("playing", 7.5, frozenset({"ada"}))),
            store.append("nowhere", [said(1)], ROW),
            return_exceptions=True,
        )
        assert [type(one) for one in results] == [type(None), Conflict, type(None), Conflict]
        assert [one.number for one in await store.entries("a")] == [0, 1, 2]
        (_, second) = await store.entries("b")
        assert second == said(1, "was first")
        assert await store.entries("nowhere") == []
        assert await store.latest_numbers(["a", "b", "c"]) == {"a": 2, "b": 1, "c": 1}
        due = [one async for one in store.due(100.0)]
        assert due == ["c"]
        assert sorted(one.id for one in await store.tables_of("ada")) == ["a", "b", "c"]


async def test_a_conflict_stops_no_other_table(tmp_path: Path) -> None:
    await conflict_stops_no_other(str(tmp_path / "tables.db"))


async def test_a_conflict_stops_no_other_table_on_postgresql() -> None:
    with postgres() as url:
        await conflict_stops_no_other(url)


async def test_after_a_full_disk_appending_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    async with store_with(str(file), "a", "b") as store:
        writer: Any = store._appender._writer
        assert isinstance(writer, SqliteWriter)
        await asyncio.get_running_loop().run_in_executor(writer._thread, _fill_up, writer)
        results = await asyncio.gather(
            store.append("a", [said(1, "x" * 100_000)], ROW),
            store.append("b", [said(1, "x" * 100_000)], ROW),
            return_exceptions=True,
        )
        assert [type(one) for one in results] == [sqlite3.OperationalError] * 2
        assert [one.number for one in await store.entries("a")] == [0]
        await asyncio.get_running_loop().run_in_executor(writer._thread, _make_room, writer)
        await store.append("a", [said(1, "x" * 100_000)], ROW)
        assert [one.number for one in await store.entries("a")] == [0, 1]


def _fill_up(writer: SqliteWriter) -> None:
    assert writer._connection is not None
    (pages,) = writer._connection.execute("PRAGMA page_count").fetchone()
    writer._connection.execute(f"PRAGMA max_page_count = {pages}")


def _make_room(writer: SqliteWriter) -> None:
    assert writer._connection is not None
    writer._connection.execute("PRAGMA max_page_count = 1000000")


async def test_a_long_record_is_one_append(tmp_path: Path) -> None:
    """More entries than one statement takes."""
    async with store_with(str(tmp_path / "tables.db"), "a") as store:
        await store.append("a", [said(n) for n in range(1, 1001)], ROW)
        assert [one.number for one in await store.entries("a")] == list(range(1001))
