"""How much work a move is: counted, so that it cannot grow unnoticed."""

from __future__ import annotations

import random
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bedesten.kernel.append_list import AppendList
from bedesten.kernel.match import CHECKPOINTS, Match
from bedesten.kernel.text import Catalogue
from bedesten.server import live_tables, messages, wire
from bedesten.server.messages import Viewer
from bedesten.server.subscriber import Subscriber
from bedesten.tables.absence import Presence
from bedesten.tables.entries import AskedBack, Chair, Payload, Played, TableEntry
from bedesten.tables.opening import opened
from bedesten.tables.table import Change, Table

SEATS = 4
GAMES = ["istanbul", "choose_write", "basari"]


def begun(game: str, seed: int = 1) -> Table:
    chairs = [Chair("person", f"P{seat}", person=f"p{seat}") for seat in range(SEATS)]
    table = Table("t", [TableEntry(0, 0.0, opened(game, chairs, host="p0", seed=seed))])
    table.apply(TableEntry(1, 0.0, table.begin()))
    return table


def stored(table: Table, payload: Payload) -> tuple[Table, Change]:
    after, (change,) = table.advanced([TableEntry(table.number + 1, 0.0, payload)])
    assert change is not None
    return after, change


def any_move(table: Table, whim: random.Random) -> Played:
    """A move that gets nobody nearer to the end of Istanbul: such a game goes on forever."""
    match = table.running()
    seat = whim.choice(match.actors)
    words = match.choices(seat)
    return table.play(seat, None, [whim.choice([w for w in words if w != "act"] or words)], 0.0)


def long_game(entries: int) -> Table:
    whim = random.Random(entries)
    table = begun("istanbul")
    while table.number < entries:
        table, _ = stored(table, any_move(table, whim))
    return table


def counted(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, counts: Counter[str]) -> None:
    original = getattr(owner, name)

    def counting(*arguments: Any, **named: Any) -> Any:
        counts[name] += 1
        return original(*arguments, **named)

    monkeypatch.setattr(owner, name, counting)


def told(table: Table, change: Change, viewers: list[Viewer]) -> list[bytes]:
    telling = messages.Telling(table, change, 0.0)
    return [wire.encode(messages.moved(telling, viewer)) for viewer in viewers]


EVERYBODY = [Viewer(f"p{seat}", seat, "en") for seat in range(SEATS)] + [Viewer("", None, "en")]


