"""The draws of all tables, counted by a real server: each once, and nothing that is secret."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bedesten.server.database import database_url
from bedesten.server.store import Store
from server.harness import Guest, Message, Server, play_on

pytestmark = pytest.mark.anyio

CARDS = ["turn_place_card", "goods", "guild"]


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Server]:
    """A server at which nobody else draws."""
    server = Server(str(tmp_path / "tables.db"))
    yield server
    server.kill()


async def all_draws(guest: Guest, until: Callable[[Message], bool]) -> Message:
    """How all draws are distributed, as soon as what is waited for has been counted."""
    for _ in range(20):
        found: Message = await guest.call("/api/luck/draws")
        distribution: Message = found["distribution"]
        if until(distribution):
            return distribution
    raise AssertionError(f"not counted: {found}")


def counted(distribution: Message) -> dict[str, Any]:
    return {
        f"{kind['game']}/{kind['kind']}": [
            (one["word"], one["seen"], round(one["expected"], 2)) for one in kind["outcomes"]
        ]
        for kind in distribution["kinds"]
    }


async def test_a_running_game_tells_how_open_draws_fell_and_no_card(alone: Server) -> None:
    async with Guest(alone) as ada:
        nothing = await ada.call("/api/luck/draws")
        assert nothing["distribution"] == {"draws": 0, "p": 1.0, "kinds": []}
        table = await ada.open("choose_write", "mb", visibility="private")
        async with ada.socket(table["id"]) as page:
            await play_on(page, random.Random(1), 6)
            luck = await ada.call(f"/api/tables/{table['id']}/luck")
            assert (luck["revealed"], luck["key"], luck["draws"]) == (False, None, [])
            open_kinds = [kind["kind"] for kind in luck["distribution"]["kinds"]]
            assert "ruby" in open_kinds
            assert not set(CARDS) & set(open_kinds)
            async with Guest(alone) as stranger:
                told = await stranger.call(f"/api/tables/{table['id']}/luck")
                assert told["promise"] == luck["promise"]
                assert told["distribution"]["kinds"] == []
            every = await all_draws(ada, lambda found: found["draws"] > 0)
            assert [kind["kind"] for kind in every["kinds"]] == open_kinds
            assert all(kind["p"] is not None for kind in every["kinds"])


async def test_every_draw_of_all_tables_is_counted_once(alone: Server) -> None:
    async with Guest(alone) as ada:
        table = await ada.open("choose_write", "mb")
        practice = await ada.open("basari", "mbb", seed="7", options={"laps": 1})
        for one in (table, practice):
            async with ada.socket(one["id"]) as page:
                await play_on(page, random.Random(2))
        luck = await ada.call(f"/api/tables/{table['id']}/luck")
        record = (await ada.ask(f"/api/tables/{table['id']}/record")).text
        assert (await ada.http.post("/api/records", content=record)).is_success
        of_table = luck["distribution"]
        assert of_table["draws"] == len(luck["draws"])
        is_whole = lambda found: found["draws"] >= of_table["draws"]  # noqa: E731
        found = await all_draws(ada, is_whole)
        assert counted(found) == counted(of_table)
        hidden = {kind["kind"] for kind in found["kinds"] if kind["p"] is None}
        assert hidden == set(CARDS)
        assert 0 < found["p"] <= 1
        async with ada.socket(table["id"]) as page:
            await page.send("chat", id=1, text="Well played")
            await page.until("done")
        alone.stop()
        alone.start()
        again = await all_draws(ada, is_whole)
        assert counted(again) == counted(found)
        await ada.open("basari", "mbb", options={"start": "random"})
        more = await all_draws(ada, lambda found: found["draws"] > again["draws"])
        titles = {kind["kind"]: kind["title"] for kind in more["kinds"]}
        assert (titles["pips"], titles["goods"]) == ("The die", "Goods cards")
        german = await ada.call("/api/luck/draws?language=de")
        assert "Der Würfel" in [kind["title"] for kind in german["distribution"]["kinds"]]


async def test_of_two_processes_that_count_at_once_one_is_first(tmp_path: Path) -> None:
    store = Store(database_url(str(tmp_path / "tables.db")))
    await store.open()
    try:
        assert await store.draw_counts() == (0, "")
        assert await store.write_draw_counts(0, "first", {})
        assert not await store.write_draw_counts(0, "late", {})
        assert await store.write_draw_counts(1, "second", {"no such table": 3})
        assert not await store.write_draw_counts(1, "late again", {})
        assert await store.draw_counts() == (2, "second")
    finally:
        await store.close()
