"""Export, import and backup: a whole database as lines of JSON, or as a copy.

The first line of an export is a header; then come people, tables with all their entries,
the counted games of solo campaigns, and how draws are distributed. The signing key is
included, so that people keep their seats: protect the file like the database itself.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, TextIO

import msgspec
from sqlalchemy import Table, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from bedesten.server.database import database_url
from bedesten.server.schema import draw_counts, entries, people, sitters, solo_games, tables
from bedesten.server.store import Store

VERSION = 1
_KEPT: tuple[Table, ...] = (people, tables, entries, sitters, solo_games, draw_counts)
_OF_A_PROCESS = ("keeper", "kept_until")


class Header(msgspec.Struct, frozen=True, tag="bedesten", forbid_unknown_fields=True):
    version: int
    key: str


async def export(db: str, out: TextIO) -> dict[str, int]:
    """Write a consistent snapshot of all rows; the number of rows of each kind."""
    store = await _opened(db, alone=False)
    counts: dict[str, int] = {}
    try:
        header = Header(VERSION, (await store.key()).hex())
        out.write(msgspec.json.encode(header).decode() + "\n")
        async with store.engine.connect() as connection:
            if store.is_shared:
                await connection.execution_options(isolation_level="REPEATABLE READ")
            else:
                await connection.exec_driver_sql("BEGIN")
            for table in _KEPT:
                name = str(table.name)
                counts[name] = 0
                query = select(table).order_by(*table.primary_key.columns)
                async for row in await connection.stream(query):
                    kept = {
                        str(key): value
                        for key, value in row._mapping.items()
                        if key not in _OF_A_PROCESS
                    }
                    out.write(msgspec.json.encode({"type": name, **kept}).decode() + "\n")
                    counts[name] += 1
    finally:
        await store.close()
    return counts


async def import_(db: str, lines: Iterator[str]) -> dict[str, int]:
    """Read an export into an empty database, in one transaction."""
    try:
        header = msgspec.json.decode(next(lines, ""), type=Header)
    except msgspec.MsgspecError as error:
        raise ValueError(f"line 1: this was not written by `bedesten export` ({error})") from None
    if header.version != VERSION:
        raise ValueError(f"line 1: version {header.version}; this program knows {VERSION}")
    store = await _opened(db, alone=True)
    counts = {str(table.name): 0 for table in _KEPT}
    by_name = {table.name: table for table in _KEPT}
    number = 1
    try:
        async with store.engine.begin() as connection:
            for table in _KEPT:
                if (await connection.execute(select(func.count()).select_from(table))).scalar():
                    raise ValueError("the database is not empty; name another with --db")
            for line in lines:
                number += 1
                row = msgspec.json.decode(line, type=dict[str, Any])
                table = by_name[row.pop("type")]
                await connection.execute(insert(table).values(row))
                counts[str(table.name)] += 1
        await store.write_key(bytes.fromhex(header.key))
    except (msgspec.MsgspecError, KeyError, SQLAlchemyError) as error:
        raise ValueError(f"line {number} cannot be read: {type(error).__name__}") from None
    finally:
        await store.close()
    return counts


async def _opened(db: str, alone: bool) -> Store:
    store = Store(database_url(db))
    await store.open(alone=alone)
    return store


def backup(db: str, to: Path) -> None:
    """Copy an SQLite database and its key; a server may be running on it."""
    url = database_url(db)
    if url.get_backend_name() != "sqlite":
        raise ValueError("PostgreSQL is backed up with its own pg_dump, or by `bedesten export`")
    source = Path(str(url.database))
    if not source.exists():
        raise ValueError(f"there is no database {source}")
    key = Path(f"{source}.key")
    for copy in (to, Path(f"{to}.key")):
        if copy.exists():
            raise ValueError(f"{copy} is there already; name another")
        copy.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(to)) as copy_of:
        live.backup(copy_of)
    if key.exists():
        Path(f"{to}.key").write_bytes(key.read_bytes())