@pytest.mark.parametrize("game", GAMES)
def test_a_move_is_executed_once(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table, whim = begun(game), random.Random(3)
    for _ in range(30):
        before = len(table.running().history)
        counts: Counter[str] = Counter()
        with monkeypatch.context() as patch:
            counted(patch, Match, "_say", counts)
            counted(patch, Match, "fork", counts)
            table, change = stored(table, any_move(table, whim))
            told(table, change, EVERYBODY)
        said = [one for one in table.running().history[before:] if not one.forced]
        assert counts == {"_say": len(said), "fork": 1}


@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_was_tried_is_the_one_that_the_entry_gives(game: str) -> None:
    """The copy on which a move was tried counts; other processes repeat the stored entry."""
    here, there, whim = begun(game), begun(game), random.Random(4)
    for _ in range(60):
        if here.status != "playing":
            break
        seat = whim.choice(here.running().actors)
        if whim.random() < 0.2 and here.free_take_backs(seat):
            payload: Payload = here.take_back(seat, 1)
        else:
            payload = any_move(here, whim)
        number = here.number + 1
        here, change = stored(here, payload)
        again = there.apply(TableEntry(number, 0.0, payload))
        assert change == again
        assert here.log == there.log
        assert here.running().history == there.running().history
        assert here.running().position() == there.running().position()
        assert told(here, change, EVERYBODY) == told(there, change, EVERYBODY)


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_told_what_nobody_has_looked_at(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts: Counter[str] = Counter()
    counted(monkeypatch, Match, "preview", counts)
    counted(monkeypatch, Match, "foresee", counts)
    table, whim = begun(game), random.Random(5)
    for _ in range(20):
        table, change = stored(table, any_move(table, whim))
        told(table, change, EVERYBODY)
        for viewer in EVERYBODY:
            wire.encode(messages.snapshot(table, viewer, Presence(), 0.0))
    assert not counts
    seat = next(iter(table.posed))
    messages.explored(table, seat, table.posed[seat], [], 1, "en")
    assert counts["preview"] == len(table.running().choices(seat))


def test_an_event_is_put_into_words_once_a_language(monkeypatch: pytest.MonkeyPatch) -> None:
    table, change = stored(begun("basari"), any_move(begun("basari"), random.Random(1)))
    while not change.events:
        table, change = stored(table, any_move(table, random.Random(1)))
    counts: Counter[str] = Counter()
    counted(monkeypatch, Catalogue, "tell_row", counts)
    monkeypatch.setattr(messages, "_told", {})  # no other table has told it before
    german = [Viewer(viewer.person, viewer.seat, "de") for viewer in EVERYBODY]
    told(table, change, EVERYBODY + german)
    assert counts["tell_row"] == 2 * len(change.events)
    before = told(table, change, EVERYBODY)
    assert counts["tell_row"] == 2 * len(change.events), "it is kept for the next time"
    monkeypatch.setattr(messages, "_told", {})
    assert told(table, change, EVERYBODY) == before


class Ear:
    """A client that reads as fast as it is written to."""

    is_writable = True

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    async def wait_writable(self) -> None:
        return

    def write(self, text: bytes) -> None:
        self.heard.append(text)


def test_spectators_of_a_language_share_one_message(monkeypatch: pytest.MonkeyPatch) -> None:
    table, change = stored(begun("basari"), any_move(begun("basari"), random.Random(1)))
    live = live_tables.LiveTable(table)
    ears = [Ear() for _ in range(12)]
    for n, ear in enumerate(ears):
        viewer = Viewer(f"guest{n}", None, "de" if n < 4 else "en")
        live.subscribers.add(Subscriber(viewer.person, viewer, "", ear))
    counts: Counter[str] = Counter()
    counted(monkeypatch, messages, "moved", counts)
    entry = TableEntry(table.number, 0.0, any_move(table, random.Random(2)))
    publish: Callable[..., None] = live_tables.LiveTables._publish
    publish(None, live, [entry], [change])
    assert counts["moved"] == 2
    assert len({id(ear.heard[0]) for ear in ears}) == 2


# -- long games -----------------------------------------------------------------


class Reads(Counter[str]):
    """How many items of a match's history and log were read."""


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Reads:
    found = Reads()
    item, walk, back = AppendList.__getitem__, AppendList.__iter__, AppendList.__reversed__

    def getitem(self: AppendList[Any], index: Any) -> Any:
        if not isinstance(index, slice):
            found["items"] += 1
        return item(self, index)

    def iterated(items: Iterator[Any]) -> Iterator[Any]:
        for one in items:
            found["items"] += 1
            yield one

    monkeypatch.setattr(AppendList, "__getitem__", getitem)
    monkeypatch.setattr(AppendList, "__iter__", lambda self: iterated(walk(self)))
    monkeypatch.setattr(AppendList, "__reversed__", lambda self: iterated(back(self)))
    return found


def test_a_late_move_reads_as_little_of_the_game_as_an_early_one(reads: Reads) -> None:
    counts = []
    for table in (long_game(50), long_game(1500)):
        whim = random.Random(7)
        reads.clear()
        for _ in range(20):
            table, change = stored(table, any_move(table, whim))
            told(table, change, EVERYBODY)
        counts.append(reads["items"])
    early, late = counts
    assert late < 2 * early
    assert late < 20 * 200


def test_taking_back_late_plays_as_little_again_as_early(
    reads: Reads, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = long_game(1500)
    whim = random.Random(8)
    counts: Counter[str] = Counter()
    counted(monkeypatch, Match, "_say", counts)
    for _ in range(10):
        payload = any_move(table, whim)
        table, _ = stored(table, payload)
        counts.clear()
        reads.clear()
        taken = table.take_back(payload.seat, 1)
        if isinstance(taken, AskedBack):
            continue
        table, change = stored(table, taken)
        told(table, change, EVERYBODY)
        assert counts["_say"] <= 2 * CHECKPOINTS
        assert reads["items"] < 1200


def test_a_copy_of_a_long_game_takes_the_memory_of_a_short_ones_copy() -> None:
    used: list[int] = []
    for table in (long_game(100), long_game(1500)):
        copies = [table.fork()]
        tracemalloc.start()
        copies += [table.fork() for _ in range(20)]
        used.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
    assert used[1] < 1.5 * used[0]
