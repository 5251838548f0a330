"""Commands that meet at one table: each is checked against the table as it then is."""

from __future__ import annotations

import asyncio
import gc
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from bedesten.server.appending import TableRow
from bedesten.server.bot_runner import BotRunner
from bedesten.server.budgets import Budgets
from bedesten.server.database import database_url, shielded
from bedesten.server.live_tables import LiveTable, LiveTables
from bedesten.server.messages import viewer_of
from bedesten.server.settings import Settings
from bedesten.server.socket import Connection
from bedesten.server.store import Store
from bedesten.server.subscriber import Subscriber
from bedesten.server.workers import Workers
from bedesten.tables.entries import Chair, TableEntry
from bedesten.tables.opening import Promised, opened
from bedesten.tables.table import Table
from server.harness import Guest, Server, play_on

pytestmark = pytest.mark.anyio

ADA = Chair("person", "Ada", "red", person="ada")
BO = Chair("person", "Bo", "blue", person="bo")
CEM = Chair("person", "Cem", "green", person="cem")


@asynccontextmanager
async def live_tables(folder: Path) -> AsyncIterator[LiveTables]:
    """The tables of a server without sockets and workers."""
    store = Store(database_url(str(folder / "tables.db")), "here")
    await store.open()
    workers = Workers(0)
    tables = LiveTables(store, workers, Settings(thinking=1.0), Budgets(1.0))
    yield tables
    await tables.close()
    await workers.close()
    await store.close()


class Client:
    """A connection without a network."""

    def __init__(self, tables: LiveTables, live: LiveTable, person: str) -> None:
        state = SimpleNamespace(settings=Settings())
        socket = cast(Any, SimpleNamespace(app=SimpleNamespace(state=state)))
        self.subscriber = Subscriber(person, viewer_of(live.table, person, "en"))
        self.connection = Connection(socket, tables, live, self.subscriber, person)

    async def command(self, type: str, **fields: Any) -> dict[str, Any]:
        """Carry out one command; its answer."""
        await self.connection.handle(msgspec.json.encode({"type": type, "id": 1, **fields}))
        answers = []
        while self.subscriber.waiting:
            data = (await self.subscriber.next()).data
            answers.append(msgspec.json.decode(data or b"{}", type=dict[str, Any]))
        (answer,) = [one for one in answers if one.get("id") == 1]
        return answer


async def play_any(tables: LiveTables, live: LiveTable, whim: random.Random) -> None:
    match = live.table.running()
    seat = whim.choice(match.actors)
    word = whim.choice(match.choices(seat))
    await tables.change(live.table.id, lambda table: table.play(seat, None, [word], 0.0))


async def playing(tables: LiveTables, **agreed: Any) -> LiveTable:
    """Seat 0 has chosen, and something was revealed since."""
    luck = Promised("", "07" * 32)
    live = await tables.open(opened("basari", [ADA, BO, CEM], host="ada", promised=luck, **agreed))
    whim = random.Random(5)
    while live.table.free_take_backs(0) or not live.table.may_ask_back(0):
        await play_any(tables, live, whim)
    return live


async def finished(tables: LiveTables) -> LiveTable:
    live = await playing(tables)
    whim = random.Random(1)
    while not live.table.running().over:
        await play_any(tables, live, whim)
    return live


async def test_a_seat_that_was_handed_over_meanwhile_takes_nothing_back(tmp_path: Path) -> None:
    async with live_tables(tmp_path) as tables:
        live = await playing(tables)
        ada = Client(tables, live, "ada")
        _, answer = await asyncio.gather(
            tables.change(live.table.id, lambda table: table.hand_over(0, "ada's phone")),
            ada.command("take_back", seat=0),
        )
        assert (answer["type"], answer.get("code")) == ("error", "not_yours")


async def test_a_seat_that_was_handed_over_meanwhile_consents_to_nothing(tmp_path: Path) -> None:
    async with live_tables(tmp_path) as tables:
        live = await playing(tables, take_back="consent")
        assert (await Client(tables, live, "ada").command("take_back", seat=0))["type"] == "done"
        bo = Client(tables, live, "bo")
        _, answer = await asyncio.gather(
            tables.change(live.table.id, lambda table: table.hand_over(1, "bo's phone")),
            bo.command("consent", seat=1, agree=True),
        )
        assert (answer["type"], answer.get("code")) == ("error", "not_yours")
        assert live.table.request is not None
        assert live.table.request.agreed == []


async def test_a_seat_that_a_bot_has_taken_over_takes_nothing_back(tmp_path: Path) -> None:
    async with live_tables(tmp_path) as tables:
        live = await playing(tables)
        ada = Client(tables, live, "ada")
        tables.closing = True  # nobody plays for the bot
        tables._bots._closing = True
        _, answer = await asyncio.gather(
            tables.change(live.table.id, lambda table: table.stand("ada")),
            ada.command("take_back", seat=0),
        )
        assert (answer["type"], answer.get("code")) == ("error", "stand_in")


