"""Lists of tables: they read no game, and say what the games would say."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from bedesten.server import messages, wire
from bedesten.server.live_tables import LiveTables
from bedesten.server.store import StoredTable
from bedesten.tables.absence import Presence
from bedesten.tables.entries import Chair, ClockRule, StoodIn, TableEntry
from bedesten.tables.opening import opened
from bedesten.tables.summary import summarized, summary_of
from bedesten.tables.table import Table
from server.harness import eventually
from server.test_commands import ADA, BO, live_tables, play_any

pytestmark = pytest.mark.anyio


@contextmanager
def queries(tables: LiveTables) -> Iterator[list[str]]:
    """The statements that are executed meanwhile."""
    found: list[str] = []
    engine = tables.store.engine.sync_engine

    def note(_: Any, __: Any, statement: str, *___: Any) -> None:
        found.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(engine, "before_cursor_execute", note)


async def test_summaries_that_could_not_be_stored_are_stored_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bedesten.server.live_tables.SUMMARY_DELAY", 0.0)
    async with live_tables(tmp_path) as tables:
        written: list[str] = []
        write = tables.store.write_summaries

        async def failing(found: list[StoredTable]) -> None:
            if not written:
                written.append("")
                raise OSError("the disk is gone")
            await write(found)
            written.extend(one.id for one in found)

        monkeypatch.setattr(tables.store, "write_summaries", failing)
        first = await tables.open(opened("basari", [ADA, BO, ADA], host="ada"))
        tables._summarize_later(first.table)
        await eventually(lambda: bool(written))
        second = await tables.open(opened("basari", [ADA, BO, ADA], host="ada"))
        tables._summarize_later(second.table)
        await eventually(lambda: set(written) == {"", first.table.id, second.table.id})


async def infos(tables: LiveTables, person: str) -> list[wire.TableInfo | None]:
    stored = await tables.store.tables_of(person)
    return [await tables.listed(one, person, "en") for one in stored]


async def test_a_list_after_a_restart_is_one_query_and_reads_no_entries(tmp_path: Path) -> None:
    whim = random.Random(1)
    async with live_tables(tmp_path) as tables:
        for n in range(12):
            terms = opened(
                "basari", [ADA, BO, Chair("open")] if n % 3 else [ADA, BO, ADA], host="ada"
            )
            live = await tables.open(terms)
            for _ in range(n if live.table.match is not None else 0):
                await play_any(tables, live, whim)
        before = await infos(tables, "ada")
        assert len(before) == 12
    async with live_tables(tmp_path) as again:
        with queries(again) as found:
            after = await infos(again, "ada")
        assert len(found) == 1
        assert "entries" not in found[0]
        assert not again.tables
        assert after == before


async def test_a_list_does_not_believe_a_summary_of_an_earlier_entry(tmp_path: Path) -> None:
    async with live_tables(tmp_path) as tables:
        live = await tables.open(opened("basari", [ADA, BO, Chair("open")], host="ada"))
        await tables.store.write_summaries(
            [StoredTable(live.table.id, live.table.number, summary_of(live.table))]
        )
        token = live.table.agreed.join_token
        await tables.change(live.table.id, lambda table: table.sit("cem", "Cem", "green", token))
        tables.tables.clear()
        (info,) = await infos(tables, "ada")
        assert info is not None
        assert [seat.name for seat in info.seats] == ["Ada", "Bo", "Cem"]


@pytest.mark.parametrize("game", ["istanbul", "choose_write", "basari"])
def test_a_summary_says_what_its_table_says(game: str) -> None:
    whim = random.Random(game)
    chairs = [Chair("person", f"P{n}", person=f"p{n}") for n in range(3)]
    clock = ClockRule(600, 5)
    table = Table("t", [TableEntry(0, 1.0, opened(game, chairs, host="p0", clock_rule=clock))], 0.5)
    table.apply(TableEntry(1, 2.0, table.begin()))
    now = 2.0
    while table.status == "playing" and table.number < 80:
        now += whim.random()
        number = table.number + 1
        match = table.running()
        seat = whim.choice(match.actors)
        if whim.random() < 0.05 and seat not in table.stand_ins:
            table.apply(TableEntry(number, now, StoodIn(seat, "left")))
        else:
            payload = table.play(seat, None, [whim.choice(match.choices(seat))], now, "bot")
            table.apply(TableEntry(number, now, payload))
        listed = summarized("t", summary_of(table), table.number, 0.5)
        assert listed is not None
        for person in ("p0", "p1", "stranger", ""):
            for presence in (Presence(), Presence(frozenset({"p1"}))):
                assert messages.table_info(listed, person, presence, now + 1) == (
                    messages.table_info(table, person, presence, now + 1)
                )
    assert summarized("t", summary_of(table), table.number + 1, 0.5) is None
    assert summarized("t", "{}", table.number, 0.5) is None
