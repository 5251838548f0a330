"""Several seats at once, each with questions of its own, and questions with many words."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bedesten import CHANCE, IllegalChoice, Match
from bedesten.kernel.position import dump_state
from bedesten.kernel.rng import seeded
from bedesten.kernel.rows import row
from bedesten.kernel.state import FORCED, NOBODY, IllegalAction
from bedesten.kernel.step import RuleError, Step
from playing import spelt
from toy import (
    AGAIN,
    AMOUNT,
    BOOK,
    CARD,
    DEAL,
    DRAW,
    FIRST,
    LAY_CARD,
    SECOND,
    TELL,
    THANK,
    THANKS,
    TOLD,
    TOY,
    Toy,
    at_the_markets,
)

SCRIPT = st.sampled_from(
    [
        [SECOND],
        [FIRST, AMOUNT + 7],
        [FIRST, AGAIN, AMOUNT + 99, FIRST],
        [FIRST, AGAIN, AMOUNT, SECOND],
    ]
)
SCRIPTS = st.lists(SCRIPT, min_size=3, max_size=3)
SEAT = st.integers(0, 2)


def known(s: Toy) -> str:
    return spelt([dump_state(TOY, s), s.actor, s.legal(s.actor)])


def say(s: Toy, seat: int, script: list[int]) -> None:
    for word in script:
        s.apply(seat, word)


@given(SCRIPTS, st.randoms(use_true_random=False))
def test_lanes_commute(scripts: list[list[int]], order: random.Random) -> None:
    plain, mixed = at_the_markets(), at_the_markets()
    for seat, script in enumerate(scripts):
        say(plain, seat, script)
    left = [(seat, word) for seat, script in enumerate(scripts) for word in script]
    while left:
        seat = order.choice(sorted({seat for seat, _ in left}))
        word = next(word for one, word in left if one == seat)
        left.remove((seat, word))
        assert word in mixed.legal(seat)
        mixed.apply(seat, word)
        assert mixed.actors() == (tuple(sorted({one for one, _ in left})) or (CHANCE,))
    assert known(mixed) == known(plain)


@given(SCRIPTS, st.randoms(use_true_random=False))
def test_the_lowest_seat_that_is_not_done_stays_on_top(
    scripts: list[list[int]], order: random.Random
) -> None:
    s = at_the_markets()
    left = [list(script) for script in scripts]
    while any(left):
        seat = order.choice([seat for seat in range(3) if left[seat]])
        s.apply(seat, left[seat].pop(0))
        waiting = [seat for seat in range(3) if left[seat]]
        assert s.actor == (waiting[0] if waiting else CHANCE)


@given(SCRIPTS, SEAT)
def test_a_lane_does_not_see_the_others(scripts: list[list[int]], seat: int) -> None:
    alone, along = at_the_markets(), at_the_markets()
    for other, script in enumerate(scripts):
        if other != seat:
            say(along, other, script)
    for word in scripts[seat]:
        assert alone.legal(seat) == along.legal(seat)
        alone.apply(seat, word)
        along.apply(seat, word)
    assert (alone.market[seat], alone.amount[seat]) == (along.market[seat], along.amount[seat])


@given(SCRIPTS, SEAT, st.randoms(use_true_random=False))
def test_a_forgotten_answer_can_be_given_again(
    scripts: list[list[int]], seat: int, order: random.Random
) -> None:
    s = at_the_markets()
    others = [other for other in range(3) if other != seat]
    order.shuffle(others)
    say(s, others[0], scripts[others[0]][:1])
    before = known(s)
    for length in range(1, len(scripts[seat]) + 1):
        say(s, seat, scripts[seat][:length])
        s.unsay(seat)
        assert known(s) == before


@given(SCRIPTS, SEAT)
def test_a_second_answer_counts_as_if_it_were_the_only_one(
    scripts: list[list[int]], seat: int
) -> None:
    s, plain = at_the_markets(), at_the_markets()
    say(s, seat, [FIRST, AMOUNT + 50])
    one, two = (other for other in range(3) if other != seat)
    say(s, one, scripts[one])
    s.unsay(seat)
    for table in (s, plain):
        say(table, seat, scripts[seat])
    say(plain, one, scripts[one])
    assert known(s) == known(plain)
    for table in (s, plain):
        say(table, two, scripts[two])
    assert known(s) == known(plain)


def test_nothing_can_be_unsaid_when_nobody_is_asked_together() -> None:
    s = at_the_markets()
    for seat in range(3):
        s.apply(seat, SECOND)
    before = known(s)
    s.unsay(1)
    assert known(s) == before


def test_a_seat_that_is_not_asked_cannot_be_made_to_answer_by_unsaying() -> None:
    s = at_the_markets(not_asked=2)
    s.unsay(1)
    assert s.actors() == (0, 2)


def test_only_the_seats_asked_are_waited_for() -> None:
    s = at_the_markets(not_asked=1)
    assert [s.may_act(seat) for seat in range(3)] == [False, True, True]
    with pytest.raises(IllegalAction):
        s.apply(0, SECOND)
    s.apply(2, SECOND)
    s.apply(1, SECOND)
    assert s.actor == CHANCE


def test_a_question_that_asks_nobody_is_over_at_once() -> None:
    s = at_the_markets(seats=1, not_asked=1)
    assert s.actor == CHANCE
    assert s.reveals == 0


def test_answers_of_several_seats_come_to_light_and_those_of_one_alone_do_not() -> None:
    alone = at_the_markets(seats=1)
    alone.apply(0, SECOND)
    assert alone.reveals == 0
    together = at_the_markets(seats=2)
    together.apply(0, SECOND)
    assert together.reveals == 0
    together.apply(1, SECOND)
    assert together.reveals == 1


def test_a_seat_that_is_done_is_not_asked_again() -> None:
    s = at_the_markets()
    s.apply(1, SECOND)
    assert s.legal(1) == []
    assert not s.may_act(1)
    with pytest.raises(IllegalAction):
        s.apply(1, SECOND)


def test_nobody_and_chance_may_not_answer_for_a_seat() -> None:
    s = at_the_markets()
    for seat in (NOBODY, CHANCE):
        assert s.legal(seat) == []
        with pytest.raises(IllegalAction):
            s.apply(seat, SECOND)


def test_a_wide_question_offers_a_hundred_words_and_more() -> None:
    s = at_the_markets(seats=1)
    s.apply(0, FIRST)
    assert s.legal(0) == [AGAIN, *range(AMOUNT, AMOUNT + 100)]
    rng = seeded("wide")
    assert {s.draw(rng) for _ in range(3000)} == set(s.legal(0))
    for word in (FIRST, AMOUNT - 1, AMOUNT + 100, -1, 251, 10_000):
        with pytest.raises(IllegalAction):
            s.apply(0, word)
    s.apply(0, AMOUNT + 99)
    assert s.amount == [99]


def test_a_mind_can_be_changed_once() -> None:
    s = at_the_markets()
    say(s, 1, [FIRST, AGAIN])
    assert AGAIN not in s.legal(1)
    assert s.legal(2) == [FIRST, SECOND]


def test_what_a_lane_has_still_to_ask_waits_while_others_answer() -> None:
    s = at_the_markets()
    say(s, 1, [FIRST, AGAIN])
    say(s, 2, [SECOND])
    say(s, 1, [AMOUNT + 4])
    assert s.actors() == (0, 1)
    assert s.legal(1) == [FIRST, SECOND]
    say(s, 0, [SECOND])
    say(s, 1, [SECOND])
    assert s.actor == CHANCE
    assert s.signed == [0, 1 + SECOND, 0]


def test_chance_waits_for_the_last_seat() -> None:
    s = at_the_markets()
    s.then(DRAW, 0)
    with pytest.raises(RuleError, match="chance waits"):
        s.settle()


def test_seats_asked_together_cannot_ask_together() -> None:
    s = at_the_markets()
    s.then(3)
    with pytest.raises(RuleError, match="cannot ask together"):
        s.settle()


def at_step(step: int, hand: int = 0) -> tuple[Toy, list[tuple[int, int, int]]]:
    s = Toy(1, BOOK, 1)
    s.hands[0][0] = hand
    s.events = []
    s.then(step, 0)
    s.settle()
    return s, [(told.kind, told.seat, told.a) for told in s.events]


def test_the_only_answer_to_a_wide_question_is_given_by_the_kernel() -> None:
    s, told = at_step(THANK)
    assert s.is_over()
    assert told == [(FORCED, 0, THANKS), (TOLD, 0, THANKS)]


def test_a_question_with_two_answers_is_asked() -> None:
    s, told = at_step(TELL)
    assert s.actors() == (0,)
    assert told == []


def test_a_question_that_is_not_open_is_asked_even_with_one_answer() -> None:
    s, told = at_step(LAY_CARD, hand=2)
    assert s.legal(0) == [CARD]
    assert told == []


def test_a_question_without_an_answer_is_a_fault_of_the_rules() -> None:
    with pytest.raises(RuleError, match="without an answer"):
        at_step(LAY_CARD)


@pytest.mark.parametrize("at_hand", [True, False])
def test_chance_with_nothing_to_draw_is_a_fault_of_the_rules(at_hand: bool) -> None:
    s = Toy(1, BOOK, 1)
    s.pile = row([0, 0, 0])
    s.luck = seeded("luck") if at_hand else None
    s.then(DEAL, 0)
    with pytest.raises(RuleError, match="nothing to draw"):
        s.settle()


def test_steps_added_by_one_rule_run_in_the_order_written() -> None:
    match = Match(TOY, seats=3, chance="manual", options={"rounds": 1})
    for _ in range(6):
        match.play(CHANCE, match.choices(CHANCE)[0])
    for seat in (2, 0, 1):
        match.play(seat, "second")
    order = []
    while not match.over:
        seat = match.actors[0]
        asked = match.question(match.actors[0])
        assert asked is not None
        order.append((seat, asked.step))
        match.play(seat, match.choices(seat)[0])
    assert order == [
        (who, step)
        for seat in range(3)
        for who, step in [(CHANCE, "draw"), (seat, "lay_card"), (seat, "tell")]
    ]


# -- imagined worlds ---------------------------------------------------------


def imagined(s: Toy, seat: int, worlds: int = 300) -> list[Toy]:
    rng = seeded("worlds")
    made = [s.imagine(seat, rng) for _ in range(worlds)]
    return [world for world in made if isinstance(world, Toy)]


def test_sealed_answers_of_others_are_drawn_anew_and_who_is_done_stays_done() -> None:
    s = at_the_markets()
    say(s, 1, [FIRST, AMOUNT + 5])
    say(s, 2, [FIRST])
    worlds = imagined(s, 0)
    assert {world.actors() for world in worlds} == {(0, 2)}
    assert {world.market[1] for world in worlds} == {FIRST, SECOND}
    assert len({world.amount[1] for world in worlds}) > 50
    assert {world.market[2] for world in worlds} == {-1}
    assert {tuple(world.legal(2)) for world in worlds} == {(FIRST, SECOND)}


def test_what_the_observer_has_said_stays() -> None:
    s = at_the_markets()
    say(s, 1, [FIRST, AMOUNT + 5])
    say(s, 2, [FIRST, AGAIN])
    for world in imagined(s, 1, 30):
        assert (world.market[1], world.amount[1]) == (FIRST, 5)
    for world in imagined(s, 2, 30):
        assert (world.market[2], world.mind_changed[2]) == (FIRST, 1)
        assert world.legal(2) == s.legal(2)


def test_the_gallery_knows_no_sealed_answer() -> None:
    s = at_the_markets()
    s.apply(0, SECOND)
    worlds = imagined(s, NOBODY)
    assert {world.market[0] for world in worlds} == {FIRST, SECOND}
    assert {world.actors() for world in worlds} == {(1, 2)}


def test_a_seat_that_is_not_asked_is_left_alone_in_imagined_worlds() -> None:
    s = at_the_markets(not_asked=1)
    s.apply(1, SECOND)
    assert {world.actors() for world in imagined(s, 2, 30)} == {(2,)}
    assert {world.market[0] for world in imagined(s, 2, 30)} == {-1}


def test_imagining_leaves_the_state_as_it_was() -> None:
    s = at_the_markets()
    say(s, 2, [FIRST])
    say(s, 1, [FIRST, AMOUNT])
    before = known(s)
    imagined(s, 0, 10)
    assert known(s) == before


def test_cards_dealt_anew_change_what_the_seat_asked_may_say() -> None:
    s, _ = at_step(LAY_CARD, hand=2)
    worlds = imagined(s, NOBODY)
    assert len({tuple(world.legal(0)) for world in worlds}) > 1
    for world in worlds:
        assert world.legal(0) == [CARD + kind for kind in range(3) if world.hands[0][kind]]


# -- at a table --------------------------------------------------------------


def markets_of_a_match() -> Match:
    return Match(TOY, seats=3, seed=5)


def test_a_lane_of_several_answers_can_be_taken_back_step_by_step() -> None:
    match = markets_of_a_match()
    positions = [match.position()]
    for word in ("first", "again", "amount:3", "second"):
        match.play(1, word)
        positions.append(match.position())
    match.play(2, "second")
    assert match.free_take_backs(1) == 4
    match.take_back(2)
    for before in reversed(positions[:-1]):
        match.take_back(1)
        assert match.position() == before
    assert match.free_take_backs(1) == 0
    with pytest.raises(IllegalChoice, match="0 choices freely, not 1"):
        match.take_back(1)


def test_several_answers_of_a_lane_can_be_taken_back_at_once() -> None:
    match, plain = markets_of_a_match(), markets_of_a_match()
    match.play(1, "first", "again", "amount:3", "first")
    match.play(0, "first")
    match.play(2, "second")
    match.take_back(1, 4)
    match.play(1, "second")
    plain.play(0, "first")
    plain.play(2, "second")
    plain.play(1, "second")
    assert match.record() == plain.record()
    match.play(0, "amount:9")
    assert match.free_take_backs(1) == 0


def test_a_lane_is_one_gesture() -> None:
    match, plain = markets_of_a_match(), markets_of_a_match()
    match.play(2, "first", "again", "amount:3", "first")
    for word in ("first", "again", "amount:3", "first"):
        plain.play(2, word)
    assert match.record() == plain.record()
    with pytest.raises(IllegalChoice, match="'second' ends what can be said at once"):
        match.play(1, "second", "first")


def test_begun_lanes_survive_in_a_position() -> None:
    match = markets_of_a_match()
    match.play(1, "first", "again")
    match.play(2, "first")
    position = match.position()
    assert position["together"]["waiting"] == [0, 1, 2]
    assert set(position["together"]["lanes"]) == {"1", "2"}
    other = Match(TOY, seats=0, seed=5, position=position)
    assert other.position() == position
    assert [other.choices(seat) for seat in range(3)] == [match.choices(seat) for seat in range(3)]
    for one in (match, other):
        one.play(2, "amount:1")
        one.play(0, "second")
        one.play(1, "amount:2", "second")
    assert other.position()["pieces"] == match.position()["pieces"]
    assert other.position()["pieces"]["amount"] == match.position()["pieces"]["amount"] == [0, 2, 1]


def test_the_books_steps_tell_what_they_cannot_do() -> None:
    step = Step()
    s = at_the_markets()
    with pytest.raises(RuleError, match="does not run"):
        step.run(s, 0, 0)
    with pytest.raises(RuleError, match="asks nothing"):
        step.options(s, 0, 0)
    with pytest.raises(RuleError, match="asks nothing"):
        step.spread(s, 0, 0, s.sheet)
    with pytest.raises(RuleError, match="takes no answer"):
        step.answer(s, 0, 0, 0)
    with pytest.raises(RuleError, match="draws nothing"):
        step.tickets(s, 0, 0)
    with pytest.raises(RuleError, match="draws nothing"):
        step.drawn(s, 0, 0, 0)
    with pytest.raises(RuleError, match="reveals nothing"):
        step.reveal(s, 0)
