"""The luck of a table: shares, shuffled seats, draws that were undone, and tables of old."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

import bedesten
from bedesten.kernel.fair_luck import KeyedLuck, hash_of, promise_of
from bedesten.server.luck import promised_luck, table_luck
from bedesten.tables.entries import Chair, Payload, Rewound, TableEntry, TookBack, decode_payload
from bedesten.tables.opening import Promised, opened, record_entries
from bedesten.tables.refusal import Refusal
from bedesten.tables.table import Table
from tables.test_tables import ADA, BO, BOT, CEM, Desk, refused

OPEN = Chair("open")
SECRET = "ab" * 32
OLD = Path(__file__).with_name("old_table.json")


def promised(game: str, chairs: list[Chair], **agreed: Any) -> Desk:
    return Desk(game, chairs, seed=None, promised=Promised("", SECRET), **agreed)


def finished(desk: Desk, whim: random.Random, undo: float = 0.0) -> Desk:
    """Play at random; now and then go back past something that was drawn."""
    while desk.table.status == "playing":
        desk.play_any(whim)
        match = desk.table.running()
        if desk.table.status == "playing" and whim.random() < undo:
            to = max(0, len(match.history) - whim.randrange(1, 12))
            desk.do(Rewound(0, to, match.unused_draw))
    return desk


def test_the_key_is_made_of_the_secret_and_of_all_shares_in_the_order_of_the_seats() -> None:
    desk = promised("basari", [ADA, BO, CEM])
    for person, text in (("cem", "c"), ("ada", "first"), ("ada", "a")):
        desk.do(desk.table.share(person, text))
    assert desk.table.commitment is not None
    assert [one.text for one in desk.table.commitment.shares] == ["a", "c"]
    desk.begin()
    commitment = desk.table.running().commitment
    assert commitment is not None
    assert [(one.seat, one.hash) for one in commitment.shares] == [
        (0, hash_of("a")),
        (2, hash_of("c")),
    ]
    assert commitment.promise == promise_of(SECRET)
    assert desk.loaded().running().commitment == commitment


def test_a_person_with_several_seats_adds_one_share() -> None:
    desk = promised("basari", [ADA, BOT, ADA])
    desk.do(desk.table.share("ada", "a"))
    desk.begin()
    commitment = desk.table.commitment
    assert commitment is not None
    assert [one.seat for one in commitment.shares] == [0]


def test_the_key_shuffles_the_seats_and_the_record_proves_it() -> None:
    orders = set()
    for n in range(12):
        desk = promised("basari", [ADA, BO, CEM], shuffle=True, options={"laps": 1})
        desk.do(desk.table.share("bo", str(n)))
        desk.begin()
        commitment = desk.table.commitment
        assert commitment is not None
        assert commitment.shuffled == KeyedLuck(commitment.key or "").order(3)
        names = ["Ada", "Bo", "Cem"]
        assert [chair.name for chair in desk.table.chairs] == [
            names[n] for n in commitment.shuffled
        ]
        (share,) = commitment.shares
        assert desk.table.chairs[share.seat].person == "bo"
        orders.add(commitment.shuffled)
    assert len(orders) > 2
    record = finished(desk, random.Random(1)).table.running().record()
    assert bedesten.verify(record).luck == "proven"


def test_shares_are_refused_when_they_come_to_nothing() -> None:
    desk = promised("basari", [ADA, BO, OPEN])
    refused("not_seated", desk.table.share, "cem", "x")
    refused("bad_share", desk.table.share, "ada", "")
    refused("bad_share", desk.table.share, "ada", "x" * 201)
    refused("no_promise", Desk("basari", [ADA, BO, OPEN]).table.share, "ada", "x")
    desk.begin()
    refused("begun_already", desk.table.share, "ada", "x")


def test_a_seat_at_a_table_with_a_chosen_seed_is_handed_to_nobody() -> None:
    desk = Desk("basari", [ADA, BO, BOT]).begin()
    assert desk.table.agreed.practice
    refused("seed_secret", desk.table.hand_over, 0, "x")
    promised("basari", [ADA, BO, BOT]).begin().table.hand_over(0, "x")


@pytest.mark.parametrize(("game", "seats"), [("basari", 3), ("choose_write", 2)])
def test_every_draw_is_new_and_all_are_told_at_the_end(game: str, seats: int) -> None:
    whim = random.Random(9)
    desk = promised(game, [ADA, BO, CEM][:seats]).begin()
    finished(desk, whim, 0.06)
    match = desk.table.running()
    luck = table_luck("t", desk.entries, "en")
    key = KeyedLuck((match.commitment.key or "") if match.commitment else "")
    assert [draw.n for draw in luck.draws] == list(range(match.unused_draw))
    for draw in luck.draws:
        ticket = key.ticket(draw.n, draw.tickets)
        assert [word for word, first, last in draw.words if first <= ticket <= last] == [draw.word]
    standing = [answer for answer in match.history if answer.draw is not None]
    assert [(one.draw, one.word) for one in standing] == [
        (draw.n, draw.word) for draw in luck.draws if not draw.undone
    ]
    undone = sum(draw.undone for draw in luck.draws)
    assert undone > 0
    report = bedesten.verify(match.record())
    assert (report.ok, report.luck, report.undone) == (True, "proven", undone)
    assert desk.loaded().running().record() == match.record()
    shown = Table("r", record_entries(match.record(), "ada", 0.0))
    assert shown.running().record() == match.record()
    again = table_luck("r", record_entries(match.record(), "ada", 0.0), "en")
    assert again.draws == [draw for draw in luck.draws if not draw.undone]


def test_going_back_past_a_roll_names_the_next_draw() -> None:
    desk = promised("basari", [ADA, BO, CEM], take_back="free", options={"start": "random"}).begin()
    for seat in range(3):
        desk.play(seat, "die")
    before = desk.table.running().unused_draw
    payload = desk.table.take_back(0, 1)
    assert payload == Rewound(0, 6, before)
    desk.do(payload)
    for seat in range(3):
        desk.play(seat, "die")
    match = desk.table.running()
    drawn = [answer.draw for answer in match.history if answer.draw is not None]
    assert drawn[:6] == list(range(6))
    assert drawn[6] == before
    assert desk.loaded().running().record() == match.record()


def test_taking_back_what_revealed_nothing_draws_nothing() -> None:
    desk = promised("basari", [ADA, BO, CEM], options={"start": "random"}).begin()
    desk.play(0, "die")
    before = desk.table.running().unused_draw
    payload = desk.table.take_back(0, 1)
    assert payload == TookBack(0, 1)
    desk.do(payload)
    assert desk.table.running().unused_draw == before
    assert "@" not in desk.table.running().record()


def test_a_record_with_undone_draws_of_a_seed_is_shown_as_it_is() -> None:
    desk = Desk("basari", [ADA, BO, CEM], options={"laps": 1}).begin()
    record = finished(desk, random.Random(3), 0.1).table.running().record()
    assert "*@" in record
    assert bedesten.verify(record).ok
    shown = Table("r", record_entries(record, "ada", 0.0))
    assert shown.running().record() == record
    luck = table_luck("r", record_entries(record, "ada", 0.0), "en")
    assert (luck.kind, luck.seed, luck.secret, luck.scheme) == ("seeded", "7", None, None)


def test_a_record_whose_luck_is_not_proven_is_refused() -> None:
    desk = promised("basari", [ADA, BO, CEM], options={"laps": 1}).begin()
    record = finished(desk, random.Random(3)).table.running().record()
    plain = "\n".join(line.split(" ~")[0] for line in record.split("\n"))
    with pytest.raises(Refusal) as found:
        record_entries(plain.replace(SECRET, "cd" * 32), "ada", 0.0)
    assert found.value.code == "bad_record"
    assert "line 7: the promise of this secret is" in found.value.values["why"]
    with pytest.raises(Refusal) as found:
        record_entries(plain.replace(f"secret: {SECRET}\n", ""), "ada", 0.0)
    assert "is not revealed" in found.value.values["why"]


def test_before_the_end_only_the_promise_is_told() -> None:
    desk = promised("basari", [ADA, BO, CEM])
    desk.do(desk.table.share("ada", "a share"))
    waiting = promised_luck(desk.table)
    assert (waiting.promise, waiting.shares[0].hash) == (promise_of(SECRET), hash_of("a share"))
    desk.begin()
    for luck in (promised_luck(desk.table), table_luck("t", desk.entries, "en")):
        assert not luck.revealed
        assert luck.draws == []
        told = msgspec.json.encode(luck).decode()
        assert SECRET not in told
        assert "a share" not in told


# -- tables of old -----------------------------------------------------------------


def old_entries() -> list[TableEntry]:
    stored = json.loads(OLD.read_text("utf-8"))["entries"]
    payloads: list[Payload] = [decode_payload(json.dumps(one)) for one in stored]
    return [TableEntry(n, float(n), payload) for n, payload in enumerate(payloads)]


def test_a_table_that_was_stored_before_is_read_as_it_was() -> None:
    table = Table("t", old_entries())
    match = table.running()
    assert match.record() == json.loads(OLD.read_text("utf-8"))["record"]
    assert (match.seed, match.commitment) == (256, None)
    assert promised_luck(table).kind == "seeded"


def test_a_table_that_was_stored_before_goes_on() -> None:
    desk = Desk("basari", [ADA, BO, CEM])
    desk.entries = old_entries()
    desk.table = Table("t", desk.entries)
    desk.do(Rewound(0, 30, desk.table.running().unused_draw))
    finished(desk, random.Random(2))
    match = desk.table.running()
    report = bedesten.verify(match.record())
    assert (report.ok, report.luck, report.finished) == (True, "seed", True)
    assert report.undone > 0
    assert desk.loaded().running().record() == match.record()
    luck = table_luck("t", desk.entries, "en")
    assert [draw.n for draw in luck.draws] == list(range(match.unused_draw))


def test_new_tables_draw_their_own_secrets() -> None:
    tables = [opened("basari", [ADA, BO, CEM], host="ada") for _ in range(20)]
    assert len({one.commitment.secret for one in tables if one.commitment}) == 20
    assert len({one.bot_secret for one in tables}) == 20
