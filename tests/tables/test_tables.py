"""One table's life: seats, questions and their numbers, taking back, clocks."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

import bedesten
from bedesten.tables.entries import (
    Abandoned,
    AskedBack,
    By,
    Chair,
    ClockRule,
    Payload,
    Played,
    Rewound,
    StoodIn,
    TableEntry,
    TookBack,
    decode_payload,
    encode_payload,
)
from bedesten.tables.opening import opened, record_entries
from bedesten.tables.refusal import Refusal
from bedesten.tables.table import PLAYING, Change, Table


class Desk:
    """A table with its entries, and a clock that is set by hand."""

    def __init__(self, game: str, chairs: Sequence[Chair], **agreed: Any) -> None:
        self.now = 1000.0
        first = opened(game, chairs, host="ada", **({"seed": 7} | agreed))
        self.entries = [TableEntry(0, self.now, first)]
        self.table = Table("t", self.entries)

    def do(self, *payloads: Payload) -> list[Change | None]:
        changes = []
        for payload in payloads:
            entry = TableEntry(len(self.entries), self.now, decode_payload(encode_payload(payload)))
            self.entries.append(entry)
            changes.append(self.table.apply(entry))
        return changes

    def begin(self) -> Desk:
        self.do(self.table.begin())
        return self

    def play(self, seat: int, *words: str, by: By = "person") -> Change:
        number = self.table.posed[seat]
        (change,) = self.do(self.table.play(seat, number, words, self.now, by))
        assert change is not None
        return change

    def play_any(self, whim: random.Random) -> None:
        match = self.table.running()
        seat = whim.choice(match.actors)
        self.play(seat, whim.choice(match.choices(seat)))

    def loaded(self) -> Table:
        return Table("t", self.entries)


ADA = Chair("person", "Ada", "red", person="ada")
BO = Chair("person", "Bo", "red", person="bo")
CEM = Chair("person", "Cem", "blue", person="cem")
BOT = Chair("bot", level="random")


def refused(code: str, command: Any, *arguments: Any) -> None:
    with pytest.raises(Refusal) as found:
        command(*arguments)
    assert found.value.code == code


def same(one: Table, other: Table) -> None:
    assert one.running().record() == other.running().record()
    assert one.running().position() == other.running().position()
    assert one.posed == other.posed
    assert one.log == other.log
    assert one.clocks.banks == other.clocks.banks
    assert one.chairs == other.chairs
    assert one.running().free_take_backs(0) == other.running().free_take_backs(0)


# -- sitting down -------------------------------------------------------------


def test_names_and_colours_at_a_table_differ() -> None:
    table = Desk("istanbul", [ADA, Chair("person", "Ada", "red", person="bo"), BOT, BOT]).table
    names = [chair.name for chair in table.chairs]
    assert names[:2] == ["Ada", "Ada 2"]
    assert len(set(names)) == 4
    assert len({chair.colour for chair in table.chairs}) == 4


def test_a_seat_is_taken_with_the_link_or_at_a_public_table() -> None:
    desk = Desk("basari", [ADA, Chair("open"), Chair("open")])
    table = desk.table
    refused("link_needed", table.sit, "bo", "Bo", "red", "")
    refused("link_needed", table.sit, "bo", "Bo", "red", table.agreed.watch_token)
    desk.do(table.sit("bo", "Ada", "red", table.agreed.join_token))
    assert table.chairs[1].name == "Ada 2"
    assert table.chairs[1].colour != "red"
    refused("seated_already", table.sit, "bo", "Bo", "red", table.agreed.join_token)
    desk.do(table.sit("cem", "Cem", "blue", table.agreed.join_token))
    refused("no_open_seat", table.sit, "dil", "Dil", "blue", table.agreed.join_token)
    public = Desk("basari", [ADA, BO, Chair("open")], visibility="public")
    public.do(public.table.sit("cem", "Cem", "blue", ""))
    assert public.table.seats_of("cem") == [2]


def test_what_a_game_does_not_allow_is_no_table() -> None:
    refused("bad_table", lambda: opened("basari", [ADA], host="ada"))
    refused("bad_table", lambda: opened("chess", [ADA, BO], host="ada"))
    refused("bad_table", lambda: opened("basari", [ADA, BO, CEM], host="ada", options={"laps": 9}))
    refused("bad_table", lambda: opened("basari", [ADA, BO, CEM], host="ada", seed="manual"))


def test_open_seats_go_to_bots_and_lots_may_be_drawn() -> None:
    desk = Desk("istanbul", [ADA, Chair("open"), Chair("open")], shuffle=True).begin()
    assert sorted(chair.kind for chair in desk.table.chairs) == ["bot", "bot", "person"]
    (seat,) = desk.table.seats_of("ada")
    assert desk.table.running().names[seat] == "Ada"
    refused("begun_already", desk.table.begin)
    same(desk.table, desk.loaded())


def test_who_leaves_before_opens_the_seat_and_who_leaves_during_is_stood_in_for() -> None:
    desk = Desk("basari", [ADA, BO, CEM])
    desk.do(*desk.table.stand("bo"))
    assert desk.table.open_seats == [1]
    desk.do(desk.table.sit("bo", "Bo", "green", desk.table.agreed.join_token))
    desk.begin()
    desk.do(*desk.table.stand("bo"))
    assert desk.table.is_bots(1)
    refused("not_away", desk.table.come_back, "ada")
    while 1 not in desk.table.posed:
        desk.play_any(random.Random(1))
    refused("stand_in", desk.table.play, 1, desk.table.posed[1], ["pass"], 0.0)
    desk.do(*desk.table.come_back("bo"))
    assert not desk.table.is_bots(1)


def test_the_last_to_leave_closes_the_table_and_can_open_it_again() -> None:
    desk = Desk("basari", [ADA, BO, BOT]).begin()
    assert StoodIn(0, "left") in desk.table.stand("ada")
    assert Abandoned() not in desk.table.stand("ada")
    desk.do(*desk.table.stand("ada"))
    desk.do(*desk.table.stand("bo"))
    assert desk.table.status == "abandoned"
    assert desk.table.bots_asked() == []
    desk.do(*desk.table.come_back("bo"))
    assert desk.table.status == "playing"


def test_a_seat_link_moves_the_seat() -> None:
    desk = Desk("basari", [ADA, BO, CEM], seed=None).begin()
    desk.do(desk.table.hand_over(1, "bo's phone"))
    assert desk.table.seats_of("bo's phone") == [1]
    assert desk.table.seats_of("bo") == []
    assert desk.table.chairs[1].name == "Bo"
    refused("no_person_there", Desk("basari", [ADA, BO, BOT]).table.hand_over, 2, "x")
    refused("no_person_there", desk.table.hand_over, 7, "x")


# -- questions and answers ----------------------------------------------------


def test_an_answer_names_its_question_and_is_taken_once() -> None:
    desk = Desk("basari", [ADA, BO, CEM]).begin()
    table = desk.table
    (seat,) = table.posed
    number = table.posed[seat]
    word = table.running().choices(seat)[0]
    refused("illegal", table.play, seat, number, ["gem:red"], 0.0)
    refused("stale", table.play, seat, number - 1, [word], 0.0)
    refused("not_asked", table.play, (seat + 1) % 3, number, [word], 0.0)
    assert table.number == 1
    desk.play(seat, word)
    with pytest.raises(Refusal) as found:
        table.play(seat, number, [word], 0.0)
    assert found.value.code in ("stale", "not_asked")


def sealed_desk() -> Desk:
    desk = Desk("basari", [ADA, BO, CEM]).begin()
    whim = random.Random(3)
    while desk.table.running().state.waiting == 0:
        desk.play_any(whim)
    return desk


def test_sealed_questions_share_a_number_until_all_have_answered() -> None:
    desk = sealed_desk()
    table = desk.table
    assert set(table.posed) == {0, 1, 2}
    assert len(set(table.posed.values())) == 1
    number = table.posed[1]
    desk.play(0, "die")
    assert table.posed == {1: number, 2: number}
    desk.play(2, "gems")
    assert table.posed == {1: number}
    desk.play(1, "die")
    assert number not in table.posed.values()


def test_a_sealed_answer_is_taken_back_though_others_have_answered_since() -> None:
    desk = sealed_desk()
    table = desk.table
    number = table.posed[1]
    desk.play(0, "die")
    desk.play(1, "gems")
    payload = table.take_back(0, 1)
    assert payload == TookBack(0, 1)
    (change,) = desk.do(payload)
    assert change is not None
    assert change.undone
    assert table.posed == {0: table.number, 2: number}
    assert [answer.seat for answer in table.running().history if answer.sealed][-1] == 1
    same(table, desk.loaded())


@pytest.mark.parametrize(("game", "seats"), [("basari", 4), ("istanbul", 3), ("choose_write", 3)])
def test_a_table_is_its_entries(game: str, seats: int) -> None:
    """Whatever happened, a process that reads the entries comes to the same table."""
    chairs = [Chair("person", f"P{n}", person=f"p{n}") for n in range(seats)]
    for seed in range(3):
        whim = random.Random(seed)
        desk = Desk(game, chairs, seed=seed, take_back="free").begin()
        for n in range(120):
            if desk.table.status != "playing":
                break
            desk.now += whim.random() * 5
            seat = whim.randrange(seats)
            if whim.random() < 0.15 and (
                desk.table.may_ask_back(seat) or desk.table.free_take_backs(seat)
            ):
                desk.do(desk.table.take_back(seat, 1))
            else:
                desk.play_any(whim)
            assert len(desk.table.log) == len(desk.table.running().history)
            if n % 20 == 0:
                same(desk.table, desk.loaded())
        same(desk.table, desk.loaded())
        again = bedesten.replay(desk.table.running().record())
        assert again.position() == desk.table.running().position()


def test_a_fork_lives_its_own_life() -> None:
    desk = sealed_desk()
    before = desk.table.running().record(), dict(desk.table.posed)
    fork = desk.table.fork()
    fork.apply(TableEntry(fork.number + 1, 0.0, fork.play(0, None, ["die"], 0.0)))
    fork.chairs.clear()
    assert before == (desk.table.running().record(), dict(desk.table.posed))
    assert len(desk.table.chairs) == 3


def test_entries_come_in_their_order() -> None:
    desk = Desk("basari", [ADA, BO, CEM])
    with pytest.raises(ValueError, match="entry 1 comes next"):
        desk.table.apply(TableEntry(3, 0.0, desk.table.begin()))


# -- taking back --------------------------------------------------------------


def revealed_desk(**agreed: Any) -> Desk:
    """Seat 0 has chosen, and dice have been thrown since."""
    desk = sealed_desk() if not agreed else Desk("basari", [ADA, BO, CEM], **agreed).begin()
    whim = random.Random(5)
    while True:
        match = desk.table.running()
        own = any(answer.seat == 0 and not answer.forced for answer in match.history)
        if own and not match.free_take_backs(0) and match.state.turn > 0:
            return desk
        desk.play_any(whim)


def test_what_was_revealed_is_taken_back_by_the_tables_rule() -> None:
    free = revealed_desk(take_back="free")
    assert isinstance(free.table.take_back(0, 1), Rewound)
    never = revealed_desk(take_back="never")
    refused("never_taken_back", never.table.take_back, 0, 1)
    assert not never.table.may_ask_back(0)
    asking = revealed_desk(take_back="consent")
    payload = asking.table.take_back(0, 1)
    assert isinstance(payload, AskedBack)
    refused("nothing_to_take_back", asking.table.take_back, 0, 99)


def haggling_desk(chairs: Sequence[Chair], **agreed: Any) -> tuple[Desk, int, int]:
    """Two seats of Basari haggle; who opens and who answers."""
    desk = Desk("basari", chairs, options={"start": "random"}, **agreed).begin()
    for seat, tile in enumerate(("points", "points", "gems")):
        desk.play(seat, tile)
    (opener,) = desk.table.running().actors
    return desk, opener, 1 - opener


def test_between_people_an_offer_that_the_rival_has_seen_stands() -> None:
    desk, opener, rival = haggling_desk([ADA, BO, CEM], take_back="consent")
    desk.play(opener, "gem:red")
    desk.play(opener, "gem:blue")
    assert desk.table.free_take_backs(opener) == 2, "it is being put together"
    assert desk.table.take_back(opener, 1) == TookBack(opener, 1)
    desk.play(opener, "done")
    assert desk.table.running().actors == (rival,)
    assert desk.table.free_take_backs(opener) == 0
    assert desk.table.may_ask_back(opener)
    assert isinstance(desk.table.take_back(opener, 1), AskedBack)


def test_a_table_that_never_takes_back_lets_offers_stand() -> None:
    desk, opener, _ = haggling_desk([ADA, BO, CEM], take_back="never")
    desk.play(opener, "gem:red", "done")
    refused("never_taken_back", desk.table.take_back, opener, 1)
    desk, opener, _ = haggling_desk([ADA, BO, CEM], take_back="free")
    desk.play(opener, "gem:red", "done")
    assert isinstance(desk.table.take_back(opener, 1), Rewound)


@pytest.mark.parametrize("third", [BOT, CEM], ids=["bots alone", "a person watches"])
def test_against_bots_an_offer_that_was_made_can_be_taken_back(third: Chair) -> None:
    for seed in range(20):
        desk, opener, _ = haggling_desk([ADA, BOT, third], take_back="consent", seed=seed)
        if opener == 0:
            break
    desk.play(opener, "gem:red", "done")
    assert desk.table.free_take_backs(opener) >= 2
    assert desk.table.take_back(opener, 2) == TookBack(opener, 2)


def test_all_other_people_must_agree_and_then_it_is_done() -> None:
    desk = revealed_desk(take_back="consent")
    before = len(desk.table.running().history)
    desk.do(desk.table.take_back(0, 1))
    request = desk.table.request
    assert request is not None
    assert request.waiting_for == [1, 2]
    refused("asked_already", desk.table.take_back, 0, 1)
    refused("nothing_to_agree_to", desk.table.consent, 0, True)
    desk.do(*desk.table.consent(1, True))
    assert len(desk.table.running().history) == before
    refused("nothing_to_agree_to", desk.table.consent, 1, True)
    changes = desk.do(*desk.table.consent(2, True))
    assert changes[-1] is not None
    assert changes[-1].undone
    assert len(desk.table.running().history) == request.to
    assert desk.table.request is None
    assert 0 in desk.table.posed
    same(desk.table, desk.loaded())


def test_one_refusal_ends_a_request_and_so_does_the_next_move() -> None:
    desk = revealed_desk(take_back="consent")
    desk.do(desk.table.take_back(0, 1))
    desk.do(*desk.table.consent(2, False))
    assert desk.table.request is None
    desk.do(desk.table.take_back(0, 1))
    desk.play_any(random.Random(1))
    assert desk.table.request is None


def test_a_seat_that_a_bot_has_taken_over_takes_nothing_back() -> None:
    for rule in ("free", "consent"):
        desk = revealed_desk(take_back=rule)
        assert desk.table.may_ask_back(0)
        desk.do(StoodIn(0, "left"))
        assert not desk.table.may_ask_back(0)
        assert desk.table.free_take_backs(0) == 0
        refused("stand_in", desk.table.take_back, 0, 1)
        desk.do(*desk.table.come_back("ada"))
        assert desk.table.may_ask_back(0)


def test_a_free_choice_is_not_taken_back_once_a_bot_plays_for_the_seat() -> None:
    desk = sealed_desk()
    desk.play(0, "die")
    assert desk.table.free_take_backs(0) == 1
    desk.do(*desk.table.stand("ada"))
    assert desk.table.free_take_backs(0) == 0
    refused("stand_in", desk.table.take_back, 0, 1)


def test_a_seat_that_a_bot_has_taken_over_consents_to_nothing() -> None:
    desk = revealed_desk(take_back="consent")
    desk.do(StoodIn(1, "left"))
    desk.do(desk.table.take_back(0, 1))
    assert desk.table.request is not None
    assert desk.table.request.waiting_for == [2]
    refused("stand_in", desk.table.consent, 1, True)
    refused("no_person_there", desk.table.consent, 7, True)


def test_a_request_ends_when_a_bot_takes_over_the_seat_that_made_it() -> None:
    desk = revealed_desk(take_back="consent")
    desk.do(desk.table.take_back(0, 1))
    desk.do(*desk.table.stand("ada"))
    assert desk.table.request is None
    refused("nothing_to_agree_to", desk.table.consent, 1, True)


def test_bots_and_ones_own_other_hand_agree() -> None:
    sofa = [ADA, Chair("person", "Ali", person="ada"), BOT]
    desk = Desk("basari", sofa, take_back="consent").begin()
    whim = random.Random(5)
    while desk.table.free_take_backs(0) or desk.table.running().state.turn < 2:
        desk.play_any(whim)
    assert isinstance(desk.table.take_back(0, 1), Rewound)


def test_the_log_keeps_what_stands_after_taking_back() -> None:
    desk = revealed_desk(take_back="free")
    table = desk.table
    log = list(table.log)
    (change,) = desk.do(table.take_back(0, 1))
    assert change is not None
    assert change.keep is not None
    kept = [one for one in log if one.number <= change.keep]
    assert table.log[: len(kept)] == kept
    assert {one.number for one in table.log[len(kept) :]} <= {change.number}


# -- clocks -------------------------------------------------------------------


def clocked(**rule: Any) -> Desk:
    return Desk("basari", [ADA, BO, BOT], clock_rule=ClockRule(**rule)).begin()


def test_a_clock_runs_while_a_seat_is_asked_and_an_answer_refills_it() -> None:
    desk = clocked(bank=60, increment=5, cap=62)
    (seat,) = desk.table.posed
    if seat == 2:
        desk.play(2, desk.table.running().choices(2)[0], by="bot")
        (seat,) = desk.table.posed
    other = 1 - seat
    desk.now += 10
    assert desk.table.clock_of(seat, desk.now) == 50_000
    assert desk.table.clock_of(other, desk.now) == 60_000
    assert desk.table.clock_of(2, desk.now) is None
    assert desk.table.deadline() == pytest.approx(desk.now + 50)
    desk.play(seat, desk.table.running().choices(seat)[0])
    assert desk.table.clocks.banks[seat] == 55_000
    while seat not in desk.table.posed:
        desk.play(one := next(iter(desk.table.posed)), desk.table.running().choices(one)[0])
    desk.play(seat, desk.table.running().choices(seat)[0])
    desk_bank = desk.table.clocks.banks[seat]
    assert desk_bank is not None
    assert desk_bank <= 62_000
    same(desk.table, desk.loaded())


def test_time_outs_are_counted_until_the_person_answers() -> None:
    desk = clocked(bank=30)
    whim = random.Random(2)
    while 0 not in desk.table.posed:
        desk.play_any(whim)
    desk.now += 31
    assert desk.table.expired(desk.now)[0] in desk.table.posed
    desk.play(0, desk.table.running().choices(0)[0], by="clock")
    assert desk.table.clocks.time_outs[0] == 1
    assert desk.table.clocks.banks[0] == 10_000
    while 0 not in desk.table.posed:
        desk.play_any(whim)
    desk.play(0, desk.table.running().choices(0)[0])
    assert desk.table.clocks.time_outs[0] == 0


def test_time_in_which_the_server_was_down_costs_nothing() -> None:
    desk = clocked(bank=30)
    seat = next(iter(desk.table.posed))
    later = desk.now + 3600
    table = Table("t", desk.entries, clocks_from=later)
    if seat != 2:
        assert table.clock_of(seat, later + 1) == 29_000


# -- records that are brought along -------------------------------------------


def test_a_record_becomes_a_table_that_everybody_may_read() -> None:
    match = bedesten.new("basari", seats=3, seed=1)
    whim = random.Random(1)
    while not match.over:
        seat = whim.choice(match.actors)
        match.play(seat, whim.choice(match.choices(seat)))
    entries = record_entries(match.record(), "ada", 0.0)
    table = Table("t", entries)
    assert table.status == "over"
    assert table.is_revealed
    assert table.running().record() == match.record()
    match.rewind(20)
    halfway = Table("t", record_entries(match.record(), "ada", 0.0))
    assert halfway.status == "abandoned"
    assert halfway.is_revealed
    refused("bad_record", record_entries, match.record().replace("0 ", "1 ", 3), "ada", 0.0)
    refused("bad_record", record_entries, "nonsense", "ada", 0.0)


def test_what_is_played_is_stored_with_the_luck_that_followed() -> None:
    desk = sealed_desk()
    desk.play(0, "die")
    desk.play(1, "die")
    payload = desk.table.play(2, None, ["die"], 0.0)
    assert isinstance(payload, Played)
    assert payload.answers[0][0] == 2
    assert any(seat == bedesten.CHANCE for seat, _ in payload.answers)


def test_spectators_together_mute_a_bounded_number_of_times() -> None:
    desk = Desk("basari", [ADA, BO, BOT]).begin()
    for n in range(200):
        desk.do(*desk.table.mute(f"eve {n}", 0, True))
    refused("muted_often", desk.table.mute, "another eve", 0, True)
    assert desk.table.mute("eve 0", 0, True) == [], "nothing would change"
    desk.do(*desk.table.mute("ada", 1, True))
    assert desk.table.chat.has_muted("ada", 1)


def test_the_last_to_lay_does_not_lay_another_after_seeing_all() -> None:
    """Nothing was agreed about taking back: the others have to consent."""
    desk = sealed_desk()
    for seat in (0, 1, 2):
        desk.play(seat, "gems")
    payload = desk.table.take_back(2, 1)
    assert isinstance(payload, AskedBack)
    desk.do(payload)
    assert desk.table.request is not None
    assert desk.table.request.waiting_for == [0, 1]


@pytest.mark.parametrize("seed", range(3))
def test_entries_of_another_process_fit_after_moves_of_our_own(seed: int) -> None:
    """A move that was tried here and one that is read from the store leave the same table."""
    rng = random.Random(seed)
    chairs = [Chair("person", f"P{n}", person=f"p{n}") for n in range(2)]
    first = TableEntry(0, 0.0, opened("choose_write", chairs, host="p0", seed=seed))
    ours, theirs = Table("t", [first]), Table("t", [first])
    began = TableEntry(1, 0.0, ours.begin())
    ours.apply(began)
    theirs.apply(began)
    while ours.status == PLAYING and ours.number < 300:
        here, there = (ours, theirs) if rng.random() < 0.5 else (theirs, ours)
        seat = rng.choice(sorted(here.posed))
        word = rng.choice(here.running().choices(seat))
        played = here.play(seat, None, [word], 0.0)
        stored = decode_payload(encode_payload(played))
        advanced, _ = here.advanced([TableEntry(here.number + 1, 0.0, played)])
        read, _ = there.advanced([TableEntry(there.number + 1, 0.0, stored)])
        ours, theirs = (advanced, read) if here is ours else (read, advanced)
        assert ours.running().position() == theirs.running().position()
    assert ours.number > 50
