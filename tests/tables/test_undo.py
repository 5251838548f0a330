"""Undo: what it says it takes back, what it never gives away, and that it can be undone."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from bedesten.kernel.state import CHANCE
from bedesten.server.messages import Viewer, back
from bedesten.tables.entries import Chair, Redone, Rewound, TookBack
from bedesten.tables.refusal import Refusal
from bedesten.tables.table import OVER
from tables.test_tables import ADA, BO, BOT, CEM, Desk, refused, same


def play_until(desk: Desk, is_so: Callable[[Desk], bool], seed: int = 3) -> Desk:
    """Seats answer at random, bots as bots, until something is so."""
    whim = random.Random(seed)
    while not is_so(desk):
        match = desk.table.running()
        seat = whim.choice(match.actors)
        answer(desk, seat, whim.choice(match.choices(seat)))
    return desk


def answer(desk: Desk, seat: int, word: str) -> None:
    desk.play(seat, word, by="bot" if desk.table.chairs[seat].kind == "bot" else "person")


def alone(game: str, bots: int = 2, **agreed: object) -> Desk:
    return Desk(game, [ADA, *[BOT] * bots], **agreed).begin()


def asked_after_a_reveal(desk: Desk) -> bool:
    """Whether seat 0 is asked again, and has chosen before something was revealed."""
    table = desk.table
    found = table.next_undo(0)
    return 0 in table.posed and found is not None and not found.is_free and found.turns > 0


# -- what it says -------------------------------------------------------------


def test_undo_says_which_choice_it_takes_back() -> None:
    desk = alone("istanbul")
    play_until(desk, lambda desk: 0 in desk.table.posed)
    word = next(one for one in desk.table.running().choices(0) if one.startswith("place:"))
    desk.play(0, word)
    found = back(desk.table, Viewer("ada", 0, "en")).undo
    if found is None or not found.is_free:
        pytest.fail("a step that reveals nothing is free to take back")
    place = desk.table.running().text("en").word(word)
    assert found.text == f"Undoes your choice: {place}."


@pytest.mark.parametrize(
    ("language", "bots", "luck"),
    [
        ("en", "undoes 2 bot turns", "Dice and cards will fall differently."),
        ("de", "2 Bot-Züge werden zurückgenommen", "Würfel und Karten fallen neu."),
        ("fr", "annule 2 tours de robots", "Les dés et les cartes seront tirés à nouveau."),
    ],
)
def test_undo_says_how_many_turns_of_bots_it_takes_back(
    language: str, bots: str, luck: str
) -> None:
    desk = play_until(alone("istanbul"), asked_after_a_reveal)
    undo = desk.table.next_undo(0)
    assert undo is not None
    gone = desk.table.running().history[undo.to :]
    assert undo.turns == len({(one.seat, one.turn) for one in gone if one.seat in (1, 2)}) == 2
    told = back(desk.table, Viewer("ada", 0, language)).undo
    assert told is not None
    assert bots in told.text
    assert (luck in told.text) == any(one.seat == CHANCE for one in gone)


def test_undo_names_the_people_who_have_to_agree() -> None:
    desk = Desk("basari", [ADA, BO, CEM]).begin()
    play_until(desk, lambda desk: (u := desk.table.next_undo(0)) is not None and not u.is_free)
    told = back(desk.table, Viewer("ada", 0, "en")).undo
    assert told is not None
    assert told.asks == [1, 2]
    assert told.text.endswith(f"{desk.table.chairs[1].name} and Cem must agree.")


def test_one_undo_takes_a_whole_gesture_back() -> None:
    desk = alone("istanbul")
    play_until(desk, lambda desk: 0 in desk.table.posed)
    match = desk.table.running()
    before = match.record()
    ahead = next(
        [one, *match.foresee(0, one).words]
        for one in match.choices(0)
        if one.startswith("place:") and len(match.foresee(0, one).words) > 1
    )
    desk.play(0, *ahead)
    undo = desk.table.next_undo(0)
    assert undo is not None
    desk.do(desk.table.take_back(0, undo.choices))
    if undo.is_free:
        assert desk.table.running().record() == before
    assert 0 in desk.table.posed


# -- luck is new ----------------------------------------------------------------


@pytest.mark.parametrize("game", ["istanbul", "choose_write", "basari"])
def test_no_draw_comes_twice_after_undo(game: str) -> None:
    """Past a reveal dice and cards have new numbers, whichever way one goes back and forth."""
    whim = random.Random(game)
    for seed in range(3):
        desk = alone(game, seed=seed)
        used: dict[int, str] = {}
        for _ in range(60):
            if desk.table.status == OVER:
                break
            play_until(desk, lambda desk: 0 in desk.table.posed or desk.table.status == OVER, seed)
            if desk.table.status == OVER:
                break
            for one in desk.table.running().history:
                if one.draw is not None:
                    assert used.setdefault(one.draw, one.word) == one.word
            undo = desk.table.next_undo(0)
            roll = whim.random()
            if undo is not None and roll < 0.3:
                before = len(used)
                unused = desk.table.running().unused_draw
                desk.do(desk.table.take_back(0, undo.choices))
                assert desk.table.running().unused_draw >= unused >= before
                if roll < 0.1 and desk.table.may_redo(0):
                    desk.do(desk.table.redo(0))
            else:
                desk.play(0, whim.choice(desk.table.running().choices(0)))
        same(desk.table, desk.loaded())


def test_what_bots_chose_in_secret_is_chosen_anew() -> None:
    """Who goes back past the reveal does not choose knowing what the bots have chosen."""
    desk = alone("basari", options={"start": "random"})
    for seat in (1, 2):
        desk.play(seat, "die", by="bot")
    desk.play(0, "gems")
    assert desk.table.free_take_backs(0) == 0
    play_until(desk, lambda desk: 0 in desk.table.posed)
    sealed = [one for one in desk.table.running().history if one.sealed]
    undo = desk.table.next_undo(0)
    assert undo is not None
    while undo is not None and undo.to > desk.table.running().history.index(sealed[0]):
        desk.do(desk.table.take_back(0, undo.choices))
        undo = desk.table.next_undo(0)
    if undo is not None:
        desk.do(desk.table.take_back(0, undo.choices))
    assert set(desk.table.posed) == {0, 1, 2}


# -- undo can be undone ------------------------------------------------------------


@pytest.mark.parametrize("game", ["istanbul", "choose_write", "basari"])
def test_undo_can_be_undone(game: str) -> None:
    desk = play_until(alone(game), asked_after_a_reveal)
    before = desk.table.running().record()
    view = desk.table.running().view(0)
    log = [event for one in desk.table.log for event in one.events]
    undo = desk.table.next_undo(0)
    assert undo is not None
    desk.do(desk.table.take_back(0, undo.choices))
    assert isinstance(desk.entries[-1].payload, Rewound)
    assert desk.table.running().record() != before
    for seat in [one for one in desk.table.posed if one != 0]:  # in secret, once more
        desk.play(seat, desk.table.running().choices(seat)[0], by="bot")
    assert back(desk.table, Viewer("ada", 0, "en")).redo
    (change,) = desk.do(desk.table.redo(0))
    assert desk.table.running().view(0) == view
    assert [event for one in desk.table.log for event in one.events] == log
    assert 0 in desk.table.posed
    assert desk.table.posed[0] == desk.entries[-1].number
    assert change is not None
    assert change.undone
    same(desk.table, desk.loaded())
    refused("nothing_to_redo", desk.table.redo, 0)
    # It is a game like any other: it can be played on, taken back again, and its record is right.
    play_until(desk, lambda desk: desk.table.status == OVER)
    same(desk.table, desk.loaded())


def test_a_free_undo_can_be_undone() -> None:
    desk = alone("istanbul")
    play_until(desk, lambda desk: desk.table.free_take_backs(0) > 0)
    before = desk.table.running().record()
    desk.do(desk.table.take_back(0, 1))
    assert isinstance(desk.entries[-1].payload, TookBack)
    desk.do(desk.table.redo(0))
    assert desk.table.running().record() == before


def test_nothing_is_put_back_once_somebody_has_played_on() -> None:
    desk = alone("istanbul")
    play_until(desk, lambda desk: desk.table.free_take_backs(0) > 0)
    refused("nothing_to_redo", desk.table.redo, 0)
    desk.do(desk.table.take_back(0, 1))
    desk.play(0, desk.table.running().choices(0)[-1])
    assert not back(desk.table, Viewer("ada", 0, "en")).redo
    refused("nothing_to_redo", desk.table.redo, 0)
    with pytest.raises(ValueError, match="cannot be put back"):
        desk.do(Redone(0, desk.entries[-2].number))


def test_nobody_puts_back_alone_what_was_taken_back_by_consent() -> None:
    desk = Desk("basari", [ADA, BO, CEM]).begin()
    play_until(desk, lambda desk: (u := desk.table.next_undo(0)) is not None and not u.is_free)
    desk.do(desk.table.take_back(0, 1))
    for seat in (1, 2):
        desk.do(*desk.table.consent(seat, True))
    assert isinstance(desk.entries[-1].payload, Rewound)
    refused("nothing_to_redo", desk.table.redo, 0)


# -- where nothing revealed is taken back ---------------------------------------------


def test_in_the_campaign_nothing_revealed_is_taken_back() -> None:
    desk = Desk("choose_write", [ADA], take_back="free").begin()
    assert desk.table.agreed.take_back == "never"
    seen = set[bool]()
    whim = random.Random(1)
    while desk.table.status != OVER:
        desk.play_any(whim)
        undo = desk.table.next_undo(0)
        assert undo is None or undo.is_free
        seen.add(undo is None)
        if undo is None and desk.table.status != OVER:
            with pytest.raises(Refusal, match="take"):
                desk.table.take_back(0, desk.table.free_take_backs(0) + 1)
    assert seen == {True, False}


def test_a_table_may_rule_undo_past_a_reveal_out() -> None:
    """What rated and daily games open their tables with."""
    desk = play_until(alone("istanbul"), asked_after_a_reveal)
    strict = play_until(alone("istanbul", take_back="never"), lambda one: one.table.number >= 40)
    assert desk.table.next_undo(0) is not None
    play_until(strict, lambda one: 0 in one.table.posed and one.table.free_take_backs(0) == 0)
    assert back(strict.table, Viewer("ada", 0, "en")).undo is None


# -- single answers --------------------------------------------------------------------


@pytest.mark.parametrize("game", ["istanbul", "choose_write", "basari"])
def test_one_person_is_never_asked_what_has_one_answer(game: str) -> None:
    given = 0
    for seed in range(4):
        desk = alone(game, seed=seed)
        whim = random.Random(seed)
        while desk.table.status != OVER and desk.table.number < 400:
            match = desk.table.running()
            assert 0 not in desk.table.posed or len(match.choices(0)) > 1
            seat = whim.choice(match.actors)
            answer(desk, seat, whim.choice(match.choices(seat)))
        given += sum(one.is_only for one in desk.table.log)
        same(desk.table, desk.loaded())
    if game == "istanbul":
        assert given > 0


def test_between_people_a_single_answer_that_tells_a_secret_is_asked_for() -> None:
    desk = Desk("istanbul", [ADA, BO]).begin()
    whim = random.Random(2)
    single = 0
    while desk.table.status != OVER and desk.table.number < 400:
        match = desk.table.running()
        single += len(match.choices(match.actors[0])) == 1
        desk.play_any(whim)
    assert single > 0
    assert not any(one.is_only for one in desk.table.log)


def test_undo_goes_back_to_a_decision_not_to_a_single_answer() -> None:
    for seed in range(6):
        desk = alone("istanbul", seed=seed)
        play_until(desk, lambda desk: any(one.is_only for one in desk.table.log), seed)
        undo = desk.table.next_undo(0)
        if undo is None:
            continue
        desk.do(desk.table.take_back(0, undo.choices))
        assert len(desk.table.running().choices(0)) > 1
        return
    pytest.fail("no single answer was given after a decision")


@pytest.mark.parametrize("game", ["istanbul", "choose_write", "basari"])
def test_undo_says_the_same_at_a_table_that_was_asked_at_every_move(game: str) -> None:
    """What is remembered of decisions is what the whole history tells, after undo and redo too."""
    whim = random.Random(11)
    desk = Desk(game, [ADA, BO, CEM], take_back="free").begin()
    undone = 0
    while desk.table.status != OVER and desk.table.number < 250:
        known = [desk.table.next_undo(seat) for seat in range(3)]
        afresh = desk.table.fork()
        afresh.decisions = {}
        assert known == [afresh.next_undo(seat) for seat in range(3)]
        seat = whim.randrange(3)
        undo = desk.table.next_undo(seat)
        if undo is not None and whim.random() < 0.15:
            desk.do(desk.table.take_back(seat, undo.choices))
            undone += 1
            if whim.random() < 0.4 and desk.table.may_redo(seat):
                desk.do(desk.table.redo(seat))
        else:
            desk.play_any(whim)
    assert undone > 5


def test_two_seats_of_one_device_are_two_people() -> None:
    desk = Desk("istanbul", [ADA, Chair("person", "Eda", "blue", person="ada")]).begin()
    assert desk.table.lone_seat is None
