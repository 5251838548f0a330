"""No message to a seat hangs on what that seat may not know."""

from __future__ import annotations

import random

import pytest

import bedesten
from bedesten.kernel.rng import seeded
from bedesten.server import messages
from bedesten.server.bot_runner import bot_request
from bedesten.server.messages import Viewer
from bedesten.server.wire import encode
from bedesten.tables.entries import Chair, Payload, TableEntry
from bedesten.tables.opening import opened
from bedesten.tables.refusal import Refusal
from bedesten.tables.table import Change, Table
from server.harness import THOROUGH

GAMES = 300 if THOROUGH else 2

CASES = [("basari", 3), ("basari", 4), ("istanbul", 2), ("istanbul", 4)] + [
    ("choose_write", seats) for seats in (1, 2, 4)
]


def begun(game: str, seats: int, seed: int) -> Table:
    chairs = [Chair("person", f"P{n}", person=f"p{n}") for n in range(seats)]
    table = Table("t", [TableEntry(0, 0.0, opened(game, chairs, host="p0", seed=seed))])
    table.apply(TableEntry(1, 0.0, table.begin()))
    return table


def imagined(table: Table, seat: int, luck: str) -> Table:
    """The same table with every secret of the others redrawn."""
    world = table.fork()
    match = world.running()
    match.state = match.state.imagine(seat, seeded(luck))
    return world


def sent_to(table: Table, change: Change, seat: int, language: str) -> list[bytes]:
    """All that a page at a seat can get to hear now."""
    viewer = Viewer(f"p{seat}", seat, language)
    sent = [
        encode(messages.moved(table, change, viewer, 0.0)),
        encode(messages.snapshot(table, viewer, [], 0.0)),
    ]
    if seat in table.posed:
        for word in table.running().choices(seat):
            explored = messages.explored(table, seat, table.posed[seat], [word], 1, language)
            sent.append(encode(explored))
    return sent


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_what_a_seat_is_sent_does_not_hang_on_the_secrets_of_others(game: str, seats: int) -> None:
    for seed in range(GAMES):
        whim = random.Random(seed)
        table = begun(game, seats, seed)
        for n in range(150):
            if table.status != "playing":
                break
            match = table.running()
            actor = whim.choice(match.actors)
            entry_number = table.number + 1
            payload: Payload
            if whim.random() < 0.1 and table.free_take_backs(actor):
                payload = table.take_back(actor, 1)
            else:
                payload = table.play(actor, None, [whim.choice(match.choices(actor))], 0.0)
            change = table.apply(TableEntry(entry_number, 0.0, payload))
            assert change is not None
            if n % 3:
                continue
            seat = whim.randrange(seats)
            language = whim.choice(["en", "de", "fr"])
            world = imagined(table, seat, f"{seed}/{n}")
            assert sent_to(table, change, seat, language) == sent_to(world, change, seat, language)


@pytest.mark.parametrize(("game", "seats"), CASES)
def test_a_bot_is_not_given_the_truth(game: str, seats: int) -> None:
    """What its process gets is the same whatever the others hold."""
    for seed in range(GAMES):
        whim = random.Random(seed)
        table = begun(game, seats, 7_000_000_001 + seed)
        for n in range(100):
            if table.status != "playing":
                break
            match = table.running()
            seat = whim.choice(match.actors)
            if n % 5 == 0:
                request = bot_request(table, seat)
                assert request == bot_request(table, seat)
                assert str(match.seed) not in str(request)
                given = bedesten.from_position(game, request.world, names=match.names, seed=0)
                assert given.view(seat) == match.view(seat)
                assert given.choices(seat) == match.choices(seat)
            payload = table.play(seat, None, [whim.choice(match.choices(seat))], 0.0)
            table.apply(TableEntry(table.number + 1, 0.0, payload))


def test_a_spectator_sees_what_everybody_sees() -> None:
    """Everything that the gallery is shown, every seat is shown as well."""
    for game, seats in CASES:
        table = begun(game, seats, 5)
        whim = random.Random(5)
        for _ in range(60):
            if table.status != "playing":
                break
            match = table.running()
            seat = whim.choice(match.actors)
            payload = table.play(seat, None, [whim.choice(match.choices(seat))], 0.0)
            change = table.apply(TableEntry(table.number + 1, 0.0, payload))
            assert change is not None
            gallery = messages.moved(table, change, Viewer("", None, "en"), 0.0)
            assert gallery.asked == []
            for one in range(seats):
                seen = messages.moved(table, change, Viewer(f"p{one}", one, "en"), 0.0)
                for mine, theirs in zip(
                    seen.view.get("players", []), gallery.view.get("players", []), strict=True
                ):
                    assert set(theirs) <= set(mine)


def test_the_wrong_seat_explores_nothing() -> None:
    table = begun("basari", 3, 1)
    (seat,) = table.posed
    with pytest.raises(Refusal):
        messages.explored(table, (seat + 1) % 3, table.posed[seat], ["pass"], 1, "en")
