"""What a server keeps, carried somewhere else."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bedesten.cli.main import app
from bedesten.server.appending import Conflict, TableRow
from bedesten.server.archive import backup, export, import_
from bedesten.server.database import database_url
from bedesten.server.identity import new_person
from bedesten.server.store import Store
from bedesten.tables.entries import Chair, TableEntry
from bedesten.tables.opening import opened
from bedesten.tables.table import Table
from server.postgres import postgres

pytestmark = pytest.mark.anyio


async def filled(db: str) -> tuple[str, bytes]:
    """A database with a person and a table that has begun; the table, and the key."""
    store = Store(database_url(db))
    await store.open()
    person = new_person("de")
    await store.write_person(person, 1.0)
    chair = Chair("person", "Ada", person=person.id)
    first = opened("choose_write", [chair], host=person.id, seed=3)
    entries = [TableEntry(0, 1.0, first)]
    table = Table("a-table", entries)
    entries.append(TableEntry(1, 2.0, table.begin()))
    table.apply(entries[-1])
    await store.append(
        "a-table",
        entries,
        TableRow(table.status, None, frozenset({person.id})),
        new_table="choose_write",
    )
    key = await store.key()
    await store.close()
    return person.id, key


async def compare(one: str, other: str, person: str) -> None:
    stores = [Store(database_url(db)) for db in (one, other)]
    found = []
    for store in stores:
        await store.open()
        found.append(
            (
                await store.person(person),
                await store.entries("a-table"),
                await store.tables_of(person),
                await store.key(),
            )
        )
        await store.close()
    assert found[0] == found[1]
    assert found[0][1]
    assert [one.id for one in found[0][2]] == ["a-table"]


async def test_everything_goes_out_and_in_again(tmp_path: Path) -> None:
    source, target, file = (str(tmp_path / name) for name in ("a.db", "b.db", "all.jsonl"))
    person, _ = await filled(source)
    with open(file, "w") as out:
        counts = await export(source, out)
    assert counts == {
        "people": 1,
        "tables": 1,
        "entries": 2,
        "sitters": 1,
        "solo_games": 0,
        "draw_counts": 0,
    }
    with open(file) as lines:
        assert await import_(target, lines) == counts
    await compare(source, target, person)
    with open(file) as lines, pytest.raises(ValueError, match="not empty"):
        await import_(target, lines)


async def test_from_sqlite_to_postgresql_and_back(tmp_path: Path) -> None:
    source, target, file = (str(tmp_path / name) for name in ("a.db", "b.db", "all.jsonl"))
    person, _ = await filled(source)
    with postgres() as url:
        for here, there in ((source, url), (url, target)):
            with open(file, "w") as out:
                await export(here, out)
            with open(file) as lines:
                await import_(there, lines)
        await compare(source, url, person)
    await compare(source, target, person)


async def test_a_damaged_export_is_refused_whole(tmp_path: Path) -> None:
    source, file = str(tmp_path / "a.db"), tmp_path / "all.jsonl"
    await filled(source)
    with file.open("w") as out:
        await export(source, out)
    text = file.read_text()
    damaged = {
        "": "line 1",
        "nonsense\n" + text: "line 1",
        text.replace('"version":1', '"version":99'): "line 1: version 99",
        text + "{}\n": "line 7",
        text + text.splitlines()[-1] + "\n": "line 7",
        text.replace('"type":"entries"', '"type":"secrets"', 1): "line 4",
    }
    for n, (content, message) in enumerate(damaged.items()):
        target = str(tmp_path / f"{n}.db")
        with pytest.raises(ValueError, match=message):
            await import_(target, iter(content.splitlines(keepends=True)))
        store = Store(database_url(target))
        await store.open()
        assert await store.entries("a-table") == []
        await store.close()


async def test_a_backup_is_whole_and_private(tmp_path: Path) -> None:
    source, copy = str(tmp_path / "a.db"), tmp_path / "copies" / "b.db"
    person, key = await filled(source)
    backup(source, copy)
    await compare(source, str(copy), person)
    for path in (copy, Path(f"{copy}.key")):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert bytes.fromhex(Path(f"{copy}.key").read_text()) == key
    with pytest.raises(ValueError, match="there already"):
        backup(source, copy)
    with pytest.raises(ValueError, match="no database"):
        backup(str(tmp_path / "none.db"), tmp_path / "c.db")
    with pytest.raises(ValueError, match="pg_dump"):
        backup("postgresql://x/y", tmp_path / "c.db")


def test_on_the_command_line(tmp_path: Path) -> None:
    source = str(tmp_path / "a.db")
    asyncio.run(filled(source))
    file = str(tmp_path / "all.jsonl")

    def run(*words: str) -> tuple[int, str]:
        done = CliRunner().invoke(app, words)
        return done.exit_code, done.output

    assert run("export", file, "--db", source) == (0, "1 people, 1 tables, 2 entries\n")
    assert run("export", file, "--db", source)[0] == 2
    assert run("export", file + "2", "--db", str(tmp_path / "none.db"))[0] == 2
    assert stat.S_IMODE(Path(file).stat().st_mode) == 0o600
    assert json.loads(Path(file).read_text().splitlines()[0])["version"] == 1
    assert run("import", file, "--db", str(tmp_path / "b.db"))[0] == 0
    assert run("import", file, "--db", str(tmp_path / "b.db"))[0] == 2
    assert run("backup", str(tmp_path / "c.db"), "--db", source)[0] == 0


# -- the store itself ---------------------------------------------------------


async def test_a_number_is_given_once(tmp_path: Path) -> None:
    db = str(tmp_path / "a.db")
    await filled(db)
    store = Store(database_url(db))
    await store.open()
    table = Table("a-table", await store.entries("a-table"))
    word = table.running().choices(0)[0]
    entry = TableEntry(2, 3.0, table.play(0, None, [word], 3.0))
    row = TableRow("playing", None, frozenset())
    await store.append("a-table", [entry], row)
    with pytest.raises(Conflict):
        await store.append("a-table", [entry], row)
    with pytest.raises(Conflict):
        await store.append("a-table", [TableEntry(3, 3.0, entry.payload), entry], row)
    assert [one.number for one in await store.entries("a-table")] == [0, 1, 2]
    await store.close()


async def test_one_server_alone_has_an_sqlite_file(tmp_path: Path) -> None:
    db = str(tmp_path / "a.db")
    store = Store(database_url(db))
    await store.open()
    second = Store(database_url(db))
    with pytest.raises(ValueError, match="PostgreSQL"):
        await second.open()
    await second.close()
    await store.close()
    await second.open()
    await second.close()


async def test_a_database_that_cannot_be_opened_is_named_in_a_sentence(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.db"
    wrong.write_bytes(b"this is no database, whatever its name says" * 50)
    store = Store(database_url(str(wrong)))
    with pytest.raises(ValueError, match="cannot be opened"):
        await store.open()
    await store.close()
    with pytest.raises(ValueError, match="postgresql"):
        database_url("mysql://x/y")
    # A file that is none of ours, a folder in which nothing can be made, and a file for a folder.
    for db in (str(wrong), "/proc/tables.db", str(wrong / "tables.db")):
        command = [sys.executable, "-m", "bedesten", "serve", "--db", db, "--port", "0"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert "cannot be opened" in done.stderr
        assert "--db" in done.stderr
        assert "Traceback" not in done.stderr


async def test_the_migrations_lead_to_the_schema(tmp_path: Path) -> None:
    from bedesten.server.schema import metadata

    db = str(tmp_path / "a.db")
    store = Store(database_url(db))
    await store.open()
    await store.close()
    with sqlite3.connect(db) as connection:
        for table in metadata.sorted_tables:
            found = connection.execute(f"PRAGMA table_info({table.name})").fetchall()
            assert {(row[1], bool(row[3])) for row in found} == {
                (column.name, not column.nullable) for column in table.columns
            }
    connection.close()
