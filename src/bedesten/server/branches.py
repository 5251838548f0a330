"""What if: play on from a moment of a finished game, at a table of one's own."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import post

from bedesten.server import wire
from bedesten.server.api import FAILURES, AnyRequest, TableId, owner_of
from bedesten.server.appending import TableRow
from bedesten.server.identity import new_id
from bedesten.server.live_tables import LiveTables
from bedesten.server.store import Person, Store
from bedesten.tables.branching import branch_entries, match_at
from bedesten.tables.entries import Chair, TableEntry
from bedesten.tables.refusal import Refusal
from bedesten.tables.table import PLAYING


@post("/api/tables/{table_id:str}/branch", responses=FAILURES)
async def open_branch(
    table_id: TableId,
    data: wire.BranchRequest,
    request: AnyRequest,
    me: Person,
    live_tables: LiveTables,
    store: Store,
    now: float,
) -> wire.TableInfo:
    """A practice table that begins after so many answers of a finished game."""
    record = await live_tables.record(table_id)
    table = await live_tables.table(table_id)
    chairs = list(table.chairs)
    owner = owner_of(request, me)
    live_tables.charge_opening(owner)
    host = Chair("person", me.name, me.colour, person=me.id)
    mine = list(range(len(chairs))) if data.seat is None else [data.seat]
    found = await live_tables.run_job(
        branched, record, data.n, chairs, mine, host, data.level, now, owner=owner
    )
    if isinstance(found, Refused):
        raise Refusal(found.code, **found.values)
    entries = await asyncio.to_thread(msgspec.json.decode, found, type=list[TableEntry])
    id = new_id()
    row = TableRow(PLAYING, now, frozenset({me.id}))
    await store.append(id, entries, row, new_table=table.agreed.game)
    return live_tables.info(await live_tables.get(id), me.id)


class Refused(msgspec.Struct, frozen=True):
    """Why there is no such branch, from a worker process."""

    code: str
    values: dict[str, Any]


def branched(
    record: str,
    n: int,
    chairs: list[Chair],
    mine: list[int],
    host: Chair,
    level: str,
    now: float,
) -> bytes | Refused:
    """The entries of a branch as JSON; runs in a worker process."""
    try:
        entries = branch_entries(match_at(record, n), chairs, mine, host, level, now)
    except Refusal as refusal:
        return Refused(refusal.code, dict(refusal.values))
    return msgspec.json.encode(entries)