async def test_two_clicks_for_a_rematch_make_one_table(tmp_path: Path) -> None:
    async with live_tables(tmp_path) as tables:
        live = await finished(tables)
        found = await asyncio.gather(
            *(tables.rematch(live.table.id, who) for who in ("ada", "bo", "ada", "cem"))
        )
        assert len({id(one) for one in found}) == 1
        assert live.table.rematch == found[0].table.id
        assert await tables.rematch(live.table.id, "bo") is found[0]
        stored = [await tables.store.tables_of(who) for who in ("ada", "bo", "cem")]
        assert {one.id for some in stored for one in some} == {live.table.id, found[0].table.id}


async def test_a_rematch_of_which_only_half_was_stored_is_found_again(tmp_path: Path) -> None:
    """The process died after the new table and before the finished one named it."""
    async with live_tables(tmp_path) as tables:
        live = await finished(tables)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tables, "change", _fail)
            with pytest.raises(OSError, match="power cut"):
                await tables.rematch(live.table.id, "ada")
        again = await tables.rematch(live.table.id, "bo")
        assert again.table.agreed.host == "ada"
        assert live.table.rematch == again.table.id


async def _fail(*_: object) -> Any:
    raise OSError("power cut")


async def test_people_who_ask_for_a_rematch_at_once_meet_at_one_table(server: Server) -> None:
    async with Guest(server) as ada, Guest(server) as bo:
        table = await ada.open("basari", "mob")
        await bo.join(table)
        async with ada.socket(table["id"]) as one, bo.socket(table["id"]) as other:
            await asyncio.gather(*(play_on(page, random.Random(2)) for page in (one, other)))
        path = f"/api/tables/{table['id']}/rematch"
        found = await asyncio.gather(*(guest.call(path, {}) for guest in (ada, bo, ada, bo)))
        assert len({one["id"] for one in found}) == 1
        mine = await ada.call("/api/tables?which=mine")
        theirs = await bo.call("/api/tables?which=mine")
        assert {one["id"] for one in [*mine, *theirs]} == {table["id"], found[0]["id"]}


# -- several processes ---------------------------------------------------------


async def test_bots_look_again_when_another_process_has_moved_meanwhile() -> None:
    """The bots had answered elsewhere while the lease was acquired; then ours stayed off."""
    chairs = [Chair("person", "Ada", person="ada"), *[Chair("bot", level="random")] * 2]
    before = Table("t", [TableEntry(0, 0.0, opened("basari", chairs, host="ada", seed=1))])
    before.apply(TableEntry(1, 0.0, before.begin()))
    while not before.bots_asked():
        _answer(before, next(iter(before.posed)))
    after = before.fork()
    while after.bots_asked():
        _answer(after, after.bots_asked()[0])
    live = LiveTable(before)

    async def acquire(table: str) -> bool:
        live.table = after
        return True

    leases = SimpleNamespace(term=1, is_good=lambda term: False, acquire=acquire)
    runner = BotRunner(
        cast(Any, None), cast(Any, SimpleNamespace(leases=leases)), cast(Any, None), 1
    )
    assert not await runner._act(live)


async def test_a_table_that_new_entries_do_not_fit_is_read_again(tmp_path: Path) -> None:
    async with live_tables(tmp_path) as tables:
        live = await tables.open(opened("basari", [ADA, BO, CEM], host="ada", seed=1))
        id, right = live.table.id, live.table.fork()
        live.table = right.fork()
        live.table.posed.clear()  # as no entry would leave it
        live.table.match = None
        seat = next(iter(right.posed))
        payload = right.play(seat, None, [right.running().choices(seat)[0]], 0.0)
        entry = TableEntry(right.number + 1, 0.0, payload)
        row = TableRow("playing", None, frozenset({"ada", "bo", "cem"}))
        await tables.store.append(id, [entry], row)
        await tables.catch_up(id)
        assert live.table.number == entry.number
        assert live.table.running().history[-1].word


def _answer(table: Table, seat: int) -> None:
    word = table.running().choices(seat)[0]
    table.apply(TableEntry(table.number + 1, 0.0, table.play(seat, None, [word], 0.0)))


async def test_a_failure_that_nobody_waits_for_is_not_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Failing:
        def __init__(self) -> None:
            self._operations: set[asyncio.Task[Any]] = set()

        @shielded
        async def fail(self) -> None:
            await asyncio.sleep(0.05)
            raise OSError("the database is gone")

    failing = Failing()
    waiting = asyncio.create_task(failing.fail())
    await asyncio.sleep(0.01)
    waiting.cancel()
    while failing._operations:
        await asyncio.sleep(0.01)
    del waiting
    gc.collect()
    assert "never retrieved" not in caplog.text
